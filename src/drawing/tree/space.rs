//! The positions that can be reached from a position, as a game tree or as the state graph. In the state graph, positions that
//! differ only by a symmetry of the rules share a node.

use super::request::{MAX_SPACE_NODES, TreeRequest};
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::Game;
use crate::solve::NumberedPositions;
use anyhow::{bail, ensure};

/// How many nodes are counted to say how large a space is.
const MAX_COUNTED: usize = 100_000;

/// The greatest number of moves of a graph: 1000 nodes can have half a million.
const MAX_MOVES: u64 = 100_000;

/// The nodes of a game tree or of a state graph, the root first, then those after one move, after two, and so on.
pub struct GameSpace {
    /// The nodes. In a tree every node but the root is the child of exactly one node.
    pub nodes: Vec<SpaceNode>,
    /// Whether equal positions are one node.
    pub is_graph: bool,
}

/// A position of a space.
pub struct SpaceNode {
    /// The position.
    pub position: AnyPosition,
    /// The least number of moves that lead from the root to it.
    pub level: u32,
    /// The moves with the nodes that they lead to, in the order of the game. None at the end of the game, nor at the
    /// depth of the space.
    pub branches: Vec<(AnyMove, usize)>,
}

impl GameSpace {
    /// The tree below `root`, or its state graph.
    ///
    /// # Errors
    /// It has more nodes than are allowed.
    pub fn build(root: AnyPosition, request: &TreeRequest) -> anyhow::Result<GameSpace> {
        let (is_graph, depth, limit) = (request.graph, request.max_depth(), request.max_nodes as usize);
        let root = SpaceNode { position: root, level: 0, branches: Vec::new() };
        let known = is_graph.then(|| NumberedPositions::new(&root.position));
        let mut builder = SpaceBuilder { nodes: vec![root], moves: 0, known };
        let stopped = builder.expand(depth);
        ensure!(
            builder.moves <= MAX_MOVES,
            "the graph to depth {depth} has more than {MAX_MOVES} moves, expected fewer: --depth, or a smaller position"
        );
        let nodes = builder.nodes;
        let found = match stopped {
            None if nodes.len() <= limit => return Ok(GameSpace { nodes, is_graph }),
            None => nodes.len().to_string(),
            Some(_) => format!("more than {}", nodes.len().clamp(MAX_SPACE_NODES as usize, MAX_COUNTED)),
        };
        // The level of the node whose moves are too many is complete, and all before it.
        let deepest = stopped.unwrap_or(depth);
        let up_to = |depth| nodes.partition_point(|node| node.level <= depth);
        let fits = (0..=deepest).rev().find(|&it| up_to(it) <= limit).unwrap_or(0);
        let kind = if is_graph { "graph" } else { "tree" };
        let size = up_to(fits);
        bail!("the {kind} to depth {depth} has {found} nodes, expected at most {limit}: depth {fits} has {size}");
    }

    /// Whether there is a node that has moves, but no branches.
    pub fn is_cut_short(&self) -> bool {
        self.nodes.iter().any(|node| node.branches.is_empty() && node.position.outcome().is_none())
    }
}

struct SpaceBuilder {
    nodes: Vec<SpaceNode>,
    /// The number of moves up to now, in a graph.
    moves: u64,
    /// The positions of the nodes by their numbers, if equal positions are one.
    known: Option<NumberedPositions<AnyPosition>>,
}

impl SpaceBuilder {
    /// Adds the nodes below the root, level by level. If they become too many, it stops, and returns the level of the node
    /// whose moves were next.
    fn expand(&mut self, depth: u32) -> Option<u32> {
        let mut index = 0;
        while let Some(node) = self.nodes.get(index) {
            let level = node.level;
            if level < depth && node.position.outcome().is_none() {
                let position = node.position.clone();
                // Counting takes less time than listing.
                let count = position.count_moves();
                self.moves += if self.known.is_some() { count } else { 0 };
                let is_wide = count > u64::from(MAX_SPACE_NODES) || self.moves > MAX_MOVES;
                if is_wide || self.nodes.len() > MAX_COUNTED {
                    return Some(level);
                }
                let branches = position.moves().into_iter().map(|mv| (mv, self.node_of(position.play(mv), level + 1)));
                self.nodes[index].branches = branches.collect();
            }
            index += 1;
        }
        None
    }

    /// The node of a position, which is made if there is none yet. In a graph, positions with the same canonical position share a
    /// node.
    fn node_of(&mut self, mut position: AnyPosition, level: u32) -> usize {
        let next = self.nodes.len();
        let index = self.known.as_mut().map_or(next, |known| {
            position.make_canonical();
            known.number(position.clone())
        });
        if index == next {
            self.nodes.push(SpaceNode { position, level, branches: Vec::new() });
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{StartPosition, perft};
    use crate::games::tictactoe::TicTacToe;
    use crate::games::tree::TreePosition;

    fn build(root: AnyPosition, graph: bool, depth: u32) -> anyhow::Result<GameSpace> {
        GameSpace::build(root, &TreeRequest { depth: Some(depth), graph, ..TreeRequest::default() })
    }

    #[test]
    fn a_tree_has_every_line_and_a_graph_every_position() {
        let start = AnyPosition::new(TicTacToe::start());
        let tree = build(start.clone(), false, 3).unwrap();
        let lines: u64 = (0..=3).map(|depth| perft(&start, depth)).sum();
        assert_eq!(tree.nodes.len() as u64, lines);
        assert!(tree.is_cut_short());
        let graph = build(start, true, 3).unwrap();
        // Choose the cells of the second move of the first side together with the first.
        assert_eq!(graph.nodes.len(), 1 + 9 + 9 * 8 + 9 * 8 / 2 * 7);
        let branches: usize = graph.nodes.iter().map(|node| node.branches.len()).sum();
        assert_eq!(branches, 9 + 9 * 8 + 9 * 8 * 7);
    }

    #[test]
    fn the_whole_tree_of_a_lecture() {
        let root = AnyPosition::new(TreePosition::parse("(A(6 8) B(7 11))").unwrap());
        let tree = GameSpace::build(root.clone(), &TreeRequest::default()).unwrap();
        assert_eq!(tree.nodes.iter().map(|node| node.level).collect::<Vec<_>>(), [0, 1, 1, 2, 2, 2, 2]);
        assert!(!tree.is_cut_short());
        assert!(build(root, false, 1).unwrap().is_cut_short());
    }

    #[test]
    fn heaps_in_any_order_are_one_node_of_a_graph() {
        let nodes = |text: &str, is_graph| {
            let start = crate::games::heaps::HeapPosition::parse(text).unwrap();
            let nodes = build(AnyPosition::new(start.clone()), is_graph, 99).unwrap().nodes;
            // The moves of the root are those of the position that was given.
            assert_eq!(nodes[0].position, AnyPosition::new(start));
            nodes.len()
        };
        assert_eq!(nodes("grundy 7 p1", true), 14);
        assert_eq!(nodes("nim 2,0,1,1 p1", true), nodes("nim 1,1,2 p1", true));
        assert_eq!(nodes("nim 1,1 p1", true), 3);
        assert_eq!(nodes("nim 1,1 p1", false), 5);
    }
}
