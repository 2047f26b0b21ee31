//! Text from outside, without the characters that a terminal would obey.

/// The text without control characters, which a terminal obeys and which XML does not allow: tabs and the like become blanks,
/// line feeds stay, and all others become question marks.
pub fn printable(text: &str) -> String {
    let clean = |c: char| match c {
        '\n' => c,
        _ if c.is_control() && c.is_whitespace() => ' ',
        // XML does not allow the last two.
        _ if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => '?',
        _ => c,
    };
    text.chars().map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_line_feeds_are_left_of_control_characters() {
        for (text, expected) in [
            ("a\u{1b}[31mb\u{7}", "a?[31mb?"),
            ("\u{9b}2J\u{7f}\0", "?2J??"),
            ("one\ttwo\r\nthree\u{85}", "one two \nthree "),
            ("\u{ffff}\u{fffe}", "??"),
            ("Žofia ♔ \u{2026}", "Žofia ♔ \u{2026}"),
        ] {
            assert_eq!(printable(text), expected);
        }
    }
}
