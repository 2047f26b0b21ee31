//! The terms of the chess evaluations in text: each in a position of its own, and what holds in all positions.

mod exact_values;
mod simay;
mod slow_terms;

use crate::prelude::*;
use kempelen::board::Square;
use kempelen::games::chess::ChessSetup;
use kempelen::games::chess::eval::{ChessHandCrafted, ChessWeights, terms};

const FULL: &str = include_str!("../../../eval/simay-full.toml");
const SHANNON: &str = include_str!("../../../eval/shannon.toml");
const SIMPLE: &str = include_str!("../../../eval/simay.toml");
const DEFAULT: &str = include_str!("../../../eval/default.toml");
const QUEENS: &str = include_str!("../../../eval/queens.toml");

fn evaluator(text: &str) -> ChessHandCrafted {
    ChessHandCrafted::new(&ChessWeights::read(text.as_bytes()).unwrap().into())
}

/// With the switched tables of the king nothing is rounded.
fn full() -> ChessHandCrafted {
    let switched = FULL.replace("king_tables = \"interpolated\"", "king_tables = \"switched\"");
    assert_ne!(switched, FULL);
    evaluator(&switched)
}

/// The value for White.
fn white_score(evaluator: &mut ChessHandCrafted, position: &ChessPosition) -> i32 {
    relative(position, fresh_score(evaluator, position))
}

/// The values of a term to White and to Black.
fn values_in(evaluator: &mut ChessHandCrafted, position: &ChessPosition, name: &str) -> Option<[i32; 2]> {
    values(&fresh_terms(evaluator, position), name)
}

fn values(terms: &[Term], name: &str) -> Option<[i32; 2]> {
    Some(terms.iter().find(|term| term.name == name)?.values)
}

/// The same position on other squares: 56 turns the ranks around and swaps the colours, 7 turns the files around.
fn turned(position: &ChessPosition, by: u8) -> ChessPosition {
    let from = ChessSetup::from(position);
    let swapped = |side: Side| if by == 56 { !side } else { side };
    let square = |square: Square| Square::new(square.number() ^ by);
    let mut to = ChessSetup::empty();
    for place in (0..64).map(Square::new) {
        let piece = from.board[place.index()];
        to.board[square(place).index()] = piece.map(|(side, piece)| (swapped(side), piece));
    }
    to.side = swapped(from.side);
    to.castling = (0..64)
        .filter(|&place| from.castling.has(place))
        .fold(Bitset::EMPTY, |set, place| set | Bitset::of(place ^ by));
    to.en_passant = from.en_passant.map(square);
    to.position().unwrap()
}

/// Positions of random games.
pub fn random_positions(seed: u64, games: usize) -> Vec<ChessPosition> {
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = ChessPosition::start();
        for _ in 0..100 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(random.choose(&moves));
            positions.push(position);
        }
    }
    positions
}

/// The formula of Shannon's paper for one side, in twentieths of a pawn, without the number of moves.
fn shannon(position: &ChessPosition, side: Side) -> i32 {
    let of = |piece: Piece, side| position.kind(piece) & position.of(side);
    let count = |piece| of(piece, side).count() as i32;
    // Ranks as this side sees them.
    let pawns = |of_side: Side| {
        let squares: Vec<(i8, i8)> = (0..64)
            .filter(|&place| of(Piece::Pawn, of_side).has(place))
            .map(|place| (place as i8 % 8, (place as i8 / 8) ^ if side == Side::First { 0 } else { 7 }))
            .collect();
        squares
    };
    let (own, theirs) = (pawns(side), pawns(!side));
    let mut weak = 0;
    for &(file, rank) in &own {
        let beside = |other: &&(i8, i8)| (other.0 - file).abs() == 1;
        let doubled = own.iter().any(|other| other.0 == file && other.1 < rank);
        let isolated = !own.iter().any(|other| beside(&other));
        let supported = own.iter().any(|other| beside(&other) && other.1 <= rank);
        let held = theirs.iter().any(|other| beside(&other) && other.1 == rank + 2);
        let backward = !isolated && !supported && held;
        weak += i32::from(doubled) + i32::from(isolated) + i32::from(backward);
    }
    20 * (count(Piece::Pawn) + 3 * (count(Piece::Knight) + count(Piece::Bishop)))
        + 20 * (5 * count(Piece::Rook) + 9 * count(Piece::Queen))
        - 10 * weak
}

#[test]
fn the_example_of_shannon_is_its_formula() {
    let mut evaluator = evaluator(SHANNON);
    for position in random_positions(3, 15) {
        if position.in_check() {
            continue;
        }
        let moves = |position: &ChessPosition| position.moves().len() as i32;
        let mobility = moves(&position) - moves(&position.after_null_move());
        let other = !position.side();
        let expected = 5 * (shannon(&position, position.side()) - shannon(&position, other));
        assert_eq!(fresh_score(&mut evaluator, &position), expected + 10 * mobility, "{}", position.show());
    }
}

#[test]
fn every_term_of_shannon_has_its_exact_value_for_both_sides() {
    let mut evaluator = evaluator(SHANNON);
    for (name, pieces, [white, black]) in from_data::<Vec<(String, String, [i32; 2])>>("weights", "shannon_terms") {
        let position = ChessPosition::parse(&format!("{pieces} w - - 0 1")).unwrap();
        for (position, expected) in [(position, [white, black]), (turned(&position, 56), [black, white])] {
            assert_eq!(values_in(&mut evaluator, &position, &name), Some(expected), "{name}: {pieces}");
        }
    }
}

#[test]
fn wrong_terms_are_refused_with_the_reason() {
    for [right, wrong, message] in cases("weights", "wrong_terms") {
        assert!(FULL.contains(right), "{right}");
        let error = ChessWeights::read(FULL.replacen(right, wrong, 1).as_bytes()).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    assert!(ChessWeights::read(DEFAULT.replace("[endgame]", "no_pawns = -30\n[endgame]").as_bytes()).is_ok());
    let error = ChessWeights::read(DEFAULT.replace("[endgame]", "no_pawn = -30\n[endgame]").as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "[middlegame]: there is no term 'no_pawn'");
}

#[test]
fn a_table_of_values_and_no_comment_makes_a_file_simple() {
    let tapered = format!("# This file has no table [values].\n{DEFAULT}");
    let simple = SIMPLE.replace("[values]", "[ values ]");
    assert_ne!(simple, SIMPLE);
    for (text, other) in [(&*tapered, DEFAULT), (&simple, SIMPLE)] {
        let position = ChessPosition::parse("4k3/pp6/8/8/8/8/P7/1N2K1N1 w - - 0 1").unwrap();
        let value = |text| white_score(&mut evaluator(text), &position);
        assert_eq!(value(text), value(other));
    }
}

#[test]
fn without_its_terms_the_full_evaluation_is_the_simple_one() {
    let (tables, _) = FULL.split_once("[terms]").unwrap();
    let switched = tables.replace("\"interpolated\"\n", "\"switched\"\n");
    let (mut bare, mut simple) = (evaluator(&switched), evaluator(SIMPLE));
    for position in random_positions(4, 15) {
        assert_eq!(white_score(&mut bare, &position), white_score(&mut simple, &position));
    }
}

#[test]
fn with_other_colours_the_value_is_the_opposite_and_the_terms_add_up() {
    let mut evaluators = [FULL, SHANNON, SIMPLE, DEFAULT, QUEENS].map(evaluator);
    for position in random_positions(1, 15) {
        let other = turned(&position, 56);
        for evaluator in &mut evaluators {
            let value = white_score(evaluator, &position);
            let sum: i32 = evaluator.explain(&position).iter().map(|term| term.balance(Side::First)).sum();
            assert_eq!(value, sum, "{}", position.show());
            assert_eq!(value, -white_score(evaluator, &other), "{}", position.show());
        }
    }
}

#[test]
fn both_wings_count_alike() {
    let mut evaluator = full();
    let mut explained = |position: &ChessPosition| {
        let terms = fresh_terms(&mut evaluator, position);
        let optional = terms::LAYOUT[terms::REQUIRED..].iter();
        optional.filter_map(|&(name, _)| Some((name, values(&terms, name)?))).collect::<Vec<_>>()
    };
    for position in random_positions(2, 15) {
        let mut setup = ChessSetup::from(&position);
        setup.castling = Bitset::EMPTY;
        let position = setup.position().unwrap();
        assert_eq!(explained(&position), explained(&turned(&position, 7)), "{}", position.show());
    }
}
