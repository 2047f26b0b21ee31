//! The positional terms of the evaluation.
//!
//! Rows and squares are given for a side whose men move down the board, from row 0 to row 7; for the other side
//! the board is turned.

use super::super::geometry::{Board10x10, Geometry, in_rows, shift};
use super::super::view::View;
use super::super::{DraughtsPosition, DraughtsVariant};
use crate::board::Bitset;
use crate::eval::tapered::{self, TaperedScore, TermLayout};
use crate::game::{Game, Side};

/// The terms on a board: the name of each in the weights file, and the number of its weights.
pub const fn layout<G: Geometry>() -> &'static TermLayout {
    const {
        &[
            ("tempo", 1),
            ("back_row", 1 << G::WIDTH),
            ("runaway", G::ROWS as usize),
            ("safe_man_step", 1),
            ("stuck_man", 1),
            ("safe_king_step", 1),
            ("trapped_king", 1),
            ("column", 1),
            ("hollow", 1),
            ("dog_hole", 1),
            ("balance", 8),
            ("the_move", 1),
            ("the_move_of_kings", 1),
            ("only_king", 1),
            ("refuge", 1),
            ("ahead", 3),
        ]
    }
}

/// The number of weights of all terms on a board.
pub const fn count<G: Geometry>() -> usize {
    tapered::first_index(layout::<G>(), "")
}

/// The number of weights on the largest board.
pub const MAX_COUNT: usize = count::<Board10x10>();

/// The index of the first weight of a term.
const fn start_of<G: Geometry>(name: &str) -> usize {
    tapered::first_index(layout::<G>(), name)
}

/// The left half of the board.
const fn left<G: Geometry>() -> Bitset {
    in_rows(G::WIDTH, (1 << (G::WIDTH / 2)) - 1, 0, G::ROWS)
}

/// The four squares of the two double corners.
const fn double_corners<G: Geometry>() -> Bitset {
    let [one, two] = last_squares::<G>();
    Bitset(1 | 1 << G::WIDTH | one.0 | two.0)
}

/// A man on the first square is trapped by an opponent's man on the second: the last squares of the last two rows.
const fn last_squares<G: Geometry>() -> [Bitset; 2] {
    let last = G::BITS - 1;
    [Bitset(1 << (last - G::WIDTH)), Bitset(1 << last)]
}

/// Passes every term of the position to `listener`: the index of its weight, and its count for the first side
/// minus that for the second.
#[inline]
pub fn visit<V: DraughtsVariant>(position: &DraughtsPosition<V>, mut listener: impl FnMut(usize, i32)) {
    let us = position.side_to_move();
    listener(const { start_of::<V::Board>("tempo") }, sign(us));
    the_move(position, us, &mut listener);
    let down = side_moving_down(position);
    visit_sides(position, |index, count| listener(index, sign(down) * count));
}

/// The sum of the weights of all terms, as seen by the first side: what [`visit`] adds up to, with fewer multiplications.
#[inline]
pub fn sum<V: DraughtsVariant>(position: &DraughtsPosition<V>, weights: &[TaperedScore; MAX_COUNT]) -> TaperedScore {
    let us = position.side_to_move();
    let mut sum = weights[const { start_of::<V::Board>("tempo") }] * sign(us);
    the_move(position, us, &mut |index, count| {
        sum = sum + weights[index] * count;
    });
    let mut of_down = TaperedScore::default();
    visit_sides(position, |index, count| {
        of_down = of_down + weights[index] * count;
    });
    sum + of_down * sign(side_moving_down(position))
}

#[inline]
fn side_moving_down<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> Side {
    if position.moves_down(Side::First) { Side::First } else { Side::Second }
}

/// Passes the terms of the pieces to `listener`: their counts for the side whose men move down, then those for the other
/// side, negated.
#[inline(always)]
fn visit_sides<V: DraughtsVariant>(position: &DraughtsPosition<V>, mut listener: impl FnMut(usize, i32)) {
    let down = side_moving_down(position);
    View::<V, true>::of(position, down).visit(|index, count| listener(index, count as i32));
    View::<V, false>::of(position, !down).visit(|index, count| listener(index, -(count as i32)));
}

const fn sign(side: Side) -> i32 {
    1 - 2 * side.index() as i32
}

/// The term for having the move (the opposition), if both sides have the same number of pieces. The side
/// to move has it if the number of pieces on every second row is odd.
#[inline]
fn the_move<V: DraughtsVariant>(position: &DraughtsPosition<V>, us: Side, listener: &mut impl FnMut(usize, i32)) {
    if position.pieces(us).count() != position.pieces(!us).count() {
        return;
    }
    let kings = position.kings(us) | position.kings(!us);
    let index = if kings.is_empty() {
        const { start_of::<V::Board>("the_move") }
    } else {
        const { start_of::<V::Board>("the_move_of_kings") }
    };
    let system = const { every_second_row::<V::Board>() };
    let odd = (position.occupied() & system).count() % 2 == 1;
    let owner = if odd { us } else { !us };
    listener(index, sign(owner));
}

/// The rows 0, 2, 4 and so on.
const fn every_second_row<G: Geometry>() -> Bitset {
    let mut set = 0;
    let mut pair = 0;
    while pair < G::WIDTH {
        set |= ((1 << G::WIDTH) - 1) << (G::PERIOD * pair);
        pair += 1;
    }
    Bitset(set)
}

impl<V: DraughtsVariant, const DOWN: bool> View<V, DOWN> {
    /// Converts a set of squares, given for a side whose men move down, to the squares of this side.
    #[inline(always)]
    fn seen(set: Bitset) -> Bitset {
        if DOWN { set } else { V::Board::turned(set) }
    }

    #[inline(always)]
    fn visit(&self, mut add: impl FnMut(usize, u32)) {
        self.squares(&mut add);
        self.runaways(&mut add);
        self.steps(&mut add);
        self.material(&mut add);
    }

    /// Terms of men on certain squares.
    #[inline(always)]
    fn squares(&self, add: &mut impl FnMut(usize, u32)) {
        add(const { start_of::<V::Board>("back_row") } + self.back_row(), 1);
        let own = self.men | self.kings;
        let [near, far] = V::Board::forward_steps(DOWN);
        let column = (own & shift(own, near)).count() + (own & shift(own, far)).count();
        add(const { start_of::<V::Board>("column") }, column);
        let open = |step| (self.men & shift(self.empty, step)).count();
        add(const { start_of::<V::Board>("hollow") }, open(near) + open(far));
        let [man, behind] = const { last_squares::<V::Board>() }.map(Self::seen);
        let shut = (self.men & man).any() && (self.them & !self.their_kings & behind).any();
        add(const { start_of::<V::Board>("dog_hole") }, shut.into());
        let left = (own & const { left::<V::Board>() }).count();
        let balance = left.abs_diff(own.count() - left).min(7);
        add(const { start_of::<V::Board>("balance") } + balance as usize, 1);
    }

    /// The men on the back row, one bit for each square, the lowest for the first one.
    #[inline(always)]
    fn back_row(&self) -> usize {
        let row = self.men & V::Board::last_row(!DOWN);
        if DOWN {
            return row.0 as usize;
        }
        let start = V::Board::BITS - V::Board::WIDTH;
        let turned = ((row >> start).0 as u8).reverse_bits();
        usize::from(turned >> (8 - V::Board::WIDTH))
    }

    /// Runaway men: no piece of the opponent stands in the triangle before them, so none can stop them.
    #[inline(always)]
    fn runaways(&self, add: &mut impl FnMut(usize, u32)) {
        let [near, far] = V::Board::forward_steps(DOWN);
        let mut watched = self.them;
        for _ in 0..V::Board::ROWS - 2 {
            watched |= (shift(watched, -near) | shift(watched, -far)) & V::Board::BOARD;
        }
        for man in self.men & !watched {
            let row = V::Board::SIZE.row(man);
            let row = usize::from(if DOWN { row } else { V::Board::ROWS - 1 - row });
            add(const { start_of::<V::Board>("runaway") } + row, 1);
        }
    }

    /// Steps after which the piece cannot be captured at once.
    #[inline(always)]
    fn steps(&self, add: &mut impl FnMut(usize, u32)) {
        let [near, far, back_near, back_far] = V::Board::all_steps(DOWN);
        // The opponent's pieces that can capture in this direction; its men move the other way.
        let takers = |step| {
            let forward = step == back_near || step == back_far;
            if forward || self.rules().men_capture_backward { self.them } else { self.their_kings }
        };
        let jumped = |step| shift(takers(step), step) & shift(self.empty, -step);
        let attacked = jumped(near) | jumped(far) | jumped(back_near) | jumped(back_far);
        // A piece that steps away leaves an empty square, where a capturing piece can land.
        let safe = |pieces, step: i8| shift(pieces, step) & self.empty & !attacked & !shift(takers(-step), -step);
        let (mut steps, mut movable) = (0, Bitset::EMPTY);
        for step in [near, far] {
            let to = safe(self.men, step);
            steps += to.count();
            movable |= shift(to, -step);
        }
        add(const { start_of::<V::Board>("safe_man_step") }, steps);
        add(const { start_of::<V::Board>("stuck_man") }, (self.men & !movable).count());
        if self.kings.is_empty() {
            return;
        }
        let mut steps = 0;
        for step in [near, far, back_near, back_far] {
            let to = safe(self.kings, step);
            steps += to.count();
            movable |= shift(to, -step);
        }
        add(const { start_of::<V::Board>("safe_king_step") }, steps);
        let trapped = self.kings & !movable;
        add(const { start_of::<V::Board>("trapped_king") }, trapped.count());
    }

    /// Terms for having more pieces, or the only kings.
    #[inline(always)]
    fn material(&self, add: &mut impl FnMut(usize, u32)) {
        let only = self.kings.any() && self.their_kings.is_empty();
        add(const { start_of::<V::Board>("only_king") }, only.into());
        let (own, theirs) = ((self.men | self.kings).count(), self.them.count());
        if own > theirs {
            let lead = (own - theirs).min(3) as usize;
            add(const { start_of::<V::Board>("ahead") } + lead - 1, 1);
        }
        let refuge = own < theirs && (self.kings & const { double_corners::<V::Board>() }).any();
        add(const { start_of::<V::Board>("refuge") }, refuge.into());
    }
}
