//! Games and positions in files.

use super::saved_game::{SavedGame, from_position, from_record, record};
use super::session::{Session, SessionSettings};
use super::start::usual_start;
use crate::notation::{Notation, excerpt};
use crate::system::{files, today};
use anyhow::{Context, bail};
use std::path::Path;

/// Whether a file holds game records, not a position: its extension tells.
fn is_record(path: &Path) -> anyhow::Result<bool> {
    match path.extension().unwrap_or_default().to_ascii_lowercase().to_str() {
        Some("pgn" | "pdn") => Ok(true),
        Some("fen" | "epd" | "txt") => Ok(false),
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
    let is_record = is_record(path)?;
    if !replace && path.exists() {
        bail!("'{}' exists already", path.display());
    }
    let position = || session.line().position().show() + "\n";
    let text = if is_record { record(session, &today()).to_string() } else { position() };
    files::replace(path, text.as_bytes())
}

/// Reads the first game record, or the position, of a file. A position belongs to the game in `settings` and is played with
/// these settings. A record may be of any game of the table; it brings its own players and clocks.
///
/// # Errors
/// The file cannot be read, holds no game, or a position or move in it is not legal.
pub fn load(path: &Path, settings: &SessionSettings) -> anyhow::Result<SavedGame> {
    let is_record = is_record(path)?;
    let bytes = files::read(path)?;
    let settings = usual_start(settings);
    let position = || String::from_utf8_lossy(&bytes);
    let saved = if is_record { from_record(&bytes, 1, settings) } else { from_position(&position(), settings) };
    saved.with_context(|| format!("'{}'", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::play::examples::{begun, of_persons, play};
    use std::path::PathBuf;

    /// A session that was saved to a file with this name, and the file in its temporary folder.
    fn saved(session: &Session, name: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        save(session, &path, false).unwrap();
        (folder, path)
    }

    /// Replaces a text in a file.
    fn edit(path: &Path, old: &str, new: &str) {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(old), "{text}");
        std::fs::write(path, text.replace(old, new)).unwrap();
    }

    #[test]
    fn a_record_is_of_the_game_that_its_tags_or_its_moves_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        for (text, asked, expected) in [
            ("[Variant \"Standard\"]\n\n1. e4 *", "chess", Ok("chess")),
            ("[Variant \"FROM POSITION\"]\n\n1. e4 *", "nim", Ok("chess")),
            ("[Variant \"Standard\"]\n[GameType \"20\"]\n\n1. 32-28 *", "chess", Ok("international")),
            ("[Variant \"Atomic\"]\n\n1. Nf3 *", "chess", Err("found a game of 'Atomic', expected one of")),
            ("1. 1:3-2 *", "nim", Ok("nim")),
            ("1. 11-15 *", "english", Ok("english")),
            ("1. e4 *", "english", Ok("chess")),
            ("1. c3 *", "tictactoe", Ok("chess")),
            ("1. 1:9-2 *", "nim", Err("move 1: illegal move '1:9-2'")),
        ] {
            std::fs::write(&path, text).unwrap();
            let loaded = load(&path, &of_persons(asked)).map_err(|error| format!("{error:#}"));
            match expected {
                Ok(game) => assert_eq!(loaded.unwrap().settings.game, game, "{text}"),
                Err(part) => assert!(loaded.as_ref().is_err_and(|error| error.contains(part)), "{loaded:?}"),
            }
        }
    }

    #[test]
    fn a_position_is_a_line() {
        let session = begun("chess", "e4");
        let (_folder, path) = saved(&session, "position.fen");
        let error = save(&session, &path, false).unwrap_err();
        assert!(error.to_string().contains("exists already"), "{error}");
        let settings = session.settings();
        assert_eq!(load(&path, settings).unwrap().settings.start, Some(session.line().position().show()));
        for wrong in ["", "8/8 w", "one\ntwo"] {
            std::fs::write(&path, wrong).unwrap();
            let error = format!("{:#}", load(&path, settings).unwrap_err());
            assert!(error.contains("position.fen"), "{error}");
        }
    }

    #[test]
    fn a_resigned_game_stays_over_and_a_damaged_one_is_refused() {
        let mut session = begun("chess", "e4 e5");
        session.resign();
        let (_folder, path) = saved(&session, "game.pgn");
        let end = load(&path, session.settings()).unwrap().end.unwrap();
        assert_eq!((end.winner, end.reason.as_str()), (Some(Side::Second), "resignation"));
        edit(&path, "e5", "e9");
        let error = format!("{:#}", load(&path, session.settings()).unwrap_err());
        assert!(error.contains("move 2"), "{error}");
    }

    #[test]
    fn clocks_go_on_as_they_stood() {
        let settings = SessionSettings { clock: Some("2/600+5".parse().unwrap()), ..of_persons("chess") };
        let mut session = Session::new(settings).unwrap();
        play(&mut session, "e4 e5 Nf3");
        let (_folder, path) = saved(&session, "game.pgn");
        assert!(std::fs::read_to_string(&path).unwrap().contains("[%clk 0:10:0"));
        // The first side has had its two moves: another ten minutes.
        edit(&path, "[%clk 0:20:0", "[%clk 0:07:0");
        let loaded = load(&path, session.settings()).unwrap().resume().unwrap();
        let minutes = |side| loaded.remaining(side).unwrap().as_secs() / 60;
        assert_eq!((minutes(Side::First), minutes(Side::Second)), (7, 10));
    }
}
