//! The value of `UCI_Opponent`: who plays against the engine.

use crate::notation::excerpt;

type WordCheck = fn(&str) -> bool;

/// Checks a description of the opponent: title, rating, `computer` or `human`, and name, such as
/// `GM 2700 human Some One` or `none none computer Some Program`. An empty text is allowed.
///
/// # Errors
/// The message names the first wrong word.
pub fn check(text: &str) -> Result<(), String> {
    let parts: [(WordCheck, &str); 3] = [
        (|word| word.chars().all(char::is_alphabetic), "a title such as GM, or none"),
        (|word| word == "none" || word.parse::<u32>().is_ok(), "a rating, or none"),
        (|word| word == "computer" || word == "human", "computer or human"),
    ];
    let mut words = text.split_whitespace();
    for (number, (fits, expected)) in parts.into_iter().enumerate() {
        let found = match words.next() {
            Some(word) if fits(word) => continue,
            Some(word) => format!("'{}' as word {}", excerpt(word), number + 1),
            None if number == 0 => return Ok(()),
            None => format!("{number} words"),
        };
        return Err(format!("option UCI_Opponent: found {found}, expected {expected}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn descriptions_from_clients_are_checked() {
        for text in ["", "GM 2700 human Some Name", "none none computer Stockfish", "WIM 2200 human"] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
        for (text, found) in [
            ("2700 GM human X", "'2700' as word 1"),
            ("GM strong human X", "'strong' as word 2"),
            ("GM", "1 words"),
            ("GM 2700 robot X", "'robot' as word 3"),
        ] {
            let message = check(text).unwrap_err();
            assert!(message.contains(found), "{message}");
        }
    }
}
