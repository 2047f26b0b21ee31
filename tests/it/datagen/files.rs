//! What can be done with files of games.

use super::{check, complaint, datagen, games_of, play, read, run, stdout, write};
use crate::random::Random;
use crate::shell::{ENGINE, output, wait_with_output};
use kempelen::game::{Game, Side};
use kempelen::games::chess::ChessPosition;
use kempelen::lab::game_file::reader::open_game_file;
use kempelen::lab::game_file::training_game::{EndReason, ScoredMove, TrainingGame};
use std::collections::HashSet;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The games in an order of their own, so that files can be compared.
fn sorted(mut games: Vec<TrainingGame>) -> Vec<TrainingGame> {
    games.sort_by_key(|game| (game.number, game.opening.clone()));
    games
}

#[test]
fn merged_and_shuffled_files_hold_the_same_games() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let [one, two, merged, shuffled, again, piles] = ["one", "two", "merged", "shuffled", "again", "piles"].map(at);
    stdout(&play(&one, "english", &["--games", "20"]));
    stdout(&play(&two, "english", &["--games", "10", "--seed", "2"]));
    let [one_text, two_text] = [&one, &two].map(|path| path.to_str().unwrap());
    let join = |action: &str, to: &Path, more: &[&str]| {
        let to = to.to_str().unwrap();
        run(&[&[action, one_text, two_text, "--output", to], more].concat())
    };
    stdout(&join("merge", &merged, &[]));
    let both = [read(&one), read(&two)].concat();
    assert_eq!(read(&merged), both);
    assert_eq!(open_game_file(&merged).unwrap().header.get("seed"), None);
    assert_eq!(open_game_file(&merged).unwrap().header.get("nodes"), Some("60"));
    stdout(&check(&merged));
    stdout(&join("shuffle", &shuffled, &[]));
    stdout(&join("shuffle", &again, &[]));
    assert_eq!(fs::read(&shuffled).unwrap(), fs::read(&again).unwrap());
    assert_ne!(read(&shuffled), both);
    assert_eq!(sorted(read(&shuffled)), sorted(both.clone()));
    stdout(&join("shuffle", &piles, &["--seed", "3"]));
    assert_ne!(read(&piles), read(&shuffled));
    assert!(complaint(&join("merge", &merged, &[])).contains("is there already"));
    // Nothing else was left behind.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
    let chess = at("chess");
    stdout(&play(&chess, "chess", &["--games", "1"]));
    let output = run(&["merge", one_text, chess.to_str().unwrap(), "--output", "never"]);
    let told = complaint(&output);
    assert!(told.contains("found games of chess, expected english"), "{told}");
}

/// A shell in which no file may grow, as on a full disk.
#[cfg(target_os = "linux")]
fn full_disk(arguments: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", ENGINE, "datagen"]);
    output(shell.args(arguments))
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_with_the_name_of_the_file() {
    let (folder, path) = games_of("english", 3);
    let output = folder.path().join("other");
    let [from, to] = [&path, &output].map(|path| path.to_str().unwrap());
    for action in ["merge", "shuffle", "rescore", "export"] {
        let told = complaint(&full_disk(&[action, from, "--output", to]));
        let expected = format!("kempelen: cannot write '{to}");
        assert!(told.starts_with(&expected), "{action}: {told}");
        assert!(told.contains("the file would be too large"), "{action}: {told}");
        let _ = fs::remove_file(&output);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{action}");
    }
    for action in ["stats", "check", "export"] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = datagen(&[action, from]);
        let command = command.stdout(full).stderr(Stdio::piped());
        let told = complaint(&wait_with_output(command.spawn().unwrap()));
        assert!(told.contains("cannot write standard output: "), "{action}: {told}");
    }
}

#[test]
fn more_games_than_memory_are_shuffled_too() {
    let folder = TempDir::new().unwrap();
    let [path, shuffled] = ["games", "shuffled"].map(|name| folder.path().join(name));
    let mut random = Random(1);
    let game = |number| TrainingGame {
        number,
        start: None,
        opening: Vec::new(),
        moves: (0..1000).map(|_| random_ply(&mut random)).collect(),
        winner: None,
        end_reason: EndReason::Score,
    };
    let games: Vec<TrainingGame> = (0..500).map(game).collect();
    write(&path, "chess", &games);
    assert!(fs::metadata(&path).unwrap().len() > 1 << 20);
    let [from, to] = [&path, &shuffled].map(|path| path.to_str().unwrap());
    stdout(&run(&["shuffle", from, "--memory", "1", "--output", to]));
    assert_ne!(read(&shuffled), games);
    assert_eq!(sorted(read(&shuffled)), games);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

fn random_ply(random: &mut Random) -> ScoredMove {
    let number = random.next();
    ScoredMove { number: number as u16, score: (number >> 16) as i16 }
}

#[test]
fn stats_count_everything() {
    let (_folder, path) = games_of("chess", 10);
    let path_text = path.to_str().unwrap();
    let stats: serde_json::Value = serde_json::from_str(&stdout(&run(&["stats", "--json", path_text]))).unwrap();
    let games = read(&path);
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    assert_eq!(stats["game"], "chess");
    assert_eq!(stats["games"], 10);
    assert_eq!(stats["positions"], positions);
    assert_eq!(stats["bytes"], fs::metadata(&path).unwrap().len());
    let sum = |counts: &serde_json::Value, part: Option<usize>| -> u64 {
        let number = |count: &serde_json::Value| part.map_or(count, |part| &count[part]).as_u64();
        counts.as_array().unwrap().iter().map(|count| number(count).unwrap()).sum()
    };
    assert_eq!(sum(&stats["results"], None), 10);
    assert_eq!(sum(&stats["endings"], Some(1)), 10);
    assert_eq!(sum(&stats["scores"], Some(1)), positions as u64);
    let told = stdout(&run(&["stats", path_text]));
    for line in ["game: chess", "seed: 1", "nodes: 60", "games: 10"] {
        assert!(told.lines().any(|told| told == line), "{told}");
    }
}

#[test]
fn exported_positions_can_be_read() {
    let (folder, path) = games_of("chess", 10);
    let path_text = path.to_str().unwrap();
    let export = |more: &[&str]| stdout(&run(&[&["export", path_text], more].concat()));
    let games = read(&path);
    let all = export(&[]);
    let scores = games.iter().flat_map(|game| game.moves.iter().map(|ply| i32::from(ply.score)));
    assert_eq!(all.lines().count(), scores.clone().count());
    for (line, score) in all.lines().zip(scores.clone()) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [fen, white, result] = parts[..] else { panic!("{line}") };
        let position = ChessPosition::parse(fen).unwrap();
        let sign = if position.side_to_move() == Side::First { 1 } else { -1 };
        assert_eq!(white.parse::<i32>().unwrap(), sign * score, "{line}");
        assert!(["0.0", "0.5", "1.0"].contains(&result), "{line}");
    }
    let mover = export(&["--side", "mover"]);
    let told = mover.lines().map(|line| line.split(" | ").nth(1).unwrap().parse::<i32>().unwrap());
    assert!(told.eq(scores));
    let quiet = export(&["--quiet", "--max-score", "100", "--skip-plies", "4"]);
    let quiet: Vec<&str> = quiet.lines().collect();
    assert!(!quiet.is_empty() && quiet.len() < all.lines().count());
    let all_lines: HashSet<&str> = all.lines().collect();
    for line in quiet {
        let position = ChessPosition::parse(line.split(" | ").next().unwrap()).unwrap();
        assert!(!position.in_check() && position.count_moves() > 1 && all_lines.contains(line), "{line}");
        let score: i32 = line.split(" | ").nth(1).unwrap().parse().unwrap();
        assert!(score.abs() <= 100, "{line}");
    }
    let file = folder.path().join("positions.txt");
    run(&["export", path_text, "--output", file.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(&file).unwrap(), all);
}

#[test]
fn white_has_the_first_result_in_draughts_too() {
    let (_folder, path) = games_of("english", 6);
    let export = stdout(&run(&["export", path.to_str().unwrap()]));
    let games = read(&path);
    let expected = games.iter().flat_map(|game| {
        let result = match game.winner {
            None => "0.5",
            // Black begins.
            Some(Side::First) => "0.0",
            Some(Side::Second) => "1.0",
        };
        game.moves.iter().map(move |_| result)
    });
    let told = export.lines().map(|line| line.rsplit(" | ").next().unwrap());
    assert!(told.eq(expected));
}
