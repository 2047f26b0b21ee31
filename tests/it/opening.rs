//! Opening books: our own, made-up ones, broken ones, and binary ones.

use crate::prelude::*;
use kempelen::games::chess::to_polyglot;
use kempelen::games::draughts;
use kempelen::opening::{BookEvent, BookLookup, PolyglotBook, choose_move, to_text, walk_book};
use proptest::prelude::*;

type English = draughts::DraughtsPosition<draughts::English>;

const CHESS: &str = include_str!("../../book/chess.txt");
const ENGLISH: &str = include_str!("../../book/english.txt");

#[test]
fn the_books_offer_every_move_of_their_lines() {
    check_whole_book::<ChessPosition>(CHESS, 150);
    check_whole_book::<English>(ENGLISH, 80);
}

/// Plays the lines of a book apart from its own reader, and looks every move up.
fn check_whole_book<G: Erasable + StartPosition>(text: &str, lines_at_least: usize) {
    let book = OpeningBook::parse(&G::start(), text).unwrap();
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, moves) = line.split_once(": ").unwrap();
        let mut position = G::start();
        for word in moves.split_whitespace() {
            let mv = position.parse_move(word.trim_end_matches('?')).unwrap();
            assert!(position.is_legal(mv), "{name}: {word}");
            let offered = book.moves(&position).iter().any(|&(known, _)| known == mv);
            assert!(offered || word.ends_with('?'), "{name}: {word}");
            position = position.play(mv);
        }
        lines += 1;
    }
    assert!(lines >= lines_at_least, "{lines} lines");
    let moves = book.size().moves;
    assert!(moves > 5 * lines, "{moves} moves in {lines} lines");
}

/// The moves that a chess book plays after `moves`, with their weights, in alphabetical order.
fn offered(book: &OpeningBook, moves: &str) -> String {
    let play = |position: ChessPosition, word| position.play(position.parse_move(word).unwrap());
    let position = moves.split_whitespace().fold(ChessPosition::start(), play);
    let played = book.moves(&position).into_iter().filter(|&(_, weight)| weight > 0);
    let mut offered: Vec<_> =
        played.map(|(mv, weight)| format!("{} {weight}", position.show_move(mv, MoveStyle::Short))).collect();
    offered.sort();
    offered.join(", ")
}

fn written<G: Erasable + StartPosition>(book: &dyn BookLookup) -> String {
    to_text(book, &AnyPosition::new(G::start()))
}

fn english(text: &str) -> Result<OpeningBook, String> {
    OpeningBook::parse(&English::start(), text)
}

fn chess(text: &str) -> Result<OpeningBook, String> {
    OpeningBook::parse(&ChessPosition::start(), text)
}

#[test]
fn a_book_plays_its_lines() {
    for [text, moves, expected] in cases("opening", "offered") {
        assert_eq!(offered(&chess(text).unwrap(), moves), expected, "{text}, after {moves}");
    }
    assert_eq!(chess("One: Nf3 Nf6 c4 e6\nTwo: c4 Nf6 Nf3 e6").unwrap().size().moves, 7);
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    let text = "# Openings\nOne: e4 e5";
    assert_eq!(chess(&format!("\u{feff}{text}")), chess(text));
}

#[test]
fn an_error_names_the_line_and_the_word() {
    let broken = |text: &str| chess(text).unwrap_err();
    let line = broken("# Openings\n\nRuy Lopez: e4 e5 Nf3 Nc6\nWrong: e4 e5 Ke3");
    assert!(line.starts_with("line 4: move 3: ") && line.contains("'Ke3'"), "{line}");
    let syntax = broken("Wrong: e4 hello");
    assert!(syntax.starts_with("line 1: move 2: 'hello' is not a move; expected"), "{syntax}");
    for [text, message] in cases("opening", "broken") {
        assert_eq!(broken(text), message);
    }
}

/// All moves with a weight that a game from the start can meet, by the key of their position.
fn played<G: Erasable + StartPosition>(library: &dyn BookLookup) -> BTreeMap<(u64, String), u16> {
    let mut all = BTreeMap::new();
    walk_book(library, &AnyPosition::new(G::start()), &mut |step| {
        if let BookEvent::Move { position, mv, weight: weight @ 1.. } = step {
            let mv = position.show_move(mv, MoveStyle::Short);
            all.insert((position.key().0, mv), weight);
        }
    });
    all
}

#[test]
fn what_is_written_as_text_reads_back() {
    for text in [
        CHESS,
        "",
        "One: e4 e5 Nf3 Nc6 *5\nTwo: e4 c5 *3\nThree: Nf3? e5 e4 Nc6\nFour: e4? e5? f4 exf4? Nf3",
        "Back: Nf3 Nf6 Ng1 Ng8 e4 *7\nMuch: d4 *999\nMore: d4 d5 *999",
    ] {
        let book = chess(text).unwrap();
        let text = written::<ChessPosition>(&book);
        assert_eq!(played::<ChessPosition>(&chess(&text).unwrap()), played::<ChessPosition>(&book), "{text}");
    }
    let english = english(ENGLISH).unwrap();
    let again = self::english(&written::<English>(&english)).unwrap();
    assert!(played::<English>(&english).len() > 500);
    assert_eq!(played::<English>(&again), played::<English>(&english));
}

#[test]
fn a_line_takes_its_weight_from_every_move() {
    for [text, expected] in cases("opening", "written") {
        assert_eq!(written::<ChessPosition>(&chess(text).unwrap()), expected);
    }
}

#[test]
fn a_binary_book_has_what_the_text_plays() {
    let book = chess(CHESS).unwrap();
    let binary = to_polyglot(&book);
    let again = PolyglotBook::new(&binary.bytes()).unwrap();
    assert_eq!(again, binary);
    let expected = played::<ChessPosition>(&book);
    assert!(expected.len() > 1000);
    assert_eq!(played::<ChessPosition>(&again), expected);
    let text = written::<ChessPosition>(&OpeningBook::merge(&AnyPosition::new(ChessPosition::start()), &[&again]));
    assert_eq!(played::<ChessPosition>(&chess(&text).unwrap()), expected);
}

#[test]
fn gathered_books_add_up() {
    let one = chess("A: e4 e5 *3").unwrap();
    let other = to_polyglot(&chess("B: e4 c5 *2\nC: d4 d5").unwrap());
    let both = OpeningBook::merge(&AnyPosition::new(ChessPosition::start()), &[&one, &other]);
    assert_eq!(offered(&both, ""), "d4 1, e4 5");
    assert_eq!(offered(&both, "e4"), "c5 2, e5 3");
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn a_published_binary_book_is_read() {
    let book = PolyglotBook::new(&fs::read(data("openings/gnuchess-book-1.02.bin")).unwrap()).unwrap();
    assert_eq!(book.size().moves, 2_885_728 / 16);
    let library: &dyn BookLookup = &book;
    let start = library.moves(&AnyPosition::new(ChessPosition::start()));
    assert!(start.len() >= 10, "{start:?}");
    let mut random = Random::new(2);
    let mut plies = 0;
    for _ in 0..500 {
        let mut position = AnyPosition::new(ChessPosition::start());
        while let Some(mv) = choose_move(&library.moves(&position), random.next_u64()) {
            assert!(position.is_legal(mv));
            position = position.play(mv);
            plies += 1;
        }
    }
    assert!(plies > 500 * 8, "{plies} plies in 500 games");
}

/// Text that is nearly a book.
fn nearly_a_book() -> impl Strategy<Value = String> {
    let words = "(e4|e5|d4|Nf3|O-O|e7e8q|11-15|1\\.|#|\\*|\\*2|\\?|e4\\?|:|: | |\n|é|Name: ){0,40}";
    let lines = "(Name: )?((e4|e5|d4|d5|Nf3|Nc6|11-15|23-19|x|\\*3)[ ]{1,2}){0,12}\n";
    prop_oneof![any::<String>(), words, lines]
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in nearly_a_book()) {
        for error in [chess(&text).err(), english(&text).err()].into_iter().flatten() {
            let line = error.strip_prefix("line ").and_then(|rest| rest.split_once(':')?.0.parse().ok());
            prop_assert!(line.is_some_and(|line| (1..=text.lines().count()).contains(&line)), "{error}");
            prop_assert_eq!(error.lines().count(), 1);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200), key: u64) {
        if let Ok(book) = PolyglotBook::new(&bytes) {
            let start = ChessPosition::start();
            book.moves(key, |code| start.decode(code));
        }
    }
}
