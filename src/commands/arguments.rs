//! Numbers on the command line.

/// A part of a whole, from 0 to 1.
pub fn part(text: &str) -> Result<f64, String> {
    between(text, 0.0, 1.0)
}

/// A number that is not below `least`, nor above `most`.
pub fn between(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let right = number(text).filter(|value| (least..=most).contains(value));
    right.ok_or_else(|| format!("expected a number from {least} to {most}"))
}

/// A number greater than 0.
pub fn positive(text: &str) -> Result<f64, String> {
    let right = number(text).filter(|&value| value > 0.0);
    right.ok_or_else(|| "expected a number greater than 0".into())
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}
