//! Elo difference, normalised Elo and likelihood of superiority from the results of two engines.

/// The results of one engine against others, by games and by pairs of games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PairStatistics {
    /// Games won, drawn and lost.
    pub wdl: [u32; 3],
    /// Pairs of games from one opening with colours reversed, by the points scored in them: 0, ½, 1, 1½ and 2.
    pub pentanomial: [u32; 5],
}

/// An Elo difference with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// The difference.
    pub value: f64,
    /// Half width of the 95 % confidence interval. `None` if all results are equal, or if the interval reaches a
    /// score of 0 or 1.
    pub error: Option<f64>,
}

/// Mean and variance of the score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreEstimate {
    /// Mean points per game, 0 to 1.
    mean: f64,
    /// The variance of one sample, which is the points of a game or the mean points of a pair.
    variance: f64,
    /// Number of samples.
    samples: f64,
    /// Games per sample: 1 or 2.
    games_per_sample: f64,
}

/// 95 % of a normal distribution lie within this many standard deviations.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Normalised Elo per standard deviation of the score of a game: 800 / ln 10.
pub const NORMALISED_ELO: f64 = 347.435_585_522_601_4;

impl PairStatistics {
    /// Adds a game in which the engine scored 0, 1 or 2 half points.
    pub fn add_game(&mut self, half_points: u32) {
        self.wdl[2 - half_points.min(2) as usize] += 1;
    }

    /// Adds a pair of games in which the engine scored 0 to 4 half points.
    pub fn add_pair(&mut self, half_points: u32) {
        self.pentanomial[half_points.min(4) as usize] += 1;
    }

    /// Number of games.
    pub fn game_count(&self) -> u32 {
        self.wdl.iter().sum()
    }

    /// Points scored.
    pub fn points(&self) -> f64 {
        f64::from(self.wdl[0]) + f64::from(self.wdl[1]) / 2.0
    }

    /// The score by pairs. This is the better estimate, because the two games of a pair are not independent.
    pub fn pentanomial_score(&self) -> ScoreEstimate {
        ScoreEstimate::from_counts(&self.pentanomial, 2.0)
    }

    /// The score by games, as if they were independent.
    pub fn trinomial_score(&self) -> ScoreEstimate {
        let [wins, draws, losses] = self.wdl;
        ScoreEstimate::from_counts(&[losses, draws, wins], 1.0)
    }
}

impl ScoreEstimate {
    /// From the number of samples with each score; the scores are equally spaced from 0 to 1.
    fn from_counts(counts: &[u32], games: f64) -> ScoreEstimate {
        let samples = f64::from(counts.iter().sum::<u32>());
        let best = (counts.len() - 1) as f64;
        let mean = |value: &dyn Fn(f64) -> f64| {
            let weighted = |(index, &count): (usize, &u32)| value(index as f64 / best) * f64::from(count);
            counts.iter().enumerate().map(weighted).sum::<f64>() / samples
        };
        let score = mean(&|points| points);
        ScoreEstimate {
            mean: score,
            variance: mean(&|points| (points - score).powi(2)),
            samples,
            games_per_sample: games,
        }
    }

    /// The Elo difference; `None` without games, or if only one side has scored.
    pub fn elo(&self) -> Option<EloEstimate> {
        self.estimate(|score| 400.0 * (score / (1.0 - score)).log10())
    }

    /// The difference in normalised Elo (Van den Bergh 2020), which does not depend on the draw rate; `None` if all
    /// results are equal.
    pub fn normalised_elo(&self) -> Option<EloEstimate> {
        let deviation = (self.games_per_sample * self.variance).sqrt();
        self.estimate(|score| (score - 0.5) / deviation * NORMALISED_ELO)
    }

    /// Likelihood of superiority: how probable it is that the engine is the stronger one. `None` if all results are
    /// equal.
    pub fn los(&self) -> Option<f64> {
        let deviations = (self.mean - 0.5) / (self.variance / self.samples).sqrt();
        deviations.is_finite().then(|| normal_cdf(deviations))
    }

    fn estimate(&self, scale: impl Fn(f64) -> f64) -> Option<EloEstimate> {
        let width = Z_95 * (self.variance / self.samples).sqrt();
        let value = finite(scale(self.mean))?;
        let error = finite((scale(self.mean + width) - scale(self.mean - width)) / 2.0);
        Some(EloEstimate { value, error: error.filter(|_| width > 0.0) })
    }
}

/// The number, if it is finite; -0 becomes 0.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number + 0.0)
}

/// The cumulative distribution function of the standard normal distribution.
pub fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// A number with its error, as far as they are known.
pub fn with_error(value: Option<f64>, error: Option<f64>) -> String {
    let value = value.map_or(String::new(), |value| unsigned_zero(format!("{value:.1}")));
    match error {
        Some(error) => format!("{value} +- {error:.1}"),
        None => value,
    }
}

/// The number without its sign if it is rounded to zero.
pub fn unsigned_zero(number: String) -> String {
    match number.strip_prefix('-') {
        Some(rest) if !rest.contains(|digit| matches!(digit, '1'..='9')) => rest.to_owned(),
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// fastchess 1.8 prints these numbers for the same results.
    #[test]
    fn agrees_with_fastchess() {
        let statistics = PairStatistics { wdl: [168, 69, 143], pentanomial: [21, 33, 71, 30, 35] };
        let shown = |estimate: Option<EloEstimate>| {
            let estimate = estimate.unwrap();
            format!("{:.2} +/- {:.2}", estimate.value, estimate.error.unwrap())
        };
        let estimate = statistics.pentanomial_score();
        assert_eq!(shown(estimate.elo()), "22.89 +/- 30.39");
        assert_eq!(shown(estimate.normalised_elo()), "26.45 +/- 34.93");
        assert_eq!(format!("{:.2}", 100.0 * estimate.los().unwrap()), "93.11");
        assert_eq!(statistics.points(), 202.5);
        let reversed = PairStatistics { wdl: [143, 69, 168], pentanomial: [35, 30, 71, 33, 21] };
        assert_eq!(shown(reversed.pentanomial_score().elo()), "-22.89 +/- 30.39");
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
}
