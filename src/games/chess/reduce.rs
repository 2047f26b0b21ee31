//! How much shallower late moves are searched.

use super::knowledge::Chess;
use super::{ChessMove, ChessPosition, parameters};
use crate::search::{Depth, Node, Search, TtEntry};

/// The hook of the same name: late moves are seldom best, and a shallower search tells most of them
/// (late-move reductions, after Romstad's Glaurung, 2005).
pub(super) fn reduce(
    search: &Search<Chess>,
    position: &ChessPosition,
    child: &ChessPosition,
    node: &Node<Chess>,
    mv: ChessMove,
) -> Depth {
    // What is left after the move is a ply at most, which is never reduced.
    if node.depth < 3 {
        return 0;
    }
    let memory = &search.histories;
    let mut reduction = logarithmic(node);
    if position.is_noisy(mv) {
        reduction -= memory.noisy(position, mv) / parameters::reduction_noisy_history();
        reduction -= parameters::reduction_noisy();
    } else {
        reduction -= history(search, position, node, mv) / parameters::reduction_history();
        if memory.is_killer(node.ply, mv) {
            reduction -= parameters::reduction_killer();
        }
        if known_capture(position, node) {
            reduction += parameters::reduction_captures();
        }
    }
    let less = [
        (node.tt_pv, parameters::reduction_near_pv()),
        (node.pv_node, parameters::reduction_pv()),
        (child.in_check(), parameters::reduction_check()),
    ];
    let more = [
        (node.cut_node, parameters::reduction_cut()),
        (!node.improving, parameters::reduction_worse()),
        (node.best_move.is_some(), parameters::reduction_raised()),
    ];
    let sum = |reasons: &[(bool, i32)]| -> i32 {
        reasons
            .iter()
            .map(|&(holds, much)| if holds { much } else { 0 })
            .sum()
    };
    (reduction + sum(&more) - sum(&less)) / 1024
}

/// Whether the table's move takes something.
fn known_capture(position: &ChessPosition, node: &Node<Chess>) -> bool {
    let code = node.tt_entry.map(|hit| hit.move_code);
    let code = code.filter(|&code| code != TtEntry::NO_MOVE);
    code.is_some_and(|code| {
        position
            .them()
            .has(ChessMove::from_bits(code).to().number())
    })
}

/// The plies by which a move is reduced that is neither better nor worse than others, in 1024ths.
pub(super) fn logarithmic(node: &Node<Chess>) -> i32 {
    let [base, growth] = [parameters::reduction_base(), parameters::reduction_growth()];
    (base as f32 + node.lmr_product() * growth as f32) as i32
}

/// How often a quiet move proved good.
pub(super) fn history(
    search: &Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    mv: ChessMove,
) -> i32 {
    let threatened = node.facts.threatened(position);
    let traces = search.last_moves(node.ply);
    search.histories.quiet(position, threatened, traces)(mv)
}
