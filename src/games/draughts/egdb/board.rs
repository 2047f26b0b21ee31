//! The part of a position that endgame tables store: the pieces, without colours and counters.

use crate::board::Bitset;
use crate::game::{Game, Outcome};
use crate::games::draughts::captures::MoveList;
use crate::games::draughts::geometry::{Geometry, shift};
use crate::games::draughts::rules::Goal;
use crate::games::draughts::view::View;
use crate::games::draughts::{DraughtsMove, DraughtsPosition, DraughtsVariant};
use std::ops::ControlFlow;

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

    fn turned<G: Geometry>(self) -> EgdbSide {
        EgdbSide { men: G::turned(self.men), kings: G::turned(self.kings) }
    }
}

/// The pieces as the side to move sees them. The board is turned such that its own men move down.
#[derive(Clone, Copy, Debug)]
pub struct EgdbBoard<V> {
    /// The pieces of the side to move.
    pub own: EgdbSide,
    /// The pieces of the opponent.
    pub their: EgdbSide,
    variant: V,
}

impl<V: DraughtsVariant> EgdbBoard<V> {
    /// A board with these pieces.
    pub fn new(variant: V, own: EgdbSide, their: EgdbSide) -> EgdbBoard<V> {
        EgdbBoard { own, their, variant }
    }

    /// The pieces of a position.
    pub fn of(position: &DraughtsPosition<V>) -> EgdbBoard<V> {
        let side = position.side_to_move();
        let [own, their] = [side, !side].map(|side| EgdbSide { men: position.men(side), kings: position.kings(side) });
        if position.moves_down(side) {
            EgdbBoard::new(position.variant(), own, their)
        } else {
            EgdbBoard::new(position.variant(), own.turned::<V::Board>(), their.turned::<V::Board>())
        }
    }

    /// The result for the side to move, if the game is over because a side has no pieces, or has the first king where that
    /// wins.
    #[inline]
    pub fn result(&self) -> Option<Outcome> {
        let rules = self.variant.rules();
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

    /// The result for the side to move if it has no legal move.
    #[inline]
    pub fn outcome_without_moves(&self) -> Outcome {
        self.variant.rules().outcome_without_moves()
    }

    /// The same pieces with the other side to move.
    #[inline]
    pub fn turned(&self) -> EgdbBoard<V> {
        EgdbBoard::new(self.variant, self.their.turned::<V::Board>(), self.own.turned::<V::Board>())
    }

    #[inline]
    fn view(&self) -> View<V, true> {
        View::new(self.variant, [self.own.men, self.own.kings], [self.their.men, self.their.kings])
    }

    /// Whether the side to move can capture; then it must.
    #[inline]
    pub fn has_capture(&self) -> bool {
        self.view().has_capture()
    }

    /// Passes every legal move to `listener`.
    #[inline]
    pub fn visit<B>(&self, mut listener: impl FnMut(DraughtsMove) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut moves = MoveList::new();
        self.view().list(&mut moves);
        moves.iter().try_for_each(|&mv| listener(mv))
    }

    /// Whether the move is a promotion: a man becomes a king.
    #[inline]
    pub fn promotes(&self, mv: DraughtsMove) -> bool {
        self.own.men.has(mv.from) && (mv.promoted || V::Board::last_row(true).has(mv.to))
    }

    /// The board after a move, as the opponent sees it, who is then to move.
    #[inline]
    pub fn play(&self, mv: DraughtsMove) -> EgdbBoard<V> {
        let (from, to) = (Bitset::of(mv.from), Bitset::of(mv.to));
        let is_king = self.own.kings.has(mv.from) || mv.promoted || V::Board::last_row(true).has(mv.to);
        let (mut own, mut their) = (self.own, self.their);
        own.men &= !from;
        own.kings &= !from;
        if is_king {
            own.kings |= to
        } else {
            own.men |= to
        }
        their.men &= !mv.captured;
        their.kings &= !mv.captured;
        EgdbBoard::new(self.variant, own, their).turned()
    }

    /// Passes to `listener` every board, as its side to move sees it, from which a legal move without capture
    /// and without promotion leads to this one.
    #[inline]
    pub fn visit_predecessors(&self, mut listener: impl FnMut(EgdbBoard<V>)) {
        let here = self.turned();
        let empty = V::Board::BOARD & !(here.own.all() | here.their.all());
        let mut back = |to: u8, step: i8, flies: bool, of: fn(&mut EgdbSide) -> &mut Bitset| {
            let mut from = to.wrapping_add_signed(-step);
            loop {
                let mut before = here;
                *of(&mut before.own) ^= Bitset::of(from) | Bitset::of(to);
                if !before.has_capture() {
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
