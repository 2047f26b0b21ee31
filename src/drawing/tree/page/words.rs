//! Sentences that say what happens in a step of a search.

use super::super::drawing::Drawing;
use super::super::search_steps::{ReturnStep, SearchStep, SearchStepKind, StepWindow, bound_text};
use super::super::space::GameSpace;
use super::super::values::SpaceValues;
use crate::game::{Game, Side};
use std::cmp::Ordering;

/// What the sentences speak of.
pub struct StepWords<'a> {
    pub space: &'a GameSpace,
    pub values: &'a SpaceValues,
    pub drawing: &'a Drawing,
    /// The edges that leave each node.
    pub edges: Vec<Vec<usize>>,
    /// The edge that leads to each node.
    pub edges_to: Vec<Option<usize>>,
    /// The moves that lead to each node.
    paths: Vec<String>,
    /// Whether the algorithm is alpha-beta, else it is minimax.
    pub prunes: bool,
}

impl<'a> StepWords<'a> {
    pub fn new(space: &'a GameSpace, values: &'a SpaceValues, drawing: &'a Drawing, prunes: bool) -> StepWords<'a> {
        let mut paths = vec![String::new(); drawing.nodes.len()];
        let mut edges_to = vec![None; drawing.nodes.len()];
        // Every node stands behind its parent.
        for (index, edge) in drawing.edges.iter().enumerate() {
            let [parent, child] = edge.ends;
            edges_to[child] = Some(index);
            paths[child] = shortened(&format!("{} {}", paths[parent], edge.name));
        }
        StepWords { space, values, drawing, edges: drawing.edges_of_nodes(), edges_to, paths, prunes }
    }

    /// What there is before the first step.
    pub fn beginning(&self) -> String {
        let algorithm = if self.prunes { "Alpha-beta" } else { "Minimax" };
        let player = self.drawing.nodes[0].player();
        format!("{algorithm} has not visited any node yet. {player} moves at the root.")
    }

    /// What happens in a step. `child` is the window in which the move was searched from which the step comes back.
    pub fn sentence(&self, step: &SearchStep, child: StepWindow) -> String {
        match step.kind {
            SearchStepKind::Visit { leaf: Some(value) } => self.leaf(step.node, value),
            SearchStepKind::Visit { leaf: None } => self.visit(step),
            SearchStepKind::Return(back) => self.back(step, &back, child.compare(back.found)),
            SearchStepKind::Cutoff { value, tried } => self.cutoff(step, value, tried),
            SearchStepKind::End { value } => {
                let value = self.values.text(value);
                format!("The search is complete: the root is worth {value}.")
            }
        }
    }

    fn leaf(&self, node: usize, value: i32) -> String {
        let value = self.values.text(value);
        let name = match &self.paths[node][..] {
            "" => "The root is a leaf".to_owned(),
            path => format!("Leaf {}", path.trim_start()),
        };
        if self.space.nodes[node].position.outcome().is_some() {
            format!("{name}: the game ends here, and the value is {value}.")
        } else {
            format!("{name}: the search goes no deeper, and the static evaluation is {value}.")
        }
    }

    fn visit(&self, step: &SearchStep) -> String {
        let name = self.name(step.node);
        if !self.prunes {
            let count = self.edges[step.node].len();
            let wanted = if self.side(step.node) == Side::First { "greatest" } else { "least" };
            let moves = if count == 1 { "move" } else { "moves" };
            return format!("Visit of {name}: it has {count} {moves}. Its value is the {wanted} of theirs.");
        }
        let [alpha, beta] = self.bounds(step.window);
        let max = format!("MAX is already sure of at least {alpha}");
        let min = format!("of at most {beta}");
        let sure = match (step.window.alpha == StepWindow::OPEN.alpha, step.window.beta == StepWindow::OPEN.beta) {
            (true, true) => "nobody is sure of anything yet".to_owned(),
            (false, true) => max,
            (true, false) => format!("MIN is already sure {min}"),
            (false, false) => format!("{max}, MIN {min}"),
        };
        format!("Visit of {name} with α = {alpha}, β = {beta}: {sure}.")
    }

    fn back(&self, step: &SearchStep, back: &ReturnStep, side_of_window: Ordering) -> String {
        let (name, side) = (self.name(step.node), self.side(step.node));
        let bound = match side_of_window {
            Ordering::Less => "at most ",
            Ordering::Equal => "",
            Ordering::Greater => "at least ",
        };
        let found =
            format!("move {} is worth {bound}{}", self.move_name(step.node, back.place), self.values.text(back.found));
        let (more, letter) = match side {
            Side::First => ("more", 'α'),
            Side::Second => ("less", 'β'),
        };
        let compared = match back.earlier {
            None => "the first value here".to_owned(),
            Some((earlier, _)) if back.is_best() => format!("{more} than {}", self.values.text(earlier)),
            Some((earlier, place)) => {
                let earlier = self.values.text(earlier);
                let best = self.move_name(step.node, place);
                return format!("Back at {name}: {found}, not {more} than {earlier}. Move {best} stays the best.");
            }
        };
        if !self.prunes {
            return format!("Back at {name}: {found}, {compared}.");
        }
        let [alpha, beta] = self.bounds(step.window);
        let (now, bound) = match side {
            Side::First => (step.window.alpha, alpha),
            Side::Second => (step.window.beta, beta),
        };
        let verb = if now == back.best { "is now" } else { "stays" };
        format!("Back at {name}: {found}, {compared}. {letter} {verb} {bound}.")
    }

    fn cutoff(&self, step: &SearchStep, value: i32, tried: usize) -> String {
        /// No more moves are listed by their names.
        const MAX_NAMES: usize = 5;
        let name = self.name(step.node);
        let value = self.values.text(value);
        let [alpha, beta] = self.bounds(step.window);
        let (reason, other) = match self.side(step.node) {
            Side::First => (format!("{value} is not below β = {beta}"), "MIN"),
            Side::Second => (format!("{value} is not above α = {alpha}"), "MAX"),
        };
        let left = tried..self.edges[step.node].len();
        let count = left.len();
        if count == 0 {
            return format!("{name}: {reason}: cutoff, but no move is left anyway.");
        }
        let names: Vec<&str> = left.map(|place| self.move_name(step.node, place)).collect();
        let moves = match count {
            1 => format!("the remaining move {}", names[0]),
            2..=MAX_NAMES => format!("the remaining moves {}", names.join(", ")),
            _ => format!("the remaining {count} moves"),
        };
        format!("{name}: {reason}, so {moves} cannot matter: cutoff. {other} has something as good elsewhere.")
    }

    /// As `MIN node A 2`.
    fn name(&self, node: usize) -> String {
        let player = self.drawing.nodes[node].player();
        if node == 0 { format!("the root ({player})") } else { format!("{player} node{}", self.paths[node]) }
    }

    fn side(&self, node: usize) -> Side {
        self.drawing.nodes[node].side
    }

    fn move_name(&self, node: usize, place: usize) -> &str {
        &self.drawing.edges[self.edges[node][place]].name
    }

    fn bounds(&self, window: StepWindow) -> [String; 2] {
        [window.alpha, window.beta].map(|bound| bound_text(bound, self.values))
    }
}

/// A path; only the last moves of a long one are shown.
fn shortened(path: &str) -> String {
    const MOVES: usize = 8;
    let count = path.split_whitespace().count();
    if count <= MOVES {
        return path.to_owned();
    }
    format!(" … {}", path.split_whitespace().skip(count - MOVES).collect::<Vec<_>>().join(" "))
}
