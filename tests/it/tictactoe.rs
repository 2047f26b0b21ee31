//! Tic-tac-toe as text and as a picture.

use crate::prelude::*;
use kempelen::notation::PositionError;

#[test]
fn text_is_read_for_either_side_alike() {
    for text in ["xx./.o./... o", ".../.x./... o", ".../.../... x", "xox/oxo/oxx o"] {
        let swap = |letter| match letter {
            'x' => 'o',
            'o' => 'x',
            other => other,
        };
        let swapped: String = text.chars().map(swap).collect();
        let position = TicTacToe::parse(text);
        let mirrored = TicTacToe::parse(&swapped);
        assert_eq!(position.is_ok(), mirrored.is_ok(), "{text}");
        if let (Ok(position), Ok(mirrored)) = (position, mirrored) {
            assert_eq!(position.show(), text);
            assert_eq!(mirrored.show(), swapped);
            assert_eq!(position.outcome(), mirrored.outcome());
            assert_eq!(position.moves(), mirrored.moves());
        }
    }
}

#[test]
fn a_man_is_taken_away_if_turns_still_alternate() {
    let position = TicTacToe::parse("x../.o./..x o").unwrap();
    let without = |cell| position.without(cell).map(|position| position.show());
    assert_eq!(without("a3").as_deref(), Some(".../.o./..x o"));
    for wrong in ["b2", "a1", "d4"] {
        assert_eq!(without(wrong), None, "{wrong}");
    }
}

#[test]
fn invalid_positions_have_specific_errors() {
    for [text, message] in cases("tictactoe", "wrong") {
        assert_eq!(TicTacToe::parse(text), Err(PositionError(message.into())), "{text}");
    }
}

#[test]
fn invalid_moves_have_specific_errors() {
    let position = TicTacToe::parse("xx./oo./x.. o").unwrap();
    let error = |position: &TicTacToe, text| position.parse_move(text).unwrap_err().to_string();
    assert_eq!(error(&position, "d4"), "'d4' is not a move; expected a cell from a1 to c3");
    assert_eq!(error(&position, "a1"), "illegal move 'a1': a man is put on an empty cell");
    let won = position.play(position.parse_move("c2").unwrap());
    assert_eq!(won.outcome(), Some(Outcome::Loss));
    assert_eq!(error(&won, "c3"), "illegal move 'c3': the game is over when one side has three in a line");
}

#[test]
fn there_are_no_moves_after_a_line() {
    let counts: Vec<u64> = (1..=9).map(|depth| perft(&TicTacToe::start(), depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}
