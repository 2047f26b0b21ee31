//! Static evaluation of chess: positions of a game are pushed and evaluated, in moves per second.
//! `KEMPELEN_NETWORK` may name a network to use instead of the embedded one.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kempelen::eval::{Evaluator, Model, ModelOf};
use kempelen::game::{Game, StartPosition};
use kempelen::games::chess::{Chess, ChessPosition};
use kempelen::search::Knowledge;
use std::env::var_os;
use std::fs;
use std::sync::Arc;

type ChessModel = <Chess as Knowledge>::Model;

/// Number of moves that are made before all of them are undone.
const PLIES: usize = 64;

/// A game in which every move is the one in the middle of the move list.
fn line() -> Vec<ChessPosition> {
    let mut line = vec![ChessPosition::start()];
    while line.len() <= PLIES {
        let position = &line[line.len() - 1];
        let moves = position.moves();
        let Some(&mv) = moves.get(moves.len() / 2) else {
            break;
        };
        let next = position.play(mv);
        line.push(next);
    }
    line
}

fn evaluation(criterion: &mut Criterion) {
    let model = match var_os("KEMPELEN_NETWORK") {
        None => ChessModel::embedded(),
        Some(path) => ChessModel::read(&fs::read(path).expect("KEMPELEN_NETWORK can be read")).map(Arc::new),
    };
    let mut evaluator = ChessModel::evaluator(&model.expect("a network or weights"));
    let line = line();
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(line.len() as u64 - 1));
    group.bench_function("push and score", |b| {
        b.iter(|| {
            evaluator.reset(&line[0]);
            let mut sum = evaluator.score(&line[0]);
            for pair in line.windows(2) {
                evaluator.push(&pair[0], &pair[1]);
                sum += evaluator.score(&pair[1]);
            }
            line.iter().skip(1).for_each(|_| Evaluator::<ChessPosition>::pop(&mut evaluator));
            sum
        });
    });
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
