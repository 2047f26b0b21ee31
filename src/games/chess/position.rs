//! A chess position, a value of one cache line.

use super::key::{CASTLING, PIECES, TURN};
use super::{ChessMove, Piece};
use crate::board::square::{DARK_SQUARES, Square, first, squares};
use crate::board::{Bitset, ray};
use crate::game::{Game, Key, Side};

/// A legal chess position: one king a side, and the side not to move is not in check.
///
/// The kinds of pieces are stored in three bit planes: the three bits of a square are the index of the kind plus one,
/// or 0 for an empty square. Two more sets hold the pieces of the side to move and those of its opponent.
///
/// ```
/// use kempelen::{AnyPosition, ChessPosition, Game, perft};
///
/// let position = ChessPosition::parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")?;
/// assert_eq!(perft(&position, 3), 97_862);
/// let any = AnyPosition::new(position);
/// assert_eq!(any.moves().len(), 48);
/// assert_eq!(any.downcast_ref(), Some(&position));
/// # Ok::<(), kempelen::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChessPosition {
    pub(super) planes: [Bitset; 3],
    pub(super) us: Bitset,
    pub(super) them: Bitset,
    /// The rooks with which castling is still allowed.
    pub(super) castling: Bitset,
    /// The key without the en passant square.
    pub(super) key_without_en_passant: Key,
    /// The square behind a pawn that has just made a double step, if a pawn of the side to move attacks that square. The
    /// capture need not be legal.
    pub(super) en_passant: Option<Square>,
    pub(super) clock: u16,
    /// The number of the move in the game, 1 for the first.
    pub(super) full_move: u16,
    pub(super) side: Side,
    /// Whether the side to move is in check: it is asked several times for every node.
    pub(super) in_check: bool,
}

const _: () = assert!(size_of::<ChessPosition>() == 64, "one cache line");

/// Plies without a capture or pawn move after which the game is drawn (FIDE 9.3; there a player has to claim the draw).
pub(super) const FIFTY_MOVES: u16 = 100;

/// The kinds of pieces by [`piece_code`](ChessPosition::piece_code).
const BY_CODE: [Option<Piece>; 8] = {
    let mut kinds = [None; 8];
    let mut index = 0;
    while index < Piece::ALL.len() {
        kinds[index + 1] = Some(Piece::ALL[index]);
        index += 1;
    }
    kinds
};

impl ChessPosition {
    /// Whose turn it is.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The pieces of one side.
    #[inline]
    pub fn of(&self, side: Side) -> Bitset {
        if side == self.side { self.us } else { self.them }
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitset {
        self.us | self.them
    }

    /// The pieces of one kind, of both sides.
    #[inline]
    pub fn kind(&self, piece: Piece) -> Bitset {
        let [low, middle, high] = self.planes;
        match piece {
            Piece::Pawn => low & !(middle | high),
            Piece::Knight => middle & !(low | high),
            Piece::Bishop => low & middle,
            Piece::Rook => high & !(low | middle),
            Piece::Queen => low & high,
            Piece::King => middle & high,
        }
    }

    /// The bishops and queens of both sides.
    #[inline]
    pub fn diagonal_sliders(&self) -> Bitset {
        let [low, middle, high] = self.planes;
        low & (middle | high)
    }

    /// The rooks and queens of both sides.
    #[inline]
    pub fn orthogonal_sliders(&self) -> Bitset {
        let [_, middle, high] = self.planes;
        high & !middle
    }

    /// The kind of the piece on a square, of either side.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        BY_CODE[self.piece_code(square)]
    }

    /// The side whose piece stands on a square.
    #[inline]
    pub fn side_at(&self, square: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side: &Side| self.of(*side).has(square.number()))
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        first(self.kind(Piece::King) & self.of(side))
    }

    /// The rooks with which castling is still allowed; in Chess960 they may stand on any file.
    #[inline]
    pub fn castling(&self) -> Bitset {
        self.castling
    }

    /// Plies since the last capture, pawn move or null move.
    #[inline]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The kind of the piece that the legal move `mv` captures.
    #[inline]
    pub fn victim(&self, mv: ChessMove) -> Option<Piece> {
        BY_CODE[self.victim_code(mv)]
    }

    /// The code of the piece that the legal move `mv` captures; 0 for none.
    #[inline]
    pub(super) fn victim_code(&self, mv: ChessMove) -> usize {
        if self.them.has(mv.to().number()) {
            self.piece_code(mv.to())
        } else {
            usize::from(self.takes_en_passant(mv)) * (Piece::Pawn as usize + 1)
        }
    }

    /// Whether the legal move `mv` is a capture or a promotion.
    #[inline]
    pub fn is_noisy(&self, mv: ChessMove) -> bool {
        self.them.has(mv.to().number()) || mv.promotion().is_some() || self.takes_en_passant(mv)
    }

    #[inline]
    fn takes_en_passant(&self, mv: ChessMove) -> bool {
        self.en_passant == Some(mv.to()) && self.piece_at(mv.from()) == Some(Piece::Pawn)
    }

    /// The pawns that can legally capture en passant.
    pub fn en_passant_takers(&self) -> Bitset {
        let Some(target) = self.en_passant else { return Bitset::EMPTY };
        let takers = ray::pawn((!self.side).index(), target) & self.us & self.kind(Piece::Pawn);
        let victim = Square::new(target.number() ^ 8).set();
        let king = self.king(self.side);
        let safe = |taker: &Square| {
            let occupied = (self.occupied() ^ taker.set() ^ victim) | target.set();
            (self.attackers(king, occupied) & self.them & !victim).is_empty()
        };
        squares(takers).filter(safe).fold(Bitset::EMPTY, |set: Bitset, taker: Square| set | taker.set())
    }

    /// The index of the kind of piece on a square plus one; 0 if the square is empty.
    #[inline]
    pub(super) fn piece_code(&self, square: Square) -> usize {
        let bit = |plane: Bitset| (plane.0 >> square.index() & 1) as usize;
        bit(self.planes[0]) | bit(self.planes[1]) << 1 | bit(self.planes[2]) << 2
    }

    /// An empty board, to be filled by [`put`](ChessPosition::put); not a legal position yet.
    pub(super) fn empty() -> ChessPosition {
        ChessPosition {
            planes: [Bitset::EMPTY; 3],
            us: Bitset::EMPTY,
            them: Bitset::EMPTY,
            castling: Bitset::EMPTY,
            key_without_en_passant: Key(0),
            en_passant: None,
            clock: 0,
            full_move: 1,
            side: Side::First,
            in_check: false,
        }
    }

    /// Puts a piece on an empty square. The key is not updated.
    pub(super) fn put(&mut self, side: Side, piece: Piece, square: Square) {
        debug_assert!(!self.occupied().has(square.number()));
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            if (piece.index() + 1) >> bit & 1 != 0 {
                *plane |= square.set();
            }
        }
        if side == self.side {
            self.us |= square.set();
        } else {
            self.them |= square.set();
        }
    }

    /// Computes [`key_without_en_passant`](ChessPosition::key_without_en_passant) from the board.
    pub(super) fn key_from_scratch(&self) -> Key {
        let mut key = if self.side == Side::First { 0 } else { TURN };
        for side in Side::BOTH {
            for square in squares(self.of(side)) {
                key ^= PIECES[side.index()][self.piece_code(square)][square.index()];
            }
        }
        for rook in squares(self.castling) {
            key ^= CASTLING[rook.index()];
        }
        Key(key)
    }
}

/// Draws by the rules.
impl ChessPosition {
    /// Whether the game is drawn by the fifty-move rule. A checkmate on the last move comes first.
    #[inline]
    pub(super) fn is_fifty_move_draw(&self) -> bool {
        self.clock >= FIFTY_MOVES && (!self.in_check() || self.has_moves())
    }

    /// Whether the material alone makes every mate impossible (FIDE 5.2.2): bare kings, one minor piece,
    /// or bishops that all stand on squares of one colour.
    #[inline]
    pub fn is_dead_position(&self) -> bool {
        let rest = self.occupied() ^ self.kind(Piece::King);
        if (rest & !self.kind(Piece::Knight) & !self.kind(Piece::Bishop)).any() {
            return false;
        }
        let of_one_colour = (rest & DARK_SQUARES).is_empty() || (rest & !DARK_SQUARES).is_empty();
        !rest.several() || ((rest & self.kind(Piece::Knight)).is_empty() && of_one_colour)
    }

    /// Whether the material is hardly ever won: K v K, K+minor v K, K+minor v K+minor, or K+2N v K (the list
    /// of Simay 2009).
    ///
    /// Mates are possible in some of these, so the rules do not end the game; see
    /// [`is_dead_position`](ChessPosition::is_dead_position). The evaluation of that text counts them as draws.
    pub fn is_hardly_winnable(&self) -> bool {
        let minors = self.kind(Piece::Knight) | self.kind(Piece::Bishop);
        if self.occupied() != minors | self.kind(Piece::King) {
            return false;
        }
        let [first, second] = Side::each(|side| (minors & self.of(side)).count());
        let only_knights = self.kind(Piece::Bishop).is_empty();
        (first <= 1 && second <= 1) || (only_knights && first + second == 2)
    }
}
