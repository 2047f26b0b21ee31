//! What a terminal can show: colours and a width.

use console::Term;
use std::io::{IsTerminal, stdout};

/// Whether standard output is a terminal and the user wants colours (no-color.org).
pub fn coloured() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stdout().is_terminal() && !unwanted
}

/// Whether standard output is a terminal on which a program can draw anywhere.
pub fn can_move_cursor() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    stdout().is_terminal() && !is_dumb
}

/// Whether the locale says that text is UTF-8.
pub fn has_utf8() -> bool {
    let variables = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let set = variables.filter_map(std::env::var_os).find(|value| !value.is_empty());
    let set = set.map(|value| value.to_string_lossy().to_ascii_lowercase());
    match set {
        Some(locale) => locale.contains("utf-8") || locale.contains("utf8"),
        None => cfg!(windows),
    }
}

/// The width of the terminal on standard output, in columns; `None` if that is no terminal.
pub fn columns() -> Option<usize> {
    const USUAL: u16 = 80;
    let columns = || Term::stdout().size_checked().map_or(USUAL, |(_, columns)| columns);
    stdout().is_terminal().then(|| usize::from(columns()))
}

/// Shortens a line after a word to less than `columns` characters, so that a terminal does not wrap it.
pub fn cut(line: &str, columns: usize) -> String {
    const MARK: &str = " \u{2026}";
    let fits = |count: usize| count < columns;
    if fits(line.chars().count()) {
        return line.to_owned();
    }
    let blanks = line.match_indices(' ').map(|(at, _)| at);
    let mut ends = blanks.filter(|&at| fits(line[..at].chars().count() + MARK.chars().count()));
    let end = ends.next_back().unwrap_or(0);
    format!("{}{MARK}", line[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_after_a_word() {
        assert_eq!(cut("e4 e5 Nf3", 10), "e4 e5 Nf3");
        assert_eq!(cut("e4 e5 Nf3", 9), "e4 e5 \u{2026}");
        assert_eq!(cut("e4 e5 Nf3", 8), "e4 e5 \u{2026}");
        assert_eq!(cut("e4 e5 Nf3", 7), "e4 \u{2026}");
        assert_eq!(cut("e4 e5 Nf3", 1), " \u{2026}");
        for columns in 3..90 {
            let line = cut(&"Nf3 ".repeat(30), columns);
            assert!(line.chars().count() < columns, "{columns}: {line}");
        }
    }
}
