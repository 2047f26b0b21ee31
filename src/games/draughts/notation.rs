//! Implementation of [`Notation`] for draughts: moves as people, PDN and the Hub protocol write them: `11-15`, `11x18`, `10x17x26`, `c3-d4`, `f6:d4:b2`.
//!
//! Every form is read in every game, with numbers and with the names of files and ranks. Captures of several pieces give
//! squares where the piece lands, all or some of them (PDN 3.0), or target and captured pieces (Hub). They cannot be
//! confused: a piece lands on empty squares, or on squares of pieces that are lifted at once, which are never adjacent.
//! Among several legal moves the one counts that fits best: by all squares or pieces, by a square behind each
//! captured piece, by some of the squares.

use super::paths::PathPattern;
use super::rules::SquareNames;
use super::written_move::WrittenMove;
use super::{DraughtsMove, DraughtsPosition, DraughtsVariant, fen, hub, illegal_move};
use crate::game::Game;
use crate::notation::{MoveError, MoveStyle, Notation, PositionError, excerpt};

/// The most moves that the error about an ambiguous move lists.
const MOST_CANDIDATES: usize = 4;

/// Reads a legal move.
fn parse<V: DraughtsVariant>(position: &DraughtsPosition<V>, text: &str) -> Result<DraughtsMove, MoveError> {
    let written = WrittenMove::read(position.variant().squares(), text)
        .ok_or_else(|| MoveError::Syntax { found: excerpt(text), expected: "squares, as 11-15, 11x18 or c3-d4" })?;
    let ends_of = |from, pattern: PathPattern, within| position.ends_of(from, pattern, within);
    let meanings = written.meanings(&position.moves(), &ends_of);
    match meanings[..] {
        [mv] => Ok(mv),
        [] => Err(MoveError::Illegal { found: excerpt(text), reason: illegal_move::broken_rule(position, &written) }),
        _ => {
            let shown = meanings.iter().take(MOST_CANDIDATES).map(|&mv| show(position, mv, MoveStyle::Long));
            let mut candidates = shown.collect::<Vec<_>>().join(" or ");
            if meanings.len() > MOST_CANDIDATES {
                candidates.push_str(&format!(", or one of {} in all", meanings.len()));
            }
            Err(MoveError::Ambiguous { found: excerpt(text), candidates })
        }
    }
}

/// Writes a legal move: in short style in the notation of the game, with all squares where the piece lands if the move would
/// be ambiguous without them; in other styles in Hub notation, by numbers, with all captured pieces.
fn show<V: DraughtsVariant>(position: &DraughtsPosition<V>, mv: DraughtsMove, style: MoveStyle) -> String {
    let (squares, notation) = (position.variant().squares(), position.rules().notation);
    let short = style == MoveStyle::Short;
    let names = if short { notation.squares } else { SquareNames::Numbers };
    let joined = |bits: &[u8], separator: char| {
        let names: Vec<_> = bits.iter().map(|&bit| squares.name(bit, names)).collect();
        names.join(separator.encode_utf8(&mut [0; 4]))
    };
    if !mv.captures() {
        return joined(&[mv.from, mv.to], '-');
    }
    let separator = if short { notation.capture } else { 'x' };
    let mut bits = vec![mv.from, mv.to];
    if !short {
        bits.extend(mv.captured);
    }
    let alike =
        |legal: &DraughtsMove| (legal.from, legal.to) == (mv.from, mv.to) && (short || legal.captured == mv.captured);
    // The Hub notation does not tell whether a man has become a king on the way; the squares do.
    if position.moves().into_iter().filter(alike).count() > 1 {
        bits = position.path_of(mv).unwrap_or(bits);
    }
    joined(&bits, separator)
}

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
        parse(&self.ruled(), text)
    }

    fn show_move(&self, mv: DraughtsMove, style: MoveStyle) -> String {
        show(&self.ruled(), mv, style)
    }
}
