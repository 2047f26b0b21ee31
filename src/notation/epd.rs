//! Extended Position Description (EPD): a position, then operations such as `bm Nf3 d4;` or `id "WAC.001";`
//! (Edwards 1994). The position may be of any game.

/// A line of a test suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd<'a> {
    /// The position.
    pub position: &'a str,
    /// Names and operands, in their order, without the quotes around operands.
    pub operations: Vec<(&'a str, &'a str)>,
}

impl<'a> Epd<'a> {
    /// Splits a line. The counters of a FEN may stand between the position and the operations.
    pub fn parse(line: &'a str) -> Epd<'a> {
        let (position, rest) = line.split_at(end_of_position(line));
        let mut operations = Vec::new();
        let mut rest = rest.trim_start();
        while !rest.is_empty() {
            let (operation, after) = rest.split_at(end_of_operation(rest));
            let operation = operation.trim();
            let (name, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
            if !name.is_empty() {
                operations.push((name, operand.trim().trim_matches('"')));
            }
            rest = after.strip_prefix(';').unwrap_or(after).trim_start();
        }
        Epd { position: position.trim().trim_end_matches(';'), operations }
    }

    /// The operand of the first operation with this name.
    pub fn operand(&self, name: &str) -> Option<&'a str> {
        self.operations.iter().find(|(known, _)| *known == name).map(|&(_, operand)| operand)
    }
}

/// The end of the position: in chess after four fields, and after the numbers in the fifth and sixth; in other games after the
/// side to move, if that is `p1` or `p2`, else before the first word that looks like the name of an operation. `w` and `b` are
/// sides of other games too, but only chess has castling rights after them.
fn end_of_position(line: &str) -> usize {
    let words = Vec::from_iter(words(line));
    let end = |index: usize| words.get(index).map_or(line.len(), |&(at, _)| at);
    let word = |index: usize| words.get(index).map_or("", |&(_, word)| word);
    let castling = |c: char| matches!(c, '-' | 'A'..='H' | 'K' | 'Q' | 'a'..='h' | 'k' | 'q');
    if matches!(word(1), "w" | "b") && word(2).chars().all(castling) {
        let number = |&index: &usize| word(index).starts_with(|c: char| c.is_ascii_digit());
        return end(4 + (4..6).take_while(number).count());
    }
    let before_operands = words.iter().take_while(|(_, word)| !word.contains(['"', ';']));
    let side = before_operands.map(|(_, word)| word).position(|word| matches!(*word, "p1" | "p2"));
    if let Some(side) = side {
        return end(side + 1);
    }
    // `misere` is the only word of this form that belongs to a position.
    let operation = |&&(_, word): &&(usize, &str)| {
        let letter = word.starts_with(|c: char| c.is_ascii_lowercase());
        letter && word.len() > 1 && word != "misere" && word.chars().all(|c| c.is_ascii_alphanumeric())
    };
    words.iter().skip(1).find(operation).map_or(line.len(), |&(at, _)| at)
}

/// Words with their offsets.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let place = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split_whitespace().map(move |word| (place(word), word))
}

/// The offset of the semicolon that ends an operation. A semicolon in quotes does not.
fn end_of_operation(text: &str) -> usize {
    let mut quoted = false;
    let ends = |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    text.find(ends).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_all_games() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (line, position, count) in [
            (format!("{start} bm e4 d4; id \"a; b\";"), start.to_owned(), 2),
            (format!("{start} 0 1"), format!("{start} 0 1"), 0),
            (format!("{start} 0 1; bm e4"), format!("{start} 0 1"), 1),
            (format!("{start} 3 1 bm e4;"), format!("{start} 3 1"), 1),
            (format!("{start} 5 bm e4;"), format!("{start} 5"), 1),
            (format!("{start} 97"), format!("{start} 97"), 0),
            ("8/8/8/8/8/8/8/K1k5 b kq e3 ce 30;".into(), "8/8/8/8/8/8/8/K1k5 b kq e3".into(), 1),
            ("B:W18,24:B1 bm 1-5;".into(), "B:W18,24:B1".into(), 1),
            ("x../.o./... x".into(), "x../.o./... x".into(), 0),
            ("(A:1 B(2 3)) p2".into(), "(A:1 B(2 3)) p2".into(), 0),
            ("B:W18,24:B1 c0 \"as p1 sees it\";".into(), "B:W18,24:B1".into(), 1),
            ("nim 3,4 misere p1 bm 1:3-0;".into(), "nim 3,4 misere p1".into(), 1),
            ("nim 3,4 misere bm 1:3-0;".into(), "nim 3,4 misere".into(), 1),
            ("moore 3,4 k=2 misere".into(), "moore 3,4 k=2 misere".into(), 0),
            ("pppppppp/8/8/PPPPPPPP w bm d2d3; id \"x\";".into(), "pppppppp/8/8/PPPPPPPP w".into(), 2),
            (String::new(), String::new(), 0),
        ] {
            let epd = Epd::parse(&line);
            assert_eq!((epd.position, epd.operations.len()), (position.as_str(), count), "{line}");
        }
    }

    #[test]
    fn operands() {
        let epd = Epd::parse("8/8/8/8/8/8/8/K1k5 w - - bm\tKa2 Kb1; id \"a; b\"; c0 \"Ka2=10\"");
        assert_eq!(epd.operand("bm"), Some("Ka2 Kb1"));
        assert_eq!(epd.operand("id"), Some("a; b"));
        assert_eq!(epd.operand("c0"), Some("Ka2=10"));
        assert_eq!(epd.operand("am"), None);
    }
}
