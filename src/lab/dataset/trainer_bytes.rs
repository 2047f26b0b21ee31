//! Positions and games of chess in the formats of other trainers: bulletformat (version 1.8 of the crate of this name) and
//! viriformat (version 3).

use crate::any_position::AnyPosition;
use crate::game::Side;
use crate::lab::game_file::training_game::ScoredMove;
use crate::notation::Notation;

const PAWN: u8 = 0;
const ROOK: u8 = 3;
const KING: u8 = 5;

/// In viriformat, a rook that may still castle.
const UNMOVED_ROOK: u8 = 6;

/// The bit of a piece of Black.
const BLACK: u8 = 8;

/// A position of chess by its squares: a1 is 0, b1 is 1, h8 is 63.
pub struct ChessBoard {
    /// Pawn to king are 0 to 5, with [`BLACK`] for Black.
    pieces: [Option<u8>; 64],
    black_moves: bool,
    castling: String,
    en_passant: Option<u8>,
    clock: u8,
    move_number: u16,
}

impl ChessBoard {
    /// The board of a position of chess.
    pub fn of(position: &AnyPosition) -> ChessBoard {
        let fen = position.show();
        let mut fields = fen.split(' ').map(str::to_owned);
        let mut field = || fields.next().unwrap_or_default();
        let mut pieces = [None; 64];
        for (row, rank) in field().split('/').zip((0..8).rev()) {
            let mut file = 0;
            for letter in row.chars() {
                match (letter.to_digit(10), "pnbrqk".find(letter.to_ascii_lowercase())) {
                    (Some(empty), _) => file += empty as usize,
                    (None, kind) => {
                        let side = if letter.is_lowercase() { BLACK } else { 0 };
                        pieces[8 * rank + file] = kind.map(|kind| kind as u8 | side);
                        file += 1;
                    }
                }
            }
        }
        ChessBoard {
            pieces,
            black_moves: field() == "b",
            castling: field(),
            en_passant: square(&field()),
            clock: field().parse().unwrap_or(0),
            move_number: field().parse().unwrap_or(1),
        }
    }

    /// A position of bulletformat, 32 bytes, from the view of the side to move.
    pub fn bullet_position(&self, score: i16, winner: Option<Side>) -> [u8; 32] {
        let (flip, mover) = if self.black_moves { (56, BLACK) } else { (0, 0) };
        let view = |square: usize| self.pieces[square ^ flip].map(|piece| piece ^ mover);
        let king = |side: u8| (0..64).find(|&square| view(square) == Some(KING | side)).unwrap_or(0) as u8;
        let mut bytes = [0; 32];
        bytes[..24].copy_from_slice(&packed(view));
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = half_points(winner, self.black_moves);
        bytes[27..29].copy_from_slice(&[king(0), king(BLACK) ^ 56]);
        bytes
    }

    /// The start of a game of viriformat, 32 bytes.
    pub fn viri_start(&self, winner: Option<Side>) -> [u8; 32] {
        let rooks = self.unmoved_rooks();
        let view = |square: usize| match self.pieces[square] {
            Some(piece) if rooks.contains(&square) => Some(piece & BLACK | UNMOVED_ROOK),
            piece => piece,
        };
        let mut bytes = [0; 32];
        bytes[..24].copy_from_slice(&packed(view));
        bytes[24] = u8::from(self.black_moves) << 7 | self.en_passant.unwrap_or(64);
        bytes[25] = self.clock;
        bytes[26..28].copy_from_slice(&self.move_number.to_le_bytes());
        bytes[30] = half_points(winner, false);
        bytes
    }

    /// A move of viriformat with the score of the position before it, 4 bytes.
    pub fn viri_move(&self, mv: ScoredMove) -> [u8; 4] {
        const PROMOTION: u16 = 3 << 14;
        const EN_PASSANT: u16 = 1 << 14;
        const CASTLING: u16 = 2 << 14;
        // In our games a move has the code of Polyglot.
        let [to, from, promoted] = [mv.number & 63, mv.number >> 6 & 63, mv.number >> 12];
        let piece_on = |square: u16| self.pieces[usize::from(square)];
        let kind_on = |square: u16| piece_on(square).map(|piece| piece & !BLACK);
        let special = match (promoted, kind_on(from), piece_on(to)) {
            (1.., ..) => PROMOTION | (promoted - 1) << 12,
            (0, Some(KING), Some(rook)) if piece_on(from).is_some_and(|king| (king ^ rook) & BLACK == 0) => CASTLING,
            (0, Some(PAWN), None) if (from ^ to) & 7 != 0 => EN_PASSANT,
            _ => 0,
        };
        let score = if self.black_moves { -mv.score } else { mv.score };
        let [low, high] = (from | to << 6 | special).to_le_bytes();
        let [score_low, score_high] = score.to_le_bytes();
        [low, high, score_low, score_high]
    }

    /// The squares of the rooks that may castle: a letter of the FEN names the outermost rook of a wing, or the file of a rook.
    fn unmoved_rooks(&self) -> Vec<usize> {
        let rook_of = |letter: char| {
            let (first, side) = if letter.is_lowercase() { (56, BLACK) } else { (0, 0) };
            let stands = |kind: u8| move |&square: &usize| self.pieces[square] == Some(kind | side);
            let king = (first..first + 8).find(stands(KING))?;
            match letter.to_ascii_uppercase() {
                'K' => (king..first + 8).rev().find(stands(ROOK)),
                'Q' => (first..king).find(stands(ROOK)),
                file => Some(first + usize::from((file as u8).checked_sub(b'A')?)),
            }
        };
        self.castling.chars().filter(|&letter| letter != '-').filter_map(rook_of).collect()
    }
}

/// The square that a text such as `e3` names.
fn square(text: &str) -> Option<u8> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *text.as_bytes() else { return None };
    Some(8 * (rank - b'1') + file - b'a')
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

/// Twice the points of White, or of Black.
fn half_points(winner: Option<Side>, black: bool) -> u8 {
    winner.map_or(1, |side| if (side == Side::Second) == black { 2 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::any_game::any_game;

    fn board(fen: &str) -> ChessBoard {
        ChessBoard::of(&any_game("chess").unwrap().position(Some(fen)).unwrap())
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn bytes_are_those_that_the_crates_read() {
        let black = board("r3k2r/8/8/8/Pp6/8/8/4K2R b Kq a3 3 17");
        let position = "9100000003000090 5383d00b0000000000000000 00000000 ddff 02 04 04 000000";
        assert_eq!(hex(&black.bullet_position(-35, Some(Side::Second))), position.replace(' ', ""));
        let start = "9000000300000091 6580de0b0000000000000000 00000000 90 03 1100 0000 01 00";
        assert_eq!(hex(&black.viri_start(None)), start.replace(' ', ""));
    }

    #[test]
    fn moves_say_what_is_special_about_them() {
        let kinds = |fen: &str, number: u16| {
            let [low, high, score @ ..] = board(fen).viri_move(ScoredMove { number, score: -300 });
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
    }

    #[test]
    fn rooks_castle_by_their_wing_or_their_file() {
        for (fen, rooks) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", [7, 0, 63, 56].as_slice()),
            ("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", &[7, 56]),
            ("4k3/8/8/8/8/8/8/1RR1K1R1 w CG - 0 1", &[2, 6]),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[]),
        ] {
            let mut found = board(fen).unmoved_rooks();
            let mut expected = rooks.to_vec();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{fen}");
        }
    }
}
