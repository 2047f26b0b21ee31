//! The results of a match with Elo differences: as `--json` writes them, and as a table, at most 80 columns wide.

use super::pair_statistics::{EloEstimate, unsigned_zero, with_error};
use super::rating_table::RatingTable;
use super::sprt::{Sprt, SprtVerdict};
use super::standings::Standings;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// The results of a match.
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

    /// The notes below the table.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let [first, _] = &self.engines[..] {
            notes.push(format!("pairs by points 0, 1/2, 1, 3/2, 2: {:?}", first.pairs));
            if let Some(value) = first.normalised_elo {
                notes.push(format!("normalised Elo: {}", with_error(Some(value), first.normalised_elo_error)));
            }
        }
        let known = self.engines.iter().filter(|row| row.elo.is_some());
        let elo = Vec::from_iter(known.map(|row| format!("{} {}", row.name, with_error(row.elo, row.elo_error))));
        if self.engines.len() > 2 && !elo.is_empty() {
            notes.push(format!("Elo to the opponents: {}", elo.join(", ")));
        }
        if !self.endings.is_empty() {
            let endings = self.endings.iter().map(|(reason, count)| format!("{reason} {count}"));
            notes.push(format!("endings: {}", Vec::from_iter(endings).join(", ")));
        }
        for row in self.engines.iter().filter(|row| !row.faults.is_empty()) {
            let faults = row.faults.iter().map(|(fault, count)| format!("{count} by {fault}"));
            notes.push(format!("{} lost {}", row.name, Vec::from_iter(faults).join(", ")));
        }
        let mut faults = self.engines.iter().flat_map(|row| &row.faults);
        if self.margin == 0 && faults.any(|(fault, _)| *fault == "time forfeit") {
            notes.push("--margin 0: an engine that is 1 ms late loses the game".to_owned());
        }
        notes.extend(self.sprt.as_ref().map(SprtSummary::to_string));
        notes
    }
}

impl EngineRow {
    fn new(standings: &Standings, engine: usize) -> EngineRow {
        let statistics = standings.statistics[engine];
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

    /// The columns after the name.
    fn columns(&self, strength: &str) -> String {
        let percent = |part: Option<f64>| part.map_or(String::new(), |part| format!("{:.1}%", 100.0 * part));
        let [won, drawn, lost] = self.results;
        format!(
            "{:>5}  {won:>5}  {drawn:>5}  {lost:>5}  {:>6}  {strength:>16}  {:>6}",
            self.games,
            percent(self.score),
            percent(self.superiority),
        )
    }
}

impl SprtSummary {
    fn new(sprt: &Sprt, standings: &Standings) -> SprtSummary {
        let (lower, upper) = sprt.bounds();
        SprtSummary {
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            llr: sprt.log_likelihood_ratio(&standings.statistics[0]),
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

/// The width of the table in columns.
const WIDTH: usize = 80;

/// The width of the column for names. A longer name gets a line of its own.
const NAME_WIDTH: usize = 16;

/// A row for each engine, and notes below. Unknown numbers are left out.
impl Display for MatchSummary {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let width = self.engines.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).clamp(6, NAME_WIDTH);
        let many = self.engines.len() > 2;
        let strength = if many { "rating" } else { "Elo" };
        writeln!(out, "{:width$}  games    won  drawn   lost   score  {strength:>16}     LOS", "engine")?;
        for row in &self.engines {
            let mut name: String = row.name.chars().take(WIDTH).collect();
            if name.chars().count() > width {
                writeln!(out, "{name}")?;
                name.clear();
            }
            let (value, error) = if many { (row.rating, row.rating_error) } else { (row.elo, row.elo_error) };
            let line = format!("{name:width$}  {}", row.columns(&with_error(value, error)));
            writeln!(out, "{}", line.trim_end())?;
        }
        for note in self.notes() {
            out.write_str(&wrapped(&note))?;
        }
        Ok(())
    }
}

impl Display for SprtSummary {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let SprtSummary { elo0, elo1, lower, upper, verdict, .. } = self;
        let llr = unsigned_zero(format!("{:.2}", self.llr));
        write!(out, "SPRT {elo0} against {elo1}: LLR {llr} ({lower:.2} to {upper:.2}): {verdict}")
    }
}

/// The text in lines of at most [`WIDTH`] columns, broken after commas; all but the first are indented.
fn wrapped(text: &str) -> String {
    let (mut lines, mut column) = (String::new(), 0);
    for part in text.split_inclusive(", ").map(str::trim_end) {
        let width = part.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            lines.push_str("\n  ");
            column = 2;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(part);
        column += width;
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;
    use crate::tournament::finished_game::FinishedGame;
    use crate::tournament::match_settings::{MatchFormat, pairings};

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

    fn row(name: &str) -> EngineRow {
        EngineRow { name: name.to_owned(), ..EngineRow::default() }
    }

    fn with_rows(engines: Vec<EngineRow>) -> MatchSummary {
        MatchSummary { version: 1, games: 0, engines, endings: BTreeMap::new(), margin: 500, sprt: None }
    }

    /// The rows of a table of two engines.
    fn table(engines: Vec<EngineRow>) -> [String; 3] {
        let text = with_rows(engines).to_string();
        let mut lines = text.lines().map(str::to_owned);
        std::array::from_fn(|_| lines.next().unwrap())
    }

    #[test]
    fn unknown_numbers_are_left_out() {
        let drawn = EngineRow { games: 2, results: [0, 2, 0], score: Some(0.5), elo: Some(-0.0001), ..row("b") };
        let [_, none, some] = table(vec![row("a"), drawn]);
        assert_eq!(none, "a           0      0      0      0");
        let expected = "b           2      0      2      0   50.0%               0.0";
        assert_eq!(some, expected);
    }

    #[test]
    fn everything_fits_in_80_columns() {
        let long = || EngineRow {
            games: 99_999,
            results: [33_333; 3],
            pairs: [10_000; 5],
            score: Some(1.0),
            elo: Some(-1_234.5),
            elo_error: Some(1_234.5),
            superiority: Some(1.0),
            faults: vec![("illegal move", 12_345), ("time forfeit", 12_345)],
            ..row("a-name-that-is-wider-than-its-column-of-the-table")
        };
        let mut all = with_rows(vec![long(), long()]);
        let reasons = ["White", "Black"].map(|side| format!("{side} makes an illegal move"));
        all.endings = reasons.map(|reason| (reason, 99_999)).into();
        all.endings.insert("Draw by threefold repetition".to_owned(), 99_999);
        let text = all.to_string();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let list = "\nendings: Black makes an illegal move 99999, Draw by threefold repetition 99999,\n  White";
        assert!(text.contains(list), "{text}");
        for name in all.engines.iter().map(|row| &row.name) {
            assert!(text.contains(&format!("\n{name}\n")), "{text}");
        }
    }

    #[test]
    fn a_margin_of_0_is_mentioned_if_a_game_was_lost_on_time() {
        let late = EngineRow { faults: vec![("time forfeit", 1)], ..row("b") };
        let mut late = with_rows(vec![row("a"), late]);
        assert!(!late.to_string().contains("--margin"));
        late.margin = 0;
        assert!(late.to_string().contains("--margin 0"));
        late.engines.truncate(1);
        assert!(!late.to_string().contains("--margin"));
    }
}
