//! Quiescence search: below the main search, only tactical and forced moves are searched.

use super::alpha_beta::ScoreResult;
use super::node::NodeType;
use super::{Knowledge, Leaf, MoveSet, Picker, Score, Search, Window};
use crate::game::Game;
use std::ops::ControlFlow;

impl<K: Knowledge> Search<K> {
    /// The score of `position` after the tactical and forced moves that follow, `qs_ply` plies below the
    /// end of the main search.
    pub(super) fn quiesce<N: NodeType>(
        &mut self,
        position: &K::Game,
        window: Window,
        ply: usize,
        qs_ply: usize,
    ) -> ScoreResult {
        if let Some(score) = self.terminal_score(position, ply) {
            return Ok(score);
        }
        let leaf = K::leaf(position, qs_ply);
        match leaf {
            Leaf::Deepen => return self.search::<N>(position, window, 1, ply, false),
            Leaf::Settled => return Ok(self.settled_score(position, ply)),
            Leaf::StandPat | Leaf::Forced => (),
        }
        let tt_entry = self.tt.probe(K::tt_key(position));
        let bounds = match self.cutoff_or_bounds::<N>(position, tt_entry, window, 0, ply) {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(bounds) => bounds,
        };
        let mut node = self.new_node::<N>(position, tt_entry, window.narrowed_to(bounds), 0, ply);
        node.bounds = bounds;
        let (mut best, moves) = match (leaf, node.tt_adjusted_eval) {
            (Leaf::StandPat, Some(eval)) => {
                self.leave_line(position);
                (eval, MoveSet::Tactical)
            }
            (Leaf::StandPat, None) => (self.evaluate(position), MoveSet::Tactical),
            _ => (Score::INFINITE_LOSS, MoveSet::All),
        };
        if best >= window.beta {
            return Ok(best);
        }
        node.alpha = node.alpha.max(best);
        let mut picker = K::Picker::new(moves);
        while let Some(mv) = self.next_move(&mut picker, position, &node, &mut best) {
            let child = self.play(position, mv);
            let open = -Window { alpha: node.alpha, beta: window.beta };
            let score = self.descend(position, &child, &node, mv, |search| {
                Ok(-search.quiesce::<N>(&child, open, ply + 1, qs_ply + 1)?)
            })?;
            node.move_count += 1;
            best = best.max(score);
            if self.raise_alpha::<N>(&mut node, mv, score) {
                break;
            }
        }
        if best == Score::INFINITE_LOSS {
            return Ok(self.end_score(position, position.outcome_without_moves(), ply));
        }
        let best = bounds.clamp(best);
        self.store_in_tt(position, &node, best);
        Ok(best)
    }

    /// The score of a settled position, by the endgame tables or the evaluation. The transposition table
    /// is not asked, since that would take longer.
    fn settled_score(&mut self, position: &K::Game, ply: usize) -> Score {
        match self.probe_tablebase(position, ply, 0) {
            Some((score, _)) => score,
            None => self.evaluate(position),
        }
    }
}
