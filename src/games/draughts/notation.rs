//! Implementation of [`Notation`] for draughts.

use super::fen;
use super::hub;
use super::moves::DraughtsMove;
use super::pdn;
use super::position::DraughtsPosition;
use super::variant::DraughtsVariant;
use crate::notation::{MoveError, MoveStyle, Notation, PositionError};

impl<V: DraughtsVariant> Notation for DraughtsPosition<V> {
    fn parse(text: &str) -> Result<Self, PositionError> {
        // Only a FEN has colons; the notation of the Hub protocol consists of letters.
        if text.contains(':') {
            fen::parse(text)
        } else {
            hub::parse(text)
        }
    }

    fn show(&self) -> String {
        fen::show(self)
    }

    fn show_for_protocols(&self) -> String {
        hub::show(self)
    }

    fn parse_move(&self, text: &str) -> Result<DraughtsMove, MoveError> {
        pdn::parse(self, text)
    }

    fn show_move(&self, mv: DraughtsMove, style: MoveStyle) -> String {
        pdn::show(self, mv, style)
    }
}
