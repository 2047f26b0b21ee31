//! The command-line arguments that name a position.

use crate::any_position::AnyPosition;
use crate::commands::arguments::GameNameParser;
use crate::game::GameLine;
use crate::games::{DEFAULT_GAME, GameInfo, find_game};
use crate::notation::{Notation, set_up};
use crate::opening::set_up::RandomSetUp;
use anyhow::anyhow;
use clap::Args;

/// A position of a game.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, value_parser = GameNameParser, hide_possible_values = true, default_value = DEFAULT_GAME)]
    pub game: String,
    /// Position in FEN [default: the start position]
    #[arg(long, visible_alias = "position", allow_hyphen_values = true)]
    pub fen: Option<String>,
    /// A random position of a heap game, within bounds such as "heaps=3..5 size=1..20 misere seed=7"
    #[arg(long, value_name = "BOUNDS", conflicts_with = "fen", value_parser = read_bounds)]
    random: Option<RandomSetUp>,
    /// Moves to play from the position; several may stand in one pair of quotes
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
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

    /// The moves to play, one after the other.
    pub fn moves(&self) -> Vec<String> {
        self.moves.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect()
    }

    /// The position before the moves, as text; `None` for the start position.
    ///
    /// # Errors
    /// There is no such game, or it has no random positions within the bounds.
    pub fn start_text(&self) -> anyhow::Result<Option<String>> {
        let Some(bounds) = &self.random else { return Ok(self.fen.clone()) };
        let game = find_game(&self.game)?;
        let position = game.random_position(&game.start(), bounds, &mut bounds.random());
        position.map(|position| Some(position.show())).map_err(|error| anyhow!("--random: {error}"))
    }

    /// The game with its line up to the position.
    ///
    /// # Errors
    /// There is no such game, or the position or a move is not legal.
    pub fn line(&self) -> anyhow::Result<(&'static GameInfo, GameLine<AnyPosition>)> {
        let game = find_game(&self.game)?;
        let line = set_up(&game.start(), self.start_text()?.as_deref(), &self.moves());
        Ok((game, line.map_err(|error| anyhow!("the position: {error}"))?))
    }
}
