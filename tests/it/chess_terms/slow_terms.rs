//! The terms of `eval/default.toml`, counted slowly on a board of files and ranks, as one side sees it.

use crate::prelude::*;
use kempelen::board::Square as BoardSquare;

/// File and rank, both from 0; ranks are counted from the own side of the board.
pub type Square = (i32, i32);

/// How often a weight of a term counts: the name, the index of the weight, and the count.
pub type TermCount = (&'static str, usize, i32);

/// The pieces of a side and what they attack.
struct SlowSide {
    pieces: Vec<(Piece, Square)>,
    /// The squares that each piece attacks; all pawns together count as one piece.
    attacks: Vec<(Piece, BTreeSet<Square>)>,
}

/// A position as one side sees it.
pub struct SlowChess {
    us: SlowSide,
    them: SlowSide,
    is_to_move: bool,
}

const KNIGHT: [Square; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const DIAGONAL: [Square; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const STRAIGHT: [Square; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn is_on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

/// The squares that can be reached from `from` by up to `reach` steps of one kind, up to the first piece.
fn rays(from: Square, steps: &[Square], reach: i32, occupied: &BTreeSet<Square>) -> BTreeSet<Square> {
    let mut found = BTreeSet::new();
    for &(file, rank) in steps {
        for distance in 1..=reach {
            let to = (from.0 + file * distance, from.1 + rank * distance);
            if !is_on_board(to) {
                break;
            }
            found.insert(to);
            if occupied.contains(&to) {
                break;
            }
        }
    }
    found
}

/// What a piece attacks. `forward` is the direction of the pawns.
fn attacks(piece: Piece, from: Square, forward: i32, occupied: &BTreeSet<Square>) -> BTreeSet<Square> {
    let all = [DIAGONAL, STRAIGHT].concat();
    match piece {
        Piece::Pawn => rays(from, &[(-1, forward), (1, forward)], 1, occupied),
        Piece::Knight => rays(from, &KNIGHT, 1, occupied),
        Piece::Bishop => rays(from, &DIAGONAL, 7, occupied),
        Piece::Rook => rays(from, &STRAIGHT, 7, occupied),
        Piece::Queen => rays(from, &all, 7, occupied),
        Piece::King => rays(from, &all, 1, occupied),
    }
}

impl SlowSide {
    fn new(pieces: Vec<(Piece, Square)>, forward: i32, occupied: &BTreeSet<Square>) -> SlowSide {
        let mut by_pawns = BTreeSet::new();
        let mut by_others = Vec::new();
        for &(piece, square) in &pieces {
            let attacked = attacks(piece, square, forward, occupied);
            if piece == Piece::Pawn {
                by_pawns.extend(attacked);
            } else {
                by_others.push((piece, attacked));
            }
        }
        let attacks = [vec![(Piece::Pawn, by_pawns)], by_others].concat();
        SlowSide { pieces, attacks }
    }

    fn squares(&self, kinds: &[Piece]) -> Vec<Square> {
        self.pieces.iter().filter(|(piece, _)| kinds.contains(piece)).map(|&(_, square)| square).collect()
    }

    fn king(&self) -> Square {
        self.squares(&[Piece::King])[0]
    }

    /// How many pieces of these kinds attack a square.
    fn attackers(&self, square: Square, kinds: &[Piece]) -> usize {
        self.attacks.iter().filter(|(piece, set)| kinds.contains(piece) && set.contains(&square)).count()
    }

    fn attacks(&self, square: Square) -> usize {
        self.attackers(square, &Piece::ALL)
    }

    fn has(&self, square: Square) -> bool {
        self.pieces.iter().any(|&(_, own)| own == square)
    }
}

const OFFICERS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl SlowChess {
    pub fn new(position: &ChessPosition, side: Side) -> SlowChess {
        let turn = if side == Side::First { 0 } else { 7 };
        let pieces = |of: Side| {
            let own = (0..64).map(BoardSquare::new).filter(|&square| position.side_at(square) == Some(of));
            let seen = own.map(|square| {
                let place = (i32::from(square.file()), i32::from(square.rank() ^ turn));
                (position.piece_at(square).unwrap(), place)
            });
            seen.collect::<Vec<_>>()
        };
        let [us, them] = [side, !side].map(pieces);
        let occupied = us.iter().chain(&them).map(|&(_, square)| square).collect();
        SlowChess {
            us: SlowSide::new(us, 1, &occupied),
            them: SlowSide::new(them, -1, &occupied),
            is_to_move: position.side() == side,
        }
    }

    /// The own pieces with their squares.
    pub fn pieces(&self) -> &[(Piece, Square)] {
        &self.us.pieces
    }

    /// The counts of all terms.
    pub fn counts(&self) -> Vec<TermCount> {
        let mut counts = vec![("tempo", 0, i32::from(self.is_to_move))];
        self.pawns(&mut counts);
        self.officers(&mut counts);
        self.king(&mut counts);
        self.threats(&mut counts);
        counts
    }

    fn occupied(&self) -> BTreeSet<Square> {
        self.us.pieces.iter().chain(&self.them.pieces).map(|&(_, square)| square).collect()
    }

    /// Whether a pawn of theirs could ever attack a square, or does.
    fn can_be_driven_away(&self, (file, rank): Square) -> bool {
        self.them.squares(&[Piece::Pawn]).iter().any(|pawn| (pawn.0 - file).abs() == 1 && pawn.1 > rank)
    }

    fn pawns(&self, counts: &mut Vec<TermCount>) {
        let own = self.us.squares(&[Piece::Pawn]);
        let theirs = self.them.squares(&[Piece::Pawn]);
        let guarded = |square: Square| self.us.attackers(square, &[Piece::Pawn]) > 0;
        for &pawn in &own {
            let (file, rank) = pawn;
            let index = rank as usize;
            let any = |test: &dyn Fn(Square) -> bool| own.iter().any(|&other| test(other));
            let is_isolated = !any(&|other| (other.0 - file).abs() == 1);
            let is_supported = any(&|other| (other.0 - file).abs() == 1 && other.1 <= rank);
            let held = self.them.attackers((file, rank + 1), &[Piece::Pawn]) > 0;
            let is_backward = !is_isolated && held && !is_supported;
            counts.extend([
                ("doubled_pawn", 0, i32::from(any(&|other| other.0 == file && other.1 < rank))),
                ("isolated_pawn", 0, i32::from(is_isolated)),
                ("backward_pawn", 0, i32::from(is_backward)),
                ("protected_pawn", index, i32::from(guarded(pawn))),
                ("pawn_beside", index, i32::from(any(&|other| other.1 == rank && (other.0 - file).abs() == 1))),
            ]);
            let bars = |other: &Square| (other.0 - file).abs() <= 1 && other.1 > rank;
            if !any(&|other| other.0 == file && other.1 > rank) && !theirs.iter().any(bars) {
                self.passed_pawn(pawn, counts);
            }
        }
    }

    fn passed_pawn(&self, (file, rank): Square, counts: &mut Vec<TermCount>) {
        let goal = (file, rank + 1);
        let index = rank as usize;
        let mut way = (rank + 1..8).map(|rank| (file, rank));
        let is_free = way.all(|square| !self.them.has(square) && self.them.attacks(square) == 0);
        let far = |king: Square| (king.0 - goal.0).abs().max((king.1 - goal.1).abs()) as usize;
        counts.extend([
            ("passed_pawn", index, 1),
            ("passed_pawn_blocked", 0, i32::from(self.occupied().contains(&goal))),
            ("passed_pawn_stopped", 0, i32::from(self.them.attacks(goal) > 0)),
            ("passed_pawn_free", index, i32::from(is_free)),
            ("passed_pawn_to_own_king", far(self.us.king()), 1),
            ("passed_pawn_to_their_king", far(self.them.king()), 1),
        ]);
    }

    fn officers(&self, counts: &mut Vec<TermCount>) {
        let pawns = self.us.squares(&[Piece::Pawn]);
        let bishops = self.us.squares(&[Piece::Bishop]);
        let colour = |square: &Square| (square.0 + square.1) % 2;
        for rook in self.us.squares(&[Piece::Rook]) {
            let on_file = |side: &SlowSide| side.squares(&[Piece::Pawn]).iter().any(|pawn| pawn.0 == rook.0);
            let name = match (on_file(&self.us), on_file(&self.them)) {
                (true, _) => continue,
                (false, true) => "rook_on_half_open_file",
                (false, false) => "rook_on_open_file",
            };
            counts.push((name, 0, 1));
        }
        for (piece, name) in [(Piece::Knight, "knight_outpost"), (Piece::Bishop, "bishop_outpost")] {
            for square in self.us.squares(&[piece]) {
                let is_guarded = self.us.attackers(square, &[Piece::Pawn]) > 0;
                counts.push((name, 0, i32::from(square.1 >= 3 && is_guarded && !self.can_be_driven_away(square))));
            }
        }
        for bishop in &bishops {
            let alike = pawns.iter().filter(|pawn| colour(pawn) == colour(bishop));
            counts.push(("bishop_with_pawns", 0, alike.count() as i32));
        }
        let colours: BTreeSet<i32> = bishops.iter().map(colour).collect();
        counts.push(("bishop_pair", 0, i32::from(colours.len() == 2)));
        let mobility = BTreeMap::from([
            (Piece::Knight, "knight_mobility"),
            (Piece::Bishop, "bishop_mobility"),
            (Piece::Rook, "rook_mobility"),
            (Piece::Queen, "queen_mobility"),
        ]);
        for (piece, attacked) in &self.us.attacks {
            let Some(name) = mobility.get(piece) else { continue };
            let free = |square: &&Square| {
                let is_own = pawns.contains(square) || **square == self.us.king();
                !is_own && self.them.attackers(**square, &[Piece::Pawn]) == 0
            };
            counts.push((name, attacked.iter().filter(free).count(), 1));
        }
    }

    fn king(&self, counts: &mut Vec<TermCount>) {
        counts.push(("king_danger", self.danger().min(23) as usize, 1));
        let (king_file, king_rank) = self.us.king();
        let middle = king_file.clamp(1, 6);
        for file in middle - 1..=middle + 1 {
            for (side, name) in [(&self.us, "king_shelter"), (&self.them, "king_storm")] {
                let pawns = side.squares(&[Piece::Pawn]).into_iter();
                let before = pawns.filter(|pawn| pawn.0 == file && pawn.1 >= king_rank);
                counts.push((name, before.map(|pawn| pawn.1).min().unwrap_or(0) as usize, 1));
            }
        }
        let is_half_open = !self.us.squares(&[Piece::Pawn]).iter().any(|pawn| pawn.0 == king_file);
        counts.push(("king_file_half_open", 0, i32::from(is_half_open)));
    }

    /// The attack units against their king.
    fn danger(&self) -> i32 {
        let king = self.them.king();
        let mut ring = attacks(Piece::King, king, 1, &BTreeSet::new());
        ring.retain(|&square| self.them.attackers(square, &[Piece::Pawn]) == 0);
        let mut danger = 0;
        for (piece, attacked) in &self.us.attacks {
            let hits = attacked.intersection(&ring).count() as i32;
            if OFFICERS.contains(piece) && hits > 0 {
                danger += hits + if *piece == Piece::Bishop { 1 } else { 2 };
            }
        }
        let is_weak = |square: &&Square| self.us.attacks(**square) > 0 && self.them.attacks(**square) < 2;
        danger += ring.iter().filter(is_weak).count() as i32;
        for (piece, units) in [(Piece::Knight, 4), (Piece::Bishop, 2), (Piece::Rook, 4), (Piece::Queen, 3)] {
            let checks = attacks(piece, king, 1, &self.occupied());
            let is_given = |square: &Square| {
                let kings_alone = self.us.attacks(*square) >= 2
                    && self.them.attacks(*square) == 1
                    && self.them.attackers(*square, &[Piece::King]) == 1;
                let is_safe = self.them.attacks(*square) == 0 || kings_alone;
                is_safe && !self.us.has(*square) && self.us.attackers(*square, &[piece]) > 0
            };
            danger += if checks.iter().any(is_given) { units } else { 0 };
        }
        if self.us.squares(&[Piece::Queen]).is_empty() { (danger - 5).max(0) } else { danger }
    }

    fn threats(&self, counts: &mut Vec<TermCount>) {
        const MINORS: [Piece; 2] = [Piece::Knight, Piece::Bishop];
        const MAJORS: [Piece; 2] = [Piece::Rook, Piece::Queen];
        let mut add = |name, by: &[Piece], on: &[Piece], undefended: bool| {
            let hit = self.them.squares(on).into_iter().filter(|&square| {
                let hangs = !undefended || self.them.attacks(square) == 0;
                hangs && self.us.attackers(square, by) > 0
            });
            counts.push((name, 0, hit.count() as i32));
        };
        add("pawn_attacks_minor", &[Piece::Pawn], &MINORS, false);
        add("pawn_attacks_major", &[Piece::Pawn], &MAJORS, false);
        add("minor_attacks_minor", &MINORS, &MINORS, false);
        add("minor_attacks_major", &MINORS, &MAJORS, false);
        add("rook_attacks_queen", &[Piece::Rook], &[Piece::Queen], false);
        add("king_attacks_piece", &[Piece::King], &Piece::ALL, true);
        add("hanging_piece", &Piece::ALL, &Piece::ALL, true);
        let pushes = self.us.squares(&[Piece::Pawn]).into_iter().map(|(file, rank)| (file, rank + 1));
        let is_safe = |square: &Square| {
            let is_lost = self.them.attacks(*square) > 0 && self.us.attacks(*square) == 0;
            !is_lost && self.them.attackers(*square, &[Piece::Pawn]) == 0
        };
        let occupied = self.occupied();
        let pushes = pushes.filter(|square| !occupied.contains(square)).filter(is_safe);
        let hit: BTreeSet<Square> = pushes.flat_map(|to| attacks(Piece::Pawn, to, 1, &occupied)).collect();
        let new = self.them.squares(&OFFICERS).into_iter().filter(|square| hit.contains(square));
        let new = new.filter(|&square| self.us.attackers(square, &[Piece::Pawn]) == 0);
        counts.push(("push_attacks_piece", 0, new.count() as i32));
    }
}
