//! The engines of a match as the command line describes them.

use super::child_process::EngineError;
use super::engine_checks::OptionSetting;
use crate::conditions::openings::Opening;
use crate::conditions::time_control::{TimeControl, parse_seconds};
use crate::games::game_info;
use crate::notation::{MoveStyle, Notation, excerpt};
use crate::player::PlayerAlgorithm;
use crate::protocol::client::ProtocolClient;
use crate::protocol::hub::client::HubClient;
use crate::protocol::uci::client::UciClient;
use crate::protocol::ugi::client::UgiClient;
use crate::system::printable::printable;
use anyhow::{Context, anyhow, bail, ensure};
use std::path::PathBuf;
use std::sync::Arc;

/// The option by which castling is written as king takes rook, so that it is known in Chess960, too.
pub const CHESS960: &str = "UCI_Chess960";

/// How to run an engine, and its settings.
#[derive(Clone)]
pub struct EngineConfig {
    /// Its name in tables and game records.
    pub name: String,
    /// The arguments that describe it, without its name: `cmd=` first, then the others in alphabetical order.
    pub description: Vec<String>,
    /// The program.
    pub program: PathBuf,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// The working directory; `None`: the current one.
    pub working_directory: Option<PathBuf>,
    /// The name of the game to play.
    pub game: String,
    /// The protocol.
    pub client: Arc<dyn ProtocolClient>,
    /// Options to set.
    pub options: Vec<OptionSetting>,
    /// Time control, depth and node limits.
    pub time_control: TimeControl,
}

impl EngineConfig {
    /// The error with the name of the engine before it.
    pub fn named(&self, error: EngineError) -> anyhow::Error {
        match error {
            EngineError::Interrupted => error.into(),
            error => anyhow!("engine '{}' {error}", self.name),
        }
    }

    /// Whether the user has set this option.
    pub fn sets(&self, option: &str) -> bool {
        self.options.iter().any(|(name, _)| name.eq_ignore_ascii_case(option))
    }

    /// Sets the option for Chess960 if an opening needs it, unless the user has set it.
    pub fn set_chess960_for(&mut self, openings: &[Opening]) {
        if !self.sets(CHESS960) && openings.iter().any(|opening| opening.line.start().is_chess960()) {
            self.options.push((CHESS960.to_owned(), "true".to_owned()));
        }
    }

    /// How the engine expects moves: with `UCI_Chess960`, castling is written as king takes rook.
    pub fn move_style(&self) -> MoveStyle {
        let chess960 =
            |(name, value): &OptionSetting| name.eq_ignore_ascii_case(CHESS960) && value.eq_ignore_ascii_case("true");
        if self.options.iter().any(chess960) { MoveStyle::LongCastlingByRook } else { MoveStyle::Long }
    }

    fn check_limit(&self) -> anyhow::Result<()> {
        let has_limit = self.time_control != TimeControl::default();
        ensure!(has_limit, "engine '{}' has no limit; give it tc=, st=, depth= or nodes=", self.name);
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        let wrong = |expected| anyhow!("{key}: found '{}', expected {expected}", excerpt(value));
        let number = || value.parse::<u64>().map_err(|_| wrong("a whole number"));
        let limits = &mut self.time_control;
        match key {
            "name" if value.trim().is_empty() => return Err(wrong("a name")),
            "name" => self.name = printable(value).replace('\n', " "),
            "args" => self.arguments = value.split_whitespace().map(str::to_owned).collect(),
            "dir" => self.working_directory = Some(value.into()),
            "proto" => {
                self.client = match value {
                    "uci" => Arc::new(UciClient),
                    "hub" => Arc::new(HubClient),
                    "ugi" => Arc::new(UgiClient),
                    _ => return Err(wrong("uci, hub or ugi")),
                }
            }
            "tc" => limits.clock = Some(value.parse().map_err(|error| anyhow!("tc: {error}"))?),
            "st" => limits.move_time = Some(parse_seconds(value).ok_or_else(|| wrong("seconds"))?),
            "depth" => limits.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
            "nodes" => limits.nodes = Some(number()?),
            _ => match key.strip_prefix("option.") {
                Some(option) => self.options.push((option.to_owned(), value.to_owned())),
                None => bail!("found '{}=', expected {} or option.NAME", excerpt(key), SETTINGS.join(", ")),
            },
        }
        Ok(())
    }
}

/// Reads the values of `--engine`, in which every `cmd=` starts the next engine. The settings in `each` hold for every
/// engine that does not have them itself.
///
/// # Errors
/// A setting is wrong, there are fewer than two engines, two have the same name, or one has no limit.
pub fn parse_engines(arguments: &[String], each: &[String], game: &str) -> anyhow::Result<Vec<EngineConfig>> {
    let engines = parse_settings(arguments, each, game)?;
    let found = if engines.len() == 1 { "one engine" } else { "no engine" };
    ensure!(engines.len() >= 2, "found {found}, expected two or more");
    check_names(&engines)?;
    engines.iter().try_for_each(EngineConfig::check_limit)?;
    Ok(engines)
}

/// Reads the values of `--engine` where each has all settings of an engine, and an engine needs no limit:
/// `cmd=stockfish option.Hash=64`.
///
/// # Errors
/// A setting is wrong, or two engines have the same name.
pub fn parse_analysis_engines(arguments: &[String], game: &str) -> anyhow::Result<Vec<EngineConfig>> {
    let settings: Vec<Vec<String>> = arguments.iter().map(|argument| split_settings(argument)).collect();
    for (argument, settings) in arguments.iter().zip(&settings) {
        let is_begun = settings.first().is_some_and(|first| first.starts_with("cmd=") || first.starts_with("builtin="));
        ensure!(is_begun, "--engine: found '{}', expected cmd=PROGRAM or builtin=ALGORITHM first", excerpt(argument));
    }
    let settings = settings.concat();
    let engines = parse_settings(&settings, &[], game)?;
    check_names(&engines)?;
    Ok(engines)
}

fn check_names(engines: &[EngineConfig]) -> anyhow::Result<()> {
    for (number, engine) in engines.iter().enumerate() {
        let (name, mut before) = (&engine.name, engines[..number].iter());
        ensure!(before.all(|other| other.name != *name), "two engines are called '{name}'; give one another name=");
    }
    Ok(())
}

/// Splits settings at the blanks before the next known name, so that a path or the name of an option may have blanks.
fn split_settings(text: &str) -> Vec<String> {
    let begins = |word: &str| {
        let name = word.split_once('=').map_or("", |(name, _)| name);
        word.starts_with("option.") || SETTINGS.contains(&name) || ALGORITHM_PARAMETERS.contains(&name)
    };
    let mut settings: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match settings.last_mut() {
            Some(last) if !begins(word) => *last += &format!(" {word}"),
            _ => settings.push(word.to_owned()),
        }
    }
    settings
}

/// Reads the values of `--engine` where one engine is expected.
///
/// # Errors
/// A setting is wrong, the number of engines is not one, or the engine has no limit.
pub fn parse_engine(arguments: &[String], game: &str) -> anyhow::Result<EngineConfig> {
    let mut engines = parse_settings(arguments, &[], game)?;
    ensure!(engines.len() == 1, "found {} engines, expected one", engines.len());
    let engine = engines.remove(0);
    engine.check_limit()?;
    Ok(engine)
}

fn parse_settings(arguments: &[String], each: &[String], game: &str) -> anyhow::Result<Vec<EngineConfig>> {
    let mut engines: Vec<EngineArguments> = Vec::new();
    for argument in arguments {
        let suggestion = |_| {
            let found = excerpt(argument);
            anyhow!("found '{found}', expected NAME=VALUE; did you mean cmd={found}?")
        };
        let (key, value) = split(argument).map_err(suggestion)?;
        match (key, engines.last_mut()) {
            ("cmd" | "builtin", _) => {
                engines.push(EngineArguments { is_builtin: key == "builtin", command: value, settings: Vec::new() });
            }
            (_, Some(engine)) => engine.settings.push((key, value)),
            (_, None) => bail!("found '{}', expected cmd=PROGRAM or builtin=ALGORITHM first", excerpt(argument)),
        }
    }
    for (place, argument) in each.iter().enumerate() {
        let (key, value) = split(argument)?;
        ensure!(!matches!(key, "cmd" | "builtin"), "found '{key}=' in --each, expected it in --engine");
        let is_again = |other: &String| split(other).is_ok_and(|(other, _)| other.eq_ignore_ascii_case(key));
        ensure!(!each[..place].iter().any(is_again), "found '{}=' twice in --each", excerpt(key));
        engines.iter_mut().filter(|engine| !engine.has(key)).for_each(|engine| engine.settings.push((key, value)));
    }
    engines.iter().map(|engine| engine.config(game)).collect()
}

fn split(argument: &str) -> anyhow::Result<(&str, &str)> {
    let wrong = || anyhow!("found '{}', expected NAME=VALUE, such as tc=10+0.1", excerpt(argument));
    argument.split_once('=').ok_or_else(wrong)
}

/// The default protocol of a game: UCI if it carries the game, else Hub, else UGI.
fn client_for(game: &str) -> Arc<dyn ProtocolClient> {
    let info = game_info(game);
    if info.is_some_and(|game| game.uci_variant.is_some()) {
        Arc::new(UciClient)
    } else if info.is_some_and(|game| game.hub_variant.is_some()) {
        Arc::new(HubClient)
    } else {
        Arc::new(UgiClient)
    }
}

/// The arguments that describe an engine.
struct EngineArguments<'a> {
    /// Whether the engine is this program itself, with one of its algorithms.
    is_builtin: bool,
    /// The program, or the algorithm.
    command: &'a str,
    /// The names and values of the settings.
    settings: Vec<(&'a str, &'a str)>,
}

/// The settings of an engine that are parameters of a textbook algorithm.
const ALGORITHM_PARAMETERS: [&str; 10] = ["depth", "step", "slots", "m", "n", "min", "max", "k", "width", "order"];

/// The other settings of an engine, but for its options.
const SETTINGS: [&str; 10] = ["cmd", "builtin", "name", "args", "dir", "proto", "tc", "st", "depth", "nodes"];

/// The algorithms without parameters; `depth=` limits them like any engine.
const PLAIN_ALGORITHMS: [&str; 4] = ["best", "search", "theory", "random"];

impl EngineArguments<'_> {
    /// Whether it has this setting, or its algorithm has this parameter. The case of the name of an option does not matter.
    fn has(&self, key: &str) -> bool {
        let is_option = key.starts_with("option.");
        let words = self.command.split_whitespace().filter(|_| self.is_builtin);
        let mut set = words.filter_map(|word| word.split_once('=')).chain(self.settings.iter().copied());
        set.any(|(set, _)| set == key || is_option && set.eq_ignore_ascii_case(key))
    }

    /// The settings as values.
    ///
    /// # Errors
    /// A setting is wrong.
    fn config(&self, game: &str) -> anyhow::Result<EngineConfig> {
        let command = self.command;
        let (kind, program) = if self.is_builtin {
            ("builtin", std::env::current_exe().context("cannot find this program itself")?)
        } else {
            ("cmd", PathBuf::from(command))
        };
        let mut config = EngineConfig {
            name: printable(&program.file_stem().unwrap_or_default().to_string_lossy()),
            description: vec![format!("{kind}={command}")],
            program,
            arguments: Vec::new(),
            working_directory: None,
            game: game.to_owned(),
            client: client_for(game),
            options: Vec::new(),
            time_control: TimeControl::default(),
        };
        let takes_parameters = self.is_builtin && !PLAIN_ALGORITHMS.contains(&command);
        let mut algorithm = command.to_owned();
        for &(key, value) in &self.settings {
            if key != "name" {
                config.description.push(format!("{key}={value}"));
            }
            if takes_parameters && ALGORITHM_PARAMETERS.contains(&key) {
                algorithm += &format!(" {key}={value}");
            } else {
                config.set(key, value)?;
            }
        }
        // The order of the settings makes no difference.
        config.description[1..].sort_unstable();
        if self.is_builtin {
            self.set_algorithm(&mut config, algorithm)?;
        }
        Ok(config)
    }

    /// Sets the option for the algorithm of this program, and its name.
    ///
    /// # Errors
    /// The algorithm or a parameter is wrong.
    fn set_algorithm(&self, config: &mut EngineConfig, algorithm: String) -> anyhow::Result<()> {
        let parsed = PlayerAlgorithm::parse(&algorithm, None);
        let parsed = parsed.map_err(|error| anyhow!("builtin={algorithm}: {error}"))?;
        if !self.has("name") {
            config.name = parsed.to_string();
        }
        // These need no limit, and so take any.
        let is_limited = matches!(parsed, PlayerAlgorithm::Random | PlayerAlgorithm::Textbook(_));
        if is_limited && config.time_control == TimeControl::default() {
            config.time_control.depth = Some(1);
        }
        config.options.push(("Algorithm".to_owned(), algorithm));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn engines(arguments: &[&str], game: &str) -> Vec<EngineConfig> {
        parse_analysis_engines(&arguments.iter().map(|&it| it.to_owned()).collect::<Vec<_>>(), game).unwrap()
    }

    #[test]
    fn every_setting_is_read() {
        let engine = &engines(
            &[
                "cmd=a/Good Engine.sh name=A\u{7} B args=-x  Yy dir=Some Where proto=hub tc=40/60+0.5 st=0.25 depth=7 nodes=99 \
               option.Book File=My Book.bin option.UCI_Elo=1500",
            ],
            "chess",
        )[0];
        assert_eq!([&engine.name, &engine.game], ["A? B", "chess"]);
        assert_eq!((engine.program.to_str(), engine.client.words().handshake), (Some("a/Good Engine.sh"), "hub"));
        assert_eq!(
            (&engine.arguments[..], engine.working_directory.as_deref()),
            (&["-x", "Yy"].map(str::to_owned)[..], Some("Some Where".as_ref()))
        );
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(engine.options, [option("Book File", "My Book.bin"), option("UCI_Elo", "1500")]);
        let clock = "40/60+0.5".parse().ok();
        let limits =
            TimeControl { clock, move_time: Some(Duration::from_millis(250)), depth: Some(7), nodes: Some(99) };
        assert_eq!(engine.time_control, limits);
        assert_eq!(
            engine.description.join("; "),
            "cmd=a/Good Engine.sh; args=-x Yy; depth=7; dir=Some Where; nodes=99; option.Book File=My Book.bin; \
             option.UCI_Elo=1500; proto=hub; st=0.25; tc=40/60+0.5"
        );
    }

    #[test]
    fn a_setting_of_all_engines_yields_to_that_of_one_in_any_case() {
        let [engines, each] = [&["cmd=a", "option.hash=32", "nodes=7", "cmd=b"][..], &["option.Hash=64", "nodes=9"]]
            .map(|arguments| arguments.iter().map(|&it| it.to_owned()).collect::<Vec<_>>());
        let engines = parse_settings(&engines, &each, "chess").unwrap();
        let found = engines.iter().map(|engine| (engine.options.clone(), engine.time_control.nodes));
        let option = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
        assert_eq!(found.collect::<Vec<_>>(), [(option("hash", "32"), Some(7)), (option("Hash", "64"), Some(9))]);
        // So does a parameter of an algorithm.
        let [builtin, each] = ["builtin=alpha-beta depth=3", "depth=2"].map(|it| [it.to_owned()]);
        assert_eq!(parse_settings(&builtin, &each, "nim").unwrap()[0].name, "alpha-beta depth=3");
        let unnamed = ["cmd=a", "name= "].map(str::to_owned);
        assert_eq!(
            parse_settings(&unnamed, &[], "chess").err().unwrap().to_string(),
            "name: found ' ', expected a name"
        );
    }

    /// What an engine is called that has no name, over which protocol it plays a game, and to which depth.
    #[test]
    fn settings_that_are_not_given_depend_on_the_engine_and_the_game() {
        for (argument, game, expected) in [
            ("cmd=a/Good.sh", "chess", "Good uci None []"),
            ("cmd=a/Good.sh", "international", "Good hub None []"),
            ("builtin=random", "nim", "random ugi Some(1) [(\"Algorithm\", \"random\")]"),
            ("builtin=search", "nim", "search ugi None [(\"Algorithm\", \"search\")]"),
            (
                "builtin=alpha-beta depth=3",
                "nim",
                "alpha-beta depth=3 ugi Some(1) [(\"Algorithm\", \"alpha-beta depth=3\")]",
            ),
        ] {
            let engine = &engines(&[argument], game)[0];
            let protocol = engine.client.words().handshake;
            assert_eq!(
                format!("{} {protocol} {:?} {:?}", engine.name, engine.time_control.depth, engine.options),
                expected
            );
        }
    }
}
