//! What a step of a search changes in the picture.

use super::super::drawing::EdgeKind;
use super::super::search_steps::{ReturnStep, SearchStep, SearchStepKind, StepWindow, search_steps};
use super::words::StepWords;
use serde::Serialize;

/// The rows of a node whose texts change, in the order in which they stand in the picture.
pub const VALUE: usize = 0;
pub const WINDOW: usize = 1;
pub const VISIT: usize = 2;

/// One step of the page. The picture of a step has the changes of this step and of all before it.
#[derive(Serialize, Default, Debug)]
pub struct PageStep {
    /// The node where the algorithm is; none before the first step.
    pub at: Option<usize>,
    /// What happens, in plain words.
    pub say: String,
    /// How many nodes have been visited.
    pub visited: usize,
    /// How many cutoffs there have been.
    pub cutoffs: usize,
    /// The best line from the root with its value, if it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Texts of nodes: the node, the row and the text.
    pub texts: Vec<(usize, usize, String)>,
    /// What nodes become: `open` while their moves are searched, then `done`; `unseen` if they are cut off.
    pub nodes: Vec<(usize, &'static str)>,
    /// What moves become: `tried`, `best` or `cut`.
    pub edges: Vec<(usize, &'static str)>,
}

/// The steps of the algorithm, after one that shows the state before it.
pub fn page_steps(words: &StepWords) -> Vec<PageStep> {
    let count = words.drawing.nodes.len();
    let mut writer = PageStepWriter {
        words,
        visit_windows: vec![StepWindow::OPEN; count],
        lines: vec![Vec::new(); count],
        visited: 0,
        cutoffs: 0,
    };
    let steps = search_steps(words.space, &words.values.values, words.prunes);
    [writer.first()].into_iter().chain(steps.iter().map(|step| writer.step(step))).collect()
}

struct PageStepWriter<'a> {
    words: &'a StepWords<'a>,
    /// The windows in which the nodes were visited. That of a leaf is open, since its value is exact.
    visit_windows: Vec<StepWindow>,
    /// The moves of the best line below each node.
    lines: Vec<Vec<usize>>,
    visited: usize,
    cutoffs: usize,
}

impl PageStepWriter<'_> {
    /// The payoffs are there from the beginning; the page shows them with the visits.
    fn first(&self) -> PageStep {
        let leaves = self.words.drawing.nodes.iter().enumerate().filter(|(_, node)| node.is_leaf);
        let texts = leaves.map(|(index, node)| (index, VALUE, node.value.clone()));
        PageStep { say: self.words.beginning(), texts: texts.collect(), ..PageStep::default() }
    }

    fn step(&mut self, step: &SearchStep) -> PageStep {
        let child =
            if let SearchStepKind::Return(back) = step.kind { self.edge(step.node, back.place).1 } else { step.node };
        let say = self.words.sentence(step, self.visit_windows[child]);
        let mut page = PageStep { at: Some(step.node), say, ..PageStep::default() };
        match step.kind {
            SearchStepKind::Visit { .. } => self.visit(&mut page, step),
            SearchStepKind::Return(back) => self.back(&mut page, step, &back),
            SearchStepKind::Cutoff { value, tried } => self.cutoff(&mut page, step, value, tried),
            SearchStepKind::End { value } => {
                page.texts.push((0, VALUE, self.found(0, value)));
                page.nodes.push((0, "done"));
            }
        }
        (page.visited, page.cutoffs) = (self.visited, self.cutoffs);
        page
    }

    fn visit(&mut self, page: &mut PageStep, step: &SearchStep) {
        self.visited += 1;
        if !self.words.drawing.nodes[step.node].is_leaf {
            self.visit_windows[step.node] = step.window;
        }
        page.nodes.push((step.node, "open"));
        if self.words.prunes {
            page.texts.push((step.node, VISIT, format!("visit {}", self.visited)));
            self.show_window(page, step);
        }
        if let Some(edge) = self.words.edges_to[step.node] {
            page.edges.push((edge, EdgeKind::Tried.class()));
        }
    }

    /// The value of the child is known now, and the best value of the node up to now.
    fn back(&mut self, page: &mut PageStep, step: &SearchStep, back: &ReturnStep) {
        let (edge, child) = self.edge(step.node, back.place);
        let best = self.words.values.text(back.best);
        page.texts.extend([(child, VALUE, self.found(child, back.found)), (step.node, VALUE, format!("({best})"))]);
        page.nodes.push((child, "done"));
        self.show_window(page, step);
        if back.is_best() {
            let line = [&[edge][..], &self.lines[child]].concat();
            let earlier = std::mem::replace(&mut self.lines[step.node], line);
            if step.node == 0 {
                self.show_line(page, &earlier, &best);
            }
        }
    }

    fn show_window(&self, page: &mut PageStep, step: &SearchStep) {
        if self.words.prunes {
            page.texts.push((step.node, WINDOW, step.window.text(self.words.values)));
        }
    }

    /// The best line of the root instead of an earlier one.
    fn show_line(&self, page: &mut PageStep, earlier: &[usize], value: &str) {
        let line = &self.lines[0];
        let earlier = earlier.iter().map(|&edge| (edge, EdgeKind::Tried.class()));
        page.edges.extend(earlier.chain(line.iter().map(|&edge| (edge, EdgeKind::Best.class()))));
        let moves: Vec<&str> = line.iter().map(|&edge| &self.words.drawing.edges[edge].name[..]).collect();
        page.line = Some(format!("{} = {value}", moves.join(" ")));
    }

    /// All moves that are left are cut, with everything below.
    fn cutoff(&mut self, page: &mut PageStep, step: &SearchStep, value: i32, tried: usize) {
        self.cutoffs += 1;
        page.texts.push((step.node, VALUE, self.found(step.node, value)));
        let mut open = self.words.edges[step.node][tried..].to_vec();
        while let Some(edge) = open.pop() {
            let [_, child] = self.words.drawing.edges[edge].ends;
            page.edges.push((edge, EdgeKind::Cut.class()));
            page.nodes.push((child, "unseen"));
            open.extend(&self.words.edges[child]);
        }
    }

    /// The value of a node that has been searched.
    fn found(&self, node: usize, value: i32) -> String {
        self.visit_windows[node].found_text(value, self.words.values)
    }

    /// The index of a move and the node that it leads to.
    fn edge(&self, node: usize, place: usize) -> (usize, usize) {
        let edge = self.words.edges[node][place];
        (edge, self.words.drawing.edges[edge].ends[1])
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::examples::{drawing_of, random_tree, whole};
    use super::super::super::values::SpaceValues;
    use super::*;
    use crate::random::Random;

    /// The last of the changes of each row, node or move.
    fn last<K: Ord, T>(changes: impl Iterator<Item = (K, T)>) -> std::collections::BTreeMap<K, T> {
        changes.collect()
    }

    /// The last step shows what the drawing of the whole search shows; only the windows have become narrower.
    #[test]
    fn the_last_step_is_the_static_picture() {
        let mut random = Random::new(7);
        for number in 0..300 {
            let text = format!("{} p{}", random_tree(&mut random, 5), 1 + number % 2);
            let (space, prunes) = (whole(&text, false), number % 3 > 0);
            let values = SpaceValues::back_up(&space, &|_| 0);
            let drawing = drawing_of(&space, &values, prunes);
            let steps = page_steps(&StepWords::new(&space, &values, &drawing, prunes));
            let texts = last(
                steps.iter().flat_map(|step| step.texts.iter().map(|(node, row, text)| ((*node, *row), &text[..]))),
            );
            let states = last(steps.iter().flat_map(|step| step.nodes.iter().copied()));
            let edges = last(steps.iter().flat_map(|step| step.edges.iter().copied()));
            for (index, node) in drawing.nodes.iter().enumerate() {
                assert_eq!(texts.get(&(index, VALUE)).copied().unwrap_or_default(), node.value, "{text}: node {index}");
                assert_eq!(texts.get(&(index, VISIT)).copied(), node.details.get(1).map(|it| &it[..]), "{text}");
                assert_eq!(states[&index], if node.is_visited { "done" } else { "unseen" }, "{text}: node {index}");
            }
            for (index, edge) in drawing.edges.iter().enumerate() {
                assert_eq!(edges[&index], edge.kind.class(), "{text}: move {index}");
            }
            assert_eq!(steps[steps.len() - 1].visited, drawing.nodes.iter().filter(|node| node.is_visited).count());
        }
    }
}
