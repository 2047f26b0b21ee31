//! What makes it needless to try the moves of a node, or tells how deep to search them.

use super::knowledge::Chess;
use super::{ChessPosition, Piece, parameters};
use crate::board::Bitset;
use crate::game::Side;
use crate::search::node::NonPvNode;
use crate::search::{Depth, Node, Score, Search, Stopped, TtEntry, Window};

/// The hook of the same name.
pub(super) fn prune(
    search: &mut Search<Chess>,
    position: &ChessPosition,
    node: &mut Node<Chess>,
) -> Result<Option<Score>, Stopped> {
    if node.excluded.is_some() {
        return Ok(None);
    }
    // Without a move to begin with, a shallower search finds one (Schröder's Rebel, 1999).
    let unknown = node
        .tt_entry
        .is_none_or(|hit| hit.move_code == TtEntry::NO_MOVE);
    if unknown && node.depth >= parameters::internal_from() && (node.pv_node || node.cut_node) {
        node.depth -= 1;
    }
    hindsight(search, node);
    let Some(eval) = node.tt_adjusted_eval else {
        return Ok(None);
    };
    let beta = node.window.beta;
    if node.pv_node || !beta.is_estimate() || !eval.is_estimate() {
        return Ok(None);
    }
    // So good that no shallow search is likely to spoil it (reverse futility), unless a king stands
    // alone: to it mate may be near, whatever its value.
    let margin = parameters::reverse_ply() * (node.depth - Depth::from(node.improving));
    let accompanied = position.of(position.side()).several();
    if node.depth <= parameters::reverse_depth() && accompanied && eval - margin >= beta {
        return Ok(Some(Score::estimate((eval.value() + beta.value()) / 2)));
    }
    if let Some(score) = razor(search, position, node, eval)? {
        return Ok(Some(score));
    }
    null_move(search, position, node, eval)
}

/// What the static values say of the last move, now that it is made: whether it is any good, and
/// whether its search was reduced too much or not enough (Stockfish, 2020).
fn hindsight(search: &mut Search<Chess>, node: &mut Node<Chess>) {
    let Some(last) = node.ply.checked_sub(1) else {
        return;
    };
    let (reduction, before) = (search.stack[last].reduction, search.stack[last].eval);
    let (Some(before), Some(now)) = (before, node.eval) else {
        return;
    };
    let gain = -(before.value() + now.value());
    search.histories.appraise(search.last_moves(node.ply), gain);
    if reduction >= 3 && gain >= 0 {
        node.depth += 1;
    }
    if reduction >= 2 && node.depth >= 2 && gain < -parameters::hindsight_loss() {
        node.depth -= 1;
    }
}

/// So bad that only captures could help: quiescence tells whether they do (Birmingham and Kent,
/// 1977).
fn razor(
    search: &mut Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    eval: Score,
) -> Result<Option<Score>, Stopped> {
    let margin = parameters::razor_once() + parameters::razor_square() * node.depth * node.depth;
    let alpha = node.window.alpha;
    if node.depth > parameters::razor_depth() || !alpha.is_estimate() || eval + margin >= alpha {
        return Ok(None);
    }
    let score = search.search::<NonPvNode>(position, node.window, 0, node.ply, node.cut_node)?;
    Ok((score <= alpha).then_some(score))
}

/// If not even giving up the move drops the score below beta, some move will keep it there
/// (null move: Beal 1989, Donninger 1993). With pawns alone it would not be safe: zugzwang; for
/// the same reason a deep search is verified without null moves. Where no move is expected to reach
/// beta the attempt would be vain.
fn null_move(
    search: &mut Search<Chess>,
    position: &ChessPosition,
    node: &Node<Chess>,
    eval: Score,
) -> Result<Option<Score>, Stopped> {
    let beta = node.window.beta;
    let safe = pieces(position, position.side()).any();
    if node.after_null
        || node.depth < 3
        || eval < beta
        || !node.cut_node
        || !safe
        || node.ply < search.histories.verified_from
    {
        return Ok(None);
    }
    let surplus = (eval.value() - beta.value()) / parameters::null_surplus();
    let depth = node.depth - 4 - node.depth / 4 - surplus.min(3);
    let child = position.null();
    let window = Window::reaches(beta);
    let score = search.descend_null(position, &child, node.ply, |search| {
        Ok(-search.search::<NonPvNode>(&child, -window, depth, node.ply + 1, !node.cut_node)?)
    })?;
    if score < beta {
        return Ok(None);
    }
    let score = if score.is_estimate() { score } else { beta };
    if node.depth < 14 || search.histories.verified_from > 0 {
        return Ok(Some(score));
    }
    search.histories.verified_from = node.ply + 3 * depth.max(1) as usize / 4;
    let verified = search.search::<NonPvNode>(position, window, depth, node.ply, false);
    search.histories.verified_from = 0;
    Ok((verified? >= beta).then_some(score))
}

/// All but pawns and king.
fn pieces(position: &ChessPosition, side: Side) -> Bitset {
    position.of(side) & !position.kind(Piece::Pawn) & !position.kind(Piece::King)
}
