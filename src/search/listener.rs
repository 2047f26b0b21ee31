//! What the search reports, and to whom. It never prints.

use super::{Bound, Depth, Score, ShownScore};
use std::time::Duration;

/// What the search reports about one line, without the moves of the line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchInfo {
    /// The depth of the iteration, in plies.
    pub depth: Depth,
    /// The greatest ply reached.
    pub seldepth: usize,
    /// 1 for the best line, 2 for the next best.
    pub multi_pv: usize,
    /// The score for the side to move, in the unit of the evaluation; a payoff in games with payoffs.
    pub score: Score,
    /// The same score as it is shown to users.
    pub shown_score: ShownScore,
    /// The chances of a win, a draw and a loss for the side to move, in thousandths; `None` if the game
    /// has no model of them.
    pub wdl: Option<[u16; 3]>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Positions visited since the search began, by all threads.
    pub nodes: u64,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// Time since the search was requested.
    pub elapsed: Duration,
    /// How full the transposition table is with entries of this search, in thousandths.
    pub hashfull: u16,
}

impl SearchInfo {
    /// A score that is known without a search, of the best line.
    pub fn known(score: Score, shown_score: ShownScore) -> SearchInfo {
        SearchInfo {
            depth: 1,
            seldepth: 1,
            multi_pv: 1,
            score,
            shown_score,
            wdl: None,
            bound: Bound::Exact,
            nodes: 1,
            tb_hits: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
        }
    }

    /// The expected result of the side to move, in points. For games without a win/draw/loss model, an advantage of one man
    /// counts as an expected result of three quarters, and so does one point of a payoff.
    pub fn expected_result(&self) -> f64 {
        match self.wdl {
            Some(wdl) => points(wdl),
            None => 1.0 / (1.0 + (-f64::from(self.shown_score.hundredths()) / 91.0).exp()),
        }
    }

    /// Puts the line of this report in the place of the last one with the same number.
    pub(crate) fn keep_newest<T>(&self, lines: &mut Vec<T>, line: T) {
        match lines.get_mut(self.multi_pv - 1) {
            Some(older) => *older = line,
            None => lines.push(line),
        }
    }
}

/// The expected score, from 0 to 1, for win, draw and loss probabilities in thousandths.
pub fn points([win, draw, _]: [u16; 3]) -> f64 {
    (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
}

/// A line of play, and what the search has found out about it. Moves are of type `M`.
#[derive(Clone, Debug)]
pub struct SearchLine<M> {
    /// Score, depth, nodes and time.
    pub info: SearchInfo,
    /// The moves, the best for both sides.
    pub moves: Vec<M>,
}

impl<M: Copy> SearchLine<M> {
    /// The line of a report; `None` if the score is only a bound, or if there is no move.
    pub(crate) fn exact(info: &SearchInfo, pv: &[M]) -> Option<SearchLine<M>> {
        let is_exact = info.bound == Bound::Exact && !pv.is_empty();
        is_exact.then(|| SearchLine { info: *info, moves: pv.to_vec() })
    }
}

/// Hears what a search finds. Moves are of type `M`. Called from the thread that searches.
pub trait SearchListener<M> {
    /// A line was found, or its score has changed. `pv` is its moves, the best for both sides.
    fn info(&mut self, info: &SearchInfo, pv: &[M]);

    /// The search is over. An engine calls it exactly once. `best` is the move to play, `None` if there is no legal move;
    /// `ponder` is the reply to ponder on, if the game goes on after it.
    fn best_move(&mut self, _best: Option<M>, _ponder: Option<M>) {}

    /// A message for the user about something that is wrong. The best move follows in any case.
    fn message(&mut self, _text: &str) {}

    /// Why the move is played without a search.
    fn reason(&mut self, text: &str) {
        self.message(text);
    }

    /// A message for the user about something that is as it should be.
    fn notice(&mut self, text: &str) {
        self.message(text);
    }
}

/// A closure hears the lines alone.
impl<M, F: FnMut(&SearchInfo, &[M])> SearchListener<M> for F {
    fn info(&mut self, info: &SearchInfo, pv: &[M]) {
        self(info, pv);
    }
}

/// Ignores everything.
pub struct Silent;

impl<M> SearchListener<M> for Silent {
    fn info(&mut self, _info: &SearchInfo, _pv: &[M]) {}
}
