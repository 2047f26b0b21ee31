//! Northcott's game: Nim on a board. Every column has a man of each side, and men go forward only, as far as the gap between
//! the two allows. A side that cannot move has lost.
//!
//! The first player has the top men, which go down. The gaps are the heaps of Nim, and every move makes one of
//! them smaller.

use super::position::{HeapFacts, HeapForm, HeapListener, HeapPosition, HeapRules, HeapVerdict};
use super::{HeapMove, HeapRule, HeapSymmetry, sum};
use crate::game::Side;
use std::ops::ControlFlow;

pub(super) struct Northcott;

impl HeapRules for Northcott {
    fn facts(&self) -> HeapFacts {
        HeapFacts { form: HeapForm::Board, symmetry: HeapSymmetry::Columns, ..HeapFacts::named("northcott") }
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        for (column, gap) in gaps(position).into_iter().enumerate() {
            let mut left = (0..gap).rev();
            left.try_for_each(|left| listener(step(position, column, left)))?;
        }
        ControlFlow::Continue(())
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        let HeapMove::Step { column, to } = mv else { return Some(HeapRule::OtherGame) };
        let men = position.heaps.chunks(2).nth(column as usize);
        let in_gap = men.is_some_and(|men| men[0] < to && to < men[1]);
        (!in_gap).then_some(HeapRule::InTheGap)
    }

    fn play(&self, position: &mut HeapPosition, mv: HeapMove) {
        if let HeapMove::Step { column, to } = mv {
            position.heaps[2 * column as usize + position.side_to_move.index()] = to;
        }
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let gaps = gaps(position);
        let option = |column: usize, left| (left < gaps[column]).then(|| step(position, column, left));
        sum::verdict(position, &gaps, &option, &|sum| format!("(Bouton 1901): nim-sum {sum} of the gaps"))
    }
}

/// The number of empty cells between the two men of each column.
fn gaps(position: &HeapPosition) -> Vec<u64> {
    position.heaps.chunks(2).map(|men| men[1].saturating_sub(men[0] + 1)).collect()
}

/// The move that leaves `left` empty cells in a column.
fn step(position: &HeapPosition, column: usize, left: u64) -> HeapMove {
    let [top, bottom] = [0, 1].map(|man| position.heaps[2 * column + man]);
    let to = match position.side_to_move {
        Side::First => bottom - 1 - left,
        Side::Second => top + 1 + left,
    };
    HeapMove::Step { column: column as u32, to }
}
