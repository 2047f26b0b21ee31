//! Chess and Chess960: rules and text.
//!
//! White is [`Side::First`](crate::game::Side::First). Castling is the king taking its own rook
//! everywhere but in text, so that Chess960 needs no case of its own.
//!
//! Rules: `attack`, `end`, `generate`, `key`, `legal`, `moves`, `piece`, `play`, `position`, `see`, `setup`

mod attack;
mod attack_info;
mod bare_king;
mod end;
#[cfg(feature = "syzygy")]
mod endgame;
mod entry;
pub mod eval;
mod explain;
mod fen;
mod generate;
mod histories;
mod key;
pub mod knowledge;
mod legal;
mod moves;
pub mod parameters;
mod picker;
mod picture;
mod piece;
mod play;
mod polyglot;
mod polyglot_numbers;
mod position;
mod prune;
mod reduce;
mod san;
mod see;
mod setup;
mod skip;
#[cfg(feature = "syzygy")]
pub mod syzygy;
mod text;
mod undo;

pub use attack::CheckInfo;
pub use explain::RULES;
pub use generate::MoveTargets;
pub use knowledge::Chess;
pub use moves::{ChessMove, MoveSet, Moves};
pub use piece::Piece;
pub use polyglot::to_polyglot;
pub use position::ChessPosition;
pub use see::EXCHANGE_VALUES;
pub use setup::{ChessSetup, ChessSetupError};

use crate::game::{Game, Key, Outcome, Side};
use std::ops::ControlFlow;

impl Game for ChessPosition {
    type Move = ChessMove;

    fn start() -> ChessPosition {
        ChessSetup::start()
            .position()
            .expect("the starting position is legal")
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side()
    }

    #[inline]
    fn key(&self) -> Key {
        ChessPosition::key(self)
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        mut listener: impl FnMut(ChessMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.generate(|set| set.visit(&mut listener))
    }

    #[inline]
    fn play(&self, mv: ChessMove) -> ChessPosition {
        self.after(mv)
    }

    #[inline]
    fn rule_outcome(&self) -> Option<Outcome> {
        (self.fifty_moves() || self.dead()).then_some(Outcome::Draw)
    }

    #[inline]
    fn outcome_without_moves(&self) -> Outcome {
        match self.in_check() {
            true => Outcome::Loss,
            false => Outcome::Draw,
        }
    }

    fn end_reason(&self) -> &'static str {
        if self.fifty_moves() {
            "fifty-move rule"
        } else if self.dead() {
            "insufficient material"
        } else if self.in_check() {
            "checkmate"
        } else {
            "stalemate"
        }
    }

    #[inline]
    fn reversible_plies(&self) -> u16 {
        self.clock()
    }

    #[inline]
    fn code(mv: ChessMove) -> u16 {
        mv.bits()
    }

    #[inline]
    fn decode(&self, code: u16) -> Option<ChessMove> {
        let mv = ChessMove::from_bits(code);
        self.allows(mv).then_some(mv)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count_moves()
    }

    fn has_moves(&self) -> bool {
        self.generate(|set| match set.targets.any() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
        .is_break()
    }

    fn is_legal(&self, mv: ChessMove) -> bool {
        self.allows(mv)
    }
}
