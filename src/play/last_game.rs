//! The last game is kept in a file, so that it can be continued.

use super::players::SidePlayer;
use super::saved_game::{self, SavedGame};
use super::session::Session;
use crate::system::state_folder::state_folder;
use std::fs;
use std::path::PathBuf;

/// Keeps the last game.
pub struct LastGame {
    /// `None` if it is not kept: there is no folder for it, or it could not be written.
    file: Option<PathBuf>,
    /// Whether the file was found and cannot be read. It is moved aside before another game is kept.
    is_unreadable: bool,
}

impl LastGame {
    /// Keeps it in the folder of the user.
    pub fn of_user() -> LastGame {
        LastGame::in_file(state_folder().map(|folder| folder.join("last-game.pgn")))
    }

    fn in_file(file: Option<PathBuf>) -> LastGame {
        LastGame {
            file,
            is_unreadable: false,
        }
    }

    /// The game that was kept, if it is not over; `None` if there is none. `game` is the game to play now, and `players`
    /// those who play it.
    ///
    /// # Errors
    /// The file cannot be read; the message names it.
    pub fn unfinished(
        &mut self,
        game: &str,
        players: &[SidePlayer; 2],
    ) -> Result<Option<SavedGame>, String> {
        let Some(file) = self.file.as_ref().filter(|file| file.exists()) else {
            return Ok(None);
        };
        let saved = saved_game::load(file, game, players).map_err(|error| {
            self.is_unreadable = true;
            format!("the last game cannot be continued: {error:#}")
        })?;
        let goes_on = saved.end.is_none() && !saved.settings.moves.is_empty();
        let session = saved.clone().resume()?;
        Ok((goes_on && session.end().is_none()).then_some(saved))
    }

    /// Keeps the game as it stands. After an error nothing is kept any more.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&mut self, session: &Session) -> Result<(), String> {
        if session.moves().is_empty() {
            return Ok(());
        }
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
        let moved_aside = folder.and_then(|()| {
            if !std::mem::take(&mut self.is_unreadable) {
                return Ok(());
            }
            fs::rename(&file, file.with_file_name("last-game-unreadable.pgn"))
        });
        let kept = moved_aside
            .map_err(anyhow::Error::from)
            .and_then(|()| saved_game::save(session, &file, true));
        kept.map_err(|error| format!("the game is not kept: '{}': {error:#}", file.display()))?;
        self.file = Some(file);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::SessionSettings;

    #[test]
    fn an_unfinished_game_is_offered_and_a_finished_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut last = LastGame::in_file(Some(folder.path().join("state/last-game.pgn")));
        let players = [SidePlayer::person("Anna"), SidePlayer::person("Bela")];
        assert_eq!(last.unfinished("chess", &players), Ok(None));
        let mut session = Session::new(SessionSettings::new("chess", players.clone())).unwrap();
        last.keep(&session).unwrap();
        assert_eq!(last.unfinished("chess", &players), Ok(None));
        let mv = session.find_move("E2E4").unwrap();
        session.play(mv).unwrap();
        last.keep(&session).unwrap();
        let found = last.unfinished("english", &players).unwrap().unwrap();
        assert_eq!(
            (found.settings.game.as_str(), &found.settings.moves[0][..]),
            ("chess", "e4")
        );
        session.resign();
        last.keep(&session).unwrap();
        assert_eq!(last.unfinished("chess", &players), Ok(None));
        std::fs::write(last.file.as_ref().unwrap(), "[Event \"x").unwrap();
        assert!(
            last.unfinished("chess", &players)
                .unwrap_err()
                .contains("last-game.pgn")
        );
        // What cannot be read is not lost when another game is kept.
        last.keep(&session).unwrap();
        let aside = folder.path().join("state/last-game-unreadable.pgn");
        assert_eq!(std::fs::read_to_string(aside).unwrap(), "[Event \"x");
        assert_eq!(last.unfinished("chess", &players), Ok(None));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mut last = LastGame::in_file(Some(file.join("last-game.pgn")));
        let players = [SidePlayer::person("Anna"), SidePlayer::person("Bela")];
        let mut session = Session::new(SessionSettings::new("tictactoe", players)).unwrap();
        let mv = session.find_move("b2").unwrap();
        session.play(mv).unwrap();
        assert!(last.keep(&session).unwrap_err().contains("not kept"));
        assert_eq!(last.keep(&session), Ok(()));
    }
}
