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
