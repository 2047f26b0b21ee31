//! Move generation: positions counted a second, beside another generator in the same run.

use cozy_chess::Board;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kempelen::games::chess::ChessPosition as Chess;
use kempelen::games::draughts::{English, Position as Draughts};
use kempelen::game::{Game, perft};
use std::hint::black_box;
use std::ops::ControlFlow;

const CHESS_DEPTH: u32 = 5;
const CHESS_NODES: u64 = 4_865_609;
const ENGLISH_DEPTH: u32 = 10;
const ENGLISH_NODES: u64 = 18_391_564;

/// As `perft`, but the moves of the last ply are listed one by one, not counted.
fn listed<G: Game>(position: &G, depth: u32) -> u64 {
    let mut nodes = 0;
    let _ = position.visit_moves(|mv| {
        nodes += match depth {
            1 => u64::from(black_box(mv) == mv),
            _ => listed(&position.play(mv), depth - 1),
        };
        ControlFlow::<()>::Continue(())
    });
    nodes
}

/// The other generator's moves, counted by sets of targets.
fn cozy(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        match depth {
            1 => nodes += moves.len() as u64,
            _ => {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += cozy(&child, depth - 1);
                }
            }
        }
        false
    });
    nodes
}

fn chess(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("chess perft 5");
    group
        .throughput(Throughput::Elements(CHESS_NODES))
        .sample_size(20);
    let (start, board) = (Chess::start(), Board::default());
    assert_eq!(perft(&start, CHESS_DEPTH), CHESS_NODES);
    assert_eq!(listed(&start, CHESS_DEPTH), CHESS_NODES);
    assert_eq!(cozy(&board, CHESS_DEPTH), CHESS_NODES);
    group.bench_function("counted leaves", |b| {
        b.iter(|| perft(black_box(&start), CHESS_DEPTH))
    });
    group.bench_function("listed leaves", |b| {
        b.iter(|| listed(black_box(&start), CHESS_DEPTH))
    });
    group.bench_function("cozy-chess, counted", |b| {
        b.iter(|| cozy(black_box(&board), CHESS_DEPTH))
    });
}

fn english(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("english perft 10");
    group
        .throughput(Throughput::Elements(ENGLISH_NODES))
        .sample_size(20);
    let start = Draughts::<English>::start();
    assert_eq!(perft(&start, ENGLISH_DEPTH), ENGLISH_NODES);
    group.bench_function("counted leaves", |b| {
        b.iter(|| perft(black_box(&start), ENGLISH_DEPTH))
    });
}

criterion_group!(benches, chess, english);
criterion_main!(benches);
