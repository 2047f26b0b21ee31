//! How a position is solved: by its state graph, or by proof searches.

use super::error::SolveError;
use super::proof::{ProofLimit, ProvedPosition};
use super::state_graph::StateGraph;
use crate::any_position::AnyPosition;
use crate::game::WorkLimit;

/// The greatest number of positions of the state graph that is tried before a proof search.
pub const SMALL_GRAPH: u64 = 100_000;

/// What is known about a position, and by which method.
pub enum SolvedBy {
    /// All positions that can arise.
    Graph(StateGraph<AnyPosition>),
    /// Proof searches for a win of either side, which may have found nothing.
    Proof(ProvedPosition),
}

/// Solves a position: by its state graph if it is small, else by proof searches. If these find nothing, a larger state
/// graph may be within the limit.
///
/// # Errors
/// It was interrupted, or a position has too many moves.
pub fn solve_by_any_method(root: &AnyPosition, limit: &ProofLimit) -> Result<SolvedBy, SolveError> {
    let most = limit.search.positions;
    if let Some(graph) = graph_within(root, most.min(SMALL_GRAPH), limit)? {
        return Ok(SolvedBy::Graph(graph));
    }
    let proved = ProvedPosition::new(root, limit)?;
    if proved.is_unknown()
        && most > SMALL_GRAPH
        && let Some(graph) = graph_within(root, most, limit)?
    {
        return Ok(SolvedBy::Graph(graph));
    }
    Ok(SolvedBy::Proof(proved))
}

/// The state graph; `None` if it has more than `positions` positions, or takes too long.
///
/// # Errors
/// It was interrupted, or a position has too many moves.
pub fn graph_within(
    root: &AnyPosition,
    positions: u64,
    limit: &ProofLimit,
) -> Result<Option<StateGraph<AnyPosition>>, SolveError> {
    let limit = WorkLimit { positions, ..limit.search };
    match StateGraph::new(root, &limit) {
        Err(SolveError::Positions(_) | SolveError::Time) => Ok(None),
        graph => graph.map(Some),
    }
}
