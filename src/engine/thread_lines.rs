//! The best lines that the threads of one search have found, and the choice between them.
//!
//! Threads that share a transposition table may end with different moves. Each votes for its own, with more weight the
//! deeper it has searched and the better its score is (after Stockfish, 2018).

use crate::game::Game;
use crate::search::{Bound, Depth, Score, SearchInfo, SearchListener};
use parking_lot::Mutex;

/// What the score of the worst line counts, in the evaluation's hundredths.
const LEAST_WEIGHT: i32 = 14;

/// The lines of the helpers. They are read while the helpers still search: nobody waits for a thread.
pub(super) struct ThreadLines<M>(Mutex<Vec<ThreadLine<M>>>);

/// The last line that a thread has searched to the end of an iteration.
#[derive(Clone)]
pub(super) struct ThreadLine<M> {
    pub(super) info: SearchInfo,
    pub(super) pv: Vec<M>,
}

impl<M> Default for ThreadLines<M> {
    fn default() -> ThreadLines<M> {
        ThreadLines(Mutex::default())
    }
}

impl<M: Copy + PartialEq> ThreadLines<M> {
    /// A listener for the search of another helper.
    pub(super) fn keeper(&self) -> LineKeeper<'_, M> {
        LineKeeper {
            lines: self,
            place: None,
        }
    }

    /// The line of a helper that is to be played in place of the main thread's, whose first move, depth and score these are.
    pub(super) fn better_than(&self, mv: M, depth: Depth, score: Score) -> Option<ThreadLine<M>> {
        let lines = self.0.lock();
        let helpers = lines
            .iter()
            .map(|it| (it.pv[0], it.info.depth, it.info.score));
        let votes: Vec<_> = [(mv, depth, score)].into_iter().chain(helpers).collect();
        let chosen = elect(&votes);
        (votes[chosen].0 != mv).then(|| lines[chosen - 1].clone())
    }
}

/// The index of the elected line, where each has a move, a depth and a score: the nearest win if there is one, else the first
/// line with the move for which most votes are cast.
fn elect<M: Copy + PartialEq>(lines: &[(M, Depth, Score)]) -> usize {
    let score = |index: usize| lines[index].2;
    let first_max = |best: usize, index: usize| {
        if score(index) > score(best) {
            index
        } else {
            best
        }
    };
    let nearest = (0..lines.len()).fold(0, first_max);
    if score(nearest).is_win() {
        return nearest;
    }
    let worst = lines.iter().map(|line| line.2.value()).min().unwrap_or(0);
    let votes = |mv: M| -> i64 {
        let own = lines.iter().filter(|line| line.0 == mv);
        own.map(|line| i64::from(line.2.value() - worst + LEAST_WEIGHT) * i64::from(line.1))
            .sum()
    };
    let more_votes = |best: usize, index: usize| {
        if votes(lines[index].0) > votes(lines[best].0) {
            index
        } else {
            best
        }
    };
    (0..lines.len()).fold(0, more_votes)
}

/// Keeps the best line of a helper.
pub(super) struct LineKeeper<'a, M> {
    lines: &'a ThreadLines<M>,
    /// The place of the line, if there is one.
    place: Option<usize>,
}

impl<G: Game> SearchListener<G> for LineKeeper<'_, G::Move> {
    fn info(&mut self, info: &SearchInfo, pv: &[G::Move]) {
        if info.multi_pv > 1 || info.bound != Bound::Exact || pv.is_empty() {
            return;
        }
        let line = ThreadLine {
            info: *info,
            pv: pv.to_vec(),
        };
        let mut lines = self.lines.0.lock();
        match self.place {
            Some(place) => lines[place] = line,
            None => {
                self.place = Some(lines.len());
                lines.push(line);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(lines: &[(char, Depth, i32)]) -> usize {
        let lines = lines.iter();
        let lines: Vec<_> = lines
            .map(|&(mv, depth, score)| (mv, depth, Score::estimate(score)))
            .collect();
        elect(&lines)
    }

    #[test]
    fn most_votes_decide() {
        assert_eq!(chosen(&[('a', 10, 30)]), 0);
        assert_eq!(chosen(&[('a', 10, 30), ('b', 10, 30)]), 0, "equal");
        assert_eq!(chosen(&[('a', 10, 30), ('b', 11, 30)]), 1, "deeper");
        assert_eq!(chosen(&[('a', 10, 30), ('b', 10, 31)]), 1, "better");
        assert_eq!(
            chosen(&[('a', 10, 30), ('b', 10, 25), ('b', 10, 25)]),
            1,
            "two of three"
        );
        assert_eq!(
            chosen(&[('a', 10, 60), ('b', 10, 25), ('b', 10, 25)]),
            0,
            "much better"
        );
        assert_eq!(
            chosen(&[('a', 0, 0), ('b', 1, -300)]),
            1,
            "nothing searched"
        );
    }

    #[test]
    fn the_nearest_win_is_played() {
        let far = (('a', 20), Score::win_in(9));
        let lines =
            [far, (('b', 5), Score::win_in(3)), far].map(|((mv, depth), score)| (mv, depth, score));
        assert_eq!(elect(&lines), 1);
        let lost = Score::loss_in(4);
        assert_eq!(
            elect(&[('a', 20, lost), ('b', 8, Score::estimate(-200))]),
            1
        );
    }
}
