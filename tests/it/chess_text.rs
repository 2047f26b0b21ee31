//! Chess positions and moves as text: good, bad and rubbish.

use crate::chess_rules::position;
use crate::prelude::*;
use proptest::prelude::*;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn fens_in_their_many_forms_are_written_in_one() {
    assert_eq!(ChessPosition::start().show(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for [read, written] in cases("chess_text", "fens") {
        assert_eq!(position(read).show(), written);
    }
}

#[test]
fn bad_fens_say_what_is_wrong() {
    for [fen, message] in cases("chess_text", "bad_fens") {
        match ChessPosition::parse(fen) {
            Ok(position) => panic!("{fen} was read as {position}"),
            Err(error) => {
                let found = error.to_string();
                assert!(found.contains(message), "{fen}: {found}");
                assert!(!found.contains('\n'));
            }
        }
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    for [fen, texts, meant] in cases("chess_text", "moves") {
        let position = position(fen);
        for text in texts.split(' ') {
            let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(position.show_move(mv, MoveStyle::LongCastlingByRook), meant, "{text}");
        }
    }
}

#[test]
fn castling_is_written_by_style() {
    let kiwipete = position(KIWIPETE);
    let castling = kiwipete.parse_move("O-O").unwrap();
    assert_eq!(kiwipete.show_move(castling, MoveStyle::Long), "e1g1");
    assert_eq!(kiwipete.show_move(castling, MoveStyle::LongCastlingByRook), "e1h1");
    assert_eq!(kiwipete.show_move(castling, MoveStyle::Short), "O-O");
}

#[test]
fn illegal_moves_name_the_rule_they_break() {
    for [fen, text, rule] in cases("chess_text", "illegal_moves") {
        match position(fen).parse_move(text) {
            Ok(_) => assert_eq!(rule, "0", "{fen} {text}"),
            Err(MoveError::Illegal { reason, .. }) => {
                assert_eq!(reason.number.to_string(), rule, "{fen} {text}: {reason}")
            }
            Err(error) => panic!("{fen} {text}: {error}"),
        }
    }
}

#[test]
fn illegal_moves_are_explained_in_words_about_the_move() {
    for [text, reason] in cases("chess_text", "explained") {
        let error = ChessPosition::start().parse_move(text).unwrap_err();
        assert_eq!(error.to_string(), format!("illegal move '{text}': {reason}"));
    }
}

#[test]
fn ambiguous_and_meaningless_moves_are_told_apart() {
    let knights = position("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
    let error = knights.parse_move("Nd2").unwrap_err();
    assert_eq!(error.to_string(), "'Nd2' is ambiguous: it could be b1d2, f1d2");
    for text in ["", "e", "hello", "0000", "e2", "e2e", "e2e9", "é2e4", "Nf3Nf3Nf3Nf3Nf3"] {
        let error = knights.parse_move(text).unwrap_err();
        assert!(matches!(error, MoveError::Syntax { .. }) || text == "e2", "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn rubbish_never_panics(text in ".{0,200}", fen in "[prnbqkPRNBQK1-8/ wb\\-a-h0-9]{0,90}") {
        let _ = ChessPosition::parse(&text);
        let _ = ChessPosition::parse(&fen);
        let start = ChessPosition::start();
        let _ = start.parse_move(&text);
        let _ = start.parse_move(&fen);
    }

    #[test]
    fn positions_of_letters_never_panic_and_survive_the_round_trip(
        ranks in prop::collection::vec("[1-3pPkKrRnQ]{1,6}", 8),
        side in "[wb]",
        castling in "(-|[KQkqA-Ha-h]{1,4})",
        passed in "(-|[a-h][36])",
        clock in 0u16..200,
    ) {
        let text = format!("{} {side} {castling} {passed} {clock} 7", ranks.join("/"));
        if let Ok(position) = ChessPosition::parse(&text) {
            prop_assert_eq!(ChessPosition::parse(&position.show()), Ok(position));
            prop_assert_eq!(position.count_moves(), position.moves().len() as u64);
        }
    }

    #[test]
    fn moves_of_letters_never_panic(text in "[a-hNBRQKO0x=+#\\-1-8]{1,8}") {
        let position = position(KIWIPETE);
        if let Ok(mv) = position.parse_move(&text) {
            prop_assert!(position.is_legal(mv));
        }
    }
}
