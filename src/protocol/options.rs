//! What a user can set: one table for every protocol.

use super::opponent;
use crate::file::explain;
use crate::notation::{MoveStyle, excerpt};
use crate::player::Player;
use crate::search::StrengthLimit;
use crate::search::parameters::SearchParameter;
use crate::system::resolve;
use std::time::Duration;

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Yes or no.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// A text, often the path of a file.
    Text {
        /// The value at the start; most often empty.
        default: &'static str,
    },
    /// No value: something to do.
    Button,
}

/// A value that fits its [`Kind`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// For [`Kind::Check`].
    Check(bool),
    /// For [`Kind::Spin`].
    Spin(i64),
    /// For [`Kind::Text`].
    Text(String),
    /// For [`Kind::Button`].
    Button,
}

/// One option.
pub struct OptionEntry {
    /// The name in UCI. Hub writes it in small letters with hyphens.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Only for these games; none: for all.
    pub games: &'static [&'static str],
    /// Does it; the message says why not.
    pub apply: fn(&mut dyn Player, Value) -> Result<(), String>,
}

/// The size of the transposition table before anyone sets it, in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Who the engine is, for [`UCI_EngineAbout`](OPTIONS).
const ABOUT: &str = concat!(
    "Kempelen ",
    env!("CARGO_PKG_VERSION"),
    ", GPL-3.0-or-later, plays chess and draughts by one search"
);

const CHESS: &[&str] = &["chess"];

/// The games of Hub, the default first; they have endgame tables of our own format.
pub(super) const DRAUGHTS: [&str; 2] = ["english", "pongor"];

/// A file, or files, that the user may name.
const FILE: Kind = Kind::Text { default: "" };

/// Every option, in the order in which they are declared.
pub const OPTIONS: &[OptionEntry] = &[
    OptionEntry {
        name: "Hash",
        kind: Kind::Spin {
            default: DEFAULT_HASH as i64,
            min: 1,
            max: 1 << 20,
        },
        games: &[],
        apply: |player, value| {
            player.settings().mebibytes = value.number() as usize;
            Ok(())
        },
    },
    OptionEntry {
        name: "Clear Hash",
        kind: Kind::Button,
        games: &[],
        apply: |player, _| {
            // Whoever presses it wants the next search to begin afresh.
            player.new_game();
            Ok(())
        },
    },
    OptionEntry {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 1024,
        },
        games: &[],
        apply: |player, value| {
            player.settings().threads = value.number() as usize;
            Ok(())
        },
    },
    OptionEntry {
        name: "Ponder",
        kind: Kind::Check { default: false },
        games: &[],
        apply: |_, _| Ok(()),
    },
    OptionEntry {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 256,
        },
        // Hub has no words for any line but the best.
        games: CHESS,
        apply: |player, value| {
            player.settings().lines = value.number() as usize;
            Ok(())
        },
    },
    OptionEntry {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 20,
            min: 0,
            max: 10_000,
        },
        games: &[],
        apply: |player, value| {
            player.settings().overhead = Duration::from_millis(value.number() as u64);
            Ok(())
        },
    },
    OptionEntry {
        name: "OwnBook",
        kind: Kind::Check { default: false },
        games: &[],
        apply: |player, value| {
            player.settings().use_book = value == Value::Check(true);
            Ok(())
        },
    },
    OptionEntry {
        name: "Book File",
        kind: FILE,
        games: &[],
        apply: |player, value| player.load_book(&value.text()),
    },
    OptionEntry {
        name: "Eval File",
        kind: FILE,
        games: &[],
        apply: |player, value| player.load_model(&value.text()),
    },
    OptionEntry {
        name: "Endgame Path",
        kind: FILE,
        games: &DRAUGHTS,
        apply: |player, value| player.load_tables(&value.text()),
    },
    #[cfg(feature = "syzygy")]
    OptionEntry {
        name: "SyzygyPath",
        kind: FILE,
        games: CHESS,
        apply: |player, value| player.load_tables(&value.text()),
    },
    #[cfg(feature = "syzygy")]
    OptionEntry {
        name: "SyzygyProbeLimit",
        kind: Kind::Spin {
            default: 7,
            min: 0,
            max: 7,
        },
        games: CHESS,
        apply: |player, value| {
            player.settings().probing.max_pieces = value.number() as u32;
            Ok(())
        },
    },
    #[cfg(feature = "syzygy")]
    OptionEntry {
        name: "SyzygyProbeDepth",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 100,
        },
        games: CHESS,
        apply: |player, value| {
            player.settings().probing.min_depth = value.number() as i32;
            Ok(())
        },
    },
    #[cfg(feature = "syzygy")]
    OptionEntry {
        name: "Syzygy50MoveRule",
        kind: Kind::Check { default: true },
        games: CHESS,
        apply: |player, value| {
            let counting = value == Value::Check(true);
            let before = &mut player.settings().probing.move_count_rule;
            if std::mem::replace(before, counting) != counting {
                // What was stored until now took it otherwise.
                player.new_game();
            }
            Ok(())
        },
    },
    OptionEntry {
        name: "Contempt",
        kind: Kind::Spin {
            default: 0,
            min: -100,
            max: 100,
        },
        games: CHESS,
        apply: |player, value| {
            player.settings().contempt = value.number() as i32;
            Ok(())
        },
    },
    OptionEntry {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false },
        games: CHESS,
        apply: |player, value| {
            player.settings().show_chances = value == Value::Check(true);
            Ok(())
        },
    },
    OptionEntry {
        name: "UCI_Chess960",
        kind: Kind::Check { default: false },
        games: CHESS,
        apply: |player, value| {
            player.settings().style = match value {
                Value::Check(true) => MoveStyle::LongCastlingByRook,
                _ => MoveStyle::Long,
            };
            Ok(())
        },
    },
    OptionEntry {
        name: "UCI_LimitStrength",
        kind: Kind::Check { default: false },
        games: &[],
        apply: |player, value| {
            player.settings().limited = value == Value::Check(true);
            Ok(())
        },
    },
    OptionEntry {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: StrengthLimit::DEFAULT_ELO as i64,
            min: StrengthLimit::MIN_ELO as i64,
            max: StrengthLimit::MAX_ELO as i64,
        },
        games: &[],
        apply: |player, value| {
            player.settings().elo = value.number() as u64;
            Ok(())
        },
    },
    OptionEntry {
        name: "UCI_AnalyseMode",
        kind: Kind::Check { default: false },
        games: CHESS,
        apply: |player, value| {
            player.settings().analysing = value == Value::Check(true);
            Ok(())
        },
    },
    OptionEntry {
        name: "UCI_Opponent",
        kind: Kind::Text { default: "" },
        games: CHESS,
        // The engine plays everybody alike.
        apply: |_, value| opponent::check(&value.text()),
    },
    OptionEntry {
        name: "UCI_EngineAbout",
        kind: Kind::Text { default: ABOUT },
        games: CHESS,
        apply: |_, _| Ok(()),
    },
    OptionEntry {
        name: "Debug Log File",
        kind: FILE,
        games: &[],
        apply: |player, value| {
            let path = value.text();
            let file = (!path.is_empty()).then(|| resolve(&path));
            let opened = player.settings().journal.open(file.as_deref());
            opened
                .map_err(|error| format!("cannot write '{}': {}", excerpt(&path), explain(&error)))
        },
    },
];

impl Value {
    fn number(&self) -> i64 {
        match self {
            Value::Spin(number) => *number,
            _ => 0,
        }
    }

    fn text(self) -> String {
        match self {
            Value::Text(text) => text,
            _ => String::new(),
        }
    }
}

/// The name in Hub: small letters, hyphens for blanks.
pub fn hyphenated(name: &str) -> String {
    name.to_ascii_lowercase().replace([' ', '_'], "-")
}

impl OptionEntry {
    /// Whether players of this game have the option.
    pub fn is_for(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.contains(&game)
    }
}

impl Kind {
    /// Reads a value of the option called `name`.
    fn parse(self, name: &str, text: Option<&str>) -> Result<Value, String> {
        let found = excerpt(text.unwrap_or(""));
        let expected = |what: &str| format!("option {name}: found '{found}', expected {what}");
        match (self, text) {
            (Kind::Button, _) => Ok(Value::Button),
            (Kind::Text { .. }, text) => Ok(Value::Text(match text.unwrap_or("").trim() {
                "<empty>" => String::new(),
                path => path.to_owned(),
            })),
            (Kind::Check { .. }, Some(text)) => match text.to_ascii_lowercase().as_str() {
                "true" => Ok(Value::Check(true)),
                "false" => Ok(Value::Check(false)),
                _ => Err(expected("true or false")),
            },
            (Kind::Spin { min, max, .. }, Some(text)) => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(Value::Spin(number)),
                _ => Err(expected(&format!("a whole number from {min} to {max}"))),
            },
            (_, None) => Err(format!("option {name}: expected a value")),
        }
    }
}

/// Sets the option called `name` (in either spelling); on an error the former setting stays.
pub fn set(player: &mut dyn Player, name: &str, value: Option<&str>) -> Result<(), String> {
    let game = player.game().name;
    let called = |own: &str| hyphenated(own) == hyphenated(name);
    let mut options = OPTIONS.iter().filter(|entry| entry.is_for(game));
    if let Some(entry) = options.find(|entry| called(entry.name)) {
        let value = entry.kind.parse(entry.name, value)?;
        return (entry.apply)(player, value);
    }
    #[cfg(feature = "tunable")]
    for parameter in player.game().parameters {
        if called(parameter.name) {
            let value = kind(parameter).parse(parameter.name, value)?;
            parameter.set(value.number() as i32);
            return Ok(());
        }
    }
    Err(format!("no option is called '{}'", excerpt(name)))
}

/// All options of a player: name and kind of each.
pub fn all(player: &dyn Player) -> impl Iterator<Item = (&'static str, Kind)> {
    let game = player.game();
    let options = OPTIONS.iter().filter(|entry| entry.is_for(game.name));
    let options = options.map(|entry| (entry.name, entry.kind));
    // Numbers of the search, where they can be changed.
    let parameters = match cfg!(feature = "tunable") {
        true => game.parameters,
        false => &[],
    };
    options.chain(parameters.iter().map(|it| (it.name, kind(it))))
}

fn kind(parameter: &SearchParameter) -> Kind {
    Kind::Spin {
        default: parameter.default.into(),
        min: parameter.min.into(),
        max: parameter.max.into(),
    }
}
