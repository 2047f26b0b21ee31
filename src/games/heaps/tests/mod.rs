//! The theory of the heap games against plain search, and their texts.

mod legal_moves;
mod symmetry;
mod texts;
mod theory;
mod values;

use super::HeapPosition;
use crate::game::{Game, Outcome, Theory};
use crate::notation::Notation;
use std::collections::HashMap;

/// The results of positions, by a plain search of all that can follow.
#[derive(Default)]
pub struct PlainSearch(HashMap<String, bool>);

impl PlainSearch {
    /// Whether the side to move wins.
    pub fn wins(&mut self, position: &HeapPosition) -> bool {
        let canonical = position.clone().canonical().show();
        if let Some(&wins) = self.0.get(&canonical) {
            return wins;
        }
        let mut moves = position.moves().into_iter();
        let wins = match position.outcome() {
            Some(outcome) => outcome == Outcome::Win,
            None => moves.any(|mv| !self.wins(&position.play(mv))),
        };
        self.0.insert(canonical, wins);
        wins
    }

    /// Checks that the theory of a position says what the search finds, and that its move keeps the result.
    pub fn agrees(&mut self, position: &HeapPosition) {
        let text = position.show();
        let answer = position.theory().unwrap_or_else(|| panic!("no theory of {text}"));
        let expected = if self.wins(position) { Outcome::Win } else { Outcome::Loss };
        assert_eq!(answer.outcome, expected, "{text}: {}", answer.reason);
        assert_eq!(answer.best.is_none(), !position.has_moves(), "{text}");
        if let Some(mv) = answer.best {
            assert!(position.is_legal(mv), "{text}: {mv:?}");
            if expected == Outcome::Win {
                assert!(!self.wins(&position.play(mv)), "{text}: {}", answer.reason);
            }
        }
    }

    /// Checks the theory of a text in normal and misere play.
    pub fn agrees_both_ways(&mut self, text: &str) {
        for misere in ["", " misere"] {
            self.agrees(&parse(&format!("{text}{misere} p1")));
        }
    }
}

pub fn parse(text: &str) -> HeapPosition {
    HeapPosition::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All lists of `count` heaps up to `largest`, in every order.
pub fn all_heaps(count: usize, largest: u64) -> Vec<Vec<u64>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..count {
        let longer =
            lists.iter().flat_map(|list: &Vec<u64>| (0..=largest).map(move |size| [list.as_slice(), &[size]].concat()));
        lists = longer.collect();
    }
    lists
}

/// All lists of `count` heaps up to `largest` in which no heap is smaller than the one before.
pub fn sorted_heaps(count: usize, largest: u64) -> Vec<Vec<u64>> {
    let mut lists = all_heaps(count, largest);
    lists.retain(|heaps| heaps.is_sorted());
    lists
}
