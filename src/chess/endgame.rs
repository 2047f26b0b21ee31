//! What endgame tables tell the search: of positions on the way, and of the moves at the root.
//!
//! After the way of Stockfish (2014 on): on the way the win-draw-loss tables are asked where the
//! counter of the fifty-move rule has just begun, which is where they are exact; at the root the
//! distances to the next capture or pawn move see to it that a win is not put off for ever.

use super::syzygy::Wdl;
use super::{Chess, Move, Position};
use crate::game::{Game, Key};
use crate::search::deepen::Task;
use crate::search::past::occurrences;
use crate::search::{Bound, Depth, Known, Ranked, Score, Search};
use std::cmp::Reverse;

/// What the tables say of a position below the root. A mate may lie nearer than a table win tells,
/// so wins and losses are bounds.
pub(super) fn probe(
    search: &mut Search<Chess>,
    position: &Position,
    ply: usize,
    depth: Depth,
) -> Option<(Score, Bound)> {
    let men = position.occupied().count();
    if men > search.probe_up_to
        || (men == search.probe_up_to && depth < search.probing.depth)
        || position.clock() != 0
        // A null move begins the count anew only for repetitions.
        || search.frames[..ply].last().is_some_and(|before| before.null)
    {
        return None;
    }
    let wdl = search.tables.wdl(position)?;
    search.table_hits += 1;
    Some(match Class::of(wdl, search.probing.counting_rule) {
        it if it >= Class::LATE_WIN => (Score::table_win_in(ply), Bound::Lower),
        it if it <= Class::LATE_LOSS => (Score::table_loss_in(ply), Bound::Upper),
        _ => (Score::DRAW, Bound::Exact),
    })
}

/// The moves at the root that keep the result, the best first.
pub(super) fn rank(search: &mut Search<Chess>, task: &Task<Position>) -> Option<Vec<Ranked<Move>>> {
    let root = task.position;
    if root.occupied().count() > search.probe_up_to || root.castling().any() {
        return None;
    }
    let asker = Asker::new(search, task);
    let by_distance = asker.rate(task, Asker::distance);
    let known = by_distance.is_some();
    let mut moves = by_distance.or_else(|| asker.rate(task, Asker::result))?;
    moves.sort_by_key(Rated::order);
    let best = moves[0];
    let as_good = moves.iter().filter(|it| it.class == best.class).count();
    // After a repetition, or where the fifty moves may be too few, only the shortest way will do.
    let hurry = best.class == Class::LATE_WIN
        || (best.class == Class::WIN && repeated(&asker.past, root.clock()));
    let keep = match known && hurry {
        true => moves.iter().filter(|it| it.order() <= best.order()).count(),
        false => as_good,
    };
    moves.truncate(keep.max(task.lines));
    search.table_hits += task.moves.len() as u64;
    if known || best.class < Class::LATE_WIN {
        // From here on the tables would only hide which of the moves sets more problems.
        search.probe_up_to = 0;
    }
    Some(moves.into_iter().map(|it| it.ranked(known)).collect())
}

/// A result for the side to move, the better the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Class(i8);

impl Class {
    const WIN: Class = Class(3);
    /// Rounded distances leave open whether the fifty moves are enough.
    const LATE_WIN: Class = Class(2);
    /// Won, if it were not for the fifty-move rule.
    const CURSED_WIN: Class = Class(1);
    const DRAW: Class = Class(0);
    const LATE_LOSS: Class = Class(-2);

    /// What a table says of a position in which the count has just begun.
    fn of(wdl: Wdl, fifty_moves: bool) -> Class {
        match (wdl, fifty_moves) {
            (Wdl::Win, _) | (Wdl::CursedWin, false) => Class::WIN,
            (Wdl::CursedWin, true) => Class::CURSED_WIN,
            (Wdl::Draw, _) => Class::DRAW,
            (Wdl::BlessedLoss, true) => -Class::CURSED_WIN,
            (Wdl::Loss, _) | (Wdl::BlessedLoss, false) => -Class::WIN,
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
struct Rated {
    mv: Move,
    class: Class,
    /// Plies to the next capture or pawn move, this one counted; by distances in tables that may
    /// be one ply too short.
    plies: u32,
    /// Plies to the one after that, if this move is one.
    then: u32,
}

impl Rated {
    /// Least for the best: a win in a hurry, a loss at leisure.
    fn order(&self) -> (Reverse<Class>, i64, i64) {
        let sign = i64::from(self.class.0.signum());
        let [plies, then] = [self.plies, self.then].map(i64::from);
        (Reverse(self.class), sign * plies, sign * then)
    }

    /// `known`: the distances mean something. They decide among wins and among losses, unless the
    /// search sees a mate.
    fn ranked(self, known: bool) -> Ranked<Move> {
        let (score, bound) = match self.class {
            it if it >= Class::LATE_WIN => (Score::table_win_in(self.plies as usize), Bound::Lower),
            it if it <= Class::LATE_LOSS => {
                (Score::table_loss_in(self.plies as usize), Bound::Upper)
            }
            _ => (Score::DRAW, Bound::Exact),
        };
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

/// Asks the tables about the moves at a root.
struct Asker<'a> {
    search: &'a Search<Chess>,
    /// The keys of the game up to the root, which is the last.
    past: Vec<Key>,
}

impl Asker<'_> {
    fn new<'a>(search: &'a Search<Chess>, task: &Task<Position>) -> Asker<'a> {
        let mut past = task.past.to_vec();
        past.push(task.position.key());
        Asker { search, past }
    }

    /// All moves; nothing, if one of them is not in the tables.
    fn rate(
        &self,
        task: &Task<Position>,
        ask: impl Fn(&Self, &Position) -> Option<(Class, u32)>,
    ) -> Option<Vec<Rated>> {
        let rate = |&mv: &Move| {
            let child = task.position.play(mv);
            let (class, plies) = match self.end(&child) {
                Some(class) => (class, 0),
                None => ask(self, &child)?,
            };
            let (plies, then) = match child.clock() {
                0 => (1, plies),
                _ => (plies + 1, 0),
            };
            Some(Rated {
                mv,
                class: -class,
                plies,
                then,
            })
        };
        task.moves.iter().map(rate).collect()
    }

    /// The result of a game that is over, for the side to move.
    fn end(&self, child: &Position) -> Option<Class> {
        if child.in_check() && !child.any() {
            return Some(-Class::WIN);
        }
        let third = occurrences(&self.past, child.key(), child.reversible()) >= 3;
        (third || child.rule_end().is_some()).then_some(Class::DRAW)
    }

    /// By distance: the result as the present count leaves it, and the plies to the next capture
    /// or pawn move.
    fn distance(&self, child: &Position) -> Option<(Class, u32)> {
        let distance = self.search.tables.distance(child)?;
        let class = match self.search.probing.counting_rule {
            true => match distance.result(child.clock()) {
                Some(wdl) => Class::of(wdl, true),
                None if distance.plies > 0 => Class::LATE_WIN,
                None => Class::LATE_LOSS,
            },
            false => Class(3 * distance.plies.signum() as i8),
        };
        Some((class, distance.plies.unsigned_abs()))
    }

    /// By result alone.
    fn result(&self, child: &Position) -> Option<(Class, u32)> {
        let wdl = self.search.tables.wdl(child)?;
        Some((Class::of(wdl, self.search.probing.counting_rule), 0))
    }
}

/// Whether some position has stood on the board twice in the last `reversible` plies.
fn repeated(past: &[Key], reversible: u16) -> bool {
    let since = &past[past.len().saturating_sub(usize::from(reversible) + 1)..];
    (1..since.len()).any(|now| since[..now].contains(&since[now]))
}
