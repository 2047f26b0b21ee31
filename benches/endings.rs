//! Endgame tables of English draughts: the speed of probes, and how often a search with and without tables finds the
//! only move that keeps the result of a position.
//!
//! `KEMPELEN_EGDB` must name a folder with the tables of up to six pieces. Run with
//! `cargo bench --package kempelen-benches --bench endings -- [POSITIONS [SECONDS]]`, where POSITIONS is the
//! number of positions to search (default 2000), and SECONDS the time for each (default 0.5).

use kempelen::eval::Model;
use kempelen::game::{Game, Outcome, StartPosition};
use kempelen::games::draughts::egdb::board::EgdbBoard;
use kempelen::games::draughts::egdb::tables::Egdb;
use kempelen::games::draughts::{Draughts, DraughtsMove, DraughtsPosition, DraughtsVariant, English, fen};
use kempelen::random::Random;
use kempelen::search::listener::Silent;
use kempelen::search::task::SearchTask;
use kempelen::search::{Clock, Knowledge, Search, SearchLimits, Tablebase, TimeLimit, TranspositionTable};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Number of pieces of the positions that are searched.
const PIECES: usize = 6;

/// Number of probes that are timed.
const PROBES: usize = 1_000_000;

fn main() {
    let Ok(folder) = std::env::var("KEMPELEN_EGDB") else {
        return println!("skipped: KEMPELEN_EGDB is not set");
    };
    let start = DraughtsPosition::<English>::start();
    let open = |path: &str| Arc::new(Egdb::open(&start, path).expect("tables"));
    let (all, small) = (open(&folder), open(""));
    assert!(all.max_pieces() >= PIECES as u32, "no tables of six pieces");
    let mut random = Random::new(1);
    time_probes(&all, &mut random);
    time_reads(&folder);
    // `cargo bench` adds arguments that begin with a hyphen.
    let mut numbers = std::env::args().skip(1).filter(|it| !it.starts_with('-'));
    let mut number = |default: f64| numbers.next().map_or(default, |it| it.parse().expect("a number"));
    let (count, seconds) = (number(2000.0) as usize, number(0.5));
    let positions: Vec<_> = std::iter::from_fn(|| Some(only_move(&all, &mut random))).take(count).collect();
    let without = Arc::new(Egdb::default());
    for (name, tables) in [("none", without), ("4 pieces", small), ("all", all)] {
        let kept = positions
            .iter()
            .filter(|(position, only)| best_move(&tables, position, Duration::from_secs_f64(seconds)) == *only);
        println!("tables: {name:9} value kept in {} of {count}", kept.count());
    }
}

/// Times probes of random boards. In the second round the operating system has the tables in memory.
fn time_probes(tables: &Egdb, random: &mut Random) {
    let boards: Vec<_> = std::iter::repeat_with(|| EgdbBoard::of(&random_position(random))).take(PROBES).collect();
    for round in ["cold", "warm"] {
        let start = Instant::now();
        let won = boards.iter().filter(|board| tables.probe(board) == Some(Outcome::Win));
        let won = won.count();
        let rate = PROBES as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("probes, {round}: {rate:.2} million a second ({won} of {PROBES} won)");
    }
}

/// Times dependent random reads of single bytes of a file: the memory latency, to compare the probes with.
fn time_reads(folder: &str) {
    let name = format!("{folder}/{}-{PIECES}.wdl", English.rules().name);
    let bytes = std::fs::read(name).expect("the file of the tables");
    for round in ["cold", "warm"] {
        let (mut random, mut last) = (Random::new(2), 0);
        let start = Instant::now();
        for _ in 0..PROBES {
            last = bytes[(random.below(bytes.len()) + usize::from(last)) % bytes.len()];
        }
        let rate = PROBES as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("bytes, {round}: {rate:.2} million a second (the last {last})");
    }
}

/// A random position in which exactly one move keeps the result, and that move.
fn only_move(tables: &Egdb, random: &mut Random) -> (DraughtsPosition<English>, DraughtsMove) {
    loop {
        let position = random_position(random);
        let moves = position.moves();
        let value = |mv: &DraughtsMove| tables.probe(&EgdbBoard::of(&position.play(*mv))).map(Outcome::flipped);
        let best = tables.probe(&EgdbBoard::of(&position));
        let keeping: Vec<_> = moves.iter().filter(|mv| value(mv) == best).collect();
        if let (&[&only], Some(Outcome::Win | Outcome::Draw), 2..) = (&keeping[..], best, moves.len()) {
            return (position, only);
        }
    }
}

/// The move of a search with an empty transposition table.
fn best_move(tables: &Arc<Egdb>, position: &DraughtsPosition<English>, time: Duration) -> DraughtsMove {
    let table = Arc::new(TranspositionTable::new(16).expect("memory"));
    let model = <Draughts<English> as Knowledge>::Model::embedded().expect("weights");
    let mut search = Search::<Draughts<English>>::new(table, &model);
    search.tablebase = Arc::clone(tables);
    let mut task = SearchTask::new(position, SearchLimits::default());
    task.clock = Clock::new(TimeLimit::Exact(time), Instant::now(), Arc::default());
    search.think(task, &mut Silent).pv[0]
}

/// A random position of [`PIECES`] pieces, half of them of each side, without a capture.
fn random_position(random: &mut Random) -> DraughtsPosition<English> {
    loop {
        let mut squares: Vec<usize> = (1..=32).collect();
        let mut side = || -> Vec<String> {
            (0..PIECES / 2)
                .map(|_| {
                    let square = squares.swap_remove(random.below(squares.len()));
                    format!("{}{square}", ["", "K"][random.below(2)])
                })
                .collect()
        };
        let (white, black) = (side().join(","), side().join(","));
        let position = fen::parse(English, &format!("B:W{white}:B{black}"));
        if let Ok(position) = position
            && !position.has_capture(position.side_to_move())
        {
            return position;
        }
    }
}
