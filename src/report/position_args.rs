//! The command-line arguments that name a position.

use crate::games::{DEFAULT_GAME, game_help};
use crate::notation::Notation;
use crate::player::{Player, set_up};
use anyhow::anyhow;
use clap::Args;

/// A position of a game.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// The name of the game
    #[arg(long, help = game_help(), default_value = DEFAULT_GAME)]
    pub game: String,
    /// Position in FEN [default: the start position]
    #[arg(long, visible_alias = "position")]
    pub fen: Option<String>,
    /// Moves to play from the position
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    pub moves: Vec<String>,
}

impl PositionArgs {
    /// The position; an error if it is not one of the game that begins at `start`.
    pub fn position<G: Notation>(&self, start: &G) -> anyhow::Result<G> {
        let history = set_up(start, self.fen.as_deref(), &self.moves);
        let history = history.map_err(|error| anyhow!("the position: {error}"))?;
        Ok(history.position().clone())
    }

    /// Sets a player to the position, with the moves before it as its history.
    pub fn set_up(&self, player: &mut dyn Player) -> anyhow::Result<()> {
        let set_up = player.set_position(self.fen.as_deref(), &self.moves);
        set_up.map_err(|error| anyhow!("the position: {error}"))
    }
}
