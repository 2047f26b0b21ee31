//! Retrograde analysis: solves every position of a finite set, backward from the ends of the game
//! (Ströhlein 1970; with counters of moves, Thompson 1986).
//!
//! A position is won as soon as one of its moves leads to a lost position, and lost when all of them lead
//! to won positions. Each newly solved position updates its predecessors, so every move is looked at once.
//! Positions that are never solved are drawn. The positions at one distance are found by a scan of the
//! bytes with the distances, which is cheaper than lists.

use crate::game::Outcome;
use crate::system::StopSignal;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize};

/// A finite set of positions, numbered from 0, with what is known about them at the start.
pub trait PositionGraph: Sync {
    /// The number of positions.
    fn size(&self) -> usize;

    /// Calls `tell` once for each position of the range, in order, with what is known about it.
    fn initial_values(&self, range: Range<usize>, tell: impl FnMut(InitialValue));

    /// Calls `tell` once for each move from a position of the set to `position`, with the position before
    /// the move. Positions that were settled at the start may be left out.
    fn predecessors(&self, position: usize, tell: impl FnMut(usize));
}

/// What is known about a position at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InitialValue {
    /// Its value for the side to move, and the plies until a move leaves the set or the game is over.
    Settled(Outcome, u8),
    /// Unsolved: no move that leaves the set wins.
    Open {
        /// How many moves stay in the set: 1 to 126.
        moves: u8,
        /// Whether some move that leaves the set draws.
        safe: bool,
    },
}

/// The threads that do the work, and when they stop.
#[derive(Clone, Copy)]
pub struct ThreadPool<'a> {
    /// Runs the function that it is given on all threads at once, at least on one.
    pub run_on_all_threads: &'a (dyn Fn(&(dyn Fn() + Sync)) + Sync),
    /// Stops the work.
    pub stop: StopSignal<'a>,
}

/// The work was given up because the pool was interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// The solved positions of a set.
pub struct Solution {
    /// The distance of a solved position plus one; 0 for the others.
    levels: Vec<AtomicU8>,
    /// The value of a solved position; for the others, how many moves are not yet known to lose.
    marks: Vec<AtomicU8>,
    /// The highest level of the positions that were settled at the start.
    last: AtomicU8,
}

const WON: u8 = 255;
const LOST: u8 = 254;
const DRAWN: u8 = 253;

/// The mark of a position where some move draws, so that no moves are counted.
const SAFE: u8 = 128;

/// How many positions a thread takes at a time.
const CHUNK: usize = 1 << 16;

/// Solves a set of positions. Panics if a distance exceeds 253 plies.
pub fn solve(graph: &impl PositionGraph, pool: ThreadPool) -> Result<Solution, Interrupted> {
    let bytes = || (0..graph.size()).map(|_| AtomicU8::new(0)).collect();
    let solution = Solution { levels: bytes(), marks: bytes(), last: AtomicU8::new(0) };
    pool.share(graph.size(), |range| solution.begin(graph, range))?;
    for level in 1..=u8::MAX {
        let found = AtomicUsize::new(0);
        pool.share(graph.size(), |range| {
            found.fetch_add(solution.step(graph, level, range), Relaxed);
        })?;
        if found.into_inner() == 0 && level >= solution.last.load(Relaxed) {
            return Ok(solution);
        }
    }
    panic!("a distance of more than 253 plies");
}

impl ThreadPool<'_> {
    /// Runs `work` on parts of `0..size`, in any order.
    pub fn share(&self, size: usize, work: impl Fn(Range<usize>) + Sync) -> Result<(), Interrupted> {
        let next = AtomicUsize::new(0);
        let given_up = AtomicBool::new(false);
        (self.run_on_all_threads)(&|| {
            loop {
                let start = next.fetch_add(CHUNK, Relaxed);
                if start >= size {
                    return;
                }
                if (self.stop)() {
                    return given_up.store(true, Relaxed);
                }
                work(start..size.min(start + CHUNK));
            }
        });
        if given_up.into_inner() { Err(Interrupted) } else { Ok(()) }
    }
}

impl Solution {
    /// The value of a position for the side to move, and the distance in plies (0 if it is drawn).
    pub fn value(&self, position: usize) -> (Outcome, u8) {
        match self.marks[position].load(Relaxed) {
            WON => (Outcome::Win, self.levels[position].load(Relaxed) - 1),
            LOST => (Outcome::Loss, self.levels[position].load(Relaxed) - 1),
            _ => (Outcome::Draw, 0),
        }
    }

    fn begin(&self, graph: &impl PositionGraph, range: Range<usize>) {
        let (mut positions, mut last) = (range.clone(), 0);
        graph.initial_values(range, |start| {
            let position = positions.next().expect("as many as were asked for");
            let (mark, level) = match start {
                InitialValue::Settled(Outcome::Win, plies) => (WON, plies + 1),
                InitialValue::Settled(Outcome::Loss, plies) => (LOST, plies + 1),
                InitialValue::Settled(Outcome::Draw, _) => (DRAWN, 0),
                InitialValue::Open { safe: true, .. } => (SAFE, 0),
                InitialValue::Open { moves, .. } => (moves, 0),
            };
            self.marks[position].store(mark, Relaxed);
            self.levels[position].store(level, Relaxed);
            last = last.max(level);
        });
        self.last.fetch_max(last, Relaxed);
    }

    /// Updates the predecessors of the positions at a level; returns how many positions are at it.
    fn step(&self, graph: &impl PositionGraph, level: u8, range: Range<usize>) -> usize {
        let mut found = 0;
        for position in range {
            if self.levels[position].load(Relaxed) != level {
                continue;
            }
            found += 1;
            if self.marks[position].load(Relaxed) == WON {
                graph.predecessors(position, |before| self.count_down(before, level + 1));
            } else {
                graph.predecessors(position, |before| self.win(before, level + 1));
            }
        }
        found
    }

    /// Some move of this position wins.
    fn win(&self, position: usize, level: u8) {
        let mark = &self.marks[position];
        // A second thread that gets here at the same time stores the same level.
        if mark.load(Relaxed) < DRAWN {
            mark.store(WON, Relaxed);
            self.levels[position].store(level, Relaxed);
        }
    }

    /// One more move of this position loses.
    fn count_down(&self, position: usize, level: u8) {
        let mark = &self.marks[position];
        let open = |left: u8| (left < SAFE).then(|| if left == 1 { LOST } else { left - 1 });
        if mark.fetch_update(Relaxed, Relaxed, open) == Ok(1) {
            self.levels[position].store(level, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nim with one heap: a move takes one, two or three; the side that cannot move has lost. The last
    /// number is a position with one move, which leads back to it.
    struct Heap(usize);

    impl PositionGraph for Heap {
        fn size(&self) -> usize {
            self.0 + 1
        }

        fn initial_values(&self, range: Range<usize>, mut tell: impl FnMut(InitialValue)) {
            for heap in range {
                tell(match heap {
                    0 => InitialValue::Settled(Outcome::Loss, 0),
                    heap if heap == self.0 => InitialValue::Open { moves: 1, safe: false },
                    heap => InitialValue::Open { moves: heap.min(3) as u8, safe: heap % 100 == 99 },
                });
            }
        }

        fn predecessors(&self, heap: usize, mut tell: impl FnMut(usize)) {
            if heap == self.0 {
                tell(heap);
            } else {
                (heap + 1..self.0.min(heap + 4)).for_each(&mut tell);
            }
        }
    }

    fn on_three_threads(work: &(dyn Fn() + Sync)) {
        std::thread::scope(|scope| {
            scope.spawn(work);
            scope.spawn(work);
            work();
        });
    }

    fn pool<'a>(together: &'a (dyn Fn(&(dyn Fn() + Sync)) + Sync)) -> ThreadPool<'a> {
        ThreadPool { run_on_all_threads: together, stop: &|| false }
    }

    #[test]
    fn a_heap_is_lost_if_four_divides_it() {
        for pool in [pool(&|work| work()), pool(&on_three_threads)] {
            let solution = solve(&Heap(99), pool).unwrap();
            for heap in 0..99_usize {
                let (value, plies) = solution.value(heap);
                let lost = heap % 4 == 0;
                assert_eq!(value == Outcome::Loss, lost, "{heap}");
                assert_eq!(usize::from(plies), heap.div_ceil(4) * 2 - usize::from(!lost), "{heap}");
            }
            assert_eq!(solution.value(99), (Outcome::Draw, 0));
        }
    }

    #[test]
    fn an_interrupted_pool_gives_up() {
        let pool = ThreadPool { run_on_all_threads: &on_three_threads, stop: &|| true };
        assert_eq!(solve(&Heap(99), pool).err(), Some(Interrupted));
    }
}
