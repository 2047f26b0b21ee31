//! Parts of the decisions before any move of a node is tried: whether the node can be pruned, and how deep it is searched.

use super::{Chess, ChessPosition, Piece, parameters};
use crate::board::Bitset;
use crate::game::Side;
use crate::search::node::NonPvNode;
use crate::search::{Depth, Node, Score, Search, Stopped, Window};

/// Compares the static evaluations before and after the last move. Adds a history bonus for the gain, and
/// corrects the depth if the last move was reduced by too much or too little (Stockfish, 2020).
pub(super) fn hindsight(search: &mut Search<Chess>, node: &mut Node<Chess>) {
    let Some(last) = node.ply.checked_sub(1) else { return };
    let (reduction, before) = (search.stack[last].reduction, search.stack[last].eval);
    let (Some(before), Some(now)) = (before, node.eval) else { return };
    let gain = -(before.value() + now.value());
    search.histories.add_eval_gain_bonus(search.last_moves(node.ply), gain);
    if reduction >= 3 && gain >= 0 {
        node.depth += 1;
    }
    if reduction >= 2 && node.depth >= 2 && gain < -parameters::hindsight_margin() {
        node.depth -= 1;
    }
}

/// Reverse futility: the evaluation is so far above beta that a shallow search is unlikely to bring it below.
/// Not if the side to move has a bare king: it may be mated soon, whatever the evaluation says.
pub(super) fn reverse_futility(position: &ChessPosition, node: &Node<Chess>, eval: Score) -> bool {
    let margin = parameters::rfp_margin() * (node.depth - Depth::from(node.improving));
    let bare_king = !position.of(position.side()).several();
    node.depth <= parameters::rfp_depth() && !bare_king && eval - margin >= node.window.beta
}

/// Razoring: the evaluation is so far below alpha that only captures could help, and quiescence finds that
/// they do not (Birmingham and Kent, 1977).
pub(super) fn razor(
    search: &mut Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    eval: Score,
) -> Result<Option<Score>, Stopped> {
    let margin = parameters::razor_base() + parameters::razor_factor() * node.depth * node.depth;
    let alpha = node.window.alpha;
    if node.depth > parameters::razor_depth() || !alpha.is_estimate() || eval + margin >= alpha {
        return Ok(None);
    }
    let score = search.search::<NonPvNode>(position, node.window, 0, node.ply, node.cut_node)?;
    Ok((score <= alpha).then_some(score))
}

/// Null-move pruning: if the score stays at or above beta even when the side to move passes, some move will
/// keep it there (Beal 1989, Donninger 1993).
///
/// Because of zugzwang it is not tried with pawns alone, and a cutoff of a deep search is verified without null
/// moves. It is tried in cut nodes only.
pub(super) fn null_move(
    search: &mut Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    eval: Score,
) -> Result<Option<Score>, Stopped> {
    let beta = node.window.beta;
    if node.after_null
        || node.depth < 3
        || eval < beta
        || !node.cut_node
        || pieces(position, position.side()).is_empty()
        || node.ply < search.histories.nmp_min_ply
    {
        return Ok(None);
    }
    let above_beta = (eval.value() - beta.value()) / parameters::nmp_eval_divisor();
    let depth = node.depth - 4 - node.depth / 4 - above_beta.min(3);
    let child = position.after_null_move();
    let window = Window::reaches(beta);
    let score = search.descend_null(position, &child, node.ply, |search| {
        Ok(-search.search::<NonPvNode>(&child, -window, depth, node.ply + 1, !node.cut_node)?)
    })?;
    if score < beta {
        return Ok(None);
    }
    let score = if score.is_estimate() { score } else { beta };
    if node.depth < 14 || search.histories.nmp_min_ply > 0 {
        return Ok(Some(score));
    }
    search.histories.nmp_min_ply = node.ply + 3 * depth.max(1) as usize / 4;
    let verified = search.search::<NonPvNode>(position, window, depth, node.ply, false);
    search.histories.nmp_min_ply = 0;
    Ok((verified? >= beta).then_some(score))
}

/// The pieces of a side without its pawns and king.
fn pieces(position: &ChessPosition, side: Side) -> Bitset {
    position.of(side) & !position.kind(Piece::Pawn) & !position.kind(Piece::King)
}
