//! The entry of a small game, which needs no search of its own type.

use super::{GameInfo, no_random_positions};
use crate::any_position::Erasable;
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::random::Random;

/// What a small game brings to the table of games, as in [`GameEntry`](super::GameEntry): its positions are searched as
/// [`AnyPosition`](crate::any_position::AnyPosition).
pub trait SmallGame: Erasable {
    /// Names and data of the games.
    fn games() -> &'static [&'static GameInfo];

    /// The position that a new game starts from.
    fn start(game: &'static GameInfo) -> Self;

    /// As [`GameEntry::how_to_play`](super::GameEntry::how_to_play).
    fn how_to_play(game: &'static GameInfo) -> String {
        game.how_to_play.to_owned()
    }

    /// As [`GameEntry::random_position`](super::GameEntry::random_position).
    ///
    /// # Errors
    /// The game has no random positions, or the bounds are wrong.
    fn random_position(
        game: &'static GameInfo,
        _like: &Self,
        _set_up: &RandomSetUp,
        _random: &mut Random,
    ) -> Result<Self, String> {
        Err(no_random_positions(game))
    }

    /// As [`GameEntry::secret_placement`](super::GameEntry::secret_placement).
    fn secret_placement(_like: &Self) -> Option<SecretPlacement> {
        None
    }

    /// A coarse evaluation for the side to move.
    fn static_evaluation(&self) -> i32 {
        0
    }
}
