//! What endgame tables tell the search: of positions on the way, and of the moves at the root.
//!
//! After the way of Stockfish (2014 on): on the way the win-draw-loss tables are asked where the
//! counter of the fifty-move rule has just begun, which is where they are exact; at the root the
//! distances to the next capture or pawn move see to it that a win is not put off for ever.

use super::syzygy::{SyzygyTables, Wdl};
use super::{Chess, ChessMove, ChessPosition};
use crate::game::{Key, Outcome};
use crate::search::root_ranking::{RootRanking, TablebaseClass};
use crate::search::task::SearchTask;
use crate::search::{Bound, Depth, RankedRootMove, Score, Search};

/// What the tables say of a position below the root. A mate may lie nearer than a table win tells,
/// so wins and losses are bounds.
pub(super) fn probe(
    search: &mut Search<Chess>,
    position: &ChessPosition,
    ply: usize,
    depth: Depth,
) -> Option<(Score, Bound)> {
    if depth < 1 || !search.may_probe(position.occupied().count(), depth) {
        return None;
    }
    // A null move begins the count anew only for repetitions.
    let null = search.stack[..ply]
        .last()
        .is_some_and(|before| before.null_move);
    if position.clock() != 0 || null {
        return None;
    }
    let wdl = search.tablebase.wdl(position)?;
    search.tb_hits += 1;
    Some(class(wdl, search.probe_settings.move_count_rule).score(ply))
}

/// The result under the fifty-move rule, where its count has just begun.
pub(super) fn verdict(tables: &SyzygyTables, position: &ChessPosition) -> Option<Outcome> {
    if position.clock() != 0 {
        return None;
    }
    tables.wdl(position).map(outcome)
}

fn outcome(wdl: Wdl) -> Outcome {
    match wdl {
        Wdl::Win => Outcome::Win,
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Outcome::Draw,
        Wdl::Loss => Outcome::Loss,
    }
}

/// The moves at the root that keep the result, the best first.
pub(super) fn rank(
    search: &mut Search<Chess>,
    task: &SearchTask<ChessPosition>,
) -> Option<Vec<RankedRootMove<ChessMove>>> {
    let root = task.position;
    if root.occupied().count() > search.probe_limit || root.castling().any() {
        return None;
    }
    let past = task.keys();
    let rate = |ask: Question| {
        let converts = |_, child: &ChessPosition| child.clock() == 0;
        RootRanking::of(task, &past, |child| ask(search, child), converts)
    };
    let by_distance = rate(distance);
    let known = by_distance.is_some();
    let moves = by_distance.or_else(|| rate(result))?;
    // After a repetition, or where the fifty moves may be too few, only the shortest way will do.
    let best = moves.class();
    let hurry = best == TablebaseClass::MAYBE_WIN
        || (best == TablebaseClass::WIN && repeated(&past, root.clock()));
    search.tb_hits += task.request.moves.len() as u64;
    if known || best < TablebaseClass::MAYBE_WIN {
        // From here on the tables would only hide which of the moves sets more problems.
        search.probe_limit = 0;
    }
    Some(moves.into_root_moves(task.request.multi_pv, known, hurry))
}

/// What the tables say of a position after a move: the result, and the plies to the next conversion.
type Question = fn(&Search<Chess>, &ChessPosition) -> Option<(TablebaseClass, u32)>;

/// What a table says of a position in which the count has just begun.
fn class(wdl: Wdl, fifty_moves: bool) -> TablebaseClass {
    match (wdl, fifty_moves) {
        (Wdl::Win, _) | (Wdl::CursedWin, false) => TablebaseClass::WIN,
        (Wdl::CursedWin, true) => TablebaseClass::CURSED_WIN,
        (Wdl::Draw, _) => TablebaseClass::DRAW,
        (Wdl::BlessedLoss, true) => -TablebaseClass::CURSED_WIN,
        (Wdl::Loss, _) | (Wdl::BlessedLoss, false) => -TablebaseClass::WIN,
    }
}

/// By distance: the result as the present count leaves it, and the plies to the next capture or
/// pawn move; by tables that may be one ply too short.
fn distance(search: &Search<Chess>, child: &ChessPosition) -> Option<(TablebaseClass, u32)> {
    let distance = search.tablebase.distance(child)?;
    let class = match search.probe_settings.move_count_rule {
        true => match distance.result(child.clock()) {
            Some(wdl) => class(wdl, true),
            None if distance.plies > 0 => TablebaseClass::MAYBE_WIN,
            None => TablebaseClass::MAYBE_LOSS,
        },
        false => match distance.plies.signum() {
            1 => TablebaseClass::WIN,
            0 => TablebaseClass::DRAW,
            _ => -TablebaseClass::WIN,
        },
    };
    Some((class, distance.plies.unsigned_abs()))
}

/// By result alone.
fn result(search: &Search<Chess>, child: &ChessPosition) -> Option<(TablebaseClass, u32)> {
    let wdl = search.tablebase.wdl(child)?;
    Some((class(wdl, search.probe_settings.move_count_rule), 0))
}

/// Whether some position has stood on the board twice in the last `reversible` plies.
fn repeated(past: &[Key], reversible: u16) -> bool {
    let since = &past[past.len().saturating_sub(usize::from(reversible) + 1)..];
    (1..since.len()).any(|now| since[..now].contains(&since[now]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables of up to four men know no such win; it is seen where there are five.
    #[test]
    fn a_win_that_the_fifty_moves_forbid_is_a_draw() {
        for (wdl, sign) in [(Wdl::CursedWin, 1), (Wdl::BlessedLoss, -1)] {
            assert_eq!(outcome(wdl), Outcome::Draw);
            let [drawn, decided] = [true, false].map(|rule| class(wdl, rule).score(0));
            assert_eq!(drawn, (Score::DRAW, Bound::Exact));
            assert_eq!(decided.0.value().signum(), sign);
            assert!(!decided.0.is_estimate());
        }
        let order = [
            Wdl::Loss,
            Wdl::BlessedLoss,
            Wdl::Draw,
            Wdl::CursedWin,
            Wdl::Win,
        ];
        assert!(
            order
                .map(|wdl| class(wdl, true))
                .is_sorted_by(|one, other| one < other)
        );
    }
}
