//! Move ordering in stages: most nodes end before their quiet moves are generated.

use super::generate::MoveTargets;
use super::histories::ChessHistories;
use super::{Chess, ChessMove, ChessPosition, EXCHANGE_VALUES, Piece};
use crate::game::Game;
use crate::search::{MoveSet, Picker};
use crate::search::{Node, Search};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Enough for every position: the largest known number of legal moves is 218.
const MAX_MOVES: usize = 256;

/// The largest number of losing captures that are kept for the last stage.
const MAX_BAD_NOISY: usize = 64;

/// Picks the move of the transposition table, then captures and promotions that pass a static exchange
/// evaluation, then quiet moves, then the other captures.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<ChessMove>,
    /// Whether quiet moves are wanted.
    quiet: bool,
    moves: ArrayVec<ScoredMove, MAX_MOVES>,
    bad_noisy: ArrayVec<ChessMove, MAX_BAD_NOISY>,
}

/// A score, and below it the bits of its move: one word that is compared and moved as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredMove(i64);

impl ScoredMove {
    fn new(score: i32, mv: ChessMove) -> ScoredMove {
        ScoredMove(i64::from(score) << 16 | i64::from(mv.bits()))
    }

    fn score(self) -> i32 {
        (self.0 >> 16) as i32
    }

    fn mv(self) -> ChessMove {
        ChessMove::from_bits(self.0 as u16)
    }
}

#[derive(Clone, Copy)]
enum Stage {
    TtMove,
    GenerateNoisy,
    Noisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
}

impl Picker<Chess> for MovePicker {
    fn new(wanted: MoveSet) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move: None,
            quiet: wanted == MoveSet::All,
            moves: ArrayVec::new(),
            bad_noisy: ArrayVec::new(),
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
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    let tt_move = position.decode(node.tt_move_code());
                    self.tt_move = tt_move.filter(|&mv| self.quiet || position.is_noisy(mv));
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(&search.histories, position);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.take_best(search, position) {
                    Some((score, mv)) if position.see(mv, self.see_threshold(score)) => {
                        return Some(mv);
                    }
                    Some((_, mv)) => drop(self.bad_noisy.try_push(mv)),
                    None if self.quiet => self.stage = Stage::GenerateQuiet,
                    None => return None,
                },
                Stage::GenerateQuiet => {
                    self.generate_quiet(search, position, node);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best(search, position) {
                    Some((_, mv)) => return Some(mv),
                    None => {
                        self.bad_noisy.reverse();
                        self.stage = Stage::BadNoisy;
                    }
                },
                Stage::BadNoisy => return self.bad_noisy.pop(),
            }
        }
    }

    fn skip_quiet(&mut self, position: &ChessPosition, node: &Node<Chess>) {
        debug_assert!(matches!(self.stage, Stage::Quiet));
        let check_info = node.facts.check_info(position);
        self.moves
            .retain(|scored| check_info.gives_check(position, scored.mv()));
    }
}

impl MovePicker {
    /// Lists captures and promotions by most valuable victim, then by capture history.
    #[inline(never)]
    fn generate_noisy(&mut self, histories: &ChessHistories, position: &ChessPosition) {
        const QUEEN: i32 = EXCHANGE_VALUES[Piece::Queen as usize];
        self.list(position, position.noisy_targets(), |mv| {
            let captured = position.victim(mv);
            let promoted = match mv.promotion() {
                Some(Piece::Queen) => QUEEN,
                Some(_) => -QUEEN,
                None => 0,
            };
            let gain = captured.map_or(0, |piece| EXCHANGE_VALUES[piece.index()]) + promoted;
            16 * gain + histories.capture_score(position, mv) / 4
        });
    }

    /// Lists quiet moves by their histories; killers get a bonus.
    #[inline(never)]
    fn generate_quiet(
        &mut self,
        search: &Search<Chess>,
        position: &ChessPosition,
        node: &Node<Chess>,
    ) {
        const KILLER_BONUS: i32 = 16_384;
        let (histories, last_moves) = (&search.histories, search.last_moves(node.ply));
        let history = histories.quiet_score(position, node.facts.threatened(position), last_moves);
        self.list(position, position.quiet_targets(), |mv| {
            history(mv) + i32::from(histories.is_killer(node.ply, mv)) * KILLER_BONUS
        });
    }

    /// Lists the moves to some squares with their scores, without the transposition table's move.
    #[inline(always)]
    fn list(
        &mut self,
        position: &ChessPosition,
        targets: MoveTargets,
        score: impl Fn(ChessMove) -> i32,
    ) {
        let (tt_move, moves) = (self.tt_move, &mut self.moves);
        let _ = position.generate_to(targets, |set| {
            set.visit(|mv| {
                if Some(mv) != tt_move {
                    let _ = moves.try_push(ScoredMove::new(score(mv), mv));
                }
                ControlFlow::<()>::Continue(())
            })
        });
    }

    /// The least gain by exchanges, in hundredths, with which a capture of this score is tried before the
    /// quiet moves; in quiescence, with which it is tried at all.
    fn see_threshold(&self, score: i32) -> i32 {
        if self.quiet { -score / 64 } else { 0 }
    }

    /// Takes the listed move with the best score, and prefetches the transposition table's entry for the
    /// position after it.
    fn take_best(
        &mut self,
        search: &Search<Chess>,
        position: &ChessPosition,
    ) -> Option<(i32, ChessMove)> {
        let (best, _) = self
            .moves
            .iter()
            .enumerate()
            .max_by_key(|&(_, scored)| *scored)?;
        let chosen = self.moves.swap_remove(best);
        search
            .tt
            .prefetch(position.approximate_key_after(chosen.mv()));
        Some((chosen.score(), chosen.mv()))
    }
}
