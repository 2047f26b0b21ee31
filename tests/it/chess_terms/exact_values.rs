//! Exact values of the terms of `eval/default.toml`, and of the pieces of `eval/queens.toml`, for both sides.

use super::slow_terms::SlowChess;
use super::{DEFAULT, QUEENS, evaluator, random_positions, values, values_in};
use crate::prelude::*;
use kempelen::games::chess::eval::{game_phase, scale, terms};

const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The weights of a term that count for a side, for the middlegame and the endgame.
type Sums = BTreeMap<&'static str, [i64; 2]>;

fn sums(file: &toml::Table, position: &ChessPosition, side: Side) -> Sums {
    let mut sums = Sums::new();
    let mut add = |term, name: &str, index: usize, count: i32| {
        let sum = sums.entry(term).or_default();
        for (stage, table) in ["middlegame", "endgame"].into_iter().enumerate() {
            let weight = match &file[table][name] {
                toml::Value::Array(list) => &list[index],
                weight => weight,
            };
            sum[stage] += i64::from(count) * weight.as_integer().unwrap();
        }
    };
    let slow = SlowChess::new(position, side);
    for &(piece, (file, rank)) in slow.pieces() {
        let name = PIECES[Piece::ALL.iter().position(|&it| it == piece).unwrap()];
        if piece != Piece::King {
            add(name, name, 0, 1);
        }
        // The tables begin with the eighth rank.
        let square = 8 * (7 - rank) + file;
        add(name, &format!("{name}_squares"), square as usize, 1);
    }
    for (name, index, count) in slow.counts() {
        add(name, name, index, count);
    }
    sums
}

#[test]
fn every_term_of_the_default_weights_has_its_exact_value_for_both_sides() {
    let file: toml::Table = DEFAULT.parse().unwrap();
    let mut evaluator = evaluator(DEFAULT);
    let required = terms::LAYOUT[..terms::REQUIRED].iter();
    let names = PIECES.into_iter().chain(required.map(|&(name, _)| name));
    let names: Vec<&'static str> = names.collect();
    let mut seen = BTreeSet::new();
    for position in random_positions(5, 20) {
        let of_sides = Side::each(|side| sums(&file, &position, side));
        let of = |name: &str, side: usize| of_sides[side].get(name).copied().unwrap_or_default();
        let balance = |stage: usize| names.iter().map(|name| of(name, 0)[stage] - of(name, 1)[stage]).sum::<i64>();
        let strong = if balance(1) > 0 { Side::First } else { Side::Second };
        let full = i64::from(scale::FULL_SCALE);
        let endgame_scale = i64::from(scale::endgame_scale(&position, strong));
        let phase = i64::from(game_phase(&position));
        let mut sum = [0, 0];
        let mut value = |name: &str, side: usize| {
            let score = |[middle, end]: [i64; 2]| (middle * phase + end * endgame_scale / full * (24 - phase)) / 24;
            let (before, sign, term) = (score(sum), [1, -1][side], of(name, side));
            sum = [sum[0] + sign * term[0], sum[1] + sign * term[1]];
            (sign * (score(sum) - before)) as i32
        };
        let terms = fresh_terms(&mut evaluator, &position);
        for &name in &names {
            let expected = [value(name, 0), value(name, 1)];
            let found = values(&terms, name).unwrap();
            assert_eq!(found, expected, "{name}: {position:?}");
            seen.extend((0..2).filter(|&side| found[side] != 0).map(|side| (name, side)));
        }
        assert_eq!(terms.len(), names.len());
    }
    for name in names {
        assert!((0..2).all(|side| seen.contains(&(name, side))), "{name}");
    }
}

#[test]
fn queens_alone_count_for_both_sides() {
    let mut evaluator = evaluator(QUEENS);
    let position = ChessPosition::parse("2q1kr2/1p6/8/8/8/5N2/3B4/1QQRK3 w - - 0 1").unwrap();
    for name in PIECES {
        let expected = if name == "queen" { [1800, 900] } else { [0, 0] };
        assert_eq!(values_in(&mut evaluator, &position, name), Some(expected));
    }
}
