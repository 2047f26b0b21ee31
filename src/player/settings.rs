//! The settings of a player.

use super::algorithm::PlayerAlgorithm;
use crate::debug_log::DebugLog;
use crate::notation::MoveStyle;
use crate::search::{BookUse, ProbeSettings, SearchRequest, StrengthLimit};
use std::path::PathBuf;
use std::time::Duration;

/// The settings of a player, except for those that name files.
#[derive(Clone, Debug)]
pub struct PlayerSettings {
    /// Size of the transposition table from the next [`prepare`](super::Player::prepare) on, in MiB.
    pub hash_mib: usize,
    /// Number of search threads from then on, at least one.
    pub threads: usize,
    /// Number of variations to report.
    pub multi_pv: usize,
    /// How much worse than equal a draw is for the side to move at the root, in hundredths.
    pub contempt: i32,
    /// Report the probabilities of win, draw and loss.
    pub show_wdl: bool,
    /// Limit the playing strength to `elo`.
    pub limit_strength: bool,
    /// The rating for `limit_strength`, see [`StrengthLimit`].
    pub elo: u64,
    /// Analyse rather than play: ignore `use_book` and `contempt`.
    pub analyse_mode: bool,
    /// Check the reports of the search, and report what is wrong with them.
    pub self_check: bool,
    /// The log of the lines of a protocol.
    pub debug_log: DebugLog,
    /// How moves are chosen.
    pub algorithm: PlayerAlgorithm,
    /// Play from the opening book.
    pub use_book: bool,
    /// Time kept in reserve for every move.
    pub move_overhead: Duration,
    /// How moves are written.
    pub move_style: MoveStyle,
    /// The folder of the endgame tables that are built at first use; `None`: none are built, so that nothing depends on what
    /// was done before. Searches that are limited by depth or nodes alone never use them.
    pub table_cache: Option<PathBuf>,
    /// When to probe the endgame tables.
    pub probing: ProbeSettings,
}

impl PlayerSettings {
    /// The default settings, with a transposition table of `hash_mib` MiB.
    pub(super) fn new(hash_mib: usize) -> PlayerSettings {
        PlayerSettings {
            hash_mib,
            threads: 1,
            multi_pv: 1,
            contempt: 0,
            show_wdl: false,
            limit_strength: false,
            elo: StrengthLimit::DEFAULT_ELO,
            analyse_mode: false,
            self_check: false,
            debug_log: DebugLog::default(),
            algorithm: PlayerAlgorithm::default(),
            use_book: false,
            move_overhead: Duration::from_millis(20),
            move_style: MoveStyle::Long,
            table_cache: None,
            probing: ProbeSettings::default(),
        }
    }

    /// A request for a search with these settings: without limits, of all moves, received now.
    pub fn request<M>(&self) -> SearchRequest<M> {
        SearchRequest {
            multi_pv: self.multi_pv,
            contempt: if self.analyse_mode { 0 } else { self.contempt },
            strength_limit: (self.limit_strength).then(|| StrengthLimit::from_elo(self.elo)),
            book_use: if self.use_book && !self.analyse_mode { BookUse::TimedSearches } else { BookUse::Never },
            probe_settings: self.probing,
            ..SearchRequest::default()
        }
    }
}
