//! Small games, which are searched as one type: every type that is searched costs compiling time and space.

use crate::any_position::AnyPosition;
use crate::eval::Evaluator;
use crate::eval::no_weights::NoWeights;
use crate::games::entry::{GameEntry, GameInfo, SmallGame};
use crate::games::tictactoe::TicTacToe;
use crate::games::tree::TreePosition;
use crate::search::Neutral;
use once_cell::sync::Lazy;

/// Search knowledge for small games: their rules and their static evaluations. A larger number of moves than this needs an
/// allocation.
pub type SmallGames = Neutral<AnyPosition, NoWeights<SmallGameEvaluation>, 32>;

/// The functions of a [`SmallGame`], which take positions of any game.
struct SmallGameType {
    games: fn() -> &'static [&'static GameInfo],
    start: fn(&'static GameInfo) -> AnyPosition,
    /// `None`: the position is of another type.
    static_evaluation: fn(&AnyPosition) -> Option<i32>,
}

impl SmallGameType {
    const fn of<G: SmallGame>() -> SmallGameType {
        SmallGameType {
            games: G::games,
            start: |game| AnyPosition::new(G::start(game)),
            static_evaluation: |position| position.downcast_ref().map(G::static_evaluation),
        }
    }
}

/// The small games.
const TYPES: [SmallGameType; 2] = [SmallGameType::of::<TicTacToe>(), SmallGameType::of::<TreePosition>()];

impl GameEntry for SmallGames {
    type NetworkFeatures = ();

    fn games() -> &'static [&'static GameInfo] {
        static GAMES: Lazy<Vec<&GameInfo>> = Lazy::new(|| TYPES.iter().flat_map(|it| (it.games)()).copied().collect());
        &GAMES
    }

    fn start(game: &'static GameInfo) -> AnyPosition {
        let plays = |it: &SmallGameType| (it.games)().iter().any(|own| own.name == game.name);
        let found = TYPES.into_iter().find(plays).expect("the visitors of a game get its type");
        (found.start)(game)
    }

    fn game_of(position: &AnyPosition) -> Option<&'static GameInfo> {
        TYPES.iter().find(|it| (it.static_evaluation)(position).is_some()).and_then(|it| (it.games)().first().copied())
    }
}

/// Evaluates positions of small games.
#[derive(Default)]
pub struct SmallGameEvaluation;

impl Evaluator<AnyPosition> for SmallGameEvaluation {
    fn score(&mut self, position: &AnyPosition) -> i32 {
        TYPES.iter().find_map(|it| (it.static_evaluation)(position)).unwrap_or(0)
    }

    fn coarse(&self) -> bool {
        true
    }
}
