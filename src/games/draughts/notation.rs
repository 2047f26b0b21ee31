//! Implementation of [`Notation`] for draughts.

use super::fen;
use super::hub;
use super::moves::DraughtsMove;
use super::pdn;
use super::position::DraughtsPosition;
use super::variant::DraughtsVariant;
use crate::notation::{MoveError, MoveStyle, Notation, PositionError};

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// Reads a position in the notation of PDN or of the Hub protocol, and checks that it is legal.
    pub fn parse(variant: V, text: &str) -> Result<Self, PositionError> {
        // Only a FEN has colons; the notation of the Hub protocol consists of letters.
        if text.contains(':') { fen::parse(variant, text) } else { hub::parse(variant, text) }
    }
}

impl<V: DraughtsVariant> Notation for DraughtsPosition<V> {
    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        Self::parse(self.variant, text)
    }

    fn show(&self) -> String {
        fen::show(self)
    }

    fn show_for_protocols(&self) -> String {
        hub::show(self)
    }

    fn parse_move(&self, text: &str) -> Result<DraughtsMove, MoveError> {
        pdn::parse(&self.ruled(), text)
    }

    fn show_move(&self, mv: DraughtsMove, style: MoveStyle) -> String {
        pdn::show(&self.ruled(), mv, style)
    }
}
