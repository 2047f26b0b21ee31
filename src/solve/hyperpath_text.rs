//! A strategy as text, a line a position.

use super::hyperpath::{Hyperpath, HyperpathNode};
use crate::game::AnyPosition;
use crate::notation::{AnyNotation, MoveStyle};

/// Writes a strategy: the game, what it secures, and its positions with the moves and the lines that they lead to.
///
/// ```text
/// game grundy
/// first wins
/// 1 | grundy 4 p1 | 1:4-3+1 -> 2
/// 2 | grundy 3,1 p2 | 1:3-2+1 -> 3
/// ```
pub fn hyperpath_text(
    game: &str,
    hyperpath: &Hyperpath<AnyPosition>,
    notation: AnyNotation,
) -> String {
    let mut text = format!("game {game}\n{}\n", hyperpath.promise);
    for (number, node) in (1..).zip(&hyperpath.nodes) {
        let position = notation.show(&node.position);
        let what = node.end.map_or_else(|| moves(node, notation), end);
        text += &format!("{number} | {position} | {what}\n");
    }
    text
}

fn moves(node: &HyperpathNode<AnyPosition>, notation: AnyNotation) -> String {
    let show = |&(mv, child): &(_, usize)| {
        let mv = notation.show_move(&node.position, mv, MoveStyle::Long);
        format!("{mv} -> {}", child + 1)
    };
    let shown: Vec<_> = node.moves.iter().map(show).collect();
    shown.join("; ")
}

fn end(payoff: i32) -> String {
    format!("end {payoff}")
}
