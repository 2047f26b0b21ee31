//! Perft of draughts, compared with published and independently computed numbers.

use crate::prelude::*;
use kempelen::games::draughts::fen;

/// Perft of English draughts from the start position, at depths 1 to 12.
const ENGLISH: [u64; 12] = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388617999];

/// The perft from the start: name, counts, and counts with captures in another order as different moves where they differ.
/// The longer lists stop at a depth that takes seconds only.
const FROM_THE_START: &str = "
english       7 49 302 1469 7361 36768 179740 845931 3963680 |
pongor        7 49 302 1469 7361 36473 177532 828783 3860875 |
italian       7 49 302 1469 7361 36473 177532 828783 3860875 |
spanish       7 49 302 1469 7361 36473 177532 828783 3860866 |
portuguese    7 49 302 1469 7361 36473 177532 828783 3860866 |
czech         7 49 302 1469 7361 36768 179740 845931 3963671 |
slovak        7 49 392 3136 26592 218775 1821828 14587284 |
thai          7 49 392 3136 26592 218695 1820189 14533014 |
russian       7 49 302 1469 7482 37986 190146 929899 4570586 | 7 49 302 1469 7482 37986 190146 929905
brazilian     7 49 302 1469 7473 37628 187302 907830 4431766 | 7 49 302 1469 7473 37628 187302 907836
pool          7 49 302 1469 7482 37986 190146 929896 4570534 | 7 49 302 1469 7482 37986 190146 929902
international 9 81 658 4265 27117 167140 1049442 6483961 | 9 81 658 4265 27117 167140 1049442
frisian       9 81 658 3874 21265 102431 540126 2825779 | 9 81 658 3880 21345 103584 550314
";

/// Well-known positions: name, position, counts, and counts with captures in another order as different moves.
const POSITIONS: &str = "
russian | B:WK13,21,23,24,26,27,30,31:B1,5,8,10,12,14,18,K29 | 9 53 326 1367 7483 32059 | 9 53 326 1367 7483 32068
brazilian | W:WK12,17,23:BK32 | 8 19 120 783 5236 36002 |
italian | W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4 | 13 112 828 6756 46241 368908 |
international | B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46 | 14 55 1168 5432 87195 629010 |
international | W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38 | 6 12 30 73 215 590 1944 6269 22369 |
english | W:W19,27:B3,4,5,7,8,21,K25,K30 | 4 32 100 622 1923 12748 |
";

fn numbers(text: &str) -> Vec<u64> {
    let numbers = text.split_whitespace().map(|number| number.parse());
    numbers.map(Result::unwrap).collect()
}

/// Counts from a position, or from the start.
struct Check<'a> {
    position: Option<&'a str>,
    counts: &'a str,
    paths: &'a str,
    /// Greater counts are left out.
    greatest: u64,
}

impl Check<'_> {
    fn run(self, name: &str) {
        with_variant(name, self).unwrap_or_else(|| panic!("{name} is no variant"));
    }
}

impl DraughtsVisitor for Check<'_> {
    type Output = ();

    fn visit<V: DraughtsVariant>(self, variant: V) {
        let position = match self.position {
            Some(text) => fen::parse(variant, text).unwrap(),
            None => DraughtsPosition::initial(variant),
        };
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

#[test]
fn from_the_start() {
    check_from_the_start(1_000_000);
}

#[test]
#[ignore = "takes several seconds"]
fn from_the_start_deeper() {
    check_from_the_start(u64::MAX);
}

fn check_from_the_start(greatest: u64) {
    for line in FROM_THE_START.trim().lines() {
        let (name, rest) = line.split_once(' ').unwrap();
        let (counts, paths) = rest.split_once('|').unwrap();
        let check = Check { position: None, counts, paths, greatest };
        check.run(name);
    }
}

#[test]
fn well_known_positions() {
    for line in POSITIONS.trim().lines() {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, position, counts, paths] = fields[..] else {
            panic!("'{line}' does not have four fields");
        };
        let check = Check { position: Some(position), counts, paths, greatest: u64::MAX };
        check.run(name);
    }
}

#[test]
#[ignore = "takes several seconds"]
fn english_from_the_start_deeper() {
    let start = DraughtsPosition::<English>::start();
    for (depth, count) in (1..).zip(ENGLISH) {
        assert_eq!(perft(&start, depth), count, "depth {depth}");
    }
}

/// Lines of the form `variant | FEN | nodes | nodes with each path counted`, for the depths 1 to 6.
#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn random_positions_of_the_data() {
    let text = std::fs::read_to_string(data("perft/draughts.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut checked = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [variant, position, counts, paths] = fields[..] else {
            panic!("'{line}' does not have four fields");
        };
        let check = Check { position: Some(position), counts, paths, greatest: u64::MAX };
        check.run(variant);
        checked += 1;
    }
    assert!(checked >= 132, "{checked}");
}
