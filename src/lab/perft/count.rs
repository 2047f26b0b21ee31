//! Perft on several threads.

use crate::game::{Game, perft, perft_paths};
use crate::games::{GameEntry, GameInfo, GameVisitor};
use crate::notation::{MoveStyle, Notation};
use crate::system::threads::parallel_map;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

/// The number of leaf nodes after every move, and in total.
pub struct PerftCounts {
    /// The moves in long notation with their nodes.
    pub by_move: Vec<(String, u64)>,
    /// The sum.
    pub total: u64,
}

/// What to count.
#[derive(Clone, Copy)]
pub struct PerftRequest<'a> {
    /// The position; `None`: the start position.
    pub fen: Option<&'a str>,
    /// Depth in plies.
    pub depth: u32,
    /// Whether captures by different paths count as different moves.
    pub count_paths: bool,
    /// The number of threads.
    pub threads: usize,
}

impl GameVisitor for PerftRequest<'_> {
    type Output = anyhow::Result<PerftCounts>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let start = K::start(game);
        let position = match self.fen {
            Some(text) => start.parse_position(text)?,
            None => start,
        };
        if self.depth == 0 {
            return Ok(PerftCounts { by_move: Vec::new(), total: 1 });
        }
        let moves = self.moves(&position);
        let nodes = self.count(&position, &moves);
        let name = |&mv| position.show_move(mv, MoveStyle::Long);
        Ok(PerftCounts { total: nodes.iter().sum(), by_move: moves.iter().map(name).zip(nodes).collect() })
    }
}

impl PerftRequest<'_> {
    fn moves<G: Game>(&self, position: &G) -> Vec<G::Move> {
        if !self.count_paths {
            return position.moves();
        }
        let mut moves = Vec::new();
        let _ = position.visit_paths(|mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    fn below<G: Game>(&self, position: &G, depth: u32) -> u64 {
        if self.count_paths { perft_paths(position, depth) } else { perft(position, depth) }
    }

    /// The count of every move. The threads share pairs of moves, since single moves differ too much in size.
    fn count<G: Game>(&self, position: &G, moves: &[G::Move]) -> Vec<u64> {
        if self.depth < 3 || self.threads == 1 {
            let below = |&mv| self.below(&position.play(mv), self.depth - 1);
            return moves.iter().map(below).collect();
        }
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
                counts[*index].fetch_add(self.below(grandchild, self.depth - 2), Relaxed);
            }
        });
        counts.into_iter().map(AtomicU64::into_inner).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::{Draughts, English};

    #[test]
    fn threads_change_no_count() {
        // After a move of Black a king takes the same pieces by two paths, and `keep` counts both.
        let fen = Some("B:WK19,K21,K28:B4,10,14,22,23");
        for keep in [false, true] {
            let counter = |threads| PerftRequest { fen, depth: 3, count_paths: keep, threads };
            let [one, two] = [1, 2].map(|threads| {
                let count = counter(threads).visit::<Draughts<English>>(Draughts::<English>::games()[0]).unwrap();
                (count.by_move, count.total)
            });
            assert_eq!(one, two);
            assert_eq!(one.1, if keep { 146 } else { 145 });
        }
    }
}
