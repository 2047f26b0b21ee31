//! Playing: what decides which games come, and when there are no more.

#[cfg(unix)]
use super::{PLAY, datagen};
use super::{check, complaint, games_of, play, read, run, stdout};
#[cfg(unix)]
use crate::shell::{ENGINE, output, signal, wait};
use std::fs;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
use tempfile::TempDir;

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    for game in ["chess", "english", "pongor"] {
        let play = |name: &str, more: &[&str]| {
            let path = folder.path().join(format!("{game}-{name}"));
            stdout(&play(&path, game, &[&["--games", "12"], more].concat()));
            fs::read(path).unwrap()
        };
        let one = play("one", &[]);
        assert_eq!(one, play("two", &["--threads", "2"]), "{game}");
        assert_eq!(one, play("three", &["--threads", "3"]), "{game}");
        assert_ne!(one, play("other", &["--seed", "2"]), "{game}");
    }
}

#[test]
fn every_game_is_right() {
    for game in ["chess", "english", "pongor"] {
        let (_folder, path) = games_of(game, 10);
        let games = read(&path);
        assert_eq!(games.len(), 10);
        let positions: usize = games.iter().map(|game| game.moves.len()).sum();
        let told = stdout(&check(&path));
        assert!(told.contains(&format!("10 games and {positions} positions are correct, 0 games")), "{told}");
        assert!(told.contains("0 games have the start position of another one"), "{told}");
        for game in &games {
            assert!((8..=12).contains(&game.opening.len()));
            assert!((1..=80).contains(&game.moves.len()));
            assert!(game.moves[0].score.abs() <= 400);
        }
    }
}

#[test]
fn a_small_game_ends_with_its_last_start() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    let output = play(&path, "tictactoe", &["--random-plies", "2", "--balance", "65535"]);
    stdout(&output);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("no more new starts"), "{told}");
    assert_eq!(read(&path).len(), 72);
    stdout(&check(&path));
}

#[test]
fn a_run_that_was_cut_off_goes_on_as_if_nothing_had_happened() {
    for game in ["chess", "english"] {
        let (_folder, path) = games_of(game, 8);
        let whole = fs::read(&path).unwrap();
        for length in [whole.len() - 1, whole.len() / 2, 500, 0] {
            fs::write(&path, &whole[..length]).unwrap();
            let output = play(&path, game, &["--games", "8", "--resume", "--threads", "2"]);
            stdout(&output);
            assert_eq!(fs::read(&path).unwrap(), whole, "{game}, cut after {length}");
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(told.contains("truncated block"), length >= 500, "{told}");
        }
        // In two parts, of which the first ends in time.
        fs::remove_file(&path).unwrap();
        stdout(&play(&path, game, &["--games", "3"]));
        stdout(&play(&path, game, &["--games", "8", "--resume"]));
        assert_eq!(fs::read(&path).unwrap(), whole, "{game}, in parts");
        stdout(&play(&path, game, &["--games", "5", "--resume"]));
        assert_eq!(fs::read(&path).unwrap(), whole, "{game}, enough already");
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_what_was_saved() {
    let (_folder, path) = games_of("chess", 8);
    let saved = fs::read(&path).unwrap();
    let more = ["--games", "60", "--resume", "--output", path.to_str().unwrap()];
    let command = datagen(&[&PLAY[..], &more].concat());
    // Files may have one block of 512 bytes more than there are.
    let most = (saved.len() / 512 + 1).to_string();
    let mut shell = Command::new("sh");
    let shell = shell
        .args(["-c", r#"trap '' XFSZ; ulimit -f "$0"; exec "$@""#, &most])
        .arg(command.get_program())
        .args(command.get_args());
    let output = output(shell);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(&path).unwrap(), saved);
}

#[test]
fn enough_positions_end_a_run() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    stdout(&play(&path, "english", &["--positions", "300", "--threads", "2"]));
    let lengths: Vec<usize> = read(&path).iter().map(|game| game.moves.len()).collect();
    let (last, rest) = lengths.split_last().unwrap();
    let before: usize = rest.iter().sum();
    assert!(before < 300 && before + last >= 300, "{lengths:?}");
}

/// Runs a command that writes a file; interrupts it half a second after it has begun that.
#[cfg(unix)]
fn interrupted(arguments: &[&str], output: &Path) {
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let mut child = datagen(arguments);
    child.args(["--output", output.to_str().unwrap()]);
    let mut child = child.stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while !output.metadata().is_ok_and(|file| file.len() > 0) {
        assert!(began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    signal(&child, "INT");
    assert_eq!(wait(&mut child).code(), Some(130));
    stdout(&check(output));
}

/// A move takes a fraction of a second, a game many.
#[cfg(unix)]
#[test]
fn games_that_have_begun_are_given_up_when_a_run_is_interrupted() {
    let (folder, path) = games_of("chess", 1);
    let slow = ["--nodes", "100000", "--hash", "1"];
    let [played, rescored] = ["played", "rescored"].map(|name| folder.path().join(name));
    interrupted(&[&["play"], &slow[..]].concat(), &played);
    interrupted(&[&["rescore", path.to_str().unwrap()], &slow[..]].concat(), &rescored);
    assert_eq!((read(&played), read(&rescored)), (Vec::new(), Vec::new()));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_a_whole_file() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    interrupted(&[&PLAY[..], &["--threads", "2"]].concat(), &path);
    let games = read(&path).len();
    let more = (games + 2).to_string();
    stdout(&play(&path, "chess", &["--games", &more, "--resume"]));
    let again = folder.path().join("again");
    stdout(&play(&again, "chess", &["--games", &more, "--threads", "2"]));
    assert_eq!(fs::read(&path).unwrap(), fs::read(&again).unwrap());
}

#[test]
fn nothing_is_gone_on_with_under_other_settings() {
    let (folder, path) = games_of("english", 2);
    let before = fs::read(&path).unwrap();
    for (game, more, expected) in [
        ("english", &["--seed", "2"][..], "seed: found 1, expected 2"),
        ("english", &["--nodes", "61"], "nodes: found 60, expected 61"),
        ("chess", &[], "game: found english, expected chess"),
    ] {
        let path = path.to_str().unwrap();
        let arguments = ["play", "--hash", "1", "--max-plies", "80", "--resume", "--games", "3"];
        let nodes = ["--nodes", "60"];
        let nodes = if more.contains(&"--nodes") { &[][..] } else { &nodes };
        let output = run(&[&arguments[..], &["--game", game, "--output", path], nodes, more].concat());
        let told = complaint(&output);
        assert!(told.contains(expected) && told.contains(path), "{told}");
    }
    let told = complaint(&play(&path, "english", &["--games", "3"]));
    assert!(told.contains("--resume"), "{told}");
    // The games of a merged file are none of a run.
    let merged = folder.path().join("merged");
    let [from, to] = [&path, &merged].map(|path| path.to_str().unwrap());
    stdout(&run(&["merge", from, "--output", to]));
    let told = complaint(&play(&merged, "english", &["--games", "3", "--resume"]));
    assert!(told.contains("order: found merged, expected played"), "{told}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn openings_are_played_from_once_each() {
    let folder = TempDir::new().unwrap();
    let openings = folder.path().join("openings.epd");
    let lines = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 9",
        "# Won by White",
        "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    ];
    fs::write(&openings, lines.join("\n")).unwrap();
    let path = folder.path().join("games");
    let from = ["--openings", openings.to_str().unwrap()];
    stdout(&play(&path, "chess", &from));
    let starts: Vec<_> = read(&path).into_iter().map(|game| game.start.unwrap()).collect();
    assert_eq!(starts, lines[..2]);
    // With random moves, an opening begins several games.
    let path = folder.path().join("more");
    let random = ["--random-plies", "1..2", "--games", "8"];
    stdout(&play(&path, "chess", &[&from[..], &random].concat()));
    let games = read(&path);
    assert_eq!(games.len(), 8);
    assert!(games.iter().all(|game| (1..=2).contains(&game.opening.len())));
    stdout(&check(&path));
    let seeded = [&from[..], &["--seed", "2"]].concat();
    let told = complaint(&play(&folder.path().join("none"), "chess", &seeded));
    assert!(told.contains("--seed has no effect"), "{told}");
    fs::write(&openings, "nonsense").unwrap();
    let told = complaint(&play(&folder.path().join("none"), "chess", &from));
    assert!(told.contains("openings.epd") && told.contains("line 1"), "{told}");
}

#[test]
fn starts_that_are_all_lopsided_end_a_run() {
    let folder = TempDir::new().unwrap();
    let openings = folder.path().join("openings.epd");
    fs::write(&openings, "1nb1kbn1/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 0 2").unwrap();
    let openings = openings.to_str().unwrap();
    let more = ["--openings", openings, "--random-plies", "2..4", "--games", "1"];
    let output = play(&folder.path().join("games"), "chess", &more);
    assert!(complaint(&output).contains("a larger --balance"));
}

#[test]
fn faults_on_the_command_line() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games");
    for (more, expected) in [
        (&["--random-plies", "12..8"][..], "the lesser first"),
        (&["--threads", "0"], "--threads"),
        (&["--nodes", "0"], "--nodes"),
        (&["--draw", "often=1"], "expected move="),
        (&["--eval", "no-such-file"], "no-such-file"),
        (&["--tables", "/no/such/folder"], "--tables"),
        (&["--seed", "2", "--random-plies", "0..0"], "--seed has no effect: found --random-plies 0..0"),
    ] {
        let arguments = ["play", "--game", "english", "--games", "1", "--output", path.to_str().unwrap()];
        let output = run(&[&arguments[..], more].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{more:?}: {told}");
        assert!(told.contains(expected), "{more:?}: {told}");
        let _ = fs::remove_file(&path);
    }
    let told = complaint(&play(&path, "go", &["--games", "1"]));
    assert!(told.contains("no game is called 'go'"), "{told}");
}

#[cfg(unix)]
#[test]
fn the_script_fills_one_file_after_the_other() {
    let folder = TempDir::new().unwrap();
    let script = |options: &[&str]| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/selfplay.sh");
        let mut command = Command::new(path);
        command.arg(ENGINE).arg(folder.path()).args(["7", "3"]);
        let command = command.args(&PLAY[1..]).args(options);
        output(command.env("POSITIONS", "300"))
    };
    for _ in 0..2 {
        stdout(&script(&[]));
    }
    let mut files: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    let last = format!("{}.games", 6 + files.len());
    files.retain(|file| file.as_ref().unwrap().file_name() != *last);
    assert!(!files.is_empty());
    for file in files {
        let path = file.unwrap().path();
        let games = read(&path);
        let positions: usize = games.iter().map(|game| game.moves.len()).sum();
        assert!((300..400).contains(&positions), "{path:?}: {positions}");
        stdout(&check(&path));
    }
    let refused = script(&["--balance", "x"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}
