//! What the search should know of the draughts family.

use super::egdb::tables::Egdb;
use super::eval::thesis::{self, Countwise};
use super::eval::{self, HandCrafted};
use super::moves::MAX_MOVES;
use super::{English, Move, Pongor, Position, Variant, endgame};
use crate::eval::{Evaluator, Model};
use crate::game::{Game, Side};
use crate::search::deepen::Task;
use crate::search::history::{Forget, History, Killers};
use crate::search::picker::Ordered;
use crate::search::{Bound, Depth, Knowledge, Leaf, Node, Ranked, Score, Search};
use std::marker::PhantomData;
use std::sync::Arc;

/// A game of the draughts family, to the search.
pub struct Draughts<V: Variant>(PhantomData<V>);

/// What a thread learns: moves without a capture that cut.
#[derive(Default)]
pub struct Memory {
    /// By side, and squares from and to.
    history: History<{ 2 << 12 }>,
    killers: Killers<Move>,
}

impl Forget for Memory {
    fn forget(&mut self) {
        self.history.forget();
        self.killers.forget();
    }
}

/// What is known of one game of the family beyond its rules.
pub trait Expert: Variant {
    /// What its evaluator is made of.
    type Model: Model;
    /// Values its positions.
    type Eval: Evaluator<Position<Self>> + Send;

    /// An evaluator of a model.
    fn evaluator(model: &Arc<Self::Model>) -> Self::Eval;

    /// The endgame tables in the program, the fewest pieces first: files of values and of distances.
    const TABLES: &'static [[&'static [u8]; 2]];
}

/// The two files with the tables of so many pieces.
macro_rules! tables {
    ($name:literal) => {
        [
            include_bytes!(concat!("../../endgames/", $name, ".wdl")).as_slice(),
            include_bytes!(concat!("../../endgames/", $name, ".dtc")).as_slice(),
        ]
    };
}

impl Expert for English {
    type Model = eval::Weights;
    type Eval = HandCrafted;

    fn evaluator(model: &Arc<eval::Weights>) -> HandCrafted {
        HandCrafted::new(model)
    }

    const TABLES: &'static [[&'static [u8]; 2]] = &[
        tables!("english-2"),
        tables!("english-3"),
        tables!("english-4"),
    ];
}

impl Expert for Pongor {
    type Model = thesis::Weights;
    type Eval = Countwise;

    fn evaluator(model: &Arc<thesis::Weights>) -> Countwise {
        Countwise::new(model)
    }

    const TABLES: &'static [[&'static [u8]; 2]] = &[];
}

impl<V: Expert> Knowledge for Draughts<V> {
    type Game = Position<V>;
    type Model = V::Model;
    type Eval = V::Eval;
    type Memory = Memory;
    type Trace = ();
    type Tables = Egdb<V>;
    type Picker = Ordered<Move, MAX_MOVES>;

    fn evaluator(model: &Arc<V::Model>) -> V::Eval {
        V::evaluator(model)
    }

    /// The longest captures; otherwise killers, then history.
    fn order(search: &Search<Self>, position: &Position<V>, ply: usize, mv: Move) -> i32 {
        const FIRST: i32 = 1 << 20;
        if mv.captures() {
            return FIRST + mv.captured.count() as i32;
        }
        match search.memory.killers.rank(ply, mv) {
            Some(rank) => FIRST / 2 - rank as i32,
            None => search
                .memory
                .history
                .value(slot(position.side_to_move(), mv)),
        }
    }

    /// A position with a capture is never quiet, and neither is one in which the opponent
    /// threatens to capture: one ply more shows whether the threat can be met.
    fn leaf(position: &Position<V>, beyond: usize) -> Leaf {
        let us = position.side_to_move();
        match () {
            () if position.has_capture(us) || !position.any() => Leaf::Forced,
            () if beyond == 0 && position.has_capture(!us) => Leaf::Deepen,
            () => Leaf::Settled,
        }
    }

    fn probe(
        search: &mut Search<Self>,
        position: &Position<V>,
        ply: usize,
        depth: Depth,
    ) -> Option<(Score, Bound)> {
        endgame::probe(search, position, ply, depth)
    }

    fn rank(search: &mut Search<Self>, task: &Task<Position<V>>) -> Option<Vec<Ranked<Move>>> {
        endgame::rank(search, task)
    }

    /// No hook asks for it.
    fn judge(_: &mut Search<Self>, _: &Position<V>) -> Option<Score> {
        None
    }

    fn reduce(
        _: &Search<Self>,
        _: &Position<V>,
        child: &Position<V>,
        node: &Node<Move>,
        mv: Move,
    ) -> Depth {
        let quiet = !mv.captures() && !child.has_capture(child.side_to_move());
        match quiet && node.depth >= 2 {
            true => 1 + Depth::from(node.depth >= 4 && node.nth >= 3),
            false => 0,
        }
    }

    fn learn(
        search: &mut Search<Self>,
        position: &Position<V>,
        node: &Node<Move>,
        _score: Score,
        tried: &[Move],
    ) {
        let Some(best) = node.best.filter(|mv| !mv.captures()) else {
            return;
        };
        let side = position.side_to_move();
        let bonus = (16 * node.depth * node.depth + 32 * node.depth).min(1200);
        let memory = &mut search.memory;
        memory.killers.learn(node.ply, best);
        memory.history.learn(slot(side, best), bonus);
        for &mv in tried {
            memory.history.learn(slot(side, mv), -bonus);
        }
    }
}

fn slot(side: Side, mv: Move) -> usize {
    side.index() << 12 | usize::from(mv.from) << 6 | usize::from(mv.to)
}
