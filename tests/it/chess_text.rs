//! Chess positions and moves as text: good, bad and rubbish.

use crate::prelude::*;
use proptest::prelude::*;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn position(fen: &str) -> ChessPosition {
    ChessPosition::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn fens_in_their_many_forms_are_written_in_one() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(ChessPosition::start().show(), start);
    for (read, written) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -", start),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w  qkQK  -  0", start),
        // Nobody can take en passant, so the square goes.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 0", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
        // An inner rook may castle: K would mean the outer one.
        ("4k3/8/8/8/8/8/8/4KR1R w F - 99 5899", "4k3/8/8/8/8/8/8/4KR1R w F - 99 5899"),
        ("4k3/8/8/8/8/8/8/4KR1R w H - 0 9999", "4k3/8/8/8/8/8/8/4KR1R w K - 0 9999"),
    ] {
        assert_eq!(position(read).show(), written);
    }
}

#[test]
fn bad_fens_say_what_is_wrong() {
    for (fen, message) in [
        ("", "found 0 fields in ''; expected 4 to 6"),
        ("bad", "found 1 field in 'bad'; expected 4 to 6"),
        ("8/8/8/8/8/8/8/8 w -", "found 3 fields"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1 x y", "more than 6 fields"),
        ("k7/8/8/8/8/8/K7 w - -", "expected 8 ranks"),
        ("k7/8/8/8/8/8/8/8/K7 w - -", "expected 8 ranks"),
        ("k7/8/9/8/8/8/8/K7 w - -", "rank 6 of the board: found '9'"),
        ("k7/8/7/8/8/8/8/K7 w - -", "rank 6 of the board: found '7'; expected 8 squares"),
        ("k7/8/8p/8/8/8/8/K7 w - -", "rank 6 of the board: found '8p'; expected 8 squares"),
        ("k7/8/3z4/8/8/8/8/K7 w - -", "rank 6 of the board: found '3z4'; expected the letters"),
        ("k7/8/8/8/8/8/8/K7 x - -", "side to move: found 'x'; expected w or b"),
        ("k7/8/8/8/8/8/8/K7 w ? -", "castling field: found '?'"),
        ("4k3/8/8/8/8/8/8/4K2R w KK -", "every right once"),
        ("k7/8/8/8/8/8/8/K7 w - e9", "en passant field: found 'e9'; expected a square"),
        ("k7/8/8/8/8/8/8/K7 w - - -1 1", "halfmove clock: found '-1'"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 99999", "move number: found '99999'"),
        ("8/8/8/8/8/8/8/K7 w - -", "black has 0 kings; expected 1"),
        ("k7/8/8/8/8/8/8/KK6 w - -", "white has 2 kings; expected 1"),
        ("k7/8/8/8/QQQQQQQQ/QQQQQQQQ/8/K7 b - -", "white has 17 pieces; expected at most 16"),
        ("k6P/8/8/8/8/8/8/K7 w - -", "pawn on h8"),
        ("k7/8/8/8/8/8/8/K6p w - -", "pawn on h1"),
        ("k7/8/8/8/8/8/8/R3K3 w - -", "black is in check but not to move"),
        ("k7/8/8/8/8/8/8/K7 w K -", "white needs its king on the back rank and a rook right"),
        ("4k3/8/8/8/8/8/8/4K3 w Q -", "white needs its king on the back rank and a rook left"),
        ("4k3/8/8/8/8/8/8/4K2R w G -", "castling with g1 needs a rook"),
        ("4k3/8/8/8/8/8/8/4KR1R w FH -", "castling with h1 needs a rook there"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3", "en passant on e3 needs a pawn"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3", "en passant on e3 needs a pawn"),
        ("4k3/8/8/8/4P3/8/4P3/4K3 b - e3", "en passant on e3 needs a pawn"),
        ("4k3/8/8/8/8/8/8/4K3 w - a1", "en passant on a1 needs a pawn"),
        ("4k3/8/8/8/8/8/8/4K3 b - h8", "en passant on h8 needs a pawn"),
        ("4r3/8/8/1b5b/8/3n1n2/3p1p2/k3K3 w - -", "5 pieces give check; expected at most 2"),
        ("8/8/8/8/8/3n4/3p4/k3K1q1 w - -", "3 pieces give check"),
    ] {
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
    let promotions = "3r1k2/2P5/8/8/8/8/8/K7 w - - 0 1";
    let chess960 = "3k4/8/8/8/8/8/8/1R3KR1 w BG - 0 1";
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for (fen, texts, meant) in [
        (KIWIPETE, "e1g1 e1h1 O-O 0-0 o-o O-O! E1G1", "e1h1"),
        (KIWIPETE, "e1c1 e1a1 O-O-O 0-0-0+ o-o-o", "e1a1"),
        (KIWIPETE, "e5d7 Nxd7 Nd7 Ne5xd7 Nexd7 N5xd7 Ne5-d7 Nd7+ Nxd7!?", "e5d7"),
        (KIWIPETE, "d5e6 d5xe6 dxe6 d5-e6 D5E6 Pdxe6", "d5e6"),
        (KIWIPETE, "a2a4 a4 a4?? a2-a4", "a2a4"),
        (promotions, "c7d8q c7xd8=Q cxd8Q cxd8=Q+ cxd8(Q) cxd8/Q c7d8Q cxd8q", "c7d8q"),
        (promotions, "c8=N c8N c7c8n", "c7c8n"),
        (chess960, "f1g1 O-O", "f1g1"),
        (chess960, "f1b1 f1c1 O-O-O", "f1b1"),
        (passing, "e5d6 exd6 exd6e.p. exd6ep", "e5d6"),
    ] {
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
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1";
    let promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    for (fen, text, rule) in [
        (KIWIPETE, "e3e4", 1),
        (KIWIPETE, "e7e6", 1),
        (KIWIPETE, "Rb8", 2),
        (KIWIPETE, "e2e4", 2),
        (KIWIPETE, "a2a5", 2),
        (KIWIPETE, "a1a2", 3),
        (KIWIPETE, "f3f8", 3),
        (KIWIPETE, "e4xf5", 6),
        (KIWIPETE, "e1e1", 2),
        (KIWIPETE, "a2a4q", 7),
        (pinned, "Nc3", 4),
        (pinned, "e2c3", 4),
        (pinned, "e1g1", 0),
        (pinned, "O-O-O", 5),
        (pinned, "e1c1", 5),
        ("4k3/8/8/8/8/8/6p1/4K2R w K - 0 1", "O-O", 5),
        ("4k3/8/8/8/8/8/6p1/4K2R w - - 0 1", "e1h1", 5),
        (promotion, "a7a8", 7),
        (promotion, "a8", 7),
        (promotion, "a7a8k", 7),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8g8", 8),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "O-O", 8),
    ] {
        match position(fen).parse_move(text) {
            Ok(_) => assert_eq!(rule, 0, "{fen} {text}"),
            Err(MoveError::Illegal { reason, .. }) => {
                assert_eq!(reason.number, rule, "{fen} {text}: {reason}");
            }
            Err(error) => panic!("{fen} {text}: {error}"),
        }
    }
}

#[test]
fn illegal_moves_are_explained_in_words_about_the_move() {
    for (text, reason) in [
        ("e5", "no white pawn can go there"),
        ("Nd4", "no white knight can go there"),
        ("Nbd2", "own pieces are not taken, and only knights leap over pieces"),
        ("Ncd2", "there is no such white knight"),
        ("e2e5", "a pawn cannot go from e2 to e5"),
        ("e4e5", "no white piece stands on e4"),
        ("e7e5", "no white piece stands on e7"),
    ] {
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
