//! The last game is kept in a file, so that it can be continued.
//!
//! Runs at the same time keep their games in files of their own: `last-game.pgn`, `last-game-2.pgn`, `last-game-3.pgn`.

use super::game_file;
use super::saved_game::SavedGame;
use super::session::{Session, SessionSettings};
use crate::system::file_lock::{FileLock, FileLockError};
use crate::system::files::numbered;
use crate::system::user_folders::state_folder;
use std::fs;
use std::path::{Path, PathBuf};

/// The file of the last game.
const LAST: &str = "last-game.pgn";

/// Where a last game goes that cannot be read.
const UNREADABLE: &str = "last-game-unreadable.pgn";

/// Where an unfinished last game goes when another one begins.
const UNFINISHED: &str = "previous-game.pgn";

/// Keeps the last game.
#[derive(Default)]
pub struct LastGame {
    /// `None` if it is not kept: there is no folder for it, or it could not be written.
    file: Option<PathBuf>,
    /// 1 for `last-game.pgn`, 2 for `last-game-2.pgn`, and so on.
    number: usize,
    /// The file to which it is moved before another game is kept, if what it holds is not to be lost.
    aside: Option<&'static str>,
    /// Keeps other runs from the file.
    _lock: Option<FileLock>,
}

impl LastGame {
    /// Keeps it in the folder of the user.
    pub fn of_user(settings: &SessionSettings) -> LastGame {
        state_folder().map(|folder| LastGame::in_folder(&folder, settings)).unwrap_or_default()
    }

    /// Takes the first file that no other run has. A file that holds an unfinished game comes before the others.
    fn in_folder(folder: &Path, settings: &SessionSettings) -> LastGame {
        // If this fails, so does `keep`, which says why.
        let _ = fs::create_dir_all(folder);
        let mut kept = kept_numbers(folder).into_iter().filter_map(|number| LastGame::numbered(folder, number));
        let unfinished = kept.find_map(|mut last| {
            let is_over = last.unfinished(settings) == Ok(None);
            (!is_over).then_some(last)
        });
        let free = || (1..).find_map(|number| LastGame::numbered(folder, number));
        unfinished.or_else(free).unwrap_or_default()
    }

    /// The file with this number; `None` if another run has it.
    fn numbered(folder: &Path, number: usize) -> Option<LastGame> {
        let file = numbered(&folder.join(LAST), number);
        let lock = match FileLock::new(&file) {
            Err(FileLockError::Busy(_)) => return None,
            lock => lock.ok(),
        };
        Some(LastGame { file: Some(file), number, aside: None, _lock: lock })
    }

    /// The game that was kept; `None` if no game was kept, or if it is over. `settings` are those of the game to play
    /// now. Until [it goes on](LastGame::goes_on), it is moved aside before another game is kept.
    ///
    /// # Errors
    /// The file cannot be read; the message names it.
    pub fn unfinished(&mut self, settings: &SessionSettings) -> Result<Option<SavedGame>, String> {
        let Some(file) = self.file.as_ref().filter(|file| file.exists()) else { return Ok(None) };
        self.aside = Some(UNREADABLE);
        let cannot_continue = |error| format!("the last game cannot be continued: {error}");
        let saved = game_file::load(file, settings).map_err(|error| cannot_continue(format!("{error:#}")))?;
        let session = saved.clone().resume().map_err(cannot_continue)?;
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
        let Some(file) = self.file.take() else { return Ok(()) };
        let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
        let moved_aside = folder.and_then(|()| {
            let aside = self.aside.take().map(|name| numbered(&file.with_file_name(name), self.number));
            aside.map_or(Ok(()), |aside| fs::rename(&file, aside))
        });
        let kept = moved_aside.map_err(anyhow::Error::from).and_then(|()| game_file::save(session, &file, true));
        kept.map_err(|error| format!("the game is not kept: '{}': {error:#}", file.display()))?;
        self.file = Some(file);
        Ok(())
    }
}

/// Whether a person has made a move. The times of those that the game began with are not known.
fn has_moved(session: &Session) -> bool {
    let mut moves = session.moves().iter();
    moves.any(|mv| session.player(mv.side).is_person() && mv.time.is_some())
}

/// The numbers of the files of last games in a folder.
fn kept_numbers(folder: &Path) -> Vec<usize> {
    let number = |name: &str| match name.strip_prefix("last-game")?.strip_suffix(".pgn")? {
        "" => Some(1),
        number => number.strip_prefix('-')?.parse().ok(),
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut numbers: Vec<usize> = entries.filter_map(|entry| number(entry.file_name().to_str()?)).collect();
    numbers.sort_unstable();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::examples::{begun, of_persons, play};

    #[test]
    fn a_game_that_another_one_replaces_is_moved_aside_unless_it_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let mut last = LastGame::in_folder(folder.path(), &of_persons("chess"));
        last.set_aside(&begun("chess", "e4")).unwrap();
        let mut english = begun("english", "11-15");
        last.keep(&english).unwrap();
        let kept = || std::fs::read_to_string(folder.path().join("previous-game.pgn")).unwrap();
        assert!(kept().contains("1. e4"));
        english.resign();
        last.set_aside(&english).unwrap();
        last.keep(&begun("tictactoe", "b2")).unwrap();
        assert!(kept().contains("1. e4"));
        // A game without moves leaves what is kept as it is.
        last.set_aside(&begun("tictactoe", "a1")).unwrap();
        last.set_aside(&begun("chess", "")).unwrap();
        last.keep(&begun("nim", "1:3-2")).unwrap();
        assert!(kept().contains("a1"));
    }

    #[test]
    fn a_game_that_was_only_looked_at_replaces_no_unfinished_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut last = LastGame::in_folder(folder.path(), &of_persons("chess"));
        last.set_aside(&begun("chess", "d4")).unwrap();
        let mut given = Session::new(SessionSettings { moves: vec!["e4".to_owned()], ..of_persons("chess") }).unwrap();
        last.keep(&given).unwrap();
        let kept = || std::fs::read_to_string(folder.path().join("last-game.pgn")).unwrap();
        assert!(kept().contains("1. d4"));
        play(&mut given, "e5");
        last.keep(&given).unwrap();
        assert!(kept().contains("1. e4"));
        assert!(std::fs::read_to_string(folder.path().join("previous-game.pgn")).unwrap().contains("1. d4"));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mut last = LastGame::in_folder(&file, &of_persons("chess"));
        let session = begun("tictactoe", "b2");
        assert!(last.keep(&session).unwrap_err().contains("not kept"));
        assert_eq!(last.keep(&session), Ok(()));
    }

    #[test]
    fn runs_at_the_same_time_keep_their_games_apart() {
        let folder = tempfile::tempdir().unwrap();
        let chess = of_persons("chess");
        let start = || LastGame::in_folder(folder.path(), &chess);
        let offered = |last: &mut LastGame| {
            let saved = last.unfinished(&chess).unwrap();
            saved.map(|saved| saved.settings.moves[0].clone())
        };
        let [mut first, mut second] = [start(), start()];
        second.keep(&begun("chess", "d4")).unwrap();
        first.keep(&begun("chess", "e4")).unwrap();
        // Both are killed: a game of either is offered, one after the other.
        drop((first, second));
        let [mut third, mut fourth, mut fifth] = [start(), start(), start()];
        assert_eq!([&mut third, &mut fourth, &mut fifth].map(offered), [Some("e4".into()), Some("d4".into()), None]);
        // What is moved aside stays apart, too.
        for last in [&mut third, &mut fourth, &mut fifth] {
            last.keep(&begun("chess", "c4")).unwrap();
        }
        for (name, mv) in [("previous-game", "1. e4"), ("previous-game-2", "1. d4")] {
            assert!(fs::read_to_string(folder.path().join(format!("{name}.pgn"))).unwrap().contains(mv), "{name}");
        }
        // A gap in the numbers hides no game.
        drop((third, fourth, fifth));
        for name in ["last-game.pgn", "last-game-2.pgn"] {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
        assert_eq!(offered(&mut start()), Some("c4".into()));
        let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["last-game-3.pgn", "previous-game-2.pgn", "previous-game.pgn"]);
    }
}
