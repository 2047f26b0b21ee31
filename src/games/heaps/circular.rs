//! Circular Nim: heaps in a circle; take any numbers of counters from up to `k` neighbours, at least one in all.
//!
//! The lost positions of some circles are known: M. Dufour and S. Heubach, "Winning strategies for circular Nim" (2013), after
//! R. Ehrenborg and E. Steingrimsson, "Playing Nim on a simplicial complex" (1996). Other circles, and misere play, are
//! searched.

use super::moves::{HeapChanges, HeapMove, MAX_CHANGES};
use super::position::{HeapFacts, HeapListener, HeapPosition, HeapRules, HeapVerdict, MAX_LISTED};
use super::{HeapRule, HeapSymmetry, moore, nim};
use crate::game::Game;
use std::ops::ControlFlow;

pub(super) struct Circular;

/// The greatest number of heaps in a circle.
const MAX_CIRCLE: usize = 64;

impl HeapRules for Circular {
    fn facts(&self) -> HeapFacts {
        HeapFacts {
            parameters: &["k"],
            max_heaps: MAX_CIRCLE,
            symmetry: HeapSymmetry::Circle,
            ..HeapFacts::named("circular")
        }
    }

    fn check(&self, position: &HeapPosition) -> Result<(), String> {
        moore::check_k(position, MAX_CHANGES as u64)
    }

    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()> {
        choose(position, HeapChanges::NONE, listener)
    }

    fn count_moves(&self, position: &HeapPosition) -> Option<u64> {
        Some(count(position, &mut Vec::new()))
    }

    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule> {
        position.broken_by_taking(mv, position.k()).or_else(|| {
            let HeapMove::Change(changes) = mv else { return Some(HeapRule::TakesOnly) };
            let heaps: Vec<usize> = changes.iter().map(|(heap, _)| heap).collect();
            (!are_neighbours(position, &heaps)).then_some(HeapRule::Neighbours)
        })
    }

    fn theory(&self, position: &HeapPosition) -> Option<HeapVerdict> {
        let theorem = theorem(position)?;
        let winning_move = match theorem.winning_move {
            Some(constructed) => constructed,
            None if count(position, &mut Vec::new()) > MAX_LISTED => return None,
            None => position.find_move(|mv| (theorem.is_lost)(&position.play(mv).heaps)),
        };
        let basis = format!("({}) for {} heaps and k={}", theorem.source, position.heaps.len(), position.k());
        HeapVerdict::theorem(winning_move, basis)
    }

    /// The theorem is asked once for each move: to ask for the theory of the position after it would list the replies.
    fn winning_moves(&self, position: &HeapPosition) -> Option<Vec<HeapMove>> {
        let theorem = theorem(position).filter(|_| !position.misere && position.is_listed())?;
        let mut moves = position.moves();
        moves.retain(|&mv| (theorem.is_lost)(&position.play(mv).heaps));
        Some(moves)
    }
}

/// Whether heaps, in their order, are among `k` neighbours: the greatest gap between two of them in the circle leaves no more.
fn are_neighbours(position: &HeapPosition, heaps: &[usize]) -> bool {
    let circle = position.heaps.len();
    let around = heaps.first().map(|first| first + circle);
    let next = heaps.iter().skip(1).copied().chain(around);
    let greatest = heaps.iter().zip(next).map(|(heap, next)| next - heap).max().unwrap_or(circle);
    (circle - greatest + 1) as u64 <= position.k()
}

/// Lists the moves that change more heaps, behind those that `changes` names.
fn choose(position: &HeapPosition, changes: HeapChanges, listener: &mut HeapListener) -> ControlFlow<()> {
    let mut heaps: Vec<usize> = changes.iter().map(|(heap, _)| heap).collect();
    for heap in heaps.last().map_or(0, |last| last + 1)..position.heaps.len() {
        heaps.push(heap);
        if are_neighbours(position, &heaps) {
            for size in (0..position.heaps[heap]).rev() {
                if let Some(more) = changes.with(heap, size) {
                    listener(HeapMove::Change(more))?;
                    choose(position, more, listener)?;
                }
            }
        }
        heaps.pop();
    }
    ControlFlow::Continue(())
}

/// The number of moves that change more heaps than `heaps`, behind them, for each way to change those.
fn count(position: &HeapPosition, heaps: &mut Vec<usize>) -> u64 {
    let next = heaps.last().map_or(0, |last| last + 1);
    let mut sum = 0u64;
    for heap in next..position.heaps.len() {
        heaps.push(heap);
        if position.heaps[heap] > 0 && are_neighbours(position, heaps) {
            let more = count(position, heaps).saturating_add(1);
            sum = sum.saturating_add(more.saturating_mul(position.heaps[heap]));
        }
        heaps.pop();
    }
    sum
}

/// A theorem on a circle.
pub(super) struct CircleTheorem {
    /// By whom, and when.
    pub source: &'static str,
    /// Whether the side to move has lost.
    pub is_lost: fn(&[u64]) -> bool,
    /// A winning move, if it can be constructed: `Some(None)` in a lost position.
    pub winning_move: Option<Option<HeapMove>>,
}

const DUFOUR_HEUBACH: &str = "Dufour and Heubach 2013";
const EHRENBORG_STEINGRIMSSON: &str = "Ehrenborg and Steingrimsson 1996";

/// The theorem on the circle of a position, if there is one.
pub(super) fn theorem(position: &HeapPosition) -> Option<CircleTheorem> {
    let (heaps, count, k) = (&position.heaps, position.heaps.len() as u64, position.k());
    if k == 1 {
        return Some(CircleTheorem {
            source: "Bouton 1901",
            is_lost: |heaps| heaps.iter().fold(0, |sum, size| sum ^ size) == 0,
            winning_move: Some(nim::winning_moves(position).first().copied()),
        });
    }
    if position.misere {
        return None;
    }
    // The sizes are those that a winning move leaves, if they can be constructed.
    let (source, is_lost, sizes): (_, fn(&[u64]) -> bool, _) = match (count, k) {
        _ if k >= count => {
            ("all heaps may be taken", |heaps| heaps.iter().all(|&size| size == 0), Some(vec![0; heaps.len()]))
        }
        _ if k + 1 == count => {
            let least = heaps.iter().copied().min().unwrap_or(0);
            (
                EHRENBORG_STEINGRIMSSON,
                |heaps| heaps.iter().all(|&size| size == heaps[0]),
                Some(vec![least; heaps.len()]),
            )
        }
        (4, 2) => {
            let [a, b] = [0, 1].map(|heap| heaps[heap].min(heaps[heap + 2]));
            (EHRENBORG_STEINGRIMSSON, |heaps| heaps[0] == heaps[2] && heaps[1] == heaps[3], Some(vec![a, b, a, b]))
        }
        (5, 2) => (EHRENBORG_STEINGRIMSSON, lost_of_five_by_two, None),
        (5, 3) => (EHRENBORG_STEINGRIMSSON, lost_of_five_by_three, None),
        (6, 3) => (EHRENBORG_STEINGRIMSSON, opposite_sums, None),
        (6, 4) => (DUFOUR_HEUBACH, lost_of_six_by_four, None),
        (8, 6) => (DUFOUR_HEUBACH, lost_of_eight_by_six, None),
        _ => return None,
    };
    let winning_move = sizes.map(|sizes| HeapChanges::between(heaps, &sizes).map(HeapMove::Change));
    Some(CircleTheorem { source, is_lost, winning_move })
}

/// Whether five heaps are lost if a move takes from up to two neighbours.
fn lost_of_five_by_two(heaps: &[u64]) -> bool {
    turned(heaps, |it| it.iter().all(|&size| size <= it[0]) && it[1] == it[4] && sum(it, 0, 1) == sum(it, 2, 3))
}

/// Whether five heaps are lost if a move takes from up to three neighbours.
fn lost_of_five_by_three(heaps: &[u64]) -> bool {
    turned(heaps, |it| it[0] == 0 && it[1] == it[4] && sum(it, 2, 3) == it[1].into())
}

/// Whether six heaps are lost if a move takes from up to four neighbours.
fn lost_of_six_by_four(heaps: &[u64]) -> bool {
    opposite_sums(heaps) && turned(heaps, |it| it[0] ^ it[2] ^ it[4] == 0 && it.iter().all(|&size| it[0] <= size))
}

/// Whether eight heaps are lost if a move takes from up to six neighbours.
fn lost_of_eight_by_six(heaps: &[u64]) -> bool {
    turned(heaps, |it| {
        let x = u128::from(it[1]);
        let sums = it[0] == 0 && it[7] == it[1] && sum(it, 2, 3) == x && sum(it, 5, 6) == x;
        sums && u128::from(it[4]) == x.min(sum(it, 2, 6))
    })
}

fn sum(heaps: &[u64], one: usize, other: usize) -> u128 {
    u128::from(heaps[one]) + u128::from(heaps[other])
}

/// Whether two neighbours of six have the same sum as the two opposite ones.
fn opposite_sums(heaps: &[u64]) -> bool {
    sum(heaps, 0, 1) == sum(heaps, 3, 4) && sum(heaps, 1, 2) == sum(heaps, 4, 5)
}

/// Whether `is_lost` is true of the circle, from some heap on, in one direction or the other.
fn turned(heaps: &[u64], is_lost: impl Fn(&[u64]) -> bool) -> bool {
    let mut heaps = heaps.to_vec();
    (0..2).any(|_| {
        heaps.reverse();
        (0..heaps.len()).any(|_| {
            heaps.rotate_left(1);
            is_lost(&heaps)
        })
    })
}
