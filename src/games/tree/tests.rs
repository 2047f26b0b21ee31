//! Trees of books, and texts that are none.

use super::position::{MAX_DEPTH, MAX_NODES};
use super::{TreeMove, TreePosition};
use crate::game::{Game, Outcome, Side, StartPosition, WorkLimit, perft};
use crate::notation::{MoveStyle, Notation, from_data};
use crate::textbook::{Fraction, TextbookAlgorithm, TextbookKnowledge, alpha_beta, least_tree, minimax, negamax};

fn tree(text: &str) -> TreePosition {
    TreePosition::parse(text).unwrap()
}

fn zero(_: &TreePosition) -> i32 {
    0
}

#[test]
fn the_tree_of_the_thesis_has_the_value_7() {
    let start = TreePosition::start();
    assert_eq!(start.show(), "(((6 -10)(8 2))((7 1)(11 -8))) p1");
    let found = minimax(&start, 3, &zero);
    assert_eq!((found.value, found.counts.nodes, found.counts.leaves), (7, 15, 8));
    assert_eq!(start.show_move(found.best.unwrap(), MoveStyle::Long), "2");
    let pruned = alpha_beta(&start, 3, &zero);
    assert_eq!((pruned.value, pruned.best), (7, found.best));
    assert!(pruned.counts.leaves < 8);
    assert!(least_tree(&start, 3, &zero).counts.nodes <= pruned.counts.nodes);
}

#[test]
fn payoffs_are_for_the_first_side_whoever_moves() {
    let text = "(A(6 8) B(7 11) C:5)";
    assert_eq!(minimax(&tree(text), 2, &zero).value, 7);
    let for_second = tree(&format!("{text} p2"));
    // MIN moves first: C leads to 5.
    assert_eq!(minimax(&for_second, 2, &zero).value, 5);
    assert_eq!(negamax(&for_second, 2, &zero).value, -5);
}

#[test]
fn inner_nodes_may_have_a_static_evaluation() {
    use crate::games::entry::SmallGame;
    let text = "4(A:5(6 8) B:-2(1 -3(9 3))(1 2) 7(1)) p1";
    let root = tree(text);
    assert_eq!(root.show(), text);
    assert_eq!([root.static_evaluation(), root.play(TreeMove(0)).static_evaluation()], [4, -5]);
    let without = tree("(A(6 8) B(1 (9 3)) (1 2) (1)) p1");
    assert_eq!([without.static_evaluation(), root.count_moves() as i32], [0, 4]);
    assert_ne!(root, tree("3(A:5(6 8) B:-2(1 -3(9 3)) (1 2) 7(1)) p1"));
    assert_ne!(root.key(), tree("4(A:5(6 8) B:-2(1 -2(9 3)) (1 2) 7(1)) p1").key());
    // A leaf, and behind it a node without one.
    assert_eq!(tree("(5 (6 8))").count_moves(), 2);
    assert_eq!(tree("-20000(6 8)").static_evaluation(), -20_000);
    for (text, expected) in [
        ("(A:9999999(6 8))", "found '9999999', expected '(' or a payoff from -999999 to 999999 (at character 4)"),
        ("(A:20001(6 8))", "found the evaluation 20001, expected a number from -20000 to 20000 (at character 2)"),
    ] {
        assert_eq!(TreePosition::parse(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn of_equal_moves_alpha_beta_finds_the_leftmost() {
    let equal = tree("(A(3 9) B(5 7) C(5 5) D(2 8))");
    for found in [alpha_beta(&equal, 2, &zero), minimax(&equal, 2, &zero)] {
        assert_eq!((found.value, found.best), (5, Some(TreeMove(1))));
    }
}

/// MAX takes the mean of its two greatest children, MIN that of its three least.
#[test]
fn means_are_exact() {
    let wide = tree("((1 2 4 9)(3 3 5)(8 0))");
    let averaging: TextbookAlgorithm = "averaging m=2 n=3 depth=2".parse().unwrap();
    let knowledge = TextbookKnowledge { evaluate: &zero, first_step: &|_, _| 0 };
    let found = averaging.run(&wide, knowledge, WorkLimit::default());
    // The children are worth 7/3, 11/3 and 4.
    assert_eq!(found.value, Ok(Fraction::new(23, 6)));
    assert_eq!(found.best, Some(TreeMove(2)));
}

#[test]
fn a_leaf_ends_the_game() {
    for (text, outcome) in
        [("6 p1", Outcome::Win), ("6 p2", Outcome::Loss), ("-6 p1", Outcome::Loss), ("0 p2", Outcome::Draw)]
    {
        let leaf = tree(text);
        assert_eq!(leaf.outcome(), Some(outcome));
        assert_eq!(leaf.show(), text);
        assert_eq!(leaf.parse_move("A").unwrap_err().to_string(), "illegal move 'A': the game is over at a leaf");
    }
}

/// A wrong name is answered by the names that are right, however few.
#[test]
fn a_wrong_name_is_answered_by_the_right_ones() {
    for (text, expected) in [
        ("0", "the game is over at a leaf"),
        ("(5)", "the moves are 1"),
        ("(A:5)", "the moves are A"),
        ("(A(6 8) B:7)", "the moves are A, B"),
        ("(1 2 3)", "the moves are 1, 2, 3"),
    ] {
        let error = tree(text).parse_move("Z").unwrap_err().to_string();
        assert_eq!(error, format!("illegal move 'Z': {expected}"), "{text}");
    }
}

#[test]
fn equal_trees_are_equal_positions() {
    let twice = tree("(A(1 (X:2 Y:3)) B(1 (X:2 Y:3)) C(1 (X:2 Z:3)))");
    let [a, b, c] = [0, 1, 2].map(|number| twice.play(TreeMove(number)));
    assert_eq!((&a, a.key()), (&b, b.key()));
    assert_ne!(a, c);
    assert_ne!(a.key(), c.key());
    assert_eq!(a, tree("(1 (X:2 Y:3)) p2"));
    assert_ne!(a, tree("(1 (X:2 Y:3)) p1"));
    assert_eq!(a.side_to_move(), Side::Second);
    assert_eq!(a.payoff(), None);
    assert_eq!(perft(&twice, 3), 6);
}

#[test]
fn what_was_written_reads_back() {
    for text in [
        "(((6 -10)(8 2))((7 1)(11 -8))) p1",
        "(A(6 8) B(7 11)) p2",
        "(A:6 (1 2)(3 4) b2(5) 7 (8)) p1",
        "((((1)))) p1",
        "-999999 p2",
    ] {
        assert_eq!(tree(text).show(), text);
    }
    assert_eq!(tree(" ( A:( 6\n8 )7 ) ").show(), "(A(6 8) 7) p1");
    let named = tree("(A:6 7 b2(5))");
    assert_eq!(named.move_names(), ["A", "2", "b2"]);
    for (number, name) in (0..).zip(["A", "2", "b2"]) {
        assert_eq!(named.parse_move(name), Ok(TreeMove(number)));
    }
    for (text, expected) in [
        ("1", "illegal move '1': the moves are A, 2, b2"),
        ("a", "illegal move 'a': the moves are A, 2, b2"),
        ("", "'' is not a move; expected the label or the number of a move"),
        ("A 6", "'A 6' is not a move; expected the label or the number of a move"),
    ] {
        assert_eq!(named.parse_move(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn a_bad_tree_is_one_clear_line() {
    let deep = "(".repeat(MAX_DEPTH + 1);
    let wide = format!("({})", "1 ".repeat(257));
    let large = format!("({})", format!("({})", "1 ".repeat(256)).repeat(256));
    let long = format!("({}:1)", "a".repeat(17));
    let mut cases: Vec<[String; 2]> = from_data("refused_texts", "trees");
    let large_trees = [
        (&deep, "found a node deeper than 100 moves (at character 101)"),
        (&wide, "found more than 256 moves of a node (at character 514)"),
        (&large, "found more than 65536 nodes"),
        (&long, "found the label 'aaaaaaaaaaaaaaaaa', expected at most 16 characters"),
    ];
    cases.extend(large_trees.map(|(text, expected)| [text.clone(), expected.to_owned()]));
    for [text, expected] in &cases {
        let error = TreePosition::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert!(!error.contains('\n'));
    }
    assert!(tree(&format!("({})", "(1 1 1 1 1 1 1)".repeat(255))).size() < MAX_NODES);
}
