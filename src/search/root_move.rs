//! The root moves, and what the search has found out about them.

use super::{Bound, Depth, RankedRootMove, Score};

/// A root move, with what the current iteration has found out about it.
pub(super) struct RootMove<M> {
    pub(super) ranked: RankedRootMove<M>,
    pub(super) score: Score,
    /// Whether the score is exact. During an iteration it may be a bound.
    pub(super) bound: Bound,
    /// The score of the previous iteration.
    pub(super) previous_score: Score,
    /// Positions visited below it, in all iterations.
    pub(super) nodes: u64,
    /// The line of the last search in which the move raised alpha, or of an earlier one if that has found no reply; before that,
    /// the move alone.
    pub(super) pv: Vec<M>,
    /// The score of the last search in which the move raised alpha.
    pub(super) pv_score: Score,
    /// The depth of that search, 0 if there was none.
    pub(super) pv_depth: Depth,
}

impl<M: Copy> RootMove<M> {
    pub(super) fn new(ranked: RankedRootMove<M>) -> RootMove<M> {
        RootMove {
            ranked,
            score: Score::DRAW,
            bound: Bound::Exact,
            previous_score: Score::DRAW,
            nodes: 0,
            pv: vec![ranked.mv],
            pv_score: Score::DRAW,
            pv_depth: 0,
        }
    }

    /// Forgets the score of the current iteration, but not the line with its score.
    pub(super) fn clear_score(&mut self) {
        self.score = Score::INFINITE_LOSS;
    }

    /// Keeps the line of a search that has raised alpha. One that has failed high may have found no reply.
    pub(super) fn set_pv(&mut self, pv: &[M], score: Score, depth: Depth) {
        if pv.len() > 1 || self.bound == Bound::Exact {
            self.pv.clear();
            self.pv.extend_from_slice(pv);
        }
        (self.pv_score, self.pv_depth) = (score, depth);
    }

    /// The score of the line, as it is shown.
    pub(super) fn shown_score(&self) -> Score {
        self.ranked.shown_bounds.clamp(self.pv_score)
    }
}

/// Orders root moves for a report after a search was stopped in the iteration of `depth`, and returns how many of them
/// have a score to show. The first `finished` moves are the best lines of this iteration and stay where they are. The
/// others follow by the class of their result, and within a class by their last score, from this iteration or the one before.
pub(super) fn order_after_stop<M: Copy>(roots: &mut [RootMove<M>], finished: usize, depth: Depth) -> usize {
    let is_known = |root: &RootMove<M>| root.pv_depth >= (depth - 1).max(1);
    sort_roots(&mut roots[finished..], |root| (is_known(root), root.ranked.class, root.shown_score()));
    roots.partition_point(is_known)
}

/// Sorts by a key, the greatest first; equal moves keep their order. An insertion sort, since few moves are
/// out of place.
pub(super) fn sort_roots<M, K: Ord>(roots: &mut [RootMove<M>], key: impl Fn(&RootMove<M>) -> K) {
    for last in 1..roots.len() {
        let moved = key(&roots[last]);
        let index = roots[..last].partition_point(|root| key(root) >= moved);
        roots[index..=last].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Root moves with these names, scores and depths of their lines.
    fn root_moves(lines: &[(char, i32, Depth)]) -> Vec<RootMove<char>> {
        let root_move = |&(mv, score, depth): &(char, i32, Depth)| {
            let mut root = RootMove::new(RankedRootMove::unranked(mv));
            root.set_pv(&[mv], Score::estimate(score), depth);
            root
        };
        lines.iter().map(root_move).collect()
    }

    fn moves(roots: &[RootMove<char>]) -> String {
        roots.iter().map(|root| root.ranked.mv).collect()
    }

    #[test]
    fn a_move_that_fails_high_keeps_its_line() {
        let mut root = RootMove::new(RankedRootMove::unranked('a'));
        root.set_pv(&['a', 'b'], Score::estimate(5), 3);
        root.bound = Bound::Lower;
        root.set_pv(&['a'], Score::estimate(20), 4);
        assert_eq!((&root.pv[..], root.pv_score, root.pv_depth), (&['a', 'b'][..], Score::estimate(20), 4));
        root.bound = Bound::Exact;
        root.set_pv(&['a'], Score::DRAW, 5);
        assert_eq!(root.pv, ['a']);
    }

    #[test]
    fn moves_that_the_iteration_has_not_finished_follow_by_their_last_scores() {
        let mut roots = root_moves(&[('a', 10, 7), ('b', 5, 7), ('c', -20, 6), ('d', 90, 3), ('e', 8, 6)]);
        assert_eq!(order_after_stop(&mut roots, 2, 7), 4);
        assert_eq!(moves(&roots), "abecd");
    }

    #[test]
    fn a_better_result_by_the_tables_comes_first() {
        let mut roots = root_moves(&[('a', 10, 7), ('b', 90, 6), ('c', 20, 6), ('d', 30, 6)]);
        for (root, class) in roots.iter_mut().zip([2, 1, 2, 2]) {
            root.ranked.class = class;
        }
        assert_eq!(order_after_stop(&mut roots, 1, 7), 4);
        assert_eq!(moves(&roots), "adcb");
    }

    #[test]
    fn a_move_without_a_score_is_not_shown() {
        let mut roots = root_moves(&[('a', 10, 1), ('b', 0, 0), ('c', -20, 1), ('d', 0, 0)]);
        assert_eq!(order_after_stop(&mut roots, 1, 1), 2);
        assert_eq!(moves(&roots), "acbd");
    }
}
