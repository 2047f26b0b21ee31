//! The results of a match so far.

use super::cross_table::CrossTable;
use super::finished_game::FinishedGame;
use super::match_settings::Pairing;
use super::pair_statistics::PairStatistics;
use super::sprt::{Sprt, SprtVerdict};
use crate::game::Side;
use std::collections::{BTreeMap, HashMap};

/// Counts the games of a match, by engine.
#[derive(Default)]
pub struct Standings {
    /// The names of the engines, by index.
    pub names: Vec<String>,
    /// By engine: its results against all others.
    pub statistics: Vec<PairStatistics>,
    /// The results of every two engines, by the engine with the first move.
    pub cross_table: CrossTable,
    /// By pairing: the half points of its first engine, if one of the two games is over.
    half_played: HashMap<usize, u32>,
    /// By engine: the number of its games lost by faults, by PGN termination.
    pub faults: Vec<BTreeMap<&'static str, u32>>,
    /// The number of games by the reason for their end.
    pub reasons: BTreeMap<String, u32>,
    /// Games counted.
    pub games: usize,
    /// Games of the whole match, if no test ends it early.
    pub total: usize,
    /// The test, if there is one.
    pub sprt: Option<Sprt>,
    /// The first verdict of the test that is not [`SprtVerdict::Open`], if there is one yet.
    pub verdict: SprtVerdict,
}

impl Standings {
    /// The standings before the first game of a match with this number of pairings.
    pub fn new(names: Vec<String>, pairings: usize, sprt: Option<Sprt>) -> Standings {
        Standings {
            statistics: vec![PairStatistics::default(); names.len()],
            faults: vec![BTreeMap::new(); names.len()],
            names,
            total: 2 * pairings,
            sprt,
            ..Standings::default()
        }
    }

    /// Counts game 0 or 1 of a pairing.
    pub fn add(&mut self, pairing: &Pairing, game: usize, finished: &FinishedGame) {
        let engine = |side: Side| pairing.players(game)[side.index()];
        let half_points = match finished.winner.map(engine) {
            None => 1,
            Some(winner) => 2 * u32::from(winner == pairing.first),
        };
        let outcome = finished.winner.map_or(1, |winner| 2 * winner.index());
        self.cross_table.results.entry(pairing.players(game)).or_default()[outcome] += 1;
        self.statistics[pairing.first].add_game(half_points);
        self.statistics[pairing.second].add_game(2 - half_points);
        if let Some(other_game) = self.half_played.remove(&pairing.number) {
            self.statistics[pairing.first].add_pair(other_game + half_points);
            self.statistics[pairing.second].add_pair(4 - other_game - half_points);
        } else {
            self.half_played.insert(pairing.number, half_points);
        }
        if let Some(winner) = finished.winner
            && finished.termination.is_fault()
        {
            *self.faults[engine(!winner)].entry(finished.termination.tag()).or_default() += 1;
        }
        *self.reasons.entry(finished.reason.clone()).or_default() += 1;
        self.games += 1;
        if let Some(sprt) = &self.sprt
            && self.verdict == SprtVerdict::Open
        {
            self.verdict = sprt.verdict(&self.statistics[0]);
        }
    }

    /// Whether the test has ended the match. Games in progress at that time are counted later, but do not change the
    /// verdict.
    pub fn sprt_decided(&self) -> bool {
        self.verdict != SprtVerdict::Open
    }

    /// Whether no more games are to be played.
    pub fn is_complete(&self) -> bool {
        self.games >= self.total || self.sprt_decided()
    }
}

#[cfg(test)]
mod tests {
    use super::super::finished_game::Termination;
    use super::super::match_settings::{MatchFormat, pairings};
    use super::*;
    use std::time::Duration;

    fn standings(engines: usize, rounds: usize, sprt: Option<Sprt>) -> Standings {
        let names = (0..engines).map(|number| format!("engine {number}"));
        let pairings = rounds * engines * (engines - 1) / 2;
        Standings::new(names.collect(), pairings, sprt)
    }

    /// Counts the games of all pairings of a round; `winners` are by pairing and game.
    fn add_round(standings: &mut Standings, winners: &[[Option<Side>; 2]]) {
        let engines = standings.names.len();
        for (pairing, winners) in pairings(MatchFormat::RoundRobin, engines, 1).zip(winners) {
            for (game, &winner) in winners.iter().enumerate() {
                standings.add(&pairing, game, &finished(winner, Termination::Normal));
            }
        }
    }

    fn finished(winner: Option<Side>, termination: Termination) -> FinishedGame {
        FinishedGame { moves: Vec::new(), winner, reason: termination.reason(winner, Side::First, "x"), termination }
    }

    fn sprt(elo1: &str) -> Option<Sprt> {
        Sprt::parse(&["elo0=0", elo1].map(str::to_owned)).unwrap()
    }

    const FIRST: Option<Side> = Some(Side::First);
    const SECOND: Option<Side> = Some(Side::Second);

    /// Colours are reversed within a pair, so the same side is another engine in the second game.
    #[test]
    fn the_winner_gets_the_point() {
        for (winners, wdl, pentanomial) in [
            ([FIRST, FIRST], [1, 0, 1], [0, 0, 1, 0, 0]),
            ([FIRST, SECOND], [2, 0, 0], [0, 0, 0, 0, 1]),
            ([SECOND, FIRST], [0, 0, 2], [1, 0, 0, 0, 0]),
            ([FIRST, None], [1, 1, 0], [0, 0, 0, 1, 0]),
            ([None, FIRST], [0, 1, 1], [0, 1, 0, 0, 0]),
            ([None, None], [0, 2, 0], [0, 0, 1, 0, 0]),
        ] {
            let mut standings = standings(2, 1, None);
            add_round(&mut standings, &[winners]);
            let first = PairStatistics { wdl, pentanomial };
            let mut second = first;
            second.wdl.reverse();
            second.pentanomial.reverse();
            assert_eq!(standings.statistics, [first, second], "{winners:?}");
            assert_eq!((standings.games, standings.total), (2, 2));
        }
    }

    #[test]
    fn an_engine_has_the_points_of_all_its_pairings() {
        let mut standings = standings(3, 1, None);
        // Engine 0 wins twice against 1; 0 and 2 draw twice; 2 wins once and draws once against 1.
        add_round(&mut standings, &[[FIRST, SECOND], [None, None], [SECOND, None]]);
        let wdl = Vec::from_iter(standings.statistics.iter().map(|it| it.wdl));
        assert_eq!(wdl, [[2, 2, 0], [0, 1, 3], [1, 3, 0]]);
    }

    /// The loser of either game of a pair is another engine.
    #[test]
    fn faults_count_for_the_loser() {
        let mut standings = standings(2, 1, None);
        let pairing = pairings(MatchFormat::RoundRobin, 2, 1).next().unwrap();
        for (game, termination) in [
            (0, Termination::TimeForfeit(Duration::ZERO)),
            (1, Termination::IllegalMove("e5".to_owned())),
            (0, Termination::Adjudication),
        ] {
            standings.add(&pairing, game, &finished(FIRST, termination));
        }
        let expected = [("illegal move", 1), ("time forfeit", 1)].map(|fault| [fault].into());
        assert_eq!(standings.faults, expected);
        let expected = ["Black loses on time", "Black makes an illegal move", "White wins by adjudication: x"];
        let expected = expected.map(|reason| (reason.to_owned(), 1));
        assert_eq!(standings.reasons, expected.into());
    }

    /// Games that were in progress at the time of the verdict are counted afterwards.
    #[test]
    fn a_verdict_does_not_change() {
        let mut standings = standings(2, 1, sprt("elo1=100"));
        let mut rounds = 0;
        while !standings.sprt_decided() {
            // One pair of five is lost, so that the results vary.
            let lost = rounds % 5 == 0;
            let winners = if lost { [SECOND, FIRST] } else { [FIRST, SECOND] };
            add_round(&mut standings, &[winners]);
            rounds += 1;
        }
        for _ in 0..rounds {
            add_round(&mut standings, &[[SECOND, FIRST]]);
        }
        assert_eq!(standings.verdict, SprtVerdict::Elo1Accepted);
    }

    /// The test uses the pairs of the first engine.
    #[test]
    fn a_test_ends_the_match() {
        for (winner, verdict) in [(FIRST, SprtVerdict::Elo1Accepted), (SECOND, SprtVerdict::Elo0Accepted)] {
            let mut standings = standings(2, 99, sprt("elo1=50"));
            add_round(&mut standings, &[[None, None]]);
            assert!(!standings.is_complete());
            for _ in 0..98 {
                add_round(&mut standings, &[[winner, None]]);
            }
            assert!(standings.sprt_decided() && standings.is_complete());
            assert_eq!(standings.verdict, verdict);
        }
    }
}
