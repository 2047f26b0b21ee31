//! Root moves ranked by endgame tables.

use super::task::SearchTask;
use super::{Bound, RankedRootMove, Score, ScoreBounds};
use crate::game::{Game, Key, Outcome, occurrences, sorted_indices};
use std::cmp::Reverse;

/// A tablebase result for the side to move; better results compare greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TablebaseClass(i8);

impl TablebaseClass {
    /// Won.
    pub const WIN: TablebaseClass = TablebaseClass(3);
    /// Won, or drawn by the move-counting rule: it is not known whether the win takes too long.
    pub const MAYBE_WIN: TablebaseClass = TablebaseClass(2);
    /// Won, but drawn by the move-counting rule.
    pub const CURSED_WIN: TablebaseClass = TablebaseClass(1);
    /// Drawn.
    pub const DRAW: TablebaseClass = TablebaseClass(0);
    /// Lost, or drawn by the move-counting rule: it is not known whether the win takes too long.
    pub const MAYBE_LOSS: TablebaseClass = TablebaseClass(-2);

    /// The class of a result that no move-counting rule can change.
    pub fn of(outcome: Outcome) -> TablebaseClass {
        match outcome {
            Outcome::Win => TablebaseClass::WIN,
            Outcome::Draw => TablebaseClass::DRAW,
            Outcome::Loss => -TablebaseClass::WIN,
        }
    }

    /// The score and its bound, with the next conversion (capture, pawn move) `plies` away. Wins and
    /// losses are bounds, since the end of the game may be nearer than the table knows.
    pub fn score(self, plies: usize) -> (Score, Bound) {
        match self {
            class if class >= TablebaseClass::MAYBE_WIN => (Score::tablebase_win_in(plies), Bound::Lower),
            class if class <= TablebaseClass::MAYBE_LOSS => (Score::tablebase_loss_in(plies), Bound::Upper),
            _ => (Score::DRAW, Bound::Exact),
        }
    }
}

impl std::ops::Neg for TablebaseClass {
    type Output = TablebaseClass;

    fn neg(self) -> TablebaseClass {
        TablebaseClass(-self.0)
    }
}

/// What the tables say about a root move.
#[derive(Clone, Copy, Debug)]
struct MoveRating {
    class: TablebaseClass,
    /// Plies to the next conversion, including this move.
    plies: u32,
    /// Plies from this move to the conversion after it, if this move is a conversion.
    plies_after: u32,
}

impl MoveRating {
    /// The sort key, least for the best move: the better result first, then the faster win or the slower loss.
    fn sort_key(&self) -> (Reverse<TablebaseClass>, i64, i64) {
        let sign = i64::from(self.class.0.signum());
        let [plies, then] = [self.plies, self.plies_after].map(i64::from);
        (Reverse(self.class), sign * plies, sign * then)
    }

    /// The move with its bounds. If the distances are exact (`dtz`), the search chooses among wins and
    /// among losses by them, unless it finds a forced end.
    fn to_root_move<M>(self, mv: M, dtz: bool) -> RankedRootMove<M> {
        let (score, bound) = self.class.score(self.plies as usize);
        let shown_bounds = ScoreBounds::from_bound(score, bound);
        let search_bounds = if dtz && bound != Bound::Exact { shown_bounds } else { ScoreBounds::UNKNOWN };
        RankedRootMove { mv, class: self.class.0, search_bounds, shown_bounds }
    }
}

/// The root moves with what the tables say, the best first.
pub struct RootRanking<M> {
    moves: Vec<(M, MoveRating)>,
}

impl<M: Copy> RootRanking<M> {
    /// Ranks the root moves of `task`; `None` if one of them is not in the tables. `past` are the keys of
    /// the game and the root. `probe` returns the result of the position after a move, for its side to
    /// move, and the plies to its next conversion; `converts` returns whether a move is a conversion.
    pub fn of<G: Game<Move = M>>(
        task: &SearchTask<G>,
        past: &[Key],
        probe: impl Fn(&G) -> Option<(TablebaseClass, u32)>,
        converts: impl Fn(M, &G) -> bool,
    ) -> Option<RootRanking<M>> {
        let rate = |&mv: &M| {
            let child = task.position.play(mv);
            let (class, plies) = match game_end(&child, past) {
                Some(class) => (class, 0),
                None => probe(&child)?,
            };
            let (plies, plies_after) = if converts(mv, &child) { (1, plies) } else { (plies + 1, 0) };
            Some((mv, MoveRating { class: -class, plies, plies_after }))
        };
        let rated: Vec<_> = task.request.moves.iter().map(rate).collect::<Option<_>>()?;
        let keys: Vec<_> = rated.iter().map(|(_, rating)| rating.sort_key()).collect();
        Some(RootRanking { moves: sorted_indices(&keys).into_iter().map(|index| rated[index]).collect() })
    }

    /// The result of the best move.
    pub fn class(&self) -> TablebaseClass {
        self.moves[0].1.class
    }

    /// The moves that keep the result, but at least `multi_pv` moves. `dtz`: the distances are exact;
    /// then `hurry` keeps only the shortest way.
    pub fn into_root_moves(mut self, multi_pv: usize, dtz: bool, hurry: bool) -> Vec<RankedRootMove<M>> {
        let best = self.moves[0].1;
        let is_kept = |rating: MoveRating| {
            if dtz && hurry { rating.sort_key() <= best.sort_key() } else { rating.class == best.class }
        };
        let kept = self.moves.iter().filter(|(_, rating)| is_kept(*rating)).count();
        self.moves.truncate(kept.max(multi_pv));
        self.moves.into_iter().map(|(mv, rating)| rating.to_root_move(mv, dtz)).collect()
    }
}

/// The result for the side to move if the game is over at `position`; `past` are the keys before it.
fn game_end<G: Game>(position: &G, past: &[Key]) -> Option<TablebaseClass> {
    if !position.has_moves() {
        return Some(TablebaseClass::of(position.outcome_without_moves()));
    }
    let by_rule = position.rule_outcome().map(TablebaseClass::of);
    let is_third = || occurrences(past, position.key(), position.reversible_plies()) >= 3;
    by_rule.or_else(|| is_third().then_some(TablebaseClass::DRAW))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_distances_bound_the_search() {
        let bounds = |class, dtz| {
            let ranked = MoveRating { class, plies: 3, plies_after: 0 }.to_root_move((), dtz);
            (ranked.search_bounds, ranked.shown_bounds)
        };
        for class in [TablebaseClass::WIN, -TablebaseClass::WIN] {
            let (score, bound) = class.score(3);
            let known = ScoreBounds::from_bound(score, bound);
            assert_eq!(bounds(class, true), (known, known));
            assert_eq!(bounds(class, false), (ScoreBounds::UNKNOWN, known));
        }
        let drawn = ScoreBounds::from_bound(Score::DRAW, Bound::Exact);
        for dtz in [true, false] {
            assert_eq!(bounds(TablebaseClass::DRAW, dtz), (ScoreBounds::UNKNOWN, drawn));
        }
    }
}
