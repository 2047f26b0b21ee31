//! Which moves are not worth a search.

use super::knowledge::Chess;
use super::reduce::{history, logarithmic};
use super::{ChessMove, ChessPosition, EXCHANGE_VALUES, parameters};
use crate::search::{Depth, Node, Search, Skip};

/// The hook of the same name.
pub(super) fn skip(
    search: &Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    mv: ChessMove,
) -> Skip {
    match (node.depth, position.is_noisy(mv)) {
        (0, noisy) => skip_in_quiescence(position, node, mv, noisy),
        (_, true) => skip_noisy(search, position, node, mv),
        // Many a combination begins with material given up for a quiet check.
        (depth, false) if node.facts.checks(position).has(position, mv) => {
            match depth > 8 || position.see(mv, -parameters::check_loss() * depth) {
                true => Skip::No,
                false => Skip::NO_BOUND,
            }
        }
        (_, false) => skip_quiet(search, position, node, mv),
    }
}

/// A capture is left out if it loses too much.
fn skip_noisy(
    search: &Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    mv: ChessMove,
) -> Skip {
    if node.depth > 8 {
        return Skip::No;
    }
    let history = search.histories.noisy(position, mv);
    let loss = parameters::capture_loss() * node.depth + history / 64;
    match position.see(mv, -loss.max(0)) {
        true => Skip::No,
        false => Skip::NO_BOUND,
    }
}

/// Quiet moves that come late, or that cannot make up for what is missing, or that lose material,
/// are not worth a shallow search.
fn skip_quiet(
    search: &Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    mv: ChessMove,
) -> Skip {
    let depth = node.depth;
    let enough = parameters::late_base() + parameters::late_square() * depth * depth;
    let enough = enough / 4 / if node.improving { 1 } else { 2 };
    if node.move_count as Depth >= enough {
        return Skip::RestQuiet;
    }
    let value = history(search, position, node, mv);
    let reduced =
        (depth - 1 - (logarithmic(node) - value / parameters::reduction_history()) / 1024).max(0);
    let gain = parameters::futility_once() + parameters::futility_ply() * reduced;
    let hopeless = node.eval.is_some_and(|eval| eval + gain <= node.alpha);
    if reduced <= parameters::futility_depth() && hopeless {
        return Skip::RestQuiet;
    }
    let bad = reduced <= parameters::history_depth() && value < -parameters::history_ply() * depth;
    let loss = -parameters::quiet_loss() * reduced * reduced;
    match bad || reduced <= 8 && !position.see(mv, loss) {
        true => Skip::NO_BOUND,
        false => Skip::No,
    }
}

/// Quiet evasions are left out once a move is known that does not lose, captures if what they
/// gain could not matter.
fn skip_in_quiescence(
    position: &ChessPosition,
    node: &Node<Chess>,
    mv: ChessMove,
    noisy: bool,
) -> Skip {
    let Some(eval) = node.eval else {
        return if noisy { Skip::No } else { Skip::NO_BOUND };
    };
    let most = eval + taken(position, mv) + parameters::quiescence_gain();
    match most <= node.alpha && mv.promotion().is_none() {
        true => Skip::This(most),
        false => Skip::No,
    }
}

/// What a move takes.
fn taken(position: &ChessPosition, mv: ChessMove) -> i32 {
    let victim = position.victim(mv);
    victim.map_or(0, |piece| EXCHANGE_VALUES[piece.index()])
}
