//! The draughts family in the table of games.

use super::eval::SquareFeatures;
use super::how_to_play::how_to_play;
use super::move_rules::rules_of;
use super::searched_variant::SearchedVariant;
use super::{Draughts, DraughtsMove, DraughtsPosition};
use crate::games::entry::{GameEntry, GameInfo};

impl<V: SearchedVariant> GameEntry for Draughts<V> {
    type NetworkFeatures = SquareFeatures<V>;

    fn games() -> &'static [&'static GameInfo] {
        V::GAMES
    }

    fn first_step(position: &Self::Game, mv: DraughtsMove) -> usize {
        position.first_step(mv)
    }

    fn how_to_play(game: &'static GameInfo) -> String {
        how_to_play(Self::start(game).rules(), V::FLYING_KINGS)
    }

    fn rules(game: &'static GameInfo) -> Vec<String> {
        let position = Self::start(game);
        let rules = rules_of(position.variant()).into_iter();
        let numbered = rules.map(|rule| format!("{}. {}", rule.number, rule.text));
        let draws = position.rules().draws.texts().into_iter();
        let draws = draws.map(|text| format!("Draw: {text}"));
        numbered.chain(draws).collect()
    }

    fn plays(game: &GameInfo) -> bool {
        V::of(game).is_some()
    }

    fn start(game: &'static GameInfo) -> Self::Game {
        let variant = V::of(game).expect("the visitors of a game get its type");
        DraughtsPosition::initial(variant)
    }
}
