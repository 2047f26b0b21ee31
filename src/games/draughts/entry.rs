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

    fn plays(game: &GameInfo) -> bool {
        V::of(game).is_some()
    }

    fn start(game: &'static GameInfo) -> Self::Game {
        let variant = V::of(game).expect("the visitors of a game get its type");
        DraughtsPosition::initial(variant)
    }
}
