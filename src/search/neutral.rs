//! Search knowledge for any game: nothing but its rules and an evaluation.

use super::picker::SimplePicker;
use super::{Depth, Knowledge, Leaf, MoveHistories, MoveOf, Node, Score, Search};
use crate::eval::no_weights::NoWeights;
use crate::eval::{Evaluator, ModelOf};
use crate::game::{Game, Key, Side};
use std::marker::PhantomData;

/// Searches the game `G` with the evaluation `M`: moves are ordered by killers and history, and late
/// moves are reduced unless the evaluation is [coarse](Evaluator::coarse). There is no quiescence
/// search and no pruning beyond alpha-beta.
///
/// A game can use it as it is, and write its own [`Knowledge`] when a match shows that more is worth
/// it. `MOVES` is the greatest number of moves of a position.
pub struct Neutral<G, M = NoWeights, const MOVES: usize = 256>(PhantomData<fn() -> (G, M)>);

/// A history slot for every side and code of a move.
const SLOTS: usize = 2 << 16;

impl<G: Game, M: ModelOf<G>, const MOVES: usize> Knowledge for Neutral<G, M, MOVES> {
    type Game = G;
    type Model = M;
    type Histories = MoveHistories<G::Move, SLOTS>;
    type StackMove = ();
    type Facts = ();
    type Tablebase = ();
    type Picker = SimplePicker<G::Move, MOVES>;

    /// Without moves the game is over, and the evaluation says nothing.
    fn leaf(position: &G, _qs_ply: usize) -> Leaf {
        if position.has_moves() { Leaf::Settled } else { Leaf::Forced }
    }

    /// Only leaves are evaluated: no hook looks at the evaluation of another node.
    fn raw_eval(_: &mut Search<Self>, _: &G) -> Option<Score> {
        None
    }

    /// Positions that differ only by a symmetry of the rules share an entry.
    fn tt_key(position: &G) -> Key {
        position.clone().canonical().key()
    }

    fn move_score(search: &Search<Self>, position: &G, ply: usize, mv: G::Move) -> i32 {
        search.histories.order(ply, slot::<G>(position.side_to_move(), mv), mv)
    }

    /// The first moves are searched to the full depth; the later ones less deep, the more so the
    /// later they come and the deeper the search is.
    fn reduce(search: &Search<Self>, _: &G, _child: &G, node: &Node<Self>, _: MoveOf<Self>) -> Depth {
        if node.depth < 3 || search.evaluator.coarse() {
            return 0;
        }
        (0.3 + 0.35 * node.lmr_product()) as Depth
    }

    fn update_histories(search: &mut Search<Self>, position: &G, node: &Node<Self>, _: Score, tried: &[MoveOf<Self>]) {
        if let Some(best) = node.best_move {
            let bonus = (16 * node.depth * node.depth + 32 * node.depth).min(1200);
            let slot = |mv| slot::<G>(position.side_to_move(), mv);
            let histories = &mut search.histories;
            histories.update(node.ply, best, tried, bonus, slot);
        }
    }
}

fn slot<G: Game>(side: Side, mv: G::Move) -> usize {
    side.index() << 16 | usize::from(G::code(mv))
}
