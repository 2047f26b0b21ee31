//! The last line of the screen: the keys that are used most.

/// The keys, and what they do.
const SHOWN_KEYS: [(char, &str); 8] = [
    ('m', "menu"),
    ('?', "help"),
    ('i', "rules"),
    ('h', "hint"),
    ('u', "take back"),
    ('n', "move now"),
    ('t', "type"),
    ('q', "quit"),
];

/// What stands between two keys.
const GAP: &str = "  ";

/// The line.
pub fn key_line() -> String {
    let words = SHOWN_KEYS.map(|(key, meaning)| format!("{key} {meaning}"));
    words.join(GAP)
}

/// The key whose words stand at a column of the line.
pub fn key_at(column: usize) -> Option<char> {
    let mut first = 0;
    for (key, meaning) in SHOWN_KEYS {
        let end = first + meaning.len() + 2;
        if (first..end).contains(&column) {
            return Some(key);
        }
        first = end + GAP.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_line_is_its_key() {
        let line = key_line();
        for (key, meaning) in SHOWN_KEYS {
            let at = line.find(&format!("{key} {meaning}")).unwrap();
            assert_eq!(key_at(at), Some(key));
            assert_eq!(key_at(at + 1 + meaning.len()), Some(key));
            assert_eq!(key_at(at + 2 + meaning.len()), None);
        }
        assert!(line.len() < 78 && key_at(200).is_none());
    }
}
