//! How engines are described on the command line.

use super::engine::Profile;
use super::time_control::Control;
use super::time_control::read_seconds;
use crate::notation::{MoveStyle, excerpt};
use crate::protocol::client::Client;
use crate::protocol::hub::client::HubClient;
use crate::protocol::uci::client::UciClient;
use anyhow::{anyhow, bail};
use std::path::PathBuf;
use std::sync::Arc;

/// Reads the words after `--engine`, where every `cmd=` begins another engine; the words of `each`
/// hold for all of them.
pub fn read(words: &[String], each: &[String], game: &str) -> anyhow::Result<Vec<Profile>> {
    let profiles = read_any(words, each, game)?;
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
        check_limit(profile)?;
    }
    Ok(profiles)
}

/// Reads the words after `--engine` that describe the only one.
pub fn read_one(words: &[String], game: &str) -> anyhow::Result<Profile> {
    let profiles = read_any(words, &[], game)?;
    let [profile] = <[Profile; 1]>::try_from(profiles)
        .map_err(|profiles| anyhow!("found {} engines, expected one", profiles.len()))?;
    check_limit(&profile)?;
    Ok(profile)
}

fn read_any(words: &[String], each: &[String], game: &str) -> anyhow::Result<Vec<Profile>> {
    let mut drafts: Vec<Draft> = Vec::new();
    for word in words {
        let meant = |_| {
            anyhow!(
                "found '{0}', expected NAME=VALUE; did you mean cmd={0}?",
                excerpt(word)
            )
        };
        let (key, value) = split(word).map_err(meant)?;
        match (key, drafts.last_mut()) {
            ("cmd", _) => drafts.push(Draft::new(value, game)),
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
        draft.profile.words[1..].sort_unstable();
    }
    Ok(drafts.into_iter().map(|draft| draft.profile).collect())
}

fn check_limit(profile: &Profile) -> anyhow::Result<()> {
    match profile.control == Control::default() {
        true => bail!(
            "engine '{}' has no limit; give it tc=, st=, depth= or nodes=",
            profile.name
        ),
        false => Ok(()),
    }
}

/// How an engine is to be told the moves.
pub fn style(profile: &Profile) -> MoveStyle {
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
struct Draft {
    profile: Profile,
    /// What has been set.
    keys: Vec<String>,
}

impl Draft {
    fn new(command: &str, game: &str) -> Draft {
        let path = PathBuf::from(command);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let client: Arc<dyn Client> = match game {
            "chess" => Arc::new(UciClient),
            _ => Arc::new(HubClient),
        };
        Draft {
            profile: Profile {
                name: name.into_owned(),
                words: vec![format!("cmd={command}")],
                command: path.clone(),
                arguments: Vec::new(),
                folder: None,
                game: game.to_owned(),
                client,
                options: Vec::new(),
                control: Control::default(),
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
            self.profile.words.push(format!("{key}={value}"));
        }
        let wrong = |expected| {
            let found = excerpt(value);
            anyhow!("{key}: found '{found}', expected {expected}")
        };
        let profile = &mut self.profile;
        let number = || value.parse::<u64>().map_err(|_| wrong("a whole number"));
        match key {
            "name" => value.clone_into(&mut profile.name),
            "args" => profile.arguments = value.split_whitespace().map(str::to_owned).collect(),
            "dir" => profile.folder = Some(value.into()),
            "proto" => {
                profile.client = match value {
                    "uci" => Arc::new(UciClient),
                    "hub" => Arc::new(HubClient),
                    _ => return Err(wrong("uci or hub")),
                }
            }
            "tc" => {
                profile.control.clock = Some(value.parse().map_err(|error| anyhow!("tc: {error}"))?)
            }
            "st" => {
                profile.control.move_time =
                    Some(read_seconds(value).ok_or_else(|| wrong("seconds"))?)
            }
            "depth" => profile.control.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
            "nodes" => profile.control.nodes = Some(number()?),
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
