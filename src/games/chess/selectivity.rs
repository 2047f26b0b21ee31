//! Parts of the decisions about each move of a node: whether it is skipped, and how much deeper or shallower than the
//! others it is searched.

use super::{Chess, ChessMove, ChessPosition, EXCHANGE_VALUES, parameters};
use crate::search::{Depth, Node, Search, Skip, TtEntry};

/// Whether moves that lose material may be skipped with this many plies still to search.
pub(super) fn is_shallow(depth: Depth) -> bool {
    depth <= 8
}

pub(super) fn skip_if(condition: bool) -> Skip {
    if condition { Skip::NO_BOUND } else { Skip::No }
}

/// Skips a capture or promotion that loses too much material.
pub(super) fn skip_noisy(search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> Skip {
    if !is_shallow(node.depth) {
        return Skip::No;
    }
    let margin = parameters::see_capture_margin() * node.depth + search.histories.capture_score(position, mv) / 64;
    skip_if(!node.facts.see(position, mv, -margin.max(0)))
}

/// Skips a quiet move that comes late (late-move pruning), that cannot raise the evaluation to alpha
/// (futility), that has a bad history, or that loses material.
pub(super) fn skip_quiet(search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> Skip {
    let depth = node.depth;
    let quarters = parameters::lmp_base() + parameters::lmp_factor() * depth * depth;
    let max_moves = quarters / 4 / if node.improving { 1 } else { 2 };
    if node.move_count as Depth >= max_moves {
        return Skip::RestQuiet;
    }
    let history = quiet_history(search, position, node, mv);
    let reduction = (base_reduction(node) - history / parameters::lmr_history_divisor()) / 1024;
    let reduced_depth = (depth - 1 - reduction).max(0);
    let gain = parameters::futility_base() + parameters::futility_factor() * reduced_depth;
    let futile = node.eval.is_some_and(|eval| eval + gain <= node.alpha);
    if reduced_depth <= parameters::futility_depth() && futile {
        return Skip::RestQuiet;
    }
    let bad_history =
        reduced_depth <= parameters::history_pruning_depth() && history < -parameters::history_pruning_margin() * depth;
    let loss = -parameters::see_quiet_margin() * reduced_depth * reduced_depth;
    let loses = || !node.facts.see_quiet(position, mv, loss);
    skip_if(bad_history || is_shallow(reduced_depth) && loses())
}

/// Skips quiet evasions once a move is known that does not lose, and captures that cannot raise the evaluation
/// to alpha (delta pruning).
pub(super) fn skip_in_quiescence(position: &ChessPosition, node: &Node<Chess>, mv: ChessMove, noisy: bool) -> Skip {
    let Some(eval) = node.eval else { return skip_if(!noisy) };
    let gain = position.victim(mv).map_or(0, |piece| EXCHANGE_VALUES[piece.index()]);
    let most = eval + gain + parameters::delta_margin();
    if most <= node.alpha && mv.promotion().is_none() { Skip::This(most) } else { Skip::No }
}

pub(super) fn tt_move_is_capture(position: &ChessPosition, node: &Node<Chess>) -> bool {
    let code = node.tt_entry.map(|entry| entry.move_code).filter(|&code| code != TtEntry::NO_MOVE);
    let target = |code| ChessMove::from_bits(code).to();
    code.is_some_and(|code| position.them.has(target(code).number()))
}

/// The reduction by depth and move count alone, in 1024ths of a ply.
pub(super) fn base_reduction(node: &Node<Chess>) -> i32 {
    let [base, factor] = [parameters::lmr_base(), parameters::lmr_factor()];
    (base as f32 + node.lmr_product() * factor as f32) as i32
}

pub(super) fn quiet_history(
    search: &Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    mv: ChessMove,
) -> i32 {
    let threatened = node.facts.threatened(position);
    let last_moves = search.last_moves(node.ply);
    let mover = position.piece_code(mv.from());
    search.histories.quiet_scores(position.side(), mover, threatened, last_moves)(mv)
}
