//! The theory of heap games: the time of an answer for many huge heaps, and of tables of Grundy values.
//!
//! Run with `cargo bench --package kempelen-benches --bench heaps`.

use kempelen::game::Theory;
use kempelen::games::heaps::HeapPosition;
use kempelen::games::heaps::grundy_values::GrundyLimit;
use kempelen::games::heaps::octal::OctalCode;
use kempelen::games::heaps::taking::TakingRule;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    for game in ["nim", "nim misere", "moore k=3", "lasker", "greedy", "end", "kayles"] {
        time_answers(game);
    }
    let code: OctalCode = "0.77".parse().expect("a code");
    let octal = TakingRule::Octal(code);
    time_table("Grundy's game", &TakingRule::UnequalSplit, 100_000, true);
    time_table("0.77 until the period is proved", &octal, 10_000_000, true);
    time_table("0.77 without the period", &octal, 10_000_000, false);
    let unsolved = TakingRule::Octal("0.007".parse().expect("a code"));
    time_table("0.007", &unsolved, 1_000_000, true);
}

/// The time of an answer for 1,000 heaps near 2^63.
fn time_answers(game: &str) {
    const ANSWERS: u32 = 200;
    let (name, parameters) = game.split_once(' ').unwrap_or((game, ""));
    let heaps: Vec<String> = (0..1_000u64).map(|heap| (i64::MAX as u64 - heap * heap).to_string()).collect();
    let text = format!("{name} {} {parameters} p1", heaps.join(","));
    let position = HeapPosition::parse(&text).expect("a position");
    black_box(position.theory());
    let started = Instant::now();
    for _ in 0..ANSWERS {
        black_box(position.theory());
    }
    let micros = started.elapsed().as_secs_f64() * 1e6 / f64::from(ANSWERS);
    println!("{game}: {micros:.0} microseconds an answer");
}

/// The time of a table.
fn time_table(name: &str, rule: &TakingRule, largest: u64, until_period: bool) {
    let started = Instant::now();
    let values = rule.values(&GrundyLimit { until_period, ..GrundyLimit::up_to(largest) });
    let seconds = started.elapsed().as_secs_f64();
    let (count, period) = (values.computed().len(), values.period());
    println!("{name}: {count} values in {seconds:.2} s, {period:?}");
}
