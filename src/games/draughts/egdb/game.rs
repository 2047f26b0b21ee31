//! A game as endgame tables see it: as a value, so that their code is compiled once for all games.

use super::board::{EgdbBoard, EgdbPieces, EgdbSide, ValueLookup, better_of};
use crate::board::Bitset;
use crate::game::Outcome;
use crate::games::draughts::DraughtsVariant;
use crate::games::draughts::geometry::{Geometry, shift};
use crate::games::draughts::rules::DraughtsRules;
use crate::retrograde::InitialValue;

/// A game that can have endgame tables: its rules, its board, and what the code of the tables asks about its moves.
pub trait EgdbGame: Send + Sync + 'static {
    /// The rules.
    fn rules(&self) -> &'static DraughtsRules;

    /// The number of playing squares in a row of the board.
    fn width(&self) -> u8;

    /// Whether the side to move can capture.
    fn has_capture(&self, pieces: EgdbPieces) -> bool;

    /// See [`EgdbBoard::value_by_moves`].
    fn value_by_moves(&self, pieces: EgdbPieces, values: &dyn ValueLookup) -> Outcome;

    /// What the moves that leave the slice say about a board, and how many moves stay in it. All slices that captures and
    /// promotions lead to must be among the `solved` ones.
    fn initial_value(&self, pieces: EgdbPieces, solved: &dyn ValueLookup) -> InitialValue;

    /// Passes to `listener` the pieces, as their side to move sees them, from which a legal move without capture
    /// and without promotion leads to a board.
    fn visit_predecessors(&self, pieces: EgdbPieces, listener: &mut dyn FnMut(EgdbPieces));
}

impl<V: DraughtsVariant> EgdbGame for V {
    fn rules(&self) -> &'static DraughtsRules {
        DraughtsVariant::rules(*self)
    }

    fn width(&self) -> u8 {
        V::Board::WIDTH
    }

    fn has_capture(&self, pieces: EgdbPieces) -> bool {
        EgdbBoard::new(*self, pieces).has_capture()
    }

    fn value_by_moves(&self, pieces: EgdbPieces, values: &dyn ValueLookup) -> Outcome {
        EgdbBoard::new(*self, pieces).value_by_moves(values)
    }

    fn initial_value(&self, pieces: EgdbPieces, solved: &dyn ValueLookup) -> InitialValue {
        let board = EgdbBoard::new(*self, pieces);
        let rules = DraughtsVariant::rules(*self);
        if let Some(result) = pieces.result(rules) {
            return InitialValue::Settled(result, 0);
        }
        if board.has_capture() {
            return InitialValue::Settled(board.value_by_moves(solved), 1);
        }
        let (mut inside, mut best) = (0, None);
        board.for_each_move(|mv| {
            if board.promotes(mv) {
                best = better_of(best, board.play(mv).value(solved).flipped())
            } else {
                inside += 1
            }
        });
        match (inside, best) {
            (_, Some(Outcome::Win)) => InitialValue::Settled(Outcome::Win, 1),
            (0, Some(value)) => InitialValue::Settled(value, 1),
            (0, None) => InitialValue::Settled(rules.outcome_without_moves(), 0),
            (moves, best) => InitialValue::Open { moves, safe: best == Some(Outcome::Draw) },
        }
    }

    fn visit_predecessors(&self, pieces: EgdbPieces, listener: &mut dyn FnMut(EgdbPieces)) {
        let here = pieces.turned::<V::Board>();
        let empty = V::Board::BOARD & !(here.own.all() | here.their.all());
        let mut back = |to: u8, step: i8, flies: bool, of: fn(&mut EgdbSide) -> &mut Bitset| {
            let mut from = to.wrapping_add_signed(-step);
            loop {
                let mut before = here;
                *of(&mut before.own) ^= Bitset::of(from) | Bitset::of(to);
                if !EgdbBoard::new(*self, before).has_capture() {
                    listener(before);
                }
                let further = shift(Bitset::of(from), -step) & empty;
                if !flies || further.is_empty() {
                    break;
                }
                from = further.first();
            }
        };
        for step in V::Board::forward_steps(true) {
            for to in here.own.men & shift(empty, step) {
                back(to, step, false, |side| &mut side.men);
            }
        }
        for step in V::Board::all_steps(true) {
            for to in here.own.kings & shift(empty, step) {
                back(to, step, V::FLYING_KINGS, |side| &mut side.kings);
            }
        }
    }
}
