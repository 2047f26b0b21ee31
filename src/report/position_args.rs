//! The command-line arguments that name a position.

use crate::games::{DEFAULT_GAME, game_help};
use crate::notation::Notation;
use crate::opening::set_up::RandomSetUp;
use crate::player::{Player, referee, set_up};
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
    /// A random position of a heap game, within bounds such as "heaps=3..5 size=1..20 misere seed=7"
    #[arg(long, value_name = "BOUNDS", conflicts_with = "fen", value_parser = read_bounds)]
    random: Option<RandomSetUp>,
    /// Moves to play from the position
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    pub moves: Vec<String>,
}

/// Bounds with a seed, so that they stand for one position.
fn read_bounds(text: &str) -> Result<RandomSetUp, String> {
    text.parse().map(RandomSetUp::with_seed)
}

impl PositionArgs {
    /// Whether another position than the start position is meant.
    pub fn names_position(&self) -> bool {
        self.fen.is_some() || self.random.is_some() || !self.moves.is_empty()
    }

    /// The position before the moves, as text; `None` for the start position.
    pub fn start_text(&self) -> anyhow::Result<Option<String>> {
        let Some(bounds) = &self.random else {
            return Ok(self.fen.clone());
        };
        let position = referee(&self.game).and_then(|referee| referee.random_position(bounds, &mut bounds.random()));
        position.map(Some).map_err(|error| anyhow!("--random: {error}"))
    }

    /// The position; an error if it is not one of the game that begins at `start`.
    pub fn position<G: Notation>(&self, start: &G) -> anyhow::Result<G> {
        let history = set_up(start, self.start_text()?.as_deref(), &self.moves);
        let history = history.map_err(|error| anyhow!("the position: {error}"))?;
        Ok(history.position().clone())
    }

    /// Sets a player to the position, with the moves before it as its history.
    pub fn set_up(&self, player: &mut dyn Player) -> anyhow::Result<()> {
        let set_up = player.set_position(self.start_text()?.as_deref(), &self.moves);
        set_up.map_err(|error| anyhow!("the position: {error}"))
    }
}
