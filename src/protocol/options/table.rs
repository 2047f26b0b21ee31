//! The table of options.

use super::kind::{OptionKind, OptionValue};
use super::opponent;
use crate::games::GameInfo;
use crate::notation::{MoveStyle, excerpt};
use crate::player::Player;
use crate::search::StrengthLimit;
use crate::system::error_words::explain;
use crate::system::resolve;
use std::time::Duration;

/// An option of the engine.
pub struct EngineOption {
    /// The name in UCI; [`hub_name`](super::hub_name) makes that of Hub from it.
    pub name: &'static str,
    /// The type of its value.
    pub kind: OptionKind,
    /// The games that have the option.
    pub scope: OptionScope,
    /// Sets the option; an error says why the value is refused.
    pub apply: fn(&mut Player, OptionValue) -> Result<(), String>,
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

/// The path of a file or folder.
const FILE: OptionKind = OptionKind::Text { default: "" };

/// All options, in the order in which they are declared.
pub const OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "Hash",
        kind: OptionKind::Spin { default: DEFAULT_HASH as i64, min: 1, max: 1 << 20 },
        scope: OptionScope::AllGames,
        apply: |player, value| {
            player.settings().hash_mib = value.number() as usize;
            Ok(())
        },
    },
    EngineOption {
        name: "Clear Hash",
        kind: OptionKind::Button,
        scope: OptionScope::AllGames,
        apply: |player, _| {
            // The move statistics are cleared too, so that the next search starts from nothing.
            player.new_game();
            Ok(())
        },
    },
    EngineOption {
        name: "Threads",
        kind: OptionKind::Spin { default: 1, min: 1, max: 1024 },
        scope: OptionScope::AllGames,
        apply: |player, value| {
            player.settings().threads = value.number() as usize;
            Ok(())
        },
    },
    EngineOption {
        name: "Ponder",
        kind: OptionKind::Check { default: false },
        scope: OptionScope::AllGames,
        apply: |_, _| Ok(()),
    },
    EngineOption {
        name: "MultiPV",
        kind: OptionKind::Spin { default: 1, min: 1, max: 256 },
        // Hub has no way to report other lines than the best.
        scope: OptionScope::NotHub,
        apply: |player, value| {
            player.settings().multi_pv = value.number() as usize;
            Ok(())
        },
    },
    EngineOption {
        name: "Move Overhead",
        kind: OptionKind::Spin { default: 20, min: 0, max: 10_000 },
        scope: OptionScope::AllGames,
        apply: |player, value| {
            player.settings().move_overhead = Duration::from_millis(value.number() as u64);
            Ok(())
        },
    },
    EngineOption {
        name: "OwnBook",
        kind: OptionKind::Check { default: false },
        scope: OptionScope::AllGames,
        apply: |player, value| {
            player.settings().use_book = value.is_true();
            Ok(())
        },
    },
    EngineOption {
        name: "Algorithm",
        kind: OptionKind::Text { default: "best" },
        scope: OptionScope::AllGames,
        apply: |player, value| {
            player.settings().algorithm = value.text().parse()?;
            Ok(())
        },
    },
    EngineOption {
        name: "Book File",
        kind: FILE,
        scope: OptionScope::AllGames,
        apply: |player, value| player.load_book(&value.text()),
    },
    EngineOption {
        name: "Eval File",
        kind: FILE,
        scope: OptionScope::AllGames,
        apply: |player, value| player.load_model(&value.text()),
    },
    EngineOption {
        name: "Endgame Path",
        kind: OptionKind::Text { default: "auto" },
        scope: OptionScope::Listed,
        apply: |player, value| match value.text().as_str() {
            "auto" => player.load_cached_tables(),
            path => player.load_tables(path),
        },
    },
    #[cfg(feature = "syzygy")]
    EngineOption {
        name: "SyzygyPath",
        kind: FILE,
        scope: OptionScope::Listed,
        apply: |player, value| player.load_tables(&value.text()),
    },
    #[cfg(feature = "syzygy")]
    EngineOption {
        name: "SyzygyProbeLimit",
        kind: OptionKind::Spin { default: 7, min: 0, max: 7 },
        scope: OptionScope::Listed,
        apply: |player, value| {
            player.settings().probing.max_pieces = value.number() as u32;
            Ok(())
        },
    },
    #[cfg(feature = "syzygy")]
    EngineOption {
        name: "SyzygyProbeDepth",
        kind: OptionKind::Spin { default: 1, min: 1, max: 100 },
        scope: OptionScope::Listed,
        apply: |player, value| {
            player.settings().probing.min_depth = value.number() as i32;
            Ok(())
        },
    },
    #[cfg(feature = "syzygy")]
    EngineOption {
        name: "Syzygy50MoveRule",
        kind: OptionKind::Check { default: true },
        scope: OptionScope::Listed,
        apply: |player, value| {
            let counting_rule = value.is_true();
            let setting = &mut player.settings().probing.move_count_rule;
            if std::mem::replace(setting, counting_rule) != counting_rule {
                // The stored scores are those of the other rule.
                player.new_game();
            }
            Ok(())
        },
    },
    EngineOption {
        name: "Contempt",
        kind: OptionKind::Spin { default: 0, min: -100, max: 100 },
        scope: OptionScope::NotHub,
        apply: |player, value| {
            player.settings().contempt = value.number() as i32;
            Ok(())
        },
    },
    EngineOption {
        name: "UCI_ShowWDL",
        kind: OptionKind::Check { default: false },
        scope: OptionScope::NotHub,
        apply: |player, value| {
            player.settings().show_wdl = value.is_true();
            Ok(())
        },
    },
    EngineOption {
        name: "UCI_Chess960",
        kind: OptionKind::Check { default: false },
        scope: OptionScope::Listed,
        apply: |player, value| {
            player.settings().move_style =
                if value.is_true() { MoveStyle::LongCastlingByRook } else { MoveStyle::Long };
            Ok(())
        },
    },
    EngineOption {
        name: "UCI_LimitStrength",
        kind: OptionKind::Check { default: false },
        scope: OptionScope::AllGames,
        apply: |player, value| {
            player.settings().limit_strength = value.is_true();
            Ok(())
        },
    },
    EngineOption {
        name: "UCI_Elo",
        kind: OptionKind::Spin {
            default: StrengthLimit::DEFAULT_ELO as i64,
            min: StrengthLimit::MIN_ELO as i64,
            max: StrengthLimit::MAX_ELO as i64,
        },
        scope: OptionScope::AllGames,
        apply: |player, value| {
            player.settings().elo = value.number() as u64;
            Ok(())
        },
    },
    EngineOption {
        name: "UCI_AnalyseMode",
        kind: OptionKind::Check { default: false },
        scope: OptionScope::NotHub,
        apply: |player, value| {
            player.settings().analyse_mode = value.is_true();
            Ok(())
        },
    },
    EngineOption {
        name: "UCI_Opponent",
        kind: OptionKind::Text { default: "" },
        scope: OptionScope::NotHub,
        // The text is checked and has no effect.
        apply: |_, value| opponent::check(&value.text()),
    },
    EngineOption {
        name: "UCI_EngineAbout",
        kind: OptionKind::Text { default: ABOUT },
        scope: OptionScope::NotHub,
        apply: |_, _| Ok(()),
    },
    EngineOption {
        name: "Debug Log File",
        kind: FILE,
        scope: OptionScope::AllGames,
        apply: |player, value| {
            let path = value.text();
            let file = (!path.is_empty()).then(|| resolve(&path));
            let opened = player.settings().debug_log.open(file.as_deref());
            opened.map_err(|error| format!("cannot write '{}': {}", excerpt(&path), explain(&error)))
        },
    },
];

impl EngineOption {
    /// Whether players of this game have the option over this protocol.
    pub fn is_for(&self, game: &GameInfo, protocol: ProtocolKind) -> bool {
        match self.scope {
            OptionScope::AllGames => true,
            OptionScope::NotHub => protocol != ProtocolKind::Hub,
            OptionScope::Listed => game.options.contains(&self.name),
        }
    }
}
