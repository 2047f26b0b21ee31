//! The moves that are listed are those that the rules of legality allow, among all moves that can be named.

use super::oracle::parse;
use crate::game::Game;
use crate::games::heaps::moves::HeapChanges;
use crate::games::heaps::{ALL, HeapMove, HeapPosition};
use std::collections::HashSet;

/// Positions of every game, with heaps of more than ten counters.
const POSITIONS: &[&str] = &[
    "nim 12,3,0,1",
    "northcott 13x3 1-13,5-7,2-3",
    "moore 11,2,1 k=2",
    "moore 3,2,2 k=3 max=4",
    "poker 11,0,2 bag=2,1",
    "poker 11,2 bag=2,1 put=0",
    "lasker 12,5",
    "end 11,2,0,12",
    "fibonacci 20",
    "fibonacci 15 prev=2",
    "wythoff 11,13",
    "endwythoff 11,3,0,12",
    "endwythoff 0,13",
    "divisor 360",
    "divisor 121",
    "subtraction 12,5 k=3",
    "subtraction 12,5 take=1,3,11",
    "twentyone 0",
    "twentyone 19",
    "hundred 0",
    "hundred 95",
    "ring 12 k=2",
    "ring 3 k=5",
    "ring 11-3-1 k=3",
    "circular 11,3,4,1 k=2",
    "circular 2,1,2,1,2 k=3",
    "kayles 12,3",
    "grundy 16,3",
    "greedy 12,3,12",
    "building 3 2,0,1",
    "building 0 12,3",
    "octal 12,4 rules=0.77",
    "octal 12,3 rules=4.13",
];

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
    for text in POSITIONS {
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
    let games: HashSet<&str> = POSITIONS.iter().filter_map(|text| text.split(' ').next()).collect();
    assert_eq!(games, ALL.iter().map(|rules| rules.facts().name).collect());
}
