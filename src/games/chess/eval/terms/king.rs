//! King safety: the pawn shelter, and the opponent's attack on the king.

use super::super::super::Piece;
use super::SideView;
use super::fills::file_fill;
use super::layout::{DANGER_LEVELS, first_index};
use crate::board::square::file_set;
use crate::board::{Bitset, ray};
use crate::game::Side;

/// The attack units of a piece that attacks squares around the king, by kind from pawn to king.
const ATTACKER: [usize; 6] = [0, 2, 1, 2, 2, 0];

/// The attack units of a safe check, by the kind of piece that gives it.
const SAFE_CHECK: [(Piece, usize); 4] = [(Piece::Knight, 4), (Piece::Bishop, 2), (Piece::Rook, 4), (Piece::Queen, 3)];

/// The attack units that are subtracted if the attacker has no queen.
const NO_QUEEN: usize = 5;

impl SideView<'_> {
    pub(super) fn king(&self, add: &mut impl FnMut(usize, u32)) {
        add(const { first_index("king_danger") } + self.danger().min(DANGER_LEVELS - 1), 1);
        self.shelter(add);
    }

    /// The attack units of this side against the opponent's king: attackers of squares around it, attacked squares
    /// that only the king defends, and safe checks. Their sum selects one weight (Heinz 2000, Romstad 2004).
    fn danger(&self) -> usize {
        let ring = ray::king(self.their_king) & !self.their_attacks.by(Piece::Pawn);
        let mut danger = 0;
        for &(piece, attacked) in &self.attacks.pieces {
            let hits = (attacked & ring).count() as usize;
            if hits > 0 {
                danger += ATTACKER[piece.index()] + hits;
            }
        }
        let weak = ring & self.attacks.all & !self.their_attacks.twice;
        danger += weak.count() as usize + self.safe_checks();
        if self.of_kind(Piece::Queen).any() { danger } else { danger.saturating_sub(NO_QUEEN) }
    }

    fn safe_checks(&self) -> usize {
        let guarded = self.their_attacks.all
            & !(self.attacks.twice & !self.their_attacks.twice & self.their_attacks.by(Piece::King));
        let safe = !guarded & !self.own;
        let occupied = self.position.occupied();
        let diagonal = ray::bishop(self.their_king, occupied);
        let straight = ray::rook(self.their_king, occupied);
        let from = |piece| match piece {
            Piece::Knight => ray::knight(self.their_king),
            Piece::Bishop => diagonal,
            Piece::Rook => straight,
            _ => diagonal | straight,
        };
        let given = |&&(piece, _): &&(Piece, usize)| (self.attacks.by(piece) & from(piece) & safe).any();
        SAFE_CHECK.iter().filter(given).map(|&(_, units)| units).sum()
    }

    /// Shelter and storm: the nearest pawns of both sides in front of the king, on its file and the adjacent files.
    fn shelter(&self, add: &mut impl FnMut(usize, u32)) {
        let middle = self.king.file().clamp(1, 6);
        let before = self.in_front_of_king();
        for file in middle - 1..=middle + 1 {
            let nearest = |pawns: Bitset| self.nearest_rank(pawns & file_set(file) & before);
            add(const { first_index("king_shelter") } + nearest(self.pawns), 1);
            add(const { first_index("king_storm") } + nearest(self.their_pawns), 1);
        }
        add(const { first_index("king_file_half_open") }, (file_fill(self.pawns) & self.king.set()).is_empty().into());
    }

    /// The rank of the nearest square of a set; 0 if it is empty.
    fn nearest_rank(&self, set: Bitset) -> usize {
        let seen = match self.side {
            Side::First => set.0,
            Side::Second => set.0.swap_bytes(),
        };
        (seen.trailing_zeros() / 8 % 8) as usize
    }

    /// The king's rank and all ranks in front of it.
    fn in_front_of_king(&self) -> Bitset {
        let rank = u32::from(self.king.rank());
        Bitset(match self.side {
            Side::First => u64::MAX << (8 * rank),
            Side::Second => u64::MAX >> (8 * (7 - rank)),
        })
    }
}
