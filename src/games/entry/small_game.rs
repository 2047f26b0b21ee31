//! The entry of a small game, which needs no search of its own type.

use super::GameInfo;
use crate::any_position::Erasable;

/// What a small game brings to the table of games, as in [`GameEntry`](super::GameEntry): its positions are searched as
/// [`AnyPosition`](crate::any_position::AnyPosition).
pub trait SmallGame: Erasable {
    /// Names and data of the games.
    fn games() -> &'static [&'static GameInfo];

    /// The position that a new game starts from.
    fn start(game: &'static GameInfo) -> Self;

    /// A coarse evaluation for the side to move.
    fn static_evaluation(&self) -> i32 {
        0
    }
}
