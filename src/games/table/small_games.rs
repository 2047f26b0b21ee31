//! Small games, which are searched as one type: every type that is searched costs compiling time and space.

use crate::any_position::AnyPosition;
use crate::eval::Evaluator;
use crate::eval::no_weights::NoWeights;
use crate::games::entry::{GameEntry, GameInfo, SmallGame};
use crate::games::heaps::HeapPosition;
use crate::games::tictactoe::TicTacToe;
use crate::games::tree::TreePosition;
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::random::Random;
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
    fn random_position(
        &self,
        game: &'static GameInfo,
        like: &AnyPosition,
        set_up: &RandomSetUp,
        random: &mut Random,
    ) -> Result<AnyPosition, String>;
    fn secret_placement(&self, like: &AnyPosition) -> Option<SecretPlacement>;
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

    fn random_position(
        &self,
        game: &'static GameInfo,
        like: &AnyPosition,
        set_up: &RandomSetUp,
        random: &mut Random,
    ) -> Result<AnyPosition, String> {
        G::random_position(game, like.inside(), set_up, random).map(AnyPosition::new)
    }

    fn secret_placement(&self, like: &AnyPosition) -> Option<SecretPlacement> {
        like.downcast_ref().and_then(G::secret_placement)
    }

    fn static_evaluation(&self, position: &AnyPosition) -> Option<i32> {
        position.downcast_ref().map(G::static_evaluation)
    }
}

/// The small games.
const TYPES: [&dyn AnySmallGame; 3] =
    [&GamesOf::<TicTacToe>(PhantomData), &GamesOf::<TreePosition>(PhantomData), &GamesOf::<HeapPosition>(PhantomData)];

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

    fn random_position(
        game: &'static GameInfo,
        like: &AnyPosition,
        set_up: &RandomSetUp,
        random: &mut Random,
    ) -> Result<AnyPosition, String> {
        type_of(game).random_position(game, like, set_up, random)
    }

    fn secret_placement(like: &AnyPosition) -> Option<SecretPlacement> {
        TYPES.iter().find_map(|it| it.secret_placement(like))
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
