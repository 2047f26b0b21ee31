//! What can be done with files of games.

use super::{check, datagen, game, games_of, play, read, write};
use crate::prelude::*;
use kempelen::lab::game_file::training_game::ScoredMove;
use std::fs::{self, File};

/// The games in an order of their own, so that files can be compared.
fn sorted(mut games: Vec<TrainingGame>) -> Vec<TrainingGame> {
    games.sort_by_key(|game| (game.number, game.opening.clone()));
    games
}

#[test]
fn merged_and_shuffled_files_hold_the_same_games() {
    let folder = Folder::new();
    play(&folder, "one --game english --games 20").text();
    play(&folder, "two --game english --games 10 --seed 2").text();
    let join = |action: &str| datagen(&folder, &format!("{action} one two"));
    let read = |name: &str| read(&folder, name);
    join("merge --output merged").text();
    let both = [read("one"), read("two")].concat();
    assert_eq!(read("merged"), both);
    let header = open_game_file(&folder.path("merged")).unwrap().header;
    assert_eq!((header.get("seed"), header.get("nodes")), (None, Some("60")));
    check(&folder, "merged").text();
    join("shuffle --output shuffled").text();
    join("shuffle --output again").text();
    assert_eq!(folder.bytes("shuffled"), folder.bytes("again"));
    assert_ne!(read("shuffled"), both);
    assert_eq!(sorted(read("shuffled")), sorted(both.clone()));
    join("shuffle --seed 3 --output piles").text();
    assert_ne!(read("piles"), read("shuffled"));
    // Nothing else was left behind.
    assert_eq!(folder.count(), 6);
}

/// A shell in which no file may grow, as on a full disk.
#[cfg(target_os = "linux")]
fn full_disk(folder: &Folder, arguments: &[&str]) -> Ran {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh", ENGINE, "datagen"]);
    output(shell.args(arguments).current_dir(folder.at()))
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_with_the_name_of_the_file() {
    let folder = games_of("english", 3);
    for action in ["merge", "shuffle", "rescore", "export"] {
        let to = folder.text_path("other");
        let full = full_disk(&folder, &[action, "games", "--output", &to]);
        full.fails_with(format!("kempelen: cannot write '{to}")).remarks("the file would be too large");
        let _ = fs::remove_file(folder.path("other"));
        assert_eq!(folder.count(), 1, "{action}");
    }
    for action in ["stats", "check", "export"] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = folder.command(format!("datagen {action} games"));
        let child = command.stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        wait_with_output(child).fails_with("cannot write standard output: ");
    }
}

#[test]
fn more_games_than_memory_are_shuffled_too() {
    let folder = Folder::new();
    let mut random = Random::new(1);
    let mut moves = || (0..1000).map(|_| random_ply(&mut random)).collect();
    let game = |number| TrainingGame { moves: moves(), ..game(number, EndReason::Score) };
    let games: Vec<TrainingGame> = (0..500).map(game).collect();
    write(&folder, "games", "chess", &games);
    assert!(fs::metadata(folder.path("games")).unwrap().len() > 1 << 20);
    datagen(&folder, "shuffle games --memory 1 --output shuffled").text();
    let shuffled = read(&folder, "shuffled");
    assert_ne!(shuffled, games);
    assert_eq!(sorted(shuffled), games);
    assert_eq!(folder.count(), 2);
}

fn random_ply(random: &mut Random) -> ScoredMove {
    let number = random.next_u64();
    ScoredMove { number: number as u16, score: (number >> 16) as i16 }
}

#[test]
fn stats_count_everything() {
    let folder = games_of("chess", 10);
    let stats = datagen(&folder, "stats --json games").json();
    let games = read(&folder, "games");
    let positions: usize = games.iter().map(|game| game.moves.len()).sum();
    assert_eq!(stats["game"], "chess");
    assert_eq!(stats["games"], 10);
    assert_eq!(stats["positions"], positions);
    assert_eq!(stats["bytes"], fs::metadata(folder.path("games")).unwrap().len());
    let sum = |counts: &Value, part: Option<usize>| -> u64 {
        let number = |count: &Value| part.map_or(count, |part| &count[part]).as_u64();
        counts.as_array().unwrap().iter().map(|count| number(count).unwrap()).sum()
    };
    assert_eq!(sum(&stats["results"], None), 10);
    assert_eq!(sum(&stats["endings"], Some(1)), 10);
    assert_eq!(sum(&stats["scores"], Some(1)), positions as u64);
    let text = datagen(&folder, "stats games").text();
    for line in ["game: chess", "seed: 1", "nodes: 60", "games: 10"] {
        assert!(text.lines().any(|known| known == line), "{text}");
    }
}

#[test]
fn exported_positions_can_be_read() {
    let folder = games_of("chess", 10);
    let export = |more: &str| datagen(&folder, &format!("export games {more}")).text();
    let games = read(&folder, "games");
    let all = export("");
    let scores = games.iter().flat_map(|game| game.moves.iter().map(|ply| i32::from(ply.score)));
    assert_eq!(all.lines().count(), scores.clone().count());
    for (line, score) in all.lines().zip(scores.clone()) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [fen, white, result] = parts[..] else { panic!("{line}") };
        let sign = if ChessPosition::parse(fen).unwrap().side_to_move() == Side::First { 1 } else { -1 };
        assert_eq!(white.parse::<i32>().unwrap(), sign * score, "{line}");
        assert!(["0.0", "0.5", "1.0"].contains(&result), "{line}");
    }
    let mover = export("--side mover");
    assert!(mover.lines().map(|line| line.split(" | ").nth(1).unwrap().parse::<i32>().unwrap()).eq(scores));
    let quiet = export("--quiet --max-score 100 --skip-plies 4");
    let quiet: Vec<&str> = quiet.lines().collect();
    assert!(!quiet.is_empty() && quiet.len() < all.lines().count());
    let all_lines: HashSet<&str> = all.lines().collect();
    for line in quiet {
        let position = ChessPosition::parse(line.split(" | ").next().unwrap()).unwrap();
        assert!(!position.in_check() && position.count_moves() > 1 && all_lines.contains(line), "{line}");
        let score: i32 = line.split(" | ").nth(1).unwrap().parse().unwrap();
        assert!(score.abs() <= 100, "{line}");
    }
    export("--output positions.txt");
    assert_eq!(folder.read("positions.txt"), all);
}

#[test]
fn the_formats_of_other_trainers_hold_the_same_positions() {
    let folder = games_of("chess", 10);
    let export = |more: &str| datagen(&folder, &format!("export games {more}"));
    export("--format bulletformat --output positions").remarks("'positions': ");
    export("--format viriformat --output whole").remarks("'whole': ");
    let text = export("").text();
    let positions = folder.bytes("positions");
    assert_eq!(positions.len(), 32 * text.lines().count());
    assert_eq!(folder.bytes("whole").len(), 36 * 10 + 4 * text.lines().count());
    for (position, line) in positions.chunks(32).zip(export("--side mover").text().lines()) {
        let score = i16::from_le_bytes([position[24], position[25]]);
        let result = f64::from(position[26]) / 2.0;
        assert!(line.ends_with(&format!(" | {score} | {result:.1}")), "{line}");
    }
    let quiet = export("--quiet").text().lines().count();
    export("--format bulletformat --quiet --output quiet");
    assert_eq!(folder.bytes("quiet").len(), 32 * quiet);
}

#[test]
fn white_has_the_first_result_in_draughts_too() {
    let folder = games_of("english", 6);
    let export = datagen(&folder, "export games").text();
    let games = read(&folder, "games");
    let expected = games.iter().flat_map(|game| {
        let result = match game.winner {
            None => "0.5",
            // Black begins.
            Some(Side::First) => "0.0",
            Some(Side::Second) => "1.0",
        };
        game.moves.iter().map(move |_| result)
    });
    assert!(export.lines().map(|line| line.rsplit(" | ").next().unwrap()).eq(expected));
}
