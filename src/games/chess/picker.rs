//! The order of chess moves, in stages: most nodes end before the quiet moves are even listed.

use super::generate::MoveTargets;
use super::histories::Histories;
use super::knowledge::Chess;
use super::{ChessMove, ChessPosition, EXCHANGE_VALUES, Piece};
use crate::game::Game;
use crate::search::{MoveSet, Picker};
use crate::search::{Node, Search};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Enough for every position: the most known is 218.
const MAX_MOVES: usize = 256;

/// Captures that lose material and are put off.
const MAX_BAD: usize = 64;

/// Hands out the table's move, then captures that gain, quiet moves, and captures that lose.
pub struct MovePicker {
    stage: Stage,
    first: Option<ChessMove>,
    quiet: bool,
    moves: ArrayVec<ScoredMove, MAX_MOVES>,
    bad: ArrayVec<ChessMove, MAX_BAD>,
}

/// A value, and below it the bits of its move: a word that is compared and moved as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredMove(i64);

impl ScoredMove {
    fn new(value: i32, mv: ChessMove) -> ScoredMove {
        ScoredMove(i64::from(value) << 16 | i64::from(mv.bits()))
    }

    fn value(self) -> i32 {
        (self.0 >> 16) as i32
    }

    fn mv(self) -> ChessMove {
        ChessMove::from_bits(self.0 as u16)
    }
}

#[derive(Clone, Copy)]
enum Stage {
    First,
    ListNoisy,
    Noisy,
    ListQuiet,
    Quiet,
    Bad,
}

impl Picker<Chess> for MovePicker {
    fn new(choice: MoveSet) -> MovePicker {
        MovePicker {
            stage: Stage::First,
            first: None,
            quiet: choice == MoveSet::All,
            moves: ArrayVec::new(),
            bad: ArrayVec::new(),
        }
    }

    fn next(
        &mut self,
        search: &Search<Chess>,
        position: &ChessPosition,
        node: &Node<Chess>,
    ) -> Option<ChessMove> {
        loop {
            match self.stage {
                Stage::First => {
                    self.stage = Stage::ListNoisy;
                    let first = position.decode(node.tt_move_code());
                    self.first = first.filter(|&mv| self.quiet || position.is_noisy(mv));
                    if self.first.is_some() {
                        return self.first;
                    }
                }
                Stage::ListNoisy => {
                    self.list_noisy(&search.histories, position);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.best(search, position) {
                    Some((value, mv)) if position.see(mv, self.least_gain(value)) => {
                        return Some(mv);
                    }
                    Some((_, mv)) => drop(self.bad.try_push(mv)),
                    None if self.quiet => self.stage = Stage::ListQuiet,
                    None => return None,
                },
                Stage::ListQuiet => {
                    self.list_quiet(search, position, node);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best(search, position) {
                    Some((_, mv)) => return Some(mv),
                    None => {
                        self.bad.reverse();
                        self.stage = Stage::Bad;
                    }
                },
                Stage::Bad => return self.bad.pop(),
            }
        }
    }

    fn skip_quiet(&mut self, position: &ChessPosition, node: &Node<Chess>) {
        debug_assert!(matches!(self.stage, Stage::Quiet));
        let checks = node.facts.checks(position);
        self.moves.retain(|it| checks.has(position, it.mv()));
    }
}

impl MovePicker {
    #[inline(never)]
    fn list_noisy(&mut self, memory: &Histories, position: &ChessPosition) {
        const QUEEN: i32 = EXCHANGE_VALUES[Piece::Queen as usize];
        self.list(position, position.noisy(), |mv| {
            let taken = position.victim(mv);
            let promoted = match mv.promotion() {
                Some(Piece::Queen) => QUEEN,
                Some(_) => -QUEEN,
                None => 0,
            };
            let gain = taken.map_or(0, |piece| EXCHANGE_VALUES[piece.index()]) + promoted;
            16 * gain + memory.noisy(position, mv) / 4
        });
    }

    #[inline(never)]
    fn list_quiet(&mut self, search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>) {
        const KILLER: i32 = 16_384;
        let (memory, traces) = (&search.histories, search.last_moves(node.ply));
        let history = memory.quiet(position, node.facts.threatened(position), traces);
        self.list(position, position.quiet(), |mv| {
            history(mv) + i32::from(memory.is_killer(node.ply, mv)) * KILLER
        });
    }

    /// Lists the moves to some squares, with their values, but for the one that came first.
    #[inline(always)]
    fn list(
        &mut self,
        position: &ChessPosition,
        targets: MoveTargets,
        value: impl Fn(ChessMove) -> i32,
    ) {
        let (first, moves) = (self.first, &mut self.moves);
        let _ = position.generate_to(targets, |set| {
            set.visit(|mv| {
                if Some(mv) != first {
                    let _ = moves.try_push(ScoredMove::new(value(mv), mv));
                }
                ControlFlow::<()>::Continue(())
            })
        });
    }

    /// What a capture of such a value must gain at least, to be tried before quiet moves, or
    /// at all in quiescence.
    fn least_gain(&self, value: i32) -> i32 {
        if self.quiet { -value / 64 } else { 0 }
    }

    /// Takes the most promising of the listed moves. The table is likely to be asked soon what comes
    /// of it, and the answer is far away.
    fn best(
        &mut self,
        search: &Search<Chess>,
        position: &ChessPosition,
    ) -> Option<(i32, ChessMove)> {
        let (best, _) = self.moves.iter().enumerate().max_by_key(|&(_, it)| *it)?;
        let chosen = self.moves.swap_remove(best);
        search.tt.prefetch(position.plain_key(chosen.mv()));
        Some((chosen.value(), chosen.mv()))
    }
}
