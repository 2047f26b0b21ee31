//! Quiescence: the end of the search, where only forced and tactical moves are looked at.

use super::knowledge::{Knowledge, Leaf};
use super::node::{Kind, Scored, Search};
use super::picker::{Choice, Picker};
use super::score::Score;
use super::window::Window;
use crate::game::Game;
use std::ops::ControlFlow;

impl<K: Knowledge> Search<K> {
    /// The value once the forced moves and tactics are over, `beyond` plies below the end of the
    /// main search.
    pub(super) fn quiesce<N: Kind>(
        &mut self,
        position: &K::Game,
        window: Window,
        ply: usize,
        beyond: usize,
    ) -> Scored {
        if let Some(score) = self.end(position, ply) {
            return Ok(score);
        }
        let leaf = K::leaf(position, beyond);
        match leaf {
            Leaf::Deepen => return self.search::<N>(position, window, 1, ply, false),
            Leaf::Settled => return Ok(self.settle(position, ply)),
            Leaf::StandPat | Leaf::Forced => (),
        }
        let hit = self.table.probe(K::table_key(position));
        let known = match self.known::<N>(position, hit, window, 0, ply) {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(known) => known,
        };
        let mut node = self.node::<N>(position, hit, window.within(known), 0, ply);
        node.known = known;
        let (mut best, choice) = match (leaf, node.estimate) {
            (Leaf::StandPat, Some(estimate)) => (estimate, Choice::Tactical),
            (Leaf::StandPat, None) => (self.value(position), Choice::Tactical),
            _ => (Score::INFINITE_LOSS, Choice::All),
        };
        if best >= window.beta {
            return Ok(best);
        }
        node.low = node.low.max(best);
        let mut picker = K::Picker::new(choice);
        while let Some(mv) = self.next_move(&mut picker, position, &node, &mut best) {
            let child = self.play(position, mv);
            let open = -Window {
                alpha: node.low,
                beta: window.beta,
            };
            let score = self.descend(position, &child, &node, mv, |it| {
                Ok(-it.quiesce::<N>(&child, open, ply + 1, beyond + 1)?)
            })?;
            node.nth += 1;
            best = best.max(score);
            if self.improve::<N>(&mut node, mv, score) {
                break;
            }
        }
        if best == Score::INFINITE_LOSS {
            return Ok(self.of(position.stuck(), ply));
        }
        let best = known.correct(best);
        self.remember(position, &node, best);
        Ok(best)
    }

    /// The value of a position that no move could change, as an endgame table or the evaluation
    /// tells it: to look it up in the table would take longer.
    fn settle(&mut self, position: &K::Game, ply: usize) -> Score {
        match K::probe(self, position, ply, 0) {
            Some((score, _)) => score,
            None => self.value(position),
        }
    }
}
