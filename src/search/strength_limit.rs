//! Weaker play for weaker opponents, in any game and with any clock.
//!
//! The search may visit only a limited number of positions for a move. At the lowest ratings the move is
//! also chosen at random among a few good ones. Clocks and other limits hold as well.

use super::bound::Bound;
use super::listener::{SearchInfo, SearchListener};
use crate::game::Game;

/// How the play of the engine is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthLimit {
    /// The most positions to visit for a move.
    pub nodes: u64,
    /// How much worse than the best move the chosen one may be, in the evaluation's hundredths.
    pub margin: i32,
}

impl StrengthLimit {
    /// The lowest rating offered.
    pub const MIN_ELO: u64 = 800;
    /// The highest rating offered.
    pub const MAX_ELO: u64 = 2400;
    /// The default rating.
    pub const DEFAULT_ELO: u64 = 1500;

    /// The limit with which the engine plays at the rating `elo`, which is held within the range
    /// offered.
    pub fn from_elo(elo: u64) -> StrengthLimit {
        let elo = elo.clamp(Self::MIN_ELO, Self::MAX_ELO) as f64;
        if elo < BEST_MOVE_FROM {
            return StrengthLimit {
                nodes: CHOICE_NODES,
                margin: 1 + ((BEST_MOVE_FROM - elo) * MARGIN_PER_POINT) as i32,
            };
        }
        let doublings = (elo - BEST_MOVE_FROM) / ELO_PER_DOUBLING;
        StrengthLimit {
            nodes: (BEST_MOVE_NODES * doublings.exp2()) as u64,
            margin: 0,
        }
    }

    /// How many lines the search must find: more than one if a move is chosen among them.
    pub fn lines(&self) -> usize {
        if self.margin > 0 { CANDIDATES } else { 1 }
    }
}

// The scale is that of `UCI_Elo` in Stockfish 15.1 at 5 s + 0.05 s, measured by 24 games of chess a
// point, with an error of about 100. With the network of 37 million positions the engine scored with
//
//     165 nodes a move     40 % against 1600    that is 1530
//     650                  75 %         1600            1790
//     3000                 35 %         2000            1895
//     9200                 71 %         2000            2155
//     400 in four lines    62 %         1400            1490, and 1510 without a margin
//
// so twice the nodes are worth about 100 points (200 to 330 in games against itself, as usual). The line
// is extrapolated above 2150. With the weights, every pawn of margin cost 80 to 90 points, in 60 games
// against a margin one pawn smaller. With the network of 46 million positions, 24 games a rating against
// the same rating scored 48 % at 1500, 52 % at 1800, 48 % at 2100, 69 % at 2400.

/// From this rating on the best move is played. It is reached with [`BEST_MOVE_NODES`].
const BEST_MOVE_FROM: f64 = 1510.0;
const BEST_MOVE_NODES: f64 = 130.0;
/// The gain in rating from twice as many nodes.
const ELO_PER_DOUBLING: f64 = 100.0;
/// Nodes for the same rating in a search of [`CANDIDATES`] lines. With fewer, the first iteration often
/// would not finish.
const CHOICE_NODES: u64 = 400;
/// Hundredths of margin that cost one rating point.
const MARGIN_PER_POINT: f64 = 1.2;

/// How many moves to choose among.
const CANDIDATES: usize = 4;

/// Listens to a search, and chooses among the lines of its last complete iteration.
pub struct LineChooser<'a, G: Game> {
    margin: i32,
    /// How many lines are passed on to `listener`.
    shown_lines: usize,
    listener: &'a mut dyn SearchListener<G>,
    candidates: Vec<(SearchInfo, Vec<G::Move>)>,
    /// The last report, which tells the cost of the search up to now.
    latest: Option<SearchInfo>,
}

impl<'a, G: Game> LineChooser<'a, G> {
    /// A chooser that passes the best `shown_lines` lines on to `listener`.
    pub fn new(
        limit: &StrengthLimit,
        shown_lines: usize,
        listener: &'a mut dyn SearchListener<G>,
    ) -> Self {
        LineChooser {
            margin: limit.margin,
            shown_lines,
            listener,
            candidates: Vec::new(),
            latest: None,
        }
    }

    /// The line to play instead of `best`, the best line of the search; `random` is any number, all
    /// equally likely. Another line than the best is reported once more as the first, since the last
    /// report before a move should be about that move.
    pub fn choose(mut self, best: Vec<G::Move>, random: u64) -> Vec<G::Move> {
        let Some((first, _)) = self.candidates.first() else {
            return best;
        };
        let least = first.score - self.margin;
        self.candidates.retain(|(info, _)| info.score >= least);
        // A random index below the number of candidates (multiply-shift).
        let index = (u128::from(random) * self.candidates.len() as u128) >> 64;
        let (info, line) = self.candidates.swap_remove(index as usize);
        if line.first() == best.first() {
            return best;
        }
        let latest = self.latest.unwrap_or(info);
        let info = SearchInfo {
            multi_pv: 1,
            nodes: latest.nodes,
            elapsed: latest.elapsed,
            ..info
        };
        self.listener.info(&info, &line);
        line
    }
}

impl<G: Game> SearchListener<G> for LineChooser<'_, G> {
    fn info(&mut self, info: &SearchInfo, line: &[G::Move]) {
        self.latest = Some(*info);
        if info.multi_pv <= self.shown_lines {
            self.listener.info(info, line);
        }
        if self.margin == 0 || info.bound != Bound::Exact {
            return;
        }
        if info.multi_pv == 1 {
            // A search that was stopped reports its best line once more, alone.
            let first = self.candidates.first();
            if first.is_some_and(|(before, _)| before.depth == info.depth) {
                return;
            }
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
    use crate::search::Score;
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
            shown_score: Score::estimate(score),
            wdl: None,
            bound: Bound::Exact,
            nodes: 1,
            tb_hits: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
        }
    }

    /// The choice, as the number of the move, among lines with these scores.
    fn choice(margin: i32, scores: &[i32], random: u64) -> (usize, Vec<(usize, i32)>) {
        let moves = TicTacToe::start().moves();
        let mut heard = Heard::default();
        let limit = StrengthLimit { nodes: 1, margin };
        let mut chooser = LineChooser::new(&limit, 1, &mut heard);
        for depth in [1, 2] {
            for (index, &score) in scores.iter().enumerate() {
                chooser.info(&info(depth, index + 1, score), &moves[index..=index]);
            }
        }
        chooser.info(&info(2, 1, scores[0]), &moves[..1]);
        let line = chooser.choose(vec![moves[0]], random);
        let number = moves.iter().position(|&mv| mv == line[0]).unwrap();
        (number, heard.0)
    }

    #[test]
    fn only_moves_within_the_margin_are_chosen() {
        let scores = [50, 40, 0, -200];
        let chosen = |margin, random| choice(margin, &scores, random).0;
        assert_eq!(
            [0, 1 << 63, u64::MAX].map(|random| chosen(0, random)),
            [0; 3]
        );
        assert_eq!([0, 1 << 63].map(|random| chosen(10, random)), [0, 1]);
        let thirds = [0, 1, 2].map(|third| chosen(50, third * (u64::MAX / 3) + third));
        assert_eq!(thirds, [0, 1, 2]);
        assert_eq!(chosen(1000, u64::MAX), 3);
    }

    #[test]
    fn the_last_report_is_about_the_move_that_is_played() {
        let (_, heard) = choice(10, &[50, 40], u64::MAX);
        assert_eq!(heard, [(1, 50), (1, 50), (1, 50), (1, 40)]);
        let (_, heard) = choice(10, &[50, 40], 0);
        assert_eq!(heard, [(1, 50); 3]);
    }

    #[test]
    fn strength_grows_with_the_rating() {
        let ladder = (StrengthLimit::MIN_ELO..=StrengthLimit::MAX_ELO).map(StrengthLimit::from_elo);
        assert!(ladder.is_sorted_by_key(|limit| (-limit.margin, limit.nodes)));
        assert_eq!(
            StrengthLimit::from_elo(0),
            StrengthLimit::from_elo(StrengthLimit::MIN_ELO)
        );
        assert!(StrengthLimit::from_elo(u64::MAX).nodes > 30_000);
    }
}
