//! Perft of draughts, compared with published and independently computed numbers.

use crate::prelude::*;
use kempelen::games::draughts::fen;

fn numbers(text: &str) -> Vec<u64> {
    let numbers = text.split_whitespace().map(|number| number.parse());
    numbers.map(Result::unwrap).collect()
}

/// Counts from a position, or from the start if that is empty.
struct Check<'a> {
    position: &'a str,
    counts: &'a str,
    paths: &'a str,
    /// Greater counts are left out.
    greatest: u64,
}

impl DraughtsVisitor for Check<'_> {
    type Output = ();

    fn visit<V: DraughtsVariant>(self, variant: V) {
        let is_start = self.position.is_empty();
        let start = || DraughtsPosition::initial(variant);
        let position = if is_start { start() } else { fen::parse(variant, self.position).unwrap() };
        let name = variant.rules().name;
        let text = fen::show(&position);
        let counts = |text| (1..).zip(numbers(text)).filter(|it| it.1 <= self.greatest);
        for (depth, count) in counts(self.counts) {
            assert_eq!(perft(&position, depth), count, "{name} {text} {depth}");
        }
        for (depth, count) in counts(self.paths) {
            assert_eq!(perft_paths(&position, depth), count, "{name} {text} {depth}");
        }
    }
}

/// Checks a file with lines of the form `variant | FEN | nodes | nodes with each path counted`, for the depths 1, 2, 3 ...,
/// and returns their number.
fn check(file: impl AsRef<Path>, greatest: u64) -> usize {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let mut checked = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [variant, position, counts, paths] = fields[..] else { panic!("'{line}' does not have four fields") };
        let check = Check { position, counts, paths, greatest };
        with_variant(variant, check).unwrap_or_else(|| panic!("{variant} is no variant"));
        checked += 1;
    }
    checked
}

#[test]
fn from_the_start() {
    assert_eq!(check("tests/data/draughts_perft.txt", 1_000_000), 13);
}

#[test]
#[ignore = "takes several seconds"]
fn from_the_start_deeper() {
    check("tests/data/draughts_perft.txt", u64::MAX);
}

#[test]
fn well_known_positions() {
    assert_eq!(check("tests/data/draughts_perft_positions.txt", u64::MAX), 6);
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn random_positions_of_the_data() {
    let checked = check(data("perft/draughts.txt"), u64::MAX);
    assert!(checked >= 132, "{checked}");
}
