//! The draughts family in the table of games.

use super::eval::SquareFeatures;
use super::family::{DraughtsGame, built_in_game, infos};
use super::move_rules::rules_of;
use super::rules::{DraughtsRules, Goal};
use super::rules_file::{described_game, game_with_rules};
use super::{Draughts, DraughtsPosition, DraughtsVariant};
use crate::games::entry::{GameEntry, GameInfo};

/// A game of the table or of a rules file, if its positions have the type of `V`.
fn game_of<V: DraughtsVariant>(info: &GameInfo) -> Option<&'static DraughtsGame> {
    let game = if info.described_by_file { described_game(info.name) } else { built_in_game(info.name) };
    game.filter(|game| game.kind == V::KIND)
}

impl<V: DraughtsVariant> GameEntry for Draughts<V> {
    type NetworkFeatures = SquareFeatures<V>;

    fn games() -> &'static [&'static GameInfo] {
        infos(V::KIND)
    }

    fn how_to_play(game: &'static GameInfo) -> String {
        how_to_play_by(Self::start(game).rules(), V::FLYING_KINGS)
    }

    fn rules(game: &'static GameInfo) -> Vec<String> {
        listed_rules(Self::start(game).rules(), V::FLYING_KINGS)
    }

    fn game_of(position: &Self::Game) -> Option<&'static GameInfo> {
        game_with_rules(position.rules()).map(|game| &game.info)
    }

    fn plays(game: &GameInfo) -> bool {
        game_of::<V>(game).is_some()
    }

    fn start(game: &'static GameInfo) -> Self::Game {
        let game = game_of::<V>(game).expect("the visitors of a game get its type");
        DraughtsPosition::initial(V::of(game.rules))
    }
}

/// The numbered rules, and the draw rules.
fn listed_rules(rules: &DraughtsRules, flying_kings: bool) -> Vec<String> {
    let numbered = rules_of(rules, flying_kings).into_iter().map(|rule| format!("{}. {}", rule.number, rule.text));
    numbered.chain(rules.draws.texts().into_iter().map(|text| format!("Draw: {text}"))).collect()
}

/// How the pieces go, and how the game ends. The numbered rules say the rest.
fn how_to_play_by(rules: &DraughtsRules, flying_kings: bool) -> String {
    let king = if flying_kings {
        "a king goes along a diagonal as far as it likes"
    } else {
        "a king goes one step diagonally, forward or backward"
    };
    let lines = if rules.captures_along_rows { "along diagonals, rows and columns" } else { "along diagonals" };
    let end = match rules.goal {
        Goal::Capture => "A side that has no pieces left, or cannot move, has lost.",
        Goal::LoseAll => "A side that has no pieces left, or cannot move, has won.",
        Goal::FirstKing => {
            "Whoever gets the first king wins; a side that has no pieces left, or cannot move, has lost."
        }
    };
    format!(
        "A man goes one step diagonally forward; {king}. A man whose move ends on the far row becomes a king.\n\
         A piece captures {lines}: it jumps over a piece of the opponent onto an empty square behind it, and may go on \
         jumping in the same move.\n\
         {end} The same position for the third time is a draw."
    )
}
