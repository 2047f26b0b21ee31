//! Depth-first proof-number search (Nagai 2002), with the tolerance of Pawlewicz and Lew (2007).
//!
//! A repetition of a position on the current path counts as a disproof, because endless play is not a win. A proof never
//! depends on the path. A disproof may depend on it (graph-history interaction, Kishimoto and Mueller 2004); it is then reused
//! only on paths that begin with the same moves, unless the whole cycle is disproved with it.
//!
//! The path is an explicit stack, so long lines do not overflow the call stack.

use super::super::error::{MAX_MOVES, SolveError};
use super::super::promise::StrategyPromise;
use super::super::state_graph::{end_payoff, listed_moves};
use super::frame::{KnownProof, ProofChild, ProofFrame};
use super::numbers::ProofNumbers;
use super::table::{KeyedPosition, PathDisproof, PathPly, ProofEntry, ProofTable};
use crate::game::{Game, WorkLimit, mix};

/// The greatest length of a path. What would need a longer one stays unknown.
const MAX_PATH: usize = 10_000;

/// Each group of this many moves of a position counts as one more position, so that the limit of positions bounds the time.
const MOVES_OF_A_POSITION: usize = 64;

/// The replies to the moves of a position are counted if it has at most this many moves: the time of the count grows
/// with the square of their number.
const MAX_COUNTED: usize = 1_000;

/// A search for a forced end that keeps a promise.
pub(super) struct ProofSearch<'a, G: Game> {
    pub goal: StrategyPromise,
    /// Maps a position to the one that is searched in its place: its canonical position, without counters if they are left out.
    pub reduce: fn(&G) -> G,
    pub limit: WorkLimit<'a>,
    pub table: ProofTable<G>,
    path: Vec<ProofFrame<G, G::Move>>,
    /// The number of positions that were searched; a position that is searched again counts again, and one with many moves
    /// more than once.
    pub searched: u64,
}

impl<'a, G: Game> ProofSearch<'a, G> {
    /// A search with a table of at most `bytes` bytes.
    pub fn new(
        goal: StrategyPromise,
        reduce: fn(&G) -> G,
        limit: WorkLimit<'a>,
        bytes: usize,
    ) -> Result<ProofSearch<'a, G>, SolveError> {
        debug_assert!(!goal.is_kept_by_endless_play());
        Ok(ProofSearch { goal, reduce, limit, table: ProofTable::new(bytes)?, path: Vec::new(), searched: 0 })
    }

    /// Searches until the root is solved: whether the end can be forced. `None` if that would need longer paths. A later
    /// run uses what the earlier ones have found.
    ///
    /// # Errors
    /// The limit was reached; then no other run is possible.
    pub fn run(&mut self, root: &G) -> Result<Option<bool>, SolveError> {
        let root = KeyedPosition((self.reduce)(root));
        if let Some(numbers) = self.end(&root.0) {
            return Ok(Some(numbers.is_proved()));
        }
        // Disproofs on the paths of an earlier run do not hold on those of this one.
        let path = mix(self.searched + 1);
        self.enter(root, ProofNumbers::UNLIMITED, path)?;
        loop {
            let Some(frame) = self.path.last_mut() else { return Ok(None) };
            let numbers = frame.numbers();
            let chosen = if numbers.is_below(frame.limits) { frame.choose(numbers) } else { None };
            if let Some((mv, limits)) = chosen {
                self.descend(mv, limits)?;
                continue;
            }
            let known = self.leave(numbers);
            match self.path.last_mut() {
                Some(parent) => parent.children[parent.chosen].known = known,
                None => return Ok(known.rests_on.is_none().then(|| known.numbers.is_proved())),
            }
        }
    }

    /// The numbers of a position where the game is over.
    fn end(&self, position: &G) -> Option<ProofNumbers> {
        end_payoff(position)
            .map(|payoff| if self.goal.is_kept_by(payoff) { ProofNumbers::PROVED } else { ProofNumbers::DISPROVED })
    }

    fn own(&self, position: &G) -> usize {
        usize::from(position.side_to_move() != self.goal.side)
    }

    /// The numbers of a position before it is searched, one of `siblings` after the moves of another one.
    fn unsearched(&self, position: &G, siblings: usize) -> ProofNumbers {
        let moves = if siblings > MAX_COUNTED { 1 } else { position.count_moves().min(MAX_MOVES) as u32 };
        ProofNumbers::unsearched(self.own(position), moves)
    }

    /// Goes on to the position after a move.
    fn descend(&mut self, mv: G::Move, limits: ProofNumbers) -> Result<(), SolveError> {
        let depth = self.path.len();
        let frame = &mut self.path[depth - 1];
        if depth == MAX_PATH {
            let too_long = PathDisproof { first: 0, last: path_ply(depth), path: frame.path };
            frame.children[frame.chosen].known = KnownProof::disproved_on(too_long);
            return Ok(());
        }
        let path = mix(frame.path ^ (frame.chosen as u64 + 1));
        let child = KeyedPosition((self.reduce)(&frame.position.0.play(mv)));
        // It may have been searched on another path meanwhile.
        let known = self.look_up(&child, self.path[depth - 1].children.len());
        if known.numbers.is_below(limits) {
            return self.enter(child, limits, path);
        }
        let frame = &mut self.path[depth - 1];
        frame.children[frame.chosen].known = known;
        Ok(())
    }

    /// Puts a position on the path and lists its moves.
    fn enter(&mut self, position: KeyedPosition<G>, limits: ProofNumbers, path: u64) -> Result<(), SolveError> {
        self.limit.check(self.searched)?;
        self.searched += 1;
        let index = self.path.len();
        let ply = path_ply(index + 1);
        match self.table.get_mut(&position) {
            Some(entry) => entry.on_path = Some(ply),
            None => {
                let entry = ProofEntry {
                    numbers: self.unsearched(&position.0, 1),
                    plies: 0,
                    work: 0,
                    on_path: Some(ply),
                    on_some_paths: None,
                };
                self.table.add(position.0.clone(), entry)?;
            }
        }
        let moves = listed_moves(&position.0)?;
        let own = self.own(&position.0);
        self.path.push(ProofFrame {
            position,
            own,
            limits,
            path,
            searched_before: self.searched,
            children: Vec::with_capacity(moves.len()),
            chosen: 0,
        });
        let siblings = moves.len();
        for (number, mv) in (1..).zip(moves) {
            // A position may have many thousands of moves.
            self.searched += u64::from(number % MOVES_OF_A_POSITION == 0);
            self.limit.check(self.searched)?;
            let child = KeyedPosition((self.reduce)(&self.path[index].position.0.play(mv)));
            let known = self.look_up(&child, siblings);
            self.path[index].children.push(ProofChild { mv, known });
            let decides = known.numbers.0[own] == 0 && known.rests_on.is_none();
            if decides {
                break;
            }
        }
        Ok(())
    }

    /// Between runs, what is known about a position on all paths.
    pub fn known_numbers(&self, position: &G) -> ProofNumbers {
        self.look_up(&KeyedPosition((self.reduce)(position)), 1).numbers
    }

    /// What is known about a position if it comes next on the path, one of `siblings`.
    fn look_up(&self, position: &KeyedPosition<G>, siblings: usize) -> KnownProof {
        let Some(entry) = self.table.get(position) else {
            let numbers = self.end(&position.0).unwrap_or_else(|| self.unsearched(&position.0, siblings));
            return KnownProof::everywhere(numbers, 0);
        };
        if let Some(ply) = entry.on_path {
            return KnownProof::disproved_on(PathDisproof { first: ply.get(), last: ply, path: self.path_number(ply) });
        }
        let is_here =
            |it: &PathDisproof| it.last.get() as usize <= self.path.len() && self.path_number(it.last) == it.path;
        match entry.on_some_paths.filter(is_here) {
            Some(disproof) => KnownProof::disproved_on(disproof),
            None => KnownProof::everywhere(entry.numbers, entry.plies),
        }
    }

    /// The number of the path up to a ply.
    fn path_number(&self, ply: PathPly) -> u64 {
        self.path[ply.get() as usize - 1].path
    }

    /// Takes the last position off the path, and notes what was found.
    fn leave(&mut self, numbers: ProofNumbers) -> KnownProof {
        let ply = path_ply(self.path.len());
        let Some(frame) = self.path.last() else { return KnownProof::everywhere(numbers, 0) };
        let mut known = KnownProof::everywhere(numbers, 0);
        if numbers.is_proved() {
            known.plies = frame.plies();
        } else if numbers.is_disproved() {
            known.rests_on = frame.rests_on(ply, |ply| self.path_number(ply));
        }
        let work = self.searched - frame.searched_before + 1;
        if let Some(entry) = self.table.get_mut(&frame.position) {
            entry.on_path = None;
            entry.work = entry.work.saturating_add(work as u32);
            if known.rests_on.is_some() {
                entry.on_some_paths = known.rests_on;
            } else {
                entry.numbers = numbers;
                entry.plies = known.plies;
            }
        }
        self.path.pop();
        known
    }
}

/// The ply of the last position of a path of this length, which is at most [`MAX_PATH`].
fn path_ply(len: usize) -> PathPly {
    PathPly::new(len as u32).unwrap_or(PathPly::MIN)
}
