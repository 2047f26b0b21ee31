//! Small games, which are searched as one type: every type that is searched costs compiling time and space.

use crate::any_position::AnyPosition;
use crate::eval::Evaluator;
use crate::eval::no_weights::NoWeights;
use crate::games::entry::{GameEntry, GameInfo, SmallGame};
use crate::games::tictactoe::TicTacToe;
use crate::games::tree::TreePosition;
use crate::search::Neutral;
use once_cell::sync::Lazy;
use std::marker::PhantomData;

/// Search knowledge for small games: their rules and their static evaluations. A larger number of moves than this needs an
/// allocation.
pub type SmallGames = Neutral<AnyPosition, NoWeights<SmallGameEvaluation>, 32>;

/// The methods of [`SmallGame`], object-safe. `None`: the position is of another type.
trait AnySmallGame: Sync {
    fn games(&self) -> &'static [&'static GameInfo];
    fn start(&self, game: &'static GameInfo) -> AnyPosition;
    fn how_to_play(&self, game: &'static GameInfo) -> String;
    fn static_evaluation(&self, position: &AnyPosition) -> Option<i32>;
}

/// The games whose positions are of type `G`.
struct GamesOf<G>(PhantomData<fn() -> G>);

impl<G: SmallGame> AnySmallGame for GamesOf<G> {
    fn games(&self) -> &'static [&'static GameInfo] {
        G::games()
    }

    fn start(&self, game: &'static GameInfo) -> AnyPosition {
        AnyPosition::new(G::start(game))
    }

    fn how_to_play(&self, game: &'static GameInfo) -> String {
        G::how_to_play(game)
    }

    fn static_evaluation(&self, position: &AnyPosition) -> Option<i32> {
        position.downcast_ref().map(G::static_evaluation)
    }
}

/// The small games.
const TYPES: [&dyn AnySmallGame; 2] = [&GamesOf::<TicTacToe>(PhantomData), &GamesOf::<TreePosition>(PhantomData)];

fn type_of(game: &GameInfo) -> &'static dyn AnySmallGame {
    let is_of = |it: &&dyn AnySmallGame| it.games().iter().any(|own| own.name == game.name);
    TYPES.into_iter().find(is_of).expect("the visitors of a game get its type")
}

impl GameEntry for SmallGames {
    type NetworkFeatures = ();

    fn games() -> &'static [&'static GameInfo] {
        static GAMES: Lazy<Vec<&GameInfo>> = Lazy::new(|| TYPES.iter().flat_map(|it| it.games()).copied().collect());
        &GAMES
    }

    fn start(game: &'static GameInfo) -> AnyPosition {
        type_of(game).start(game)
    }

    fn how_to_play(game: &'static GameInfo) -> String {
        type_of(game).how_to_play(game)
    }
}

/// Evaluates positions of small games.
#[derive(Default)]
pub struct SmallGameEvaluation;

impl Evaluator<AnyPosition> for SmallGameEvaluation {
    fn score(&mut self, position: &AnyPosition) -> i32 {
        TYPES.iter().find_map(|it| it.static_evaluation(position)).unwrap_or(0)
    }

    fn coarse(&self) -> bool {
        true
    }
}
