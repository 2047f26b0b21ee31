//! Weaker play for weaker opponents, in any game and with any clock.
//!
//! The search visits a limited number of nodes a move, and picks some moves at random from the best few: the lower the
//! rating, the more of them. Clocks and other limits still apply.

use super::bound::Bound;
use super::listener::{SearchInfo, SearchListener};
use crate::game::Game;

/// How the play of the engine is limited: by a share of random moves. The limit of nodes is the same at every rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthLimit {
    /// How many moves of a thousand are chosen at random.
    random_moves: u32,
}

impl StrengthLimit {
    /// The lowest rating offered.
    pub const MIN_ELO: u64 = 800;
    /// The highest rating offered.
    pub const MAX_ELO: u64 = 2400;
    /// The default rating.
    pub const DEFAULT_ELO: u64 = 1500;
    /// The most positions to visit for a move, at any rating.
    pub const NODES: u64 = 40_000;
    /// A random move is chosen among at most this many of the best ones.
    pub const CANDIDATES: usize = 8;

    /// The limit with which the engine plays at the rating `elo`, which is held within the range
    /// offered.
    pub fn from_elo(elo: u64) -> StrengthLimit {
        let elo = elo.clamp(Self::MIN_ELO, Self::MAX_ELO);
        let weakness = (Self::MAX_ELO - elo) as f64 / (Self::MAX_ELO - Self::MIN_ELO) as f64;
        StrengthLimit { random_moves: (1000.0 * weakness.powf(RANDOM_MOVES_EXPONENT)) as u32 }
    }

    /// Whether a move is chosen at random. `random` is any number, all equally likely; its low half decides.
    pub fn is_random_move(self, random: u64) -> bool {
        let thousandth = ((random & 0xffff_ffff) * 1000) >> 32;
        thousandth < u64::from(self.random_moves)
    }
}

// The constants of this file were fitted by matches (docs/measurements.md). A difference of 200 points gives about 200 Elo
// in self-play, and from 1600 to 2400 the ratings are close to `UCI_Elo` in Stockfish 15.1. A node limit alone cannot do
// both: doubling the nodes gains 200 Elo in self-play, but only about 100 Elo against Stockfish.

/// The share of random moves grows with this power of the distance to the highest rating.
const RANDOM_MOVES_EXPONENT: f64 = 1.35;

/// The greatest loss of a random move against the best one, in the unit of the evaluation: 9 pawns with a network of chess,
/// 15 pawns or men with all other evaluations.
const MARGIN: i32 = 1500;

/// Listens to a search, and chooses at random among the lines that it reports last.
pub struct LineChooser<'a, G: Game> {
    /// How many lines are passed on to `listener`.
    shown_lines: usize,
    listener: &'a mut dyn SearchListener<G>,
    candidates: Vec<(SearchInfo, Vec<G::Move>)>,
}

impl<'a, G: Game> LineChooser<'a, G> {
    /// A chooser that passes the best `shown_lines` lines on to `listener`.
    pub fn new(shown_lines: usize, listener: &'a mut dyn SearchListener<G>) -> Self {
        LineChooser { shown_lines, listener, candidates: Vec::new() }
    }

    /// The line to play instead of `best`, the best line of the search; `random` is any number, all
    /// equally likely. If one line is shown, another line than the best is reported once more, since the last
    /// report before a move should be about that move. Several lines stay as they are, in the order of their scores.
    pub fn choose(mut self, best: Vec<G::Move>, random: u64) -> Vec<G::Move> {
        let Some(&(first, _)) = self.candidates.first() else {
            return best;
        };
        let least = first.score - MARGIN;
        self.candidates.retain(|(info, _)| info.score >= least);
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

impl<G: Game> SearchListener<G> for LineChooser<'_, G> {
    fn info(&mut self, info: &SearchInfo, line: &[G::Move]) {
        if info.multi_pv <= self.shown_lines {
            self.listener.info(info, line);
        }
        if info.bound != Bound::Exact || info.multi_pv > StrengthLimit::CANDIDATES {
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
    use crate::game::StartPosition;
    use crate::games::tictactoe::TicTacToe;
    use crate::search::{Score, ShownScore};
    use std::time::Duration;

    #[derive(Default)]
    struct Heard(Vec<(usize, i32)>);

    impl SearchListener<TicTacToe> for Heard {
        fn info(&mut self, info: &SearchInfo, _: &[<TicTacToe as Game>::Move]) {
            self.0.push((info.multi_pv, info.score.value()));
        }
    }

    fn info(depth: i32, rank: usize, score: i32) -> SearchInfo {
        SearchInfo {
            depth,
            seldepth: 1,
            multi_pv: rank,
            score: Score::estimate(score),
            shown_score: ShownScore::Estimate(score),
            wdl: None,
            bound: Bound::Exact,
            nodes: 1,
            tb_hits: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
        }
    }

    /// The choice, as the number of the move, among lines with these scores.
    fn choice(scores: &[i32], random: u64) -> (usize, Vec<(usize, i32)>) {
        let moves = TicTacToe::start().moves();
        let mut heard = Heard::default();
        let mut chooser = LineChooser::new(1, &mut heard);
        // The last time because the search was stopped.
        for depth in [1, 2, 2] {
            for (index, &score) in scores.iter().enumerate() {
                chooser.info(&info(depth, index + 1, score), &moves[index..=index]);
            }
        }
        let line = chooser.choose(vec![moves[0]], random);
        let number = moves.iter().position(|&mv| mv == line[0]).unwrap();
        (number, heard.0)
    }

    #[test]
    fn only_moves_within_the_margin_are_chosen() {
        let chosen = |scores: &[i32], random| choice(scores, random).0;
        let alone = [50, 49 - MARGIN];
        assert_eq!([0, 1 << 63, u64::MAX].map(|random| chosen(&alone, random)), [0; 3]);
        let two = [50, 50 - MARGIN, 49 - MARGIN];
        assert_eq!([0, 1 << 63].map(|random| chosen(&two, random)), [0, 1]);
        let three = [50, 40, 0, 49 - MARGIN];
        let thirds = [0, 1, 2].map(|third| chosen(&three, third * (u64::MAX / 3) + third));
        assert_eq!(thirds, [0, 1, 2]);
    }

    #[test]
    fn a_mate_found_in_an_iteration_that_was_stopped_is_played() {
        let moves = TicTacToe::start().moves();
        let mut heard = Heard::default();
        let mut chooser = LineChooser::new(1, &mut heard);
        for (index, score) in [50, 40, 30].into_iter().enumerate() {
            chooser.info(&info(1, index + 1, score), &moves[index..=index]);
        }
        let mate = SearchInfo { score: Score::win_in(3), ..info(1, 1, 0) };
        chooser.info(&mate, &moves[2..3]);
        for (index, score) in [50, 40].into_iter().enumerate() {
            chooser.info(&info(1, index + 2, score), &moves[index..=index]);
        }
        assert_eq!(chooser.choose(vec![moves[2]], u64::MAX), [moves[2]]);
    }

    #[test]
    fn lines_that_are_shown_stay_in_their_order() {
        let moves = TicTacToe::start().moves();
        let mut heard = Heard::default();
        let mut chooser = LineChooser::new(2, &mut heard);
        for (index, score) in [50, 40].into_iter().enumerate() {
            chooser.info(&info(1, index + 1, score), &moves[index..=index]);
        }
        assert_eq!(chooser.choose(vec![moves[0]], u64::MAX), [moves[1]]);
        assert_eq!(heard.0, [(1, 50), (2, 40)]);
    }

    #[test]
    fn more_lines_than_candidates_change_nothing() {
        const CANDIDATES: usize = StrengthLimit::CANDIDATES;
        let scores = [0; CANDIDATES + 1];
        assert_eq!(choice(&scores, u64::MAX).0, CANDIDATES - 1);
    }

    #[test]
    fn the_last_report_is_about_the_move_that_is_played() {
        let (_, heard) = choice(&[50, 40], u64::MAX);
        assert_eq!(heard, [(1, 50), (1, 50), (1, 50), (1, 40)]);
        let (_, heard) = choice(&[50, 40], 0);
        assert_eq!(heard, [(1, 50); 3]);
    }

    #[test]
    fn strength_grows_with_the_rating() {
        let ladder = (StrengthLimit::MIN_ELO..=StrengthLimit::MAX_ELO).map(StrengthLimit::from_elo);
        assert!(ladder.is_sorted_by(|low, high| low.random_moves >= high.random_moves));
        assert_eq!(StrengthLimit::from_elo(0), StrengthLimit::from_elo(StrengthLimit::MIN_ELO));
        let random_moves = |elo| StrengthLimit::from_elo(elo).random_moves;
        assert_eq!([0, 1600, u64::MAX].map(random_moves), [1000, 392, 0]);
    }

    #[test]
    fn the_share_of_random_moves_is_kept() {
        let quarter = StrengthLimit { random_moves: 250 };
        let random = |part: u64| quarter.is_random_move((part << 30) | (7 << 32));
        assert_eq!([0, 1, 2, 3].map(random), [true, false, false, false]);
        let is_random = |elo| StrengthLimit::from_elo(elo).is_random_move(u64::MAX);
        assert!(is_random(StrengthLimit::MIN_ELO));
        assert!(!StrengthLimit::from_elo(StrengthLimit::MAX_ELO).is_random_move(0));
    }
}
