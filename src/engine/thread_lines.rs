//! The best lines that the threads of one search have found, and the choice between them.
//!
//! Threads that share a transposition table may end with different moves. Each votes for its own, with more weight the
//! deeper it has searched and the better its score is (after Stockfish, 2018).

use crate::any_position::AnyMove;
use crate::search::{Depth, Score, SearchInfo, SearchLine, SearchListener};
use parking_lot::Mutex;

/// The weight of the worst score, in the evaluation's hundredths for each ply of depth.
const LEAST_WEIGHT: i32 = 14;

/// The best line that each helper has reported last. The main thread reads them without waiting for the helpers to finish.
#[derive(Default)]
pub(super) struct ThreadLines(Mutex<Vec<SearchLine<AnyMove>>>);

impl ThreadLines {
    /// Returns the listener for one more helper. It keeps the best line of that helper.
    pub(super) fn listener(&self) -> impl SearchListener<AnyMove> {
        // The index of the line, if there is one.
        let mut index = None;
        move |info: &SearchInfo, pv: &[AnyMove]| {
            let Some(line) = SearchLine::exact(info, pv).filter(|_| info.multi_pv == 1) else { return };
            let mut lines = self.0.lock();
            match index {
                Some(index) => lines[index] = line,
                None => {
                    index = Some(lines.len());
                    lines.push(line);
                }
            }
        }
    }

    /// The line of the helper whose move wins the vote, or `None` if the main thread's move wins. The arguments are the move,
    /// depth and score of the main thread.
    pub(super) fn better_than(&self, mv: AnyMove, depth: Depth, score: Score) -> Option<SearchLine<AnyMove>> {
        let lines = self.0.lock();
        let mut votes = vec![Vote { mv, depth, score }];
        votes.extend(lines.iter().map(|line| Vote {
            mv: line.moves[0],
            depth: line.info.depth,
            score: line.info.score,
        }));
        let best = best_by_votes(&votes);
        (votes[best].mv != mv).then(|| lines[best - 1].clone())
    }
}

/// What a thread votes for.
#[derive(Clone, Copy)]
struct Vote<M> {
    mv: M,
    depth: Depth,
    score: Score,
}

/// Returns the index of the line to play.
///
/// If some thread has found a win, the nearest win is played. Otherwise the move with the most votes is played, by the line
/// with the largest weight of those with this move. A proved loss excludes all shallower lines from the vote. If no line is
/// left, the longest loss is played. Ties go to the first line.
fn best_by_votes<M: PartialEq>(votes: &[Vote<M>]) -> usize {
    let nearest_win = first_max(votes, |vote| vote.score);
    if votes[nearest_win].score.is_win() {
        return nearest_win;
    }
    let proved = votes.iter().filter(|vote| vote.score.is_loss());
    let proved_depth = proved.map(|vote| vote.depth).max().unwrap_or(0);
    let counts = |vote: &Vote<M>| !vote.score.is_loss() && vote.depth >= proved_depth;
    let counted = || votes.iter().filter(|vote| counts(vote));
    let Some(worst) = counted().map(|vote| vote.score.value()).min() else {
        return first_max(votes, |vote| vote.score.is_loss().then_some(vote.score));
    };
    let weight = |vote: &Vote<M>| i64::from(vote.score.value() - worst + LEAST_WEIGHT) * i64::from(vote.depth);
    first_max(votes, |vote| {
        let same = counted().filter(|other| other.mv == vote.mv);
        counts(vote).then(|| (same.map(weight).sum::<i64>(), weight(vote)))
    })
}

/// The index of the first vote with the greatest key.
fn first_max<M, K: Ord>(votes: &[Vote<M>], key: impl Fn(&Vote<M>) -> K) -> usize {
    (0..votes.len()).rev().max_by_key(|&index| key(&votes[index])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vote(mv: char, depth: Depth, score: Score) -> Vote<char> {
        Vote { mv, depth, score }
    }

    fn chosen(lines: &[(char, Depth, i32)]) -> usize {
        let votes = lines.iter().map(|&(mv, depth, score)| vote(mv, depth, Score::estimate(score)));
        best_by_votes(&votes.collect::<Vec<_>>())
    }

    #[test]
    fn most_votes_decide() {
        assert_eq!(chosen(&[('a', 10, 30)]), 0);
        assert_eq!(chosen(&[('a', 10, 30), ('b', 10, 30)]), 0, "equal");
        assert_eq!(chosen(&[('a', 10, 30), ('b', 11, 30)]), 1, "deeper");
        assert_eq!(chosen(&[('a', 10, 30), ('b', 10, 31)]), 1, "better");
        assert_eq!(chosen(&[('a', 10, 30), ('b', 10, 25), ('b', 10, 25)]), 1, "two of three");
        assert_eq!(chosen(&[('a', 10, 60), ('b', 10, 25), ('b', 10, 25)]), 0, "much better");
        assert_eq!(chosen(&[('a', 0, 0), ('b', 1, -300)]), 1, "nothing searched");
    }

    #[test]
    fn the_nearest_win_is_played() {
        let far = vote('a', 20, Score::win_in(9));
        assert_eq!(best_by_votes(&[far, vote('b', 5, Score::win_in(3)), far]), 1);
    }

    #[test]
    fn a_loss_that_was_proved_stands() {
        let lost = vote('a', 20, Score::loss_in(4));
        let unaware = |depth| vote('b', depth, Score::estimate(-200));
        assert_eq!(best_by_votes(&[lost, unaware(8)]), 0);
        assert_eq!(best_by_votes(&[lost, unaware(20)]), 1);
        assert_eq!(best_by_votes(&[lost, unaware(8), vote('c', 10, Score::loss_in(8))]), 2);
    }

    #[test]
    fn of_the_lines_with_the_elected_move_the_deepest_is_played() {
        assert_eq!(chosen(&[('a', 9, 10), ('b', 6, 10), ('b', 20, 10)]), 2);
    }
}
