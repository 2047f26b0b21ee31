//! The options that a user can set: one table for every protocol.

mod table;

pub use table::{DEFAULT_HASH, EngineOption, OPTIONS, OptionKind, OptionScope, ProtocolKind};

use crate::games::GameInfo;
use crate::notation::excerpt;
use crate::player::Player;

/// The name of an option in Hub: lower case, with hyphens for blanks and underscores.
pub fn hub_name(name: &str) -> String {
    name.to_ascii_lowercase().replace([' ', '_'], "-")
}

/// Sets the option called `name`, in the spelling of UCI or of Hub.
///
/// # Errors
/// The player has no such option, or the value is refused; the old value stays.
pub fn set(player: &mut Player, protocol: ProtocolKind, name: &str, value: Option<&str>) -> Result<(), String> {
    let game = player.game();
    let is_called = |own: &str| hub_name(own) == hub_name(name);
    let mut options = OPTIONS.iter().filter(|it| it.is_for(game, protocol));
    if let Some(option) = options.find(|option| is_called(option.name)) {
        return option.set(player, value);
    }
    #[cfg(feature = "tunable")]
    for parameter in player.game().parameters {
        if is_called(parameter.name) {
            let range = parameter.min.into()..=parameter.max.into();
            parameter.set(table::read_number(parameter.name, value, &range)? as i32);
            return Ok(());
        }
    }
    let found = excerpt(name);
    if OPTIONS.iter().any(|option| is_called(option.name)) {
        return Err(format!("option {found}: {} does not have it", game.name));
    }
    Err(format!("no option is called '{found}'"))
}

/// All options that players of one of `games` have over `protocol`, with their types. With the feature
/// `tunable` these include the parameters of the search.
pub fn declared_options(
    games: impl Iterator<Item = &'static GameInfo> + Clone,
    protocol: ProtocolKind,
) -> Vec<(&'static str, OptionKind)> {
    let is_for_any = |option: &&EngineOption| games.clone().any(|game| option.is_for(game, protocol));
    let mut declared: Vec<_> = OPTIONS.iter().filter(is_for_any).map(|option| (option.name, option.kind)).collect();
    if cfg!(feature = "tunable") {
        for parameter in games.flat_map(|game| game.parameters) {
            if declared.iter().all(|(name, _)| *name != parameter.name) {
                let [default, min, max] = [parameter.default, parameter.min, parameter.max].map(i64::from);
                declared.push((parameter.name, OptionKind::Spin { default, min, max }));
            }
        }
    }
    declared
}
