//! The content of a drawing of a tree or of a strategy: the texts and marks of nodes and moves, without coordinates.

use super::request::TreeRequest;
use super::space::{GameSpace, SpaceNode};
use super::values::SpaceValues;
use super::visits::{AlphaBetaVisit, alpha_beta_visits};
use crate::any_position::AnyPosition;
use crate::game::{Game, Side};
use crate::notation::{MoveStyle, Notation};
use crate::picture::diagram::Diagram;
use crate::picture::{BoardLayout, BoardView, PictureCell};
use crate::solve::Hyperpath;
use crate::textbook::{Fraction, TextbookMethod, relative};

/// A tree or graph to draw.
pub struct Drawing {
    /// What is drawn.
    pub title: String,
    /// How to read it, in short sentences.
    pub legend: Vec<&'static str>,
    pub is_graph: bool,
    /// The side at whose nodes arcs show that all moves must be answered: AND nodes.
    pub and_side: Option<Side>,
    /// In the order of the [space](GameSpace::nodes).
    pub nodes: Vec<DrawnNode>,
    /// In the order of the nodes that they leave.
    pub edges: Vec<DrawnEdge>,
}

/// The legend of the arcs at AND nodes.
pub const AND_LEGEND: &str = "Arc: all moves must be answered (AND).";

/// A node of a [`Drawing`].
pub struct DrawnNode {
    /// The side to move.
    pub side: Side,
    /// Whether no moves leave it.
    pub is_leaf: bool,
    /// The lines of a picture of the position; may be empty.
    pub picture: Vec<String>,
    /// The board, which pictures show instead of the lines.
    pub board: Option<Diagram>,
    /// Its value for MAX, or a bound; empty if there is none.
    pub value: String,
    /// Alpha and beta, and the number of the visit.
    pub details: Vec<String>,
    /// Whether the algorithm visits it.
    pub is_visited: bool,
}

/// A move of a [`Drawing`].
pub struct DrawnEdge {
    /// The indices of both nodes.
    pub ends: [usize; 2],
    /// The name of the move.
    pub name: String,
    pub kind: EdgeKind,
}

/// What an algorithm does with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EdgeKind {
    /// It is tried.
    Tried,
    /// It is a move of the principal variation.
    Best,
    /// It is not tried at a node that is visited.
    Cut,
    /// It lies below a move that is cut.
    BelowCut,
}

impl EdgeKind {
    /// Its name in pictures.
    pub fn class(self) -> &'static str {
        match self {
            EdgeKind::Tried => "tried",
            EdgeKind::Best => "best",
            EdgeKind::Cut | EdgeKind::BelowCut => "cut",
        }
    }
}

impl DrawnNode {
    /// `MAX` or `MIN`.
    pub fn player(&self) -> &'static str {
        match self.side {
            Side::First => "MAX",
            Side::Second => "MIN",
        }
    }
}

impl Drawing {
    /// The drawing of a space and of its values. `searched` are the values of an algorithm that does not find the minimax values.
    pub fn new(
        title: String,
        space: &GameSpace,
        values: &SpaceValues,
        searched: Option<Vec<Option<Fraction>>>,
        request: &TreeRequest,
    ) -> Drawing {
        let visits = request.prunes().then(|| alpha_beta_visits(space, &values.values));
        let minimax = || values.values.iter().map(|value| value.map(Fraction::from)).collect();
        let is_complete = searched.is_none();
        let found = searched.unwrap_or_else(minimax);
        let best = best_edges(space, &found);
        let sketch = Sketch { space, values, visits, found, is_complete, best, request };
        Drawing {
            title,
            legend: sketch.legend(),
            is_graph: space.is_graph,
            and_side: request.and_or.then_some(Side::Second),
            nodes: (0..space.nodes.len()).map(|index| sketch.node(index)).collect(),
            edges: sketch.edges(),
        }
    }

    /// The indices of the edges that leave each node.
    pub fn edges_of_nodes(&self) -> Vec<Vec<usize>> {
        let mut edges = vec![Vec::new(); self.nodes.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            edges[edge.ends[0]].push(index);
        }
        edges
    }
}

struct Sketch<'a> {
    space: &'a GameSpace,
    values: &'a SpaceValues,
    /// Of alpha-beta, if that is the algorithm.
    visits: Option<Vec<Option<AlphaBetaVisit>>>,
    /// The values that the algorithm finds, for MAX.
    found: Vec<Option<Fraction>>,
    /// Whether it visits every node that alpha-beta does not cut.
    is_complete: bool,
    /// For each node of the principal variation the place of its best move.
    best: Vec<Option<usize>>,
    request: &'a TreeRequest,
}

impl Sketch<'_> {
    fn node(&self, index: usize) -> DrawnNode {
        let node = &self.space.nodes[index];
        let view = self.request.boards.then(|| BoardView::of(&node.position));
        let is_leaf = node.branches.is_empty();
        let visit = self.visits.as_ref().map(|visits| visits[index]);
        let value = match visit {
            Some(Some(visit)) if !is_leaf => visit.window.found_text(visit.value, self.values),
            Some(None) if !is_leaf => String::new(),
            _ => self.value(index),
        };
        DrawnNode {
            side: node.position.side_to_move(),
            is_leaf,
            picture: view.as_ref().map_or_else(Vec::new, board_lines),
            board: view.filter(|view| !is_tree(view)).map(|view| Diagram::new(&view)),
            value,
            details: visit.flatten().map_or_else(Vec::new, |visit| self.details(visit)),
            is_visited: self.is_visited(index),
        }
    }

    fn edges(&self) -> Vec<DrawnEdge> {
        let edges = self.space.nodes.iter().enumerate().flat_map(|(index, node)| {
            node.branches.iter().enumerate().map(move |(place, &(mv, child))| DrawnEdge {
                ends: [index, child],
                name: node.position.show_move(mv, MoveStyle::Short),
                kind: self.kind(index, place, child),
            })
        });
        edges.collect()
    }

    fn kind(&self, parent: usize, place: usize, child: usize) -> EdgeKind {
        if !self.is_visited(parent) {
            EdgeKind::BelowCut
        } else if !self.is_visited(child) {
            EdgeKind::Cut
        } else if self.best[parent] == Some(place) {
            EdgeKind::Best
        } else {
            EdgeKind::Tried
        }
    }

    fn is_visited(&self, index: usize) -> bool {
        let is_searched = self.is_complete || self.found[index].is_some();
        is_searched && self.visits.as_ref().is_none_or(|visits| visits[index].is_some())
    }

    /// The value of a node; nothing if it is not visited, `?` if it depends on a position that can come again.
    fn value(&self, index: usize) -> String {
        let Some(value) = self.found[index] else {
            return if self.is_complete { "?".to_owned() } else { String::new() };
        };
        let is_for_mover = self.request.textbook().method == TextbookMethod::Negamax;
        let position = &self.space.nodes[index].position;
        self.values.mean_text(if is_for_mover { relative(position, value) } else { value })
    }

    fn details(&self, visit: AlphaBetaVisit) -> Vec<String> {
        vec![visit.window.text(self.values), format!("visit {}", visit.number)]
    }

    fn legend(&self) -> Vec<&'static str> {
        let (is_graph, values) = (self.space.is_graph, &self.values.values);
        let method = self.request.textbook().method;
        let is_for_mover = method == TextbookMethod::Negamax;
        let lines = [
            (true, "Squares: MAX moves. Rounded: MIN moves."),
            (!is_for_mover, "Values are for MAX. Thick: the best line."),
            (is_for_mover, "Values are for the side to move. Thick: the best line."),
            (method == TextbookMethod::Averaging, "Each value is the mean of the best moves."),
            (method == TextbookMethod::Variable, "Crossed and dashed: below a quiet position."),
            (method == TextbookMethod::Selective, "Crossed and dashed: not promising."),
            (self.values.are_evaluated, "+0.18: pawns or men."),
            (self.request.prunes(), "[α, β]: the window at the visit."),
            (self.request.prunes(), "Crossed and dashed: cut off."),
            (self.request.and_or, AND_LEGEND),
            (is_graph, "Equal positions are one node."),
            (values.contains(&None), "?: positions can come again."),
        ];
        lines.into_iter().filter(|&(is_shown, _)| is_shown).map(|(_, line)| line).collect()
    }
}

/// Whether the picture of a position is a tree itself: the nodes of a drawing show no such picture.
fn is_tree(view: &BoardView) -> bool {
    matches!(view.layout, BoardLayout::Branches(_))
}

/// The rows of the board, with a dot for an empty cell.
fn board_lines(view: &BoardView) -> Vec<String> {
    let letter = |cell: &Option<PictureCell>| match cell {
        Some(cell) => cell.piece.map_or('.', |piece| piece.letter).to_string(),
        None => " ".to_owned(),
    };
    view.rows.iter().map(|row| row.iter().map(letter).collect::<Vec<_>>().join(" ")).collect()
}

/// The place of the best move at the nodes of the principal variation: of equal moves the first one.
fn best_edges(space: &GameSpace, values: &[Option<Fraction>]) -> Vec<Option<usize>> {
    let mut best = vec![None; space.nodes.len()];
    let mut index = 0;
    while values[index].is_some() {
        let SpaceNode { branches, position, .. } = &space.nodes[index];
        let found = branches.iter().enumerate().filter_map(|(place, &(_, child))| Some((place, values[child]?)));
        // Of equal moves `min_by_key` finds the first.
        let Some((place, _)) = found.min_by_key(|&(_, value)| -relative(position, value)) else { break };
        best[index] = Some(place);
        index = branches[place].1;
    }
    best
}

/// The drawing of a strategy: its own moves are thick, and an arc joins the replies of the other side.
pub fn strategy_drawing(hyperpath: &Hyperpath<AnyPosition>) -> Drawing {
    let side = hyperpath.promise.side;
    let nodes = hyperpath.nodes.iter().map(|node| DrawnNode {
        side: node.position.side_to_move(),
        is_leaf: node.moves.is_empty(),
        picture: vec![node.position.show()],
        board: None,
        value: node.end.map_or_else(String::new, |end| end.to_string()),
        details: Vec::new(),
        is_visited: true,
    });
    let edges = hyperpath.nodes.iter().enumerate().flat_map(|(index, node)| {
        node.moves.iter().map(move |&(mv, child)| DrawnEdge {
            ends: [index, child],
            name: node.position.show_move(mv, MoveStyle::Long),
            kind: if node.position.side_to_move() == side { EdgeKind::Best } else { EdgeKind::Tried },
        })
    });
    Drawing {
        title: hyperpath.promise.to_string(),
        legend: vec![
            "Squares: MAX moves. Rounded: MIN moves.",
            "Thick: the moves of the strategy.",
            AND_LEGEND,
            "Numbers at the ends: the payoff for MAX.",
        ],
        is_graph: true,
        and_side: Some(!side),
        nodes: nodes.collect(),
        edges: edges.collect(),
    }
}
