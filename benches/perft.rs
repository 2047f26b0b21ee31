//! Move generation: perft, in positions per second, next to another generator in the same run.

use cozy_chess::Board;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kempelen::game::{Game, StartPosition, perft};
use kempelen::games::chess::ChessPosition;
use kempelen::games::draughts::{DraughtsPosition, English};
use std::hint::black_box;
use std::ops::ControlFlow;

const CHESS_DEPTH: u32 = 5;
const CHESS_NODES: u64 = 4_865_609;
const ENGLISH_DEPTH: u32 = 10;
const ENGLISH_NODES: u64 = 18_391_564;

/// Perft without bulk counting: the moves of the last ply are generated one by one.
fn perft_without_bulk_counting<G: Game>(position: &G, depth: u32) -> u64 {
    let mut nodes = 0;
    let _ = position.visit_moves(|mv| {
        nodes += match depth {
            1 => u64::from(black_box(mv) == mv),
            _ => perft_without_bulk_counting(&position.play(mv), depth - 1),
        };
        ControlFlow::<()>::Continue(())
    });
    nodes
}

/// Perft with the generator of `cozy-chess`, with bulk counting.
fn cozy_perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        match depth {
            1 => nodes += moves.len() as u64,
            _ => {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += cozy_perft(&child, depth - 1);
                }
            }
        }
        false
    });
    nodes
}

fn chess(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("chess perft 5");
    group.throughput(Throughput::Elements(CHESS_NODES)).sample_size(20);
    let (start, board) = (ChessPosition::start(), Board::default());
    assert_eq!(perft(&start, CHESS_DEPTH), CHESS_NODES);
    assert_eq!(perft_without_bulk_counting(&start, CHESS_DEPTH), CHESS_NODES);
    assert_eq!(cozy_perft(&board, CHESS_DEPTH), CHESS_NODES);
    group.bench_function("bulk counting", |b| b.iter(|| perft(black_box(&start), CHESS_DEPTH)));
    group.bench_function("without bulk counting", |b| {
        b.iter(|| perft_without_bulk_counting(black_box(&start), CHESS_DEPTH))
    });
    group.bench_function("cozy-chess, bulk counting", |b| b.iter(|| cozy_perft(black_box(&board), CHESS_DEPTH)));
}

fn english(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("english perft 10");
    group.throughput(Throughput::Elements(ENGLISH_NODES)).sample_size(20);
    let start = DraughtsPosition::<English>::start();
    assert_eq!(perft(&start, ENGLISH_DEPTH), ENGLISH_NODES);
    group.bench_function("bulk counting", |b| b.iter(|| perft(black_box(&start), ENGLISH_DEPTH)));
}

criterion_group!(benches, chess, english);
criterion_main!(benches);
