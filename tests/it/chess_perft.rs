//! Published counts of move sequences in chess and Chess960.
//!
//! The small counts are checked by every run of the tests, more of them by those that are ignored
//! unless they are asked for. `kempelen perft --suite` checks all of a file.

use crate::prelude::*;

/// The most nodes of one count, and of all counts of one data file, in the quick tests.
const QUICK: (u64, u64) = (5_000_000, 60_000_000);
/// As many as take a minute.
const MANY: (u64, u64) = (1_000_000_000, 4_000_000_000);

#[test]
fn published_counts() {
    published(QUICK);
}

#[test]
#[ignore = "takes half a minute"]
fn many_published_counts() {
    published(MANY);
}

#[test]
#[ignore = "needs KEMPELEN_DATA"]
fn counts_of_the_data_files() {
    data_files(QUICK);
}

#[test]
#[ignore = "takes a minute and needs KEMPELEN_DATA"]
fn many_counts_of_the_data_files() {
    data_files(MANY);
}

fn published((each, _): (u64, u64)) {
    let text = fs::read_to_string("tests/data/chess_perft.epd").unwrap();
    for (fen, depth, count) in text.lines().flat_map(epd_line).filter(|&(_, _, count)| count <= each) {
        let position = ChessPosition::parse(&fen).unwrap();
        assert_eq!(perft(&position, depth), count, "{fen} depth {depth}");
    }
}

/// Takes the counts by depth, the small ones first, until the budget is spent.
fn data_files((each, together): (u64, u64)) {
    let folder = data("perft");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let mut counts = tricky(&read("tricky.perft"));
    for name in ["standard.epd", "chess960.epd"] {
        counts.extend(read(name).lines().flat_map(epd_line));
    }
    assert!(counts.len() > 6_000, "only {} counts", counts.len());
    counts.sort_by_key(|&(_, _, count)| count);
    let mut spent = 0u64;
    for (fen, depth, count) in counts {
        spent = spent.saturating_add(count);
        if count > each || spent > together {
            break;
        }
        let position = ChessPosition::parse(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(perft(&position, depth), count, "{fen} depth {depth}");
    }
}

/// `FEN ;D1 20 ;D2 400 ...`
fn epd_line(line: &str) -> Vec<(String, u32, u64)> {
    let mut fields = line.split(';');
    let fen = fields.next().unwrap().trim().to_owned();
    fields
        .map(|field| {
            let (depth, count) = field.trim()[1..].split_once(' ').unwrap();
            let count = count.trim().parse().unwrap();
            (fen.clone(), depth.parse().unwrap(), count)
        })
        .collect()
}

/// Lines `epd FEN`, each followed by lines `perft DEPTH COUNT`.
fn tricky(text: &str) -> Vec<(String, u32, u64)> {
    let mut fen = String::new();
    let mut counts = Vec::new();
    for line in text.lines() {
        if let Some(text) = line.strip_prefix("epd ") {
            text.clone_into(&mut fen);
        } else if let Some(numbers) = line.strip_prefix("perft ") {
            let (depth, count) = numbers.split_once(' ').unwrap();
            counts.push((fen.clone(), depth.parse().unwrap(), count.trim().parse().unwrap()));
        }
    }
    counts
}
