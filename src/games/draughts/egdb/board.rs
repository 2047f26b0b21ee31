//! The part of a position that endgame tables store, the pieces without colours and counters, with its moves and their
//! values.

use crate::board::Bitset;
use crate::game::{Game, Outcome};
use crate::games::draughts::rules::{DraughtsRules, Goal};
use crate::games::draughts::view::View;
use crate::games::draughts::{DraughtsMove, DraughtsPosition, DraughtsVariant, Geometry};

/// A board of a game: pieces that move by its rules.
#[derive(Clone, Copy, Debug)]
pub struct EgdbBoard<V> {
    /// The pieces.
    pub pieces: EgdbPieces,
    variant: V,
}

impl<V: DraughtsVariant> EgdbBoard<V> {
    /// A board with these pieces.
    pub fn new(variant: V, pieces: EgdbPieces) -> EgdbBoard<V> {
        EgdbBoard { pieces, variant }
    }

    /// The pieces of a position.
    pub fn of(position: &DraughtsPosition<V>) -> EgdbBoard<V> {
        let side = position.side_to_move();
        let [own, their] = [side, !side].map(|side| EgdbSide { men: position.men(side), kings: position.kings(side) });
        let pieces = if position.moves_down(side) {
            EgdbPieces { own, their }
        } else {
            EgdbPieces { own: own.turned::<V::Board>(), their: their.turned::<V::Board>() }
        };
        EgdbBoard::new(position.variant(), pieces)
    }

    /// A board of the same game.
    pub fn with(&self, pieces: EgdbPieces) -> EgdbBoard<V> {
        EgdbBoard { pieces, ..*self }
    }

    #[inline]
    fn view(&self) -> View<V, true> {
        let EgdbPieces { own, their } = self.pieces;
        View::new(self.variant, [own.men, own.kings], [their.men, their.kings])
    }

    /// Whether the side to move can capture; then it must.
    #[inline]
    pub fn has_capture(&self) -> bool {
        self.view().has_capture()
    }

    /// Passes every legal move to `listener`.
    #[inline]
    pub fn for_each_move(&self, listener: impl FnMut(DraughtsMove)) {
        self.view().for_each_move(listener)
    }

    /// Whether the move is a promotion: a man becomes a king.
    #[inline]
    pub fn promotes(&self, mv: DraughtsMove) -> bool {
        self.pieces.own.men.has(mv.from) && (mv.promoted || V::Board::last_row(true).has(mv.to))
    }

    /// The board after a move, as the opponent sees it, who is then to move.
    #[inline]
    pub fn play(&self, mv: DraughtsMove) -> EgdbBoard<V> {
        let (from, to) = (Bitset::of(mv.from), Bitset::of(mv.to));
        let EgdbPieces { mut own, mut their } = self.pieces;
        let is_king = own.kings.has(mv.from) || mv.promoted || V::Board::last_row(true).has(mv.to);
        own.men &= !from;
        own.kings &= !from;
        if is_king {
            own.kings |= to
        } else {
            own.men |= to
        }
        their.men &= !mv.captured;
        their.kings &= !mv.captured;
        self.with(EgdbPieces { own, their }.turned::<V::Board>())
    }

    /// The value for the side to move. Captures are compulsory, so they are played until there is none.
    pub fn value(&self, values: &dyn ValueLookup) -> Outcome {
        if let Some(result) = self.pieces.result(self.variant.rules()) {
            result
        } else if self.has_capture() {
            self.value_by_moves(values)
        } else {
            values.value_of_quiet(&self.pieces)
        }
    }

    /// The value of a board on which the game is not over, derived from the values after its moves.
    pub fn value_by_moves(&self, values: &dyn ValueLookup) -> Outcome {
        let mut best = None;
        self.for_each_move(|mv| {
            if best != Some(Outcome::Win) {
                best = better_of(best, self.play(mv).value(values).flipped());
            }
        });
        best.unwrap_or_else(|| self.variant.rules().outcome_without_moves())
    }
}

/// A source of values. It stores those of boards without a capture; others are derived from these.
pub trait ValueLookup: Sync {
    /// The value of pieces without a capture for the side to move. Both sides must have pieces.
    fn value_of_quiet(&self, pieces: &EgdbPieces) -> Outcome;
}

/// The better of two values; `best` is `None` if there is none yet.
pub(super) fn better_of(best: Option<Outcome>, value: Outcome) -> Option<Outcome> {
    Some(best.map_or(value, |best| best.min(value)))
}

/// The men and kings of a side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EgdbSide {
    /// The men.
    pub men: Bitset,
    /// The kings.
    pub kings: Bitset,
}

impl EgdbSide {
    /// All pieces, men and kings.
    pub fn all(self) -> Bitset {
        self.men | self.kings
    }

    /// The pieces on the board turned by 180 degrees.
    pub(super) fn turned<G: Geometry>(self) -> EgdbSide {
        EgdbSide { men: G::turned(self.men), kings: G::turned(self.kings) }
    }
}

/// The pieces as the side to move sees them. The board is turned such that its own men move down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EgdbPieces {
    /// The pieces of the side to move.
    pub own: EgdbSide,
    /// The pieces of the opponent.
    pub their: EgdbSide,
}

impl EgdbPieces {
    /// The same pieces with the other side to move.
    #[inline]
    pub(super) fn turned<G: Geometry>(&self) -> EgdbPieces {
        EgdbPieces { own: self.their.turned::<G>(), their: self.own.turned::<G>() }
    }

    /// The result for the side to move, if the game is over because a side has no pieces, or has the first king where that
    /// wins.
    #[inline]
    pub fn result(&self, rules: &DraughtsRules) -> Option<Outcome> {
        if rules.goal == Goal::FirstKing && self.their.kings.any() {
            Some(Outcome::Loss)
        } else if rules.goal == Goal::FirstKing && self.own.kings.any() {
            Some(Outcome::Win)
        } else if self.own.all().is_empty() {
            Some(rules.outcome_without_moves())
        } else if self.their.all().is_empty() {
            Some(rules.outcome_without_moves().flipped())
        } else {
            None
        }
    }
}
