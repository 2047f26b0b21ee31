//! A strategy as text, a line a position.

use super::hyperpath::{Hyperpath, HyperpathNode};
use crate::any_position::AnyPosition;
use crate::notation::{MoveStyle, Notation};

/// Writes a strategy: the game, what it secures, and its positions with the moves and the lines that they lead to.
///
/// ```text
/// game grundy
/// first wins
/// 1 | grundy 4 p1 | 1:4-3+1 -> 2
/// 2 | grundy 3,1 p2 | 1:3-2+1 -> 3
/// ```
pub fn hyperpath_text(game: &str, hyperpath: &Hyperpath<AnyPosition>) -> String {
    let mut text = format!("game {game}\n{}\n", hyperpath.promise);
    for (number, node) in (1..).zip(&hyperpath.nodes) {
        let position = node.position.show();
        let what = node.end.map_or_else(|| moves(node), |payoff| format!("end {payoff}"));
        text += &format!("{number} | {position} | {what}\n");
    }
    text
}

fn moves(node: &HyperpathNode<AnyPosition>) -> String {
    let show = |&(mv, child): &(_, usize)| {
        let mv = node.position.show_move(mv, MoveStyle::Long);
        format!("{mv} -> {}", child + 1)
    };
    node.moves.iter().map(show).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::super::SolvedPosition;
    use super::super::tests::{check, graph, heaps, strategy};
    use crate::game::Side;

    #[test]
    fn strategies_name_the_heaps_of_the_positions_that_they_show() {
        for text in [
            "nim 5,0,1,3 p1",
            "kayles 4,2,3 misere p2",
            "circular 3,1,2,1 k=2 misere p1",
            "endwythoff 3,1,2 p1",
            "northcott 5x3 2-3,1-5,1-4 p1",
            "poker 2,1 bag=0,1 put=2 p2",
        ] {
            let start = heaps(text);
            let winner = if SolvedPosition::new(&graph(&start)).value > 0 { Side::First } else { Side::Second };
            let strategy = strategy(&start, winner, 1).unwrap();
            // The first position is as it was given.
            assert!(strategy.contains(&format!("\n1 | {text} | ")), "{strategy}");
            assert_eq!(check(&start, &strategy), Ok(()), "{strategy}");
        }
        // The same position with its heaps in another order, then another position.
        let written = "game nim\nsecond wins\n1 | nim 1,1 p1 | 1:1-0 -> 2; 2:1-0 -> 2\n2 | nim 1,0 p2 | 1:1-0 -> 3\n3 | nim 0 p1 | end -1\n";
        let start = heaps("nim 1,1 p1");
        assert_eq!(check(&start, written), Ok(()));
        let error = check(&start, &written.replace("nim 1,0 p2", "nim 2,0 p2")).unwrap_err();
        assert!(error.starts_with("line 3: '1:1-0' leads to nim 0,1 p2, which is not"), "{error}");
    }
}
