//! Simultaneous perturbation stochastic approximation (Spall 1992): all values are moved at once, each
//! in a direction by chance, and by what two games between both directions come to a little is learnt
//! about all of them.

use super::parameter::SpsaParameter;
use crate::random::Random;
use serde::{Deserialize, Serialize};

/// How fast steps become shorter, and how fast the distance that is tried (Spall 1998).
const GAIN_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;

/// The part of all pairs after which steps become shorter.
const STABILITY: f64 = 0.1;

/// What values change by; equal plans climb equally.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct SpsaSettings {
    /// What the games depend on: the words of the command line.
    pub games: Vec<String>,
    /// What is tuned.
    pub parameters: Vec<SpsaParameter>,
    /// Pairs of games until the end.
    pub pairs: u64,
    /// How far a value moves for a point more in the last pair: this part of its step.
    pub rate: f64,
    /// For the directions.
    pub seed: u64,
}

/// Values on their way.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct SpsaState {
    /// What they change by.
    pub settings: SpsaSettings,
    /// So many pairs were played, without a gap.
    pub played: u64,
    /// The numbers of those that were played beyond.
    pub ahead: Vec<u64>,
    /// What the values have come to.
    pub values: Vec<f64>,
}

/// Two settings that play against one another.
#[derive(Clone, Debug)]
pub struct SpsaIteration {
    /// The number of the pair, from 0.
    pub number: u64,
    /// For each parameter 1 if the first setting has more of it than the second, or -1.
    directions: Vec<f64>,
    /// The values of either setting.
    pub values: [Vec<i64>; 2],
}

impl SpsaState {
    /// From the first values.
    pub fn new(plan: SpsaSettings) -> SpsaState {
        let start = |parameter: &SpsaParameter| parameter.start as f64;
        SpsaState {
            played: 0,
            ahead: Vec::new(),
            values: plan.parameters.iter().map(start).collect(),
            settings: plan,
        }
    }

    /// What to play as the pair of this number.
    pub fn iteration(&self, number: u64) -> SpsaIteration {
        let mut random = Random::stream(self.settings.seed, number);
        let mut directions = Vec::new();
        let mut settings = [Vec::new(), Vec::new()];
        for (parameter, value) in self.settings.parameters.iter().zip(&self.values) {
            let direction = [-1.0, 1.0][random.below(2)];
            let distance = direction * self.perturbation(parameter, number);
            // One chance for both: the greater value is never rounded to the lesser number.
            let chance = random.unit_f64();
            for (setting, distance) in settings.iter_mut().zip([distance, -distance]) {
                setting.push(parameter.round(value + distance, chance));
            }
            directions.push(direction);
        }
        SpsaIteration {
            number,
            directions,
            values: settings,
        }
    }

    /// The first setting made so many points more than the second.
    pub fn update(&mut self, trial: &SpsaIteration, points: f64) {
        let pairs = self.settings.pairs as f64;
        let early = STABILITY * pairs;
        let later = early + trial.number as f64 + 1.0;
        let rate = self.settings.rate * ((early + pairs) / later).powf(GAIN_DECAY);
        for (at, parameter) in self.settings.parameters.iter().enumerate() {
            let slope = points * trial.directions[at] / self.perturbation(parameter, trial.number);
            let moved = self.values[at] + rate * parameter.step.powi(2) * slope;
            self.values[at] = moved.clamp(parameter.min as f64, parameter.max as f64);
        }
        self.ahead.push(trial.number);
        while let Some(at) = self.ahead.iter().position(|&number| number == self.played) {
            self.ahead.swap_remove(at);
            self.played += 1;
        }
    }

    /// Whether the pair of this number was played.
    pub fn has_played(&self, number: u64) -> bool {
        number < self.played || self.ahead.contains(&number)
    }

    /// How many pairs were played.
    pub fn pairs_played(&self) -> u64 {
        self.played + self.ahead.len() as u64
    }

    /// How far from its value a parameter is tried.
    fn perturbation(&self, parameter: &SpsaParameter, number: u64) -> f64 {
        let left = self.settings.pairs as f64 / (number + 1) as f64;
        parameter.step * left.powf(PERTURBATION_DECAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn climb(pairs: u64) -> SpsaState {
        let parameters = ["A=20,0..100,5", "B=70,0..100,5", "C=50,0..50,5"];
        SpsaState::new(SpsaSettings {
            games: vec!["chess".into()],
            parameters: parameters.map(|text| text.parse().unwrap()).to_vec(),
            pairs,
            rate: 0.01,
            seed: 1,
        })
    }

    /// Two games whose chances depend on how near the settings are to the best: A = 60, B = 40, and
    /// C as great as can be.
    #[test]
    fn the_best_is_found_by_games_with_a_little_chance() {
        let mut climb = climb(20_000);
        let mut random = Random::new(7);
        for number in 0..climb.settings.pairs {
            let trial = climb.iteration(number);
            let worth = |setting: &[i64]| {
                let far = |at: usize, best: i64| ((setting[at] - best) as f64 / 40.0).powi(2);
                -far(0, 60) - far(1, 40) - far(2, 90)
            };
            let [first, second] = trial.values.each_ref().map(|setting| worth(setting));
            let chance = 1.0 / (1.0 + (second - first).exp());
            let won = (random.below(1000) as f64) < 1000.0 * chance;
            climb.update(&trial, if won { 2.0 } else { -2.0 });
        }
        let [a, b, c] = climb.values[..] else {
            panic!("three values");
        };
        assert!((a - 60.0).abs() < 8.0, "{a}");
        assert!((b - 40.0).abs() < 8.0, "{b}");
        assert!(c > 42.0, "{c}");
    }

    #[test]
    fn settings_stay_within_their_bounds_and_differ() {
        let climb = climb(100);
        let mut sums = [0; 3];
        for number in 0..100 {
            let SpsaIteration {
                values: settings, ..
            } = climb.iteration(number);
            for (at, parameter) in climb.settings.parameters.iter().enumerate() {
                let values = settings.each_ref().map(|setting| setting[at]);
                let range = parameter.min..=parameter.max;
                assert!(values.iter().all(|value| range.contains(value)));
                assert_ne!(values[0], values[1]);
                sums[at] += (values[0] - values[1]).signum();
            }
        }
        assert!(sums.iter().all(|sum: &i64| sum.abs() < 40), "{sums:?}");
    }

    #[test]
    fn a_small_step_is_never_turned_round() {
        let mut climb = climb(100);
        climb.settings.parameters = vec!["A=4,0..9,0.1".parse().unwrap()];
        climb.values = vec![4.5];
        for number in 0..100 {
            let trial = climb.iteration(number);
            let [first, second] = trial.values.each_ref().map(|setting| setting[0]);
            assert!((first - second) as f64 * trial.directions[0] >= 0.0);
        }
    }

    #[test]
    fn what_is_read_again_goes_on_without_a_gap() {
        let mut climb = climb(100);
        for number in [0, 2, 4, 3] {
            climb.update(&climb.iteration(number), 1.0);
        }
        let text = serde_json::to_string(&climb).unwrap();
        let mut again: SpsaState = serde_json::from_str(&text).unwrap();
        assert_eq!((again.played, again.pairs_played()), (1, 4));
        let left: Vec<u64> = (0..6).filter(|&number| !again.has_played(number)).collect();
        assert_eq!(left, [1, 5]);
        again.update(&again.iteration(1), -1.0);
        climb.update(&climb.iteration(1), -1.0);
        assert_eq!((again.played, again.pairs_played()), (5, 5));
        assert_eq!(again.values, climb.values);
    }
}
