//! One step deeper into the tree and back, and the limits that are looked at on the way.

use super::alpha_beta::ScoreResult;
use super::clock::Stopped;
use super::knowledge::{Knowledge, MoveOf, Node, Search};
use super::task::ThreadRole;
use crate::eval::Evaluator;
use crate::game::Game;
use std::sync::atomic::Ordering::Relaxed;

/// Positions visited between two looks at the clock.
const POLL_INTERVAL: u64 = 1024;

/// The first line is searched whatever the limits, unless it takes more positions than this: it takes
/// some dozens, but where both sides have many queens captures never seem to end.
const FIRST_LINE_NODES: u64 = 10_000;

impl<K: Knowledge> Search<K> {
    /// Positions visited since the search began, by the leader and its helpers.
    pub fn nodes(&self) -> u64 {
        match &self.role {
            ThreadRole::Main(helpers) => self.nodes + helpers.load(Relaxed),
            ThreadRole::Helper(_) => self.nodes,
        }
    }

    /// The position after a move, which is soon to be looked up.
    #[inline]
    pub fn play(&self, position: &K::Game, mv: MoveOf<K>) -> K::Game {
        let child = position.play(mv);
        self.tt.prefetch(child.key());
        K::prefetch(self, &child);
        child
    }

    /// Runs `search` one move deeper, on `child`; what it stepped it steps back.
    pub fn descend(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        node: &Node<K>,
        mv: MoveOf<K>,
        search: impl FnOnce(&mut Self) -> ScoreResult,
    ) -> ScoreResult {
        self.count_node()?;
        let frame = &mut self.stack[node.ply];
        frame.mv = K::stack_move(position, node, mv);
        frame.null_move = false;
        frame.reduction = 0;
        self.key_history.push(position.key());
        self.evaluator.push(position, child);
        let score = search(self);
        self.evaluator.pop();
        self.key_history.pop();
        score
    }

    /// As [`descend`](Search::descend), by a null move: `child` is the position with the other
    /// side to move.
    pub fn descend_null(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        ply: usize,
        search: impl FnOnce(&mut Self) -> ScoreResult,
    ) -> ScoreResult {
        self.count_node()?;
        self.tt.prefetch(child.key());
        let frame = &mut self.stack[ply];
        frame.mv = K::StackMove::default();
        frame.null_move = true;
        frame.reduction = 0;
        let floor = self.key_history.push_null(position.key());
        self.evaluator.push(position, child);
        let score = search(self);
        self.evaluator.pop();
        self.key_history.pop_null(floor);
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
        if let ThreadRole::Helper(nodes) = &self.role {
            nodes.fetch_add(self.nodes - self.reported_nodes, Relaxed);
            self.reported_nodes = self.nodes;
        }
        let met = self.nodes() >= self.node_limit || self.clock.expired();
        if met && !self.must_find_a_move() {
            return Err(Stopped);
        }
        let next = self.nodes + 1;
        self.next_poll = self.node_limit.clamp(next, next + POLL_INTERVAL);
        Ok(())
    }

    /// Whether there is no searched move to play yet.
    fn must_find_a_move(&self) -> bool {
        let decides = matches!(self.role, ThreadRole::Main(_));
        decides && self.first_line_pending && self.nodes < FIRST_LINE_NODES
    }
}
