//! The unit in which people read evaluations: hundredths of a pawn or man.

/// Converts an evaluation in which a pawn or man is worth `pawn_value` to hundredths of a pawn or man.
pub fn to_hundredths(value: i32, pawn_value: i32) -> i32 {
    (100.0 * f64::from(value) / f64::from(pawn_value)).round() as i32
}

/// Hundredths as pawns or men, with a sign: `+0.18`.
pub fn pawns_text(hundredths: i32) -> String {
    format!("{:+.2}", f64::from(hundredths) / 100.0)
}
