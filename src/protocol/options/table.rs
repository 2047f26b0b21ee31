//! The table of options: their types, games and effects.

use crate::games::GameInfo;
use crate::notation::{MoveStyle, excerpt};
use crate::player::{Player, PlayerAlgorithm};
use crate::search::StrengthLimit;
use crate::system::error_words::explain;
use crate::system::resolve;
use OptionScope::{AllGames, Listed, NotHub};
use std::ops::RangeInclusive;
use std::time::Duration;

/// An option of the engine.
pub struct EngineOption {
    /// The name in UCI; [`hub_name`](super::hub_name) makes that of Hub from it.
    pub name: &'static str,
    /// The type of its value.
    pub kind: OptionKind,
    /// The games that have the option.
    pub scope: OptionScope,
    setter: OptionSetter,
}

/// The type of an option, with its default and range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A Boolean.
    Check {
        /// The initial value.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The initial value.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The largest value.
        max: i64,
    },
    /// One of these words, the initial one first.
    Combo {
        /// The words.
        values: &'static [&'static str],
    },
    /// A text, often the path of a file.
    Text {
        /// The initial value; most often empty.
        default: &'static str,
    },
    /// An action without a value.
    Button,
}

/// Sets an option to a value of its type.
enum OptionSetter {
    Check(fn(&mut Player, bool)),
    Spin(RangeInclusive<i64>, fn(&mut Player, i64)),
    /// An error says why the text is refused.
    Text(fn(&mut Player, &str) -> Result<(), String>),
    Button(fn(&mut Player)),
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

/// All options, in the order in which they are declared.
pub const OPTIONS: &[EngineOption] = &[
    spin("Hash", [DEFAULT_HASH as i64, 1, 1 << 20], AllGames, |it, mebibytes| {
        it.settings().hash_mib = mebibytes as usize;
    }),
    // The move statistics are cleared too, so that the next search starts from nothing.
    option("Clear Hash", OptionKind::Button, AllGames, OptionSetter::Button(Player::new_game)),
    spin("Threads", [1, 1, 1024], AllGames, |it, threads| it.settings().threads = threads as usize),
    check("Ponder", false, AllGames, |_, _| ()),
    // Hub has no way to report other lines than the best.
    spin("MultiPV", [1, 1, 256], NotHub, |it, lines| it.settings().multi_pv = lines as usize),
    spin("Move Overhead", [20, 0, 10_000], AllGames, |it, milliseconds| {
        it.settings().move_overhead = Duration::from_millis(milliseconds as u64);
    }),
    check("OwnBook", false, AllGames, |it, on| it.settings().use_book = on),
    text("Algorithm", "best", AllGames, |it, algorithm| {
        it.settings().algorithm = PlayerAlgorithm::parse(algorithm, None)?;
        Ok(())
    }),
    text("Book File", "", AllGames, Player::load_book),
    text("Eval File", "", AllGames, Player::load_model),
    text("Endgame Path", "auto", Listed, |it, path| match path {
        "auto" => it.load_cached_tables(),
        path => it.load_tables(path),
    }),
    #[cfg(feature = "syzygy")]
    text("SyzygyPath", "", Listed, Player::load_tables),
    #[cfg(feature = "syzygy")]
    spin("SyzygyProbeLimit", [7, 0, 7], Listed, |it, pieces| it.settings().probing.max_pieces = pieces as u32),
    #[cfg(feature = "syzygy")]
    spin("SyzygyProbeDepth", [1, 1, 100], Listed, |it, depth| it.settings().probing.min_depth = depth as i32),
    #[cfg(feature = "syzygy")]
    check("Syzygy50MoveRule", true, Listed, |it, counting_rule| {
        let setting = &mut it.settings().probing.move_count_rule;
        if std::mem::replace(setting, counting_rule) != counting_rule {
            // The stored scores are those of the other rule.
            it.new_game();
        }
    }),
    spin("Contempt", [0, -100, 100], NotHub, |it, contempt| it.settings().contempt = contempt as i32),
    check("UCI_ShowWDL", false, NotHub, |it, on| it.settings().show_wdl = on),
    check("UCI_Chess960", false, Listed, |it, on| {
        it.settings().move_style = if on { MoveStyle::LongCastlingByRook } else { MoveStyle::Long };
    }),
    check("UCI_LimitStrength", false, AllGames, |it, on| it.settings().limit_strength = on),
    spin("UCI_Elo", ELO, AllGames, |it, elo| it.settings().elo = elo as u64),
    check("UCI_AnalyseMode", false, NotHub, |it, on| it.settings().analyse_mode = on),
    // The text is checked and has no effect.
    text("UCI_Opponent", "", NotHub, |_, opponent| check_opponent(opponent)),
    text("UCI_EngineAbout", ABOUT, NotHub, |_, _| Ok(())),
    text("Debug Log File", "", AllGames, |it, path| {
        let file = (!path.is_empty()).then(|| resolve(path));
        let opened = it.settings().debug_log.open(file.as_deref());
        opened.map_err(|error| format!("cannot write '{}': {}", excerpt(path), explain(&error)))
    }),
];

/// The ratings that [`StrengthLimit`] knows: the default, the lowest and the highest.
const ELO: [i64; 3] = [StrengthLimit::DEFAULT_ELO as i64, StrengthLimit::MIN_ELO as i64, StrengthLimit::MAX_ELO as i64];

const fn option(name: &'static str, kind: OptionKind, scope: OptionScope, setter: OptionSetter) -> EngineOption {
    EngineOption { name, kind, scope, setter }
}

const fn check(name: &'static str, default: bool, scope: OptionScope, set: fn(&mut Player, bool)) -> EngineOption {
    option(name, OptionKind::Check { default }, scope, OptionSetter::Check(set))
}

const fn spin(
    name: &'static str,
    [default, min, max]: [i64; 3],
    scope: OptionScope,
    set: fn(&mut Player, i64),
) -> EngineOption {
    option(name, OptionKind::Spin { default, min, max }, scope, OptionSetter::Spin(min..=max, set))
}

const fn text(
    name: &'static str,
    default: &'static str,
    scope: OptionScope,
    set: fn(&mut Player, &str) -> Result<(), String>,
) -> EngineOption {
    option(name, OptionKind::Text { default }, scope, OptionSetter::Text(set))
}

impl EngineOption {
    /// Sets the option. `<empty>` is the empty text.
    ///
    /// # Errors
    /// The value is missing, not of this type, out of range, or refused; the old one stays.
    pub fn set(&self, player: &mut Player, value: Option<&str>) -> Result<(), String> {
        match &self.setter {
            OptionSetter::Check(set) => {
                let parse = |text: &str| text.to_ascii_lowercase().parse().ok();
                set(player, read_value(self.name, value, "true or false", parse)?);
            }
            OptionSetter::Spin(range, set) => set(player, read_number(self.name, value, range)?),
            OptionSetter::Text(set) => {
                let text = value.unwrap_or("").trim();
                set(player, if text == "<empty>" { "" } else { text })?;
            }
            OptionSetter::Button(press) => press(player),
        }
        Ok(())
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

/// Reads a value of the option called `name`; `parse` returns `None` for a text that is not `expected`.
///
/// # Errors
/// There is no value, or it is not the expected one.
pub(super) fn read_value<T>(
    name: &str,
    value: Option<&str>,
    expected: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, String> {
    let text = value.ok_or_else(|| format!("option {name}: expected a value"))?;
    parse(text).ok_or_else(|| format!("option {name}: found '{}', expected {expected}", excerpt(text)))
}

/// Reads a value of an [`OptionKind::Spin`].
pub(super) fn read_number(name: &str, value: Option<&str>, range: &RangeInclusive<i64>) -> Result<i64, String> {
    let expected = format!("a whole number from {} to {}", range.start(), range.end());
    read_value(name, value, &expected, |text| text.parse().ok().filter(|number| range.contains(number)))
}

type WordCheck = fn(&str) -> bool;

/// Checks a description of the opponent: title, rating, `computer` or `human`, and name, such as
/// `GM 2700 human Some One` or `none none computer Some Program`. An empty text is allowed.
///
/// # Errors
/// The message names the first wrong word.
fn check_opponent(text: &str) -> Result<(), String> {
    let parts: [(WordCheck, &str); 3] = [
        (|word| word.chars().all(char::is_alphabetic), "a title such as GM, or none"),
        (|word| word == "none" || word.parse::<u32>().is_ok(), "a rating, or none"),
        (|word| word == "computer" || word == "human", "computer or human"),
    ];
    let mut words = text.split_whitespace();
    for (number, (fits, expected)) in parts.into_iter().enumerate() {
        let found = match words.next() {
            Some(word) if fits(word) => continue,
            Some(word) => format!("'{}' as word {}", excerpt(word), number + 1),
            None if number == 0 => return Ok(()),
            None => format!("{number} words"),
        };
        return Err(format!("option UCI_Opponent: found {found}, expected {expected}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::player;

    /// What clients are told as the default holds before they set anything.
    #[test]
    fn the_defaults_of_the_options_are_those_of_the_settings() {
        let mut chess = player("chess", DEFAULT_HASH).unwrap();
        let before = format!("{:?}", chess.settings());
        for option in OPTIONS {
            let default = match option.kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Combo { values } => values[0].to_owned(),
                OptionKind::Text { default } => default.to_owned(),
                OptionKind::Button => continue,
            };
            if !["File", "Path"].iter().any(|end| option.name.ends_with(end)) {
                option.set(&mut chess, Some(&default)).unwrap();
            }
            assert_eq!(format!("{:?}", chess.settings()), before, "{}", option.name);
        }
    }

    #[test]
    fn descriptions_from_clients_are_checked() {
        for text in ["", "GM 2700 human Some Name", "none none computer Stockfish", "WIM 2200 human"] {
            assert_eq!(check_opponent(text), Ok(()), "{text}");
        }
        for (text, found) in [
            ("2700 GM human X", "'2700' as word 1"),
            ("GM strong human X", "'strong' as word 2"),
            ("GM", "1 words"),
            ("GM 2700 robot X", "'robot' as word 3"),
        ] {
            let message = check_opponent(text).unwrap_err();
            assert!(message.contains(found), "{message}");
        }
    }
}
