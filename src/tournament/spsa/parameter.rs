//! A numeric option to tune.

use crate::notation::excerpt;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

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
            let step = match parts.next() {
                Some(step) => step.parse().ok()?,
                None => max.abs_diff(min) as f64 / 20.0,
            };
            let valid = !name.is_empty() && min < max && (min..=max).contains(&start);
            let valid = valid && step.is_finite() && step > 0.0 && parts.next().is_none();
            valid.then(|| SpsaParameter { name: name.to_owned(), start, min, max, step })
        };
        read().ok_or_else(|| {
            let found = excerpt(text);
            format!("found '{found}', expected NAME=START,MIN..MAX or NAME=START,MIN..MAX,STEP")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::SpsaParameter;
    use crate::random::Random;

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
