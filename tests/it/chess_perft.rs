//! Published counts of move sequences in chess and Chess960.
//!
//! The small counts are checked by every run of the tests, more of them by those that are ignored
//! unless they are asked for. `kempelen perft --suite` checks all of a file.

use crate::prelude::*;

/// The most nodes of one count, and of all counts of one data file, in the quick tests.
const QUICK: (u64, u64) = (5_000_000, 60_000_000);
/// As many as take a minute.
const MANY: (u64, u64) = (1_000_000_000, 4_000_000_000);

/// Position, then the counts at depths 1, 2, 3 ...
const PUBLISHED: [(&str, &[u64]); 7] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[20, 400, 8902, 197281, 4865609, 119060324, 3195901860]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        &[48, 2039, 97862, 4085603, 193690690, 8031647685],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2812, 43238, 674624, 11030083, 178633661]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", &[6, 264, 9467, 422333, 15833292, 706045033]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", &[44, 1486, 62379, 2103487, 89941194]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        &[46, 2079, 89890, 3894594, 164075551, 6923051137],
    ),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", &[24, 496, 9483, 182838, 3605103, 71179139]),
];

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
    for (fen, counts) in PUBLISHED {
        let position: ChessPosition = fen.parse().unwrap();
        for (depth, &count) in (1..).zip(counts).filter(|(_, count)| **count <= each) {
            assert_eq!(perft(&position, depth), count, "{fen} depth {depth}");
        }
    }
}

/// Takes the counts by depth, the small ones first, until the budget is spent.
fn data_files((each, together): (u64, u64)) {
    let folder = data("perft");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
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
        let position: ChessPosition = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
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
