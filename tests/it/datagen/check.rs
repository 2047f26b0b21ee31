//! What is wrong with files is found and told.

use super::{check, complaint, games_of, read, run, stdout, write};
use kempelen::game::{Game, Side, StartPosition};
use kempelen::games::chess::ChessPosition;
use kempelen::lab::game_file::training_game::{EndReason, TrainingGame};
use kempelen::notation::Notation;
use std::fs;
use std::process::Output;
use tempfile::TempDir;

/// What `check` says of wrong games.
fn stdout_of_failure(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What `check` says of games of which the first was changed.
fn verdict(game: &str, games: &[TrainingGame], change: impl Fn(&mut TrainingGame)) -> String {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("changed");
    let mut games = games.to_vec();
    change(&mut games[0]);
    write(&path, game, &games);
    let told = stdout_of_failure(&check(&path));
    let right = games.len() - 1;
    assert!(told.contains(&format!("{right} games and")), "{told}");
    assert!(told.contains("game 1 of the block at byte"), "{told}");
    told
}

#[test]
fn what_breaks_the_rules_is_found() {
    for game in ["chess", "english"] {
        let (_folder, path) = games_of(game, 3);
        let games = read(&path);
        let told = verdict(game, &games, |game| game.moves[1].number = 0xffff);
        assert!(told.contains("move 2: found move number 65535, expected a legal move"), "{told}");
        let told = verdict(game, &games, |game| game.opening[0] = 0xffff);
        assert!(told.contains("random move 1: found move number 65535"), "{told}");
        let told = verdict(game, &games, |game| game.start = Some("nowhere".into()));
        assert!(told.contains("the start: "), "{told}");
        let told = verdict(game, &games, |game| {
            game.moves.truncate(2);
            (game.end_reason, game.winner) = (EndReason::Rule, Some(Side::First));
        });
        assert!(told.contains("expected a position where the game is over"), "{told}");
    }
}

/// Every command that replays games names the game that breaks the rules: `check` and `compare` by its place in the file,
/// the others by its number in the run that played it.
#[test]
fn the_wrong_game_is_named() {
    let (folder, path) = games_of("english", 3);
    let games = read(&path);
    let wrong = folder.path().join("wrong");
    let output = folder.path().join("output");
    let [shown, output] = [&wrong, &output].map(|path| path.to_str().unwrap());
    for (nth, game) in (1..).zip(&games) {
        let mut games = games.clone();
        games[nth - 1].moves[1].number = 0xffff;
        write(&wrong, "english", &games);
        let reason = "move 2: found move number 65535, expected a legal move";
        let told = stdout_of_failure(&check(&wrong));
        let place = format!("'{shown}', game {nth} of the block at byte ");
        assert!(told.contains(&place) && told.contains(reason), "{told}");
        let by_place = format!("'{shown}': game {nth}: {reason}");
        let by_number = format!("game {}: {reason}", game.number);
        let rescored = format!("game {}; see `datagen check`: {reason}", game.number);
        for (command, expected) in [
            (&["compare", "--game", "english", "--depth", "1"][..], &by_place),
            (&["datagen", "export"], &by_number),
            (&["datagen", "rescore", "--nodes", "1", "--output", output], &rescored),
            (&["tune", "weights", "--output", output, "--data"], &by_number),
        ] {
            let told = complaint(&crate::shell::run(&[command, &[shown]].concat()));
            assert!(told.contains(expected), "{command:?}: {told}, not {expected}");
            let _ = fs::remove_file(output);
        }
    }
}

#[test]
fn a_result_against_the_rules_is_found() {
    // The fool's mate.
    let mut position = ChessPosition::start();
    let mut game = TrainingGame {
        number: 0,
        start: None,
        opening: Vec::new(),
        moves: Vec::new(),
        winner: Some(Side::Second),
        end_reason: EndReason::Rule,
    };
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let mv = position.parse_move(text).unwrap();
        game.opening.push(ChessPosition::code(mv));
        position = position.play(mv);
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("right");
    write(&path, "chess", &[game.clone()]);
    stdout(&check(&path));
    let told = verdict("chess", &[game.clone()], |game| game.winner = None);
    assert!(told.contains("found a draw by rule, expected a win of the second side"), "{told}");
    let told = verdict("chess", &[game], |game| game.opening.push(1));
    assert!(told.contains("a move after the game's end"), "{told}");
}

#[test]
fn damage_is_told_in_one_line() {
    let (folder, path) = games_of("english", 4);
    let whole = fs::read(&path).unwrap();
    let damaged = folder.path().join("damaged");
    let damaged_text = damaged.to_str().unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        fs::write(&damaged, bytes).unwrap();
        let told = complaint(&run(&["stats", damaged_text]));
        assert!(told.contains("damaged': byte ") && told.contains("expected"), "{at}: {told}");
        fs::write(&damaged, &whole[..at]).unwrap();
        let output = run(&["stats", damaged_text]);
        // Only a header is a file without games.
        if !output.status.success() {
            assert!(complaint(&output).contains("ends after"));
        }
    }
    fs::write(&damaged, "any text that is long enough").unwrap();
    for action in ["stats", "check", "export"] {
        let told = complaint(&run(&[action, damaged_text]));
        assert!(told.contains("expected a game file"), "{told}");
        let told = complaint(&run(&[action, "no-such-file"]));
        assert!(told.contains("cannot read 'no-such-file'"), "{told}");
    }
}
