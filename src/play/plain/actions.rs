//! The commands that change the session and show little.

use super::PlainGame;
use crate::game::Side;
use crate::play::Level;
use crate::play::saved_game;
use std::path::Path;

impl PlainGame<'_> {
    /// Commands that show nothing.
    pub(super) fn action(&mut self, name: &str, argument: &str) -> Result<(), String> {
        match name {
            "hint" => self.session.ask_hint(),
            "now" => {
                self.session.move_now();
                Ok(())
            }
            "go" => {
                self.session.resume();
                Ok(())
            }
            "resign" => {
                self.session.resign();
                Ok(())
            }
            "level" => {
                let level = argument.parse().or_else(|error| {
                    let number = argument.bytes().all(|byte| byte.is_ascii_digit());
                    if number { Level::numbered(argument) } else { Err(error) }
                });
                self.session.set_level(level?)
            }
            "first" => self.session.change_player(Side::First, argument),
            "second" => self.session.change_player(Side::Second, argument),
            "save" => {
                let (path, replace) = match argument.strip_suffix(" replace") {
                    Some(path) => (path, true),
                    None => (argument, false),
                };
                let saved = saved_game::save(&self.session, Path::new(path), replace);
                saved.map_err(|error| format!("{error:#}; 'save FILE replace' replaces a file"))
            }
            "load" => {
                let settings = self.session.settings();
                let saved = saved_game::load(Path::new(argument), settings);
                let saved = saved.map_err(|error| format!("{error:#}"))?;
                let mut session = saved.resume()?;
                session.resume();
                self.switch_to(session).map_err(|error| error.to_string())
            }
            _ => Err(format!("'{name}' is not known here")),
        }
    }
}
