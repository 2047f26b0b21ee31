//! Books that `kempelen book` makes: what is the same in both formats, what a search finds. `tests/data/transcripts/book.md` has all else.

use crate::prelude::*;
use kempelen::opening::{BookLookup, PolyglotBook};

/// The moves and weights that `book show` prints for a position; `arguments` name files of the folder.
fn shown(files: &Folder, arguments: &str) -> Vec<(String, u16)> {
    let text = files.run(format!("book show {arguments}")).text();
    let rows = text.lines().skip_while(|line| !line.starts_with("move ")).skip(1);
    let words = rows.map(|row| row.split_whitespace().collect::<Vec<_>>());
    words.map(|words| (words[0].to_owned(), words[1].parse().unwrap())).collect()
}

#[test]
fn a_polyglot_book_reads_back_the_same() {
    let files = Folder::with(&[("book.txt", "A: e4 e5 Nf3 *3\nB: d4? Nf6 c4\nC: e4 c5 *2")]);
    files.run("book merge book.txt --output book.bin").text();
    files.run("book merge book.bin --output again.txt").text();
    let read = |name: &str| OpeningBook::parse(&ChessPosition::start(), &files.read(name)).unwrap();
    let (before, after) = (read("book.txt"), read("again.txt"));
    let records = PolyglotBook::new(&files.bytes("book.bin")).unwrap();
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
fn an_empty_book_and_the_name_of_games_are_refused() {
    let files = Folder::with(&[("games.pgn", "1. e4 e5 *"), ("book.txt", "e4")]);
    files.run("book make games.pgn --output book.txt").exits_with(2).remarks("found no move in 2 games or more");
    files.run("book merge book.txt --output games.pgn").exits_with(2).remarks("the name of game records");
    assert_eq!((files.read("book.txt"), files.read("games.pgn")), ("e4".to_owned(), "1. e4 e5 *".to_owned()));
}

/// What was found until then is written, and the status tells that more was asked for.
#[cfg(unix)]
#[test]
fn an_interrupted_analysis_leaves_its_book() {
    let folder = Folder::new();
    let words = "book make --analyse --movetime 50 --plies 60 --output book.txt";
    // An interruption before the first move leaves nothing.
    wait_until("a move is in the book", || {
        let mut making = folder.command(words).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(500));
        signal(&making, "INT");
        assert_eq!(wait(&mut making).code(), Some(130));
        folder.has("book.txt")
    });
}
