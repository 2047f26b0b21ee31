//! The position of a heap game, and what the rules of a heap game are. (They name each other, so they are in one file.)

use super::moves::HeapMove;
use super::taking::{Taking, TakingRule};
use super::{HeapRule, HeapSymmetry};
use crate::game::{Side, TheorySource};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The greatest size of a heap.
pub const MAX_HEAP: u64 = i64::MAX as u64;

/// The greatest number of heaps of a position that is read from text.
pub const MAX_HEAPS: usize = 10_000;

/// How many times counters may be put back in a game of poker Nim, if the position does not say it.
pub(super) const PUT_BACKS: u64 = 100;

/// The greatest number of moves that are listed.
pub const MAX_LISTED: u64 = 65_535;

/// A position of any heap game, with its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapPosition {
    pub(super) rules: &'static dyn HeapRules,
    pub(super) heaps: Vec<u64>,
    pub(super) parameters: HeapParameters,
    /// The rule of taking, in games in which it is data.
    pub(super) taking: Option<Arc<Taking>>,
    /// Whether the last mover loses.
    pub(super) misere: bool,
    pub(super) side_to_move: Side,
}

/// The numbers of a position beside its heaps. What a game does not need keeps its default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct HeapParameters {
    /// From how many heaps a move takes, or how many counters at most.
    pub k: Option<u64>,
    /// How many counters a move takes in all, at most.
    pub max: Option<u64>,
    /// How many counters the last move took; 0 before the first move.
    pub prev: u64,
    /// The counters that each side has taken.
    pub bag: [u64; 2],
    /// How many times counters may still be put back.
    pub put: u64,
    /// The tokens that are not yet placed.
    pub tokens: u64,
    /// The number of rows of the board.
    pub rows: u64,
    /// Whether the ring is unbroken.
    pub unbroken: bool,
}

/// How the positions and moves of a game are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HeapForm {
    /// Any number of heaps, `3,4,5`; moves `2:4-1`, `1:4-1,3:2-0`, `2:7-3+4`.
    Heaps,
    /// One heap, `20`; moves as for heaps.
    OneHeap,
    /// Two men in every column of a board, `8x8 1-8,2-5`; moves `3:2-5`.
    Board,
    /// A ring of coins, `12`, or runs, `5-3-1`; moves `2@5`.
    Ring,
    /// Tokens to place, `7`, and heaps; moves `+2`, then as for heaps.
    Tokens,
    /// A total, `37`; moves `+3`.
    Total,
    /// A number, `360`; moves `360/8`.
    Number,
}

/// What is true of a game whatever its position.
#[derive(Clone, Copy)]
pub(super) struct HeapFacts {
    /// The name for `--game`, with which positions begin.
    pub name: &'static str,
    /// How positions and moves are written.
    pub form: HeapForm,
    /// The names of the parameters that a position may have.
    pub parameters: &'static [&'static str],
    /// The greatest number of heaps.
    pub max_heaps: usize,
    /// Which other arrangements of the heaps are the same position, unless empty heaps can grow.
    pub symmetry: HeapSymmetry,
    /// Whether the last mover always loses, so that positions do not say so.
    pub always_misere: bool,
    /// Whether both sides have the same moves, so that a position has a Sprague-Grundy value.
    pub impartial: bool,
}

impl HeapFacts {
    /// The facts of a game like Nim.
    pub const fn named(name: &'static str) -> HeapFacts {
        HeapFacts {
            name,
            form: HeapForm::Heaps,
            parameters: &[],
            max_heaps: MAX_HEAPS,
            symmetry: HeapSymmetry::Heaps,
            always_misere: false,
            impartial: true,
        }
    }
}

/// Called for each move.
pub(super) type HeapListener<'a> = dyn FnMut(HeapMove) -> ControlFlow<()> + 'a;

/// The rules of a heap game.
pub(super) trait HeapRules: Sync {
    /// What is true of the game whatever its position.
    fn facts(&self) -> HeapFacts;

    /// The rule of taking, if it is data that the text of the position does not give.
    fn taking_rule(&self, _: &HeapPosition) -> Option<TakingRule> {
        None
    }

    /// Refuses a position that was read if the rules cannot play it: what was found, and what was expected.
    fn check(&self, _: &HeapPosition) -> Result<(), String> {
        Ok(())
    }

    /// Lists all moves, those that take little first.
    fn visit_moves(&self, position: &HeapPosition, listener: &mut HeapListener) -> ControlFlow<()>;

    /// The number of moves without listing them, at most `u64::MAX`. `None` if a position never has more than
    /// [`MAX_LISTED`].
    fn count_moves(&self, _: &HeapPosition) -> Option<u64> {
        None
    }

    /// The rule that a move breaks; `None` if it is legal.
    fn broken_rule(&self, position: &HeapPosition, mv: HeapMove) -> Option<HeapRule>;

    /// Makes a legal move on the heaps and parameters.
    fn play(&self, position: &mut HeapPosition, mv: HeapMove) {
        position.apply(mv);
    }

    /// All winning moves of a position in which the game is not over, also where its moves are too many to list. `None`
    /// if the rules know no more than [`theory`](HeapRules::theory) says.
    fn winning_moves(&self, _: &HeapPosition) -> Option<Vec<HeapMove>> {
        None
    }

    /// What is known without search about a position in which the game is not over.
    fn theory(&self, _: &HeapPosition) -> Option<HeapVerdict> {
        None
    }
}

/// The error that is made if the condition does not hold: what was found, and what was expected.
pub(super) fn ensure(condition: bool, error: impl FnOnce() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(error()) }
}

/// What the theory of a game says about a position.
pub(super) struct HeapVerdict {
    /// A move that wins; `None` if the side to move has lost.
    pub winning_move: Option<HeapMove>,
    /// The sum of the Sprague-Grundy values of the parts of the position, if the verdict rests on it.
    pub nim_sum: Option<u64>,
    /// What it rests on.
    pub source: TheorySource,
    /// What it rests on, in words: `theorem (Bouton 1901): nim-sum 6`.
    pub basis: String,
}

impl HeapVerdict {
    /// The verdict of a theorem.
    pub fn theorem(winning_move: Option<HeapMove>, basis: String) -> Option<HeapVerdict> {
        Some(HeapVerdict {
            winning_move,
            nim_sum: None,
            source: TheorySource::Theorem,
            basis: format!("theorem {basis}"),
        })
    }
}

impl HeapPosition {
    /// The sizes of the heaps.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        self.rules.facts().name
    }

    /// Which other arrangements of the heaps are the same position. Tokens are placed, and counters put back, on empty
    /// heaps, too.
    pub(super) fn symmetry(&self) -> HeapSymmetry {
        let HeapParameters { tokens, put, .. } = self.parameters;
        if tokens > 0 || put > 0 { HeapSymmetry::Places } else { self.rules.facts().symmetry }
    }

    /// The heaps that are not empty, with their numbers.
    pub(super) fn filled(&self) -> impl DoubleEndedIterator<Item = (usize, u64)> {
        self.heaps.iter().copied().enumerate().filter(|&(_, size)| size > 0)
    }

    /// The sum of all heaps, at most `u64::MAX`.
    pub(super) fn total(&self) -> u64 {
        self.heaps.iter().fold(0, |sum, &heap| sum.saturating_add(heap))
    }

    /// The parameter `k`, which the check of the position has demanded.
    pub(super) fn k(&self) -> u64 {
        self.parameters.k.unwrap_or(1)
    }

    /// Changes or splits heaps. A part of nothing is left out.
    pub(super) fn apply(&mut self, mv: HeapMove) {
        match mv {
            HeapMove::Change(changes) => {
                for (heap, size) in changes.iter() {
                    self.heaps[heap] = size;
                }
            }
            HeapMove::Split { heap, parts } => {
                let heap = heap as usize;
                self.heaps[heap] = parts[0];
                self.heaps.insert(heap + 1, parts[1]);
            }
            _ => debug_assert!(false, "{mv:?} is not made on heaps"),
        }
    }

    /// The rule that changes break if they may only make heaps smaller, `limit` of them at most.
    pub(super) fn broken_by_taking(&self, mv: HeapMove, limit: u64) -> Option<HeapRule> {
        let HeapMove::Change(changes) = mv else { return Some(HeapRule::TakesOnly) };
        if changes.is_empty() {
            return Some(HeapRule::TakesSomething);
        }
        let broken = |(heap, size): (usize, u64)| match self.heaps.get(heap) {
            None => Some(HeapRule::NamesHeaps),
            Some(&before) => (size >= before).then_some(HeapRule::TakesSomething),
        };
        changes.iter().find_map(broken).or_else(|| (changes.len() as u64 > limit).then_some(HeapRule::FewerHeaps))
    }
}

/// A name stands for one game.
impl PartialEq for dyn HeapRules {
    fn eq(&self, other: &dyn HeapRules) -> bool {
        self.facts().name == other.facts().name
    }
}

impl Eq for dyn HeapRules {}

impl fmt::Debug for dyn HeapRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts().name)
    }
}
