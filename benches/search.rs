//! Search: the positions of `kempelen bench`, in nodes per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kempelen::lab::perft::signature;

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("bench");
    group.sample_size(10);
    for (game, depth) in [("chess", 8), ("english", 13), ("pongor", 11)] {
        let nodes = || signature(game, Some(depth), None).expect("the game and its positions are built in");
        group.throughput(Throughput::Elements(nodes()));
        group.bench_function(game, |b| b.iter(nodes));
    }
}

criterion_group!(benches, search);
criterion_main!(benches);
