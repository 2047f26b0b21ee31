//! How engines are described on the command line.

use super::engine::EngineConfig;
use super::time_control::TimeControl;
use super::time_control::parse_seconds;
use crate::games::game_info;
use crate::notation::{MoveStyle, excerpt};
use crate::protocol::client::ProtocolClient;
use crate::protocol::hub::client::HubClient;
use crate::protocol::uci::client::UciClient;
use anyhow::{anyhow, bail};
use std::path::PathBuf;
use std::sync::Arc;

/// Reads the words after `--engine`, where every `cmd=` begins another engine; the words of `each`
/// hold for all of them.
pub fn parse_engines(
    words: &[String],
    each: &[String],
    game: &str,
) -> anyhow::Result<Vec<EngineConfig>> {
    let profiles = parse_configs(words, each, game)?;
    if profiles.len() < 2 {
        bail!("found {} engines, expected two or more", profiles.len());
    }
    for (index, profile) in profiles.iter().enumerate() {
        if profiles[..index]
            .iter()
            .any(|other| other.name == profile.name)
        {
            bail!(
                "two engines are called '{}'; give one another name=",
                profile.name
            );
        }
        check_has_limit(profile)?;
    }
    Ok(profiles)
}

/// Reads the words after `--engine` that describe the only one.
pub fn parse_engine(words: &[String], game: &str) -> anyhow::Result<EngineConfig> {
    let profiles = parse_configs(words, &[], game)?;
    let [profile] = <[EngineConfig; 1]>::try_from(profiles)
        .map_err(|profiles| anyhow!("found {} engines, expected one", profiles.len()))?;
    check_has_limit(&profile)?;
    Ok(profile)
}

fn parse_configs(
    words: &[String],
    each: &[String],
    game: &str,
) -> anyhow::Result<Vec<EngineConfig>> {
    let mut drafts: Vec<ConfigBuilder> = Vec::new();
    for word in words {
        let meant = |_| {
            anyhow!(
                "found '{0}', expected NAME=VALUE; did you mean cmd={0}?",
                excerpt(word)
            )
        };
        let (key, value) = split(word).map_err(meant)?;
        match (key, drafts.last_mut()) {
            ("cmd", _) => drafts.push(ConfigBuilder::new(value, game)),
            (_, Some(draft)) => draft.set(key, value)?,
            (_, None) => bail!("found '{}', expected cmd=PROGRAM first", excerpt(word)),
        }
    }
    for draft in &mut drafts {
        for word in each {
            let (key, value) = split(word)?;
            draft.set_unless_set(key, value)?;
        }
        // The order in which they were said is of no matter.
        draft.config.description[1..].sort_unstable();
    }
    Ok(drafts.into_iter().map(|draft| draft.config).collect())
}

fn check_has_limit(profile: &EngineConfig) -> anyhow::Result<()> {
    match profile.time_control == TimeControl::default() {
        true => bail!(
            "engine '{}' has no limit; give it tc=, st=, depth= or nodes=",
            profile.name
        ),
        false => Ok(()),
    }
}

/// How an engine is to be told the moves.
pub fn move_style(profile: &EngineConfig) -> MoveStyle {
    let by_rook = |(name, value): &(String, String)| {
        name.eq_ignore_ascii_case("UCI_Chess960") && value.eq_ignore_ascii_case("true")
    };
    match profile.options.iter().any(by_rook) {
        true => MoveStyle::LongCastlingByRook,
        false => MoveStyle::Long,
    }
}

fn split(word: &str) -> anyhow::Result<(&str, &str)> {
    let wrong = || {
        anyhow!(
            "found '{}', expected NAME=VALUE, such as tc=10+0.1",
            excerpt(word)
        )
    };
    word.split_once('=').ok_or_else(wrong)
}

/// A profile that is being read.
struct ConfigBuilder {
    config: EngineConfig,
    /// What has been set.
    keys: Vec<String>,
}

impl ConfigBuilder {
    fn new(command: &str, game: &str) -> ConfigBuilder {
        let path = PathBuf::from(command);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let by_uci = game_info(game).is_some_and(|game| game.uci_variant.is_some());
        let client: Arc<dyn ProtocolClient> = if by_uci {
            Arc::new(UciClient)
        } else {
            Arc::new(HubClient)
        };
        ConfigBuilder {
            config: EngineConfig {
                name: name.into_owned(),
                description: vec![format!("cmd={command}")],
                program: path.clone(),
                arguments: Vec::new(),
                working_directory: None,
                game: game.to_owned(),
                client,
                options: Vec::new(),
                time_control: TimeControl::default(),
            },
            keys: Vec::new(),
        }
    }

    fn set_unless_set(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        match self.keys.iter().any(|set| set == key) {
            true => Ok(()),
            false => self.set(key, value),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        self.keys.push(key.to_owned());
        if key != "name" {
            self.config.description.push(format!("{key}={value}"));
        }
        let wrong = |expected| {
            let found = excerpt(value);
            anyhow!("{key}: found '{found}', expected {expected}")
        };
        let profile = &mut self.config;
        let number = || value.parse::<u64>().map_err(|_| wrong("a whole number"));
        match key {
            "name" => value.clone_into(&mut profile.name),
            "args" => profile.arguments = value.split_whitespace().map(str::to_owned).collect(),
            "dir" => profile.working_directory = Some(value.into()),
            "proto" => {
                profile.client = match value {
                    "uci" => Arc::new(UciClient),
                    "hub" => Arc::new(HubClient),
                    _ => return Err(wrong("uci or hub")),
                }
            }
            "tc" => {
                profile.time_control.clock =
                    Some(value.parse().map_err(|error| anyhow!("tc: {error}"))?)
            }
            "st" => {
                profile.time_control.move_time =
                    Some(parse_seconds(value).ok_or_else(|| wrong("seconds"))?)
            }
            "depth" => {
                profile.time_control.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX))
            }
            "nodes" => profile.time_control.nodes = Some(number()?),
            _ => match key.strip_prefix("option.") {
                Some(option) => profile.options.push((option.to_owned(), value.to_owned())),
                None => bail!(
                    "found '{}=', expected cmd, name, args, dir, proto, tc, st, depth, nodes or option.NAME",
                    excerpt(key)
                ),
            },
        }
        Ok(())
    }
}
