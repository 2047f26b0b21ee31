//! (m,n)-averaging (T. Gregorics, "Two-player games", Budapest): an evaluation errs, and the mean of several good moves
//! errs less than the best one.

use super::run::{StoppedTextbook, TextbookRun, TextbookStop};
use super::{Fraction, TextbookResult, relative};
use crate::game::{Game, Side, WorkLimit};

/// How many children a node takes the mean of; both numbers are at least 1. A node with fewer children takes the mean of
/// all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AveragedChildren {
    /// Where [`Side::First`] is to move (MAX): its greatest children.
    pub m: u32,
    /// Where [`Side::Second`] is to move (MIN): its least children.
    pub n: u32,
}

impl AveragedChildren {
    /// One child: minimax.
    pub const ONE: AveragedChildren = AveragedChildren { m: 1, n: 1 };

    /// The number for a side.
    pub fn of(self, side: Side) -> usize {
        [self.m, self.n][side.index()] as usize
    }
}

/// Searches every line of `depth` plies. `evaluate` and the value are for [`Side::First`]. The best move is that of the
/// greatest child for the first side, of the least for the second; with m = n = 1 the result is that of
/// [`minimax`](super::minimax()).
///
/// # Errors
/// The exact value is a fraction of more than 128 bits.
pub fn averaging<G: Game>(
    position: &G,
    depth: u32,
    children: AveragedChildren,
    evaluate: &impl Fn(&G) -> i32,
) -> Result<TextbookResult<G::Move, Fraction>, StoppedTextbook<G::Move>> {
    let for_mover = |position: &G| relative(position, evaluate(position));
    let search = |run: &mut _| node(run, position, 0, depth, children);
    TextbookRun::limited(&for_mover, WorkLimit::default(), search)
}

/// The value for the first side.
pub(super) fn node<G: Game>(
    run: &mut TextbookRun<G>,
    position: &G,
    ply: u32,
    depth: u32,
    children: AveragedChildren,
) -> Result<Fraction, TextbookStop> {
    if let Some(value) = run.visit_to_depth(position, ply, depth)? {
        return Ok(relative(position, value).into());
    }
    let side = position.side_to_move();
    let better = |one: Fraction, other: Fraction| match side {
        Side::First => one > other,
        Side::Second => one < other,
    };
    let mut best_first: Vec<Fraction> = Vec::new();
    for mv in position.moves() {
        let child = node(run, &position.play(mv), ply + 1, depth, children)?;
        let place = best_first.partition_point(|&other| !better(child, other));
        if place == 0 {
            run.improve(ply, mv);
        }
        best_first.insert(place, child);
    }
    best_first.truncate(children.of(side));
    Fraction::mean(&best_first).ok_or(TextbookStop::Overflow)
}
