//! What a thread learns about chess moves and evaluations while it searches.

use super::attack_info::AttackInfo;
use super::knowledge::Chess;
use super::{ChessMove, ChessPosition, Piece, bare_king, parameters};
use crate::board::Bitset;
use crate::game::Side;
use crate::search::history::{Clear, HistoryTable, Killers};
use crate::search::{Bound, Depth, Node, Score};

/// A kind of piece of a side, and the square it goes to.
const PIECE_TO: usize = 2 * 6 * 64;

/// A move as the plies below it remember it, or that there is none.
#[derive(Clone, Copy)]
pub struct MadeMove {
    /// Its piece and target.
    piece_to: u16,
    /// Its slot in the history of quiet moves, if it is one.
    quiet: Option<u16>,
}

impl Default for MadeMove {
    fn default() -> MadeMove {
        MadeMove {
            piece_to: PIECE_TO as u16,
            quiet: None,
        }
    }
}

impl MadeMove {
    /// What to remember of a move.
    pub fn of(position: &ChessPosition, facts: &AttackInfo, mv: ChessMove) -> MadeMove {
        let slot = || quiet_slot(position, facts.threatened(position), mv) as u16;
        MadeMove {
            piece_to: piece_to(position, mv) as u16,
            quiet: (!position.is_noisy(mv)).then(slot),
        }
    }
}

/// Entries of a table of corrections, a power of two.
const CORRECTIONS: usize = 1 << 14;

/// What a thread keeps from move to move.
#[derive(Default)]
pub struct Histories {
    /// Quiet moves by side, squares from and to, and whether the opponent attacks these.
    quiet: HistoryTable<{ 8 << 12 }>,
    /// Quiet moves by an earlier move, and piece and target (countermoves: Uiterwijk 1992; as a
    /// history: Stockfish, 2016).
    continuation: HistoryTable<{ (PIECE_TO + 1) * PIECE_TO }>,
    /// Captures and promotions by piece and target, and what is taken.
    noisy: HistoryTable<{ PIECE_TO * 7 }>,
    /// Quiet moves that cut a sibling.
    killers: Killers<ChessMove>,
    /// By how much the static value was wrong where the pawns stood so.
    pawns: HistoryTable<{ 2 * CORRECTIONS }>,
    /// The same, by the pieces of either side.
    pieces: [HistoryTable<{ 2 * CORRECTIONS }>; 2],
    /// The same, after a move.
    after: HistoryTable<{ 2 * (PIECE_TO + 1) }>,
    /// The same, after two moves.
    after_two: HistoryTable<CORRECTIONS>,
    /// No null moves before this ply: one is being verified.
    pub(super) verified_from: usize,
}

/// The last moves before the present one, the latest first.
pub type LastMoves = [MadeMove; 3];

impl Histories {
    /// Whether a quiet move is a killer of a ply.
    #[inline]
    pub fn is_killer(&self, ply: usize, mv: ChessMove) -> bool {
        self.killers.index(ply, mv).is_some()
    }

    /// How often a capture or promotion proved good: between -[`LIMIT`](HistoryTable::LIMIT) and this.
    #[inline]
    pub fn noisy(&self, position: &ChessPosition, mv: ChessMove) -> i32 {
        self.noisy.value(noisy_slot(position, mv))
    }

    /// How often quiet moves of a position proved good, here and after the same moves as here: between
    /// -3 [`LIMIT`](HistoryTable::LIMIT) and this.
    #[inline]
    pub fn quiet(
        &self,
        position: &ChessPosition,
        threatened: Bitset,
        traces: LastMoves,
    ) -> impl Fn(ChessMove) -> i32 {
        let row = |trace: MadeMove| self.continuation.slice::<PIECE_TO>(continued(trace, 0));
        let [last, before, _] = traces.map(row);
        move |mv| {
            let own = piece_to(position, mv);
            let after = i32::from(last[own]) + i32::from(before[own]);
            self.quiet.value(quiet_slot(position, threatened, mv)) + after
        }
    }

    /// The correction of a static value, in hundredths.
    pub fn correction(&self, position: &ChessPosition, traces: [MadeMove; 2]) -> i32 {
        let [pawns, first, second, after, after_two] = correction_slots(position, traces);
        let sum = self.pawns.value(pawns)
            + self.pieces[0].value(first)
            + self.pieces[1].value(second)
            + self.after.value(after)
            + self.after_two.value(after_two) * parameters::correction_two() / 16;
        sum / parameters::correction_unit()
    }

    /// Asks the processor to bring the corrections of a position near: their tables are often out of
    /// the fast caches.
    #[inline]
    pub fn prepare(&self, position: &ChessPosition) {
        let [pawns, first, second] = standing_slots(position);
        self.pawns.prefetch(pawns);
        self.pieces[0].prefetch(first);
        self.pieces[1].prefetch(second);
    }

    /// Learns from a node whose score is known; the moves in `tried` were not the best.
    pub fn learn(
        &mut self,
        position: &ChessPosition,
        node: &Node<Chess>,
        traces: LastMoves,
        score: Score,
        tried: &[ChessMove],
    ) {
        self.learn_value(position, node, [traces[0], traces[1]], score);
        let bonus = parameters::bonus_ply() * node.depth - parameters::bonus_less();
        let bonus = bonus.clamp(0, parameters::bonus_most());
        let Some(best) = node.best_move else {
            if node.excluded.is_none() {
                self.reward_last(traces, bonus * parameters::bonus_last() / 1024);
            }
            return;
        };
        let quiet = !position.is_noisy(best);
        let threatened = node.facts.threatened(position);
        self.reward(position, threatened, traces, best, bonus);
        for &mv in tried.iter().filter(|&&mv| quiet || position.is_noisy(mv)) {
            self.reward(position, threatened, traces, mv, -bonus);
        }
        if quiet {
            self.killers.update(node.ply, best);
        }
    }

    fn reward(
        &mut self,
        position: &ChessPosition,
        threatened: Bitset,
        traces: LastMoves,
        mv: ChessMove,
        bonus: i32,
    ) {
        if position.is_noisy(mv) {
            return self.noisy.update(noisy_slot(position, mv), bonus);
        }
        self.quiet
            .update(quiet_slot(position, threatened, mv), bonus);
        let own = piece_to(position, mv);
        for &trace in &traces[..2] {
            self.continuation.update(continued(trace, own), bonus);
        }
    }

    /// No move was any good: so the last one was, if it was quiet (Stockfish, 2016).
    fn reward_last(&mut self, [last, before @ ..]: LastMoves, bonus: i32) {
        if let Some(slot) = last.quiet {
            self.quiet.update(slot.into(), bonus);
            for trace in before {
                let slot = continued(trace, last.piece_to.into());
                self.continuation.update(slot, bonus);
            }
        }
    }

    /// A quiet last move that gained so many hundredths by static values is the better for it.
    pub fn appraise(&mut self, [last]: [MadeMove; 1], gain: i32) {
        if let Some(slot) = last.quiet {
            let bonus = (gain * parameters::bonus_gain() / 16).clamp(-1200, 1200);
            self.quiet.update(slot.into(), bonus);
        }
    }

    /// Learns how far the corrected static value was from the score, where the score says more about
    /// the position than about a capture (correction history: Caissa 2023, and many since).
    fn learn_value(
        &mut self,
        position: &ChessPosition,
        node: &Node<Chess>,
        traces: [MadeMove; 2],
        score: Score,
    ) {
        let Some(eval) = node.eval else { return };
        if bare_king::is_lost(position) {
            // Its value is not that of the evaluation.
            return;
        }
        let says_nothing = match node.bound(score) {
            Bound::Lower => score <= eval,
            Bound::Upper => score >= eval,
            Bound::Exact | Bound::None => false,
        };
        let noisy = node.best_move.is_some_and(|mv| position.is_noisy(mv));
        if !noisy && !says_nothing && score.is_estimate() && node.excluded.is_none() {
            self.correct(position, traces, score.value() - eval.value(), node.depth);
        }
    }

    /// A search of `depth` plies found a corrected value to be wrong by `error` hundredths.
    fn correct(
        &mut self,
        position: &ChessPosition,
        traces: [MadeMove; 2],
        error: i32,
        depth: Depth,
    ) {
        let bonus = (error * depth * parameters::correction_rate()).clamp(-4096, 4096);
        let [pawns, first, second, after, after_two] = correction_slots(position, traces);
        self.pawns.update(pawns, bonus);
        self.pieces[0].update(first, bonus);
        self.pieces[1].update(second, bonus);
        self.after.update(after, bonus);
        self.after_two.update(after_two, bonus);
    }
}

impl Clear for Histories {
    fn clear(&mut self) {
        let pieces = self.pieces.iter_mut();
        pieces.for_each(Clear::clear);
        self.quiet.clear();
        self.continuation.clear();
        self.noisy.clear();
        self.killers.clear();
        self.pawns.clear();
        self.after.clear();
        self.after_two.clear();
        self.verified_from = 0;
    }
}

fn quiet_slot(position: &ChessPosition, threatened: Bitset, mv: ChessMove) -> usize {
    let flight = usize::from(threatened.has(mv.from().number()));
    let risk = usize::from(threatened.has(mv.to().number()));
    let squares = usize::from(mv.bits() & 0xfff);
    (position.side().index() << 2 | flight << 1 | risk) << 12 | squares
}

fn piece_to(position: &ChessPosition, mv: ChessMove) -> usize {
    let kind = position.code_at(mv.from()).wrapping_sub(1);
    (position.side().index() * 6 + kind) << 6 | mv.to().index()
}

fn continued(trace: MadeMove, own: usize) -> usize {
    usize::from(trace.piece_to) * PIECE_TO + own
}

fn noisy_slot(position: &ChessPosition, mv: ChessMove) -> usize {
    let victim = position.victim(mv).map_or(0, |piece| piece.index() + 1);
    piece_to(position, mv) * 7 + victim
}

/// The slots of what a position is corrected by: what stands on the board, and the last moves.
fn correction_slots(position: &ChessPosition, [last, before]: [MadeMove; 2]) -> [usize; 5] {
    let [pawns, first, second] = standing_slots(position);
    let two = u64::from(last.piece_to) << 16 | u64::from(before.piece_to);
    let after = position.side().index() * (PIECE_TO + 1) + usize::from(last.piece_to);
    [pawns, first, second, after, highest(mix(two))]
}

/// The slots by the pawns, and by the pieces of either side.
fn standing_slots(position: &ChessPosition) -> [usize; 3] {
    let own = position.side().index() * CORRECTIONS;
    let slot = |sets: &[Bitset]| own + highest(mixed(sets));
    let pawns = position.kind(Piece::Pawn);
    let [first, second] = Side::BOTH.map(|side| {
        let pieces = position.of(side) & !pawns;
        slot(&position.planes.map(|plane| plane & pieces))
    });
    let pawns = Side::BOTH.map(|side| position.of(side) & pawns);
    [slot(&pawns), first, second]
}

/// A hash of some sets, its highest bits the best (after multiply-shift, Dietzfelbinger 1997).
fn mixed(sets: &[Bitset]) -> u64 {
    let all = sets.iter().fold(0, |hash: u64, set| {
        let hash = mix(hash ^ set.0);
        hash ^ hash >> 32
    });
    mix(all)
}

fn mix(bits: u64) -> u64 {
    bits.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A slot among the corrections, by the highest bits of a hash.
fn highest(hash: u64) -> usize {
    (hash >> (64 - CORRECTIONS.trailing_zeros())) as usize
}
