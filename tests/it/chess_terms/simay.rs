//! The terms of `eval/simay-full.toml`, each in positions of its own with exact values.

use super::{DEFAULT, FULL, SIMPLE, evaluator, full, turned, values, values_in, white_score};
use crate::prelude::*;

#[test]
fn every_term_has_an_example() {
    let examples: Vec<(String, String, [i32; 2])> = from_data("weights", "simay_terms");
    let [mut evaluator, mut simple] = [full(), evaluator(SIMPLE)];
    let pieces = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    for (name, fen, expected) in &examples {
        let (position, expected) = (ChessPosition::parse(fen).unwrap(), *expected);
        let mut found = |position: &ChessPosition| values_in(&mut evaluator, position, name).unwrap();
        let [white, black] = expected;
        assert_eq!(found(&position), expected, "{name}: {fen}");
        if pieces.contains(&name.as_str()) {
            assert_eq!(values_in(&mut simple, &position, name), Some(expected), "{name}: {fen}");
        }
        assert_eq!(found(&turned(&position, 56)), [black, white], "colours of {name}: {fen}");
        if position.castling().is_empty() {
            assert_eq!(found(&turned(&position, 7)), expected, "wings of {name}: {fen}");
        }
    }
    for Term { name, .. } in fresh_terms(&mut evaluator, &ChessPosition::start()) {
        let has_example = |(term, _, values): &(String, String, [i32; 2])| term == name && *values != [0; 2];
        assert!(["drawn_material", "unlikely_win"].contains(&name) || examples.iter().any(has_example), "{name}");
    }
}

#[test]
fn a_win_without_pawns_is_unlikely_if_little_is_ahead() {
    let mut evaluator = full();
    let mut remains = |fen: &str| {
        let position = ChessPosition::parse(fen).unwrap();
        let score = white_score(&mut evaluator, &position);
        let [white, black] = values_in(&mut evaluator, &position, "unlikely_win").unwrap();
        let whole = score - (white - black);
        assert!(whole > 0, "{fen}: {whole}");
        let other = turned(&position, 56);
        assert_eq!(white_score(&mut evaluator, &other), -score, "{fen}");
        assert_eq!(values_in(&mut evaluator, &other, "unlikely_win"), Some([black, white]), "{fen}");
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
    for [pieces, is_drawn] in cases("weights", "drawn_material") {
        let white = ChessPosition::parse(&format!("{pieces} w - - 0 1")).unwrap();
        let black = turned(&white, 56);
        for file in [SIMPLE, FULL] {
            let mut evaluator = evaluator(file);
            for position in [white, black] {
                let score = white_score(&mut evaluator, &position);
                assert_eq!((score == 0).to_string(), is_drawn, "{pieces}: {score}");
                let change = values_in(&mut evaluator, &position, "drawn_material").unwrap();
                assert_eq!((change != [0; 2]).to_string(), is_drawn, "{pieces}");
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
        let outpost = |evaluator| values_in(evaluator, &position, "knight_outpost").unwrap();
        [&mut simay, &mut safe, &mut default].map(|evaluator| outpost(evaluator)[0] != 0)
    };
    assert_eq!(has("4k3/4pp2/8/4N3/3P4/8/8/4K3 w - - 0 1"), [true, false, false]);
    for open in ["4k3/p6p/8/3N4/4P3/8/8/4K3 w - - 0 1", "4k3/p6p/8/8/3N4/4P3/8/4K3 w - - 0 1"] {
        assert_eq!(has(open), [false, true, true], "{open}");
    }
}

#[test]
fn the_king_goes_over_from_one_table_to_the_other() {
    let king = |file: &str, fen: &str| {
        values_in(&mut evaluator(file), &ChessPosition::parse(fen).unwrap(), "king").unwrap()[0]
    };
    // In the corner a1 the king is worth 20 in the middlegame and -50 in the endgame.
    for (fen, parts_of_24, switched) in from_data::<Vec<(String, i32, i32)>>("weights", "king_tables") {
        assert_eq!(king(SIMPLE, &fen), switched, "{fen}");
        assert!(king(FULL, &fen).abs_diff(-50 + 70 * parts_of_24 / 24) <= 1, "{fen}: {}", king(FULL, &fen));
    }
}
