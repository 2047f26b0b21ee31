//! The draughts family in the table of games.

use super::searched_variant::SearchedVariant;
use super::{Draughts, DraughtsMove, DraughtsPosition};
use crate::games::entry::{GameEntry, GameInfo};

impl<V: SearchedVariant> GameEntry for Draughts<V> {
    type Inputs = V::Inputs;

    const GAMES: &'static [&'static GameInfo] = V::GAMES;

    fn first_step(position: &Self::Game, mv: DraughtsMove) -> usize {
        position.first_step(mv)
    }

    fn start(game: &'static GameInfo) -> Self::Game {
        DraughtsPosition::initial(V::of(game))
    }
}
