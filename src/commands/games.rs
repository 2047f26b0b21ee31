//! `kempelen games`: the games, and how they are played.

use crate::games::{GameInfo, find_game, games, rules_text};
use crate::notation::Notation;
use crate::system::files::NamedOutput;
use clap::Args;
use serde_json::json;
use std::io::Write;

/// List the games and the protocols that play them, or show the rules of one.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen games
  kempelen games russian
  kempelen games --json

Draughts with other rules are played by a file that describes them, such as '--game my-rules.toml' (see docs/rules-files.md).")]
pub struct Games {
    /// Show how this game is played
    game: Option<String>,
    /// Write the list as JSON, an object a line
    #[arg(long, conflicts_with = "game")]
    json: bool,
}

impl Games {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let text = match &self.game {
            Some(name) => rules_text(find_game(name)?),
            None if self.json => games().map(object).collect(),
            None => games().map(row).collect(),
        };
        Ok(NamedOutput::stdout().write_all(text.as_bytes())?)
    }
}

/// The name, the protocols and the description.
fn row(game: &'static GameInfo) -> String {
    let (uci, hub) = (game.uci_variant.map(|_| "UCI, "), game.hub_variant.map(|_| "Hub, "));
    let protocols = format!("{}UGI", uci.or(hub).unwrap_or_default());
    format!("{:<14} {protocols:<9} {}\n", game.name, game.about)
}

fn object(game: &'static GameInfo) -> String {
    let object = json!({
        "game": game.name,
        "about": game.about,
        "how_to_play": game.how_to_play(),
        "start": game.start().show(),
        "uci_variant": game.uci_variant,
        "hub_variant": game.hub_variant,
    });
    format!("{object}\n")
}
