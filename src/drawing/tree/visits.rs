//! The nodes of a tree that alpha-beta visits.

use super::search_steps::{SearchStepKind, StepWindow, search_steps};
use super::space::GameSpace;

/// How alpha-beta has searched a node. All values are for the first side, MAX.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlphaBetaVisit {
    /// The number of the visit, from 1 on.
    pub number: usize,
    /// The window at the visit.
    pub window: StepWindow,
    /// What was found. Exact between alpha and beta, at most this if not above alpha, at least this if not below beta.
    pub value: i32,
}

/// The visits of the nodes of a tree, with the moves in the order of the game; `None` for a node that is cut off.
/// `values` are those of the nodes without branches.
pub fn alpha_beta_visits(tree: &GameSpace, values: &[Option<i32>]) -> Vec<Option<AlphaBetaVisit>> {
    let mut visits: Vec<Option<AlphaBetaVisit>> = vec![None; tree.nodes.len()];
    let mut count = 0;
    for step in search_steps(tree, values, true) {
        match step.kind {
            SearchStepKind::Visit { leaf } => {
                count += 1;
                visits[step.node] =
                    Some(AlphaBetaVisit { number: count, window: step.window, value: leaf.unwrap_or(0) });
            }
            SearchStepKind::Return(back) => visits[step.node].iter_mut().for_each(|visit| visit.value = back.best),
            SearchStepKind::Cutoff { .. } | SearchStepKind::End { .. } => {}
        }
    }
    visits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_position::AnyPosition;
    use crate::drawing::tree::examples::{random_tree, whole};
    use crate::drawing::tree::request::TreeRequest;
    use crate::drawing::tree::values::SpaceValues;
    use crate::game::{Game, Key, Outcome, Side};
    use crate::games::tree::{TreeMove, TreePosition};
    use crate::random::Random;
    use crate::textbook::{alpha_beta, minimax, relative};
    use parking_lot::Mutex;
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    /// The moves that lead to a node.
    type Path = Vec<u16>;

    /// The nodes whose outcome an algorithm has asked for.
    static VISITED: Mutex<Vec<Path>> = Mutex::new(Vec::new());

    /// A tree that notes which nodes are asked for their outcome.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct WatchedTree {
        tree: TreePosition,
        path: Path,
    }

    impl Game for WatchedTree {
        type Move = TreeMove;

        fn side_to_move(&self) -> Side {
            self.tree.side_to_move()
        }

        fn key(&self) -> Key {
            self.tree.key()
        }

        fn visit_moves<B>(&self, listener: impl FnMut(TreeMove) -> ControlFlow<B>) -> ControlFlow<B> {
            self.tree.visit_moves(listener)
        }

        fn play(&self, mv: TreeMove) -> WatchedTree {
            let path = self.path.iter().copied().chain([TreePosition::code(mv)]);
            WatchedTree { tree: self.tree.play(mv), path: path.collect() }
        }

        fn rule_outcome(&self) -> Option<Outcome> {
            VISITED.lock().push(self.path.clone());
            None
        }

        fn outcome_without_moves(&self) -> Outcome {
            self.tree.outcome_without_moves()
        }

        fn payoff(&self) -> Option<i32> {
            self.tree.payoff()
        }

        fn has_payoffs(&self) -> bool {
            true
        }

        fn code(mv: TreeMove) -> u16 {
            TreePosition::code(mv)
        }
    }

    /// The static evaluation for the side to move: any number that depends on the position.
    fn evaluate(position: &AnyPosition) -> i32 {
        (position.key().0 % 15) as i32 - 7
    }

    #[test]
    fn it_visits_and_cuts_what_the_textbook_does() {
        let mut random = Random::new(1);
        for number in 0..400 {
            let side = ["p1", "p2"][number % 2];
            let text = format!("{} {side}", random_tree(&mut random, 5));
            let root = AnyPosition::new(TreePosition::parse(&text).unwrap());
            let depth = 1 + number as u32 % 6;
            let request = TreeRequest { depth: Some(depth), max_nodes: 10_000, ..TreeRequest::default() };
            let tree = GameSpace::build(root.clone(), &request).unwrap();
            let SpaceValues { values, .. } = SpaceValues::back_up(&tree, &evaluate);
            let oracle = minimax(&root, depth, &|it| relative(it, evaluate(it)));
            assert_eq!(values[0], Some(oracle.value), "{text}");

            VISITED.lock().clear();
            let watched = WatchedTree { tree: TreePosition::parse(&text).unwrap(), path: Vec::new() };
            let found = alpha_beta(&watched, depth, &|it| evaluate(&AnyPosition::new(it.tree.clone())));
            assert_eq!(relative(&root, found.value), oracle.value);

            let visits = alpha_beta_visits(&tree, &values);
            let mut paths = vec![Vec::new(); tree.nodes.len()];
            for (index, node) in tree.nodes.iter().enumerate() {
                for &(mv, child) in &node.branches {
                    paths[child] = [&paths[index][..], &[node.position.move_number(mv)]].concat();
                }
            }
            let visited = visits.iter().zip(paths).filter_map(|(visit, path)| Some((visit.as_ref()?.number, path)));
            let in_order: Vec<Path> = visited.collect::<BTreeMap<_, _>>().into_values().collect();
            assert_eq!(in_order, *VISITED.lock(), "{text}");
            assert_eq!(visits[0].map(|visit| visit.value), values[0]);
            assert_eq!(found.counts.nodes, in_order.len() as u64);

            let steps = search_steps(&tree, &values, true);
            let cuts = steps.iter().filter_map(|step| match step.kind {
                SearchStepKind::Cutoff { tried, .. } => Some(tried as u64),
                _ => None,
            });
            let cuts: Vec<u64> = cuts.collect();
            assert_eq!(cuts.len() as u64, found.counts.cutoffs);
            assert_eq!(cuts.iter().sum::<u64>(), found.counts.children_at_cutoffs);
            assert_eq!(steps[steps.len() - 1].kind, SearchStepKind::End { value: oracle.value });
            let best = steps.iter().rev().find_map(|step| match step.kind {
                SearchStepKind::Return(back) if step.node == 0 && back.is_best() => Some(back.place),
                _ => None,
            });
            let best = best.map(|place| AnyPosition::code(tree.nodes[0].branches[place].0));
            assert_eq!(best, found.best.map(TreePosition::code));
        }
    }

    #[test]
    fn what_is_found_bounds_the_value() {
        let mut random = Random::new(2);
        for _ in 0..400 {
            let tree = whole(&random_tree(&mut random, 6), false);
            let values = SpaceValues::back_up(&tree, &evaluate).values;
            for (visit, value) in alpha_beta_visits(&tree, &values).iter().zip(&values) {
                let (Some(visit), Some(value)) = (visit, *value) else { continue };
                if visit.value <= visit.window.alpha {
                    assert!(value <= visit.value);
                } else if visit.value >= visit.window.beta {
                    assert!(value >= visit.value);
                } else {
                    assert_eq!(value, visit.value);
                }
            }
        }
    }
}
