//! Simultaneous perturbation stochastic approximation (SPSA, Spall 1992): every iteration perturbs all values at
//! once, in random directions, and two games between both perturbed settings estimate the gradient. The state of a run
//! is kept in a file, from which it can be resumed. The values are numeric options of an engine.

use crate::notation::excerpt;
use crate::random::Random;
use crate::system::files;
use crate::system::run_settings::RunSettings;
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::str::FromStr;

/// The exponent by which the gain decreases (alpha in Spall 1998).
const GAIN_DECAY: f64 = 0.602;

/// The exponent by which the perturbations decrease (gamma in Spall 1998).
const PERTURBATION_DECAY: f64 = 0.101;

/// The stability constant (A in Spall 1998), as a part of all iterations: it keeps the first gains small.
const STABILITY: f64 = 0.1;

/// The settings of a run. A run can be resumed only with equal settings.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct SpsaSettings {
    /// The program and its version: another version may tune in another way.
    #[serde(default)]
    pub program: String,
    /// The arguments of the command line that affect the games.
    pub games: Vec<String>,
    /// The options to tune.
    pub parameters: Vec<SpsaParameter>,
    /// The number of iterations. Each is a pair of games.
    pub pairs: u64,
    /// The gain in the last iteration: the part of a step by which a point moves a value.
    pub rate: f64,
    /// The seed of the random directions.
    pub seed: u64,
}

/// The state of a run.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct SpsaState {
    /// The settings.
    pub settings: SpsaSettings,
    /// All iterations before this number have been played.
    pub played: u64,
    /// Later iterations that have been played: with several workers they end in any order.
    pub out_of_order: Vec<u64>,
    /// The current values of the parameters.
    pub values: Vec<f64>,
}

/// Two perturbed settings that play a pair of games.
#[derive(Clone, Debug)]
pub struct SpsaIteration {
    /// The number of the iteration, from 0.
    pub number: u64,
    /// By parameter: 1 if the first setting has the greater value, -1 if the second has it.
    directions: Vec<f64>,
    /// The rounded values of both settings, by parameter.
    pub values: [Vec<i64>; 2],
}

impl SpsaState {
    /// A run before its first iteration.
    pub fn new(settings: SpsaSettings) -> SpsaState {
        let values = settings.parameters.iter().map(|parameter| parameter.start as f64).collect();
        SpsaState { played: 0, out_of_order: Vec::new(), values, settings }
    }

    /// The settings to play in an iteration. They depend on the current values, the number and the seed.
    pub fn iteration(&self, number: u64) -> SpsaIteration {
        let mut random = Random::stream(self.settings.seed, number);
        let mut directions = Vec::new();
        let mut values = [Vec::new(), Vec::new()];
        for (parameter, current) in self.settings.parameters.iter().zip(&self.values) {
            let direction = random.choose(&[-1.0, 1.0]);
            let perturbation = direction * self.perturbation(parameter, number);
            // The same random number for both keeps the order of the values when they are rounded.
            let chance = random.unit_f64();
            values[0].push(parameter.round(current + perturbation, chance));
            values[1].push(parameter.round(current - perturbation, chance));
            directions.push(direction);
        }
        SpsaIteration { number, directions, values }
    }

    /// Moves the values after an iteration in which the first setting has scored `points` more than the second.
    pub fn update(&mut self, iteration: &SpsaIteration, points: f64) {
        let pairs = self.settings.pairs as f64;
        let stability = STABILITY * pairs;
        let k = iteration.number as f64 + 1.0;
        let gain = self.settings.rate * ((stability + pairs) / (stability + k)).powf(GAIN_DECAY);
        for (index, parameter) in self.settings.parameters.iter().enumerate() {
            let perturbation = self.perturbation(parameter, iteration.number);
            let gradient = points * iteration.directions[index] / perturbation;
            let moved = self.values[index] + gain * parameter.step.powi(2) * gradient;
            self.values[index] = moved.clamp(parameter.min as f64, parameter.max as f64);
        }
        self.out_of_order.push(iteration.number);
        let next = |state: &SpsaState| state.out_of_order.iter().position(|&number| number == state.played);
        while let Some(index) = next(self) {
            self.out_of_order.swap_remove(index);
            self.played += 1;
        }
    }

    /// Whether this iteration has been played.
    pub fn has_played(&self, number: u64) -> bool {
        number < self.played || self.out_of_order.contains(&number)
    }

    /// The number of iterations that have been played.
    pub fn pairs_played(&self) -> u64 {
        self.played + self.out_of_order.len() as u64
    }

    /// By how much an iteration perturbs a parameter.
    fn perturbation(&self, parameter: &SpsaParameter, number: u64) -> f64 {
        let remaining = self.settings.pairs as f64 / (number + 1) as f64;
        parameter.step * remaining.powf(PERTURBATION_DECAY)
    }
}

/// A table of the options: start value, current value and bounds.
impl Display for SpsaState {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let parameters = &self.settings.parameters;
        let width = parameters.iter().map(|it| it.name.chars().count()).max().unwrap_or(0).max("option".len());
        writeln!(out, "{:width$}  {:>8}  {:>10}  {:>8}  {:>8}", "option", "start", "now", "min", "max")?;
        for (parameter, value) in parameters.iter().zip(&self.values) {
            let SpsaParameter { name, start, min, max, .. } = parameter;
            writeln!(out, "{name:width$}  {start:>8}  {value:>10.1}  {min:>8}  {max:>8}")?;
        }
        let (played, pairs) = (self.pairs_played(), self.settings.pairs);
        writeln!(out, "after {played} of {pairs} pairs")
    }
}

/// The state in the file at `path`, if `resume` is set; a new one if there is no file.
///
/// # Errors
/// There is a file, and `resume` is not set, or the file is damaged or of a run with other settings.
pub fn load_or_new(path: &Path, settings: SpsaSettings, resume: bool) -> anyhow::Result<SpsaState> {
    let name = path.display();
    if !path.exists() {
        return Ok(SpsaState::new(settings));
    }
    ensure!(resume, "'{name}' exists already; --resume continues it");
    let named = || format!("'{name}'");
    let state = serde_json::from_slice::<SpsaState>(&files::read(path)?).with_context(named)?;
    let [found, wanted] = [&state.settings, &settings].map(run_settings);
    found?.check_same(&wanted?).with_context(named)?;
    let (found, expected) = (state.values.len(), settings.parameters.len());
    ensure!(found == expected, "'{name}': found {found} values, expected {expected}");
    for (SpsaParameter { name: option, min, max, .. }, value) in settings.parameters.iter().zip(&state.values) {
        let bounds = *min as f64..=*max as f64;
        ensure!(bounds.contains(value), "'{name}': found {option}={value}, expected {min} to {max}");
    }
    let (played, pairs, later) = (state.played, settings.pairs, &state.out_of_order);
    let mut ends = [&[played], &later[..], &[pairs]].concat();
    ends.sort_unstable();
    let ascending = ends[0] == played && ends.last() == Some(&pairs) && ends.is_sorted_by(|one, next| one < next);
    ensure!(
        ascending || (played == pairs && later.is_empty()),
        "'{name}': found the iterations {later:?} after the first {played} of {pairs}, expected later ones, each once"
    );
    Ok(state)
}

/// The settings by their names.
fn run_settings(settings: &SpsaSettings) -> anyhow::Result<RunSettings> {
    let game = settings.games.first().map_or("", String::as_str);
    let mut named = RunSettings::by_program(game, &settings.program);
    for text in settings.games.iter().skip(1) {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        named = named.with(name, value);
    }
    for parameter in &settings.parameters {
        named = named.with(&format!("option {}", parameter.name), serde_json::to_string(parameter)?);
    }
    Ok(named
        .with("pairs", settings.pairs)
        .with("rate", settings.rate)
        .with("seed", settings.seed)
        // The order of the arguments, and arguments that occur twice.
        .with("settings", serde_json::to_string(settings)?))
}

/// Replaces the file at `path`.
///
/// # Errors
/// The file cannot be written.
pub fn save(state: &SpsaState, path: &Path) -> anyhow::Result<()> {
    files::replace(path, &serde_json::to_vec_pretty(state)?)
}

/// A numeric option of an engine, and the range of values to search.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct SpsaParameter {
    /// Its name.
    pub name: String,
    /// The start value.
    pub start: i64,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    /// The perturbation in the last iteration; it is larger before.
    pub step: f64,
}

impl SpsaParameter {
    /// Rounds a value at random, so that the mean of the results is `value`, and clamps it to the bounds. `chance` is
    /// a uniform random number from 0 to 1.
    pub fn round(&self, value: f64, chance: f64) -> i64 {
        ((value + chance).floor() as i64).clamp(self.min, self.max)
    }
}

impl FromStr for SpsaParameter {
    type Err = String;

    /// Reads `NAME=START,MIN..MAX` or `NAME=START,MIN..MAX,STEP`; the default step is a twentieth of the range.
    fn from_str(text: &str) -> Result<SpsaParameter, String> {
        let read = || {
            let (name, rest) = text.split_once('=')?;
            let mut parts = rest.split(',');
            let start: i64 = parts.next()?.parse().ok()?;
            let (min, max) = parts.next()?.split_once("..")?;
            let (min, max): (i64, i64) = (min.parse().ok()?, max.parse().ok()?);
            let range = max.abs_diff(min) as f64;
            let step = parts.next().map_or(Some(range / 20.0), |step| step.parse().ok())?;
            let valid = !name.is_empty() && min < max && (min..=max).contains(&start);
            let valid = valid && step > 0.0 && step <= range && parts.next().is_none();
            valid.then(|| SpsaParameter { name: name.to_owned(), start, min, max, step })
        };
        read().ok_or_else(|| {
            let found = excerpt(text);
            format!("found '{found}', expected NAME=START,MIN..MAX or NAME=START,MIN..MAX,STEP, with MIN < MAX, START from MIN to MAX, and STEP at most MAX - MIN")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(pairs: u64) -> SpsaState {
        let parameters = ["A=20,0..100,5", "B=70,0..100,5", "C=50,0..50,5"];
        SpsaState::new(SpsaSettings {
            program: String::new(),
            games: vec!["chess".into()],
            parameters: parameters.map(|text| text.parse().unwrap()).to_vec(),
            pairs,
            rate: 0.01,
            seed: 1,
        })
    }

    /// Simulated games: the nearer a setting is to A = 60, B = 40 and the maximum of C, the more games it wins.
    #[test]
    fn the_optimum_is_found() {
        let mut state = state(20_000);
        let mut random = Random::new(7);
        for number in 0..state.settings.pairs {
            let iteration = state.iteration(number);
            let strength = |values: &[i64]| {
                let distance = |index: usize, best: i64| ((values[index] - best) as f64 / 40.0).powi(2);
                -distance(0, 60) - distance(1, 40) - distance(2, 90)
            };
            let [first, second] = iteration.values.each_ref().map(|values| strength(values));
            let probability = 1.0 / (1.0 + (second - first).exp());
            let won = (random.below(1000) as f64) < 1000.0 * probability;
            state.update(&iteration, if won { 2.0 } else { -2.0 });
        }
        let [a, b, c] = state.values[..] else {
            panic!("three values");
        };
        assert!((a - 60.0).abs() < 8.0, "{a}");
        assert!((b - 40.0).abs() < 8.0, "{b}");
        assert!(c > 42.0, "{c}");
    }

    #[test]
    fn perturbed_values_are_within_bounds_and_differ() {
        let state = state(100);
        let mut sums = [0; 3];
        for number in 0..100 {
            let SpsaIteration { values, .. } = state.iteration(number);
            for (index, parameter) in state.settings.parameters.iter().enumerate() {
                let values = values.each_ref().map(|values| values[index]);
                let range = parameter.min..=parameter.max;
                assert!(values.iter().all(|value| range.contains(value)));
                assert_ne!(values[0], values[1]);
                sums[index] += (values[0] - values[1]).signum();
            }
        }
        assert!(sums.iter().all(|sum: &i64| sum.abs() < 40), "{sums:?}");
    }

    #[test]
    fn rounding_never_reverses_a_perturbation() {
        let mut state = state(100);
        state.settings.parameters = vec!["A=4,0..9,0.1".parse().unwrap()];
        state.values = vec![4.5];
        for number in 0..100 {
            let iteration = state.iteration(number);
            let [first, second] = iteration.values.each_ref().map(|values| values[0]);
            assert!((first - second) as f64 * iteration.directions[0] >= 0.0);
        }
    }

    #[test]
    fn a_state_that_is_read_back_misses_no_iteration() {
        let mut state = state(100);
        for number in [0, 2, 4, 3] {
            state.update(&state.iteration(number), 1.0);
        }
        let text = serde_json::to_string(&state).unwrap();
        let mut read: SpsaState = serde_json::from_str(&text).unwrap();
        assert_eq!((read.played, read.pairs_played()), (1, 4));
        let left: Vec<u64> = (0..6).filter(|&number| !read.has_played(number)).collect();
        assert_eq!(left, [1, 5]);
        read.update(&read.iteration(1), -1.0);
        state.update(&state.iteration(1), -1.0);
        assert_eq!((read.played, read.pairs_played()), (5, 5));
        assert_eq!(read.values, state.values);
    }

    #[test]
    fn a_state_that_cannot_be_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let load = |played, out_of_order: &[u64], value| {
            let state = SpsaState { played, out_of_order: out_of_order.to_vec(), values: vec![value; 3], ..state(5) };
            save(&state, &path).unwrap();
            load_or_new(&path, state.settings, true).map_err(|error| error.to_string())
        };
        for (played, later) in [(0, &[][..]), (1, &[3, 2]), (5, &[])] {
            assert_eq!(load(played, later, 50.0).unwrap().pairs_played(), played + later.len() as u64);
        }
        for (played, later) in [(6, &[][..]), (1, &[1]), (1, &[3, 3]), (1, &[5]), (5, &[5])] {
            assert!(load(played, later, 50.0).unwrap_err().contains("expected later ones, each once"));
        }
        assert!(load(0, &[], -1.0).unwrap_err().ends_with("found A=-1, expected 0 to 100"));
    }

    #[test]
    fn an_option_is_read_or_refused() {
        let read: SpsaParameter = "Null Move=4,1..8".parse().unwrap();
        assert_eq!(read.name, "Null Move");
        assert_eq!((read.start, read.min, read.max), (4, 1, 8));
        assert_eq!(read.step, 0.35);
        let read: SpsaParameter = "A=-4,-9..-1,0.5".parse().unwrap();
        assert_eq!(read.step, 0.5);
        for wrong in [
            "",
            "A",
            "A=",
            "A=1",
            "A=1,2",
            "A=1,2..3",
            "A=2,3..1",
            "=1,0..2",
            "A=1,0..2,0",
            "A=1,0..2,1,1",
            "A=1,0..2,nan",
            "A=1,0..2,2.5",
            "A=1,0..2,1e200",
            "A=1.5,0..2",
        ] {
            assert!(wrong.parse::<SpsaParameter>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn rounding_preserves_the_mean() {
        let parameter: SpsaParameter = "A=5,0..10".parse().unwrap();
        let mut random = Random::new(1);
        let sum: i64 = (0..1000).map(|_| parameter.round(2.3, random.unit_f64())).sum();
        assert!((2250..=2350).contains(&sum), "{sum}");
        assert_eq!(parameter.round(99.0, 0.5), 10);
        assert_eq!(parameter.round(-99.0, 0.5), 0);
    }
}
