//! `kempelen book` and `kempelen completions`, through the binary.

use crate::prelude::*;
use kempelen::opening::{BookLookup, PolyglotBook};

/// Three games that agree for two plies, and one that comes to the same by another way.
const GAMES: &str = include_str!("../data/book_games.pgn");

/// The moves and weights that `book show` prints for a position; `arguments` name files of the folder.
fn shown(files: &Folder, arguments: &str) -> Vec<(String, u16)> {
    let text = files.run(format!("book show {arguments}")).text();
    let rows = text.lines().skip_while(|line| !line.starts_with("move ")).skip(1);
    let words = rows.map(|row| row.split_whitespace().collect::<Vec<_>>());
    words.map(|words| (words[0].to_owned(), words[1].parse().unwrap())).collect()
}

/// The moves that the book itself plays: the others are only answered.
fn played(files: &Folder, arguments: &str) -> Vec<(String, u16)> {
    let mut moves = shown(files, arguments);
    moves.retain(|&(_, weight)| weight > 0);
    moves
}

fn moves(list: &[(&str, u16)]) -> Vec<(String, u16)> {
    list.iter().map(|&(mv, weight)| (mv.to_owned(), weight)).collect()
}

#[test]
fn the_embedded_books_are_shown() {
    run("book show --moves e4 e5").says("the embedded book: ").says("\nNf3 ");
    let files = Folder::new();
    assert!(shown(&files, "--game english").len() >= 7);
    let start = shown(&files, "");
    let shares = run("book show").text();
    let sum: f64 =
        shares.lines().filter_map(|line| line.strip_suffix('%')?.split_whitespace().last()?.parse::<f64>().ok()).sum();
    assert!((sum - 100.0).abs() < 0.1 * start.len() as f64, "{shares}");
    run("book show --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'").says("no move for this position");
    run("book show --game tictactoe").fails_with("tictactoe has no embedded book");
    run("book show --moves e4 e4").fails_with("move 2: illegal move 'e4'");
}

#[test]
fn moves_of_games_are_counted() {
    let files = Folder::with(&[("games.pgn", GAMES)]);
    for book in ["book.txt", "book.bin"] {
        files.run(format!("book make games.pgn --min-games 1 --output {book}")).says(": 10 positions, 14 moves");
        assert_eq!(shown(&files, book), moves(&[("e4", 3), ("Nf3", 1)]));
        let after = |moves: &str| shown(&files, &format!("{book} --moves {moves}"));
        assert_eq!(after("e4 e5"), moves(&[("Nf3", 2), ("f4", 1)]));
        assert_eq!(after("e4 e5 Nf3 Nc6"), moves(&[("Bb5", 2), ("Bc4", 1)]));
        let mut last = after("e4 e5 Nf3 Nc6 Bb5");
        last.sort();
        assert_eq!(last, moves(&[("Nf6", 1), ("a6", 1)]));
    }
    assert_eq!(files.count(), 3, "nothing is left beside");
}

#[test]
fn few_games_late_moves_and_lost_games_do_not_count() {
    let files = Folder::with(&[("games.pgn", GAMES)]);
    let make = |more: &str| files.run(format!("book make games.pgn --output book.txt {more}")).text();
    make("");
    assert_eq!(shown(&files, "book.txt"), moves(&[("e4", 3)]));
    let at = |after: &str| played(&files, &format!("book.txt {after}"));
    assert_eq!(at("--moves e4 e5 Nf3 Nc6"), moves(&[("Bb5", 2)]));
    make("--plies 4");
    assert_eq!(at("--moves e4 e5 Nf3 Nc6"), []);
    assert_eq!(at("--moves e4 e5 Nf3"), moves(&[("Nc6", 2)]));
    make("--score --min-games 1");
    // A win, a draw and a loss for White, who lost the one game that began with the knight.
    assert_eq!(at(""), moves(&[("e4", 3)]));
    assert_eq!(at("--moves e4"), moves(&[("e5", 3)]));
    assert_eq!(at("--moves e4 e5"), moves(&[("Nf3", 3)]));
    assert_eq!(at("--moves Nf3"), moves(&[("Nc6", 2)]));
}

#[test]
fn games_of_draughts_are_counted() {
    let games = "[GameType \"21\"]\n1. 11-15 23-19 2. 8-11 22-17 0-1\n\n\
                 [GameType \"21\"]\n1. 11-15 23-19 2. 9-14 22-17 1-0\n";
    let files = Folder::with(&[("games.pdn", games)]);
    files.run("book make --game english games.pdn --output book.txt --score --min-games 1").text();
    // In draughts Black begins, and the first figure is White's.
    assert_eq!(played(&files, "--game english book.txt --moves 11-15 23-19"), moves(&[("8-11", 2)]));
    assert_eq!(played(&files, "--game english book.txt --moves 11-15"), moves(&[("23-19", 2)]));
    let make = files.run("book make --game english games.pdn --output book.bin");
    make.fails_with("english has no binary books; expected another");
}

#[test]
fn a_polyglot_book_reads_back_the_same() {
    let files = Folder::with(&[("book.txt", "A: e4 e5 Nf3 *3\nB: d4? Nf6 c4\nC: e4 c5 *2")]);
    files.run("book merge book.txt --output book.bin").text();
    files.run("book merge book.bin --output again.txt").text();
    let read = |name: &str| OpeningBook::parse(&ChessPosition::start(), &files.read(name)).unwrap();
    let (before, after) = (read("book.txt"), read("again.txt"));
    let records = PolyglotBook::new(files.bytes("book.bin")).unwrap();
    let start = AnyPosition::new(ChessPosition::start());
    assert_eq!(before.moves(&start), after.moves(&start));
    assert_eq!(BookLookup::moves(&records, &start), after.moves(&start));
    for (mv, _) in before.moves(&start) {
        let next = start.play(mv);
        assert_eq!(before.moves(&next), after.moves(&next));
        assert_eq!(BookLookup::moves(&records, &next)[..before.moves(&next).len()], before.moves(&next));
    }
}

#[test]
fn merging_adds_weights() {
    let files = Folder::with(&[
        ("one.txt", "# mine\nRuy Lopez: e4 e5 Nf3 Nc6 Bb5 *3\n"),
        ("other.txt", "Sicilian: e4 c5\nItalian: e4 e5 Nf3 Nc6 Bc4 *2"),
    ]);
    files.run("book merge one.txt other.txt --output both.txt").text();
    contains_all(&files.read("both.txt"), ["# mine\nRuy Lopez: e4"]);
    for merge in ["one.txt -o 1.bin", "other.txt -o 2.bin", "1.bin 2.bin -o 3.bin", "one.txt 2.bin -o mixed.txt"] {
        files.run(format!("book merge {merge}")).text();
    }
    for book in ["both.txt", "3.bin", "mixed.txt"] {
        assert_eq!(shown(&files, book), moves(&[("e4", 6)]), "{book}");
        assert_eq!(shown(&files, &format!("{book} --moves e4")), moves(&[("e5", 5), ("c5", 1)]));
        assert_eq!(shown(&files, &format!("{book} --moves e4 e5 Nf3 Nc6")), moves(&[("Bb5", 3), ("Bc4", 2)]));
    }
    // A book may be merged into itself.
    files.run("book merge one.txt other.txt --output one.txt").text();
    assert_eq!(shown(&files, "one.txt"), moves(&[("e4", 6)]));
}

#[test]
fn a_book_grows_by_thinking() {
    let files = Folder::new();
    for book in ["--game chess book.bin", "--game english book.txt"] {
        let limits = "--depth 3 --plies 2 --width 2 --margin 40";
        let make = book.replace("book.", "--output book.");
        files.run(format!("book make {make} --analyse {limits}")).text();
        let start = shown(&files, book);
        assert!((1..=2).contains(&start.len()), "{start:?}");
        assert_eq!(start[0].1, 41);
        assert!(!shown(&files, &format!("{book} --moves {}", start[0].0)).is_empty());
    }
}

#[test]
fn a_bad_file_is_one_clear_line() {
    let files = Folder::with(&[
        ("bad.pgn", "[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n"),
        ("broken.pgn", "1. e4 {never ends"),
        ("empty.pgn", ""),
        ("bad.txt", "# book\nRuy Lopez: e4 e5 Nf4\n"),
        ("good.txt", "Ruy Lopez: e4 e5 Nf3\n"),
    ]);
    files.write("bad.bin", [0; 17]);
    let before = files.count();
    for [task, expected] in cases("refused", "book") {
        files.run(format!("book {task} --output out.txt")).fails_with(expected);
        assert!(!files.has("out.txt"), "{task}");
    }
    files.run("book merge good.txt --output no/such/folder.txt").fails_with("cannot write '");
    assert_eq!(files.count(), before);
    let keep_going = files.run("book make bad.pgn --keep-going --output out.txt");
    assert!(keep_going.exits_with(2).err().starts_with("1 games with errors"));
}

#[test]
fn arguments_that_do_not_belong_together_are_refused() {
    are_misused("book", "book_misused");
}

/// What was found until then is written, and the status tells that more was asked for.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_analysis_leaves_its_book() {
    let folder = Folder::new();
    let words = "book make --analyse --movetime 50 --plies 60 --output book.txt";
    let mut making = folder.command(words).spawn().unwrap();
    let status = format!("/proc/{}/status", making.id());
    let caught = || {
        let text = fs::read_to_string(&status).unwrap();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 2 != 0
    };
    wait_until("signals are caught", caught);
    signal(&making, "INT");
    assert_eq!(wait(&mut making).code(), Some(130));
    assert!(folder.has("book.txt"));
}
