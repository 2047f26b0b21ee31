//! The moves at the root in the order of what endgame tables say of them.

use super::bound::{Bound, ScoreBounds};
use super::key_history::occurrences;
use super::score::Score;
use super::tablebase::RankedRootMove;
use super::task::SearchTask;
use crate::game::{Game, Key, Outcome};
use std::cmp::Reverse;

/// A result for the side to move, the better the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TablebaseClass(i8);

impl TablebaseClass {
    /// Won.
    pub const WIN: TablebaseClass = TablebaseClass(3);
    /// Won, if the rule that counts moves leaves time for it, which is not known.
    pub const MAYBE_WIN: TablebaseClass = TablebaseClass(2);
    /// Won, if it were not for the rule that counts moves.
    pub const CURSED_WIN: TablebaseClass = TablebaseClass(1);
    /// Drawn.
    pub const DRAW: TablebaseClass = TablebaseClass(0);
    /// Lost, if the rule that counts moves leaves time for it, which is not known.
    pub const MAYBE_LOSS: TablebaseClass = TablebaseClass(-2);

    /// The class of a result that no rule can change.
    pub fn of(outcome: Outcome) -> TablebaseClass {
        match outcome {
            Outcome::Win => TablebaseClass::WIN,
            Outcome::Draw => TablebaseClass::DRAW,
            Outcome::Loss => -TablebaseClass::WIN,
        }
    }

    /// As a score, the next conversion `plies` away: a limit for wins and losses, since the end may
    /// be nearer than a table knows.
    pub fn score(self, plies: usize) -> (Score, Bound) {
        match self {
            it if it >= TablebaseClass::MAYBE_WIN => (Score::tablebase_win_in(plies), Bound::Lower),
            it if it <= TablebaseClass::MAYBE_LOSS => {
                (Score::tablebase_loss_in(plies), Bound::Upper)
            }
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

/// A move at the root, as the tables see it.
#[derive(Clone, Copy, Debug)]
pub struct RatedRootMove<M> {
    mv: M,
    class: TablebaseClass,
    /// Plies to the next conversion, this one counted.
    plies: u32,
    /// Plies to the one after that, if this move is one.
    plies_after: u32,
}

impl<M: Copy> RatedRootMove<M> {
    /// Least for the best: a win in a hurry, a loss at leisure.
    fn order(&self) -> (Reverse<TablebaseClass>, i64, i64) {
        let sign = i64::from(self.class.0.signum());
        let [plies, then] = [self.plies, self.plies_after].map(i64::from);
        (Reverse(self.class), sign * plies, sign * then)
    }

    /// `known`: the distances mean something. They decide among wins and among losses, unless the
    /// search sees the end.
    fn to_root_move(self, known: bool) -> RankedRootMove<M> {
        let (score, bound) = self.class.score(self.plies as usize);
        let told = ScoreBounds::from_bound(score, bound);
        let searched = match known && bound != Bound::Exact {
            true => told,
            false => ScoreBounds::UNKNOWN,
        };
        RankedRootMove {
            mv: self.mv,
            search_bounds: searched,
            shown_bounds: told,
        }
    }
}

/// The moves at a root, the best first.
pub struct RootRanking<M> {
    moves: Vec<RatedRootMove<M>>,
}

impl<M: Copy> RootRanking<M> {
    /// Asks about all moves; nothing, if one of them is not in the tables. `ask` tells of the
    /// position after a move what it is worth to its side to move, and how far its next conversion
    /// is; `converts` says which moves are conversions.
    pub fn of<G: Game<Move = M>>(
        task: &SearchTask<G>,
        past: &[Key],
        ask: impl Fn(&G) -> Option<(TablebaseClass, u32)>,
        converts: impl Fn(M, &G) -> bool,
    ) -> Option<RootRanking<M>> {
        let rate = |&mv: &M| {
            let child = task.position.play(mv);
            let (class, plies) = match game_end(&child, past) {
                Some(class) => (class, 0),
                None => ask(&child)?,
            };
            let (plies, then) = match converts(mv, &child) {
                true => (1, plies),
                false => (plies + 1, 0),
            };
            Some(RatedRootMove {
                mv,
                class: -class,
                plies,
                plies_after: then,
            })
        };
        let mut moves: Vec<_> = task.request.moves.iter().map(rate).collect::<Option<_>>()?;
        moves.sort_by_key(RatedRootMove::order);
        Some(RootRanking { moves })
    }

    /// What the best move leads to.
    pub fn class(&self) -> TablebaseClass {
        self.moves[0].class
    }

    /// The moves that keep the result, but at least `lines`; in a hurry, only the shortest way.
    /// `known`: the distances mean something.
    pub fn into_root_moves(
        mut self,
        lines: usize,
        known: bool,
        hurry: bool,
    ) -> Vec<RankedRootMove<M>> {
        let best = self.moves[0];
        let keep = match known && hurry {
            true => (self.moves.iter())
                .filter(|it| it.order() <= best.order())
                .count(),
            false => (self.moves.iter())
                .filter(|it| it.class == best.class)
                .count(),
        };
        self.moves.truncate(keep.max(lines));
        self.moves
            .into_iter()
            .map(|it| it.to_root_move(known))
            .collect()
    }
}

/// The result of a game that is over, for the side to move; `past` are the keys before.
fn game_end<G: Game>(position: &G, past: &[Key]) -> Option<TablebaseClass> {
    if !position.has_moves() {
        return Some(TablebaseClass::of(position.outcome_without_moves()));
    }
    let third = occurrences(past, position.key(), position.reversible_plies()) >= 3;
    (third || position.rule_outcome().is_some()).then_some(TablebaseClass::DRAW)
}
