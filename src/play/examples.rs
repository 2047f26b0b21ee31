//! Games for the tests.

use super::session::{Session, SessionSettings};
use super::{SessionEvent, SidePlayer};
use std::thread;
use std::time::{Duration, Instant};

/// A new game of two persons.
pub fn of_persons(game: &str) -> SessionSettings {
    SessionSettings::new(game, ["Anna", "Bela"].map(SidePlayer::person))
}

/// A game of a person against the player that a text describes.
pub fn against(second: &str, game: &str) -> Session {
    let second = SidePlayer::parse(second.split_whitespace()).unwrap();
    Session::new(SessionSettings::new(game, [SidePlayer::person("You"), second])).unwrap()
}

/// Plays moves of persons.
pub fn play(session: &mut Session, moves: &str) {
    for text in moves.split_whitespace() {
        session.play(text).unwrap();
    }
}

/// A game of two persons with these moves.
pub fn begun(game: &str, moves: &str) -> Session {
    let mut session = Session::new(of_persons(game)).unwrap();
    play(&mut session, moves);
    session
}

/// Lets the machines work until an event is the one that is wanted.
pub fn wait_for<T>(session: &mut Session, wanted: impl Fn(SessionEvent) -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = session.update().into_iter().find_map(&wanted) {
            return found;
        }
        assert!(began.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(1));
    }
}
