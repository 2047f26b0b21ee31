//! Octal codes: take-and-break games in a few digits (Guy and Smith 1956).

use std::fmt;
use std::str::FromStr;

/// The code of a take-and-break game, such as `0.77`. Digit number `n` says what may be left when `n` counters
/// are taken from a heap: 1 nothing, 2 one heap, 4 two heaps, or a sum of these. Digit 0 is 0 or 4.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OctalCode {
    digits: Vec<u8>,
}

/// What is left of a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OctalRest {
    /// Nothing.
    Nothing = 1,
    /// One heap.
    OneHeap = 2,
    /// Two heaps.
    TwoHeaps = 4,
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

    /// The greatest number of counters that a move takes.
    pub fn longest(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    /// Whether `taken` counters may be taken from a heap if this is left.
    pub fn allows(&self, taken: u64, rest: OctalRest) -> bool {
        let place = usize::try_from(taken).ok();
        let digit = place.and_then(|place| self.digits.get(place));
        digit.is_some_and(|digit| digit & rest as u8 != 0)
    }

    /// Whether some heap may be split in two.
    pub fn splits(&self) -> bool {
        self.digits.iter().any(|digit| digit & OctalRest::TwoHeaps as u8 != 0)
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
    fn digits_say_what_may_be_left() {
        let code: OctalCode = "4.13".parse().unwrap();
        let allowed =
            |taken| [OctalRest::Nothing, OctalRest::OneHeap, OctalRest::TwoHeaps].map(|rest| code.allows(taken, rest));
        assert_eq!(allowed(0), [false, false, true]);
        assert_eq!(allowed(1), [true, false, false]);
        assert_eq!(allowed(2), [true, true, false]);
        assert_eq!([allowed(3), allowed(u64::MAX)], [[false; 3]; 2]);
        assert_eq!((code.longest(), code.splits()), (2, true));
        assert_eq!(OctalCode::sevens(2).to_string(), "0.77");
    }
}
