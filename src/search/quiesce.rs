//! Quiescence: the end of the search, where only forced and tactical moves are looked at.

use super::alpha_beta::ScoreResult;
use super::decision::Leaf;
use super::knowledge::{Knowledge, MoveSet, Picker, Search};
use super::node::NodeType;
use super::score::Score;
use super::window::Window;
use crate::game::Game;
use std::ops::ControlFlow;

impl<K: Knowledge> Search<K> {
    /// The value once the forced moves and tactics are over, `beyond` plies below the end of the
    /// main search.
    pub(super) fn quiesce<N: NodeType>(
        &mut self,
        position: &K::Game,
        window: Window,
        ply: usize,
        beyond: usize,
    ) -> ScoreResult {
        if let Some(score) = self.terminal_score(position, ply) {
            return Ok(score);
        }
        let leaf = K::leaf(position, beyond);
        match leaf {
            Leaf::Deepen => return self.search::<N>(position, window, 1, ply, false),
            Leaf::Settled => return Ok(self.settled_score(position, ply)),
            Leaf::StandPat | Leaf::Forced => (),
        }
        let hit = self.tt.probe(K::tt_key(position));
        let known = match self.cutoff_or_bounds::<N>(position, hit, window, 0, ply) {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(known) => known,
        };
        let mut node = self.new_node::<N>(position, hit, window.narrowed_to(known), 0, ply);
        node.bounds = known;
        let (mut best, choice) = match (leaf, node.tt_adjusted_eval) {
            (Leaf::StandPat, Some(estimate)) => (estimate, MoveSet::Tactical),
            (Leaf::StandPat, None) => (self.evaluate(position), MoveSet::Tactical),
            _ => (Score::INFINITE_LOSS, MoveSet::All),
        };
        if best >= window.beta {
            return Ok(best);
        }
        node.alpha = node.alpha.max(best);
        let mut picker = K::Picker::new(choice);
        while let Some(mv) = self.next_move(&mut picker, position, &node, &mut best) {
            let child = self.play(position, mv);
            let open = -Window {
                alpha: node.alpha,
                beta: window.beta,
            };
            let score = self.descend(position, &child, &node, mv, |it| {
                Ok(-it.quiesce::<N>(&child, open, ply + 1, beyond + 1)?)
            })?;
            node.move_count += 1;
            best = best.max(score);
            if self.raise_alpha::<N>(&mut node, mv, score) {
                break;
            }
        }
        if best == Score::INFINITE_LOSS {
            return Ok(self.outcome_score(position.outcome_without_moves(), ply));
        }
        let best = known.clamp(best);
        self.store_in_tt(position, &node, best);
        Ok(best)
    }

    /// The value of a position that no move could change, as an endgame table or the evaluation
    /// tells it: to look it up in the table would take longer.
    fn settled_score(&mut self, position: &K::Game, ply: usize) -> Score {
        match K::probe_tablebase(self, position, ply, 0) {
            Some((score, _)) => score,
            None => self.evaluate(position),
        }
    }
}
