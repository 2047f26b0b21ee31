//! The normal form of a game: a matrix of the strategies of one side against those of the other.

use super::{PlannedChoices, SolveError, UnfoldedTree};
use crate::game::{Game, Side, WorkLimit, WorkStop};

/// The payoffs for the first side, a row for each of its strategies, a column for each strategy of the second side
/// (von Neumann 1928).
pub struct NormalForm {
    /// The strategies of both sides.
    pub strategies: [Vec<PlannedChoices>; 2],
    /// The payoffs, row by row.
    pub rows: Vec<Vec<i32>>,
}

/// What a strategy says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NormalFormKind {
    /// It has a choice for every position of its side.
    Full,
    /// It leaves out the positions that its own choices exclude.
    Reduced,
}

impl NormalForm {
    /// The normal form of a game tree. Strategies that differ in their first choice alone are neighbours.
    ///
    /// # Errors
    /// It has more than `entries` entries.
    pub fn new<G: Game>(
        tree: &UnfoldedTree<G>,
        kind: NormalFormKind,
        entries: usize,
        limit: &WorkLimit,
    ) -> Result<NormalForm, SolveError> {
        let [rows, columns] = Side::each(|side| strategy_count(tree, side, kind));
        if rows.saturating_mul(columns) > entries as u128 {
            let (form, rows, columns) = (kind.name(), shown(rows), shown(columns));
            let size = format!("the {form} has {rows} rows and {columns} columns; the limit is {entries} entries");
            return Err(SolveError::Matrix(size));
        }
        let [of_first, of_second] = Side::each(|side| strategies(tree, side, kind, limit));
        let strategies = [of_first?, of_second?];
        let [of_first, of_second] = &strategies;
        let payoff = |first, second| {
            limit.check_stop()?;
            Ok(tree.play_out(0, [first, second]))
        };
        let row = |first| of_second.iter().map(|second| payoff(first, second)).collect();
        let rows: Result<_, WorkStop> = of_first.iter().map(row).collect();
        Ok(NormalForm { strategies, rows: rows? })
    }

    /// The least payoff of each row: what the strategy secures for the first side.
    pub fn row_minima(&self) -> Vec<i32> {
        self.rows.iter().filter_map(|row: &Vec<i32>| row.iter().copied().min()).collect()
    }

    /// The greatest payoff of each column: the most that the second side loses by the strategy.
    pub fn column_maxima(&self) -> Vec<i32> {
        let column = |index| self.rows.iter().map(move |row: &Vec<i32>| row[index]);
        (0..self.strategies[1].len()).filter_map(|index| column(index).max()).collect()
    }

    /// The greatest row minimum.
    pub fn maximin(&self) -> i32 {
        self.row_minima().into_iter().max().unwrap_or(0)
    }

    /// The least column maximum. It equals [`maximin`](Self::maximin), as the game has perfect information (Zermelo 1913).
    pub fn minimax(&self) -> i32 {
        self.column_maxima().into_iter().min().unwrap_or(0)
    }

    /// The pairs of a row and a column from which no side gains by a change of its strategy alone (Nash 1950).
    pub fn nash_pairs(&self) -> Vec<(usize, usize)> {
        let (minima, maxima) = (self.row_minima(), self.column_maxima());
        let mut pairs = Vec::new();
        for (row, payoffs) in self.rows.iter().enumerate() {
            let is_stable = |&column: &usize| payoffs[column] == minima[row] && payoffs[column] == maxima[column];
            pairs.extend((0..payoffs.len()).filter(is_stable).map(|column| (row, column)));
        }
        pairs
    }

    /// The [`nash_pairs`](Self::nash_pairs) that are Nash pairs in every subtree, too (Selten 1965). The form must be the full one.
    pub fn subgame_perfect_pairs<G: Game>(&self, tree: &UnfoldedTree<G>) -> Vec<(usize, usize)> {
        let values = tree.values();
        let is_perfect = |&(row, column): &(usize, usize)| {
            let pair = [&self.strategies[0][row], &self.strategies[1][column]];
            (0..tree.len()).all(|node| tree.play_out(node, pair) == values[node])
        };
        self.nash_pairs().into_iter().filter(is_perfect).collect()
    }
}

impl NormalFormKind {
    /// The name in messages.
    pub fn name(self) -> &'static str {
        match self {
            NormalFormKind::Full => "normal form",
            NormalFormKind::Reduced => "reduced normal form",
        }
    }
}

/// A number of strategies, which may be too large to be counted.
fn shown(count: u128) -> String {
    if count == u128::MAX {
        return "more than 10^38".to_owned();
    }
    count.to_string()
}

/// The number of strategies of a side, at most `u128::MAX`.
fn strategy_count<G: Game>(tree: &UnfoldedTree<G>, side: Side, kind: NormalFormKind) -> u128 {
    let mut counts = vec![1_u128; tree.len()];
    for node in (0..tree.len()).rev() {
        let children = tree.children(node);
        let of_children = counts[children.clone()].iter().copied();
        let is_own = tree.position(node).side_to_move() == side && !children.is_empty();
        counts[node] = if is_own && kind == NormalFormKind::Reduced {
            of_children.fold(0, u128::saturating_add)
        } else {
            let choices = if is_own { children.len() as u128 } else { 1 };
            of_children.fold(choices, u128::saturating_mul)
        };
    }
    counts[0]
}

/// All strategies of a side.
fn strategies<G: Game>(
    tree: &UnfoldedTree<G>,
    side: Side,
    kind: NormalFormKind,
    limit: &WorkLimit,
) -> Result<Vec<PlannedChoices>, WorkStop> {
    let mut below: Vec<Vec<PlannedChoices>> = vec![Vec::new(); tree.len()];
    for node in (0..tree.len()).rev() {
        limit.check_stop()?;
        let children = tree.children(node);
        let count = children.len();
        let of_children: Vec<_> = children.map(|child| std::mem::take(&mut below[child])).collect();
        let is_choice = tree.position(node).side_to_move() == side && count > 1;
        below[node] = match kind {
            _ if !is_choice => combined(&of_children),
            NormalFormKind::Full => choose(count, |_| combined(&of_children), node),
            NormalFormKind::Reduced => choose(count, |child| of_children[child].clone(), node),
        };
    }
    Ok(std::mem::take(&mut below[0]))
}

/// For each move the strategies that choose it; `rest` gives their choices below the move.
fn choose(moves: usize, rest: impl Fn(usize) -> Vec<PlannedChoices>, node: usize) -> Vec<PlannedChoices> {
    let with_choice = |mv| {
        rest(mv).into_iter().map(move |mut plan| {
            plan.push((node, mv));
            plan
        })
    };
    (0..moves).flat_map(with_choice).collect()
}

/// Every combination of one strategy of each part; that of the first part changes fastest.
fn combined(parts: &[Vec<PlannedChoices>]) -> Vec<PlannedChoices> {
    let mut all = vec![PlannedChoices::new()];
    for part in parts {
        let extended = part.iter().flat_map(|more| {
            all.iter().map(|plan: &PlannedChoices| [plan.as_slice(), more].concat()).collect::<Vec<_>>()
        });
        all = extended.collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::tests::{limit, tree};
    use super::*;
    use crate::game::StartPosition;
    use crate::games::tree::TreePosition;
    use crate::textbook::minimax;

    fn form(position: &TreePosition, kind: NormalFormKind) -> NormalForm {
        let tree = UnfoldedTree::new(position, &limit(1000)).unwrap();
        NormalForm::new(&tree, kind, 10_000, &limit(1000)).unwrap()
    }

    /// In the full form both sides choose at every node: 2^5 rows and 2^2 columns.
    #[test]
    fn the_full_form_repeats_the_rows_of_the_reduced_one() {
        let [full, reduced] =
            [NormalFormKind::Full, NormalFormKind::Reduced].map(|it| form(&TreePosition::start(), it));
        assert_eq!((full.rows.len(), full.rows[0].len()), (32, 4));
        let distinct = |form: &NormalForm| {
            let mut rows = form.rows.clone();
            rows.sort_unstable();
            rows.dedup();
            rows
        };
        assert_eq!(distinct(&full), distinct(&reduced));
        for row in &reduced.rows {
            assert_eq!(full.rows.iter().filter(|it| *it == row).count(), 4);
        }
        assert_eq!((full.maximin(), full.minimax()), (7, 7));
    }

    #[test]
    fn maximin_meets_minimax_in_the_value() {
        for text in [
            "5",
            "((((3))))",
            "(A(6 8) B(7 11) C:5)",
            "((1 (2 3 4)) (5 (6 7)) 4) p2",
            "(((6 -10) 2 (8 2)) ((7 1) (11 -8 9)) 3)",
        ] {
            let position = tree(text);
            for kind in [NormalFormKind::Full, NormalFormKind::Reduced] {
                let found = form(&position, kind);
                let value = minimax(&position, 9, &|_| 0).value;
                assert_eq!((found.maximin(), found.minimax()), (value, value), "{text}");
                assert!(!found.nash_pairs().is_empty());
                for (row, column) in found.nash_pairs() {
                    assert_eq!(found.rows[row][column], value, "{text}");
                }
            }
        }
    }
}
