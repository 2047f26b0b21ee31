//! `kempelen book` and `kempelen completions`, through the binary.

use crate::shell::{self, complaint, run};
use kempelen::any_position::AnyPosition;
use kempelen::game::{Game, StartPosition};
use kempelen::games::chess::ChessPosition;
use kempelen::opening::{BookLookup, OpeningBook, PolyglotBook};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Three games that agree for two plies, and one that comes to the same by another way.
const GAMES: &str = "\
[Event \"a\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[Event \"b\"]
[Result \"1/2-1/2\"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 1/2-1/2

[Event \"c\"]
[Result \"0-1\"]

1. e4 e5 (1... c5 2. Nf3) 2. f4 {the gambit} exf4 0-1

[Event \"d\"]
[Result \"0-1\"]

1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6 0-1
";

fn stdout(arguments: &[&str]) -> String {
    shell::stdout(&run(arguments))
}

/// What is said of an error, with status 2.
fn fault(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    complaint(&output)
}

/// A file in a folder, by its name.
struct Files(TempDir);

impl Files {
    fn new(files: &[(&str, &str)]) -> Files {
        let folder = TempDir::new().unwrap();
        for (name, content) in files {
            fs::write(folder.path().join(name), content).unwrap();
        }
        Files(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn count(&self) -> usize {
        fs::read_dir(&self.0).unwrap().count()
    }
}

/// Moves and weights that `book show` tells of a position.
fn shown(arguments: &[&str]) -> Vec<(String, u16)> {
    let told = stdout(&[&["book", "show"][..], arguments].concat());
    let rows = told.lines().skip_while(|line| !line.starts_with("move "));
    rows.skip(1)
        .map(|row| {
            let words: Vec<&str> = row.split_whitespace().collect();
            (words[0].to_owned(), words[1].parse().unwrap())
        })
        .collect()
}

/// Those that are not only answered.
fn played(arguments: &[&str]) -> Vec<(String, u16)> {
    let mut moves = shown(arguments);
    moves.retain(|&(_, weight)| weight > 0);
    moves
}

fn moves(list: &[(&str, u16)]) -> Vec<(String, u16)> {
    let each = list.iter();
    each.map(|&(mv, weight)| (mv.to_owned(), weight)).collect()
}

#[test]
fn the_embedded_books_are_shown() {
    let told = stdout(&["book", "show", "--moves", "e4", "e5"]);
    assert!(told.contains("the embedded book: "), "{told}");
    assert!(told.contains("\nNf3 "), "{told}");
    assert!(shown(&["--game", "english"]).len() >= 7);
    let start = shown(&[]);
    let shares = stdout(&["book", "show"]);
    let sum: f64 =
        shares.lines().filter_map(|line| line.strip_suffix('%')?.split_whitespace().last()?.parse::<f64>().ok()).sum();
    assert!((sum - 100.0).abs() < 0.1 * start.len() as f64, "{shares}");
    let told = stdout(&["book", "show", "--fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]);
    assert!(told.contains("no move for this position"), "{told}");
    let told = fault(&["book", "show", "--game", "tictactoe"]);
    assert!(told.contains("tictactoe has no embedded book"), "{told}");
    let told = fault(&["book", "show", "--moves", "e4", "e4"]);
    assert!(told.contains("move 2: illegal move 'e4'"), "{told}");
}

#[test]
fn moves_of_games_are_counted() {
    let files = Files::new(&[("games.pgn", GAMES)]);
    for name in ["book.txt", "book.bin"] {
        let (games, book) = (files.path("games.pgn"), files.path(name));
        let told = stdout(&["book", "make", &games, "--min-games", "1", "--output", &book]);
        assert!(told.contains(": 10 positions, 14 moves"), "{told}");
        assert_eq!(shown(&[&book]), moves(&[("e4", 3), ("Nf3", 1)]));
        let after = |moves: &str| {
            let words: Vec<&str> = moves.split(' ').collect();
            shown(&[&[book.as_str(), "--moves"][..], &words[..]].concat())
        };
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
    let files = Files::new(&[("games.pgn", GAMES)]);
    let (games, book) = (files.path("games.pgn"), files.path("book.txt"));
    let make = ["book", "make", &games, "--output", &book];
    stdout(&make);
    assert_eq!(shown(&[&book]), moves(&[("e4", 3)]));
    let after = ["--moves", "e4", "e5", "Nf3", "Nc6"];
    let at = |after: &[&str]| played(&[&[book.as_str()][..], after].concat());
    assert_eq!(at(&after), moves(&[("Bb5", 2)]));
    stdout(&[&make[..], &["--plies", "4"]].concat());
    assert_eq!(at(&after), []);
    assert_eq!(at(&after[..4]), moves(&[("Nc6", 2)]));
    stdout(&[&make[..], &["--score", "--min-games", "1"]].concat());
    // A win, a draw and a loss for White, who lost the one game that began with the knight.
    assert_eq!(at(&[]), moves(&[("e4", 3)]));
    assert_eq!(at(&after[..2]), moves(&[("e5", 3)]));
    assert_eq!(at(&after[..3]), moves(&[("Nf3", 3)]));
    assert_eq!(at(&["--moves", "Nf3"]), moves(&[("Nc6", 2)]));
}

#[test]
fn games_of_draughts_are_counted() {
    let games = "[GameType \"21\"]\n1. 11-15 23-19 2. 8-11 22-17 0-1\n\n\
                 [GameType \"21\"]\n1. 11-15 23-19 2. 9-14 22-17 1-0\n";
    let files = Files::new(&[("games.pdn", games)]);
    let (games, book) = (files.path("games.pdn"), files.path("book.txt"));
    let make = ["book", "make", "--game", "english", &games, "--output", &book, "--score"];
    stdout(&[&make[..], &["--min-games", "1"]].concat());
    // In draughts Black begins, and the first figure is White's.
    let after = ["--game", "english", &book, "--moves", "11-15", "23-19"];
    assert_eq!(played(&after), moves(&[("8-11", 2)]));
    assert_eq!(played(&after[..5]), moves(&[("23-19", 2)]));
    let told = fault(&["book", "make", "--game", "english", &games, "--output", "book.bin"]);
    assert!(told.contains("english has no binary books; expected another"), "{told}");
}

#[test]
fn a_polyglot_book_reads_back_the_same() {
    let files = Files::new(&[("book.txt", "A: e4 e5 Nf3 *3\nB: d4? Nf6 c4\nC: e4 c5 *2")]);
    let [text, binary, again] = ["book.txt", "book.bin", "again.txt"].map(|name| files.path(name));
    stdout(&["book", "merge", &text, "--output", &binary]);
    stdout(&["book", "merge", &binary, "--output", &again]);
    let read = |path: &str| OpeningBook::parse(&ChessPosition::start(), &fs::read_to_string(path).unwrap()).unwrap();
    let (before, after) = (read(&text), read(&again));
    let records = PolyglotBook::new(fs::read(&binary).unwrap()).unwrap();
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
    let files = Files::new(&[
        ("one.txt", "# mine\nRuy Lopez: e4 e5 Nf3 Nc6 Bb5 *3\n"),
        ("other.txt", "Sicilian: e4 c5\nItalian: e4 e5 Nf3 Nc6 Bc4 *2"),
    ]);
    let [one, other, both] = ["one.txt", "other.txt", "both.txt"].map(|name| files.path(name));
    let [one_bin, other_bin, both_bin] = ["1.bin", "2.bin", "3.bin"].map(|name| files.path(name));
    stdout(&["book", "merge", &one, &other, "--output", &both]);
    let text = fs::read_to_string(&both).unwrap();
    assert!(text.contains("# mine\nRuy Lopez: e4"), "{text}");
    for (from, to) in [(&one, &one_bin), (&other, &other_bin)] {
        stdout(&["book", "merge", from, "--output", to]);
    }
    stdout(&["book", "merge", &one_bin, &other_bin, "-o", &both_bin]);
    let mixed = files.path("mixed.txt");
    stdout(&["book", "merge", &one, &other_bin, "-o", &mixed]);
    for book in [both.as_str(), &both_bin, &mixed] {
        assert_eq!(shown(&[book]), moves(&[("e4", 6)]), "{book}");
        assert_eq!(shown(&[book, "--moves", "e4"]), moves(&[("e5", 5), ("c5", 1)]));
        let after = [book, "--moves", "e4", "e5", "Nf3", "Nc6"];
        assert_eq!(shown(&after), moves(&[("Bb5", 3), ("Bc4", 2)]));
    }
    // A book may be merged into itself.
    stdout(&["book", "merge", &one, &other, "--output", &one]);
    assert_eq!(shown(&[&one]), moves(&[("e4", 6)]));
}

#[test]
fn a_book_grows_by_thinking() {
    let files = Files::new(&[]);
    for (game, name) in [("chess", "book.bin"), ("english", "book.txt")] {
        let book = files.path(name);
        let make = ["book", "make", "--game", game, "--analyse", "--output", &book];
        let limits = ["--depth", "3", "--plies", "2", "--width", "2", "--margin", "40"];
        stdout(&[&make[..], &limits[..]].concat());
        let start = shown(&["--game", game, &book]);
        assert!((1..=2).contains(&start.len()), "{start:?}");
        assert_eq!(start[0].1, 41);
        assert!(!shown(&["--game", game, &book, "--moves", &start[0].0]).is_empty());
    }
}

#[test]
fn a_bad_file_is_one_clear_line() {
    let files = Files::new(&[
        ("bad.pgn", "[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n"),
        ("broken.pgn", "1. e4 {never ends"),
        ("empty.pgn", ""),
        ("bad.txt", "# book\nRuy Lopez: e4 e5 Nf4\n"),
        ("good.txt", "Ruy Lopez: e4 e5 Nf3\n"),
    ]);
    fs::write(files.path("bad.bin"), [0; 17]).unwrap();
    let out = files.path("out.txt");
    let before = files.count();
    for (task, name, expected) in [
        ("make", "bad.pgn", "bad.pgn': line 3: illegal move 'Ke3'"),
        ("make", "broken.pgn", "expected the end of a comment, '}'"),
        ("make", "empty.pgn", "found no games to count, expected game records"),
        ("make", "none.pgn", "cannot read '"),
        ("merge", "bad.txt", "bad.txt' is no book: line 2: move 3: illegal move 'Nf4'"),
        ("merge", "bad.bin", "bad.bin' is no book: found 17 bytes; expected a multiple of 16"),
    ] {
        let told = fault(&["book", task, &files.path(name), "--output", &out]);
        assert!(told.contains(expected), "{told}");
        assert!(!Path::new(&out).exists(), "{task} {name}");
    }
    let nowhere = files.path("no/such/folder.txt");
    let told = fault(&["book", "merge", &files.path("good.txt"), "--output", &nowhere]);
    assert!(told.contains("cannot write '"), "{told}");
    assert_eq!(files.count(), before);
    let bad = files.path("bad.pgn");
    let output = run(&["book", "make", &bad, "--keep-going", "--output", &out]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("1 games with errors"));
}

#[test]
fn arguments_that_do_not_belong_together_are_refused() {
    for arguments in [
        &["book", "make", "--output", "x.txt"][..],
        &["book", "make", "games.pgn", "--analyse", "--output", "x.txt"],
        &["book", "make", "games.pgn", "--depth", "3", "--output", "x.txt"],
        &["book", "make", "games.pgn", "--width", "3", "--output", "x.txt"],
        &["book", "make", "--analyse", "--score", "--output", "x.txt"],
        &["book", "merge", "--output", "x.txt"],
        &["book", "merge", "one.txt"],
        &["book"],
    ] {
        assert_eq!(run(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

/// What was found until then is written, and the status tells that more was asked for.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_analysis_leaves_its_book() {
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.txt");
    let mut making = crate::shell::program()
        .args(["book", "make", "--analyse", "--movetime", "50", "--plies", "60"])
        .arg("--output")
        .arg(&path)
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", making.id());
    let caught = || {
        let status = std::fs::read_to_string(&status).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        u64::from_str_radix(mask.unwrap().trim(), 16).unwrap() & 2 != 0
    };
    let began = Instant::now();
    while !caught() {
        assert!(began.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    shell::signal(&making, "INT");
    assert_eq!(shell::wait(&mut making).code(), Some(130));
    assert!(path.exists());
}
