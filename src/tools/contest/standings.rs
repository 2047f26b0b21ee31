//! Who leads, and by how much.

use super::duel::Ending;
use super::sprt::{Sprt, Verdict};
use super::summary::{Row, Summary, Test};
use super::tally::{Estimate, Tally};
use indicatif::ProgressBar;
use std::collections::HashMap;
use std::io::{Write, stdout};

/// The results of a match so far.
pub struct Standings {
    names: Vec<String>,
    /// By the engine that begins the first game of a pair, and the other.
    tallies: HashMap<(usize, usize), Tally>,
    /// Half points of the first games of pairs whose second games are not over, for the engine
    /// that comes first in the pairing.
    open: HashMap<usize, u32>,
    /// By engine: games lost otherwise than on the board.
    faults: Vec<HashMap<&'static str, u32>>,
    games: usize,
    total: usize,
    sprt: Option<Sprt>,
    json: bool,
}

/// A game that counts.
pub struct Result {
    /// The number of the pairing, which tells the two games of a pair.
    pub pairing: usize,
    /// The engines of the pairing.
    pub engines: (usize, usize),
    /// The half points of the first of them: 0, 1 or 2.
    pub half_points: u32,
    /// Why the game ended, and which engine is to blame, if one is.
    pub fault: Option<(usize, &'static str)>,
}

impl Standings {
    /// Before the first game of so many pairings.
    pub fn new(names: Vec<String>, pairings: usize, sprt: Option<Sprt>, json: bool) -> Standings {
        Standings {
            faults: vec![HashMap::new(); names.len()],
            names,
            tallies: HashMap::new(),
            open: HashMap::new(),
            games: 0,
            total: 2 * pairings,
            sprt,
            json,
        }
    }

    /// Counts a game.
    pub fn count(&mut self, result: &Result) {
        self.games += 1;
        let tally = self.tallies.entry(result.engines).or_default();
        tally.add_game(result.half_points);
        match self.open.remove(&result.pairing) {
            Some(before) => tally.add_pair(before + result.half_points),
            None => drop(self.open.insert(result.pairing, result.half_points)),
        }
        if let Some((engine, fault)) = result.fault {
            *self.faults[engine].entry(fault).or_default() += 1;
        }
    }

    /// Whether the test, if there is one, has come to an end.
    pub fn decided(&self) -> bool {
        let verdict = |sprt: &Sprt| sprt.verdict(&self.of(0)) != Verdict::Open;
        self.sprt.as_ref().is_some_and(verdict)
    }

    /// All that an engine has played, as it sees it.
    fn of(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for (&(first, second), tally) in &self.tallies {
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
        white: &str,
        black: &str,
        score: &str,
        ending: &Ending,
    ) -> std::io::Result<()> {
        const EVERY: usize = 20;
        let (number, total) = (self.games, self.total);
        if !self.json {
            let why = match ending {
                Ending::Illegal(what) => format!("illegal move: {what}"),
                Ending::Time(over) => format!("time forfeit by {} ms", over.as_millis()),
                ending => ending.termination().to_owned(),
            };
            let line = format!("{number:>5} of {total}  {white} - {black}  {score}  ({why})");
            live.suspend(|| writeln!(stdout(), "{line}"))?;
        }
        if !live.is_hidden() {
            live.set_message(self.summary().to_string());
            live.set_position(number as u64);
        } else if !self.json && number % EVERY == 0 && number < total {
            write!(stdout(), "{}", self.summary())?;
        }
        Ok(())
    }

    /// Tells how the match has ended.
    pub fn finish(&self) -> std::io::Result<()> {
        match self.json {
            true => writeln!(stdout(), "{}", serde_json::to_string(&self.summary())?),
            false => write!(stdout(), "{}", self.summary()),
        }
    }

    fn summary(&self) -> Summary {
        let rows = (0..self.names.len()).map(|engine| self.row(engine));
        let sprt = self.sprt.map(|sprt| {
            let (lower, upper) = sprt.bounds();
            Test {
                elo0: sprt.elo0,
                elo1: sprt.elo1,
                llr: sprt.log_likelihood_ratio(&self.of(0)),
                lower,
                upper,
                verdict: match sprt.verdict(&self.of(0)) {
                    Verdict::Zero => "elo0 accepted",
                    Verdict::One => "elo1 accepted",
                    Verdict::Open => "open",
                },
            }
        });
        Summary {
            version: 1,
            games: self.games,
            engines: rows.collect(),
            sprt,
        }
    }

    fn row(&self, engine: usize) -> Row {
        let tally = self.of(engine);
        let strength = match tally.pairs.iter().sum::<u32>() {
            0 => tally.by_games(),
            _ => tally.by_pairs(),
        };
        let known = |number: f64| number.is_finite().then_some(number);
        let parts = |estimate: Estimate| (known(estimate.value), known(estimate.error));
        let (elo, elo_error) = parts(strength.elo());
        let (normalised_elo, normalised_elo_error) = parts(strength.normalised_elo());
        let mut faults: Vec<_> = self.faults[engine]
            .iter()
            .map(|(&fault, &count)| (fault, count))
            .collect();
        faults.sort_unstable();
        Row {
            name: self.names[engine].clone(),
            games: tally.count(),
            results: tally.games,
            pairs: tally.pairs,
            score: tally.points() / f64::from(tally.count().max(1)),
            elo,
            elo_error,
            normalised_elo,
            normalised_elo_error,
            superiority: known(strength.superiority()),
            faults,
        }
    }
}
