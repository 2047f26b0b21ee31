//! Backward analysis: the value of every position of a finite set, from the ends of the game back
//! (Ströhlein 1970; with counted moves, Thompson 1986).
//!
//! A position is won as soon as one of its moves leads to a lost one, and lost when all of them
//! lead to won ones. So each newly settled position looks at those that lead to it, and every move
//! is looked at once. What is never settled is drawn. The positions of one distance are found by
//! going through the bytes that hold the distances: that is cheaper than to keep lists of them.

use crate::game::Outcome;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize};

/// A finite set of positions, numbered from 0 on, and what is known of them at first.
pub trait PositionGraph: Sync {
    /// How many positions there are.
    fn size(&self) -> usize;

    /// Tells of every position of a range, in order, what is known of it.
    fn initial_values(&self, range: Range<usize>, tell: impl FnMut(InitialValue));

    /// Tells every position of the set from which a move leads to `position`, once for each such
    /// move. Those that were settled from the beginning may be left out.
    fn predecessors(&self, position: usize, tell: impl FnMut(usize));
}

/// What is known of a position before the others are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InitialValue {
    /// Its value, and the plies after which the set is left, or the game over.
    Settled(Outcome, u8),
    /// No move that leaves the set wins.
    Open {
        /// How many moves stay in the set, at least one, fewer than 127.
        moves: u8,
        /// Whether a move that leaves the set draws.
        safe: bool,
    },
}

/// Who does the work, and until when.
#[derive(Clone, Copy)]
pub struct ThreadPool<'a> {
    /// Does what it is given on all threads at once: at least on one.
    pub run_on_all_threads: &'a (dyn Fn(&(dyn Fn() + Sync)) + Sync),
    /// Asked now and then: whether to give up.
    pub interrupted: &'a (dyn Fn() -> bool + Sync),
}

/// The work was given up when it was told to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// The values of all positions of a set.
pub struct Solution {
    /// One more than the distance of a settled position; 0 for others.
    levels: Vec<AtomicU8>,
    /// Of a settled position its value, of others how many moves are not known to lose.
    marks: Vec<AtomicU8>,
    /// The highest level that was known from the beginning.
    last: AtomicU8,
}

const WON: u8 = 255;
const LOST: u8 = 254;
const DRAWN: u8 = 253;

/// Some move draws: there is nothing to count.
const SAFE: u8 = 128;

/// Positions that a thread takes at a time.
const CHUNK: usize = 1 << 16;

/// Solves a set.
pub fn solve(graph: &impl PositionGraph, crew: ThreadPool) -> Result<Solution, Interrupted> {
    let bytes = || (0..graph.size()).map(|_| AtomicU8::new(0)).collect();
    let solution = Solution {
        levels: bytes(),
        marks: bytes(),
        last: AtomicU8::new(0),
    };
    crew.share(graph.size(), |range| solution.begin(graph, range))?;
    for level in 1..=u8::MAX {
        let found = AtomicUsize::new(0);
        crew.share(graph.size(), |range| {
            found.fetch_add(solution.step(graph, level, range), Relaxed);
        })?;
        if found.into_inner() == 0 && level >= solution.last.load(Relaxed) {
            return Ok(solution);
        }
    }
    panic!("a distance of more than 253 plies");
}

impl ThreadPool<'_> {
    /// Does the work on parts of `0..size`, in any order.
    pub fn share(
        &self,
        size: usize,
        work: impl Fn(Range<usize>) + Sync,
    ) -> Result<(), Interrupted> {
        let next = AtomicUsize::new(0);
        let given_up = AtomicBool::new(false);
        (self.run_on_all_threads)(&|| {
            loop {
                let start = next.fetch_add(CHUNK, Relaxed);
                if start >= size {
                    return;
                }
                if (self.interrupted)() {
                    return given_up.store(true, Relaxed);
                }
                work(start..size.min(start + CHUNK));
            }
        });
        if given_up.into_inner() {
            return Err(Interrupted);
        }
        Ok(())
    }
}

impl Solution {
    /// The value of a position for the side to move, and its distance in plies unless it is drawn.
    pub fn value(&self, position: usize) -> (Outcome, u8) {
        match self.marks[position].load(Relaxed) {
            WON => (Outcome::Win, self.levels[position].load(Relaxed) - 1),
            LOST => (Outcome::Loss, self.levels[position].load(Relaxed) - 1),
            _ => (Outcome::Draw, 0),
        }
    }

    fn begin(&self, graph: &impl PositionGraph, range: Range<usize>) {
        let (mut places, mut last) = (range.clone(), 0);
        graph.initial_values(range, |start| {
            let place = places.next().expect("as many as were asked for");
            let (mark, level) = match start {
                InitialValue::Settled(Outcome::Win, plies) => (WON, plies + 1),
                InitialValue::Settled(Outcome::Loss, plies) => (LOST, plies + 1),
                InitialValue::Settled(Outcome::Draw, _) => (DRAWN, 0),
                InitialValue::Open { safe: true, .. } => (SAFE, 0),
                InitialValue::Open { moves, .. } => (moves, 0),
            };
            self.marks[place].store(mark, Relaxed);
            self.levels[place].store(level, Relaxed);
            last = last.max(level);
        });
        self.last.fetch_max(last, Relaxed);
    }

    /// Settles what follows from the positions of a level; tells how many of these there are.
    fn step(&self, graph: &impl PositionGraph, level: u8, range: Range<usize>) -> usize {
        let mut found = 0;
        for position in range {
            if self.levels[position].load(Relaxed) != level {
                continue;
            }
            found += 1;
            match self.marks[position].load(Relaxed) == WON {
                true => graph.predecessors(position, |before| self.count_down(before, level + 1)),
                false => graph.predecessors(position, |before| self.win(before, level + 1)),
            }
        }
        found
    }

    /// A move of this position is known to win.
    fn win(&self, position: usize, level: u8) {
        let mark = &self.marks[position];
        // Whoever comes second has the same level to tell.
        if mark.load(Relaxed) < DRAWN {
            mark.store(WON, Relaxed);
            self.levels[position].store(level, Relaxed);
        }
    }

    /// One more move of this position is known to lose.
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

    /// Nim with one heap: take one, two or three; who cannot has lost. And a bench beside it where
    /// both can only wait.
    struct Heap(usize);

    impl PositionGraph for Heap {
        fn size(&self) -> usize {
            self.0 + 1
        }

        fn initial_values(&self, range: Range<usize>, mut tell: impl FnMut(InitialValue)) {
            for heap in range {
                tell(match heap {
                    0 => InitialValue::Settled(Outcome::Loss, 0),
                    heap if heap == self.0 => InitialValue::Open {
                        moves: 1,
                        safe: false,
                    },
                    heap => InitialValue::Open {
                        moves: heap.min(3) as u8,
                        safe: heap % 100 == 99,
                    },
                });
            }
        }

        fn predecessors(&self, heap: usize, mut tell: impl FnMut(usize)) {
            match heap == self.0 {
                true => tell(heap),
                false => (heap + 1..self.0.min(heap + 4)).for_each(&mut tell),
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

    fn crew<'a>(together: &'a (dyn Fn(&(dyn Fn() + Sync)) + Sync)) -> ThreadPool<'a> {
        ThreadPool {
            run_on_all_threads: together,
            interrupted: &|| false,
        }
    }

    #[test]
    fn a_heap_is_lost_if_four_divides_it() {
        for crew in [crew(&|work| work()), crew(&on_three_threads)] {
            let solution = solve(&Heap(99), crew).unwrap();
            for heap in 0..99_usize {
                let (value, plies) = solution.value(heap);
                let lost = heap % 4 == 0;
                assert_eq!(value == Outcome::Loss, lost, "{heap}");
                assert_eq!(
                    usize::from(plies),
                    heap.div_ceil(4) * 2 - usize::from(!lost),
                    "{heap}"
                );
            }
            assert_eq!(solution.value(99), (Outcome::Draw, 0));
        }
    }

    #[test]
    fn it_ends_when_it_is_told_to() {
        let crew = ThreadPool {
            run_on_all_threads: &on_three_threads,
            interrupted: &|| true,
        };
        assert_eq!(solve(&Heap(99), crew).err(), Some(Interrupted));
    }
}
