//! The notation of draughts as the contract of a game.

use super::fen;
use super::moves::Move;
use super::pdn;
use super::position::Position;
use super::variant::Variant;
use crate::notation::{MoveError, Notation, PositionError, Style};

impl<V: Variant> Notation for Position<V> {
    fn parse(text: &str) -> Result<Self, PositionError> {
        fen::parse(text)
    }

    fn show(&self) -> String {
        fen::show(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        pdn::parse(self, text)
    }

    fn show_move(&self, mv: Move, style: Style) -> String {
        pdn::show(self, mv, style)
    }
}
