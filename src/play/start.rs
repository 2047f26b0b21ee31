//! How new games start: with the same players, another game, random heaps, or men that are placed in secret.

use super::session::{Session, SessionSettings};
use crate::games::find_game;
use crate::notation::Notation;
use crate::opening::set_up::RandomSetUp;
use crate::random::Random;

/// A new game with the same players and clock, from the same position if one was given.
pub fn same_game(settings: &SessionSettings) -> SessionSettings {
    SessionSettings { moves: Vec::new(), ..settings.clone() }
}

/// A new game with the same players and clock, from the usual position.
pub fn usual_start(settings: &SessionSettings) -> SessionSettings {
    SessionSettings { start: None, ..same_game(settings) }
}

/// Random numbers for a new game with these settings. They follow from the seed, which changes with them so that the game after
/// the next one differs; without a seed they differ from run to run.
pub fn draw(settings: &mut SessionSettings) -> Random {
    let Some(seed) = &mut settings.seed else { return Random::unpredictable() };
    let mut random = Random::new(*seed);
    *seed = random.next_u64();
    random
}

/// A new game of another kind. A machine loses its evaluation file, which is for the old game, and its rating if the new game
/// has no ratings.
///
/// # Errors
/// There is no such game.
pub fn other_game(settings: &SessionSettings, name: &str) -> Result<SessionSettings, String> {
    let game = find_game(name)?;
    let mut new = usual_start(settings);
    if game.name != new.game {
        new.game = game.name.to_owned();
        new.players.iter_mut().for_each(|player| player.take_to(game));
    }
    Ok(new)
}

/// A new game in which the players change sides.
pub fn swapped(settings: &SessionSettings) -> SessionSettings {
    let mut new = same_game(settings);
    new.players.swap(0, 1);
    new
}

/// A new game from a random position, within bounds such as `heaps=3..5 size=1..20 misere`. With a seed, in the bounds or in the
/// settings, it is the same each time. Parameters that the bounds do not give are those of the running game.
///
/// # Errors
/// The game has no random positions, or the bounds are wrong.
pub fn random(session: &Session, bounds: &str) -> Result<SessionSettings, String> {
    let set_up: RandomSetUp = bounds.parse()?;
    let mut settings = session.settings().clone();
    let drawn = draw(&mut settings);
    let mut random = set_up.seed.map_or(drawn, Random::new);
    let start = session.game().random_position(session.line().position(), &set_up, &mut random)?;
    Ok(position(&settings, &start.show()))
}

/// A new game from the start of this one, with misère play if it has normal play, and the reverse.
///
/// # Errors
/// The game has no misère play, or no normal play.
pub fn misere_switched(session: &Session) -> Result<SessionSettings, String> {
    const WORD: &str = "misere";
    let start = session.line().start();
    let text = start.show();
    let mut words: Vec<&str> = text.split(' ').collect();
    match words.iter().position(|word| *word == WORD) {
        Some(place) => _ = words.remove(place),
        None => words.insert(words.len() - 1, WORD),
    }
    let text = words.join(" ");
    let name = session.game().name;
    let switched = start.parse_position(&text).map_err(|_| format!("there is no misere play of {name}"))?;
    if switched.show() == start.show() {
        return Err(format!("there is no normal play of {name}: the last move always loses"));
    }
    Ok(position(session.settings(), &text))
}

/// A new game from a position.
pub fn position(settings: &SessionSettings, text: &str) -> SessionSettings {
    SessionSettings { start: Some(text.to_owned()), ..same_game(settings) }
}
