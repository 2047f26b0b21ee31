//! The engines of a match as the command line describes them.

use super::engine_error::EngineError;
use super::engine_options::OptionSetting;
use crate::conditions::time_control::{TimeControl, parse_seconds};
use crate::games::game_info;
use crate::notation::{MoveStyle, excerpt};
use crate::player::PlayerAlgorithm;
use crate::protocol::client::ProtocolClient;
use crate::protocol::hub::client::HubClient;
use crate::protocol::uci::client::UciClient;
use crate::protocol::ugi::client::UgiClient;
use crate::system::printable::printable;
use anyhow::{Context, anyhow, bail, ensure};
use std::path::PathBuf;
use std::sync::Arc;

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

    /// How the engine expects moves: with `UCI_Chess960`, castling is written as king takes rook.
    pub fn move_style(&self) -> MoveStyle {
        let chess960 = |(name, value): &OptionSetting| {
            name.eq_ignore_ascii_case("UCI_Chess960") && value.eq_ignore_ascii_case("true")
        };
        if self.options.iter().any(chess960) { MoveStyle::LongCastlingByRook } else { MoveStyle::Long }
    }

    fn check_limit(&self) -> anyhow::Result<()> {
        let has_limit = self.time_control != TimeControl::default();
        ensure!(has_limit, "engine '{}' has no limit; give it tc=, st=, depth= or nodes=", self.name);
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
    ensure!(engines.len() >= 2, "found {} engines, expected two or more", engines.len());
    for (number, engine) in engines.iter().enumerate() {
        let (name, mut before) = (&engine.name, engines[..number].iter());
        ensure!(before.all(|other| other.name != *name), "two engines are called '{name}'; give one another name=");
        engine.check_limit()?;
    }
    Ok(engines)
}

/// Reads the values of `--engine` where one engine is expected.
///
/// # Errors
/// A setting is wrong, the number of engines is not one, or the engine has no limit.
pub fn parse_engine(arguments: &[String], game: &str) -> anyhow::Result<EngineConfig> {
    let engines = parse_settings(arguments, &[], game)?;
    let [engine] = <[EngineConfig; 1]>::try_from(engines)
        .map_err(|engines| anyhow!("found {} engines, expected one", engines.len()))?;
    engine.check_limit()?;
    Ok(engine)
}

fn parse_settings(arguments: &[String], each: &[String], game: &str) -> anyhow::Result<Vec<EngineConfig>> {
    let mut builders: Vec<ConfigBuilder> = Vec::new();
    for argument in arguments {
        let suggestion = |_| {
            let found = excerpt(argument);
            anyhow!("found '{found}', expected NAME=VALUE; did you mean cmd={found}?")
        };
        let (key, value) = split(argument).map_err(suggestion)?;
        match (key, builders.last_mut()) {
            ("cmd", _) => builders.push(ConfigBuilder::new(value, game)),
            ("builtin", _) => builders.push(ConfigBuilder::builtin(value, game)?),
            (_, Some(builder)) => builder.set(key, value)?,
            (_, None) => bail!("found '{}', expected cmd=PROGRAM or builtin=ALGORITHM first", excerpt(argument)),
        }
    }
    for builder in &mut builders {
        for argument in each {
            let (key, value) = split(argument)?;
            if !builder.has(key) {
                builder.set(key, value)?;
            }
        }
        builder.set_algorithm()?;
        // The order of the settings makes no difference.
        builder.config.description[1..].sort_unstable();
    }
    Ok(builders.into_iter().map(|builder| builder.config).collect())
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

/// A description that is being read.
struct ConfigBuilder {
    config: EngineConfig,
    /// The settings that it has so far.
    keys: Vec<String>,
    /// The algorithm of an engine that is this program itself, with the parameters so far.
    algorithm: Option<String>,
}

/// The settings of an engine that are parameters of a textbook algorithm.
const ALGORITHM_PARAMETERS: [&str; 10] = ["depth", "step", "slots", "m", "n", "min", "max", "k", "width", "order"];

/// The algorithms without parameters; `depth=` limits them like any engine.
const PLAIN_ALGORITHMS: [&str; 4] = ["best", "search", "theory", "random"];

impl ConfigBuilder {
    fn new(command: &str, game: &str) -> ConfigBuilder {
        let program = PathBuf::from(command);
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        ConfigBuilder {
            config: EngineConfig {
                name: printable(&name),
                description: vec![format!("cmd={command}")],
                program,
                arguments: Vec::new(),
                working_directory: None,
                game: game.to_owned(),
                client: client_for(game),
                options: Vec::new(),
                time_control: TimeControl::default(),
            },
            keys: Vec::new(),
            algorithm: None,
        }
    }

    /// This program itself, with one of its algorithms.
    fn builtin(algorithm: &str, game: &str) -> anyhow::Result<ConfigBuilder> {
        let program = std::env::current_exe().context("cannot find this program itself")?;
        let mut builder = ConfigBuilder::new("kempelen", game);
        builder.config.program = program;
        builder.config.description = vec![format!("builtin={algorithm}")];
        builder.algorithm = Some(algorithm.to_owned());
        Ok(builder)
    }

    /// Sets the option for the algorithm of this program, when its parameters are known, and its name.
    ///
    /// # Errors
    /// The algorithm or a parameter is wrong.
    fn set_algorithm(&mut self) -> anyhow::Result<()> {
        let Some(algorithm) = self.algorithm.take() else { return Ok(()) };
        let parsed = PlayerAlgorithm::parse(&algorithm, None);
        let parsed = parsed.map_err(|error| anyhow!("builtin={algorithm}: {error}"))?;
        if !self.has("name") {
            self.config.name = parsed.to_string();
        }
        let config = &mut self.config;
        // These need no limit, and so take any.
        let is_limited = matches!(parsed, PlayerAlgorithm::Random | PlayerAlgorithm::Textbook(_));
        if is_limited && config.time_control == TimeControl::default() {
            config.time_control.depth = Some(1);
        }
        config.options.push(("Algorithm".to_owned(), algorithm));
        Ok(())
    }

    /// Whether it has this setting already.
    fn has(&self, key: &str) -> bool {
        self.keys.iter().any(|set| set == key)
    }

    fn set(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        self.keys.push(key.to_owned());
        let config = &mut self.config;
        let takes_parameters = |algorithm: &&mut String| {
            ALGORITHM_PARAMETERS.contains(&key) && !PLAIN_ALGORITHMS.contains(&algorithm.as_str())
        };
        if let Some(algorithm) = self.algorithm.as_mut().filter(takes_parameters) {
            *algorithm += &format!(" {key}={value}");
            config.description.push(format!("{key}={value}"));
            return Ok(());
        }
        if key != "name" {
            config.description.push(format!("{key}={value}"));
        }
        let wrong = |expected| anyhow!("{key}: found '{}', expected {expected}", excerpt(value));
        let number = || value.parse::<u64>().map_err(|_| wrong("a whole number"));
        let limits = &mut config.time_control;
        match key {
            "name" => config.name = printable(value),
            "args" => config.arguments = value.split_whitespace().map(str::to_owned).collect(),
            "dir" => config.working_directory = Some(value.into()),
            "proto" => {
                config.client = match value {
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
                Some(option) => config.options.push((option.to_owned(), value.to_owned())),
                None => bail!(
                    "found '{}=', expected cmd, builtin, name, args, dir, proto, tc, st, depth, nodes or option.NAME",
                    excerpt(key)
                ),
            },
        }
        Ok(())
    }
}
