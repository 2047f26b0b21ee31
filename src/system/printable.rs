//! Text from outside, without the characters that a terminal would obey, and in lines that are not too long.

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

/// Breaks a line between words. Only lines of a single word have more than `width` characters.
pub fn between_words(line: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split_whitespace() {
        let Some(last) = lines.last_mut() else { break };
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
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
