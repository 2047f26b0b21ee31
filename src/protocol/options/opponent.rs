//! The value of `UCI_Opponent`: who plays against the engine.

use crate::notation::excerpt;

/// Checks a description of the opponent: title, rating, `computer` or `human`, and name, such as
/// `GM 2700 human Some One` or `none none computer Some Program`. An empty text is allowed.
///
/// # Errors
/// The message names the first wrong word.
pub fn check(text: &str) -> Result<(), String> {
    let mut words = text.split_whitespace();
    let Some(title) = words.next() else {
        return Ok(());
    };
    let wrong = |number, word: Option<&str>, expected| {
        let found = match word {
            Some(word) => format!("'{}' as word {number}", excerpt(word)),
            None => format!("{} words", number - 1),
        };
        Err(format!("option UCI_Opponent: found {found}, expected {expected}"))
    };
    if !title.chars().all(char::is_alphabetic) {
        return wrong(1, Some(title), "a title such as GM, or none");
    }
    let rating = words.next();
    if !rating.is_some_and(|word| word == "none" || word.parse::<u32>().is_ok()) {
        return wrong(2, rating, "a rating, or none");
    }
    let kind = words.next();
    if !kind.is_some_and(|word| word == "computer" || word == "human") {
        return wrong(3, kind, "computer or human");
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
