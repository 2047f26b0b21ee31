//! Octal codes: take-and-break games in a few digits (Guy and Smith 1956).

use std::fmt;
use std::str::FromStr;

/// The code of a take-and-break game, such as `0.77`. Digit number `n` says what may be left when `n` counters
/// are taken from a heap: 1 nothing, 2 one heap, 4 two heaps, or a sum of these. Digit 0 is 0 or 4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OctalCode {
    digits: Vec<u8>,
}

/// What a rule of taking says of one number of counters: a digit of an [`OctalCode`], or what Grundy's game allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TakingDigit {
    /// How many counters are taken from a heap.
    pub taken: u64,
    /// What may be left: the sum of 1 for nothing, 2 for one heap, 4 for two heaps, and 8 for two unequal ones.
    pub digit: u8,
}

impl TakingDigit {
    /// Whether all that is left may stay together: one heap of `rest`, or nothing.
    pub fn allows_one(self, rest: u64) -> bool {
        self.digit & if rest == 0 { 1 } else { 2 } != 0
    }

    /// The greatest size of the smaller part if `rest` may be split in two; 0 if it may not.
    pub fn greatest_part(self, rest: u64) -> u64 {
        match self.digit {
            digit if digit & 4 != 0 => rest / 2,
            digit if digit & 8 != 0 => rest.saturating_sub(1) / 2,
            _ => 0,
        }
    }
}

/// The greatest number of digits after the point.
const MAX_DIGITS: usize = 64;

impl OctalCode {
    /// The code with `count` digits 7 after the point: up to `count` neighbours are taken from a row. At most 64.
    pub fn sevens(count: usize) -> OctalCode {
        let mut digits = vec![7; count.min(MAX_DIGITS) + 1];
        digits[0] = 0;
        OctalCode { digits }
    }

    /// The digits that allow something, with their places.
    pub fn digits(&self) -> impl Iterator<Item = TakingDigit> {
        let digits = (0..).zip(&self.digits).map(|(taken, &digit)| TakingDigit { taken, digit });
        digits.filter(|it| it.digit != 0)
    }
}

impl fmt::Display for OctalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

impl FromStr for OctalCode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("expected an octal code such as 0.77, with at most {MAX_DIGITS} digits from 0 to 7");
        let (whole, rest) = text.split_once('.').ok_or_else(expected)?;
        let first = match whole {
            "" | "0" => 0,
            "4" => 4,
            _ => return Err("expected 0 or 4 before the point of an octal code".to_owned()),
        };
        let digit = |c: char| c.to_digit(8).map(|digit| digit as u8).ok_or_else(expected);
        let digits: Vec<u8> = rest.chars().map(digit).collect::<Result<_, _>>()?;
        let used = digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
        if used > MAX_DIGITS || digits.is_empty() {
            return Err(expected());
        }
        if used == 0 && first == 0 {
            return Err("expected an octal code that allows a move".to_owned());
        }
        Ok(OctalCode { digits: [&[first], &digits[..used.max(1)]].concat() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        for (text, shown) in [("0.77", "0.77"), (".137", "0.137"), ("4.0", "4.0"), ("4.300", "4.3"), ("0.007", "0.007")]
        {
            let code: OctalCode = text.parse().unwrap();
            assert_eq!(code.to_string(), shown);
            assert_eq!(shown.parse(), Ok(code));
        }
        let long = format!("0.{}", "7".repeat(65));
        for wrong in ["", "77", "0.", "0.8", "1.7", "0.7.7", "0.x", "0.0", "-0.7", "0.é", &long] {
            assert!(wrong.parse::<OctalCode>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn digits_that_allow_nothing_are_left_out() {
        let code: OctalCode = "4.1003".parse().unwrap();
        let digits: Vec<_> = code.digits().map(|it| (it.taken, it.digit)).collect();
        assert_eq!(digits, [(0, 4), (1, 1), (4, 3)]);
        assert_eq!(OctalCode::sevens(2).to_string(), "0.77");
    }
}
