//! Who plays a side: a person, or the program with its settings.

use super::level::Level;
use crate::game::Side;
use crate::games::GameInfo;
use crate::notation::excerpt;
use crate::player::PlayerAlgorithm;
use crate::search::BookUse;
use std::fmt::{self, Display, Formatter};

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SidePlayer {
    /// The name, which records and messages show.
    pub name: String,
    /// How the program plays the side; `None` for a person.
    pub machine: Option<MachineSettings>,
}

/// How the program plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MachineSettings {
    /// How it chooses its moves.
    pub algorithm: PlayerAlgorithm,
    /// How long it thinks.
    pub level: Level,
    /// The file with its evaluation; `None` for the embedded one.
    pub eval_file: Option<String>,
    /// Whether it never plays from the opening book.
    pub without_book: bool,
}

impl SidePlayer {
    /// The usual name of a person who plays against the program.
    pub const YOU: &str = "You";

    /// A person of this name.
    pub fn person(name: &str) -> SidePlayer {
        SidePlayer { name: name.to_owned(), machine: None }
    }

    /// The program at a level.
    pub fn machine(settings: MachineSettings) -> SidePlayer {
        SidePlayer { name: "Kempelen".to_owned(), machine: Some(settings) }
    }

    /// Reads a player: `person`, or an algorithm such as `search` or `alpha-beta depth=4`, and then any of `name=`,
    /// `level=`, `elo=`, `movetime=`, `nodes=`, `clock`, `eval=`, `book=off`. A textbook algorithm without a depth has that of its
    /// level.
    ///
    /// # Errors
    /// A word is not understood; the message says which.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<SidePlayer, String> {
        SidePlayer::parse_with(words, Level::default())
    }

    /// As [`parse`](SidePlayer::parse); a machine has the level `usual` if the words name none.
    ///
    /// # Errors
    /// A word is not understood; the message says which.
    pub fn parse_with<'a>(words: impl IntoIterator<Item = &'a str>, usual: Level) -> Result<SidePlayer, String> {
        let mut name = None;
        let mut settings = MachineSettings::default();
        let mut level = None;
        let mut algorithm = Vec::new();
        for word in words {
            match word.split_once('=').unwrap_or((word, "")) {
                ("name", "") => return Err("found an empty name, expected name=NAME".to_owned()),
                ("name", value) => name = Some(value.to_owned()),
                ("eval", value) => settings.eval_file = Some(value.to_owned()),
                ("book", value) => {
                    settings.without_book = match value {
                        "on" => false,
                        "off" => true,
                        _ => return Err(format!("found '{}', expected book=on or book=off", excerpt(word))),
                    };
                }
                ("level" | "elo" | "movetime" | "nodes" | "clock", _) => level = Some(word.parse()?),
                _ => algorithm.push(word),
            }
        }
        settings.level = level.unwrap_or(usual);
        if algorithm == ["person"] {
            if level.is_some() || settings.eval_file.is_some() || settings.without_book {
                return Err("a person has a name, but no level, no evaluation and no book".to_owned());
            }
            return Ok(SidePlayer::person(name.as_deref().unwrap_or("Person")));
        }
        if !algorithm.is_empty() {
            let depth = settings.level.depth().unwrap_or(Level::USUAL_DEPTH);
            let parsed = PlayerAlgorithm::parse(&algorithm.join(" "), Some(depth.into()));
            let or_person = if algorithm.len() == 1 { "; or person" } else { "" };
            settings.algorithm = parsed.map_err(|error| format!("{error}{or_person}"))?;
        }
        if settings.is_textbook() && level.is_none() && usual.strength_limit().is_some() {
            settings.level = Level::default();
        }
        let machine = SidePlayer::machine(settings);
        Ok(SidePlayer { name: name.unwrap_or(machine.name), ..machine })
    }

    /// Whether it is a person.
    pub fn is_person(&self) -> bool {
        self.machine.is_none()
    }

    /// Sets the level of a machine. A level by depth sets the depth of a textbook algorithm. Returns whether a level means
    /// something for the player.
    pub fn set_level(&mut self, level: Level) -> bool {
        if let Some(settings) = &mut self.machine {
            settings.level = level;
            if let Some(depth) = level.depth() {
                settings.algorithm = settings.algorithm.with_depth(depth.into());
            }
        }
        self.level().is_some()
    }

    /// How long a machine thinks; `None` if a level means nothing for the player. Of a textbook algorithm without another limit
    /// it is the depth, as far as levels go.
    pub fn level(&self) -> Option<Level> {
        let settings = self.machine.as_ref()?;
        match (settings.algorithm, settings.level) {
            (PlayerAlgorithm::Random, _) => None,
            (PlayerAlgorithm::Textbook(algorithm), Level::Depth(_)) => {
                Some(Level::Depth(algorithm.depth().clamp(1, Level::MAX_DEPTH.into()) as u8))
            }
            (_, level) => Some(level),
        }
    }

    /// Lets a machine use the embedded evaluation of its game, and the usual level if the game has no ratings.
    pub fn take_to(&mut self, game: &'static GameInfo) {
        let is_level_wrong = self.check_level(game).is_err();
        if let Some(settings) = &mut self.machine {
            settings.eval_file = None;
            if is_level_wrong {
                settings.level = Level::default();
            }
        }
    }

    /// Checks that the level of a machine means something in a game.
    ///
    /// # Errors
    /// It is a rating, and the game has none, or the machine is a textbook algorithm.
    pub fn check_level(&self, game: &'static GameInfo) -> Result<(), String> {
        let Some(settings) = self.machine.as_ref().filter(|it| it.level.strength_limit().is_some()) else {
            return Ok(());
        };
        let (level, expected) = (settings.level, "expected a depth such as level=4");
        if settings.is_textbook() {
            return Err(format!("found {level} for {}, {expected}", settings.algorithm));
        }
        if game.has_ratings() {
            return Ok(());
        }
        Err(format!("found {level}, {expected}: there are no ratings in {}", game.name))
    }
}

impl MachineSettings {
    fn is_textbook(&self) -> bool {
        matches!(self.algorithm, PlayerAlgorithm::Textbook(_))
    }

    /// When it plays from the opening book: whatever its level is, if it searches.
    pub fn book_use(&self) -> BookUse {
        let searches = [PlayerAlgorithm::Best, PlayerAlgorithm::Search].contains(&self.algorithm);
        if searches && !self.without_book { BookUse::Always } else { BookUse::Never }
    }
}

/// What [`SidePlayer::parse`] reads, without the name. A level that means nothing is left out.
impl Display for SidePlayer {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let Some(settings) = &self.machine else { return formatter.write_str("person") };
        write!(formatter, "{}", settings.algorithm)?;
        match (settings.algorithm, settings.level) {
            // Its depth is part of its text.
            (PlayerAlgorithm::Textbook(_), Level::Depth(_)) | (PlayerAlgorithm::Random, _) => {}
            (_, level) => write!(formatter, " {level}")?,
        }
        settings.eval_file.iter().try_for_each(|path| write!(formatter, " eval={path}"))?;
        formatter.write_str(if settings.without_book { " book=off" } else { "" })
    }
}

/// Checks that two players have different names.
///
/// # Errors
/// They have the same, or one is empty.
pub fn check_names(players: &[SidePlayer; 2]) -> Result<(), String> {
    let [first, second] = Side::each(|side| players[side.index()].name.trim());
    if first.is_empty() || second.is_empty() {
        return Err("found an empty name, expected a name".to_owned());
    }
    if first.to_lowercase() == second.to_lowercase() {
        return Err(format!("found the name '{first}' for both players, expected different names"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<SidePlayer, String> {
        SidePlayer::parse(text.split_whitespace())
    }

    #[test]
    fn texts_lead_back() {
        for text in [
            "person",
            "best level=4",
            "search nodes=100 eval=eval/slovak.toml",
            "best elo=1000",
            "search clock book=off",
            "alpha-beta depth=3",
            "alpha-beta depth=3 movetime=100",
            "random",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        let anna = parse("person name=Anna").unwrap();
        assert_eq!((anna.name.as_str(), anna.is_person()), ("Anna", true));
        assert_eq!(parse("").unwrap().to_string(), "best level=4");
        assert_eq!(parse("random clock").unwrap().to_string(), "random");
    }

    #[test]
    fn the_level_of_a_textbook_algorithm_is_its_depth() {
        for (text, expected) in [
            ("alpha-beta", "alpha-beta depth=4"),
            ("alpha-beta level=2", "alpha-beta depth=2"),
            ("alpha-beta depth=6 level=2", "alpha-beta depth=6"),
            ("minimax clock", "minimax depth=4 clock"),
        ] {
            assert_eq!(parse(text).unwrap().to_string(), expected, "{text}");
        }
        let mut player = parse("alpha-beta depth=6").unwrap();
        player.set_level(Level::Depth(3));
        assert_eq!(player.to_string(), "alpha-beta depth=3");
        assert_eq!(player.level(), Some(Level::Depth(3)));
        assert_eq!(parse("random").unwrap().level(), None);
    }

    #[test]
    fn wrong_words_are_told() {
        for (text, expected) in [
            ("persn", "persn"),
            ("person level=3", "a person has a name"),
            ("person book=off", "a person has a name"),
            ("search elo=700", "found rating '700', expected a number from 800 to 2400"),
            ("search book=no", "found 'book=no', expected book=on or book=off"),
            ("search level=11", "from 1 to 10"),
            ("name=", "empty name"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        assert!(check_names(&[SidePlayer::person("Anna"), SidePlayer::person("anna ")]).unwrap_err().contains("Anna"));
    }
}
