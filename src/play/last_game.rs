//! The last game is kept in a file, so that it can be continued.

use super::saved_game::{self, SavedGame};
use super::session::{Session, SessionSettings};
use crate::system::state_folder::state_folder;
use std::fs;
use std::path::PathBuf;

/// Where a last game goes that cannot be read.
const UNREADABLE: &str = "last-game-unreadable.pgn";

/// Where an unfinished last game goes when another one begins.
const UNFINISHED: &str = "previous-game.pgn";

/// Keeps the last game.
pub struct LastGame {
    /// `None` if it is not kept: there is no folder for it, or it could not be written.
    file: Option<PathBuf>,
    /// The name to which the file is moved before another game is kept, if what it holds is not to be lost.
    aside: Option<&'static str>,
}

impl LastGame {
    /// Keeps it in the folder of the user.
    pub fn of_user() -> LastGame {
        LastGame::in_file(state_folder().map(|folder| folder.join("last-game.pgn")))
    }

    fn in_file(file: Option<PathBuf>) -> LastGame {
        LastGame { file, aside: None }
    }

    /// The game that was kept, if it is not over; `None` if there is none. `settings` are those of the game to play now.
    /// Until [it goes on](LastGame::goes_on), it is moved aside before another game is kept.
    ///
    /// # Errors
    /// The file cannot be read; the message names it.
    pub fn unfinished(&mut self, settings: &SessionSettings) -> Result<Option<SavedGame>, String> {
        let Some(file) = self.file.as_ref().filter(|file| file.exists()) else {
            return Ok(None);
        };
        self.aside = Some(UNREADABLE);
        let told = |error| format!("the last game cannot be continued: {error}");
        let saved = saved_game::load(file, settings);
        let saved = saved.map_err(|error| told(format!("{error:#}")))?;
        let session = saved.clone().resume().map_err(told)?;
        let goes_on = !session.moves().is_empty() && session.end().is_none();
        self.aside = goes_on.then_some(UNFINISHED);
        Ok(goes_on.then_some(saved))
    }

    /// The game that was kept goes on.
    pub fn goes_on(&mut self) {
        self.aside = None;
    }

    /// Called before another game replaces `session`: if it is unfinished, the next [`keep`](LastGame::keep) moves it aside.
    ///
    /// # Errors
    /// As for [`keep`](LastGame::keep).
    pub fn set_aside(&mut self, session: &Session) -> Result<(), String> {
        self.keep(session)?;
        if !session.moves().is_empty() {
            self.aside = session.end().is_none().then_some(UNFINISHED);
        }
        Ok(())
    }

    /// Keeps the game as it stands. A game in which no person has moved does not replace one that would have to be moved
    /// aside. After an error nothing is kept any more.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&mut self, session: &Session) -> Result<(), String> {
        let is_only_looked_at = self.aside.is_some() && !has_moved(session);
        if session.moves().is_empty() || is_only_looked_at {
            return Ok(());
        }
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
        let moved_aside = folder.and_then(|()| {
            let aside = self.aside.take();
            aside.map_or(Ok(()), |name| fs::rename(&file, file.with_file_name(name)))
        });
        let kept = moved_aside
            .map_err(anyhow::Error::from)
            .and_then(|()| saved_game::save(session, &file, true));
        kept.map_err(|error| format!("the game is not kept: '{}': {error:#}", file.display()))?;
        self.file = Some(file);
        Ok(())
    }
}

/// Whether a person has made a move. Those that the game began with took no time.
fn has_moved(session: &Session) -> bool {
    let mut moves = session.moves().iter();
    moves.any(|mv| session.player(mv.side).is_person() && !mv.time.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::SidePlayer;

    fn settings(game: &str) -> SessionSettings {
        SessionSettings::new(game, ["Anna", "Bela"].map(SidePlayer::person))
    }

    #[test]
    fn an_unfinished_game_is_offered_and_a_finished_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let mut last = LastGame::in_file(Some(folder.path().join("state/last-game.pgn")));
        let chess = settings("chess");
        assert_eq!(last.unfinished(&chess), Ok(None));
        let mut session = Session::new(chess.clone()).unwrap();
        last.keep(&session).unwrap();
        assert_eq!(last.unfinished(&chess), Ok(None));
        let mv = session.find_move("E2E4").unwrap();
        session.play(mv).unwrap();
        last.keep(&session).unwrap();
        let found = last.unfinished(&settings("english")).unwrap().unwrap();
        assert_eq!(
            (found.settings.game.as_str(), &found.settings.moves[0][..]),
            ("chess", "e4")
        );
        // Another game begins: the unfinished one is moved aside, unless it goes on.
        let another = Session::new(settings("tictactoe")).unwrap();
        last.keep(&another).unwrap();
        let previous = folder.path().join("state/previous-game.pgn");
        assert!(!previous.exists(), "a game without moves is not kept");
        let mut another = another;
        let mv = another.find_move("b2").unwrap();
        another.play(mv).unwrap();
        last.keep(&another).unwrap();
        assert!(
            std::fs::read_to_string(&previous)
                .unwrap()
                .contains("1. e4")
        );
        last.unfinished(&chess).unwrap().unwrap();
        last.goes_on();
        session.resign();
        last.keep(&session).unwrap();
        assert_eq!(last.unfinished(&chess), Ok(None));
        std::fs::write(last.file.as_ref().unwrap(), "[Event \"x").unwrap();
        assert!(
            last.unfinished(&chess)
                .unwrap_err()
                .contains("last-game.pgn")
        );
        // What cannot be read is not lost when another game is kept.
        last.keep(&session).unwrap();
        let aside = folder.path().join("state/last-game-unreadable.pgn");
        assert_eq!(std::fs::read_to_string(aside).unwrap(), "[Event \"x");
        assert_eq!(last.unfinished(&chess), Ok(None));
    }

    #[test]
    fn a_game_that_another_one_replaces_is_moved_aside_unless_it_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let mut last = LastGame::in_file(Some(folder.path().join("last-game.pgn")));
        let previous = folder.path().join("previous-game.pgn");
        let begin = |game: &str, text: &str| {
            let mut session = Session::new(settings(game)).unwrap();
            let mv = session.find_move(text).unwrap();
            session.play(mv).unwrap();
            session
        };
        let chess = begin("chess", "e4");
        last.set_aside(&chess).unwrap();
        let mut english = begin("english", "11-15");
        last.keep(&english).unwrap();
        let kept = || std::fs::read_to_string(&previous).unwrap();
        assert!(kept().contains("1. e4"));
        english.resign();
        last.set_aside(&english).unwrap();
        last.keep(&begin("tictactoe", "b2")).unwrap();
        assert!(kept().contains("1. e4"));
        // A game without moves leaves what is kept as it is.
        last.set_aside(&begin("tictactoe", "a1")).unwrap();
        last.set_aside(&Session::new(settings("chess")).unwrap())
            .unwrap();
        last.keep(&begin("nim", "1:3-2")).unwrap();
        assert!(kept().contains("a1"));
    }

    #[test]
    fn a_game_that_was_only_looked_at_replaces_no_unfinished_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("last-game.pgn");
        let mut last = LastGame::in_file(Some(file.clone()));
        let mut chess = Session::new(settings("chess")).unwrap();
        let mv = chess.find_move("d4").unwrap();
        chess.play(mv).unwrap();
        last.set_aside(&chess).unwrap();
        let given = SessionSettings {
            moves: vec!["e4".to_owned()],
            ..settings("chess")
        };
        let mut given = Session::new(given).unwrap();
        last.keep(&given).unwrap();
        let kept = || std::fs::read_to_string(&file).unwrap();
        assert!(kept().contains("1. d4"));
        let mv = given.find_move("e5").unwrap();
        given.play(mv).unwrap();
        last.keep(&given).unwrap();
        assert!(kept().contains("1. e4"));
        let previous = folder.path().join("previous-game.pgn");
        assert!(std::fs::read_to_string(previous).unwrap().contains("1. d4"));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mut last = LastGame::in_file(Some(file.join("last-game.pgn")));
        let mut session = Session::new(settings("tictactoe")).unwrap();
        let mv = session.find_move("b2").unwrap();
        session.play(mv).unwrap();
        assert!(last.keep(&session).unwrap_err().contains("not kept"));
        assert_eq!(last.keep(&session), Ok(()));
    }
}
