//! Perft of a position, move by move, on several threads or on a thread of its own that can be stopped.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::Game;
use crate::system::StopSignal;
use crate::system::threads::parallel_map;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

/// How perft counts the sequences that begin with each move.
#[derive(Clone, Copy)]
pub struct PerftSettings<'a> {
    /// Depth in plies.
    pub depth: u32,
    /// Whether moves that can be made in several ways count once for each of them.
    pub count_paths: bool,
    /// The number of threads.
    pub threads: usize,
    /// Stops the count.
    pub stop: StopSignal<'a>,
}

impl PerftSettings<'_> {
    /// Calls `listener` with each move and its count, in the order of the moves. Returns the sum of the counts; `None` if
    /// the count was stopped.
    pub fn divide(self, position: &AnyPosition, mut listener: impl FnMut(AnyMove, u64)) -> Option<u64> {
        let Some(below) = self.depth.checked_sub(1) else {
            return Some(1);
        };
        let moves = self.moves(position);
        let shared = (self.threads > 1 && self.depth > 2).then(|| self.count_on_threads(position, &moves));
        let mut total = 0;
        for (index, mv) in moves.into_iter().enumerate() {
            let alone = || self.count(&position.play(mv), below);
            let nodes = shared.as_ref().map_or_else(alone, |counts| counts[index]);
            if (self.stop)() {
                return None;
            }
            listener(mv, nodes);
            total += nodes;
        }
        Some(total)
    }

    fn moves(self, position: &AnyPosition) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        let add = |mv| moves.push(mv);
        if self.count_paths {
            position.for_each_path(add)
        } else {
            position.for_each_move(add)
        }
        moves
    }

    fn count(self, position: &AnyPosition, depth: u32) -> u64 {
        position.perft(depth, self.count_paths, self.stop)
    }

    /// The count of every move. The threads share pairs of moves, since single moves differ too much in size.
    fn count_on_threads(self, position: &AnyPosition, moves: &[AnyMove]) -> Vec<u64> {
        let mut tasks = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            let child = position.play(mv);
            let replies = self.moves(&child).into_iter();
            tasks.extend(replies.map(|reply| (index, child.play(reply))));
        }
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let next = AtomicUsize::new(0);
        parallel_map(0..self.threads.min(tasks.len()), |_| {
            while let Some((index, grandchild)) = tasks.get(next.fetch_add(1, Relaxed)) {
                counts[*index].fetch_add(self.count(grandchild, self.depth - 2), Relaxed);
            }
        });
        counts.into_iter().map(AtomicU64::into_inner).collect()
    }
}

/// A report of a running perft.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PerftEvent {
    /// The count after a legal move.
    Move(String, u64),
    /// The total, at the end.
    Total(u64),
    /// The end of a perft that was stopped.
    Stopped,
}
