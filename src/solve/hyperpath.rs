//! A strategy as a hyperpath of the AND/OR graph: one move where its side moves, all replies where the other does.

use super::numbered_positions::NumberedPositions;
use super::state_graph::end_payoff;
use super::{SecuredRegion, SolveError, StateGraph, StrategyPromise};
use crate::any_position::AnyPosition;
use crate::game::{Game, WorkLimit};
use crate::notation::{MoveStyle, Notation};

/// A strategy that keeps a promise: every position that can arise if one side follows it. Equal positions are one node.
pub struct Hyperpath<G: Game> {
    /// What the strategy secures.
    pub promise: StrategyPromise,
    /// The positions in breadth-first order, the root first.
    pub nodes: Vec<HyperpathNode<G>>,
}

/// Moves with the positions after them.
pub(super) type Followed<G> = Vec<(<G as Game>::Move, G)>;

/// A position that can arise if a strategy is followed.
#[derive(Debug)]
pub struct HyperpathNode<G: Game> {
    /// The position.
    pub position: G,
    /// The payoff for the first side if the game is over.
    pub end: Option<i32>,
    /// The move of the strategy or all moves of the other side, with the number of the node that it leads to.
    pub moves: Vec<(G::Move, usize)>,
}

impl<G: Game> Hyperpath<G> {
    /// The strategy from the first position of a graph; `None` if no strategy keeps the promise of the region.
    ///
    /// Where an end must be forced, the strategy takes the shortest way.
    pub fn new(graph: &StateGraph<G>, region: &SecuredRegion) -> Option<Hyperpath<G>> {
        if !region.contains(0) {
            return None;
        }
        let followed = |position: &G, _: Option<i32>, _: &NumberedPositions<G>| {
            Ok(graph.node(position).map(|node| followed_moves(graph, region, node)))
        };
        // Without a limit nothing stops it.
        Hyperpath::grow(graph.position(0), region.promise, &WorkLimit::default(), followed).ok().flatten()
    }

    /// The strategy from `root` on that follows these moves of every position, which lead to these positions. `followed`
    /// gets a position, its payoff if the game is over there, and the positions up to now. `None` if it returns `None`.
    pub(super) fn grow(
        root: &G,
        promise: StrategyPromise,
        limit: &WorkLimit,
        mut followed: impl FnMut(&G, Option<i32>, &NumberedPositions<G>) -> Result<Option<Followed<G>>, SolveError>,
    ) -> Result<Option<Hyperpath<G>>, SolveError> {
        let mut positions = NumberedPositions::new(root);
        let mut nodes = Vec::new();
        while let Some(position) = positions.get(nodes.len()).cloned() {
            limit.check(nodes.len() as u64)?;
            let end = end_payoff(&position);
            let Some(followed) = followed(&position, end, &positions)? else { return Ok(None) };
            let moves = followed.into_iter().map(|(mv, child)| (mv, positions.number(child))).collect();
            nodes.push(HyperpathNode { position, end, moves });
        }
        Ok(Some(Hyperpath { promise, nodes }))
    }
}

/// The moves that the strategy takes into account in a position, with the positions after them.
fn followed_moves<G: Game>(graph: &StateGraph<G>, region: &SecuredRegion, node: usize) -> Followed<G> {
    if graph.end(node).is_some() {
        return Vec::new();
    }
    let position = graph.position(node);
    let children = graph.children(node).iter().map(|&child| child as usize);
    let mut followed: Vec<_> = position.moves().into_iter().zip(children).collect();
    if position.side_to_move() == region.promise.side {
        followed.retain(|&(_, child)| region.contains(child));
        let nearest = followed.into_iter().min_by_key(|&(_, child)| region.plies(child));
        followed = nearest.into_iter().collect();
    }
    followed.into_iter().map(|(mv, child)| (mv, graph.position(child).clone())).collect()
}

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
