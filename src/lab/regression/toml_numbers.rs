//! The whole numbers of a text in TOML, and the same text with others in their places.

use crate::notation::excerpt;
use anyhow::ensure;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A text, and the numbers in it.
#[derive(Clone, Debug)]
pub struct TomlNumbers {
    text: String,
    /// The numbers, in their order.
    pub list: Vec<TomlNumber>,
}

/// A whole number of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TomlNumber {
    /// Its path: keys divided by points, places in lists in brackets, as in `endgame.advance[3]`.
    pub name: String,
    /// What the text says.
    pub value: i64,
    span: Range<usize>,
    /// Whether it stands in a list of several lines, where numbers are aligned to the right.
    aligned: bool,
}

impl TomlNumbers {
    /// Finds the numbers in decimal notation, in the order of the text.
    pub fn read(text: &str) -> anyhow::Result<TomlNumbers> {
        let table = DeTable::parse(text)?;
        let mut list = Vec::new();
        table_of(text, "", table.get_ref(), &mut list);
        list.sort_by_key(|number| number.span.start);
        Ok(TomlNumbers { text: text.to_owned(), list })
    }

    /// What the text says, in the order of the numbers.
    pub fn values(&self) -> Vec<i64> {
        self.list.iter().map(|number| number.value).collect()
    }

    /// The places in the list of those that a name means; the message lists the names that there are.
    pub fn matching(&self, name: &str) -> anyhow::Result<Vec<usize>> {
        let places = (0..).zip(&self.list).filter(|(_, number)| number.is_meant_by(name));
        let meant: Vec<usize> = places.map(|(place, _)| place).collect();
        let (found, names) = (excerpt(name), self.names());
        ensure!(!meant.is_empty(), "no weight is called '{found}'; there are {names}");
        Ok(meant)
    }

    /// The names without places in lists, as far as they go in a line.
    fn names(&self) -> String {
        const MOST: usize = 20;
        let mut names: Vec<_> = self.list.iter().filter_map(|number| number.name.split('[').next()).collect();
        names.dedup();
        let more = names.len() > MOST;
        names.truncate(MOST);
        names.join(", ") + if more { ", ..." } else { "" }
    }

    /// The text with these values in the places of the numbers. All else stays; in lists of several
    /// lines so do the right edges of the numbers, as far as there is room.
    pub fn with(&self, values: &[i64]) -> String {
        debug_assert_eq!(values.len(), self.list.len());
        let mut text = String::with_capacity(self.text.len());
        // How many characters too far to the right the line has come.
        let (mut from, mut ahead) = (0, 0);
        for (number, value) in self.list.iter().zip(values) {
            let before = &self.text[from..number.span.start];
            text.push_str(before);
            from = number.span.end;
            let digits = value.to_string();
            if number.aligned {
                if before.contains('\n') {
                    ahead = 0;
                }
                ahead += digits.len() as isize - number.span.len() as isize;
                ahead = realign(&mut text, ahead);
            }
            text.push_str(&digits);
        }
        text.push_str(&self.text[from..]);
        text
    }
}

impl TomlNumber {
    /// Whether a name means this number: its own name, or that of a list or table that contains it, with or without the
    /// tables around that.
    fn is_meant_by(&self, name: &str) -> bool {
        let ends = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[']);
        let begins = |before: &str| before.is_empty() || before.ends_with('.');
        let mut places = self.name.match_indices(name);
        places.any(|(at, _)| begins(&self.name[..at]) && ends(&self.name[at + name.len()..]))
    }
}

fn table_of(text: &str, name: &str, table: &DeTable, list: &mut Vec<TomlNumber>) {
    for (key, value) in table {
        let key = key.get_ref();
        let name = if name.is_empty() { key.to_string() } else { format!("{name}.{key}") };
        value_of(text, name, value, false, list);
    }
}

fn value_of(text: &str, name: String, value: &Spanned<DeValue>, aligned: bool, list: &mut Vec<TomlNumber>) {
    match value.get_ref() {
        DeValue::Integer(digits) if digits.radix() == 10 => {
            let number = digits.as_str().parse().ok();
            list.extend(number.map(|number| TomlNumber { name, value: number, span: value.span(), aligned }));
        }
        DeValue::Array(items) => {
            let aligned = text[value.span()].contains('\n');
            for (index, item) in items.iter().enumerate() {
                value_of(text, format!("{name}[{index}]"), item, aligned, list);
            }
        }
        DeValue::Table(table) => table_of(text, &name, table, list),
        _ => (),
    }
}

/// Adds or removes spaces at the end of the text, so that what follows ends `ahead` characters further to the left. At
/// least one space stays; returns how many characters are still to be removed.
fn realign(text: &mut String, mut ahead: isize) -> isize {
    while ahead > 0 && text.ends_with("  ") {
        text.pop();
        ahead -= 1;
    }
    while ahead < 0 {
        text.push(' ');
        ahead += 1;
    }
    ahead
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &str = "\
# man = 5, which is no number
man = 100 # of a hundred
advance = [0, 1, -4]
name = \"seven 7\"

[end.king]
value = +1_70
half = 0.5
table = [ # by rank
    0,  50,
  -10, 120,
]
pairs = { near = [[1, 2], [3, 4]] }
";

    fn numbers() -> TomlNumbers {
        TomlNumbers::read(TEXT).unwrap()
    }

    fn names(numbers: &TomlNumbers, places: &[usize]) -> Vec<String> {
        places.iter().map(|&place| numbers.list[place].name.clone()).collect()
    }

    #[test]
    fn numbers_have_names_in_the_order_of_the_text() {
        let found: Vec<(String, i64)> =
            (numbers().list.iter()).map(|number| (number.name.clone(), number.value)).collect();
        let expected = [
            ("man", 100),
            ("advance[0]", 0),
            ("advance[1]", 1),
            ("advance[2]", -4),
            ("end.king.value", 170),
            ("end.king.table[0]", 0),
            ("end.king.table[1]", 50),
            ("end.king.table[2]", -10),
            ("end.king.table[3]", 120),
            ("end.king.pairs.near[0][0]", 1),
            ("end.king.pairs.near[0][1]", 2),
            ("end.king.pairs.near[1][0]", 3),
            ("end.king.pairs.near[1][1]", 4),
        ];
        assert_eq!(found, expected.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn all_but_the_numbers_stays() {
        let changed = numbers().with(&[98, 0, 12, -4, 9, 1200, 5, -9, -1234, 1, 20, 3, 4]);
        let expected = "\
# man = 5, which is no number
man = 98 # of a hundred
advance = [0, 12, -4]
name = \"seven 7\"

[end.king]
value = 9
half = 0.5
table = [ # by rank
 1200,   5,
   -9, -1234,
]
pairs = { near = [[1, 20], [3, 4]] }
";
        assert_eq!(changed, expected);
    }

    #[test]
    fn a_name_means_a_number_or_all_of_a_list_or_table() {
        let numbers = numbers();
        let meant = |name| names(&numbers, &numbers.matching(name).unwrap());
        assert_eq!(meant("man"), ["man"]);
        assert_eq!(meant("advance[1]"), ["advance[1]"]);
        assert_eq!(meant("advance").len(), 3);
        assert_eq!(meant("king.table[3]"), ["end.king.table[3]"]);
        assert_eq!(meant("end").len(), 9);
        assert_eq!(meant("near[1]").len(), 2);
        for unknown in ["ma", "an", "able", "advance[3]", ""] {
            let error = numbers.matching(unknown).unwrap_err().to_string();
            let there = "there are man, advance, end.king.value, end.king.table, end.king.pairs.near";
            assert!(error.ends_with(there), "{error}");
        }
    }

    #[test]
    fn the_files_of_the_project_read_back_as_they_are() {
        for text in [
            include_str!("../../../eval/default.toml"),
            include_str!("../../../eval/english.toml"),
            include_str!("../../../eval/pongor.toml"),
            include_str!("../../../eval/simay.toml"),
            include_str!("../../../eval/simay-full.toml"),
            include_str!("../../../eval/shannon.toml"),
            include_str!("../../../eval/queens.toml"),
        ] {
            let numbers = TomlNumbers::read(text).unwrap();
            assert_eq!(numbers.with(&numbers.values()), text);
        }
    }

    proptest! {
        #[test]
        fn what_was_put_in_is_found_again(values in proptest::collection::vec(-9999_i64..9999, 13)) {
            let changed = numbers().with(&values);
            let again = TomlNumbers::read(&changed).unwrap();
            prop_assert_eq!(again.values(), values);
            let names = |numbers: &TomlNumbers| numbers.list.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
            prop_assert_eq!(names(&again), names(&numbers()));
        }
    }

    #[test]
    fn a_message_names_twenty_weights_at_most() {
        for (count, more) in [(1, false), (19, false), (20, false), (21, true), (40, true)] {
            // Lists of two numbers each.
            let text: String = (0..count).map(|number| format!("w{number} = [1, 2]\n")).collect();
            let names: Vec<String> = (0..count.min(20)).map(|number| format!("w{number}")).collect();
            let expected = format!("there are {}{}", names.join(", "), if more { ", ..." } else { "" });
            let error = TomlNumbers::read(&text).unwrap().matching("x").unwrap_err().to_string();
            assert!(error.ends_with(&expected), "{error}\n{expected}");
        }
    }
}
