//! The histories of a chess search: move ordering and corrections of the evaluation, learnt while it runs.

use super::attack_info::AttackInfo;
use super::{Chess, ChessMove, ChessPosition, Piece, bare_king, parameters};
use crate::board::Bitset;
use crate::board::square::Square;
use crate::game::{GOLDEN_STEP, Side};
use crate::search::history::{Clear, HistoryTable, Killers};
use crate::search::{Bound, Depth, Node, Score};

/// The number of indices for a side, a kind of piece, and its target square.
const PIECE_TO: usize = 2 * 6 * 64;

/// The number of codes of captured pieces, that of none included.
const VICTIMS: usize = 7;

/// A move made at an earlier ply, as indices into the histories. The default stands for no move.
#[derive(Clone, Copy)]
pub struct MadeMove {
    /// Its piece and target square.
    piece_to: u16,
    /// Its slot in the quiet history, if it is quiet.
    quiet_slot: Option<u16>,
}

impl Default for MadeMove {
    fn default() -> MadeMove {
        MadeMove { piece_to: PIECE_TO as u16, quiet_slot: None }
    }
}

impl MadeMove {
    /// The indices of the legal move `mv`.
    pub fn of(position: &ChessPosition, attacks: &AttackInfo, mv: ChessMove) -> MadeMove {
        let slot = || quiet_slot(position.side(), attacks.threatened(position), mv) as u16;
        MadeMove { piece_to: piece_to(position, mv) as u16, quiet_slot: (!position.is_noisy(mv)).then(slot) }
    }
}

/// The last moves before the current one, the latest first.
pub type LastMoves = [MadeMove; 3];

/// The number of slots of a correction history, a power of two.
const CORRECTIONS: usize = 1 << 14;

/// What one thread learns from its search. It is kept from move to move of a game.
#[derive(Default)]
pub struct ChessHistories {
    /// Quiet moves by side, squares from and to, and whether the opponent attacks these squares.
    quiet_history: HistoryTable<{ 8 << 12 }>,
    /// Quiet moves by an earlier move, piece, and target square (countermoves: Uiterwijk 1992; as a
    /// history: Stockfish, 2016).
    continuation_history: HistoryTable<{ (PIECE_TO + 1) * PIECE_TO }>,
    /// Captures and promotions by piece, target square, and captured piece.
    capture_history: HistoryTable<{ PIECE_TO * VICTIMS }>,
    /// Quiet moves that caused a cutoff in a sibling node.
    killers: Killers<ChessMove>,
    /// The errors of the static evaluation by pawn structure, and by the pieces of each side, without pawns.
    board_corrections: [HistoryTable<{ 2 * CORRECTIONS }>; 3],
    /// The same by the last move.
    last_move_correction: HistoryTable<{ 2 * (PIECE_TO + 1) }>,
    /// The same by the last two moves.
    continuation_correction: HistoryTable<CORRECTIONS>,
    /// Null moves are not tried before this ply while a null-move cutoff is being verified; otherwise 0.
    pub(super) nmp_min_ply: usize,
}

impl ChessHistories {
    /// The killers at `ply`.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<ChessMove>; 2] {
        self.killers.at(ply)
    }

    /// The history of a capture or promotion, from -[`LIMIT`](HistoryTable::LIMIT) to `LIMIT`.
    #[inline]
    pub fn capture_score(&self, position: &ChessPosition, mv: ChessMove) -> i32 {
        let (mover, victim) = (position.piece_code(mv.from()), position.victim_code(mv));
        self.capture_scores(position.side(), mover)(mv.to(), victim)
    }

    /// Returns the function that looks up the history of captures and promotions by a piece of `side`, whose code is `mover`.
    /// It takes the target square and the code of the captured piece (0: none).
    #[inline]
    pub fn capture_scores(&self, side: Side, mover: usize) -> impl Fn(Square, usize) -> i32 {
        let first = capture_slot(side, mover, Square::new(0), 0);
        let row = self.capture_history.slice::<{ 64 * VICTIMS }>(first);
        move |to, victim| i32::from(row[to.index() * VICTIMS + victim])
    }

    /// Returns the function that looks up the history of quiet moves by a piece of `side`, whose code is `mover`: the sum of
    /// quiet history and continuation histories, from -3 [`LIMIT`](HistoryTable::LIMIT) to 3 `LIMIT`.
    #[inline]
    pub fn quiet_scores(
        &self,
        side: Side,
        mover: usize,
        threatened: Bitset,
        [last, before, _]: LastMoves,
    ) -> impl Fn(ChessMove) -> i32 {
        let row =
            |made: MadeMove| self.continuation_history.slice::<64>(continuation_slot(made, piece_row(side, mover)));
        let (last, before) = (row(last), row(before));
        move |mv| {
            let to = mv.to().index();
            self.quiet_history.value(quiet_slot(side, threatened, mv)) + i32::from(last[to]) + i32::from(before[to])
        }
    }

    /// The correction of the static evaluation, in hundredths.
    pub fn correction(&self, position: &ChessPosition, last_moves: [MadeMove; 2]) -> i32 {
        let ([pawns, first, second], last, both) = correction_slots(position, last_moves);
        let sum = self.board_corrections[0].value(pawns)
            + self.board_corrections[1].value(first)
            + self.board_corrections[2].value(second)
            + self.last_move_correction.value(last)
            + self.continuation_correction.value(both) * parameters::continuation_correction_weight() / 16;
        sum / parameters::correction_divisor()
    }

    /// Prefetches the corrections of a position: their tables are often not in the fast caches.
    #[inline]
    pub fn prefetch(&self, position: &ChessPosition) {
        let slots = board_slots(position);
        self.board_corrections.iter().zip(slots).for_each(|(corrections, slot)| corrections.prefetch(slot));
    }

    /// Updates the histories after the search of a node. `tried` are the moves that were searched and are not
    /// the best move.
    pub fn update(
        &mut self,
        position: &ChessPosition,
        node: &Node<Chess>,
        last_moves: LastMoves,
        score: Score,
        tried: &[ChessMove],
    ) {
        self.update_corrections(position, node, [last_moves[0], last_moves[1]], score);
        let bonus = parameters::history_bonus_factor() * node.depth - parameters::history_bonus_offset();
        let bonus = bonus.clamp(0, parameters::history_bonus_max());
        let Some(best) = node.best_move else {
            if node.excluded.is_none() {
                self.add_last_move_bonus(last_moves, bonus * parameters::last_move_bonus() / 1024);
            }
            return;
        };
        let quiet = !position.is_noisy(best);
        let threatened = node.facts.threatened(position);
        self.add_bonus(position, threatened, last_moves, best, bonus);
        for &mv in tried.iter().filter(|&&mv| quiet || position.is_noisy(mv)) {
            self.add_bonus(position, threatened, last_moves, mv, -bonus);
        }
        if quiet {
            self.killers.update(node.ply, best);
        }
    }

    /// Adds a bonus, or a malus if it is negative, to the histories of a move.
    fn add_bonus(
        &mut self,
        position: &ChessPosition,
        threatened: Bitset,
        last_moves: LastMoves,
        mv: ChessMove,
        bonus: i32,
    ) {
        if position.is_noisy(mv) {
            let (mover, victim) = (position.piece_code(mv.from()), position.victim_code(mv));
            let slot = capture_slot(position.side(), mover, mv.to(), victim);
            return self.capture_history.update(slot, bonus);
        }
        self.quiet_history.update(quiet_slot(position.side(), threatened, mv), bonus);
        let own = piece_to(position, mv);
        for &made in &last_moves[..2] {
            self.continuation_history.update(continuation_slot(made, own), bonus);
        }
    }

    /// Adds a bonus to the last move if it is quiet: no move refuted it (Stockfish, 2016).
    fn add_last_move_bonus(&mut self, [last, before @ ..]: LastMoves, bonus: i32) {
        if let Some(slot) = last.quiet_slot {
            self.quiet_history.update(slot.into(), bonus);
            for made in before {
                self.continuation_history.update(continuation_slot(made, last.piece_to.into()), bonus);
            }
        }
    }

    /// Adds a bonus to the last move, if it is quiet, for the `gain` in static evaluation that it brought its
    /// side, in hundredths.
    pub fn add_eval_gain_bonus(&mut self, [last]: [MadeMove; 1], gain: i32) {
        if let Some(slot) = last.quiet_slot {
            let bonus = (gain * parameters::eval_gain_bonus() / 16).clamp(-1200, 1200);
            self.quiet_history.update(slot.into(), bonus);
        }
    }

    /// Updates the correction histories by the difference between score and static evaluation (Caissa 2023, and many
    /// since). Skips nodes whose score comes from a capture, or whose bound does not contradict the evaluation.
    fn update_corrections(
        &mut self,
        position: &ChessPosition,
        node: &Node<Chess>,
        last_moves: [MadeMove; 2],
        score: Score,
    ) {
        let Some(eval) = node.eval else { return };
        if bare_king::is_lost(position) {
            // Its evaluation is not corrected.
            return;
        }
        let uninformative = match node.bound(score) {
            Bound::Lower => score <= eval,
            Bound::Upper => score >= eval,
            Bound::Exact | Bound::None => false,
        };
        let noisy = node.best_move.is_some_and(|mv| position.is_noisy(mv));
        if !noisy && !uninformative && score.is_estimate() && node.excluded.is_none() {
            self.add_correction(position, last_moves, score.value() - eval.value(), node.depth);
        }
    }

    /// Adds the `error` of an evaluation, in hundredths, that a search of `depth` plies found.
    fn add_correction(&mut self, position: &ChessPosition, last_moves: [MadeMove; 2], error: i32, depth: Depth) {
        let bonus = (error * depth * parameters::correction_rate()).clamp(-4096, 4096);
        let (board, last, both) = correction_slots(position, last_moves);
        self.board_corrections.iter_mut().zip(board).for_each(|(corrections, slot)| corrections.update(slot, bonus));
        self.last_move_correction.update(last, bonus);
        self.continuation_correction.update(both, bonus);
    }
}

impl Clear for ChessHistories {
    fn clear(&mut self) {
        self.quiet_history.clear();
        self.continuation_history.clear();
        self.capture_history.clear();
        self.killers.clear();
        self.board_corrections.iter_mut().for_each(Clear::clear);
        self.last_move_correction.clear();
        self.continuation_correction.clear();
        self.nmp_min_ply = 0;
    }
}

fn quiet_slot(side: Side, threatened: Bitset, mv: ChessMove) -> usize {
    let from_threatened = usize::from(threatened.has(mv.from().number()));
    let to_threatened = usize::from(threatened.has(mv.to().number()));
    (side.index() << 2 | from_threatened << 1 | to_threatened) << 12 | usize::from(mv.bits() & 0xfff)
}

fn piece_to(position: &ChessPosition, mv: ChessMove) -> usize {
    piece_row(position.side(), position.piece_code(mv.from())) + mv.to().index()
}

/// The index of the first square of a side's piece with this code.
fn piece_row(side: Side, mover: usize) -> usize {
    (side.index() * 6 + mover.wrapping_sub(1)) << 6
}

fn continuation_slot(made: MadeMove, piece_to: usize) -> usize {
    usize::from(made.piece_to) * PIECE_TO + piece_to
}

fn capture_slot(side: Side, mover: usize, to: Square, victim: usize) -> usize {
    (piece_row(side, mover) + to.index()) * VICTIMS + victim
}

/// The slots of all corrections: those of [`board_slots`], of the last move, and of the last two moves.
fn correction_slots(position: &ChessPosition, [last, before]: [MadeMove; 2]) -> ([usize; 3], usize, usize) {
    let both = u64::from(last.piece_to) << 16 | u64::from(before.piece_to);
    let last = position.side().index() * (PIECE_TO + 1) + usize::from(last.piece_to);
    (board_slots(position), last, correction_slot(multiply(both)))
}

/// The slots of the pawn correction and of the two piece corrections.
fn board_slots(position: &ChessPosition) -> [usize; 3] {
    let own = position.side().index() * CORRECTIONS;
    let slot = |sets: &[Bitset]| own + correction_slot(hash(sets));
    let pawns = position.kind(Piece::Pawn);
    let [first, second] = Side::each(|side| {
        let pieces = position.of(side) & !pawns;
        slot(&position.planes.map(|plane| plane & pieces))
    });
    [slot(&Side::each(|side| position.of(side) & pawns)), first, second]
}

/// A hash of some sets. Its highest bits are the best (after multiply-shift, Dietzfelbinger 1997).
fn hash(sets: &[Bitset]) -> u64 {
    let all = sets.iter().fold(0, |hash: u64, set| {
        let hash = multiply(hash ^ set.0);
        hash ^ hash >> 32
    });
    multiply(all)
}

fn multiply(bits: u64) -> u64 {
    bits.wrapping_mul(GOLDEN_STEP)
}

/// The slot of a correction history for a hash: its highest bits.
fn correction_slot(hash: u64) -> usize {
    (hash >> (64 - CORRECTIONS.trailing_zeros())) as usize
}
