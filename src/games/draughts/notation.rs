//! The notation of draughts as the contract of a game.

use super::fen;
use super::hub;
use super::moves::Move;
use super::pdn;
use super::position::Position;
use super::variant::Variant;
use crate::notation::{MoveError, MoveStyle, Notation, PositionError};

impl<V: Variant> Notation for Position<V> {
    fn parse(text: &str) -> Result<Self, PositionError> {
        // A FEN has colons between its parts; the string of the Hub protocol is one word of letters.
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

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        pdn::parse(self, text)
    }

    fn show_move(&self, mv: Move, style: MoveStyle) -> String {
        pdn::show(self, mv, style)
    }
}
