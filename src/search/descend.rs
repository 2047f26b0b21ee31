//! One step deeper into the tree and back, and the limits that are looked at on the way.

use super::deepen::Crew;
use super::knowledge::{Knowledge, MoveOf, Node};
use super::node::{Scored, Search, Stopped};
use crate::eval::Evaluator;
use crate::game::Game;
use std::sync::atomic::Ordering::Relaxed;

/// Positions visited between two looks at the clock.
const POLL: u64 = 1024;

/// The first line is searched whatever the limits, unless it takes more positions than this: it takes
/// some dozens, but where both sides have many queens captures never seem to end.
const FIRST_LINE: u64 = 10_000;

impl<K: Knowledge> Search<K> {
    /// Positions visited since the search began, by the leader and its helpers.
    pub fn nodes(&self) -> u64 {
        match &self.crew {
            Crew::Leader(helpers) => self.nodes + helpers.load(Relaxed),
            Crew::Helper(_) => self.nodes,
        }
    }

    /// The position after a move, which is soon to be looked up.
    #[inline]
    pub fn play(&self, position: &K::Game, mv: MoveOf<K>) -> K::Game {
        let child = position.play(mv);
        self.table.prefetch(child.key());
        K::prepare(self, &child);
        child
    }

    /// Runs `search` one move deeper, on `child`; what it stepped it steps back.
    pub fn descend(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        node: &Node<K>,
        mv: MoveOf<K>,
        search: impl FnOnce(&mut Self) -> Scored,
    ) -> Scored {
        self.count_node()?;
        let frame = &mut self.frames[node.ply];
        frame.trace = K::trace(position, node, mv);
        frame.null = false;
        frame.reduction = 0;
        self.past.push(position.key());
        self.eval.push(position, child);
        let score = search(self);
        self.eval.pop();
        self.past.pop();
        score
    }

    /// As [`descend`](Search::descend), by a null move: `child` is the position with the other
    /// side to move.
    pub fn descend_null(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        ply: usize,
        search: impl FnOnce(&mut Self) -> Scored,
    ) -> Scored {
        self.count_node()?;
        self.table.prefetch(child.key());
        let frame = &mut self.frames[ply];
        frame.trace = K::Trace::default();
        frame.null = true;
        frame.reduction = 0;
        let floor = self.past.push_null(position.key());
        self.eval.push(position, child);
        let score = search(self);
        self.eval.pop();
        self.past.pop_null(floor);
        score
    }

    /// Counts one more position, unless a limit is met.
    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        if let Crew::Helper(nodes) = &self.crew {
            nodes.fetch_add(self.nodes - self.told, Relaxed);
            self.told = self.nodes;
        }
        let met = self.nodes() >= self.node_limit || self.clock.expired();
        if met && !self.owes_a_move() {
            return Err(Stopped);
        }
        let next = self.nodes + 1;
        self.next_poll = self.node_limit.clamp(next, next + POLL);
        Ok(())
    }

    /// Whether there is no searched move to play yet.
    fn owes_a_move(&self) -> bool {
        let decides = matches!(self.crew, Crew::Leader(_));
        decides && self.undecided && self.nodes < FIRST_LINE
    }
}
