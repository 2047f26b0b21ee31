//! How a match stands: a table for people, an object for scripts.

use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The results as `--json` writes them.
#[derive(Serialize)]
pub struct Summary {
    pub version: u32,
    pub games: usize,
    pub engines: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Test>,
}

/// What an engine has scored; what is not known yet is none.
#[derive(Serialize)]
pub struct Row {
    pub name: String,
    pub games: u32,
    /// Won, drawn, lost.
    pub results: [u32; 3],
    /// Pairs of games that gave it 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u32; 5],
    /// Points a game.
    pub score: f64,
    pub elo: Option<f64>,
    pub elo_error: Option<f64>,
    pub normalised_elo: Option<f64>,
    pub normalised_elo_error: Option<f64>,
    /// The likelihood that it is the stronger one.
    pub superiority: Option<f64>,
    /// Games lost otherwise than on the board: how, and how many.
    pub faults: Vec<(&'static str, u32)>,
}

/// How the sequential probability ratio test stands, for the first engine.
#[derive(Serialize)]
pub struct Test {
    pub elo0: f64,
    pub elo1: f64,
    pub llr: f64,
    pub lower: f64,
    pub upper: f64,
    pub verdict: &'static str,
}

impl Display for Summary {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let names = self.engines.iter().map(|row| row.name.chars().count());
        let width = names.max().unwrap_or(0).max(6);
        writeln!(
            out,
            "{:width$}  games    won  drawn   lost   score          Elo       normalised      LOS",
            "engine"
        )?;
        for row in &self.engines {
            writeln!(out, "{:width$}  {row}", row.name)?;
        }
        if let [first, _] = &self.engines[..] {
            writeln!(out, "pairs by points 0, 1/2, 1, 3/2, 2: {:?}", first.pairs)?;
        }
        for row in self.engines.iter().filter(|row| !row.faults.is_empty()) {
            let faults = row.faults.iter();
            let faults = faults.map(|(fault, count)| format!("{count} by {fault}"));
            let faults = Vec::from_iter(faults).join(", ");
            writeln!(out, "{} lost {faults}", row.name)?;
        }
        match &self.sprt {
            Some(test) => writeln!(out, "{test}"),
            None => Ok(()),
        }
    }
}

/// All but the name, which sets the width; what is not known yet is a dash.
impl Display for Row {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        // Nothing is not below nothing: -0 becomes 0.
        let shown = |value: Option<f64>| {
            value.map_or("-".to_owned(), |value| format!("{:.2}", value + 0.0))
        };
        let [won, drawn, lost] = self.results;
        write!(
            out,
            "{:>5}  {won:>5}  {drawn:>5}  {lost:>5}  {:>5.1}%  {:>8} +- {:<6} {:>8} +- {:<6} {:>6}%",
            self.games,
            100.0 * self.score,
            shown(self.elo),
            shown(self.elo_error),
            shown(self.normalised_elo),
            shown(self.normalised_elo_error),
            shown(self.superiority.map(|share| 100.0 * share)),
        )
    }
}

impl Display for Test {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(
            out,
            "SPRT {} against {}: LLR {:.2} ({:.2} to {:.2}): {}",
            self.elo0, self.elo1, self.llr, self.lower, self.upper, self.verdict
        )
    }
}
