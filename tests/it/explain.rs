//! `kempelen eval`: its terms add up, and its board tells what pieces are worth.

use crate::prelude::*;
use kempelen::games::chess;

fn eval(arguments: &str) -> Ran {
    run(format!("eval {arguments}"))
}

fn json(arguments: &str) -> Value {
    eval(&format!("{arguments} --json")).json()
}

/// The sum of the terms for White.
fn sum(report: &Value) -> i64 {
    let terms = report["terms"].as_array().unwrap().iter();
    terms.map(|term| term["white"].as_i64().unwrap() - term["black"].as_i64().unwrap()).sum()
}

#[test]
fn the_terms_add_up_to_the_value() {
    for [arguments, white_moves] in cases("weights", "added_up") {
        let report = json(&format!("--weights {arguments}"));
        let value = report["value"].as_i64().unwrap();
        assert_eq!(sum(&report), if white_moves == "true" { value } else { -value }, "{report}");
        assert_ne!(report["terms"].as_array().unwrap().len(), 0);
    }
    assert_eq!(json("--moves e4")["terms"].as_array().unwrap().len(), 0, "a network");
    let report = json("--game tictactoe --moves b2");
    assert_eq!(report["terms"].as_array().unwrap().len(), 0);
    assert_eq!(report["value"], -4);
    let report = json("--game breakthrough --fen '8/8/8/3P4/2P5/8/4p3/8 w'");
    assert_eq!(report["value"], (2 * 100 + 15 + 35 + 15) - (100 + 250));
}

#[test]
fn the_weights_of_the_thesis_explain_themselves() {
    let weights = chess::eval::ChessWeights::read(include_bytes!("../../eval/simay.toml")).unwrap();
    let mut evaluator = chess::eval::ChessHandCrafted::new(&weights.into());
    let start = chess::ChessPosition::start();
    for position in start.moves().into_iter().map(|mv| start.play(mv)) {
        let terms = fresh_terms(&mut evaluator, &position);
        let sum: i32 = terms.iter().map(|term| term.balance(position.side())).sum();
        assert_eq!(sum, evaluator.score(&position));
        assert_eq!(terms.len(), 7, "pieces, and what drawn material takes away");
        assert_eq!(terms[6].name, "drawn_material");
        assert_eq!(terms[6].values, [0; 2]);
    }
}

#[test]
fn the_board_shows_the_value_of_each_piece() {
    let fen = "B:W18,K24:B1,K5";
    let pongor = |fen: &str| json(&format!("--game pongor --fen {fen}"));
    let report = pongor(fen);
    let pieces = report["pieces"].as_array().unwrap();
    // Black is to move.
    let value = |fen: &str| pongor(fen)["value"].as_i64().unwrap();
    for (cell, letter, without, sign) in [
        ("18", "w", "B:WK24:B1,K5", -1),
        ("24", "W", "B:W18:B1,K5", -1),
        ("1", "b", "B:W18,K24:BK5", 1),
        ("5", "B", "B:W18,K24:B1", 1),
    ] {
        let piece = pieces.iter().find(|piece| piece["cell"] == cell).unwrap();
        assert_eq!(piece["piece"], letter);
        assert_eq!(piece["worth"], sign * (value(fen) - value(without)), "{cell}");
    }
    // A king of chess cannot be taken away.
    let report = json("");
    let mut kings =
        report["pieces"].as_array().unwrap().iter().filter(|piece| piece["cell"] == "e1" || piece["cell"] == "e8");
    assert!(kings.all(|piece| piece["worth"].is_null()));
}

/// Black moves first in pool checkers, White in Russian draughts. A network gives a position the same value when the board is turned
/// and the colours are exchanged.
#[test]
fn the_network_sees_the_board_as_the_men_move() {
    let value = |game, fen| json(&format!("--weights eval/russian.nnue --game {game} --fen {fen}"))["value"].clone();
    let russian = value("russian", "W:W21,23,30,K31:B2,5,11");
    assert_eq!(value("pool", "B:B12,10,3,K2:W31,28,22"), russian);
    assert_ne!(value("pool", "B:B12,10,3,K2:W31,28,21"), russian);
    assert!(russian.is_i64() || russian.is_f64(), "{russian}");
}
