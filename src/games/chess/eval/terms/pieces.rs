//! Terms of pieces: mobility, open files, bishops, outposts (advanced squares where an own pawn guards a piece), pairs,
//! values that depend on pawns, and pieces that are shut in by pawns or by their own king.

use super::super::super::Piece;
use super::fills::{file_fill, pawn_attack_span};
use super::layout::{OutpostRule, first_index};
use super::{SideView, TermCounter};
use crate::board::Bitset;
use crate::board::square::{DARK_SQUARES, Square, file_set, squares};
use crate::game::Side;
use crate::games::chess::attack::piece_attacks;

/// The index of the first mobility weight of knights, bishops, rooks and queens.
const MOBILITY: [usize; 4] = [
    first_index("knight_mobility"),
    first_index("bishop_mobility"),
    first_index("rook_mobility"),
    first_index("queen_mobility"),
];

/// A piece that their pawns shut in on the king's wing, as White sees the board. The queen's wing is the mirror image.
struct Trap {
    index: usize,
    piece: Piece,
    square: Square,
    pawns: [Square; 2],
    /// How many of the two pawns it takes.
    needed: usize,
}

const TRAPS: [Trap; 4] = [
    Trap { index: first_index("trapped_bishop_seventh"), piece: Piece::Bishop, square: H7, pawns: [F7, G6], needed: 2 },
    Trap { index: first_index("trapped_bishop_sixth"), piece: Piece::Bishop, square: H6, pawns: [F6, G5], needed: 2 },
    Trap { index: first_index("trapped_knight_eighth"), piece: Piece::Knight, square: H8, pawns: [H7, F7], needed: 1 },
    Trap { index: first_index("trapped_knight_seventh"), piece: Piece::Knight, square: H7, pawns: [G7, H6], needed: 2 },
];

const F6: Square = Square::at(5, 5);
const F7: Square = Square::at(5, 6);
const G5: Square = Square::at(6, 4);
const G6: Square = Square::at(6, 5);
const G7: Square = Square::at(6, 6);
const H6: Square = Square::at(7, 5);
const H7: Square = Square::at(7, 6);
const H8: Square = Square::at(7, 7);

impl SideView<'_> {
    pub(super) fn mobility(&self, add: &mut impl FnMut(usize, u32)) {
        // Squares that are not attacked by pawns, and not occupied by own pawns or the king.
        let free = !self.pawns & !self.their_attacks.by(Piece::Pawn) & !self.king.set();
        for &(piece, attacked) in &self.attacks.pieces {
            add(MOBILITY[piece.index() - Piece::Knight.index()] + (attacked & free).count() as usize, 1);
        }
    }

    pub(super) fn rooks(&self, add: &mut impl FnMut(usize, u32)) {
        let half_open = self.of_kind(Piece::Rook) & !file_fill(self.pawns);
        let open = half_open & !file_fill(self.their_pawns);
        add(const { first_index("rook_on_open_file") }, open.count());
        add(const { first_index("rook_on_half_open_file") }, (half_open & !open).count());
    }

    pub(super) fn minors(&self, rule: OutpostRule, add: &mut impl FnMut(usize, u32)) {
        let bishops = self.of_kind(Piece::Bishop);
        let knights = self.of_kind(Piece::Knight);
        let outposts = self.outposts(rule);
        add(const { first_index("knight_outpost") }, (knights & outposts).count());
        add(const { first_index("bishop_outpost") }, (bishops & outposts).count());
        let same = |colour: Bitset| (bishops & colour).count() * (self.pawns & colour).count();
        add(const { first_index("bishop_with_pawns") }, same(DARK_SQUARES) + same(!DARK_SQUARES));
        let pair = (bishops & DARK_SQUARES).any() && (bishops & !DARK_SQUARES).any();
        add(const { first_index("bishop_pair") }, pair.into());
    }

    /// The outposts of this side, empty or not.
    pub(super) fn outposts(&self, rule: OutpostRule) -> Bitset {
        let beyond = |ranks: u32| {
            Bitset(match self.side {
                Side::First => u64::MAX << (8 * ranks),
                Side::Second => u64::MAX >> (8 * ranks),
            })
        };
        let allowed = match rule {
            OutpostRule::SafeFromPawns => beyond(3) & !pawn_attack_span(!self.side, self.their_pawns),
            OutpostRule::HalfOpenFile => beyond(4) & file_fill(self.their_pawns) & !file_fill(self.pawns),
        };
        self.attacks.by(Piece::Pawn) & allowed
    }

    /// Knights and bishops that attack an outpost on which no own piece stands, and do not stand on one themselves.
    pub(super) fn outpost_attacks(&self, rule: OutpostRule, add: &mut TermCounter) {
        let outposts = self.outposts(rule);
        let goals = outposts & !self.own;
        let occupied = self.position.occupied();
        let terms = [
            (Piece::Knight, const { first_index("knight_attacks_outpost") }),
            (Piece::Bishop, const { first_index("bishop_attacks_outpost") }),
        ];
        for (piece, index) in terms {
            let attacks_goal = |&square: &Square| (piece_attacks(piece, square, occupied) & goals).any();
            add(index, squares(self.of_kind(piece) & !outposts).filter(attacks_goal).count() as u32);
        }
    }

    /// Material beyond the values of single pieces.
    pub(super) fn material(&self, add: &mut TermCounter) {
        let pawns = (self.pawns.count() as usize).min(8);
        let on_files = |one, other| (self.pawns & (file_set(one) | file_set(other))).count();
        let knights = self.of_kind(Piece::Knight);
        let rooks = self.of_kind(Piece::Rook).count();
        add(const { first_index("knight_pair") }, knights.several().into());
        add(const { first_index("knight_by_pawns") } + pawns, knights.count());
        add(const { first_index("rook_by_pawns") } + pawns, rooks);
        add(const { first_index("rook_pawn") }, on_files(0, 7));
        add(const { first_index("centre_pawn") }, on_files(3, 4));
        add(const { first_index("no_pawns") }, (pawns == 0).into());
    }

    pub(super) fn trapped(&self, add: &mut TermCounter) {
        let side = match self.side {
            Side::First => 0,
            Side::Second => 56,
        };
        for wing in [0, 7] {
            let has = |set: Bitset, square: Square| set.has(square.number() ^ side ^ wing);
            for trap in &TRAPS {
                let found = trap.pawns.into_iter().filter(|&pawn| has(self.their_pawns, pawn)).count();
                if has(self.of_kind(trap.piece), trap.square) && found >= trap.needed {
                    add(trap.index, 1);
                }
            }
        }
        add(const { first_index("shut_in_rook") }, self.shut_in_rooks());
    }

    /// The rooks in the corner beside their king, which has walked there instead of castling: with a king on f1 or g1
    /// those on g1, h1, g2 and h2.
    fn shut_in_rooks(&self) -> u32 {
        let king = self.king;
        if self.rank(king) != 0 {
            return 0;
        }
        let rooks = self.of_kind(Piece::Rook) & !self.position.castling();
        let in_corner = |rook: Square| match king.file() {
            1 | 2 => rook.file() <= 1,
            5 | 6 => rook.file() >= 6,
            _ => false,
        };
        squares(rooks).filter(|&rook| self.rank(rook) <= 1 && in_corner(rook)).count() as u32
    }
}
