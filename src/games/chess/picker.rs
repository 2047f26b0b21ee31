//! Move ordering in stages: most nodes end before their quiet moves are generated.

use super::histories::ChessHistories;
use super::{Chess, ChessMove, ChessPosition, EXCHANGE_VALUES, MoveTargets, Piece, PieceMoves};
use crate::board::Bitset;
use crate::game::Game;
use crate::search::{MoveSet, Node, Picker, Search};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// Enough for every position: the largest known number of legal moves is 218.
const MAX_MOVES: usize = 256;

/// The largest number of losing captures that are kept for the last stage.
const MAX_BAD_NOISY: usize = 64;

/// Stands for no move: it is never legal.
const NO_MOVE: ChessMove = ChessMove::from_bits(0);

/// The values of captured pieces by their codes.
const CAPTURED_VALUES: [i32; 7] = {
    let [pawn, knight, bishop, rook, queen, king] = EXCHANGE_VALUES;
    [0, pawn, knight, bishop, rook, queen, king]
};

/// Picks the move of the transposition table, then captures and promotions that pass a static exchange
/// evaluation, then quiet moves, then the other captures.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<ChessMove>,
    /// Whether quiet moves are wanted.
    quiet: bool,
    moves: ScoredMoves,
    bad_noisy: ArrayVec<ChessMove, MAX_BAD_NOISY>,
}

/// The listed moves of a stage with their scores. The best is found by a comparison of keys that needs no branches.
#[derive(Default)]
struct ScoredMoves {
    /// A key a move: its score, and below it its index, so that keys differ. Of two moves with the same score the one that
    /// was listed later comes first. [`TAKEN`](Self::TAKEN) if it was taken.
    keys: ArrayVec<i32, MAX_MOVES>,
    moves: ArrayVec<ChessMove, MAX_MOVES>,
    /// The number of moves that were taken.
    taken: usize,
}

impl ScoredMoves {
    /// Below all keys.
    const TAKEN: i32 = i32::MIN;

    /// The bits of a key that hold the index.
    const INDEX_BITS: u32 = 8;

    /// Adds a move, if there is room. Its score has at most 24 bits.
    #[inline(always)]
    fn push(&mut self, score: i32, mv: ChessMove) {
        let index = self.moves.len() as i32 & 0xff;
        let key = score << Self::INDEX_BITS | index;
        debug_assert!(key != Self::TAKEN && key >> Self::INDEX_BITS == score);
        if self.moves.try_push(mv).is_ok() {
            self.keys.push(key);
        }
    }

    /// Adds all moves of a set except `excluded`. Not inlined: it is called from many places in the generator, and most of
    /// the sets there are empty.
    #[inline(never)]
    fn push_set(&mut self, set: PieceMoves, excluded: ChessMove, score: impl Fn(ChessMove) -> i32) {
        set.for_each(|mv| {
            if mv != excluded {
                self.push(score(mv), mv);
            }
        });
    }

    /// Takes the move with the best score.
    #[inline(always)]
    fn take_best(&mut self) -> Option<(i32, ChessMove)> {
        if self.taken == self.keys.len() {
            return None;
        }
        let best = self.keys.iter().copied().fold(Self::TAKEN, i32::max);
        let index = usize::from(best as u8);
        self.keys[index] = Self::TAKEN;
        self.taken += 1;
        Some((best >> Self::INDEX_BITS, self.moves[index]))
    }

    /// Keeps those moves that are not taken and satisfy a condition.
    fn retain(&mut self, condition: impl Fn(ChessMove) -> bool) {
        for (key, &mv) in self.keys.iter_mut().zip(&self.moves) {
            if *key != Self::TAKEN && !condition(mv) {
                *key = Self::TAKEN;
                self.taken += 1;
            }
        }
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.moves.clear();
        self.taken = 0;
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
            moves: ScoredMoves::default(),
            bad_noisy: ArrayVec::new(),
        }
    }

    fn next(&mut self, search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>) -> Option<ChessMove> {
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
                    self.generate_noisy(&search.histories, position, node);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.take_best(search, position) {
                    Some((score, mv)) => {
                        if node.facts.see(position, mv, self.see_threshold(score)) {
                            return Some(mv);
                        }
                        let _ = self.bad_noisy.try_push(mv);
                    }
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
        self.moves.retain(|mv| check_info.gives_check(position, mv));
    }
}

impl MovePicker {
    /// Lists captures and promotions by most valuable victim, then by capture history.
    #[inline(never)]
    fn generate_noisy(&mut self, histories: &ChessHistories, position: &ChessPosition, node: &Node<Chess>) {
        const QUEEN: i32 = EXCHANGE_VALUES[Piece::Queen as usize];
        let (side, targets) = (position.side(), position.noisy_targets());
        self.list(position, node, targets, None, |mover| {
            let history = histories.capture_scores(side, mover);
            move |mv: ChessMove| {
                let victim = position.victim_code(mv);
                let promoted = match mv.promotion() {
                    Some(Piece::Queen) => QUEEN,
                    Some(_) => -QUEEN,
                    None => 0,
                };
                16 * (CAPTURED_VALUES[victim] + promoted) + history(mv.to(), victim) / 4
            }
        });
    }

    /// Lists quiet moves by their histories; killers get a bonus.
    #[inline(never)]
    fn generate_quiet(&mut self, search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>) {
        const KILLER_BONUS: i32 = 16_384;
        let (histories, last_moves) = (&search.histories, search.last_moves(node.ply));
        let threatened = node.facts.threatened(position);
        let [one, other] = histories.killers(node.ply).map(|it| it.unwrap_or(NO_MOVE));
        self.list(position, node, position.quiet_targets(), Some(threatened), |mover| {
            let history = histories.quiet_scores(position.side(), mover, threatened, last_moves);
            move |mv| history(mv) + i32::from(mv == one || mv == other) * KILLER_BONUS
        });
    }

    /// Lists and scores the moves to some squares, except the transposition table's move. `scores` takes the code of a piece
    /// and returns the function that scores the moves of this piece.
    #[inline(always)]
    fn list<S: Fn(ChessMove) -> i32>(
        &mut self,
        position: &ChessPosition,
        node: &Node<Chess>,
        targets: MoveTargets,
        threatened: Option<Bitset>,
        scores: impl Fn(usize) -> S,
    ) {
        let (excluded, moves) = (self.tt_move.unwrap_or(NO_MOVE), &mut self.moves);
        moves.clear();
        let guard = node.facts.checkers_and_pins(position);
        let _ = position.generate_guarded(targets, guard, threatened, |set| {
            if set.targets.any() {
                moves.push_set(set, excluded, scores(position.piece_code(set.origin())));
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// The least gain by exchanges, in hundredths, with which a capture of this score is tried before the
    /// quiet moves; in quiescence, with which it is tried at all.
    fn see_threshold(&self, score: i32) -> i32 {
        if self.quiet { -score / 64 } else { 0 }
    }

    /// Takes the listed move with the best score, and prefetches the transposition table's entry for the
    /// position after it.
    fn take_best(&mut self, search: &Search<Chess>, position: &ChessPosition) -> Option<(i32, ChessMove)> {
        let (score, mv) = self.moves.take_best()?;
        search.tt.prefetch(position.approximate_key_after(mv));
        Some((score, mv))
    }
}
