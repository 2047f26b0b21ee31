//! Positions and games of chess in the formats of other trainers: bulletformat (version 1.8 of the crate of this name) and
//! viriformat (version 3). Pieces are 0 to 5, pawn to king, and 8 more for Black; a1 is 0, b1 is 1, h8 is 63.

use crate::any_position::AnyPosition;
use crate::board::square::Square;
use crate::game::Side;
use crate::games::chess::{ChessMove, ChessPosition, ChessSetup, Piece};
use crate::lab::game_file::training_game::ScoredMove;

/// The bit of a piece of Black.
const BLACK: u8 = 8;

/// In viriformat, a rook that may still castle.
const UNMOVED_ROOK: u8 = 6;

/// A position of bulletformat, from the view of the side to move.
pub fn bullet_position(position: &AnyPosition, score: i16, winner: Option<Side>) -> [u8; 32] {
    let position = setup(position);
    let (flip, mover) = if position.side == Side::Second { (56, BLACK) } else { (0, 0) };
    let view = |square: usize| Some(code(position.board[square ^ flip]?) ^ mover);
    let king = |side: Side| position.board.iter().position(|piece| *piece == Some((side, Piece::King)));
    let [own, other] = [position.side, !position.side].map(|side| king(side).unwrap_or(0) as u8);
    let mut bytes = [0; 32];
    bytes[..24].copy_from_slice(&packed(view));
    bytes[24..26].copy_from_slice(&score.to_le_bytes());
    bytes[26] = half_points(winner, position.side);
    // Each king as its own side sees it.
    bytes[27..29].copy_from_slice(&[own ^ flip as u8, other ^ flip as u8 ^ 56]);
    bytes
}

/// The start of a game of viriformat.
pub fn viri_start(position: &AnyPosition, winner: Option<Side>) -> [u8; 32] {
    let position = setup(position);
    let view = |square: usize| {
        let piece = code(position.board[square]?);
        let may_castle = position.castling.has(square as u8);
        Some(if may_castle { piece & BLACK | UNMOVED_ROOK } else { piece })
    };
    let mut bytes = [0; 32];
    bytes[..24].copy_from_slice(&packed(view));
    bytes[24] = (position.side.index() as u8) << 7 | position.en_passant.map_or(64, Square::number);
    bytes[25] = position.clock.min(255) as u8;
    bytes[26..28].copy_from_slice(&position.full_move.to_le_bytes());
    bytes[30] = half_points(winner, Side::First);
    bytes
}

/// A move of viriformat with the score of the position before it.
pub fn viri_move(position: &AnyPosition, mv: ScoredMove) -> [u8; 4] {
    const PROMOTION: u16 = 3 << 14;
    const CASTLING: u16 = 2 << 14;
    const EN_PASSANT: u16 = 1 << 14;
    let (position, ScoredMove { number, score }) = (setup(position), mv);
    let mv = ChessMove::from_bits(number);
    let (from, to) = (mv.from(), mv.to());
    let [mover, target] = [from, to].map(|square| position.board[square.index()]);
    let special = match (mv.promotion(), mover, target) {
        (Some(piece), ..) => PROMOTION | (piece.index() as u16 - 1) << 12,
        (None, Some((side, Piece::King)), Some((owner, _))) if owner == side => CASTLING,
        (None, Some((_, Piece::Pawn)), None) if from.file() != to.file() => EN_PASSANT,
        _ => 0,
    };
    let white_score = if position.side == Side::Second { score.saturating_neg() } else { score };
    let [low, high] = (u16::from(from.number()) | u16::from(to.number()) << 6 | special).to_le_bytes();
    let [score_low, score_high] = white_score.to_le_bytes();
    [low, high, score_low, score_high]
}

fn setup(position: &AnyPosition) -> ChessSetup {
    ChessSetup::from(position.inside::<ChessPosition>())
}

fn code((side, piece): (Side, Piece)) -> u8 {
    piece.index() as u8 | if side == Side::Second { BLACK } else { 0 }
}

/// A bit for every occupied square, then four bits for each of their pieces.
fn packed(view: impl Fn(usize) -> Option<u8>) -> [u8; 24] {
    let (mut occupied, mut bytes, mut count) = (0_u64, [0; 24], 0);
    for square in 0..64 {
        if let Some(piece) = view(square) {
            occupied |= 1 << square;
            bytes[8 + count / 2] |= piece << (4 * (count % 2));
            count += 1;
        }
    }
    bytes[..8].copy_from_slice(&occupied.to_le_bytes());
    bytes
}

/// Twice the points of a side.
fn half_points(winner: Option<Side>, side: Side) -> u8 {
    winner.map_or(1, |winner| if winner == side { 2 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;

    fn chess(fen: &str) -> AnyPosition {
        find_game("chess").unwrap().position(Some(fen)).unwrap()
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn bytes_are_those_that_the_crates_read() {
        let black = chess("r3k2r/8/8/8/Pp6/8/8/4K2R b Kq a3 3 17");
        let position = "9100000003000090 5383d00b0000000000000000 00000000 ddff 02 04 04 000000";
        assert_eq!(hex(&bullet_position(&black, -35, Some(Side::Second))), position.replace(' ', ""));
        let start = "9000000300000091 6580de0b0000000000000000 00000000 90 03 1100 0000 01 00";
        assert_eq!(hex(&viri_start(&black, None)), start.replace(' ', ""));
    }

    #[test]
    fn moves_say_what_is_special_about_them() {
        let kinds = |fen: &str, number: u16| {
            let [low, high, score @ ..] = viri_move(&chess(fen), ScoredMove { number, score: -300 });
            (u16::from_le_bytes([low, high]) >> 12, i16::from_le_bytes(score))
        };
        let code = |from: u16, to: u16, promoted: u16| promoted << 12 | from << 6 | to;
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(kinds(castling, code(4, 7, 0)), (0b1000, -300));
        assert_eq!(kinds(castling, code(4, 5, 0)), (0, -300));
        assert_eq!(kinds("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", code(25, 16, 0)), (0b0100, 300));
        let promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        for (number, kind) in [(1, 0b1100), (2, 0b1101), (3, 0b1110), (4, 0b1111)] {
            assert_eq!(kinds(promotion, code(48, 57, number)), (kind, -300));
        }
        // A file may hold a score that has no negative.
        let lowest = ScoredMove { number: code(25, 16, 0), score: i16::MIN };
        assert_eq!(viri_move(&chess("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1"), lowest)[2..], i16::MAX.to_le_bytes());
    }

    #[test]
    fn rooks_castle_by_their_wing_or_their_file() {
        for (fen, rooks) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "56e6ed"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "53e6bd"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "53b3bd"),
            ("4k3/8/8/8/8/8/8/1RR1K1R1 w CG - 0 1", "63650d"),
        ] {
            // The pieces stand behind the set of the occupied squares.
            let start = hex(&viri_start(&chess(fen), None));
            assert_eq!(start[16..22], *rooks, "{fen}: {start}");
        }
    }
}
