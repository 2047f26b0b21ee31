//! The choice of a move at random among the lines of a search, to play more weakly or not always the same.

use crate::search::{Bound, SearchInfo, SearchListener, ShownScore, StrengthLimit};

/// The greatest loss of a random move against the best one, in the unit of the evaluation: 9 pawns with a network of chess,
/// 15 pawns or men with all other evaluations.
const MARGIN: i32 = 1500;

/// The greatest difference of scores that count as equal, in hundredths of a pawn or man.
const EQUAL: i32 = 5;

/// Which lines a [`LineChooser`] chooses from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineChoice {
    /// Under a strength limit: those that do not lose too much.
    Weak,
    /// Those that are as good as the best one.
    Equal,
}

impl LineChoice {
    /// The most lines to choose from.
    pub(super) fn candidates(self) -> usize {
        match self {
            LineChoice::Weak => StrengthLimit::CANDIDATES,
            LineChoice::Equal => 4,
        }
    }

    /// Whether a line may be chosen in place of the best one. A quicker win, or a greater payoff, is never given up for variety.
    fn allows(self, best: &SearchInfo, other: &SearchInfo) -> bool {
        match (self, best.shown_score, other.shown_score) {
            (LineChoice::Weak, ..) => other.score >= best.score - MARGIN,
            (_, ShownScore::Estimate(best), ShownScore::Estimate(other)) => other >= best - EQUAL,
            (_, best, other) => other == best,
        }
    }
}

/// Listens to a search, and chooses at random among the lines that it reports last.
pub(super) struct LineChooser<'a, M> {
    choice: LineChoice,
    /// How many lines are passed on to `listener`.
    shown_lines: usize,
    listener: &'a mut dyn SearchListener<M>,
    candidates: Vec<(SearchInfo, Vec<M>)>,
}

impl<'a, M: Copy + PartialEq> LineChooser<'a, M> {
    /// A chooser that passes the best `shown_lines` lines on to `listener`.
    pub(super) fn new(choice: LineChoice, shown_lines: usize, listener: &'a mut dyn SearchListener<M>) -> Self {
        LineChooser { choice, shown_lines, listener, candidates: Vec::new() }
    }

    /// The line to play instead of `best`, the best line of the search; `random` is any number, all
    /// equally likely. If one line is shown, another line than the best is reported once more, since the last
    /// report before a move should be about that move. Several lines stay as they are, in the order of their scores.
    pub(super) fn choose(mut self, best: Vec<M>, random: u64) -> Vec<M> {
        let Some(&(first, _)) = self.candidates.first() else { return best };
        self.candidates.retain(|(info, _)| self.choice.allows(&first, info));
        // A random index below the number of candidates (multiply-shift): the high bits of the number decide, whose low half
        // has decided in `is_random_move`.
        let index = (u128::from(random) * self.candidates.len() as u128) >> 64;
        let (info, line) = self.candidates.swap_remove(index as usize);
        if line.first() == best.first() {
            return best;
        }
        if self.shown_lines == 1 {
            let info = SearchInfo { multi_pv: 1, ..info };
            self.listener.info(&info, &line);
        }
        line
    }
}

impl<M: Copy + PartialEq> SearchListener<M> for LineChooser<'_, M> {
    fn info(&mut self, info: &SearchInfo, line: &[M]) {
        if info.multi_pv <= self.shown_lines {
            self.listener.info(info, line);
        }
        if info.bound != Bound::Exact || info.multi_pv > self.choice.candidates() {
            return;
        }
        if info.multi_pv == 1 {
            self.candidates.clear();
        }
        self.candidates.push((*info, line.to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;
    use crate::search::listener::Silent;

    fn info(depth: i32, rank: usize, score: i32) -> SearchInfo {
        let known = SearchInfo::known(Score::estimate(score), ShownScore::Estimate(score));
        SearchInfo { depth, multi_pv: rank, ..known }
    }

    /// Reports moves with these scores, each as the line of its number; the first line has the number `first`.
    fn report(chooser: &mut LineChooser<usize>, depth: i32, first: usize, scores: &[i32]) {
        for (index, &score) in scores.iter().enumerate() {
            chooser.info(&info(depth, first + index, score), &[index]);
        }
    }

    /// The choice, as the number of the move, among lines with these scores.
    fn choice(scores: &[i32], random: u64) -> (usize, Vec<(usize, i32)>) {
        let mut heard = Vec::new();
        let mut hear = |info: &SearchInfo, _: &[usize]| heard.push((info.multi_pv, info.score.value()));
        let mut chooser = LineChooser::new(LineChoice::Weak, 1, &mut hear);
        // The last time because the search was stopped.
        for depth in [1, 2, 2] {
            report(&mut chooser, depth, 1, scores);
        }
        (chooser.choose(vec![0], random)[0], heard)
    }

    #[test]
    fn only_moves_within_the_margin_are_chosen() {
        let chosen = |scores: &[i32], random| choice(scores, random).0;
        let alone = [50, 49 - MARGIN];
        assert_eq!([0, 1 << 63, u64::MAX].map(|random| chosen(&alone, random)), [0; 3]);
        let two = [50, 50 - MARGIN, 49 - MARGIN];
        assert_eq!([0, 1 << 63].map(|random| chosen(&two, random)), [0, 1]);
        let three = [50, 40, 0, 49 - MARGIN];
        assert_eq!([0, 1, 2].map(|third| chosen(&three, third * (u64::MAX / 3) + third)), [0, 1, 2]);
    }

    #[test]
    fn a_mate_found_in_an_iteration_that_was_stopped_is_played() {
        let mut silent = Silent;
        let mut chooser = LineChooser::new(LineChoice::Weak, 1, &mut silent);
        report(&mut chooser, 1, 1, &[50, 40, 30]);
        chooser.info(&SearchInfo { score: Score::win_in(3), ..info(1, 1, 0) }, &[2]);
        report(&mut chooser, 1, 2, &[50, 40]);
        assert_eq!(chooser.choose(vec![2], u64::MAX), [2]);
    }

    #[test]
    fn lines_that_are_shown_stay_in_their_order() {
        let mut heard = Vec::new();
        let mut hear = |info: &SearchInfo, _: &[usize]| heard.push((info.multi_pv, info.score.value()));
        let mut chooser = LineChooser::new(LineChoice::Weak, 2, &mut hear);
        report(&mut chooser, 1, 1, &[50, 40]);
        assert_eq!(chooser.choose(vec![0], u64::MAX), [1]);
        assert_eq!(heard, [(1, 50), (2, 40)]);
    }

    #[test]
    fn more_lines_than_candidates_change_nothing() {
        const CANDIDATES: usize = StrengthLimit::CANDIDATES;
        assert_eq!(choice(&[0; CANDIDATES + 1], u64::MAX).0, CANDIDATES - 1);
    }

    #[test]
    fn the_last_report_is_about_the_move_that_is_played() {
        let (_, heard) = choice(&[50, 40], u64::MAX);
        assert_eq!(heard, [(1, 50), (1, 50), (1, 50), (1, 40)]);
        let (_, heard) = choice(&[50, 40], 0);
        assert_eq!(heard, [(1, 50); 3]);
    }

    #[test]
    fn equal_moves_differ_by_at_most_five_hundredths_and_quicker_wins_are_kept() {
        let chosen = |scores: &[ShownScore]| {
            let mut silent = Silent;
            let mut chooser = LineChooser::new(LineChoice::Equal, 1, &mut silent);
            for (index, &shown_score) in scores.iter().enumerate() {
                chooser.info(&SearchInfo { shown_score, ..info(1, index + 1, 0) }, &[index]);
            }
            chooser.choose(vec![0], u64::MAX)[0]
        };
        let estimates = |scores: &[i32]| chosen(&Vec::from_iter(scores.iter().copied().map(ShownScore::Estimate)));
        assert_eq!(estimates(&[20, 16, 15, 14]), 2);
        assert_eq!(estimates(&[20, 14]), 0);
        assert_eq!(estimates(&[20, 20, 20, 20, 20]), 3);
        assert_eq!(chosen(&[ShownScore::WinIn(3), ShownScore::WinIn(5)]), 0);
        assert_eq!(chosen(&[ShownScore::WinIn(3), ShownScore::WinIn(3), ShownScore::Estimate(900)]), 1);
        assert_eq!(chosen(&[ShownScore::Payoff(7), ShownScore::Payoff(6)]), 0);
    }
}
