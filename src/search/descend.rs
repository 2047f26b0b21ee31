//! Making a move in the search and taking it back, and checking the limits on the way.

use super::alpha_beta::ScoreResult;
use super::task::ThreadRole;
use super::{Knowledge, MoveOf, Node, Search, Stopped};
use crate::eval::Evaluator;
use crate::game::Game;
use std::sync::atomic::Ordering::Relaxed;

/// Positions visited between two checks of the limits.
const POLL_INTERVAL: u64 = 1024;

/// The first line of depth 1 is searched whatever the limits, unless it takes more positions than this.
/// It usually takes some dozens; with many queens on both sides quiescence can be endless.
const FIRST_LINE_NODES: u64 = 10_000;

impl<K: Knowledge> Search<K> {
    /// Positions visited since the search began; for the main thread, with those of the helpers.
    pub fn nodes(&self) -> u64 {
        match &self.role {
            ThreadRole::Main(helpers) => self.nodes + helpers.load(Relaxed),
            ThreadRole::Helper(_) => self.nodes,
        }
    }

    /// The position after a move. Prefetches what the search of it will read.
    #[inline]
    pub fn play(&self, position: &K::Game, mv: MoveOf<K>) -> K::Game {
        let child = position.play(mv);
        self.tt.prefetch(child.key());
        K::prefetch(self, &child);
        child
    }

    /// Makes `mv`, which leads to `child`, runs `search` there, and takes the move back.
    pub fn descend(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        node: &Node<K>,
        mv: MoveOf<K>,
        search: impl FnOnce(&mut Self) -> ScoreResult,
    ) -> ScoreResult {
        self.count_node()?;
        let entry = &mut self.stack[node.ply];
        entry.mv = K::stack_move(position, node, mv);
        entry.null_move = false;
        entry.reduction = 0;
        self.key_history.push(position.key());
        self.evaluator.push(position, child);
        let score = search(self);
        self.evaluator.pop();
        self.key_history.pop();
        score
    }

    /// As [`descend`](Search::descend), by a null move: `child` is the position with the other side to move.
    pub fn descend_null(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        ply: usize,
        search: impl FnOnce(&mut Self) -> ScoreResult,
    ) -> ScoreResult {
        self.count_node()?;
        self.tt.prefetch(child.key());
        let entry = &mut self.stack[ply];
        entry.mv = K::StackMove::default();
        entry.null_move = true;
        entry.reduction = 0;
        let floor = self.key_history.push_null(position.key());
        self.evaluator.push(position, child);
        let score = search(self);
        self.evaluator.pop();
        self.key_history.pop_null(floor);
        score
    }

    /// Counts one more position. The error: a limit is met.
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
        let limit_met = self.nodes() >= self.node_limit || self.clock.expired();
        if limit_met && !self.must_find_a_move() {
            return Err(Stopped);
        }
        let next = self.nodes + 1;
        self.next_poll = self.node_limit.clamp(next, next + POLL_INTERVAL);
        Ok(())
    }

    /// Whether the first move to play is still being searched.
    fn must_find_a_move(&self) -> bool {
        matches!(self.role, ThreadRole::Main(_)) && self.first_line_pending && self.nodes < FIRST_LINE_NODES
    }
}
