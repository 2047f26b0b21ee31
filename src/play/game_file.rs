//! Games and positions in files.

use super::saved_game::{SavedGame, from_position, from_record, record};
use super::session::{Session, SessionSettings};
use super::start::usual_start;
use crate::notation::{Notation, excerpt};
use crate::system::{files, today};
use anyhow::{Context, bail};
use std::path::Path;

/// The formats of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileFormat {
    /// A game record: `.pgn`, `.pdn`.
    Record,
    /// A position as text: `.fen`, `.txt`.
    Position,
}

/// The format of a file, by its extension.
fn format_of(path: &Path) -> anyhow::Result<FileFormat> {
    match path.extension().unwrap_or_default().to_ascii_lowercase().to_str() {
        Some("pgn" | "pdn") => Ok(FileFormat::Record),
        Some("fen" | "epd" | "txt") => Ok(FileFormat::Position),
        _ => bail!(
            "found '{}', expected a name that ends in .pgn or .pdn (game) or in .fen or .txt (position)",
            excerpt(&path.to_string_lossy())
        ),
    }
}

/// Writes the game record or the position to a file. The extension chooses the format.
///
/// # Errors
/// The extension is unknown, the file exists and `replace` is false, or it cannot be written.
pub fn save(session: &Session, path: &Path, replace: bool) -> anyhow::Result<()> {
    let format = format_of(path)?;
    if !replace && path.exists() {
        bail!("'{}' exists already", path.display());
    }
    let text = match format {
        FileFormat::Record => record(session, &today()).to_string(),
        FileFormat::Position => session.line().position().show() + "\n",
    };
    files::replace(path, text.as_bytes())
}

/// Reads the first game record, or the position, of a file. A position belongs to the game in `settings` and is played with
/// these settings. A record may be of any game of the table; it brings its own players and clocks.
///
/// # Errors
/// The file cannot be read, holds no game, or a position or move in it is not legal.
pub fn load(path: &Path, settings: &SessionSettings) -> anyhow::Result<SavedGame> {
    let name = path.display().to_string();
    let format = format_of(path)?;
    let bytes = files::read(path)?;
    let settings = usual_start(settings);
    let saved = match format {
        FileFormat::Record => from_record(&bytes, 1, settings),
        FileFormat::Position => from_position(&String::from_utf8_lossy(&bytes), settings),
    };
    saved.with_context(|| format!("'{name}'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::play::examples::{begun, of_persons, play};
    use crate::play::{MachineSettings, SidePlayer};
    use std::path::PathBuf;

    /// Saves a session to a file with this name in a temporary folder.
    fn saved(session: &Session, name: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        save(session, &path, false).unwrap();
        (folder, path)
    }

    #[test]
    fn games_of_every_kind_are_saved_and_loaded() {
        let folder = tempfile::tempdir().unwrap();
        for (game, moves, file) in [
            ("chess", "e4 e5 Nf3", "game.pgn"),
            ("english", "11-15 23-19", "game.pdn"),
            ("slovak", "b2-a3", "game.pdn"),
            ("nim", "", "game.pgn"),
            ("breakthrough", "a2a3", "game.pgn"),
        ] {
            let session = begun(game, moves);
            let path = folder.path().join(format!("{game}-{file}"));
            save(&session, &path, false).unwrap();
            let error = save(&session, &path, false).unwrap_err();
            assert!(error.to_string().contains("exists already"), "{error}");
            let loaded = load(&path, &SessionSettings::new("chess", ["x", "y"].map(SidePlayer::person))).unwrap();
            assert_eq!(loaded.settings.game, game);
            assert_eq!(loaded.settings.players, session.settings().players);
            assert_eq!(loaded.end, None);
            let again = Session::new(loaded.settings).unwrap();
            assert_eq!(again.line().position().show(), session.line().position().show());
        }
    }

    #[test]
    fn a_position_is_a_line() {
        let session = begun("chess", "e4");
        let (_folder, path) = saved(&session, "position.fen");
        let settings = session.settings().clone();
        assert_eq!(load(&path, &settings).unwrap().settings.start, Some(session.line().position().show()));
        for wrong in ["", "8/8 w", "one\ntwo"] {
            std::fs::write(&path, wrong).unwrap();
            let error = format!("{:#}", load(&path, &settings).unwrap_err());
            assert!(error.contains("position.fen"), "{error}");
        }
    }

    #[test]
    fn a_resigned_game_stays_over_and_a_damaged_one_is_refused() {
        let mut session = begun("chess", "e4 e5");
        session.resign();
        let (_folder, path) = saved(&session, "game.pgn");
        let settings = session.settings().clone();
        let end = load(&path, &settings).unwrap().end.unwrap();
        assert_eq!((end.winner, end.reason.as_str()), (Some(Side::Second), "resignation"));
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap().replace("e5", "e9")).unwrap();
        let error = format!("{:#}", load(&path, &settings).unwrap_err());
        assert!(error.contains("move 2"), "{error}");
    }

    #[test]
    fn clocks_go_on_as_they_stood() {
        let settings = SessionSettings { clock: Some("2/600+5".parse().unwrap()), ..of_persons("chess") };
        let mut session = Session::new(settings).unwrap();
        play(&mut session, "e4 e5 Nf3");
        let (_folder, path) = saved(&session, "game.pgn");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("[%clk 0:10:0"), "{text}");
        // The first side has had its two moves: another ten minutes.
        assert!(text.contains("[%clk 0:20:0"), "{text}");
        std::fs::write(&path, text.replace("[%clk 0:20:0", "[%clk 0:07:0")).unwrap();
        let loaded = load(&path, session.settings()).unwrap().resume().unwrap();
        let minutes = |side| loaded.remaining(side).unwrap().as_secs() / 60;
        assert_eq!((minutes(Side::First), minutes(Side::Second)), (7, 10));
    }

    #[test]
    fn a_player_of_a_later_version_is_told() {
        let mut session = begun("chess", "e4");
        session.set_player(Side::Second, SidePlayer::machine(MachineSettings::default())).unwrap();
        let (_folder, path) = saved(&session, "game.pgn");
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap().replace("best level", "oracle depth")).unwrap();
        let loaded = load(&path, session.settings()).unwrap();
        assert!(!loaded.settings.players[1].is_person());
        assert!(loaded.notes[0].contains("oracle"), "{:?}", loaded.notes);
    }
}
