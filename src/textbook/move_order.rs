//! The order in which an algorithm searches the moves of a node.

use super::dotnet_sort::dotnet_sort;
use super::killers::TextbookKillers;
use super::value::end_value;
use super::{History, TextbookAlgorithm, TextbookKnowledge, TextbookMethod, TextbookOrder};
use crate::game::Game;
use std::cmp::Reverse;

/// An order of the moves, with what it has learnt.
pub(super) struct MoveOrder<'a, G: Game> {
    order: TextbookOrder,
    knowledge: TextbookKnowledge<'a, G>,
    /// The history values that the search reads and changes; `None` if it needs none.
    history: Option<&'a mut History>,
    killers: TextbookKillers,
}

impl<'a, G: Game> MoveOrder<'a, G> {
    /// The order of an algorithm. If it is by the history, it uses these values and changes them.
    pub(super) fn new(
        algorithm: &TextbookAlgorithm,
        knowledge: TextbookKnowledge<'a, G>,
        history: &'a mut History,
    ) -> MoveOrder<'a, G> {
        let uses_history = match algorithm.order {
            TextbookOrder::History | TextbookOrder::HistoryByCode => true,
            TextbookOrder::Pongor => algorithm.method == TextbookMethod::History,
            TextbookOrder::Given | TextbookOrder::Static | TextbookOrder::Killers => false,
        };
        let history = uses_history.then_some(history);
        MoveOrder { order: algorithm.order, knowledge, history, killers: TextbookKillers::default() }
    }

    /// The order in which the game lists the moves.
    pub(super) fn given(evaluate: &'a dyn Fn(&G) -> i32) -> MoveOrder<'a, G> {
        let knowledge = TextbookKnowledge { evaluate, first_step: &|_, _| 0 };
        MoveOrder { order: TextbookOrder::Given, knowledge, history: None, killers: TextbookKillers::default() }
    }

    /// What [`next`](MoveOrder::next) needs to know of a move; asked once for each move of a node.
    fn rank(&self, position: &G, mv: G::Move) -> usize {
        match self.order {
            TextbookOrder::Given => 0,
            TextbookOrder::Static => {
                evaluate_move(self.knowledge.evaluate, position, mv).wrapping_sub(i32::MIN) as u32 as usize
            }
            TextbookOrder::Killers | TextbookOrder::HistoryByCode => G::code(mv).into(),
            TextbookOrder::History | TextbookOrder::Pongor => (self.knowledge.first_step)(position, mv),
        }
    }

    /// The index of the move to search next among those that are left, at least one; they may be rearranged. History values
    /// are read again for every move, since the search of the moves before it has changed them.
    fn next(&self, ply: u32, untried: &mut [UntriedMove<G::Move>]) -> usize {
        let value = |it: &UntriedMove<G::Move>| self.history.as_ref().map_or(0, |history| history.value(it.rank));
        match self.order {
            TextbookOrder::Given => 0,
            TextbookOrder::Static => greatest(untried.len(), |index| untried[index].rank),
            TextbookOrder::Killers => {
                let place = |killer| untried.iter().position(|it| it.rank == killer);
                self.killers.of(ply).find_map(place).unwrap_or(0)
            }
            TextbookOrder::History | TextbookOrder::HistoryByCode => {
                greatest(untried.len(), |index| value(&untried[index]))
            }
            TextbookOrder::Pongor => {
                if self.history.is_some() {
                    dotnet_sort(untried, &|one, other| value(other).cmp(&value(one)));
                }
                0
            }
        }
    }

    /// Learns that the move of this rank was the best of a node at `ply`. `cutoff` says whether it ended the search of the
    /// node.
    pub(super) fn learn(&mut self, ply: u32, rank: usize, cutoff: bool) {
        if let Some(history) = &mut self.history {
            history.add(rank, ply);
        }
        if cutoff && self.order == TextbookOrder::Killers {
            self.killers.count(ply, rank);
        }
    }

    /// Whether it also learns the best move of nodes where no value is above alpha. Their values are only bounds.
    pub(super) fn learns_below_alpha(&self) -> bool {
        self.order == TextbookOrder::Pongor
    }
}

/// A move of a node that has not been searched yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct UntriedMove<M> {
    mv: M,
    /// Its [rank](MoveOrder::rank).
    rank: usize,
}

/// The static evaluation of the position after a move, for the side that makes the move.
pub(super) fn evaluate_move<G: Game>(evaluate: &dyn Fn(&G) -> i32, position: &G, mv: G::Move) -> i32 {
    let child = position.play(mv);
    -end_value(&child, 1).unwrap_or_else(|| evaluate(&child))
}

/// The first of the indices below `count` at which `value` is greatest; 0 if there are none.
fn greatest<V: Ord>(count: usize, value: impl Fn(usize) -> V) -> usize {
    (0..count).max_by_key(|&index| (value(index), Reverse(index))).unwrap_or(0)
}

/// The moves of a node that have not been searched yet.
pub(super) struct UntriedMoves<M>(Vec<UntriedMove<M>>);

impl<M: Copy> UntriedMoves<M> {
    pub(super) fn new<G: Game<Move = M>>(position: &G, moves: Vec<M>, order: &MoveOrder<G>) -> UntriedMoves<M> {
        let ranked = moves.into_iter().map(|mv| UntriedMove { mv, rank: order.rank(position, mv) });
        let mut untried: Vec<_> = ranked.collect();
        if order.order == TextbookOrder::Pongor {
            untried.sort_by_key(|it| it.rank);
        }
        UntriedMoves(untried)
    }

    /// Removes and returns the next move and its rank.
    pub(super) fn take<G: Game<Move = M>>(&mut self, ply: u32, order: &MoveOrder<G>) -> Option<(M, usize)> {
        if self.0.is_empty() {
            return None;
        }
        let next = order.next(ply, &mut self.0);
        let UntriedMove { mv, rank } = self.0.remove(next);
        Some((mv, rank))
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_tree::RandomTree;
    use super::*;

    /// Of moves of equal rank the first one is searched first, in any order that takes the greatest.
    #[test]
    fn the_first_of_the_greatest_is_chosen() {
        for (values, expected) in
            [(&[][..], 0), (&[7], 0), (&[0, 0, 0], 0), (&[1, 3, 2, 3], 1), (&[3, 1, 3], 0), (&[1, 2, 3], 2)]
        {
            assert_eq!(greatest(values.len(), |index| values[index]), expected, "{values:?}");
        }
    }

    /// A node with four moves of two first steps, after the moves of some ranks were the best at its ply.
    #[test]
    fn every_order_is_the_one_of_its_name() {
        for number in 0..100 {
            let node = RandomTree::new(number);
            let knowledge = TextbookKnowledge {
                evaluate: &RandomTree::evaluate,
                first_step: &|_: &RandomTree, mv: u8| usize::from(mv % 2),
            };
            let mut by_evaluation = node.moves();
            by_evaluation.sort_by_key(|&mv| -evaluate_move(&RandomTree::evaluate, &node, mv));
            for (text, learnt, expected) in [
                ("alpha-beta depth=1", &[3, 3][..], &[0, 1, 2, 3][..]),
                ("composed min=1 max=1 order=static", &[3, 3], &by_evaluation),
                ("killers depth=1", &[2, 3, 3], &[3, 2, 0, 1]),
                ("history depth=1", &[1, 1], &[1, 3, 0, 2]),
                ("history depth=1 slots=code", &[2, 2, 2, 1, 1], &[2, 1, 0, 3]),
                ("alpha-beta depth=1 order=pongor", &[1, 1], &[0, 2, 1, 3]),
                ("history depth=1 order=pongor", &[1, 1], &[1, 3, 0, 2]),
            ] {
                let mut history = History::default();
                let mut order = MoveOrder::new(&text.parse().unwrap(), knowledge, &mut history);
                learnt.iter().for_each(|&rank| order.learn(1, rank, true));
                order.learn(1, 0, false);
                let mut untried = UntriedMoves::new(&node, node.moves(), &order);
                let found: Vec<u8> = std::iter::from_fn(|| untried.take(1, &order)).map(|(mv, _)| mv).collect();
                assert_eq!(found, expected, "{text}");
                assert_eq!(order.learns_below_alpha(), text.ends_with("pongor"));
            }
        }
    }
}
