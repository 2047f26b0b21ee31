//! Which position of which game is meant, as the command line says it.

use crate::notation::Notation;
use crate::player::{Player, game_help, set_up};
use anyhow::anyhow;
use clap::Args;

/// A position of a game.
#[derive(Args, Clone, Debug)]
pub struct Place {
    /// The name of the game
    #[arg(long, help = game_help(), default_value = "chess")]
    pub game: String,
    /// Position in FEN [default: the start position]
    #[arg(long, visible_alias = "position")]
    pub fen: Option<String>,
    /// Moves to play from the position
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    pub moves: Vec<String>,
}

impl Place {
    /// The position, if it is one of this game.
    pub fn position<G: Notation>(&self) -> anyhow::Result<G> {
        let course = set_up::<G>(self.fen.as_deref(), &self.moves);
        let course = course.map_err(|error| anyhow!("the position: {error}"))?;
        Ok(course.position().clone())
    }

    /// Lets a player of the game stand there, with the moves before it in mind.
    pub fn set_up(&self, player: &mut dyn Player) -> anyhow::Result<()> {
        let set_up = player.set_position(self.fen.as_deref(), &self.moves);
        set_up.map_err(|error| anyhow!("the position: {error}"))
    }
}
