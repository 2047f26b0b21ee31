//! Decides about each move of a node: whether it is skipped, and how much deeper or shallower than the others
//! it is searched.

use super::{Chess, ChessMove, ChessPosition, EXCHANGE_VALUES, parameters};
use crate::game::Game;
use crate::search::node::NonPvNode;
use crate::search::{Bound, Depth, Extension, Node, Score, Search, Skip, Stopped, TtEntry, Window};

/// Whether moves that lose material may be skipped with this many plies still to search.
fn is_shallow(depth: Depth) -> bool {
    depth <= 8
}

/// Whether to skip a move.
pub(super) fn skip_move(search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> Skip {
    let noisy = position.is_noisy(mv);
    if node.depth == 0 {
        skip_in_quiescence(position, node, mv, noisy)
    } else if noisy {
        skip_noisy(search, position, node, mv)
    } else if node.facts.check_info(position).gives_check(position, mv) {
        // Many combinations begin with a quiet check that gives up material.
        let margin = parameters::see_check_margin() * node.depth;
        skip_if(is_shallow(node.depth) && !node.facts.see_quiet(position, mv, -margin))
    } else {
        skip_quiet(search, position, node, mv)
    }
}

fn skip_if(condition: bool) -> Skip {
    if condition { Skip::NO_BOUND } else { Skip::No }
}

/// Skips a capture or promotion that loses too much material.
fn skip_noisy(search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> Skip {
    if !is_shallow(node.depth) {
        return Skip::No;
    }
    let margin = parameters::see_capture_margin() * node.depth + search.histories.capture_score(position, mv) / 64;
    skip_if(!node.facts.see(position, mv, -margin.max(0)))
}

/// Skips a quiet move that comes late (late-move pruning), that cannot raise the evaluation to alpha
/// (futility), that has a bad history, or that loses material.
fn skip_quiet(search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> Skip {
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
fn skip_in_quiescence(position: &ChessPosition, node: &Node<Chess>, mv: ChessMove, noisy: bool) -> Skip {
    let Some(eval) = node.eval else { return skip_if(!noisy) };
    let gain = position.victim(mv).map_or(0, |piece| EXCHANGE_VALUES[piece.index()]);
    let most = eval + gain + parameters::delta_margin();
    if most <= node.alpha && mv.promotion().is_none() { Skip::This(most) } else { Skip::No }
}

/// Singular extension: the transposition table's move is searched deeper if all other moves are clearly worse
/// (Anantharaman, Campbell and Hsu 1988; for the table's move alone, after Stockfish). If they are not, the
/// node may be cut off (multi-cut), or the move is searched shallower.
pub(super) fn extend(
    search: &mut Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    mv: ChessMove,
) -> Result<Extension, Stopped> {
    let tt_entry = node.tt_entry.filter(|entry| entry.move_code == ChessPosition::code(mv));
    let Some(tt_entry) = tt_entry else { return Ok(Extension::By(0)) };
    let tt_score = tt_entry.score_at(node.ply);
    let reliable = matches!(tt_entry.bound, Bound::Lower | Bound::Exact)
        && Depth::from(tt_entry.depth) >= node.depth - 3
        && tt_score.is_estimate();
    let allowed = node.depth >= parameters::singular_depth()
        && search.may_extend(node.ply)
        && node.excluded.is_none()
        && node.ply > 0;
    if !reliable || !allowed {
        return Ok(Extension::By(0));
    }
    let singular_beta = tt_score - node.depth * parameters::singular_margin() / 16;
    let depth = (node.depth - 1) / 2;
    search.stack[node.ply].excluded = Some(mv);
    let window = Window::reaches(singular_beta);
    let others = search.search::<NonPvNode>(position, window, depth, node.ply, node.cut_node);
    search.stack[node.ply].excluded = None;
    let others = others?;
    let double_beta = singular_beta - parameters::double_extension_margin();
    Ok(if !node.pv_node && others < double_beta {
        Extension::By(2)
    } else if others < singular_beta {
        Extension::By(1)
    } else if singular_beta >= node.window.beta {
        // Several moves reach beta, so the node probably does.
        Extension::Cutoff(singular_beta)
    } else if tt_score >= node.window.beta {
        Extension::By(-2)
    } else if node.cut_node {
        Extension::By(-1)
    } else {
        Extension::By(0)
    })
}

/// Late-move reduction: how many plies shallower a move other than the first is searched (after Romstad's Glaurung,
/// 2005). A negative reduction is an extension (Stockfish, 2021). It occurs mostly for the second move of a PV node,
/// killers, checks, and moves with a good history.
pub(super) fn reduce(
    search: &Search<Chess>,
    position: &ChessPosition,
    child: &ChessPosition,
    node: &Node<Chess>,
    mv: ChessMove,
) -> Depth {
    // At most one ply is left after the move, which is never reduced or extended.
    if node.depth < 3 {
        return 0;
    }
    let histories = &search.histories;
    let mut reduction = base_reduction(node);
    if position.is_noisy(mv) {
        reduction -= histories.capture_score(position, mv) / parameters::lmr_capture_history_divisor();
        reduction -= parameters::lmr_noisy();
    } else {
        reduction -= quiet_history(search, position, node, mv) / parameters::lmr_history_divisor();
        if histories.killers(node.ply).contains(&Some(mv)) {
            reduction -= parameters::lmr_killer();
        }
        if tt_move_is_capture(position, node) {
            reduction += parameters::lmr_tt_capture();
        }
    }
    let less = [
        (node.tt_pv, parameters::lmr_tt_pv()),
        (node.pv_node, parameters::lmr_pv_node()),
        (child.in_check(), parameters::lmr_check()),
    ];
    let more = [
        (node.cut_node, parameters::lmr_cut_node()),
        (!node.improving, parameters::lmr_not_improving()),
        (node.best_move.is_some(), parameters::lmr_alpha_raised()),
    ];
    let sum =
        |terms: &[(bool, i32)]| -> i32 { terms.iter().map(|&(holds, amount)| if holds { amount } else { 0 }).sum() };
    (reduction + sum(&more) - sum(&less)) / 1024
}

/// By how many plies to deepen the re-search of a move whose reduced search returned `score`; may be negative.
pub(super) fn re_search_extension(node: &Node<Chess>, score: Score) -> Depth {
    let deeper = score > node.alpha + parameters::deeper_margin();
    let shallower = score < node.alpha + parameters::shallower_margin();
    Depth::from(deeper) - Depth::from(shallower)
}

fn tt_move_is_capture(position: &ChessPosition, node: &Node<Chess>) -> bool {
    let code = node.tt_entry.map(|entry| entry.move_code);
    let code = code.filter(|&code| code != TtEntry::NO_MOVE);
    let target = |code| ChessMove::from_bits(code).to();
    code.is_some_and(|code| position.them().has(target(code).number()))
}

/// The reduction by depth and move count alone, in 1024ths of a ply.
fn base_reduction(node: &Node<Chess>) -> i32 {
    let [base, factor] = [parameters::lmr_base(), parameters::lmr_factor()];
    (base as f32 + node.lmr_product() * factor as f32) as i32
}

fn quiet_history(search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> i32 {
    let threatened = node.facts.threatened(position);
    let last_moves = search.last_moves(node.ply);
    let mover = position.piece_code(mv.from());
    let histories = &search.histories;
    histories.quiet_scores(position.side(), mover, threatened, last_moves)(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losing_moves_are_skipped_up_to_a_depth_of_eight() {
        assert_eq!([7, 8, 9].map(is_shallow), [true, true, false]);
    }
}
