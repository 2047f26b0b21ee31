//! Weaker play for weaker opponents, in any game and at any clock.
//!
//! A search is held back by a cap on the positions that it may visit for a move; at the lowest
//! ratings the move is moreover chosen at random among a few good ones. Clocks and other limits
//! hold besides: whichever comes first.

use super::bound::Bound;
use super::listener::{SearchInfo, SearchListener};
use crate::game::Game;

/// How much worse than it could the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthLimit {
    /// The most positions to visit for a move.
    pub nodes: u64,
    /// How much worse than the best a chosen move may be, in hundredths as the evaluation
    /// counts them.
    pub margin: i32,
}

impl StrengthLimit {
    /// The least rating offered.
    pub const MIN_ELO: u64 = 800;
    /// The greatest rating offered.
    pub const MAX_ELO: u64 = 2400;
    /// The rating at the start.
    pub const DEFAULT_ELO: u64 = 1500;

    /// The handicap with which the engine plays like an opponent of rating `elo`.
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

    /// How many lines the search must find for a move to be chosen among them.
    pub fn lines(&self) -> usize {
        if self.margin > 0 { CANDIDATES } else { 1 }
    }
}

// The scale is that of `UCI_Elo` in Stockfish 15.1 at 5 s + 0.05 s, of 24 games of chess a point, each
// good to a hundred or so. By the network of 37 million positions the engine scored with
//
//     165 nodes a move     40 % against 1600    that is 1530
//     650                  75 %         1600            1790
//     3000                 35 %         2000            1895
//     9200                 71 %         2000            2155
//     400 in four lines    62 %         1400            1490, and 1510 without a margin
//
// so that twice the nodes are worth about 100 points; against itself they are worth 200 to 330, as
// ever. Above 2150 the line is drawn on. By the weights, every pawn of margin took 80 to 90 points,
// in games of 60 against the next margin, of one pawn less. By the network of 46 million, 24 games a
// rating against the same rating scored 48 % at 1500, 52 % at 1800, 48 % at 2100, 69 % at 2400.

/// From this rating on the best move found is played; with so many nodes it is reached.
const BEST_MOVE_FROM: f64 = 1510.0;
const BEST_MOVE_NODES: f64 = 130.0;
/// What twice as many nodes are worth.
const ELO_PER_DOUBLING: f64 = 100.0;
/// Nodes for the same rating by a search of [`CHOICE`] lines. Fewer would often not let the
/// shortest such search end.
const CHOICE_NODES: u64 = 400;
/// Hundredths of the evaluation that make a choice worse by a point.
const MARGIN_PER_POINT: f64 = 1.2;

/// Among how many moves to choose.
const CANDIDATES: usize = 4;

/// Listens to a search, and chooses among the lines of its last whole iteration.
pub struct LineChooser<'a, G: Game> {
    margin: i32,
    /// How many lines the user wants to see.
    shown: usize,
    listener: &'a mut dyn SearchListener<G>,
    candidates: Vec<(SearchInfo, Vec<G::Move>)>,
    /// What was heard last: how much the search has cost until now.
    latest: Option<SearchInfo>,
}

impl<'a, G: Game> LineChooser<'a, G> {
    /// Nothing was heard yet. What the user asked for, the best `shown` lines, is passed on.
    pub fn new(
        handicap: &StrengthLimit,
        shown: usize,
        report: &'a mut dyn SearchListener<G>,
    ) -> Self {
        LineChooser {
            margin: handicap.margin,
            shown,
            listener: report,
            candidates: Vec::new(),
            latest: None,
        }
    }

    /// The line to play where the search would play `best`. One that is not the best is told as
    /// such, for the last word before a move should be about that move.
    pub fn choose(mut self, best: Vec<G::Move>, random: u64) -> Vec<G::Move> {
        let Some((first, _)) = self.candidates.first() else {
            return best;
        };
        let least = first.score - self.margin;
        self.candidates
            .retain(|(finding, _)| finding.score >= least);
        // The upper bits of a product are the random ones.
        let ticket = (u128::from(random) * self.candidates.len() as u128) >> 64;
        let (finding, line) = self.candidates.swap_remove(ticket as usize);
        if line.first() == best.first() {
            return best;
        }
        let latest = self.latest.unwrap_or(finding);
        let finding = SearchInfo {
            multi_pv: 1,
            nodes: latest.nodes,
            elapsed: latest.elapsed,
            ..finding
        };
        self.listener.info(&finding, &line);
        line
    }
}

impl<G: Game> SearchListener<G> for LineChooser<'_, G> {
    fn info(&mut self, finding: &SearchInfo, line: &[G::Move]) {
        self.latest = Some(*finding);
        if finding.multi_pv <= self.shown {
            self.listener.info(finding, line);
        }
        if self.margin == 0 || finding.bound != Bound::Exact {
            return;
        }
        if finding.multi_pv == 1 {
            // A search that was cut short tells its best line once more, alone.
            let again = self.candidates.first();
            if again.is_some_and(|(before, _)| before.depth == finding.depth) {
                return;
            }
            self.candidates.clear();
        }
        self.candidates.push((*finding, line.to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tictactoe::TicTacToe;
    use crate::search::Score;
    use std::time::Duration;

    #[derive(Default)]
    struct Heard(Vec<(usize, i32)>);

    impl SearchListener<TicTacToe> for Heard {
        fn info(&mut self, finding: &SearchInfo, _: &[<TicTacToe as Game>::Move]) {
            self.0.push((finding.multi_pv, finding.score.value()));
        }
    }

    fn finding(depth: i32, rank: usize, score: i32) -> SearchInfo {
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
        let handicap = StrengthLimit { nodes: 1, margin };
        let mut hesitation = LineChooser::new(&handicap, 1, &mut heard);
        for depth in [1, 2] {
            for (index, &score) in scores.iter().enumerate() {
                hesitation.info(&finding(depth, index + 1, score), &moves[index..=index]);
            }
        }
        hesitation.info(&finding(2, 1, scores[0]), &moves[..1]);
        let line = hesitation.choose(vec![moves[0]], random);
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
    fn the_last_word_is_about_the_move_that_is_played() {
        let (_, heard) = choice(10, &[50, 40], u64::MAX);
        assert_eq!(heard, [(1, 50), (1, 50), (1, 50), (1, 40)]);
        let (_, heard) = choice(10, &[50, 40], 0);
        assert_eq!(heard, [(1, 50); 3]);
    }

    #[test]
    fn strength_grows_with_the_rating() {
        let ladder = (StrengthLimit::MIN_ELO..=StrengthLimit::MAX_ELO).map(StrengthLimit::from_elo);
        assert!(ladder.is_sorted_by_key(|handicap| (-handicap.margin, handicap.nodes)));
        assert_eq!(
            StrengthLimit::from_elo(0),
            StrengthLimit::from_elo(StrengthLimit::MIN_ELO)
        );
        assert!(StrengthLimit::from_elo(u64::MAX).nodes > 30_000);
    }
}
