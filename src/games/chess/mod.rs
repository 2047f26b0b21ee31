//! Chess and Chess960: rules, text, evaluation and search knowledge.
//!
//! White is [`Side::First`](crate::game::Side::First). Everywhere but in text, castling is encoded as the king
//! capturing its own rook, so that Chess960 needs no special case.
//!
//! Rules: `attack`, `generate`, `key`, `legal`, `moves`, `piece`, `play`, `position`, `see`, `setup`

mod attack;
mod attack_info;
mod bare_king;
mod cuckoo;
mod entry;
pub mod eval;
mod fen;
mod generate;
mod histories;
mod illegal_move;
mod key;
mod knowledge;
mod legal;
mod moves;
mod node_pruning;
pub mod parameters;
mod picker;
mod picture;
mod piece;
mod play;
mod polyglot;
mod position;
mod san;
mod see;
mod selectivity;
mod setup;
#[cfg(feature = "syzygy")]
pub mod syzygy;
#[cfg(feature = "syzygy")]
mod syzygy_probe;
mod text;

pub use attack::CheckInfo;
pub use generate::MoveTargets;
pub use moves::{ChessMove, PieceMoves};
pub use piece::Piece;
pub use polyglot::to_polyglot;
pub use position::ChessPosition;
pub use see::EXCHANGE_VALUES;
pub use setup::ChessSetup;

use crate::game::{Game, Key, Outcome, Side, StartPosition};
use key::EN_PASSANT;
use position::FIFTY_MOVES;
use std::ops::ControlFlow;

/// The game as a type parameter of the search: `Search<Chess>` searches chess.
/// `knowledge.rs` gives it evaluation, move ordering and pruning.
pub enum Chess {}

impl Game for ChessPosition {
    type Move = ChessMove;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side()
    }

    /// The Zobrist key. An en passant square is part of it only if a pawn can legally capture there,
    /// as the rule of repetition demands (FIDE 9.2.3).
    #[inline]
    fn key(&self) -> Key {
        match self.en_passant {
            Some(square) if self.en_passant_takers().any() => {
                Key(self.key_without_en_passant.0 ^ EN_PASSANT[usize::from(square.file())])
            }
            _ => self.key_without_en_passant,
        }
    }

    #[inline]
    fn visit_moves<B>(&self, mut listener: impl FnMut(ChessMove) -> ControlFlow<B>) -> ControlFlow<B> {
        self.generate(|set| set.visit(&mut listener))
    }

    #[inline]
    fn play(&self, mv: ChessMove) -> ChessPosition {
        self.after_move(mv)
    }

    #[inline]
    fn rule_outcome(&self) -> Option<Outcome> {
        (self.is_fifty_move_draw() || self.is_dead_position()).then_some(Outcome::Draw)
    }

    #[inline]
    fn outcome_without_moves(&self) -> Outcome {
        if self.in_check() { Outcome::Loss } else { Outcome::Draw }
    }

    fn plies_to_draw(&self) -> Option<u16> {
        Some(FIFTY_MOVES.saturating_sub(self.clock))
    }

    fn end_reason(&self) -> &'static str {
        if self.is_fifty_move_draw() {
            "fifty-move rule"
        } else if self.is_dead_position() {
            "insufficient material"
        } else if self.in_check() {
            "checkmate"
        } else {
            "stalemate"
        }
    }

    /// Also without the square of a double step after which no pawn can capture en passant, as the rule of repetition
    /// has it.
    #[inline]
    fn without_counters(&self) -> ChessPosition {
        ChessPosition {
            clock: 0,
            full_move: 1,
            en_passant: self.en_passant.filter(|_| self.en_passant_takers().any()),
            ..*self
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
        let mut count = 0;
        let _ = self.generate(|set| {
            count += set.count();
            ControlFlow::<()>::Continue(())
        });
        u64::from(count)
    }

    fn has_moves(&self) -> bool {
        let break_if_any = |set: PieceMoves| {
            if set.targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.generate(break_if_any).is_break()
    }

    fn is_legal(&self, mv: ChessMove) -> bool {
        self.allows(mv)
    }
}

impl StartPosition for ChessPosition {
    fn start() -> ChessPosition {
        ChessSetup::start().position().expect("the starting position is legal")
    }
}
