//! `eval`, `tree`, `compare`, `analyse` and UCI show one position in one unit: pawns or men, written as `+0.18`.

use crate::compare::{result, rows};
use crate::prelude::*;

/// A position with both sides' view of it: the game, the weights (the network if empty) and the position.
struct Case {
    game: &'static str,
    weights: &'static str,
    fen: &'static str,
    /// Whether MAX, the side that moves first in a new game, is to move.
    max_moves: bool,
}

const fn case(game: &'static str, weights: &'static str, fen: &'static str, max_moves: bool) -> Case {
    Case { game, weights, fen, max_moves }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
/// Black, who is to move, is a pawn behind.
const PAWN_UP: &str = "4k3/ppp2ppp/8/8/8/8/PPPP1PPP/4K3 b - - 0 1";

const CASES: &[Case] = &[
    case("chess", "", START, true),
    case("chess", "", AFTER_E4, false),
    case("chess", "eval/simay.toml", AFTER_E4, false),
    case("chess", "eval/simay-full.toml", PAWN_UP, false),
    case("chess", "weights", START, true),
    case("english", "", "B:W21-32:B1-12", true),
    case("english", "weights", "W:W21-32:B1-10,15,16", false),
    // The best reply here starts no exchange: quiescence would play one out, and the textbook algorithms would not.
    case("international", "", "B:W27,32-50:B1-20", false),
    case("slovak", "", "W:W25-32:B1-7,12", true),
];

impl Case {
    /// The words of a command about the position.
    fn words(&self, command: &str, arguments: &str) -> String {
        format!("{command} --game {} --fen '{}' {arguments}", self.game, self.fen)
    }

    /// What a command prints about the position.
    fn printed(&self, command: &str, arguments: &str) -> String {
        run(self.words(command, arguments)).text()
    }

    /// The option of a command for the evaluation.
    fn model(&self, option: &str) -> String {
        if self.weights.is_empty() { String::new() } else { format!("{option} {}", self.weights) }
    }

    /// A value for MAX as one for the side to move, and back.
    fn turned(&self, value: &str) -> String {
        if self.max_moves {
            return value.to_owned();
        }
        match value.strip_prefix('-') {
            Some(digits) => format!("+{digits}"),
            None if value == "+0.00" => value.to_owned(),
            None => value.replace('+', "-"),
        }
    }
}

#[test]
fn the_static_evaluation_is_the_same_everywhere() {
    for case in CASES {
        let printed = case.printed("eval", &case.model("--weights"));
        let (_, value) = printed.split_once("value for the side to move: ").unwrap();
        let value = value.split_whitespace().next().unwrap();

        let report = run(case.words("eval", &format!("{} --json", case.model("--weights")))).json();
        assert_eq!(format!("{:+.2}", report["value"].as_i64().unwrap() as f64 / 100.0), value);

        let leaf = case.printed("tree", &format!("{} --depth 0", case.model("--eval")));
        assert_eq!(case.turned(leaf.lines().last().unwrap()), value, "{}: {printed}", case.fen);
    }
}

#[test]
fn the_best_of_all_moves_is_the_same_everywhere() {
    for case in CASES {
        let with_model = format!("{} --depth 1", case.model("--eval"));
        let tree = case.printed("tree", &with_model);
        let (player, value) = tree.lines().nth(1).unwrap().split_once(' ').unwrap();
        assert_eq!(player, if case.max_moves { "MAX" } else { "MIN" });
        let value = case.turned(value);

        let counts = &rows(&case.words("", &with_model))[0];
        // With these weights the search sees a knight's move as a step to the draw of the fifty-move rule.
        let searches = if case.weights.is_empty() { 3 } else { 2 };
        for algorithm in ["minimax", "alpha-beta", "search"].iter().take(searches) {
            let shown = format!("{:+.2}", result(counts, algorithm)["value"].as_i64().unwrap() as f64 / 100.0);
            assert_eq!(shown, value, "{algorithm}: {tree}");
        }
        contains_all(&case.printed("compare", &with_model), [format!(" {value} ")]);

        if case.weights.is_empty() {
            let table = case.printed("analyse", "--depth 1");
            assert_eq!(table.lines().nth(2).unwrap().split_whitespace().nth(1), Some(&value[..]), "{table}");
        }
    }
}

/// The threshold of variable depth is in the same unit.
#[test]
fn a_threshold_is_in_hundredths_of_a_pawn() {
    let tree = |depth: &str| run(format!("tree --moves e4 --depth {depth}")).text();
    let hundredths = |text: &str| (text.parse::<f64>().unwrap() * 100.0).round() as i64;
    let root = hundredths(tree("0").lines().last().unwrap());
    let tree = tree("1");
    let children = tree.lines().skip(2).map(|line| {
        let (_, value) = line.split_once(": ").unwrap();
        (hundredths(value) - root).abs()
    });
    let largest = children.max().unwrap();
    let nodes = |k: i64| {
        let row = &rows(&format!("--moves e4 --algorithm 'variable min=1 max=2 k={k}'"))[0];
        result(row, "variable")["nodes"].as_u64().unwrap()
    };
    // Each of the two values that are compared was rounded.
    assert_eq!(nodes(largest + 2), 21);
    assert!(nodes(largest - 1) > 21);
}
