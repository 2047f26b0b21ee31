//! What the result of a long run depends on, which is checked before the run is resumed.

use anyhow::bail;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// The name and version of this program.
pub const PROGRAM_VERSION: &str = concat!("kempelen ", env!("CARGO_PKG_VERSION"));

/// The field with the name of the game.
const GAME: &str = "game";

/// The field with the name and version of the program.
const PROGRAM: &str = "program";

/// The value of a setting that was not given.
const NOTHING: &str = "nothing";

/// What a run depends on, such as its game, its options and the program, as lines `name: value`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct RunSettings {
    fields: Vec<(String, String)>,
}

impl RunSettings {
    /// The settings of a run for `game` by this program.
    pub fn new(game: &str) -> RunSettings {
        RunSettings::by_program(game, PROGRAM_VERSION)
    }

    /// The settings of a run for `game` by another version of this program.
    pub fn by_program(game: &str, program: &str) -> RunSettings {
        let settings = RunSettings { fields: Vec::new() };
        settings.with(GAME, game).with(PROGRAM, program)
    }

    /// The same settings with the name and version of this program.
    pub fn by_this_program(self) -> RunSettings {
        self.without(PROGRAM).with(PROGRAM, PROGRAM_VERSION)
    }

    /// Adds a field. Control characters become blanks. They can be parsed if no name contains a colon.
    pub fn with(mut self, name: &str, value: impl Display) -> RunSettings {
        let clean = |text: &str| text.replace(char::is_control, " ");
        self.fields.push((clean(name), clean(&value.to_string())));
        self
    }

    /// Adds a field for a setting that need not be given.
    pub fn with_optional(self, name: &str, value: Option<impl Display>) -> RunSettings {
        match value {
            Some(value) => self.with(name, value),
            None => self.with(name, NOTHING),
        }
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut named = self.fields.iter().filter(|(known, _)| known == name);
        named.next().map(|(_, value)| value.as_str())
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        self.get(GAME).unwrap_or_default()
    }

    /// Checks before a run is resumed that these settings, with which it began, are the wanted ones.
    ///
    /// # Errors
    /// A field differs; the message names it.
    pub fn check_same(&self, wanted: &RunSettings) -> anyhow::Result<()> {
        match self.difference(wanted) {
            None => Ok(()),
            Some([name, found, expected]) => {
                bail!("{name}: found {found}, expected {expected}; --resume needs the same settings")
            }
        }
    }

    /// The first field that differs from `wanted`: its name, the value found here, and the wanted one.
    pub fn difference<'a>(&'a self, wanted: &'a RunSettings) -> Option<[&'a str; 3]> {
        let names = wanted.fields.iter().chain(&self.fields).map(|(name, _)| name);
        let pairs = names.map(|name| {
            let [found, wanted] = [self, wanted].map(|settings| settings.get(name).unwrap_or(NOTHING));
            [name, found, wanted]
        });
        pairs.into_iter().find(|[_, found, wanted]| found != wanted)
    }

    /// The fields that both settings share.
    pub fn common(mut self, other: &RunSettings) -> RunSettings {
        self.fields.retain(|(name, value)| other.get(name) == Some(value));
        self
    }

    /// The settings without a field.
    pub fn without(mut self, name: &str) -> RunSettings {
        self.fields.retain(|(known, _)| known != name);
        self
    }

    /// Parses the output of `Display`; `None` if it is malformed or has no game.
    pub fn parse(text: &[u8]) -> Option<RunSettings> {
        let text = std::str::from_utf8(text).ok()?;
        let fields = text.lines().map(|line| {
            let (name, value) = line.split_once(": ")?;
            let clean = !line.contains(char::is_control);
            clean.then(|| (name.to_owned(), value.to_owned()))
        });
        let settings = RunSettings { fields: fields.collect::<Option<_>>()? };
        settings.get(GAME).is_some().then_some(settings)
    }
}

impl Display for RunSettings {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let mut fields = self.fields.iter();
        fields.try_for_each(|(name, value)| writeln!(formatter, "{name}: {value}"))
    }
}
