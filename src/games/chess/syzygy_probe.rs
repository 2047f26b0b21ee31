//! Syzygy tables in the search: probes of positions in the tree, and ranking of the root moves.
//!
//! As in Stockfish (since 2014): in the tree the win/draw/loss tables are probed only when the fifty-move counter
//! is 0, since they are exact there. At the root the distances to zeroing make sure that progress is made.

use super::syzygy::{Wdl, result_at};
use super::{Chess, ChessMove, ChessPosition};
use crate::game::Key;
use crate::search::root_ranking::{RootRanking, TablebaseClass};
use crate::search::task::SearchTask;
use crate::search::{Bound, Depth, Knowledge, RankedRootMove, Score, Search};

/// Probes the tables below the root. Wins and losses are bounds, since a mate may be nearer than the score of a
/// table win says.
pub(super) fn probe(
    search: &mut Search<Chess>,
    position: &ChessPosition,
    ply: usize,
    depth: Depth,
) -> Option<(Score, Bound)> {
    if depth < 1 || !search.may_probe(position.occupied().count(), depth) {
        return None;
    }
    // A null move resets the counter, but only to exclude repetitions.
    if position.clock() != 0 || search.stack[..ply].last().is_some_and(|before| before.null_move) {
        return None;
    }
    let wdl = search.tablebase.wdl(position)?;
    search.tb_hits += 1;
    Some(class(wdl, search.probe_settings.move_count_rule).score(ply))
}

/// The root moves that keep the result, the best first.
pub(super) fn rank_root_moves(
    search: &mut Search<Chess>,
    task: &SearchTask<ChessPosition>,
) -> Option<Vec<RankedRootMove<ChessMove>>> {
    let root = task.position;
    if !search.may_rank_root(root.occupied().count()) || root.castling().any() {
        return None;
    }
    let past = task.keys();
    let rank = |probe: ProbeChild| {
        let converts = |_, child: &ChessPosition| Chess::is_conversion(root, child);
        RootRanking::of(task, &past, |child| probe(search, child), converts)
    };
    let by_dtz = rank(probe_dtz);
    let has_dtz = by_dtz.is_some();
    let moves = by_dtz.or_else(|| rank(probe_wdl))?;
    // After a repetition, or if the fifty-move rule may interfere, only the shortest way is kept.
    let best = moves.class();
    let shortest_only =
        best == TablebaseClass::MAYBE_WIN || (best == TablebaseClass::WIN && repeated(&past, root.clock()));
    search.tb_hits += task.request.moves.len() as u64;
    if has_dtz || best < TablebaseClass::MAYBE_WIN {
        // In the tree, probes would only hide which of these moves is harder to answer.
        search.probe_limit = 0;
    }
    Some(moves.into_root_moves(task.request.multi_pv, has_dtz, shortest_only))
}

/// Probes the position after a root move: its class for the side to move there, and the plies to zeroing.
type ProbeChild = fn(&Search<Chess>, &ChessPosition) -> Option<(TablebaseClass, u32)>;

/// The class of a position whose fifty-move counter is 0.
fn class(wdl: Wdl, fifty_moves: bool) -> TablebaseClass {
    match (wdl, fifty_moves) {
        (Wdl::Win, _) | (Wdl::CursedWin, false) => TablebaseClass::WIN,
        (Wdl::CursedWin, true) => TablebaseClass::CURSED_WIN,
        (Wdl::Draw, _) => TablebaseClass::DRAW,
        (Wdl::BlessedLoss, true) => -TablebaseClass::CURSED_WIN,
        (Wdl::Loss, _) | (Wdl::BlessedLoss, false) => -TablebaseClass::WIN,
    }
}

/// Probes the distance to zeroing, and takes the current fifty-move counter into account. The distance may be one
/// ply too short.
fn probe_dtz(search: &Search<Chess>, child: &ChessPosition) -> Option<(TablebaseClass, u32)> {
    let distance = search.tablebase.dtz(child)?;
    let plies = distance.ignore_rounding().0;
    let class = if search.probe_settings.move_count_rule {
        match result_at(distance, child) {
            Some(wdl) => class(wdl, true),
            None if plies > 0 => TablebaseClass::MAYBE_WIN,
            None => TablebaseClass::MAYBE_LOSS,
        }
    } else {
        match plies.signum() {
            1 => TablebaseClass::WIN,
            0 => TablebaseClass::DRAW,
            _ => -TablebaseClass::WIN,
        }
    };
    Some((class, plies.unsigned_abs()))
}

/// Probes the result alone.
fn probe_wdl(search: &Search<Chess>, child: &ChessPosition) -> Option<(TablebaseClass, u32)> {
    Some((class(search.tablebase.wdl(child)?, search.probe_settings.move_count_rule), 0))
}

/// Whether a position has occurred twice in the last `reversible` plies.
fn repeated(past: &[Key], reversible: u16) -> bool {
    let since = &past[past.len().saturating_sub(usize::from(reversible) + 1)..];
    (1..since.len()).any(|now| since[..now].contains(&since[now]))
}

#[cfg(test)]
mod tests {
    use super::super::syzygy::outcome;
    use super::*;
    use crate::game::Outcome;

    /// Such wins need five pieces, and the tables of the tests have at most four.
    #[test]
    fn a_win_that_the_fifty_moves_forbid_is_a_draw() {
        for (wdl, sign) in [(Wdl::CursedWin, 1), (Wdl::BlessedLoss, -1)] {
            assert_eq!(outcome(wdl), Outcome::Draw);
            let [drawn, decided] = [true, false].map(|rule| class(wdl, rule).score(0));
            assert_eq!(drawn, (Score::DRAW, Bound::Exact));
            assert_eq!(decided.0.value().signum(), sign);
            assert!(!decided.0.is_estimate());
        }
        let order = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];
        assert!(order.map(|wdl| class(wdl, true)).is_sorted_by(|one, other| one < other));
    }
}
