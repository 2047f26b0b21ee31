//! Positions and moves as text.

use super::oracle::parse;
use crate::game::Game;
use crate::games::heaps::HeapPosition;

/// Positions that read back as they are, each with a legal move.
const TEXTS: &[(&str, &str)] = &[
    ("nim 3,4,5 p1", "2:4-1"),
    ("moore 1,2,3 k=2 misere p1", "1:1-0,3:3-1"),
    ("moore 1,2,3 k=2 max=5 p2", "1:1-0"),
];

#[test]
fn positions_and_moves_read_back() {
    for (text, mv) in TEXTS {
        let position = parse(text);
        assert_eq!(position.to_text(), *text);
        let read = position
            .read_move(mv)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.move_to_text(read), *mv, "{text}");
        assert!(position.moves().contains(&read), "{text} {mv}");
    }
}

#[test]
fn refused_positions() {
    for (text, expected) in [
        ("", "found '', expected a game: nim, northcott, moore, "),
        ("nim 3,4", "nim: expected the side to move, p1 or p2"),
        ("nim p1", "nim: found '', expected heaps such as 3,4,5"),
        (
            "nim 3,-4 p1",
            "nim: heaps: found '-4', expected a number from 0 to 9223372036854775807",
        ),
        (
            "nim 3,,4 p1",
            "nim: heaps: found '', expected a number from 0 to 9223372036854775807",
        ),
        (
            "nim 9223372036854775808 p1",
            "nim: heaps: found '9223372036854775808', expected a number from 0 to 9223372036854775807",
        ),
        (
            "nim 3 k=2 p1",
            "nim: found 'k=2', expected misere, p1 or p2",
        ),
        (
            "moore 3,4 p1",
            "moore: expected the parameter k=, from 1 to 8",
        ),
        (
            "moore 3,4 k=9 p1",
            "moore: found k=9, expected k from 1 to 8",
        ),
        (
            "moore 3,4 k=2 k=2 p1",
            "moore: found 'k' twice, expected it once",
        ),
        (
            "moore 3,4 x=2 p1",
            "moore: found 'x=2', expected k=, max=, misere, p1 or p2",
        ),
        (
            "moore 300,300 k=2 max=3 p1",
            "moore: with a limit max= the game is searched: expected at most 65535 moves without the limit",
        ),
    ] {
        let error = HeapPosition::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let many = format!("nim {}1 p1", "1,".repeat(10_000));
    let error = HeapPosition::parse(&many).unwrap_err().to_string();
    assert_eq!(
        error,
        "nim: heaps: found 10001 numbers, expected at most 10000"
    );
}

#[test]
fn refused_moves() {
    for (position, mv, expected) in [
        (
            "nim 3,4 p1",
            "4-1",
            "'4-1' is not a move; expected a move such as 2:4-1 (heap 2, from 4 to 1), or 2:7-3+4 for a split",
        ),
        (
            "nim 3,4 p1",
            "3:4-1",
            "illegal move '3:4-1': a move names heaps of the position, each once",
        ),
        (
            "nim 3,4 p1",
            "2:5-1",
            "illegal move '2:5-1': a move names the size that the heap has",
        ),
        (
            "nim 3,4 p1",
            "2:4-4",
            "illegal move '2:4-4': a move takes something from every heap that it names",
        ),
        (
            "nim 3,4 p1",
            "1:3-0,2:4-0",
            "illegal move '1:3-0,2:4-0': a move takes from no more heaps than the game allows",
        ),
        (
            "nim 0 p1",
            "1:0-0",
            "illegal move '1:0-0': the game is over",
        ),
        (
            "moore 3,4 k=2 max=2 p1",
            "1:3-1,2:4-3",
            "illegal move '1:3-1,2:4-3': a move takes no more counters than the game allows",
        ),
        (
            "moore 3,4 k=2 p1",
            "1:3-1,1:3-0",
            "illegal move '1:3-1,1:3-0': a move names heaps of the position, each once",
        ),
    ] {
        let error = parse(position).read_move(mv).unwrap_err().to_string();
        assert_eq!(error, expected, "{position}");
    }
}

#[test]
fn a_position_of_the_same_game() {
    let moore = parse("moore 1,2,3 k=2 misere p1");
    for (text, expected) in [
        ("5,6 p2", "moore 5,6 k=2 misere p2"),
        ("5,6 k=3 p2", "moore 5,6 k=3 misere p2"),
        ("nim 5 p2", "nim 5 p2"),
    ] {
        assert_eq!(moore.parse_alike(text).unwrap().to_text(), expected);
    }
}
