//! Exact values of every term of the draughts evaluations, for both sides, with kings on both sides.

mod slow_terms;

use crate::prelude::*;
use slow_terms::{DOWN, SlowBoard, SlowRules};

const fn rules(file: &'static str, width: i32, pieces: i32, backward: bool) -> SlowRules {
    SlowRules { file, width, pieces, men_capture_backward: backward, mirrored: false }
}

const fn mirrored(rules: SlowRules) -> SlowRules {
    SlowRules { mirrored: true, ..rules }
}

const FILES: &[SlowRules] = &[
    rules("english", 4, 12, false),
    rules("pongor", 4, 12, false),
    mirrored(rules("italian", 4, 12, false)),
    mirrored(rules("spanish", 4, 12, false)),
    rules("czech", 4, 12, false),
    rules("thai", 4, 8, false),
    rules("russian", 4, 12, true),
    rules("brazilian", 4, 12, true),
    rules("pool", 4, 12, true),
    rules("giveaway", 4, 12, true),
    rules("international", 5, 20, true),
    rules("killer", 5, 20, true),
    rules("bt", 5, 20, true),
    rules("losing", 5, 20, true),
    rules("frisian", 5, 20, true),
    rules("frysk", 5, 5, true),
];

/// The files of chess, which `chess_terms` tests.
const CHESS: [&str; 5] = ["default", "simay", "simay-full", "shannon", "queens"];

/// Middlegame and endgame weights by term, as they stand in a file.
struct SlowWeights([BTreeMap<String, Vec<i64>>; 2]);

impl SlowWeights {
    fn read(text: &str) -> SlowWeights {
        let file: toml::Table = text.parse().unwrap();
        let stage = |name: &str| {
            let numbers = |value: &toml::Value| match value {
                toml::Value::Array(list) => list.iter().map(|it| it.as_integer().unwrap()).collect(),
                value => vec![value.as_integer().unwrap()],
            };
            let table = file[name].as_table().unwrap().iter();
            table.map(|(name, value)| (name.clone(), numbers(value))).collect()
        };
        SlowWeights([stage("middlegame"), stage("endgame")])
    }

    /// A weight of both stages; 0 for a term that the file leaves out.
    fn of(&self, name: &str, index: usize) -> [i64; 2] {
        self.0.each_ref().map(|stage| stage.get(name).map_or(0, |list| list[index]))
    }

    fn is_zero(&self, name: &str) -> bool {
        let zero = |stage: &BTreeMap<String, Vec<i64>>| {
            stage.get(name).is_none_or(|list| list.iter().all(|&weight| weight == 0))
        };
        self.0.iter().all(zero)
    }
}

/// The terms in the order in which they are rounded.
const TERMS: [&str; 18] = [
    "man",
    "king",
    "tempo",
    "back_row",
    "runaway",
    "safe_man_step",
    "stuck_man",
    "safe_king_step",
    "trapped_king",
    "column",
    "hollow",
    "dog_hole",
    "balance",
    "the_move",
    "the_move_of_kings",
    "only_king",
    "refuge",
    "ahead",
];

/// The weights of each term that count for a side, for the middlegame and the endgame.
type TermSums = BTreeMap<&'static str, [i64; 2]>;

impl SlowWeights {
    /// The sums of a side.
    fn sums(&self, rules: &SlowRules, board: &SlowBoard, side: usize) -> TermSums {
        let mut sums = TermSums::new();
        let mut add = |term, name: &str, index: usize, count: i32| {
            let sum = sums.entry(term).or_default();
            for (stage, weight) in self.of(name, index).into_iter().enumerate() {
                sum[stage] += i64::from(count) * weight;
            }
        };
        let view = board.view(rules, side);
        for &square in &view.men {
            add("man", "man", 0, 1);
            add("man", "man_squares", rules.number(square) as usize - 1, 1);
        }
        for &square in &view.kings {
            add("king", "king", 0, 1);
            add("king", "king_squares", rules.number(square) as usize - 1, 1);
        }
        if board.mover == side {
            add("tempo", "tempo", 0, 1);
        }
        match board.the_move() {
            Some((owner, false)) if owner == side => add("the_move", "the_move", 0, 1),
            Some((owner, true)) if owner == side => {
                add("the_move_of_kings", "the_move_of_kings", 0, 1);
            }
            _ => {}
        }
        add("balance", "balance", board.balance(rules, side), 1);
        for (name, index, count) in view.counts() {
            add(name, name, index, count);
        }
        sums
    }

    /// The value of every term to the side that moves first in a new game, and to the other one.
    fn values(&self, rules: &SlowRules, board: &SlowBoard, first: usize) -> Vec<[i32; 2]> {
        let of_sides = [first, 1 - first].map(|side| self.sums(rules, board, side));
        let pieces = (board.count(0) + board.count(1)) as i64;
        let all = 2 * i64::from(rules.pieces);
        let mut sum = [0, 0];
        let mut value = |name: &str, side: usize| {
            let score = |[middle, end]: [i64; 2]| (middle * pieces + end * (all - pieces)) / all;
            let before = score(sum);
            let sign = [1, -1][side];
            let term = of_sides[side].get(name).copied().unwrap_or_default();
            sum = [sum[0] + sign * term[0], sum[1] + sign * term[1]];
            (sign * (score(sum) - before)) as i32
        };
        let each = TERMS.into_iter();
        each.map(|name| [value(name, 0), value(name, 1)]).collect()
    }
}

/// The terms of positions by a file of weights.
struct Explain<'a> {
    file: &'a str,
    positions: &'a [String],
}

impl GameVisitor for Explain<'_> {
    /// The side that moves first in a new game, as the boards number it, and the terms of each position.
    type Output = (usize, Vec<Vec<Term>>);

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let start = K::start(game);
        let model = K::Model::read(self.file.as_bytes()).unwrap();
        let mut evaluator = K::Model::evaluator(&model.into());
        let positions = self.positions.iter().map(|text| start.parse_position(text).unwrap());
        let terms = positions.map(|position| fresh_terms(&mut evaluator, &position)).collect();
        let first = match game.white {
            Side::First => 1 - DOWN,
            Side::Second => DOWN,
        };
        (first, terms)
    }
}

/// Compares the terms of random positions of a game, by the file of its name, with what `values` expects for the side that
/// moves first in a new game and for the other one. Every term must count for both sides somewhere, unless `is_zero`.
fn check(
    rules: &SlowRules,
    file: &str,
    values: impl Fn(&SlowBoard, usize) -> Vec<(&'static str, [i32; 2])>,
    is_zero: impl Fn(&str) -> bool,
) {
    let mut random = Random::new(rules.pieces as u64);
    let boards: Vec<SlowBoard> = (0..400).map(|_| rules.random_board(&mut random)).collect();
    let positions: Vec<String> = boards.iter().map(|board| rules.text(board)).collect();
    let explain = Explain { file, positions: &positions };
    let (first, found) = by_name(rules.file, explain).unwrap();
    let mut missing = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for ((board, text), terms) in boards.iter().zip(&positions).zip(found) {
        let terms: Vec<_> = terms.iter().map(|term| (term.name, term.values)).collect();
        assert_eq!(terms, values(board, first), "{}: {text}", rules.file);
        for (name, values) in terms {
            for (side, value) in values.into_iter().enumerate() {
                let set = if value == 0 { &mut missing } else { &mut seen };
                set.insert((name, side));
            }
        }
    }
    let never = missing.difference(&seen).filter(|(name, _)| !is_zero(name));
    assert_eq!(never.count(), 0, "{}: {seen:?}", rules.file);
}

#[test]
fn every_term_has_its_exact_value_for_both_sides() {
    for rules in FILES {
        let file = fs::read_to_string(format!("eval/{}.toml", rules.file)).unwrap();
        let weights = SlowWeights::read(&file);
        let values = |board: &SlowBoard, first| {
            let values = weights.values(rules, board, first);
            TERMS.into_iter().zip(values).collect()
        };
        check(rules, &file, values, |name| weights.is_zero(name));
    }
}

#[test]
fn values_on_squares_are_exact_for_both_sides() {
    let rules = &rules("slovak", 4, 8, false);
    let file = fs::read_to_string("eval/slovak.toml").unwrap();
    let table: toml::Table = file.parse().unwrap();
    let number = |value: &toml::Value| {
        let whole = value.as_integer().map(|whole| whole as f64);
        whole.or_else(|| value.as_float()).unwrap()
    };
    let worth = |side: usize, kind: &str, square: i32| {
        let colour = if side == DOWN { "black" } else { "white" };
        let own = table[colour][kind].get(square.to_string());
        let worth = number(own.unwrap_or(&table[kind]));
        (100.0 * worth / number(&table["man"])).round() as i32
    };
    let values = |board: &SlowBoard, first: usize| {
        let value = |(kind, name): (usize, &'static str)| {
            let of_side = |side: usize| {
                let pieces = board.pieces[side][kind].iter();
                let numbers = pieces.map(|&square| rules.number(square));
                numbers.map(|square| worth(side, name, square)).sum()
            };
            (name, [first, 1 - first].map(of_side))
        };
        [(0, "man"), (1, "king")].map(value).to_vec()
    };
    check(rules, &file, values, |_| false);
}

#[test]
fn every_file_of_weights_is_tested() {
    let here = FILES.iter().map(|rules| rules.file);
    let known: BTreeSet<String> = here.chain(["slovak"]).chain(CHESS).map(str::to_owned).collect();
    let files = fs::read_dir("eval").unwrap().map(|entry| entry.unwrap().path());
    let weights = files.filter(|path| path.extension().is_some_and(|it| it == "toml"));
    let names = weights.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    assert_eq!(names.collect::<BTreeSet<_>>(), known);
}
