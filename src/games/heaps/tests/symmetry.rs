//! Arrangements of heaps that are the same position.

use super::{all_heaps, parse};
use crate::game::{Game, WorkLimit};
use crate::games::entry::GameEntry;
use crate::games::heaps::symmetry::HeapSymmetry;
use crate::games::heaps::text::list;
use crate::games::heaps::{HeapKnowledge, HeapPosition};
use crate::notation::{Notation, from_data};
use crate::random::Random;
use crate::search::Knowledge;
use crate::solve::{SolvedPosition, StateGraph};
use std::collections::HashSet;

fn canonical(text: &str) -> HeapPosition {
    parse(text).canonical()
}

/// The number of positions that can arise, and the value for the first side; `None` if they are too many.
fn solved(position: &HeapPosition) -> Option<(usize, i32)> {
    let limit = WorkLimit { positions: 500, ..WorkLimit::default() };
    let graph = StateGraph::new(position, &limit).ok()?;
    Some((graph.len(), SolvedPosition::new(&graph).value))
}

/// Checks that two positions are the same in everything that does not name heaps. Whether they could be solved.
fn are_the_same(one: &HeapPosition, other: &HeapPosition) -> bool {
    let texts = format!("{} and {}", one.show(), other.show());
    let [canonical, other_canonical] = [one, other].map(|it| it.clone().canonical());
    assert_eq!(canonical, other_canonical, "{texts}");
    assert_eq!(canonical.key(), other_canonical.key(), "{texts}");
    let [key, other_key] = [one, other].map(HeapKnowledge::tt_key);
    assert_eq!(key, other_key, "{texts}");
    let found = solved(one);
    assert_eq!(found, solved(other), "{texts}");
    found.is_some()
}

#[test]
fn arrangements_that_are_the_same_and_others() {
    for [same, others] in &from_data::<Vec<[Vec<String>; 2]>>("heaps", "classes") {
        for text in &same[1..] {
            let [one, other] = [&same[0], text].map(|text| parse(text));
            assert_ne!((&one, one.key()), (&other, other.key()), "{text}");
            are_the_same(&one, &other);
        }
        let classes: Vec<_> = others.iter().chain(&same[..1]).map(|text| canonical(text)).collect();
        for (index, class) in classes.iter().enumerate() {
            assert!(!classes[..index].contains(class), "{}", class.show());
        }
    }
}

/// Another arrangement of the heaps that is the same.
fn rearranged(position: &HeapPosition, random: &mut Random) -> HeapPosition {
    let mut other = position.clone();
    let heaps = &mut other.heaps;
    match position.symmetry() {
        HeapSymmetry::Heaps | HeapSymmetry::Places => random.shuffle(heaps),
        HeapSymmetry::Columns => {
            let mut columns: Vec<Vec<u64>> = heaps.chunks(2).map(<[u64]>::to_vec).collect();
            random.shuffle(&mut columns);
            *heaps = columns.concat();
        }
        HeapSymmetry::Row => heaps.reverse(),
        HeapSymmetry::Circle => {
            heaps.rotate_left(random.below(position.heaps.len()));
            if random.below(2) == 0 {
                heaps.reverse();
            }
        }
    }
    other
}

#[test]
fn random_positions_of_every_game_can_be_rearranged() {
    let mut random = Random::new(4);
    let mut counts = [0; 2];
    for game in HeapKnowledge::games() {
        let start = HeapKnowledge::start(game);
        for number in 0..8 {
            let heaps = if start.game() == "wythoff" { 2 } else { 3 };
            let parameters = ["", "misere"][number % 2];
            // A game that is always of misere play does not say so.
            let position = start
                .random(parameters, heaps, 2..=4, &mut random)
                .or_else(|_| start.random("", heaps, 2..=4, &mut random))
                .unwrap();
            let other = rearranged(&position, &mut random);
            counts[0] += usize::from(position != other);
            counts[1] += usize::from(are_the_same(&position, &other));
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// The number of different positions among all lists of heaps, by formulas of counting.
#[test]
fn as_many_positions_as_there_are_multisets_rows_and_necklaces() {
    for (game, count, largest, expected) in [
        ("nim", 3, 3, 20),
        ("wythoff", 2, 3, 10),
        // Rows of 1 and 2 that are read from either end: 1, 2, 3, 6 and 10 of 0 to 4 heaps.
        ("end", 4, 2, 22),
        // Bracelets of 4 and 5 beads in 3 colours.
        ("circular", 4, 2, 21),
        ("circular", 5, 2, 39),
    ] {
        let parameters = if game == "circular" { "k=2 " } else { "" };
        let heaps = all_heaps(count, largest).into_iter();
        let texts = heaps.map(|heaps| format!("{game} {} {parameters}p1", list(&heaps)));
        let classes: HashSet<String> = texts.map(|text| canonical(&text).show()).collect();
        assert_eq!(classes.len(), expected, "{game}: {classes:?}");
    }
}
