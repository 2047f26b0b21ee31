//! Start positions of self-play: a few random moves from the start of the game or from openings, without duplicates.

use crate::any_position::AnyPosition;
use crate::game::{Game, GameLine, Key};
use crate::lab::game_file::training_game::TrainingGame;
use crate::notation::Notation;
use crate::random::Random;
use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// A range of numbers of plies, as in `8..12`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRange {
    /// The smallest number.
    pub min: u16,
    /// The largest number.
    pub max: u16,
}

impl Display for PlyRange {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}..{}", self.min, self.max)
    }
}

impl FromStr for PlyRange {
    type Err = String;

    fn from_str(text: &str) -> Result<PlyRange, String> {
        let (min, max) = text.split_once("..").unwrap_or((text, text));
        match (min.parse(), max.parse()) {
            (Ok(min), Ok(max)) if min <= max => Ok(PlyRange { min, max }),
            _ => Err("expected two numbers such as 8..12, the lesser first".into()),
        }
    }
}

/// The start of a game.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// The game before its first searched move. Its number is that among the starts of the same seed, from 0.
    pub game: TrainingGame,
    /// The position after the random moves, with its history.
    pub history: GameLine<AnyPosition>,
}

/// Generates starts; the same seed gives the same starts. Ends after [`MAX_FAILED`] failures in a row, or
/// when the numbers are used up.
#[derive(Clone, Debug)]
pub struct RandomStarts {
    bases: Vec<AnyPosition>,
    /// Whether a game names its base position; if not, that is the start of the game.
    names_base: bool,
    plies: PlyRange,
    seed: u64,
    next: u32,
    seen: HashSet<Key>,
}

/// After this many candidates in a row that are duplicates or finished games, there will hardly be more.
pub const MAX_FAILED: u32 = 100_000;

impl RandomStarts {
    /// Starts from `bases` in turn.
    pub fn new(bases: Vec<AnyPosition>, names_base: bool, plies: PlyRange, seed: u64) -> RandomStarts {
        RandomStarts { bases, names_base, plies, seed, next: 0, seen: HashSet::new() }
    }

    /// Continues after the start with number `last`.
    pub fn skip_to(&mut self, last: u32) {
        while self.next <= last && self.next < u32::MAX {
            self.candidate();
        }
    }

    /// The next start; `None` if it is a duplicate or the game is over there.
    fn candidate(&mut self) -> Option<GameStart> {
        let number = self.next;
        self.next += 1;
        let base = &self.bases[number as usize % self.bases.len()];
        let mut random = Random::stream(self.seed, u64::from(number));
        let (min, max) = (usize::from(self.plies.min), usize::from(self.plies.max));
        let mut history = GameLine::new(base.clone());
        let mut opening = Vec::new();
        for _ in 0..min + random.below(max - min + 1) {
            let moves = history.position().moves();
            if moves.is_empty() || history.outcome().is_some() {
                return None;
            }
            let mv = random.choose(&moves);
            opening.push(history.position().move_number(mv));
            history.play(mv);
        }
        let new = history.outcome().is_none() && self.seen.insert(history.position().key());
        new.then(|| {
            let start = self.names_base.then(|| base.show());
            GameStart { game: TrainingGame { number, start, opening, ..TrainingGame::default() }, history }
        })
    }
}

impl Iterator for RandomStarts {
    type Item = GameStart;

    fn next(&mut self) -> Option<GameStart> {
        let left = (u32::MAX - self.next).min(MAX_FAILED);
        (0..left).find_map(|_| self.candidate())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_position::Erasable;
    use crate::game::StartPosition;
    use crate::games::chess::ChessPosition;
    use crate::games::tictactoe::TicTacToe;

    fn starts<G: Erasable + StartPosition>(plies: &str, seed: u64) -> RandomStarts {
        RandomStarts::new(vec![AnyPosition::new(G::start())], false, plies.parse().unwrap(), seed)
    }

    #[test]
    fn starts_are_distinct_and_reproducible() {
        let keys = |seed| -> Vec<Key> {
            starts::<ChessPosition>("8..12", seed).take(300).map(|start| start.history.position().key()).collect()
        };
        let first = keys(1);
        assert_eq!(first, keys(1));
        let different: HashSet<_> = first.iter().chain(&keys(2)).copied().collect();
        assert!(different.len() > 590);
        let lengths = starts::<ChessPosition>("8..12", 1).take(300).map(|start| start.game.opening.len());
        assert_eq!(lengths.collect::<HashSet<_>>(), (8..=12).collect());
    }

    #[test]
    fn skipping_continues_the_sequence() {
        let whole: Vec<u32> = starts::<TicTacToe>("2..3", 5).take(60).map(|start| start.game.number).collect();
        let mut starts = starts::<TicTacToe>("2..3", 5);
        starts.skip_to(whole[39]);
        let rest: Vec<u32> = starts.take(20).map(|start| start.game.number).collect();
        assert_eq!(rest, whole[40..]);
    }

    #[test]
    fn a_small_game_has_few_starts() {
        // Nine cells for the first move, eight for the second.
        assert_eq!(starts::<TicTacToe>("2..2", 1).count(), 72);
        assert_eq!(starts::<TicTacToe>("9..9", 1).count(), 0);
        assert_eq!(starts::<ChessPosition>("0..0", 1).count(), 1);
    }

    #[test]
    fn ply_ranges_are_parsed() {
        assert_eq!("8..12".parse(), Ok(PlyRange { min: 8, max: 12 }));
        assert_eq!("4".parse(), Ok(PlyRange { min: 4, max: 4 }));
        for text in ["", "..", "12..8", "8..x", "-1..2", "1..70000"] {
            assert!(text.parse::<PlyRange>().is_err(), "{text}");
        }
    }
}
