//! The last line of the screen: the keys that are used most.

/// What stands between two keys.
const GAP: &str = "  ";

/// The line: keys, and what they do.
pub const KEY_LINE: &str = "m menu  ? help  i rules  h hint  u take back  n move now  t type  q quit";

/// The key whose words stand at a column of the line.
pub fn key_at(column: usize) -> Option<char> {
    let mut next = 0;
    let mut entries = KEY_LINE.split(GAP).map(|entry| {
        let first = next;
        next += entry.len() + GAP.len();
        (first..first + entry.len(), entry)
    });
    let (_, entry) = entries.find(|(columns, _)| columns.contains(&column))?;
    entry.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_line_is_its_key() {
        for entry in KEY_LINE.split(GAP) {
            let at = KEY_LINE.find(entry).unwrap();
            assert_eq!(key_at(at), entry.chars().next());
            assert_eq!(key_at(at + entry.len() - 1), entry.chars().next());
            assert_eq!(key_at(at + entry.len()), None);
        }
        assert!(KEY_LINE.len() < 78 && key_at(200).is_none());
    }
}
