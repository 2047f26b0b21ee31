//! The table of options.

use super::kind::{OptionKind, OptionValue};
use super::opponent;
use crate::games::GameInfo;
use crate::notation::{MoveStyle, excerpt};
use crate::player::{Player, PlayerAlgorithm, PlayerSettings};
use crate::search::StrengthLimit;
use crate::system::error_words::explain;
use crate::system::resolve;
use OptionScope::{AllGames, Listed, NotHub};
use std::time::Duration;

/// An option of the engine.
pub struct EngineOption {
    /// The name in UCI; [`hub_name`](super::hub_name) makes that of Hub from it.
    pub name: &'static str,
    /// The type of its value.
    pub kind: OptionKind,
    /// The games that have the option.
    pub scope: OptionScope,
    effect: OptionEffect,
}

/// What the value of an option does.
enum OptionEffect {
    /// It is one of the settings.
    Setting(fn(&mut PlayerSettings, OptionValue)),
    /// It changes the player; an error says why the value is refused.
    Change(fn(&mut Player, OptionValue) -> Result<(), String>),
}

/// Which games and protocols have an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionScope {
    /// All games.
    AllGames,
    /// All games, but not over Hub.
    NotHub,
    /// The games that [list](GameInfo::options) it.
    Listed,
}

/// The protocols, as far as their options differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProtocolKind {
    /// The Universal Chess Interface.
    Uci,
    /// Hub, version 2.
    Hub,
    /// The Universal Game Interface.
    Ugi,
}

/// The default size of the transposition table, in MiB.
pub const DEFAULT_HASH: usize = 16;

/// The value of `UCI_EngineAbout`.
const ABOUT: &str =
    concat!("Kempelen ", env!("CARGO_PKG_VERSION"), ", GPL-3.0-or-later, plays chess and draughts by one search");

/// A text that is empty at first, most often the path of a file or folder.
const EMPTY: OptionKind = OptionKind::Text { default: "" };

/// A switch that is off.
const OFF: OptionKind = OptionKind::Check { default: false };

/// All options, in the order in which they are declared.
pub const OPTIONS: &[EngineOption] = &[
    setting("Hash", spin(DEFAULT_HASH as i64, 1, 1 << 20), AllGames, |it, value| it.hash_mib = value.number as usize),
    // The move statistics are cleared too, so that the next search starts from nothing.
    change("Clear Hash", OptionKind::Button, AllGames, |player, _| {
        player.new_game();
        Ok(())
    }),
    setting("Threads", spin(1, 1, 1024), AllGames, |it, value| it.threads = value.number as usize),
    setting("Ponder", OFF, AllGames, |_, _| ()),
    // Hub has no way to report other lines than the best.
    setting("MultiPV", spin(1, 1, 256), NotHub, |it, value| it.multi_pv = value.number as usize),
    setting("Move Overhead", spin(20, 0, 10_000), AllGames, |it, value| {
        it.move_overhead = Duration::from_millis(value.number as u64);
    }),
    setting("OwnBook", OFF, AllGames, |it, value| it.use_book = value.is_true),
    change("Algorithm", OptionKind::Text { default: "best" }, AllGames, |player, value| {
        player.settings().algorithm = PlayerAlgorithm::parse(&value.text, None)?;
        Ok(())
    }),
    change("Book File", EMPTY, AllGames, |player, value| player.load_book(&value.text)),
    change("Eval File", EMPTY, AllGames, |player, value| player.load_model(&value.text)),
    change("Endgame Path", OptionKind::Text { default: "auto" }, Listed, |player, value| match value.text.as_str() {
        "auto" => player.load_cached_tables(),
        path => player.load_tables(path),
    }),
    #[cfg(feature = "syzygy")]
    change("SyzygyPath", EMPTY, Listed, |player, value| player.load_tables(&value.text)),
    #[cfg(feature = "syzygy")]
    setting("SyzygyProbeLimit", spin(7, 0, 7), Listed, |it, value| it.probing.max_pieces = value.number as u32),
    #[cfg(feature = "syzygy")]
    setting("SyzygyProbeDepth", spin(1, 1, 100), Listed, |it, value| it.probing.min_depth = value.number as i32),
    #[cfg(feature = "syzygy")]
    change("Syzygy50MoveRule", OptionKind::Check { default: true }, Listed, |player, value| {
        let counting_rule = value.is_true;
        let setting = &mut player.settings().probing.move_count_rule;
        if std::mem::replace(setting, counting_rule) != counting_rule {
            // The stored scores are those of the other rule.
            player.new_game();
        }
        Ok(())
    }),
    setting("Contempt", spin(0, -100, 100), NotHub, |it, value| it.contempt = value.number as i32),
    setting("UCI_ShowWDL", OFF, NotHub, |it, value| it.show_wdl = value.is_true),
    setting("UCI_Chess960", OFF, Listed, |it, value| {
        it.move_style = if value.is_true { MoveStyle::LongCastlingByRook } else { MoveStyle::Long };
    }),
    setting("UCI_LimitStrength", OFF, AllGames, |it, value| it.limit_strength = value.is_true),
    setting("UCI_Elo", ELO, AllGames, |it, value| it.elo = value.number as u64),
    setting("UCI_AnalyseMode", OFF, NotHub, |it, value| it.analyse_mode = value.is_true),
    // The text is checked and has no effect.
    change("UCI_Opponent", EMPTY, NotHub, |_, value| opponent::check(&value.text)),
    setting("UCI_EngineAbout", OptionKind::Text { default: ABOUT }, NotHub, |_, _| ()),
    change("Debug Log File", EMPTY, AllGames, |player, value| {
        let path = value.text;
        let file = (!path.is_empty()).then(|| resolve(&path));
        let opened = player.settings().debug_log.open(file.as_deref());
        opened.map_err(|error| format!("cannot write '{}': {}", excerpt(&path), explain(&error)))
    }),
];

/// A rating that [`StrengthLimit`] knows.
const ELO: OptionKind =
    spin(StrengthLimit::DEFAULT_ELO as i64, StrengthLimit::MIN_ELO as i64, StrengthLimit::MAX_ELO as i64);

const fn spin(default: i64, min: i64, max: i64) -> OptionKind {
    OptionKind::Spin { default, min, max }
}

const fn setting(
    name: &'static str,
    kind: OptionKind,
    scope: OptionScope,
    set: fn(&mut PlayerSettings, OptionValue),
) -> EngineOption {
    EngineOption { name, kind, scope, effect: OptionEffect::Setting(set) }
}

const fn change(
    name: &'static str,
    kind: OptionKind,
    scope: OptionScope,
    change: fn(&mut Player, OptionValue) -> Result<(), String>,
) -> EngineOption {
    EngineOption { name, kind, scope, effect: OptionEffect::Change(change) }
}

impl EngineOption {
    /// Sets the option.
    ///
    /// # Errors
    /// The value is refused; the old one stays.
    pub fn apply(&self, player: &mut Player, value: OptionValue) -> Result<(), String> {
        match self.effect {
            OptionEffect::Setting(set) => {
                set(player.settings(), value);
                Ok(())
            }
            OptionEffect::Change(change) => change(player, value),
        }
    }

    /// Whether players of this game have the option over this protocol.
    pub fn is_for(&self, game: &GameInfo, protocol: ProtocolKind) -> bool {
        match self.scope {
            OptionScope::AllGames => true,
            OptionScope::NotHub => protocol != ProtocolKind::Hub,
            OptionScope::Listed => game.options.contains(&self.name),
        }
    }
}
