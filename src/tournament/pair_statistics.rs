//! What the results of a match say about the strength of two engines.

use std::ops::AddAssign;

/// Results of one engine against another.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PairStatistics {
    /// Games won, drawn and lost.
    pub wdl: [u32; 3],
    /// Pairs of games from one opening with colours changed, by the points made in them: 0, ½, 1,
    /// 1½ and 2.
    pub pentanomial: [u32; 5],
}

/// A number with the half width of its interval of 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// The number.
    pub value: f64,
    /// The half width; `None` where the results do not tell: all of them are alike, or the interval
    /// reaches a score of 0 or 1.
    pub error: Option<f64>,
}

/// What some results say: the score and its spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreEstimate {
    /// Points a game, 0 to 1.
    mean: f64,
    /// The variance of the points a game in one sample: a game, or the mean of a pair.
    variance: f64,
    /// How many samples there are.
    samples: f64,
    /// Games in a sample.
    games_per_sample: f64,
}

/// How many standard deviations 95 % of a normal distribution lie within.
const Z_95: f64 = 1.959_963_984_540_054;

/// Normalised Elo for a standard deviation of one in the points of a game: 800 / ln 10.
pub const NORMALISED_ELO: f64 = 347.435_585_522_601_4;

impl PairStatistics {
    /// Adds a game, in which the engine made so many half points.
    pub fn add_game(&mut self, half_points: u32) {
        self.wdl[2 - half_points.min(2) as usize] += 1;
    }

    /// Adds a pair of games, in which the engine made so many half points.
    pub fn add_pair(&mut self, half_points: u32) {
        self.pentanomial[half_points.min(4) as usize] += 1;
    }

    /// The same results as the opponent sees them.
    pub fn reversed(mut self) -> PairStatistics {
        self.wdl.reverse();
        self.pentanomial.reverse();
        self
    }

    /// Games played.
    pub fn game_count(&self) -> u32 {
        self.wdl.iter().sum()
    }

    /// Points made.
    pub fn points(&self) -> f64 {
        f64::from(self.wdl[0]) + f64::from(self.wdl[1]) / 2.0
    }

    /// What whole pairs say: the games of a pair are no independent samples.
    pub fn pentanomial_score(&self) -> ScoreEstimate {
        ScoreEstimate::from_counts(&self.pentanomial, 2.0)
    }

    /// What the games say, taken for independent.
    pub fn trinomial_score(&self) -> ScoreEstimate {
        let [wins, draws, losses] = self.wdl;
        ScoreEstimate::from_counts(&[losses, draws, wins], 1.0)
    }
}

impl AddAssign for PairStatistics {
    fn add_assign(&mut self, other: PairStatistics) {
        let add = |(sum, more): (&mut u32, u32)| *sum += more;
        self.wdl.iter_mut().zip(other.wdl).for_each(add);
        self.pentanomial
            .iter_mut()
            .zip(other.pentanomial)
            .for_each(add);
    }
}

impl ScoreEstimate {
    /// `counts` of samples with scores equally spaced from 0 to 1.
    fn from_counts(counts: &[u32], games: f64) -> ScoreEstimate {
        let samples = f64::from(counts.iter().sum::<u32>());
        let best = (counts.len() - 1) as f64;
        let mean = |value: &dyn Fn(f64) -> f64| {
            let weighed =
                |(index, &count): (usize, &u32)| value(index as f64 / best) * f64::from(count);
            counts.iter().enumerate().map(weighed).sum::<f64>() / samples
        };
        let score = mean(&|points| points);
        ScoreEstimate {
            mean: score,
            variance: mean(&|points| (points - score).powi(2)),
            samples,
            games_per_sample: games,
        }
    }

    /// The difference in Elo; `None` without games, or where only one side has scored.
    pub fn elo(&self) -> Option<EloEstimate> {
        self.estimate(|score| 400.0 * (score / (1.0 - score)).log10())
    }

    /// The difference in normalised Elo, which does not depend on how many games are drawn (Van
    /// den Bergh 2020); `None` where all results are alike.
    pub fn normalised_elo(&self) -> Option<EloEstimate> {
        let deviation = (self.games_per_sample * self.variance).sqrt();
        self.estimate(|score| (score - 0.5) / deviation * NORMALISED_ELO)
    }

    /// How likely the engine is the stronger one, if nothing else is known; `None` where all results
    /// are alike, since their spread is not known then.
    pub fn los(&self) -> Option<f64> {
        let deviations = (self.mean - 0.5) / (self.variance / self.samples).sqrt();
        deviations.is_finite().then(|| normal_cdf(deviations))
    }

    fn estimate(&self, scale: impl Fn(f64) -> f64) -> Option<EloEstimate> {
        let width = Z_95 * (self.variance / self.samples).sqrt();
        let value = finite(scale(self.mean))?;
        let error = finite((scale(self.mean + width) - scale(self.mean - width)) / 2.0);
        Some(EloEstimate {
            value,
            error: error.filter(|_| width > 0.0),
        })
    }
}

/// A number that the results tell; 0 has no sign.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number + 0.0)
}

/// The share of a standard normal distribution below `x`, good to 1e-15: by the series of its
/// density around 0, by a continued fraction far from it (Abramowitz and Stegun 1964, 26.2.11 and
/// 26.2.14).
fn normal_cdf(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    match x.abs() {
        distance if distance > 3.0 => {
            let fraction = (1..=60)
                .rev()
                .fold(distance, |below, n| distance + f64::from(n) / below);
            match x > 0.0 {
                true => 1.0 - density / fraction,
                false => density / fraction,
            }
        }
        _ => {
            let (mut term, mut sum) = (x, x);
            for n in 1..60 {
                term *= x * x / f64::from(2 * n + 1);
                sum += term;
            }
            0.5 + density * sum
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What fastchess 1.8 says of the same results.
    #[test]
    fn agrees_with_another_program() {
        let tally = PairStatistics {
            wdl: [168, 69, 143],
            pentanomial: [21, 33, 71, 30, 35],
        };
        let shown = |estimate: Option<EloEstimate>| {
            let estimate = estimate.unwrap();
            format!("{:.2} +/- {:.2}", estimate.value, estimate.error.unwrap())
        };
        let strength = tally.pentanomial_score();
        assert_eq!(shown(strength.elo()), "22.89 +/- 30.39");
        assert_eq!(shown(strength.normalised_elo()), "26.45 +/- 34.93");
        let superiority = strength.los().unwrap();
        assert_eq!(format!("{:.2}", 100.0 * superiority), "93.11");
        assert_eq!(tally.points(), 202.5);
        let reversed = tally.reversed().pentanomial_score();
        assert_eq!(shown(reversed.elo()), "-22.89 +/- 30.39");
    }

    #[test]
    fn the_normal_distribution() {
        for (x, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (Z_95, 0.975),
            (-3.5, 0.000_232_629_079_035_525),
            (6.0, 0.999_999_999_013_412_4),
        ] {
            assert!((normal_cdf(x) - share).abs() < 1e-14, "{x}");
        }
    }

    #[test]
    fn games_become_pairs() {
        let mut tally = PairStatistics::default();
        for half_points in [2, 1, 0] {
            tally.add_game(half_points);
        }
        tally.add_pair(3);
        assert_eq!((tally.wdl, tally.pentanomial), ([1, 1, 1], [0, 0, 0, 1, 0]));
        tally += tally;
        assert_eq!((tally.game_count(), tally.pentanomial[3]), (6, 2));
    }
}
