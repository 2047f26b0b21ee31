//! The sequential probability ratio test (SPRT, Wald 1945), which ends a match as soon as its result is clear.

use super::pair_statistics::{NORMALISED_ELO, PairStatistics};
use crate::conditions::key_values::KeyValues;
use crate::notation::excerpt;
use anyhow::{bail, ensure};

/// A test of two hypotheses about the Elo difference of two engines.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative hypothesis, greater than `elo0`.
    pub elo1: f64,
    /// Probability that `elo1` is accepted although `elo0` is true.
    pub alpha: f64,
    /// Probability that `elo0` is accepted although `elo1` is true.
    pub beta: f64,
    /// The unit of `elo0` and `elo1`.
    pub model: EloModel,
}

/// Kinds of Elo differences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// Normalised Elo: the score in standard deviations of a game.
    Normalised,
    /// The usual Elo difference, a logistic function of the score.
    Logistic,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SprtVerdict {
    /// `elo0` is accepted.
    Elo0Accepted,
    /// `elo1` is accepted.
    Elo1Accepted,
    /// More games are needed.
    #[default]
    Open,
}

/// Probabilities of the five results of a pair.
type Distribution = [f64; 5];

/// The results of a pair in points per game.
const SCORES: Distribution = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Sprt {
    /// The largest hypothesis: above a normalised Elo of 230 the fit finds no distribution near its first guess.
    const MAX_ELO: f64 = 200.0;

    /// Reads the values of `--sprt`; `None` without values.
    ///
    /// # Errors
    /// A value is unknown or out of range.
    pub fn parse(arguments: &[String]) -> anyhow::Result<Option<Sprt>> {
        if arguments.is_empty() {
            return Ok(None);
        }
        let values = KeyValues::new("--sprt", arguments, &["elo0", "elo1", "alpha", "beta", "model"])?;
        let number = |name, default| values.get(name, default, "a number");
        let sprt = Sprt {
            elo0: number("elo0", 0.0)?,
            elo1: number("elo1", 5.0)?,
            alpha: number("alpha", 0.05)?,
            beta: number("beta", 0.05)?,
            model: match values.text("model").unwrap_or("normalised") {
                "normalised" | "normalized" => EloModel::Normalised,
                "logistic" => EloModel::Logistic,
                other => bail!("--sprt: found model={}, expected normalised or logistic", excerpt(other)),
            },
        };
        let (alpha, beta) = (sprt.alpha, sprt.beta);
        let valid_errors = alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0;
        let valid_elo = -Self::MAX_ELO <= sprt.elo0 && sprt.elo0 < sprt.elo1 && sprt.elo1 <= Self::MAX_ELO;
        let max = Self::MAX_ELO;
        ensure!(
            valid_elo && valid_errors,
            "--sprt: expected elo0 < elo1 within -{max} to {max}, alpha and beta above 0, their sum below 1"
        );
        Ok(Some(sprt))
    }

    /// The lower and upper bound of the log-likelihood ratio (LLR): between them the test is open.
    pub fn bounds(&self) -> (f64, f64) {
        let (alpha, beta) = (self.alpha, self.beta);
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The state of the test after these pairs of games.
    pub fn verdict(&self, statistics: &PairStatistics) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(statistics) {
            ratio if ratio >= upper => SprtVerdict::Elo1Accepted,
            ratio if ratio <= lower => SprtVerdict::Elo0Accepted,
            _ => SprtVerdict::Open,
        }
    }

    /// The logarithm of the likelihood of the results of pairs under `elo1` divided by that under `elo0`, both with
    /// their maximum likelihood distributions (generalised SPRT, Van den Bergh 2020).
    pub fn log_likelihood_ratio(&self, statistics: &PairStatistics) -> f64 {
        if statistics.pentanomial == [0; 5] {
            return 0.0;
        }
        // A result that has not occurred yet is rare, not impossible.
        let counts = statistics.pentanomial.map(|count| f64::from(count).max(1e-3));
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let fitted = |elo: f64| match self.model {
            EloModel::Normalised => fit_normalised(&observed, elo * 2_f64.sqrt() / NORMALISED_ELO),
            EloModel::Logistic => fit_mean(&observed, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))),
        };
        let (zero, one) = (fitted(self.elo0), fitted(self.elo1));
        let weighted = |index: usize| counts[index] * (one[index] / zero[index]).ln();
        (0..SCORES.len()).map(weighted).sum()
    }
}

/// The maximum likelihood distribution with this mean, given the observed frequencies.
fn fit_mean(observed: &Distribution, mean: f64) -> Distribution {
    fit(observed, &SCORES.map(|score| score - mean))
}

/// The maximum likelihood distribution whose mean is `ratio` standard deviations above one half, given the observed
/// frequencies. The condition is not linear; each iteration fits to its linearisation at the last distribution.
fn fit_normalised(observed: &Distribution, ratio: f64) -> Distribution {
    let mut fitted = [0.2; 5];
    for _ in 0..10 {
        let mean = |value: &dyn Fn(f64) -> f64| -> f64 {
            fitted.iter().zip(SCORES).map(|(share, score)| share * value(score)).sum()
        };
        let middle = mean(&|score| score);
        let deviation = mean(&|score| (score - middle).powi(2)).sqrt();
        let condition = SCORES.map(|score| {
            let distance = (score - middle) / deviation;
            score - 0.5 - ratio * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = fit(observed, &condition);
        let converged = fitted.iter().zip(next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max) < 1e-4;
        fitted = next;
        if converged {
            break;
        }
    }
    fitted
}

/// The maximum likelihood distribution under which `condition` has the mean 0, given the observed frequencies: each is
/// divided by 1 + t * condition, with the only t for which the mean is 0, found by bisection.
fn fit(observed: &Distribution, condition: &Distribution) -> Distribution {
    let min = condition.iter().copied().fold(f64::INFINITY, f64::min);
    let max = condition.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    // The mean decreases with t, from +infinity to -infinity.
    let mean = |t: f64| -> f64 {
        observed.iter().zip(condition).map(|(share, value)| share * value / (1.0 + t * value)).sum()
    };
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if mean(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|index| observed[index] / (1.0 + t * condition[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn pairs_only(pairs: [u32; 5]) -> PairStatistics {
        PairStatistics { pentanomial: pairs, ..PairStatistics::default() }
    }

    #[test]
    fn each_error_has_its_bound() {
        let sprt = Sprt { alpha: 0.01, beta: 0.2, ..test(EloModel::Normalised, 0.0, 5.0) };
        let (lower, upper) = sprt.bounds();
        assert!((lower - (0.2_f64 / 0.99).ln()).abs() < 1e-12, "{lower}");
        assert!((upper - (0.8_f64 / 0.01).ln()).abs() < 1e-12, "{upper}");
    }

    /// The ratio is finite and has the right sign.
    #[test]
    fn extreme_results_and_hypotheses() {
        let max = Sprt::MAX_ELO;
        for model in [EloModel::Normalised, EloModel::Logistic] {
            for (elo0, elo1) in [(0.0, 5.0), (-5.0, 0.0), (0.0, max), (-max, max), (0.0, 1e-3)] {
                let sprt = test(model, elo0, elo1);
                let ratio = |pairs| sprt.log_likelihood_ratio(&pairs_only(pairs));
                assert_eq!(ratio([0; 5]), 0.0);
                for count in [1, 100, 1_000_000] {
                    let won = ratio([0, 0, 0, 0, count]);
                    let lost = ratio([count, 0, 0, 0, 0]);
                    let context = format!("{sprt:?} {count}: {won} {lost}");
                    assert!(won.is_finite() && lost.is_finite(), "{context}");
                    assert!(won > 0.0 && lost < 0.0, "{context}");
                    for pairs in [[0, 0, count, 0, 0], [count, 0, 0, 0, count]] {
                        let ratio = ratio(pairs);
                        assert!(ratio.is_finite(), "{sprt:?} {pairs:?}: {ratio}");
                    }
                }
            }
        }
    }

    #[test]
    fn meaningless_hypotheses_are_refused() {
        for values in [
            ["elo0=nan", "elo1=5"],
            ["elo0=0", "elo1=inf"],
            ["elo0=-inf", "elo1=0"],
            ["elo0=0", "elo1=1e6"],
            ["elo0=5", "elo1=5"],
            ["alpha=0", "beta=0.05"],
            ["alpha=0.5", "beta=0.5"],
            ["alpha=nan", "beta=0.05"],
        ] {
            assert!(Sprt::parse(&values.map(str::to_owned)).is_err(), "{values:?}");
        }
    }

    /// The expected results for an Elo difference in the middle between the hypotheses have a ratio of 0.
    #[test]
    fn results_in_the_middle_favour_neither() {
        for model in [EloModel::Normalised, EloModel::Logistic] {
            let ratio = test(model, -5.0, 5.0).log_likelihood_ratio(&pairs_only([30, 250, 440, 250, 30]));
            assert!(ratio.abs() < 1e-6, "{ratio}");
        }
    }

    /// fastchess 1.8.2 prints these ratios for the same results.
    #[test]
    fn agrees_with_fastchess() {
        let ratio = test(EloModel::Normalised, 0.0, 60.0).log_likelihood_ratio(&pairs_only([1, 2, 14, 7, 8]));
        assert_eq!(format!("{ratio:.2}"), "2.97");
        let ratio = test(EloModel::Logistic, -2.0, 40.0).log_likelihood_ratio(&pairs_only([3, 5, 4, 4, 4]));
        assert_eq!(format!("{ratio:.2}"), "-0.15");
    }

    /// The fitted distribution fulfils its condition, and no other near it has a higher likelihood.
    #[test]
    fn the_fit_has_the_maximum_likelihood() {
        let observed = [0.05, 0.2, 0.4, 0.25, 0.1];
        let fitted = fit_mean(&observed, 0.5);
        let mean =
            |shares: &Distribution| -> f64 { shares.iter().zip(SCORES).map(|(share, score)| share * score).sum() };
        let likelihood = |shares: &Distribution| -> f64 {
            observed.iter().zip(shares).map(|(frequency, share)| frequency * share.ln()).sum()
        };
        assert!((mean(&fitted) - 0.5).abs() < 1e-12);
        assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        // Steps that change neither sum nor mean.
        for step in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0]] {
            for size in [1e-3, -1e-3] {
                let other = std::array::from_fn(|index| fitted[index] + size * step[index]);
                assert!(likelihood(&other) < likelihood(&fitted));
            }
        }
    }
}
