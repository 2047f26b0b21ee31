//! The least tree: the fewest nodes by which alpha-beta can find the value, with the best of all move orders (Knuth and
//! Moore 1975, there for trees in which all nodes have equally many children).

use super::move_order::MoveOrder;
use super::run::{TextbookRun, TextbookStop};
use super::{TextbookCounts, TextbookResult, alpha_beta};
use crate::game::Game;

/// Finds the same value and move as [`negamax`](super::negamax()); the nodes and leaves are those of the least tree.
/// This takes as long as minimax, since every line has to be seen. `evaluate` and the value are for the side to move.
pub fn least_tree<G: Game>(position: &G, depth: u32, evaluate: &impl Fn(&G) -> i32) -> TextbookResult<G::Move> {
    TextbookRun::complete(evaluate, |run| search(run, position, depth))
}

pub(super) fn search<G: Game>(run: &mut TextbookRun<G>, position: &G, depth: u32) -> Result<i32, TextbookStop> {
    let value = alpha_beta::search(run, position, depth, &mut MoveOrder::given(run.evaluate))?;
    let proofs = node(run, position, (0, depth), value)?;
    // The value of the root is exactly that, so the proof exists.
    let [nodes, leaves] = proofs.exactly.unwrap_or(LEAF).map(i64::unsigned_abs);
    run.counts = TextbookCounts { nodes, leaves, ..TextbookCounts::default() };
    Ok(value)
}

/// The numbers of nodes and leaves of a tree, or differences of them.
type TreeSize = [i64; 2];

const LEAF: TreeSize = [1, 1];
const INNER_NODE: TreeSize = [1, 0];

fn sum(one: TreeSize, other: TreeSize) -> TreeSize {
    [one[0] + other[0], one[1] + other[1]]
}

fn difference(one: TreeSize, other: TreeSize) -> TreeSize {
    [one[0] - other[0], one[1] - other[1]]
}

/// The least trees below a position that prove its value to be at least, at most or exactly the value of the root, both
/// seen by one side; `None` for what is not true.
#[derive(Clone, Copy)]
struct LeastProofs {
    at_least: Option<TreeSize>,
    at_most: Option<TreeSize>,
    exactly: Option<TreeSize>,
}

impl LeastProofs {
    fn of_leaf(value: i32, root: i32) -> LeastProofs {
        let leaf = |holds: bool| holds.then_some(LEAF);
        LeastProofs { at_least: leaf(value >= root), at_most: leaf(value <= root), exactly: leaf(value == root) }
    }

    /// The same, seen by the other side.
    fn flipped(self) -> LeastProofs {
        LeastProofs { at_least: self.at_most, at_most: self.at_least, ..self }
    }
}

/// The proofs for the side to move. `root` is the value of the root for this side.
fn node<G: Game>(
    run: &mut TextbookRun<G>,
    position: &G,
    (ply, depth): (u32, u32),
    root: i32,
) -> Result<LeastProofs, TextbookStop> {
    if let Some(value) = run.visit(position, ply, depth)? {
        return Ok(LeastProofs::of_leaf(value, root));
    }
    // One child that is good enough proves `at_least`; `at_most` needs a proof for every child.
    let (mut at_least, mut at_most) = (None, Some(INNER_NODE));
    // `exactly` needs these, too, but for one child the proof of the exact value: `extra` is the least that this adds.
    let mut extra = None;
    for mv in position.moves() {
        let child = node(run, &position.play(mv), (ply + 1, depth), -root)?.flipped();
        at_least = least(at_least, child.at_least);
        at_most = at_most.zip(child.at_most).map(|(all, child)| sum(all, child));
        extra = least(extra, child.exactly.zip(child.at_most).map(|(exactly, at_most)| difference(exactly, at_most)));
    }
    Ok(LeastProofs {
        at_least: at_least.map(|child| sum(child, INNER_NODE)),
        at_most,
        exactly: at_most.zip(extra).map(|(at_most, extra)| sum(at_most, extra)),
    })
}

/// The lesser of two sizes; either may be missing.
fn least(one: Option<TreeSize>, other: Option<TreeSize>) -> Option<TreeSize> {
    one.into_iter().chain(other).min()
}
