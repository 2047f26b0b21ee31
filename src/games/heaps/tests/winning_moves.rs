//! All winning moves and the Sprague-Grundy values, against plain search.

use super::oracle::{PlainSearch, parse};
use crate::game::{Game, Theory};
use crate::games::entry::{GameEntry, GameInfo};
use crate::games::heaps::{HeapKnowledge, HeapMove, HeapPosition, nimber};
use crate::notation::Notation;
use std::collections::HashMap;

/// The Sprague-Grundy values of positions, by plain search.
#[derive(Default)]
struct PlainValues(HashMap<String, u64>);

impl PlainValues {
    fn value(&mut self, position: &HeapPosition) -> u64 {
        let text = position.clone().canonical().show();
        if let Some(&value) = self.0.get(&text) {
            return value;
        }
        let after: Vec<_> = position.moves().into_iter().map(|mv| position.play(mv)).collect();
        let values: Vec<_> = after.iter().map(|after| self.value(after)).collect();
        let value = nimber::mex(&values);
        self.0.insert(text, value);
        value
    }
}

/// The positions of the tests of all games that a plain search can search out, and those after two plies.
fn small_positions() -> Vec<HeapPosition> {
    let more = include_str!("../../../../tests/data/law_positions.toml");
    let more: HashMap<String, Vec<String>> = toml::from_str(more).unwrap();
    let of_game = |game: &&GameInfo| {
        let bench = game.bench.iter().map(|text| parse(text));
        bench.chain(more[game.name].iter().map(|text| parse(text))).collect::<Vec<_>>()
    };
    let positions = HeapKnowledge::games().iter().flat_map(of_game).filter(|it| it.count_moves() < 16);
    let mut small = Vec::new();
    for start in positions {
        for mv in start.moves() {
            let after = start.play(mv);
            small.extend(after.moves().first().map(|&mv| after.play(mv)));
        }
        small.push(start);
    }
    small
}

#[test]
fn all_winning_moves() {
    let mut search = PlainSearch::default();
    let mut counts = [0, 0];
    for position in small_positions() {
        let wins = |mv: &HeapMove| !search.wins(&position.play(*mv));
        let mut expected: Vec<_> = position.moves().into_iter().filter(wins).collect();
        let mut found = position.winning_moves().unwrap();
        expected.sort_by_key(|&mv| position.describe(mv));
        found.sort_by_key(|&mv| position.describe(mv));
        assert_eq!(found, expected, "{}", position.show());
        counts[usize::from(found.is_empty())] += 1;
    }
    assert!(counts[0] > 100 && counts[1] > 50, "{counts:?}");
}

#[test]
fn grundy_values_of_all_games() {
    let mut plain = PlainValues::default();
    let mut counts = [0, 0];
    for position in small_positions() {
        let text = position.show();
        let has_value = !position.is_misere() && position.game() != "poker";
        assert_eq!(position.grundy_value(), has_value.then(|| plain.value(&position)), "{text}");
        counts[usize::from(has_value)] += 1;
    }
    assert!(counts[0] > 50 && counts[1] > 100, "{counts:?}");
}

#[test]
fn winning_moves_where_they_are_too_many_to_list() {
    let moves = |text: &str| {
        let position = parse(text);
        Some(position.winning_moves()?.into_iter().map(|mv| position.describe(mv)).collect::<Vec<_>>())
    };
    let nim = moves("nim 4611686018427387904,4611686018427387905,4611686018427387907 p1");
    let expected = [
        "take 4611686018427387902 from heap 1",
        "take 4611686018427387902 from heap 2",
        "take 4611686018427387906 from heap 3",
    ];
    assert_eq!(nim.unwrap(), expected);
    let wythoff = moves("wythoff 1000000,1100000 p1").unwrap();
    assert_eq!(wythoff, ["take 838197 from heap 1 and take 838197 from heap 2"]);
    assert_eq!(moves("lasker 1000000 p1"), None);
    let value = |text: &str| parse(text).grundy_value();
    assert_eq!(value("nim 9000000000000000000 p1"), Some(9_000_000_000_000_000_000));
    // A single move is listed, from which no value follows.
    for text in ["moore 9000000000000000000,5 k=2 p1", "wythoff 1000000,5 p1", "end 1000000,2 p1"] {
        assert_eq!(value(text), None, "{text}");
    }
}
