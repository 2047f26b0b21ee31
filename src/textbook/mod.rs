//! The textbook algorithms, short enough to be seen to be correct.
//!
//! They are the oracles of the tests: [`minimax()`] checks [`negamax()`], which checks [`alpha_beta()`], which
//! checks the real search. They search to a depth that is given, without clock, transposition table or repetition
//! rule, and count every node they visit, including the root. Where a game has [payoffs](crate::game::Game::payoff), values
//! are counted in them.
//!
//! Each takes a static evaluation function. In [`minimax()`] it is for [`Side::First`](crate::game::Side), in the others for
//! the side to move. [`TextbookAlgorithm`] holds any of the algorithms with its parameters; it is read from text and can be
//! run with a node limit.

mod algorithm;
mod algorithm_text;
mod alpha_beta;
mod composed;
mod dotnet_sort;
mod fraction;
mod history;
mod killers;
mod least_tree;
mod minimax;
mod move_order;
mod negamax;
#[cfg(test)]
mod random_tree;
mod result;
mod run;
mod run_algorithm;
mod value;

pub use algorithm::{PublishedCount, TextbookAlgorithm, TextbookMethod, TextbookOrder, VariableDepth};
pub use algorithm_text::{AlgorithmError, MAX_TEXTBOOK_DEPTH};
pub use alpha_beta::alpha_beta;
pub use fraction::Fraction;
pub use history::History;
pub use least_tree::least_tree;
pub use minimax::minimax;
pub use negamax::negamax;
pub use result::{TextbookCounts, TextbookResult};
pub use run::{TextbookKnowledge, TextbookStop};
pub use run_algorithm::AlgorithmResult;
pub use value::{WIN, end_text, end_value, relative};

#[cfg(test)]
mod tests {
    use super::move_order::MoveOrder;
    use super::random_tree::{RandomTree, by_definition};
    use super::run::TextbookRun;
    use super::*;
    use crate::game::{StartPosition, WorkLimit};
    use crate::games::tictactoe::TicTacToe;
    use crate::random::Random;

    #[test]
    fn sooner_wins_better() {
        let found = minimax(&TicTacToe::parse("xx./oo./... x").unwrap(), 5, &|_| 0);
        assert_eq!(found.value, WIN - 1);
        assert_eq!(found.best, Some("c3".parse().unwrap()));
        assert_eq!(negamax(&TicTacToe::parse("x.x/.o./x.o o").unwrap(), 5, &|_| 0).value, 2 - WIN);
    }

    /// The trees of the tests: few lines are longer.
    const TREES: u64 = 10_000;

    fn evaluate(tree: &RandomTree) -> i32 {
        tree.evaluate()
    }

    fn knowledge() -> TextbookKnowledge<'static, RandomTree> {
        TextbookKnowledge { evaluate: &evaluate, first_step: &|_, mv| mv.into() }
    }

    fn run(algorithm: TextbookAlgorithm, tree: &RandomTree) -> TextbookResult<u8, Fraction> {
        let TextbookResult { value, best, counts } = algorithm.run(tree, knowledge(), WorkLimit::default());
        TextbookResult { value: value.unwrap(), best, counts }
    }

    const ORDERS: [TextbookOrder; 4] =
        [TextbookOrder::Given, TextbookOrder::Static, TextbookOrder::Killers, TextbookOrder::History];

    /// The composed search with one child and one depth is alpha-beta.
    #[test]
    fn all_agree_on_value_and_move() {
        for number in 0..TREES {
            let tree = RandomTree::new(number);
            let depth = number as u32 % 7;
            let by = |method| TextbookAlgorithm::new(method, depth);
            let oracle = minimax(&tree, depth, &|tree| relative(tree, tree.evaluate()));
            let plain = negamax(&tree, depth, &evaluate);
            assert_eq!(relative(&tree, plain.value), oracle.value);
            assert_eq!((plain.best, plain.counts), (oracle.best, oracle.counts));
            let pruned = alpha_beta(&tree, depth, &evaluate);
            assert_eq!((pruned.value, pruned.best), (plain.value, plain.best));
            assert!(pruned.counts.nodes <= plain.counts.nodes);
            let found = run(by(TextbookMethod::AlphaBeta), &tree);
            assert_eq!((found.best, found.counts), (pruned.best, pruned.counts));
            assert_eq!(run(by(TextbookMethod::Composed), &tree), found, "{number}");
            let pongor = |method| TextbookAlgorithm { order: TextbookOrder::Pongor, step: None, ..by(method) };
            let history = by(TextbookMethod::History);
            for algorithm in [
                by(TextbookMethod::AlphaBeta),
                by(TextbookMethod::Negamax),
                TextbookAlgorithm { step: Some(1), order: TextbookOrder::HistoryByCode, ..history },
                pongor(TextbookMethod::AlphaBeta),
                pongor(TextbookMethod::History),
            ] {
                assert_eq!(run(algorithm, &tree).value, plain.value.into(), "{number}: {algorithm}");
            }
        }
    }

    #[test]
    fn the_cuts_of_the_composed_search_do_not_change_the_value() {
        let mut random = Random::new(5);
        let [mut nodes, mut without_cuts] = [0, 0];
        for number in 0..TREES {
            let tree = RandomTree::new(number);
            let mut below = |count: usize| random.below(count) as u32;
            let min = 1 + below(4);
            let parts = TextbookAlgorithm {
                children: [1 + below(4), 1 + below(4)],
                depth: VariableDepth { min, max: min + below(3), k: below(2) * below(12) },
                width: [None, Some(1 + below(4))][below(2) as usize],
                order: ORDERS[below(ORDERS.len()) as usize],
                ..TextbookAlgorithm::new(TextbookMethod::Composed, 1)
            };
            let found = run(parts, &tree);
            let expected = by_definition(&tree, 0, &parts, None);
            assert_eq!(found.value, expected, "{number}: {parts:?}");
            if parts.width.is_none() && parts.depth.k == 0 {
                let plain = TextbookAlgorithm::new(TextbookMethod::Averaging, parts.depth.max);
                let plain = run(TextbookAlgorithm { children: parts.children, ..plain }, &tree);
                assert_eq!(found.value, plain.value, "{number}: {parts:?}");
                let in_order = parts.order == TextbookOrder::Given;
                assert!(!in_order || found.best == plain.best, "{number}: {parts:?}");
                nodes += found.counts.nodes;
                without_cuts += plain.counts.nodes;
            }
        }
        assert!(nodes * 10 < without_cuts * 9, "{nodes} of {without_cuts}");
    }

    #[test]
    fn history_values_may_be_kept_from_search_to_search() {
        let algorithm: TextbookAlgorithm = "history depth=4 slots=code".parse().unwrap();
        let [mut kept, mut expected] = [History::default(), History::default()];
        let mut nodes = [0, 0];
        for number in 0..TREES / 100 {
            let tree = RandomTree::new(number);
            let found = algorithm.run_with_history(&tree, knowledge(), WorkLimit::default(), &mut kept);
            let mut order = MoveOrder::new(&algorithm, knowledge(), &mut expected);
            let mut by_hand = |depth| {
                TextbookRun::complete(&evaluate, |run| super::alpha_beta::search(run, &tree, depth, &mut order))
            };
            let [_, last] = [2, 4].map(&mut by_hand);
            assert_eq!((found.counts, found.best), (last.counts, last.best));
            assert_eq!((found.value, &kept), (Ok(last.value.into()), &expected));
            let without = run(algorithm, &tree);
            assert_eq!(found.value, Ok(without.value));
            nodes = [nodes[0] + found.counts.nodes, nodes[1] + without.counts.nodes];
        }
        assert_ne!(nodes[0], nodes[1]);
    }

    #[test]
    fn the_parts_alone_are_composed_searches_without_the_others() {
        for number in 0..TREES / 10 {
            let tree = RandomTree::new(number);
            let depth = 1 + number as u32 % 5;
            let variable = VariableDepth { min: 1 + depth / 2, max: 1 + depth, k: 6 };
            let by = |method| TextbookAlgorithm::new(method, depth);
            for algorithm in [
                TextbookAlgorithm { children: [2, 3], ..by(TextbookMethod::Averaging) },
                TextbookAlgorithm { depth: variable, ..by(TextbookMethod::Variable) },
                TextbookAlgorithm { width: Some(2), ..by(TextbookMethod::Selective) },
                by(TextbookMethod::Minimax),
            ] {
                assert_eq!(run(algorithm, &tree).value, by_definition(&tree, 0, &algorithm, None), "{algorithm}");
            }
        }
    }

    #[test]
    fn no_order_of_moves_is_better_than_the_least_tree() {
        for number in 0..TREES / 10 {
            let tree = RandomTree::new(number);
            let by = |method| TextbookAlgorithm::new(method, 1 + number as u32 % 6);
            let least = run(by(TextbookMethod::LeastTree), &tree);
            for order in ORDERS {
                let found = run(TextbookAlgorithm { order, ..by(TextbookMethod::Composed) }, &tree);
                assert_eq!(found.value, least.value);
                assert!(found.counts.nodes >= least.counts.nodes, "{number} {order:?}");
            }
        }
    }

    /// With 9, 8, 7 and 6 moves at the first plies, one side tries all of its moves and the other one, or the reverse; the
    /// line of both is counted twice. If all values are equal, every order is perfect.
    #[test]
    fn the_least_tree_is_that_of_knuth_and_moore() {
        let start = TicTacToe::start();
        for (depth, leaves) in [(1, 9), (2, 9 + 8 - 1), (3, 9 * 7 + 8 - 1), (4, 9 * 7 + 8 * 6 - 1)] {
            let least = least_tree(&start, depth, &|_| 0);
            assert_eq!(least.counts.leaves, leaves);
            let found = alpha_beta(&start, depth, &|_| 0);
            assert_eq!(found.counts.nodes, least.counts.nodes);
            assert_eq!(found.counts.leaves, leaves);
            if depth > 1 {
                assert_eq!(found.counts.children_per_cutoff(), Some(1.0));
            }
        }
    }

    #[test]
    fn a_run_stops_at_its_limit_with_the_best_move_so_far() {
        let tree = RandomTree::new(7);
        let algorithm = TextbookAlgorithm::new(TextbookMethod::Negamax, 8);
        let all = run(algorithm, &tree).counts.nodes;
        let limit = |positions| WorkLimit { positions, ..WorkLimit::default() };
        for nodes in [0, 1, all - 1] {
            let stopped = algorithm.run(&tree, knowledge(), limit(nodes));
            assert_eq!(stopped.value, Err(TextbookStop::Nodes(nodes)));
            assert_eq!(stopped.counts.nodes, nodes);
            assert_eq!(stopped.best.is_some(), nodes == all - 1);
        }
        let complete = algorithm.run(&tree, knowledge(), limit(all));
        assert_eq!(complete, algorithm.run(&tree, knowledge(), WorkLimit::default()));
        let limit = WorkLimit { stop: &|| true, ..WorkLimit::default() };
        let stopped = algorithm.run(&tree, knowledge(), limit);
        assert_eq!((stopped.value, stopped.best), (Err(TextbookStop::Interrupted), None));
    }
}
