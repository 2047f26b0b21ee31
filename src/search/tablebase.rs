//! Endgame tables, as the search sees those of any game, and what they tell of moves.

use super::Depth;
use super::bound::ScoreBounds;

/// The endgame tables of a game, shared by all threads. The default has none.
pub trait Tablebase: Default + Send + Sync + 'static {
    /// Opens the tables in `path`, which names folders or files as the game's clients do, beside
    /// those that are in the program; those alone, if it is empty. The error is one line that says
    /// what stands in the way.
    fn open(path: &str) -> Result<Self, String>;

    /// The most men of a position that may be found in them; 0: there are none.
    fn max_pieces(&self) -> u32;

    /// What there is, and what was left out and why: a line for people.
    fn summary(&self) -> String;

    /// A table that turned out to be damaged since this was last asked: a line for people.
    fn take_error(&self) -> Option<String>;
}

/// For games that have no tables.
impl Tablebase for () {
    fn open(path: &str) -> Result<(), String> {
        match path {
            "" => Ok(()),
            _ => Err("this game has no endgame tables".into()),
        }
    }

    fn max_pieces(&self) -> u32 {
        0
    }

    fn summary(&self) -> String {
        "no endgame tables".into()
    }

    fn take_error(&self) -> Option<String> {
        None
    }
}

/// When to ask endgame tables, and how to take what they say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbeSettings {
    /// Ask about positions with so many men and fewer.
    pub max_pieces: u32,
    /// Ask about positions with just so many men only where so many plies are still to search.
    pub min_depth: Depth,
    /// A win that takes longer than a rule that counts moves allows is a draw.
    pub move_count_rule: bool,
}

impl Default for ProbeSettings {
    fn default() -> ProbeSettings {
        ProbeSettings {
            max_pieces: 7,
            min_depth: 1,
            move_count_rule: true,
        }
    }
}

/// A move at the root, with what is known of it before any search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedRootMove<M> {
    /// The move.
    pub mv: M,
    /// What the search may not contradict when it chooses.
    pub search_bounds: ScoreBounds,
    /// What the score that is told may not contradict.
    pub shown_bounds: ScoreBounds,
}

impl<M> RankedRootMove<M> {
    /// A move of which nothing is known.
    pub fn unranked(mv: M) -> RankedRootMove<M> {
        RankedRootMove {
            mv,
            search_bounds: ScoreBounds::UNKNOWN,
            shown_bounds: ScoreBounds::UNKNOWN,
        }
    }
}
