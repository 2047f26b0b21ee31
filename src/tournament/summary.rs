//! The results of a match with Elo differences, as `--json` writes them.

use super::pair_statistics::EloEstimate;
use super::rating_table::RatingTable;
use super::sprt::{Sprt, SprtVerdict};
use super::standings::Standings;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The results of a match. As text it is the table in [`summary_table`](super::summary_table).
#[derive(Serialize)]
pub struct MatchSummary {
    /// The version of this format.
    pub version: u32,
    /// Games counted.
    pub games: usize,
    /// By engine, in the order of the command line.
    pub engines: Vec<EngineRow>,
    /// The number of games by the reason for their end.
    pub endings: BTreeMap<String, u32>,
    /// By how many milliseconds an engine may exceed its time.
    pub margin: u64,
    /// The state of the test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
}

/// The results of one engine. Numbers that the games do not determine yet are `None`.
#[derive(Serialize, Default)]
pub struct EngineRow {
    /// The name of the engine.
    pub name: String,
    /// Games counted.
    pub games: u32,
    /// Games won, drawn and lost.
    pub results: [u32; 3],
    /// Pairs of games in which it scored 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u32; 5],
    /// Points per game.
    pub score: Option<f64>,
    /// Elo difference to the opponents.
    pub elo: Option<f64>,
    /// Half width of its 95 % confidence interval.
    pub elo_error: Option<f64>,
    /// Normalised Elo difference to the opponents.
    pub normalised_elo: Option<f64>,
    /// Half width of its 95 % confidence interval.
    pub normalised_elo_error: Option<f64>,
    /// Likelihood of superiority.
    pub superiority: Option<f64>,
    /// Rating among three or more engines, whose mean is 0.
    pub rating: Option<f64>,
    /// Half width of its 95 % confidence interval.
    pub rating_error: Option<f64>,
    /// The number of games lost by faults, by PGN termination.
    pub faults: Vec<(&'static str, u32)>,
}

/// The state of the sequential probability ratio test for the first engine.
#[derive(Serialize)]
pub struct SprtSummary {
    /// The first hypothesis.
    pub elo0: f64,
    /// The second hypothesis.
    pub elo1: f64,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// At this ratio `elo0` is accepted.
    pub lower: f64,
    /// At this ratio `elo1` is accepted.
    pub upper: f64,
    /// `open`, `elo0 accepted` or `elo1 accepted`.
    pub verdict: &'static str,
}

impl MatchSummary {
    /// Computes the statistics of the games so far.
    pub fn new(standings: &Standings, margin: Duration) -> MatchSummary {
        let count = standings.names.len();
        let mut engines: Vec<EngineRow> = (0..count).map(|engine| EngineRow::new(standings, engine)).collect();
        if count > 2
            && let Ok(table) = RatingTable::new(&standings.names, &standings.cross_table, None)
        {
            for rated in table.players {
                let row = engines.iter_mut().find(|row| row.name == rated.name);
                row.into_iter().for_each(|row| (row.rating, row.rating_error) = (rated.rating, rated.error));
            }
        }
        MatchSummary {
            version: 1,
            games: standings.games,
            engines,
            endings: standings.reasons.clone(),
            margin: margin.as_millis() as u64,
            sprt: standings.sprt.as_ref().map(|sprt| SprtSummary::new(sprt, standings)),
        }
    }
}

impl EngineRow {
    fn new(standings: &Standings, engine: usize) -> EngineRow {
        let statistics = standings.statistics(engine);
        let has_pairs = statistics.pentanomial != [0; 5];
        let estimate = if has_pairs { statistics.pentanomial_score() } else { statistics.trinomial_score() };
        let parts = |elo: Option<EloEstimate>| (elo.map(|it| it.value), elo.and_then(|it| it.error));
        let (elo, elo_error) = parts(estimate.elo());
        let (normalised_elo, normalised_elo_error) = parts(estimate.normalised_elo());
        let games = statistics.game_count();
        EngineRow {
            name: standings.names[engine].clone(),
            games,
            results: statistics.wdl,
            pairs: statistics.pentanomial,
            score: (games > 0).then(|| statistics.points() / f64::from(games)),
            elo,
            elo_error,
            normalised_elo,
            normalised_elo_error,
            superiority: estimate.los(),
            faults: standings.faults[engine].clone().into_iter().collect(),
            ..EngineRow::default()
        }
    }
}

impl SprtSummary {
    fn new(sprt: &Sprt, standings: &Standings) -> SprtSummary {
        let (lower, upper) = sprt.bounds();
        SprtSummary {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            llr: sprt.log_likelihood_ratio(&standings.statistics(0)),
            lower,
            upper,
            verdict: match standings.verdict {
                SprtVerdict::Elo0Accepted => "elo0 accepted",
                SprtVerdict::Elo1Accepted => "elo1 accepted",
                SprtVerdict::Open => "open",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::finished_game::FinishedGame;
    use super::super::match_settings::{MatchFormat, pairings};
    use super::*;
    use crate::game::Side;

    const FIRST: Option<Side> = Some(Side::First);
    const SECOND: Option<Side> = Some(Side::Second);

    /// The summary of games of two engines, two each of a pair, won by these sides.
    fn summary(winners: &[Option<Side>]) -> MatchSummary {
        let mut standings = Standings::new(["a", "b"].map(str::to_owned).to_vec(), 10, None);
        let pairings = pairings(MatchFormat::RoundRobin, 2, 10);
        for (pairing, winners) in pairings.zip(winners.chunks(2)) {
            for (game, &winner) in winners.iter().enumerate() {
                standings.add(&pairing, game, &FinishedGame { winner, ..FinishedGame::default() });
            }
        }
        MatchSummary::new(&standings, Duration::ZERO)
    }

    /// No infinity, and no Elo difference if only one engine has scored.
    #[test]
    fn numbers_that_the_results_do_not_determine_are_left_out() {
        for (winners, score, elo) in [
            (vec![], None, None),
            (vec![FIRST], Some(1.0), None),
            (vec![None], Some(0.5), Some(0.0)),
            ([FIRST, SECOND].repeat(10), Some(1.0), None),
            ([SECOND, FIRST].repeat(10), Some(0.0), None),
            ([None, None].repeat(10), Some(0.5), Some(0.0)),
            ([FIRST, FIRST].repeat(10), Some(0.5), Some(0.0)),
        ] {
            let summary = summary(&winners);
            let row = &summary.engines[0];
            assert_eq!((row.score, row.elo), (score, elo));
            let undetermined = [row.elo_error, row.normalised_elo, row.normalised_elo_error, row.superiority];
            assert_eq!(undetermined, [None; 4]);
            for text in [summary.to_string(), serde_json::to_string(&summary).unwrap()] {
                assert!(!text.contains("-0.0") && !text.contains("NaN") && !text.contains("inf"));
            }
        }
    }

    #[test]
    fn the_scores_of_two_engines_add_up() {
        let rows = summary(&[FIRST, None, None, SECOND]).engines;
        assert_eq!(rows[0].score.unwrap() + rows[1].score.unwrap(), 1.0);
    }
}
