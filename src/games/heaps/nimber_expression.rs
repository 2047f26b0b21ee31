//! Sums, products and least excluded numbers of nimbers as text: `3+5*2`, `mex 0 1 3`.

use super::nimber::{mex, nim_product, nim_sum};
use super::read_text::whole_number;
use crate::notation::excerpt;

/// The value of an expression: nimbers (`3` or `*3`) with `+`, `*` and parentheses, where products come before sums, or `mex`
/// and numbers.
///
/// ```
/// use kempelen::games::heaps::nimber_expression::nimber_value;
/// assert_eq!(nimber_value("3+5"), Ok(6));
/// assert_eq!(nimber_value("mex 0 1 3"), Ok(2));
/// ```
///
/// # Errors
/// The text is no expression: what was found, and what was expected.
pub fn nimber_value(text: &str) -> Result<u64, String> {
    let mut words = text.split_whitespace();
    if words.clone().next() == Some("mex") {
        let numbers = words.by_ref().skip(1).map(number).collect::<Result<Vec<_>, _>>()?;
        return Ok(mex(&numbers));
    }
    let mut rest = Reader { text: text.trim_start(), depth: 0 };
    let value = rest.sum()?;
    if rest.text.is_empty() { Ok(value) } else { Err(expected(rest.text, "+ or *")) }
}

/// The greatest number of parentheses in one another.
const MAX_DEPTH: usize = 100;

fn expected(found: &str, expected: &str) -> String {
    if found.is_empty() {
        format!("found the end, expected {expected}")
    } else {
        format!("found '{}', expected {expected}", excerpt(found))
    }
}

fn number(word: &str) -> Result<u64, String> {
    whole_number(word).ok_or_else(|| expected(word, &format!("a number from 0 to {}", u64::MAX)))
}

/// The text that is not yet read.
struct Reader<'a> {
    text: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn skip(&mut self, sign: char) -> bool {
        let rest = self.text.strip_prefix(sign);
        self.text = rest.map_or(self.text, str::trim_start);
        rest.is_some()
    }

    fn sum(&mut self) -> Result<u64, String> {
        let mut sum = self.product()?;
        while self.skip('+') {
            sum = nim_sum(sum, self.product()?);
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<u64, String> {
        let mut product = self.factor()?;
        while self.skip('*') {
            product = nim_product(product, self.factor()?);
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<u64, String> {
        if self.skip('(') {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(format!("found more than {MAX_DEPTH} parentheses in one another"));
            }
            let value = self.sum()?;
            self.depth -= 1;
            return self.skip(')').then_some(value).ok_or_else(|| expected(self.text, "+, * or )"));
        }
        self.text = self.text.strip_prefix('*').unwrap_or(self.text);
        let end = self.text.find(|c: char| !c.is_ascii_digit());
        let (digits, rest) = self.text.split_at(end.unwrap_or(self.text.len()));
        if digits.is_empty() {
            return Err(expected(self.text, "a number"));
        }
        self.text = rest.trim_start();
        number(digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for (text, value) in [
            ("3+5", 6),
            ("6*7", 3),
            ("2*3*4", 4),
            (" 2 * 3 + 4 ", 5),
            ("2*(3+4)", 9),
            ("((7))", 7),
            ("18446744073709551615 + 1", u64::MAX - 1),
            ("mex 0 1 3", 2),
            ("mex", 0),
            ("*3+*5", 6),
            ("*6 * *7", 3),
        ] {
            assert_eq!(nimber_value(text), Ok(value), "{text}");
        }
        for (text, error) in [
            ("", "found the end, expected a number"),
            ("3+", "found the end, expected a number"),
            ("3 5", "found '5', expected + or *"),
            ("(3", "found the end, expected +, * or )"),
            ("3**", "found the end, expected a number"),
            ("3)", "found ')', expected + or *"),
            ("-3", "found '-3', expected a number"),
            ("18446744073709551616", "found '18446744073709551616', expected a number from 0 to 18446744073709551615"),
            ("mex 1 x", "found 'x', expected a number from 0 to 18446744073709551615"),
            (&"(".repeat(101), "found more than 100 parentheses in one another"),
        ] {
            assert_eq!(nimber_value(text), Err(error.to_owned()), "{text}");
        }
    }
}
