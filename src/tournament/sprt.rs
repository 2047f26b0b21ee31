//! The sequential probability ratio test (Wald 1945): when a match has shown enough.

use super::key_values::KeyValues;
use super::pair_statistics::{NORMALISED_ELO, PairStatistics};
use crate::notation::excerpt;
use anyhow::bail;

/// Which of two claims about the difference in strength is true: `elo0`, or `elo1`?
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The claim that holds until it is shown wrong.
    pub elo0: f64,
    /// The claim to be shown, greater than the other.
    pub elo1: f64,
    /// How often `elo1` may be accepted wrongly.
    pub alpha: f64,
    /// How often `elo0` may be accepted wrongly.
    pub beta: f64,
    /// In which unit the claims are made.
    pub model: EloModel,
}

/// Units of strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// Elo by points divided by their spread in a game.
    Normalised,
    /// Elo by points.
    Logistic,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// `elo0` is accepted.
    Elo0Accepted,
    /// `elo1` is accepted.
    Elo1Accepted,
    /// More games are needed.
    Open,
}

/// Probabilities, or counts, of the results of a pair, by its points.
type Distribution = [f64; 5];

/// The points of a pair a game.
const SCORES: Distribution = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Sprt {
    /// The greatest claim: from normalised Elo 230 on there are no distributions to fit near the
    /// first guess.
    const MAX_ELO: f64 = 200.0;

    /// The test that words `elo0=` and so on describe, if there are any.
    pub fn read(words: &[String]) -> anyhow::Result<Option<Sprt>> {
        if words.is_empty() {
            return Ok(None);
        }
        let words = KeyValues::new("--sprt", words, &["elo0", "elo1", "alpha", "beta", "model"])?;
        let sprt = Sprt {
            elo0: words.get("elo0", 0.0)?,
            elo1: words.get("elo1", 5.0)?,
            alpha: words.get("alpha", 0.05)?,
            beta: words.get("beta", 0.05)?,
            model: match words.get("model", "normalised".to_owned())?.as_str() {
                "normalised" | "normalized" => EloModel::Normalised,
                "logistic" => EloModel::Logistic,
                other => bail!(
                    "--sprt: found model={}, expected normalised or logistic",
                    excerpt(other)
                ),
            },
        };
        let (alpha, beta) = (sprt.alpha, sprt.beta);
        let errors = alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0;
        let claims =
            -Self::MAX_ELO <= sprt.elo0 && sprt.elo0 < sprt.elo1 && sprt.elo1 <= Self::MAX_ELO;
        if !claims || !errors {
            let most = Self::MAX_ELO;
            bail!(
                "--sprt: expected elo0 < elo1 within -{most} to {most}, alpha and beta above 0, \
                 their sum below 1"
            );
        }
        Ok(Some(sprt))
    }

    /// Between which logarithms of likelihood ratios the test stays open.
    pub fn bounds(&self) -> (f64, f64) {
        let (alpha, beta) = (self.alpha, self.beta);
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// What the pairs of games say.
    pub fn verdict(&self, tally: &PairStatistics) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(tally) {
            ratio if ratio >= upper => SprtVerdict::Elo1Accepted,
            ratio if ratio <= lower => SprtVerdict::Elo0Accepted,
            _ => SprtVerdict::Open,
        }
    }

    /// The logarithm of how much more likely the results of the pairs are under `elo1` than under
    /// `elo0`, each with the distribution that fits them best (Van den Bergh 2020).
    pub fn log_likelihood_ratio(&self, tally: &PairStatistics) -> f64 {
        if tally.pentanomial == [0; 5] {
            return 0.0;
        }
        // A result that has not been seen yet is rare, not impossible.
        let counts = tally.pentanomial.map(|count| f64::from(count).max(1e-3));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let fitted = |elo: f64| match self.model {
            EloModel::Normalised => fit_spread(&seen, elo * 2_f64.sqrt() / NORMALISED_ELO),
            EloModel::Logistic => fit_mean(&seen, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))),
        };
        let (zero, one) = (fitted(self.elo0), fitted(self.elo1));
        let weighed = |index: usize| counts[index] * (one[index] / zero[index]).ln();
        (0..SCORES.len()).map(weighed).sum()
    }
}

/// The likeliest distribution with the mean `mean`, after results as in `seen`.
fn fit_mean(seen: &Distribution, mean: f64) -> Distribution {
    fit(seen, &SCORES.map(|score| score - mean))
}

/// The likeliest distribution whose mean lies `ratio` standard deviations above a half, after
/// results as in `seen`: found by fitting to the condition made linear around the last one.
fn fit_spread(seen: &Distribution, ratio: f64) -> Distribution {
    let mut fitted = [0.2; 5];
    for _ in 0..10 {
        let mean = |value: &dyn Fn(f64) -> f64| -> f64 {
            fitted
                .iter()
                .zip(SCORES)
                .map(|(share, score)| share * value(score))
                .sum()
        };
        let middle = mean(&|score| score);
        let deviation = mean(&|score| (score - middle).powi(2)).sqrt();
        let condition = SCORES.map(|score| {
            let distance = (score - middle) / deviation;
            score - 0.5 - ratio * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = fit(seen, &condition);
        let change = fitted.iter().zip(next).map(|(old, new)| (old - new).abs());
        let settled = change.fold(0.0, f64::max) < 1e-4;
        fitted = next;
        if settled {
            break;
        }
    }
    fitted
}

/// The likeliest distribution under which `condition` has the mean 0, after results as in `seen`:
/// each share is divided by 1 + t condition, with the one t that does it, found by bisection.
fn fit(seen: &Distribution, condition: &Distribution) -> Distribution {
    let least = condition.iter().copied().fold(f64::INFINITY, f64::min);
    let most = condition.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    // The mean falls with t, from +infinity to -infinity.
    let mean = |t: f64| -> f64 {
        let shares = seen.iter().zip(condition);
        shares
            .map(|(share, value)| share * value / (1.0 + t * value))
            .sum()
    };
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        match mean(middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|index| seen[index] / (1.0 + t * condition[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        }
    }

    fn tally(pairs: [u32; 5]) -> PairStatistics {
        PairStatistics {
            pentanomial: pairs,
            ..PairStatistics::default()
        }
    }

    /// `alpha` is how often elo1 is accepted wrongly, `beta` how often elo0 is.
    #[test]
    fn each_error_has_its_bound() {
        let sprt = Sprt {
            alpha: 0.01,
            beta: 0.2,
            ..test(EloModel::Normalised, 0.0, 5.0)
        };
        let (lower, upper) = sprt.bounds();
        assert!((lower - (0.2_f64 / 0.99).ln()).abs() < 1e-12, "{lower}");
        assert!((upper - (0.8_f64 / 0.01).ln()).abs() < 1e-12, "{upper}");
    }

    /// Whatever the results and the claims, the ratio is a number, and of the right sign.
    #[test]
    fn extreme_results_and_claims() {
        let most = Sprt::MAX_ELO;
        for model in [EloModel::Normalised, EloModel::Logistic] {
            for (elo0, elo1) in [
                (0.0, 5.0),
                (-5.0, 0.0),
                (0.0, most),
                (-most, most),
                (0.0, 1e-3),
            ] {
                let sprt = test(model, elo0, elo1);
                let ratio = |pairs| sprt.log_likelihood_ratio(&tally(pairs));
                assert_eq!(ratio([0; 5]), 0.0);
                for count in [1, 100, 1_000_000] {
                    let won = ratio([0, 0, 0, 0, count]);
                    let lost = ratio([count, 0, 0, 0, 0]);
                    let told = format!("{sprt:?} {count}: {won} {lost}");
                    assert!(won.is_finite() && lost.is_finite(), "{told}");
                    assert!(won > 0.0 && lost < 0.0, "{told}");
                    for pairs in [[0, 0, count, 0, 0], [count, 0, 0, 0, count]] {
                        let ratio = ratio(pairs);
                        assert!(ratio.is_finite(), "{sprt:?} {pairs:?}: {ratio}");
                    }
                }
            }
        }
    }

    #[test]
    fn claims_without_a_meaning_are_refused() {
        for words in [
            ["elo0=nan", "elo1=5"],
            ["elo0=0", "elo1=inf"],
            ["elo0=-inf", "elo1=0"],
            ["elo0=0", "elo1=1e6"],
            ["elo0=5", "elo1=5"],
            ["alpha=0", "beta=0.05"],
            ["alpha=0.5", "beta=0.5"],
            ["alpha=nan", "beta=0.05"],
        ] {
            assert!(Sprt::read(&words.map(str::to_owned)).is_err(), "{words:?}");
        }
    }

    #[test]
    fn verdicts() {
        let sprt = test(EloModel::Normalised, 0.0, 5.0);
        assert_eq!(sprt.verdict(&PairStatistics::default()), SprtVerdict::Open);
        assert_eq!(
            sprt.verdict(&tally([10, 200, 500, 400, 40])),
            SprtVerdict::Elo1Accepted
        );
        assert_eq!(
            sprt.verdict(&tally([40, 400, 500, 200, 10])),
            SprtVerdict::Elo0Accepted
        );
    }

    /// Results as they would be expected in the middle between the claims say nothing.
    #[test]
    fn the_middle_says_nothing() {
        for model in [EloModel::Normalised, EloModel::Logistic] {
            let sprt = test(model, -5.0, 5.0);
            let ratio = sprt.log_likelihood_ratio(&tally([30, 250, 440, 250, 30]));
            assert!(ratio.abs() < 1e-6, "{ratio}");
        }
    }

    /// What fastchess 1.8.2 tells of the same results.
    #[test]
    fn another_program_says_the_same() {
        let normalised = test(EloModel::Normalised, 0.0, 60.0);
        let ratio = normalised.log_likelihood_ratio(&tally([1, 2, 14, 7, 8]));
        assert_eq!(format!("{ratio:.2}"), "2.97");
        let logistic = test(EloModel::Logistic, -2.0, 40.0);
        let ratio = logistic.log_likelihood_ratio(&tally([3, 5, 4, 4, 4]));
        assert_eq!(format!("{ratio:.2}"), "-0.15");
    }

    /// The fitted distributions keep their condition, and no other near them is likelier.
    #[test]
    fn the_fit_is_the_likeliest() {
        let seen = [0.05, 0.2, 0.4, 0.25, 0.1];
        let fitted = fit_mean(&seen, 0.5);
        let mean = |shares: &Distribution| -> f64 {
            shares
                .iter()
                .zip(SCORES)
                .map(|(share, score)| share * score)
                .sum()
        };
        let likelihood = |shares: &Distribution| -> f64 {
            seen.iter()
                .zip(shares)
                .map(|(seen, share)| seen * share.ln())
                .sum()
        };
        assert!((mean(&fitted) - 0.5).abs() < 1e-12);
        assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        // A step that keeps sum and mean.
        for step in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0]] {
            for size in [1e-3, -1e-3] {
                let other = std::array::from_fn(|index| fitted[index] + size * step[index]);
                assert!(likelihood(&other) < likelihood(&fitted));
            }
        }
    }
}
