//! Who leads, and by how much.

use super::finished_game::{FinishedGame, Termination};
use super::pair_statistics::{EloEstimate, PairStatistics};
use super::schedule::Pairing;
use super::sprt::{Sprt, SprtVerdict};
use super::summary::{EngineRow, MatchSummary, SprtSummary};
use crate::game::Side;
use crate::notation::record::GameRecord;
use indicatif::ProgressBar;
use std::collections::{BTreeMap, HashMap};
use std::io::{IsTerminal, Write, stdout};
use std::time::Duration;

/// The results of a match so far.
pub struct Standings {
    names: Vec<String>,
    /// By the engine that begins the first game of a pair, and the other.
    pair_statistics: HashMap<(usize, usize), PairStatistics>,
    /// Half points of the first games of pairs whose second games are not over, for the engine
    /// that comes first in the pairing.
    half_played: HashMap<usize, u32>,
    /// By engine: games lost otherwise than on the board.
    faults: Vec<BTreeMap<&'static str, u32>>,
    /// Why games ended, and how many.
    reasons: BTreeMap<String, u32>,
    games: usize,
    total: usize,
    /// How long an engine may overstep its time.
    margin: Duration,
    sprt: Option<Sprt>,
    /// What the test has come to.
    verdict: SprtVerdict,
    json: bool,
}

/// A game that counts.
pub struct ScoredGame {
    /// The number of the pairing, which tells the two games of a pair.
    pub pairing: usize,
    /// The engines of the pairing.
    pub engines: (usize, usize),
    /// The half points of the first of them: 0, 1 or 2.
    pub half_points: u32,
    /// Why the game ended, and which engine is to blame, if one is.
    pub fault: Option<(usize, &'static str)>,
    /// The same in words, as a record says it.
    pub reason: String,
}

impl ScoredGame {
    /// Game 0 or 1 of a pairing.
    pub fn new(pairing: &Pairing, game: usize, finished: &FinishedGame) -> ScoredGame {
        let engine = |side: Side| pairing.players(game)[side.index()];
        let FinishedGame {
            winner,
            termination: ending,
            ..
        } = finished;
        let fault = |winner: Side| (engine(!winner), ending.tag());
        ScoredGame {
            pairing: pairing.number,
            engines: (pairing.first, pairing.second),
            half_points: match winner.map(engine) {
                None => 1,
                Some(engine) => 2 * u32::from(engine == pairing.first),
            },
            fault: winner.map(fault).filter(|_| ending.needs_restart()),
            reason: finished.reason.clone(),
        }
    }
}

impl Standings {
    /// Before the first game of so many pairings.
    pub fn new(
        names: Vec<String>,
        pairings: usize,
        margin: Duration,
        sprt: Option<Sprt>,
        json: bool,
    ) -> Standings {
        Standings {
            faults: vec![BTreeMap::new(); names.len()],
            reasons: BTreeMap::new(),
            names,
            pair_statistics: HashMap::new(),
            half_played: HashMap::new(),
            games: 0,
            total: 2 * pairings,
            margin,
            sprt,
            verdict: SprtVerdict::Open,
            json,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, result: &ScoredGame) {
        self.games += 1;
        let tally = self.pair_statistics.entry(result.engines).or_default();
        tally.add_game(result.half_points);
        match self.half_played.remove(&result.pairing) {
            Some(before) => tally.add_pair(before + result.half_points),
            None => drop(self.half_played.insert(result.pairing, result.half_points)),
        }
        if let Some((engine, fault)) = result.fault {
            *self.faults[engine].entry(fault).or_default() += 1;
        }
        *self.reasons.entry(result.reason.clone()).or_default() += 1;
        if let Some(sprt) = &self.sprt
            && self.verdict == SprtVerdict::Open
        {
            self.verdict = sprt.verdict(&self.statistics(0));
        }
    }

    /// Whether the test, if there is one, has come to an end. Games that were in progress then still
    /// count, and do not change its verdict.
    pub fn sprt_decided(&self) -> bool {
        self.verdict != SprtVerdict::Open
    }

    /// All that an engine has played, as it sees it.
    fn statistics(&self, engine: usize) -> PairStatistics {
        let mut sum = PairStatistics::default();
        for (&(first, second), tally) in &self.pair_statistics {
            if first == engine {
                sum += *tally;
            } else if second == engine {
                sum += tally.reversed();
            }
        }
        sum
    }

    /// Games that count so far.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Games that the match has, if it is not decided sooner.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Tells of a game that has ended, and how the match stands: below the lines of the games in
    /// `live`, or, where nobody sees that, among them from time to time.
    pub fn announce(
        &self,
        live: &ProgressBar,
        record: &GameRecord,
        finished: &FinishedGame,
    ) -> std::io::Result<()> {
        const EVERY: usize = 20;
        let (number, total) = (self.games, self.total);
        if !self.json {
            let why = self.detailed(finished);
            let [white, black] = ["White", "Black"].map(|tag| record.tag(tag).unwrap_or_default());
            let score = record.result;
            let line = format!("{number:>5} of {total}  {white} - {black}  {score}  ({why})");
            if stdout().is_terminal() {
                live.suspend(|| writeln!(stdout(), "{line}"))?;
            } else {
                // Not under the lock of the bar, which is needed to answer a signal: a pipe may be full.
                writeln!(stdout(), "{line}")?;
            }
        }
        if !live.is_hidden() {
            live.set_message(self.summary().to_string());
            live.set_position(number as u64);
        } else if !self.json && number % EVERY == 0 && number < total {
            write!(stdout(), "{}", self.summary())?;
        }
        Ok(())
    }

    /// Why a game ended, with what there is to say beside.
    fn detailed(&self, finished: &FinishedGame) -> String {
        let reason = &finished.reason;
        match &finished.termination {
            Termination::IllegalMove(what) => format!("{reason}: {what}"),
            Termination::TimeForfeit(over) => {
                let (over, margin) = (over.as_millis(), self.margin.as_millis());
                format!("{reason}: {over} ms too late, with --margin {margin}")
            }
            _ => reason.clone(),
        }
    }

    /// Tells how the match has ended.
    pub fn finish(&self) -> std::io::Result<()> {
        match self.json {
            true => writeln!(stdout(), "{}", serde_json::to_string(&self.summary())?),
            false => write!(stdout(), "{}", self.summary()),
        }
    }

    fn summary(&self) -> MatchSummary {
        let rows = (0..self.names.len()).map(|engine| self.row(engine));
        let sprt = self.sprt.map(|sprt| {
            let (lower, upper) = sprt.bounds();
            SprtSummary {
                elo0: sprt.elo0,
                elo1: sprt.elo1,
                llr: sprt.log_likelihood_ratio(&self.statistics(0)),
                lower,
                upper,
                verdict: match self.verdict {
                    SprtVerdict::Elo0Accepted => "elo0 accepted",
                    SprtVerdict::Elo1Accepted => "elo1 accepted",
                    SprtVerdict::Open => "open",
                },
            }
        });
        MatchSummary {
            version: 1,
            games: self.games,
            engines: rows.collect(),
            endings: self.reasons.clone(),
            margin: self.margin.as_millis() as u64,
            sprt,
        }
    }

    fn row(&self, engine: usize) -> EngineRow {
        let tally = self.statistics(engine);
        let strength = match tally.pentanomial.iter().sum::<u32>() {
            0 => tally.trinomial_score(),
            _ => tally.pentanomial_score(),
        };
        let parts = |estimate: Option<EloEstimate>| {
            (
                estimate.map(|it| it.value),
                estimate.and_then(|it| it.error),
            )
        };
        let (elo, elo_error) = parts(strength.elo());
        let (normalised_elo, normalised_elo_error) = parts(strength.normalised_elo());
        let games = tally.game_count();
        EngineRow {
            name: self.names[engine].clone(),
            games,
            results: tally.wdl,
            pairs: tally.pentanomial,
            score: (games > 0).then(|| tally.points() / f64::from(games)),
            elo,
            elo_error,
            normalised_elo,
            normalised_elo_error,
            superiority: strength.los(),
            faults: self.faults[engine].clone().into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::{MatchFormat, pairings};
    use super::*;

    fn standings(engines: usize, rounds: usize, sprt: Option<Sprt>) -> Standings {
        let names = (0..engines).map(|number| format!("engine {number}"));
        let pairings = rounds * engines * (engines - 1) / 2;
        Standings::new(names.collect(), pairings, Duration::ZERO, sprt, true)
    }

    /// Counts the two games of every pairing of a round: by pairings, who won them.
    fn count(standings: &mut Standings, engines: usize, winners: &[[Option<Side>; 2]]) {
        for (pairing, winners) in pairings(MatchFormat::RoundRobin, engines, 1).zip(winners) {
            for (game, &winner) in winners.iter().enumerate() {
                let finished = finished(winner, Termination::Normal);
                standings.add(&ScoredGame::new(&pairing, game, &finished));
            }
        }
    }

    fn finished(winner: Option<Side>, ending: Termination) -> FinishedGame {
        FinishedGame {
            moves: Vec::new(),
            winner,
            reason: ending.reason(winner, Side::First, "x"),
            termination: ending,
        }
    }

    const FIRST: Option<Side> = Some(Side::First);
    const SECOND: Option<Side> = Some(Side::Second);

    /// The colours change within a pair, so the same colour is another engine.
    #[test]
    fn the_winner_gets_the_point() {
        for (winners, results, pairs) in [
            ([FIRST, FIRST], [1, 0, 1], [0, 0, 1, 0, 0]),
            ([FIRST, SECOND], [2, 0, 0], [0, 0, 0, 0, 1]),
            ([SECOND, FIRST], [0, 0, 2], [1, 0, 0, 0, 0]),
            ([FIRST, None], [1, 1, 0], [0, 0, 0, 1, 0]),
            ([None, FIRST], [0, 1, 1], [0, 1, 0, 0, 0]),
            ([None, None], [0, 2, 0], [0, 0, 1, 0, 0]),
        ] {
            let mut standings = standings(2, 1, None);
            count(&mut standings, 2, &[winners]);
            let [one, other] = [0, 1].map(|engine| standings.row(engine));
            assert_eq!((one.results, one.pairs), (results, pairs), "{winners:?}");
            let mirrored = |mut results: [u32; 3], mut pairs: [u32; 5]| {
                results.reverse();
                pairs.reverse();
                (results, pairs)
            };
            assert_eq!((other.results, other.pairs), mirrored(results, pairs));
            assert_eq!(one.score.unwrap() + other.score.unwrap(), 1.0);
            assert_eq!((standings.games(), standings.total()), (2, 2));
        }
    }

    /// Games that were in progress when the test had its verdict still end.
    #[test]
    fn a_verdict_stays() {
        let claim = ["elo0=0", "elo1=100"].map(str::to_owned);
        let mut standings = standings(2, 1, Sprt::read(&claim).unwrap());
        let mut rounds = 0;
        while !standings.sprt_decided() {
            // One pair of five is lost, so that a pair is no certainty.
            let winners = if rounds % 5 == 0 {
                [SECOND, FIRST]
            } else {
                [FIRST, SECOND]
            };
            count(&mut standings, 2, &[winners]);
            rounds += 1;
        }
        for _ in 0..rounds {
            count(&mut standings, 2, &[[SECOND, FIRST]]);
        }
        assert!(standings.sprt_decided());
        assert_eq!(standings.summary().sprt.unwrap().verdict, "elo1 accepted");
    }

    #[test]
    fn an_engine_has_the_points_of_all_its_pairings() {
        let mut standings = standings(3, 1, None);
        // 0 beats 1 twice, 0 and 2 draw, 2 beats 1 once and draws once.
        let winners = [[FIRST, SECOND], [None, None], [SECOND, None]];
        count(&mut standings, 3, &winners);
        let rows = [0, 1, 2].map(|engine| standings.row(engine));
        let results = rows.each_ref().map(|row| row.results);
        assert_eq!(results, [[2, 2, 0], [0, 1, 3], [1, 3, 0]]);
        assert_eq!(rows.map(|row| row.games), [4; 3]);
    }

    /// Whoever is to blame is the loser, in both games of a pair.
    #[test]
    fn faults_are_the_losers() {
        let mut standings = standings(2, 1, None);
        let pairing = pairings(MatchFormat::RoundRobin, 2, 1).next().unwrap();
        let late = finished(FIRST, Termination::TimeForfeit(Duration::ZERO));
        standings.add(&ScoredGame::new(&pairing, 0, &late));
        let illegal = finished(FIRST, Termination::IllegalMove("e5".to_owned()));
        standings.add(&ScoredGame::new(&pairing, 1, &illegal));
        let resigned = finished(FIRST, Termination::Adjudication);
        standings.add(&ScoredGame::new(&pairing, 0, &resigned));
        let faults = [0, 1].map(|engine| standings.row(engine).faults);
        assert_eq!(
            faults,
            [vec![("illegal move", 1)], vec![("time forfeit", 1)]]
        );
        let endings = Vec::from_iter(standings.summary().endings);
        let expected = [
            "Black loses on time",
            "Black makes an illegal move",
            "White wins by adjudication: x",
        ];
        assert_eq!(endings, expected.map(|reason| (reason.to_owned(), 1)));
        assert_eq!(
            standings.detailed(&finished(
                SECOND,
                Termination::TimeForfeit(Duration::from_millis(3))
            )),
            "White loses on time: 3 ms too late, with --margin 0"
        );
    }

    /// The test is decided by the pairs of the first engine.
    #[test]
    fn a_test_ends_the_match() {
        let words = ["elo0=0", "elo1=50"].map(str::to_owned);
        for (winner, verdict) in [(FIRST, "elo1 accepted"), (SECOND, "elo0 accepted")] {
            let mut standings = standings(2, 99, Sprt::read(&words).unwrap());
            count(&mut standings, 2, &[[None, None]]);
            assert!(!standings.sprt_decided());
            for _ in 0..99 {
                count(&mut standings, 2, &[[winner, None]]);
            }
            assert!(standings.sprt_decided());
            assert_eq!(standings.summary().sprt.unwrap().verdict, verdict);
        }
    }

    /// What means nothing is left out: no infinity, and no Elo without an opponent's point.
    #[test]
    fn extreme_results_say_what_they_can() {
        let one_game = |winner| {
            let mut standings = standings(2, 1, None);
            let pairing = pairings(MatchFormat::RoundRobin, 2, 1).next().unwrap();
            let finished = finished(winner, Termination::Normal);
            standings.add(&ScoredGame::new(&pairing, 0, &finished));
            standings
        };
        let pairs = |winners, count_of| {
            let mut standings = standings(2, 10, None);
            for _ in 0..count_of {
                count(&mut standings, 2, &[winners]);
            }
            standings
        };
        for (standings, score, elo) in [
            (standings(2, 1, None), None, None),
            (one_game(FIRST), Some(1.0), None),
            (one_game(None), Some(0.5), Some(0.0)),
            (pairs([FIRST, SECOND], 10), Some(1.0), None),
            (pairs([SECOND, FIRST], 10), Some(0.0), None),
            (pairs([None, None], 10), Some(0.5), Some(0.0)),
            (pairs([FIRST, FIRST], 10), Some(0.5), Some(0.0)),
        ] {
            let row = standings.row(0);
            assert_eq!((row.score, row.elo), (score, elo));
            let unknown = [
                row.elo_error,
                row.normalised_elo,
                row.normalised_elo_error,
                row.superiority,
            ];
            assert_eq!(unknown, [None; 4]);
            let summary = standings.summary();
            let texts = [
                summary.to_string(),
                serde_json::to_string(&summary).unwrap(),
            ];
            for text in texts {
                assert!(!text.contains("-0.0") && !text.contains("NaN") && !text.contains("inf"));
            }
        }
    }
}
