//! The steps by which minimax and alpha-beta search a tree.

use super::space::GameSpace;
use super::values::SpaceValues;
use crate::game::{Game, Side};
use std::cmp::Ordering;

/// No bound: the window of the root.
const INFINITE: i32 = i32::MAX;

/// A step of a search. All values are for the first side, MAX.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchStep {
    /// The node where the search is.
    pub node: usize,
    /// The window of the node after the step.
    pub window: StepWindow,
    pub kind: SearchStepKind,
}

/// What happens in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchStepKind {
    /// The node is visited. It has a value already if no moves leave it.
    Visit { leaf: Option<i32> },
    /// The search comes back from a move.
    Return(ReturnStep),
    /// The moves that are left are not tried, because the value is not between alpha and beta.
    Cutoff { value: i32, tried: usize },
    /// The value of the root is known.
    End { value: i32 },
}

/// How a search comes back from a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReturnStep {
    /// The place of the move among the moves of the node.
    pub place: usize,
    /// The value that the search of the move has found.
    pub found: i32,
    /// The best value of the earlier moves with the place of the first one that has it.
    pub earlier: Option<(i32, usize)>,
    /// The best value now.
    pub best: i32,
}

impl ReturnStep {
    /// Whether the move is the best one up to now. If several are equal, it is the first of them.
    pub fn is_best(&self) -> bool {
        self.earlier.is_none_or(|(value, _)| value != self.best)
    }
}

/// The values that can still matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepWindow {
    /// The value that MAX has already secured; minus infinity if there is none.
    pub alpha: i32,
    /// The value that MIN has already secured; infinity if there is none.
    pub beta: i32,
}

impl StepWindow {
    /// The window of the root.
    pub const OPEN: StepWindow = StepWindow { alpha: -INFINITE, beta: INFINITE };

    /// The window in which the next move is searched if the best one has this value.
    fn narrowed(self, side: Side, best: i32) -> StepWindow {
        match side {
            Side::First => StepWindow { alpha: self.alpha.max(best), ..self },
            Side::Second => StepWindow { beta: self.beta.min(best), ..self },
        }
    }

    /// Compares a value that was found in this window with the window. `Equal`: the value is exact. `Less`: it is not above alpha,
    /// and the true value is at most this. `Greater`: it is not below beta, and the true value is at least this.
    pub fn compare(self, found: i32) -> Ordering {
        if found <= self.alpha {
            Ordering::Less
        } else if found >= self.beta {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// A value that was found in this window: as `6`, `≤ 6` or `≥ 6`.
    pub fn found_text(self, found: i32, values: &SpaceValues) -> String {
        let sign = match self.compare(found) {
            Ordering::Less => "≤ ",
            Ordering::Equal => "",
            Ordering::Greater => "≥ ",
        };
        format!("{sign}{}", values.text(found))
    }

    /// As `[6, ∞]`.
    pub fn text(self, values: &SpaceValues) -> String {
        let [alpha, beta] = [self.alpha, self.beta].map(|bound| bound_text(bound, values));
        format!("[{alpha}, {beta}]")
    }
}

/// A bound of a window as text.
pub fn bound_text(bound: i32, values: &SpaceValues) -> String {
    match bound {
        INFINITE => "∞".to_owned(),
        bound if bound == -INFINITE => "\u{2212}∞".to_owned(),
        bound => values.text(bound),
    }
}

/// Every step of a search with the moves in the order of the game. `values` are those of the nodes without branches.
///
/// With `prunes` it does what [`alpha_beta`](crate::textbook::alpha_beta()) does, else what
/// [`minimax`](crate::textbook::minimax()) does.
pub fn search_steps(tree: &GameSpace, values: &[Option<i32>], prunes: bool) -> Vec<SearchStep> {
    debug_assert!(!tree.is_graph);
    let mut search = RecordedSearch { tree, values, prunes, steps: Vec::new() };
    let value = search.visit(0, StepWindow::OPEN);
    search.note(0, StepWindow::OPEN, SearchStepKind::End { value });
    search.steps
}

struct RecordedSearch<'a> {
    tree: &'a GameSpace,
    values: &'a [Option<i32>],
    prunes: bool,
    steps: Vec<SearchStep>,
}

impl RecordedSearch<'_> {
    fn note(&mut self, node: usize, window: StepWindow, kind: SearchStepKind) {
        self.steps.push(SearchStep { node, window, kind });
    }

    fn visit(&mut self, index: usize, at_visit: StepWindow) -> i32 {
        let node = &self.tree.nodes[index];
        let side = node.position.side_to_move();
        let leaf = self.values[index].filter(|_| node.branches.is_empty());
        self.note(index, at_visit, SearchStepKind::Visit { leaf });
        let mut window = at_visit;
        let mut best: Option<(i32, usize)> = None;
        for (place, &(_, child)) in node.branches.iter().enumerate() {
            let found = self.visit(child, window);
            let is_better = |value| match side {
                Side::First => found > value,
                Side::Second => found < value,
            };
            let earlier = best;
            let now = earlier.filter(|&(value, _)| !is_better(value)).unwrap_or((found, place));
            best = Some(now);
            if self.prunes {
                window = at_visit.narrowed(side, now.0);
            }
            self.note(index, window, SearchStepKind::Return(ReturnStep { place, found, earlier, best: now.0 }));
            if window.alpha >= window.beta {
                let (value, tried) = (now.0, place + 1);
                self.note(index, window, SearchStepKind::Cutoff { value, tried });
                break;
            }
        }
        best.map(|(value, _)| value).or(leaf).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::tree::examples::{random_tree, whole};
    use crate::random::Random;
    use crate::textbook::minimax;

    /// A random tree, and its values.
    fn tree(random: &mut Random, side: &str) -> (GameSpace, SpaceValues) {
        let space = whole(&format!("{} {side}", random_tree(random, 5)), false);
        let values = SpaceValues::back_up(&space, &|_| 0);
        (space, values)
    }

    #[test]
    fn minimax_finds_the_value_of_every_node() {
        let mut random = Random::new(5);
        for number in 0..100 {
            let (space, SpaceValues { values, .. }) = tree(&mut random, ["p1", "p2"][number % 2]);
            let steps = search_steps(&space, &values, false);
            let mut visited = 0;
            for step in &steps {
                assert_eq!(step.window, StepWindow::OPEN);
                match step.kind {
                    SearchStepKind::Visit { leaf } => {
                        visited += 1;
                        assert!(leaf.is_none() || leaf == values[step.node]);
                    }
                    SearchStepKind::Return(back) => {
                        let (_, child) = space.nodes[step.node].branches[back.place];
                        assert_eq!(Some(back.found), values[child]);
                    }
                    SearchStepKind::Cutoff { .. } => panic!("minimax cuts nothing"),
                    SearchStepKind::End { value } => assert_eq!(Some(value), values[0]),
                }
            }
            assert_eq!(visited, space.nodes.len());
            assert_eq!(values[0], Some(minimax(&space.nodes[0].position, 9, &|_| 0).value));
        }
    }

    /// In every step the window has alpha below beta, unless the node is cut off.
    #[test]
    fn a_window_is_empty_only_at_a_cutoff() {
        let mut random = Random::new(6);
        for _ in 0..100 {
            let (space, SpaceValues { values, .. }) = tree(&mut random, "p1");
            for pair in search_steps(&space, &values, true).windows(2) {
                let is_empty = pair[0].window.alpha >= pair[0].window.beta;
                let is_cut =
                    [pair[0].kind, pair[1].kind].iter().any(|kind| matches!(kind, SearchStepKind::Cutoff { .. }));
                assert!(!is_empty || is_cut, "{pair:?}");
            }
        }
    }
}
