//! The terms of `eval/simay-full.toml`, each in positions of its own with exact values.

use super::{DEFAULT, FULL, SIMPLE, evaluator, full, turned, values, white_score};
use crate::prelude::*;

/// A term, a position, and the value of the term to White and to Black there.
#[rustfmt::skip]
const EXAMPLES: &[(&str, &str, [i32; 2])] = &[
    // The values of the pieces with those of their squares.
    ("pawn", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", [120, 0]),
    ("knight", "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", [330, 0]),
    ("bishop", "4k3/8/8/8/8/2B5/8/4K3 w - - 0 1", [340, 0]),
    ("rook", "4k3/3R4/8/8/8/8/8/4K3 w - - 0 1", [510, 0]),
    ("queen", "4k3/8/5Q2/8/8/8/8/4K3 w - - 0 1", [905, 0]),
    ("king", "7k/8/8/8/3K4/8/8/8 w - - 0 1", [40, -50]),
    // The fixed values of the text.
    ("trapped_bishop_seventh", "4k3/5p1B/6p1/8/8/8/8/4K3 w - - 0 1", [-150, 0]),
    ("trapped_bishop_seventh", "4k3/5p1B/8/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("trapped_bishop_seventh", "4k3/7B/6p1/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("trapped_bishop_sixth", "4k3/8/5p1B/6p1/8/8/8/4K3 w - - 0 1", [-50, 0]),
    ("trapped_bishop_sixth", "4k3/8/5P1B/6p1/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/8/5K1R w - - 0 1", [-40, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/8/1RK5 w - - 0 1", [-40, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/8/5KR1 w - - 0 1", [-40, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/6PR/5K2 w - - 0 1", [-40, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/6R1/5K2 w - - 0 1", [-40, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/5P1R/6K1 w - - 0 1", [-40, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/6R1/6K1 w - - 0 1", [-40, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/7R/8/6K1 w - - 0 1", [0, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/5R2/6K1 w - - 0 1", [0, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/7R/4K3 w - - 0 1", [0, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/5K1R/8 w - - 0 1", [0, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", [0, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/8/5RK1 w - - 0 1", [0, 0]),
    // The text says what is bad and what is good; the weights are those of the file.
    ("trapped_knight_eighth", "4k2N/7p/8/8/8/8/8/4K3 w - - 0 1", [-150, 0]),
    ("trapped_knight_eighth", "4k2N/5p2/8/8/8/8/8/4K3 w - - 0 1", [-150, 0]),
    ("trapped_knight_seventh", "4k3/6pN/7p/8/8/8/8/4K3 w - - 0 1", [-100, 0]),
    ("trapped_knight_seventh", "4k3/6pN/8/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", [50, 0]),
    ("knight_pair", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", [-8, 0]),
    ("knight_by_pawns", "1n2k3/8/8/8/8/8/PPPPPPPP/1N2K3 w - - 0 1", [19, -31]),
    ("rook_by_pawns", "r3k2r/8/8/8/8/8/P7/R3K3 w - - 0 1", [50, 126]),
    ("rook_pawn", "4k3/p7/8/8/8/8/P6P/4K3 w - - 0 1", [-30, -15]),
    ("centre_pawn", "4k3/3p4/8/8/8/8/3PP3/4K3 w - - 0 1", [10, 5]),
    ("no_pawns", "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", [0, -25]),
    ("knight_outpost", "4k3/4pp2/8/4N3/3P4/8/8/4K3 w - - 0 1", [20, 0]),
    ("bishop_outpost", "4k3/4pp2/8/4B3/3P4/8/8/4K3 w - - 0 1", [10, 0]),
    ("knight_outpost", "4k3/3pp3/8/3NN3/2P2P2/8/8/4K3 w - - 0 1", [40, 0]),
    // An open file, an own pawn before it and behind it, no guard, the own half.
    ("knight_outpost", "4k3/5p2/8/4N3/3P4/8/8/4K3 w - - 0 1", [0, 0]),
    ("knight_outpost", "4k3/4pp2/8/4N3/3P4/8/4P3/4K3 w - - 0 1", [0, 0]),
    ("knight_outpost", "4k3/4pp2/4P3/4N3/3P4/8/8/4K3 w - - 0 1", [0, 0]),
    ("knight_outpost", "4k3/4pp2/8/4N3/8/8/3P4/4K3 w - - 0 1", [0, 0]),
    ("knight_outpost", "4k3/4pp2/8/8/4N3/3P4/8/4K3 w - - 0 1", [0, 0]),
    ("knight_attacks_outpost", "4k3/3p4/8/8/4P3/4N3/8/4K3 w - - 0 1", [5, 0]),
    ("bishop_attacks_outpost", "4k3/3p4/8/8/4P3/1B6/8/4K3 w - - 0 1", [3, 0]),
    ("knight_attacks_outpost", "4k3/p6p/8/8/4P3/4N3/8/4K3 w - - 0 1", [0, 0]),
    ("knight_moves", "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", [4 * 2 + 4, 0]),
    // To e2 and f3, not to h3.
    ("knight_centre_moves", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", [2, 0]),
    // The white knight is in the centre already. The black knight moves nearer by Nd5 and Nxe4.
    ("knight_centre_moves", "7k/8/5n2/8/4N3/8/8/K7 w - - 0 1", [0, 2]),
    ("knight_centre_moves", "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", [0, 0]),
    // A pin leaves no legal move.
    ("knight_moves", "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", [0, 0]),
    ("bishop_moves", "4k3/8/8/8/4B3/8/8/4K3 w - - 0 1", [7 * 2 + 6, 0]),
    ("rook_moves", "4k3/8/8/8/R7/8/8/4K3 w - - 0 1", [4 * 2 + 3 + 7, 0]),
    ("queen_moves", "4k3/8/8/8/8/Q7/8/4K3 w - - 0 1", [10, 0]),
    // Of the knight's eight squares a pawn attacks c5.
    ("knight_safe_moves", "4k3/8/1p6/8/4N3/8/8/4K3 w - - 0 1", [7 * 2, 0]),
    // A pawn attacks d5 and f5.
    ("bishop_safe_moves", "4k3/8/4p3/8/4B3/8/8/4K3 w - - 0 1", [5 * 2 + 6, 0]),
    // A knight attacks a6.
    ("rook_safe_moves", "4k3/8/8/2n5/R7/8/8/4K3 w - - 0 1", [3 + 3, 0]),
    // A rook attacks f3.
    ("queen_safe_moves", "4kr2/8/8/8/8/Q7/8/4K3 w - - 0 1", [10 + 4 + 6, 0]),
    ("knight_guards", "4k3/8/8/8/4N3/8/5P2/4K3 w - - 0 1", [1, 0]),
    ("bishop_guards", "4k3/8/8/8/4B3/8/6P1/4K3 w - - 0 1", [1, 0]),
    ("rook_guards", "4k3/8/8/8/R7/8/P7/4K3 w - - 0 1", [1, 0]),
    ("queen_guards", "4k3/8/8/8/Q2P4/8/P7/4K3 b - - 0 1", [2, 0]),
];

#[test]
fn every_term_has_an_example() {
    let [mut evaluator, mut simple] = [full(), evaluator(SIMPLE)];
    let pieces = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    for &(name, fen, expected) in EXAMPLES {
        let position = ChessPosition::parse(fen).unwrap();
        let mut found = |position: &ChessPosition| {
            evaluator.reset(position);
            values(&evaluator.explain(position), name).unwrap()
        };
        let [white, black] = expected;
        assert_eq!(found(&position), expected, "{name}: {fen}");
        if pieces.contains(&name) {
            simple.reset(&position);
            assert_eq!(values(&simple.explain(&position), name), Some(expected), "{name}: {fen}");
        }
        assert_eq!(found(&turned(&position, 56)), [black, white], "colours of {name}: {fen}");
        if position.castling().is_empty() {
            assert_eq!(found(&turned(&position, 7)), expected, "wings of {name}: {fen}");
        }
    }
    let start = ChessPosition::start();
    evaluator.reset(&start);
    for Term { name, .. } in evaluator.explain(&start) {
        let has_example = |&(term, _, values): &(&str, _, [i32; 2])| term == name && values != [0; 2];
        assert!(["drawn_material", "unlikely_win"].contains(&name) || EXAMPLES.iter().any(has_example), "{name}");
    }
}

#[test]
fn a_win_without_pawns_is_unlikely_if_little_is_ahead() {
    let mut evaluator = full();
    let mut remains = |fen: &str| {
        let position = ChessPosition::parse(fen).unwrap();
        let score = white_score(&mut evaluator, &position);
        let [white, black] = values(&evaluator.explain(&position), "unlikely_win").unwrap();
        let whole = score - (white - black);
        assert!(whole > 0, "{fen}: {whole}");
        let other = turned(&position, 56);
        assert_eq!(white_score(&mut evaluator, &other), -score, "{fen}");
        assert_eq!(values(&evaluator.explain(&other), "unlikely_win"), Some([black, white]), "{fen}");
        (score, whole)
    };
    for fen in [
        "4kb2/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
        "4kb2/8/8/8/8/8/8/1NB1K3 w - - 0 1",
        "4k2r/8/8/8/8/8/8/1NB1K3 w - - 0 1",
        "4k2r/8/8/8/8/8/8/RN2K3 w - - 0 1",
        "4k3/6p1/8/8/8/8/8/2B1K3 w - - 0 1",
    ] {
        let (score, whole) = remains(fen);
        assert_eq!(score, whole / 10, "{fen}");
    }
    for fen in
        ["1nb1k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/6p1/8/8/8/8/3P4/1NB1K3 w - - 0 1"]
    {
        let (score, whole) = remains(fen);
        assert_eq!(score, whole, "{fen}");
    }
}

/// The list of the text, and material that is not on it.
#[test]
fn drawn_material_is_worth_nothing() {
    for (pieces, is_drawn) in [
        ("4k3/8/8/8/8/8/8/1N2K1N1", true),
        ("4k3/8/8/8/8/8/8/4K1N1", true),
        ("4k3/8/8/8/8/8/8/4KB2", true),
        ("4kb2/8/8/8/8/8/8/4K1N1", true),
        ("4k1n1/8/8/8/8/8/8/1N2K1N1", false),
        ("4k3/8/8/8/8/8/8/1NB1K3", false),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        ("4k3/8/8/8/8/8/7P/4K1N1", false),
        ("4k3/8/8/8/8/8/8/4K2R", false),
    ] {
        let white = ChessPosition::parse(&format!("{pieces} w - - 0 1")).unwrap();
        let black = turned(&white, 56);
        for file in [SIMPLE, FULL] {
            let mut evaluator = evaluator(file);
            for position in [white, black] {
                let score = white_score(&mut evaluator, &position);
                assert_eq!(score == 0, is_drawn, "{pieces}: {score}");
                let change = values(&evaluator.explain(&position), "drawn_material").unwrap();
                assert_eq!(change != [0; 2], is_drawn, "{pieces}");
            }
        }
    }
    let mut evaluator = evaluator(SIMPLE);
    let knights = ChessPosition::parse("4k3/8/8/8/8/8/8/1N2K1N1 b - - 0 1").unwrap();
    assert_eq!(white_score(&mut evaluator, &knights), 0);
    let terms = evaluator.explain(&knights);
    assert_eq!(values(&terms, "knight"), Some([2 * (320 - 40), 0]));
    assert_eq!(values(&terms, "drawn_material"), Some([-560, 0]));
}

/// The rule of the text is chosen by its file alone.
#[test]
fn the_weights_file_chooses_what_an_outpost_is() {
    let [mut simay, mut default] = [FULL, DEFAULT].map(evaluator);
    let mut safe = evaluator(&FULL.replace("\"half_open_file\"", "\"safe_from_pawns\""));
    let mut has = |fen: &str| {
        let position = ChessPosition::parse(fen).unwrap();
        [&mut simay, &mut safe, &mut default].map(|evaluator| {
            evaluator.reset(&position);
            values(&evaluator.explain(&position), "knight_outpost").unwrap()[0] != 0
        })
    };
    assert_eq!(has("4k3/4pp2/8/4N3/3P4/8/8/4K3 w - - 0 1"), [true, false, false]);
    for open in ["4k3/p6p/8/3N4/4P3/8/8/4K3 w - - 0 1", "4k3/p6p/8/8/3N4/4P3/8/4K3 w - - 0 1"] {
        assert_eq!(has(open), [false, true, true], "{open}");
    }
}

#[test]
fn the_king_goes_over_from_one_table_to_the_other() {
    let king = |file: &str, fen: &str| {
        let mut evaluator = evaluator(file);
        let position = ChessPosition::parse(fen).unwrap();
        evaluator.reset(&position);
        values(&evaluator.explain(&position), "king").unwrap()[0]
    };
    // In the corner a1 the king is worth 20 in the middlegame and -50 in the endgame.
    for (fen, parts_of_24, switched) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/KNBQRBNR w - - 0 1", 24, 20),
        ("k2qr3/8/8/8/8/8/8/K2QR3 w - - 0 1", 12, 20),
        ("k2q4/8/8/8/8/8/8/K2Q4 w - - 0 1", 8, -50),
        ("k3r3/8/8/8/8/8/8/K3R3 w - - 0 1", 4, -50),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1", 0, -50),
    ] {
        assert_eq!(king(SIMPLE, fen), switched, "{fen}");
        assert!(king(FULL, fen).abs_diff(-50 + 70 * parts_of_24 / 24) <= 1, "{fen}: {}", king(FULL, fen));
    }
}
