//! The moves at the root in the order of what endgame tables say of them.

use super::bound::{Bound, Known};
use super::deepen::Task;
use super::past::occurrences;
use super::score::Score;
use super::tables::Ranked;
use crate::game::{Game, Key, Outcome};
use std::cmp::Reverse;

/// A result for the side to move, the better the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Class(i8);

impl Class {
    /// Won.
    pub const WIN: Class = Class(3);
    /// Won, if the rule that counts moves leaves time for it, which is not known.
    pub const LATE_WIN: Class = Class(2);
    /// Won, if it were not for the rule that counts moves.
    pub const CURSED_WIN: Class = Class(1);
    /// Drawn.
    pub const DRAW: Class = Class(0);
    /// Lost, if the rule that counts moves leaves time for it, which is not known.
    pub const LATE_LOSS: Class = Class(-2);

    /// The class of a result that no rule can change.
    pub fn of(outcome: Outcome) -> Class {
        match outcome {
            Outcome::Win => Class::WIN,
            Outcome::Draw => Class::DRAW,
            Outcome::Loss => -Class::WIN,
        }
    }

    /// As a score, the next conversion `plies` away: a limit for wins and losses, since the end may
    /// be nearer than a table knows.
    pub fn score(self, plies: usize) -> (Score, Bound) {
        match self {
            it if it >= Class::LATE_WIN => (Score::table_win_in(plies), Bound::Lower),
            it if it <= Class::LATE_LOSS => (Score::table_loss_in(plies), Bound::Upper),
            _ => (Score::DRAW, Bound::Exact),
        }
    }
}

impl std::ops::Neg for Class {
    type Output = Class;

    fn neg(self) -> Class {
        Class(-self.0)
    }
}

/// A move at the root, as the tables see it.
#[derive(Clone, Copy, Debug)]
pub struct Rated<M> {
    mv: M,
    class: Class,
    /// Plies to the next conversion, this one counted.
    plies: u32,
    /// Plies to the one after that, if this move is one.
    then: u32,
}

impl<M: Copy> Rated<M> {
    /// Least for the best: a win in a hurry, a loss at leisure.
    fn order(&self) -> (Reverse<Class>, i64, i64) {
        let sign = i64::from(self.class.0.signum());
        let [plies, then] = [self.plies, self.then].map(i64::from);
        (Reverse(self.class), sign * plies, sign * then)
    }

    /// `known`: the distances mean something. They decide among wins and among losses, unless the
    /// search sees the end.
    fn ranked(self, known: bool) -> Ranked<M> {
        let (score, bound) = self.class.score(self.plies as usize);
        let told = Known::by(score, bound);
        let searched = match known && bound != Bound::Exact {
            true => told,
            false => Known::NOTHING,
        };
        Ranked {
            mv: self.mv,
            searched,
            told,
        }
    }
}

/// The moves at a root, the best first.
pub struct Ranking<M> {
    moves: Vec<Rated<M>>,
}

impl<M: Copy> Ranking<M> {
    /// Asks about all moves; nothing, if one of them is not in the tables. `ask` tells of the
    /// position after a move what it is worth to its side to move, and how far its next conversion
    /// is; `converts` says which moves are conversions.
    pub fn of<G: Game<Move = M>>(
        task: &Task<G>,
        past: &[Key],
        ask: impl Fn(&G) -> Option<(Class, u32)>,
        converts: impl Fn(M, &G) -> bool,
    ) -> Option<Ranking<M>> {
        let rate = |&mv: &M| {
            let child = task.position.play(mv);
            let (class, plies) = match over(&child, past) {
                Some(class) => (class, 0),
                None => ask(&child)?,
            };
            let (plies, then) = match converts(mv, &child) {
                true => (1, plies),
                false => (plies + 1, 0),
            };
            Some(Rated {
                mv,
                class: -class,
                plies,
                then,
            })
        };
        let mut moves: Vec<_> = task.moves.iter().map(rate).collect::<Option<_>>()?;
        moves.sort_by_key(Rated::order);
        Some(Ranking { moves })
    }

    /// What the best move leads to.
    pub fn class(&self) -> Class {
        self.moves[0].class
    }

    /// The moves that keep the result, but at least `lines`; in a hurry, only the shortest way.
    /// `known`: the distances mean something.
    pub fn kept(mut self, lines: usize, known: bool, hurry: bool) -> Vec<Ranked<M>> {
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
        self.moves.into_iter().map(|it| it.ranked(known)).collect()
    }
}

/// The result of a game that is over, for the side to move; `past` are the keys before.
fn over<G: Game>(position: &G, past: &[Key]) -> Option<Class> {
    if !position.any() {
        return Some(Class::of(position.stuck()));
    }
    let third = occurrences(past, position.key(), position.reversible()) >= 3;
    (third || position.rule_end().is_some()).then_some(Class::DRAW)
}
