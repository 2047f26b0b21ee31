//! A forced win, or another end that is forced: the strategy, and its longest line.

use super::super::state_graph::end_payoff;
use super::super::{Hyperpath, HyperpathNode, SolveError, StrategyPromise};
use super::prevention::prevention;
use super::search::ProofSearch;
use super::table::KeyedPosition;
use crate::game::{Game, WorkLimit};

/// How far a proof is searched.
#[derive(Clone, Copy)]
pub struct ProofLimit<'a> {
    /// The number of positions that are searched; one that is searched again counts again.
    pub search: WorkLimit<'a>,
    /// The memory of the table in bytes.
    pub table_bytes: usize,
}

/// What is to be proved.
#[derive(Clone, Copy, Debug)]
pub struct ProofGoal {
    /// An end that keeps this promise is to be forced. Endless play must not keep it: `first wins`.
    pub promise: StrategyPromise,
    /// Whether a disproof should come with the strategy that prevents the end.
    pub prevention: bool,
}

/// What a proof search has found.
pub struct ProofAttempt<G: Game> {
    /// Whether the end can be forced.
    pub result: ProofResult<G>,
    /// The number of positions that were searched.
    pub searched: u64,
}

/// Whether an end can be forced that keeps a promise.
pub enum ProofResult<G: Game> {
    /// It can be forced.
    Proved(ForcedWin<G>),
    /// It cannot: the other side can prevent it for ever. The strategy with which it does is there if the goal asks for
    /// it and the limit allows it.
    Disproved(Option<Hyperpath<G>>),
    /// It is not known, since a limit was reached.
    Unknown(SolveError),
}

/// Says that a proof search has found nothing, and which limit was reached.
pub fn no_win_found(searched: u64, limit: &SolveError) -> String {
    let reason = match limit {
        // How many positions can arise is not known.
        SolveError::Positions(_) => "the limit of --nodes was reached".to_owned(),
        other => other.to_string(),
    };
    format!("no forced win found in {searched} positions; {reason}")
}

/// A strategy that forces an end, whatever the other side plays. It need not be the shortest way.
pub struct ForcedWin<G: Game> {
    /// The strategy. Its play always ends.
    pub strategy: Hyperpath<G>,
    /// Its longest line of play.
    pub line: Vec<G::Move>,
}

/// Searches for a forced end.
///
/// A proof is never wrong: the strategy was played out by all rules, draws by counters among them. First all counters
/// are left out, so that positions that differ only in their counters are equal. A position that is not won then is not
/// won with counters either. If the counters refute the strategy that was found, the search begins again with them.
/// Positions that differ only by a symmetry of the rules are searched once.
///
/// # Errors
/// The search was interrupted, or a position has too many moves.
pub fn prove<G: Game>(root: &G, goal: ProofGoal, limit: &ProofLimit) -> Result<ProofAttempt<G>, SolveError> {
    let mut searched = 0;
    let reductions: [fn(&G) -> G; 2] =
        [|position| position.without_counters().canonical(), |position| position.clone().canonical()];
    for reduce in reductions {
        let rest = WorkLimit {
            positions: limit.search.positions - searched,
            progress: &|now| (limit.search.progress)(searched + now),
            ..limit.search
        };
        let search = ProofSearch::new(goal.promise, reduce, rest, limit.table_bytes)?;
        let (result, now) = attempt(search, root, goal.prevention)?;
        searched += now;
        if let Some(result) = result {
            return Ok(ProofAttempt { result, searched });
        }
    }
    // Without a reduction the counters cannot refute a strategy.
    Ok(ProofAttempt { result: ProofResult::Unknown(SolveError::Positions(limit.search.positions)), searched })
}

/// Runs a search. The result is `None` if the counters refute the strategy that it has found.
fn attempt<G: Game>(
    mut search: ProofSearch<G>,
    root: &G,
    with_prevention: bool,
) -> Result<(Option<ProofResult<G>>, u64), SolveError> {
    let found = search.run(root).and_then(|proved| match proved {
        Some(true) => Ok(strategy(&search, root)?.map(ProofResult::Proved)),
        Some(false) => {
            let strategy = with_prevention.then(|| prevention(&mut search, root)).transpose().or_else(without_limit)?;
            Ok(Some(ProofResult::Disproved(strategy.flatten())))
        }
        None => Err(SolveError::LongLine),
    });
    let result = match found {
        Err(limit) if limit.is_limit() => Ok(Some(ProofResult::Unknown(limit))),
        found => found,
    };
    Ok((result?, search.searched.min(search.limit.positions)))
}

/// `None` if a limit was reached.
fn without_limit<T>(error: SolveError) -> Result<Option<T>, SolveError> {
    if error.is_limit() { Ok(None) } else { Err(error) }
}

/// The strategy that a finished search has found, by all rules; `None` if counters refute it. It makes the number of plies
/// smaller with every move.
fn strategy<G: Game>(search: &ProofSearch<G>, root: &G) -> Result<Option<ForcedWin<G>>, SolveError> {
    let mut plies_at_most = Vec::new();
    let strategy = Hyperpath::grow(root, search.goal, &search.limit, |position, end, _| {
        let Some(plies) = plies(search, position) else { return Ok(None) };
        plies_at_most.push(plies);
        if end.is_some() {
            return Ok(Some(Vec::new()));
        }
        let after = position.moves().into_iter().map(|mv| (mv, position.play(mv)));
        if position.side_to_move() != search.goal.side {
            return Ok(Some(after.collect()));
        }
        let nearest = after.filter_map(|(mv, child)| Some((self::plies(search, &child)?, mv, child)));
        let nearest = nearest.min_by_key(|&(plies, ..)| plies).filter(|&(nearest, ..)| nearest < plies);
        Ok(nearest.map(|(_, mv, child)| vec![(mv, child)]))
    })?;
    Ok(strategy.map(|strategy| ForcedWin { line: longest_line(&strategy.nodes, &plies_at_most), strategy }))
}

/// In how many plies the end is forced at the latest; `None` if that is not proved.
fn plies<G: Game>(search: &ProofSearch<G>, position: &G) -> Option<u32> {
    if let Some(payoff) = end_payoff(position) {
        return search.goal.is_kept_by(payoff).then_some(0);
    }
    let entry = search.table.get(&KeyedPosition((search.reduce)(position)))?;
    entry.numbers.is_proved().then_some(entry.plies)
}

/// The longest line of play. `plies_at_most` becomes smaller with every move.
fn longest_line<G: Game>(nodes: &[HyperpathNode<G>], plies_at_most: &[u32]) -> Vec<G::Move> {
    let mut by_plies: Vec<_> = (0..nodes.len()).collect();
    by_plies.sort_unstable_by_key(|&node| plies_at_most[node]);
    let mut plies = vec![0; nodes.len()];
    for node in by_plies {
        plies[node] = nodes[node].moves.iter().map(|&(_, child)| plies[child] + 1).max().unwrap_or(0);
    }
    let mut line = Vec::new();
    let mut node = 0;
    // The line is played from the root, so its positions need not be the canonical ones of the nodes.
    let mut position = nodes[0].position.clone();
    while let Some(&(_, child)) = nodes[node].moves.iter().max_by_key(|&&(_, it)| plies[it]) {
        let wanted = nodes[child].position.clone().canonical();
        let Some(mv) = position.find_move(|mv| position.play(mv).canonical() == wanted) else {
            debug_assert!(false, "{position:?} has the moves of its canonical position");
            break;
        };
        position = position.play(mv);
        line.push(mv);
        node = child;
    }
    line
}
