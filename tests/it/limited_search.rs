//! Searches that end at a depth or a number of nodes, and evaluations of single positions.

use crate::prelude::*;

pub fn to_depth(depth: i32) -> SearchLimits {
    SearchLimits { depth: Some(depth), ..SearchLimits::default() }
}

pub fn of_nodes(nodes: u64) -> SearchLimits {
    SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
}

/// A search with this model, and with an empty table.
pub fn new_search<K: Knowledge>(mebibytes: usize, model: &Arc<K::Model>) -> Search<K> {
    Search::new(Arc::new(TranspositionTable::new(mebibytes).unwrap()), model)
}

/// What a search finds out about a position without earlier ones.
pub fn search_result<K: Knowledge>(
    search: &mut Search<K>,
    position: &K::Game,
    limits: SearchLimits,
) -> SearchResult<<K::Game as Game>::Move> {
    search.think(SearchTask::new(position, limits), &mut Silent)
}

/// The value of a position to the side to move, whatever positions the evaluator has seen before.
pub fn fresh_score<G: Game>(evaluator: &mut impl Evaluator<G>, position: &G) -> i32 {
    evaluator.reset(position);
    evaluator.score(position)
}

/// The terms of a position, whatever positions the evaluator has seen before.
pub fn fresh_terms<G: Game>(evaluator: &mut impl Evaluator<G>, position: &G) -> Vec<Term> {
    evaluator.reset(position);
    evaluator.explain(position)
}
