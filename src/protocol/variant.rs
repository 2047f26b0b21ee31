//! The games that a protocol carries, and the change from one to another.

use super::options::DEFAULT_HASH;
use super::output::ProtocolOutput;
use crate::games::{GameInfo, games};
use crate::notation::excerpt;
use crate::player::{Player, player};

/// The name by which a protocol carries a game, if it does.
pub type VariantName = fn(&GameInfo) -> Option<&'static str>;

/// The names of the games that a protocol carries, the default first.
pub fn variants(name: VariantName) -> Vec<&'static str> {
    games().filter_map(name).collect()
}

/// A player of the default game, with the debug log of `output`.
pub(super) fn default_player(name: VariantName, output: &ProtocolOutput) -> Result<Player, String> {
    let game = games().find(|game| name(game).is_some());
    let mut player = player(game.ok_or("the protocol carries no game")?.name, DEFAULT_HASH)?;
    player.settings().debug_log = output.debug_log().clone();
    Ok(player)
}

/// The game called `variant`. `found` is how the message about a wrong name begins.
///
/// # Errors
/// The protocol carries no such game.
pub(super) fn find_variant(name: VariantName, found: &str, variant: Option<&str>) -> Result<&'static GameInfo, String> {
    let variant = variant.unwrap_or("");
    // The name of the game itself will do too.
    let is_called = |game: &&'static GameInfo| {
        name(game).is_some_and(|it| it.eq_ignore_ascii_case(variant) || game.name.eq_ignore_ascii_case(variant))
    };
    games().find(is_called).ok_or_else(|| {
        let (variant, expected) = (excerpt(variant), variants(name).join(" or "));
        format!("{found} '{variant}', expected {expected}")
    })
}

/// Replaces the player by one of `game`, with the same settings.
///
/// # Errors
/// There is too little memory for it; the player stays.
pub(super) fn set_game(current: &mut Player, game: &GameInfo) -> Result<(), String> {
    if let Some(player) = player_of_other(current, game)? {
        *current = player;
    }
    Ok(())
}

/// A player of `game` with the settings of `current`; `None` if it is the same game.
///
/// # Errors
/// There is too little memory for it.
pub(super) fn player_of_other(current: &mut Player, game: &GameInfo) -> Result<Option<Player>, String> {
    if game.name == current.game().name {
        return Ok(None);
    }
    let mut player = player(game.name, DEFAULT_HASH)?;
    *player.settings() = current.settings().clone();
    Ok(Some(player))
}
