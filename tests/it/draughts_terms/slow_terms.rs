//! The terms of draughts, counted slowly on a board of rows and columns.

use crate::prelude::*;

/// What the evaluation of a game depends on. A file has the name of its game.
pub struct SlowRules {
    pub file: &'static str,
    /// Half the number of the rows.
    pub width: i32,
    /// The pieces of a side at the start.
    pub pieces: i32,
    pub men_capture_backward: bool,
    /// Whether positions as text number each row from the other side than weights.
    pub mirrored: bool,
}

/// Black's men move down, from row 0.
pub const DOWN: usize = 0;

/// A square by row and column.
pub type Square = (i32, i32);

/// Pieces by side (0 moves down) and kind (0 is a man).
#[derive(Clone, Default)]
pub struct SlowBoard {
    pub pieces: [[BTreeSet<Square>; 2]; 2],
    /// The side to move.
    pub mover: usize,
}

impl SlowRules {
    fn rows(&self) -> i32 {
        2 * self.width
    }

    /// The number that a square has in the weights.
    pub fn number(&self, (row, column): Square) -> i32 {
        self.width * row + column / 2 + 1
    }

    fn squares(&self) -> Vec<Square> {
        let all = (0..self.rows()).flat_map(|row| (0..self.rows()).map(move |column| (row, column)));
        all.filter(|(row, column)| (row + column) % 2 == 1).collect()
    }

    /// The square where it is for the other side.
    pub fn turned(&self, (row, column): Square) -> Square {
        (self.rows() - 1 - row, self.rows() - 1 - column)
    }

    /// Up to as many pieces as the rules allow, anywhere: in most boards every fifth one is a king, in some none. Often both
    /// sides have the same number.
    pub fn random_board(&self, random: &mut Random) -> SlowBoard {
        let mut board = SlowBoard { mover: random.below(2), ..SlowBoard::default() };
        let mut free = self.squares();
        let has_kings = random.below(3) > 0;
        let mut number = || 1 + random.below(self.pieces as usize);
        let numbers = [number(), number()];
        let are_equal = random.below(3) == 0;
        for side in 0..2 {
            for _ in 0..numbers[if are_equal { 0 } else { side }] {
                let square = free.swap_remove(random.below(free.len()));
                let last = if side == DOWN { self.rows() - 1 } else { 0 };
                let is_king = square.0 == last || has_kings && random.below(5) == 0;
                if has_kings || !is_king {
                    board.pieces[side][usize::from(is_king)].insert(square);
                }
            }
        }
        board
    }

    /// The position as text. Black moves down.
    pub fn text(&self, board: &SlowBoard) -> String {
        let number = |&(row, column): &Square| {
            let mirrored = 2 * (self.width - 1 - column / 2);
            let column = if self.mirrored { mirrored } else { column };
            self.number((row, column))
        };
        let side = |side: usize| {
            let [men, kings] = &board.pieces[side];
            let men = men.iter().map(|square| number(square).to_string());
            let kings = kings.iter().map(|square| format!("K{}", number(square)));
            men.chain(kings).collect::<Vec<_>>().join(",")
        };
        let mover = ["B", "W"][board.mover];
        format!("{mover}:W{}:B{}", side(1 - DOWN), side(DOWN))
    }
}

/// A board as one side sees it, whose men move down.
pub struct SlowView<'a> {
    rules: &'a SlowRules,
    pub men: BTreeSet<Square>,
    pub kings: BTreeSet<Square>,
    their_men: BTreeSet<Square>,
    their_kings: BTreeSet<Square>,
}

impl SlowBoard {
    /// The number of pieces of a side.
    pub fn count(&self, side: usize) -> usize {
        self.pieces[side].iter().map(BTreeSet::len).sum()
    }

    /// The board as a side sees it.
    pub fn view<'a>(&self, rules: &'a SlowRules, side: usize) -> SlowView<'a> {
        let seen = |set: &BTreeSet<Square>| {
            let turn = |&square: &Square| match side {
                DOWN => square,
                _ => rules.turned(square),
            };
            set.iter().map(turn).collect()
        };
        let [[men, kings], [their_men, their_kings]] =
            [side, 1 - side].map(|side| self.pieces[side].each_ref().map(seen));
        SlowView { rules, men, kings, their_men, their_kings }
    }

    /// The side that has the move (the opposition), and whether there are kings; `None` unless both sides have the same
    /// number of pieces.
    pub fn the_move(&self) -> Option<(usize, bool)> {
        let all = self.pieces.iter().flatten().flatten();
        let odd = all.filter(|square| square.0 % 2 == 0).count() % 2 == 1;
        let owner = if odd { self.mover } else { 1 - self.mover };
        let has_kings = self.pieces.iter().any(|side| !side[1].is_empty());
        (self.count(0) == self.count(1)).then_some((owner, has_kings))
    }

    /// The difference between the pieces of a side on the first half of the squares of each row and the others. With five
    /// squares in a row the first half are two, and both sides look from the same edge.
    pub fn balance(&self, rules: &SlowRules, side: usize) -> usize {
        let own: Vec<&Square> = self.pieces[side].iter().flatten().collect();
        let first = own.iter().filter(|square: &&&Square| square.1 / 2 < rules.width / 2).count();
        first.abs_diff(own.len() - first).min(7)
    }
}

const NEAR_AND_FAR: [Square; 2] = [(1, -1), (1, 1)];
const ALL_STEPS: [Square; 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

fn plus((row, column): Square, (down, right): Square) -> Square {
    (row + down, column + right)
}

fn minus(square: Square, (down, right): Square) -> Square {
    plus(square, (-down, -right))
}

impl SlowView<'_> {
    fn own(&self, square: Square) -> bool {
        self.men.contains(&square) || self.kings.contains(&square)
    }

    fn theirs(&self, square: Square) -> bool {
        self.their_men.contains(&square) || self.their_kings.contains(&square)
    }

    fn empty(&self, square: Square) -> bool {
        let inside = |line| (0..self.rules.rows()).contains(&line);
        let is_on_board = inside(square.0) && inside(square.1);
        is_on_board && !self.own(square) && !self.theirs(square)
    }

    /// Whether a piece of the opponent on `square` captures in the direction `step`.
    fn takes(&self, square: Square, step: Square) -> bool {
        let forward = step.0 < 0;
        let by_man = forward || self.rules.men_capture_backward;
        self.their_kings.contains(&square) || by_man && self.their_men.contains(&square)
    }

    /// Whether a piece that steps from `from` to the empty square beside it cannot be captured there at once.
    fn is_safe(&self, from: Square, step: Square) -> bool {
        let to = plus(from, step);
        let is_taken = |by: Square| {
            let behind = plus(to, by);
            let lands = self.empty(behind) || behind == from;
            lands && self.takes(minus(to, by), by)
        };
        self.empty(to) && !ALL_STEPS.into_iter().any(is_taken)
    }

    /// How often each term of the pieces counts but [`SlowBoard::balance`]: its name, and which of its weights.
    pub fn counts(&self) -> Vec<(&'static str, usize, i32)> {
        let (rules, rows) = (self.rules, self.rules.rows());
        let own: Vec<Square> = self.men.union(&self.kings).copied().collect();
        let their_count = (self.their_men.len() + self.their_kings.len()) as i32;
        let own_count = own.len() as i32;
        let number = |square: &Square| rules.number(*square);
        let mut counts = Vec::new();

        let first_row = self.men.iter().filter(|square| square.0 == 0);
        let back_row = first_row.map(|square| 1 << (number(square) - 1)).sum();
        counts.push(("back_row", back_row, 1));
        for man in &self.men {
            // Their back row is not looked at from the own one.
            let reach = 0..=rows - 2;
            let stops = |other: &Square| {
                let ahead = other.0 - man.0;
                reach.contains(&ahead) && (other.1 - man.1).abs() <= ahead
            };
            let mut others = self.their_men.union(&self.their_kings);
            if !others.any(stops) {
                counts.push(("runaway", man.0 as usize, 1));
            }
        }
        for (pieces, steps, name, without) in [
            (&self.men, &NEAR_AND_FAR[..], "safe_man_step", "stuck_man"),
            (&self.kings, &ALL_STEPS[..], "safe_king_step", "trapped_king"),
        ] {
            for &piece in pieces {
                let safe = steps.iter().filter(|&&step| self.is_safe(piece, step)).count() as i32;
                counts.push((name, 0, safe));
                counts.push((without, 0, i32::from(safe == 0)));
            }
        }
        for &piece in &own {
            let neighbours = NEAR_AND_FAR.map(|step| self.own(plus(piece, step)));
            counts.push(("column", 0, neighbours.map(i32::from).iter().sum()));
        }
        for &man in &self.men {
            let behind = NEAR_AND_FAR.map(|step| self.empty(minus(man, step)));
            counts.push(("hollow", 0, behind.map(i32::from).iter().sum()));
        }
        let last = (rows - 1, rows - 2);
        let before_last = (rows - 2, rows - 1);
        let is_shut = self.men.contains(&before_last) && self.their_men.contains(&last);
        counts.push(("dog_hole", 0, i32::from(is_shut)));
        counts.push(("only_king", 0, i32::from(!self.kings.is_empty() && self.their_kings.is_empty())));
        if own_count > their_count {
            counts.push(("ahead", (own_count - their_count).min(3) as usize - 1, 1));
        }
        let corners = [(0, 1), (1, 0), (rows - 1, rows - 2), (rows - 2, rows - 1)];
        let is_hidden = corners.iter().any(|corner| self.kings.contains(corner));
        counts.push(("refuge", 0, i32::from(own_count < their_count && is_hidden)));
        counts
    }
}
