//! The moves that are listed are those that the rules of legality allow, among all moves that can be named.

use super::parse;
use crate::game::Game;
use crate::games::heaps::moves::HeapChanges;
use crate::games::heaps::{ALL, HeapMove, HeapPosition};
use crate::notation::from_data;
use std::collections::HashSet;

/// Moves of every kind, with numbers as far as the position has any, and some beyond.
fn nameable(position: &HeapPosition) -> HashSet<HeapMove> {
    let heaps = position.heaps();
    let count = heaps.len();
    let total = heaps.iter().sum::<u64>();
    let sizes = |heap: usize| 0..=heaps.get(heap).copied().unwrap_or(0) + 3;
    let mut after = vec![Vec::new()];
    for heap in 0..count {
        let with = |rest: &Vec<u64>, size| [rest.as_slice(), &[size]].concat();
        after = after.iter().flat_map(|rest| sizes(heap).map(move |size| with(rest, size))).collect();
    }
    let several = after.iter().filter_map(|after| HeapChanges::between(heaps, after)).map(HeapMove::Change);
    let one = (0..=count).flat_map(|heap| sizes(heap).map(move |size| HeapMove::change(heap, size)));
    let parts = |heap| sizes(heap).flat_map(move |one| sizes(heap).map(move |other| [one, other]));
    let splits =
        (0..=count).flat_map(|heap| parts(heap).map(move |parts| HeapMove::Split { heap: heap as u32, parts }));
    let places = (0..=count as u32).map(HeapMove::Place);
    let steps = (0..=count as u32).flat_map(|column| (0..=15).map(move |to| HeapMove::Step { column, to }));
    let coins = (0..=total + 1).flat_map(|count| (0..=total).map(move |first| HeapMove::Coins { count, first }));
    let numbers = (0..=total + 25).flat_map(|by| [HeapMove::Divide(by), HeapMove::Say(by)]);
    several.chain(one).chain(splits).chain(places).chain(steps).chain(coins).chain(numbers).collect()
}

#[test]
fn exactly_the_legal_moves_are_listed() {
    let positions: Vec<String> = from_data("heaps", "positions");
    for text in &positions {
        for side in ["p1", "p2"] {
            let position = parse(&format!("{text} {side}"));
            let listed: HashSet<HeapMove> = position.moves().into_iter().collect();
            assert_eq!(listed.len() as u64, position.count_moves(), "{text}");
            let legal: HashSet<HeapMove> =
                nameable(&position).into_iter().filter(|&mv| position.is_legal(mv)).collect();
            let differ: Vec<_> = listed.symmetric_difference(&legal).collect();
            assert!(differ.is_empty() && !listed.is_empty(), "{text} {side}: {differ:?}");
        }
    }
    let games: HashSet<&str> = positions.iter().filter_map(|text| text.split(' ').next()).collect();
    assert_eq!(games, ALL.iter().map(|rules| rules.facts().name).collect());
}
