//! Trees as text: `(A(6 8) B:7)`.

use super::position::{
    MAX_CHILDREN, MAX_DEPTH, MAX_EVALUATION, MAX_NODES, MAX_PAYOFF, TreeNode, TreePosition, complete,
};
use crate::game::{Side, StartPosition};
use crate::notation::{PositionError, excerpt};
use std::collections::HashSet;

/// The greatest number of characters of a label.
const MAX_LABEL: usize = 16;

impl TreePosition {
    /// Reads a tree and the side that moves at its root.
    ///
    /// A leaf is its payoff for the first side; other nodes are their children in parentheses. A number directly before the
    /// parenthesis is the static evaluation of the node for the first side. A label names the move that leads to a node: a
    /// letter, then letters and digits. A colon stands between it and a number. `p1`, the first side, or `p2` may follow.
    ///
    /// ```
    /// use kempelen::games::tree::TreePosition;
    /// use kempelen::textbook::minimax;
    ///
    /// let tree = TreePosition::parse("(A(6 8) B(7 11) C:5) p1").unwrap();
    /// assert_eq!(minimax(&tree, 2, &|_| 0).value, 7);
    /// ```
    ///
    /// # Errors
    /// The text is no tree, the tree is larger than its limits, or two moves of a node have the same name.
    pub fn parse(text: &str) -> Result<TreePosition, PositionError> {
        let mut reader = TreeReader { text, at: 0, nodes: Vec::new(), open: Vec::new() };
        reader.read_tree()?;
        let side_to_move = match reader.rest().trim() {
            "" | "p1" => Side::First,
            "p2" => Side::Second,
            other => {
                let found = excerpt(other);
                return Err(PositionError(format!(
                    "found '{found}' after the tree, expected p1 or p2, the side to move"
                )));
            }
        };
        Ok(TreePosition { nodes: reader.nodes.into(), index: 0, side_to_move })
    }

    /// The text of the tree, without the side to move.
    pub(super) fn tree_text(&self) -> String {
        let mut text = String::new();
        // The number of nodes that are still to write, for each open node.
        let mut open: Vec<usize> = Vec::new();
        for (index, node) in self.subtree().iter().enumerate() {
            let label = node.label.as_deref().filter(|_| index > 0).unwrap_or("");
            let number = node.payoff.or(node.evaluation);
            let is_apart = text.ends_with('(') || text.ends_with(')') && label.is_empty() && number.is_none();
            if index > 0 && !is_apart {
                text.push(' ');
            }
            let colon = if label.is_empty() || number.is_none() { "" } else { ":" };
            text += &format!("{label}{colon}{}", number.map_or_else(String::new, |number| number.to_string()));
            if node.payoff.is_none() {
                text.push('(');
            }
            open.iter_mut().for_each(|left| *left -= 1);
            if node.payoff.is_none() {
                open.push(node.size - 1);
            }
            while open.last() == Some(&0) {
                open.pop();
                text.push(')');
            }
        }
        text
    }
}

impl StartPosition for TreePosition {
    /// The example of G. Pongor, "A computer implementation of a two-player game" (Debrecen 2009): its value is 7.
    fn start() -> TreePosition {
        TreePosition::parse("(((6 -10)(8 2))((7 1)(11 -8)))").expect("the example is a tree")
    }
}

/// Reads a tree from left to right.
struct TreeReader<'a> {
    text: &'a str,
    /// The byte that is read next.
    at: usize,
    nodes: Vec<TreeNode>,
    /// The nodes whose children are being read.
    open: Vec<OpenNode<'a>>,
}

/// A node whose children are being read.
struct OpenNode<'a> {
    index: usize,
    children: usize,
    labels: HashSet<&'a str>,
}

impl<'a> TreeReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads up to the end of the root.
    fn read_tree(&mut self) -> Result<(), PositionError> {
        loop {
            self.skip(self.rest().len() - self.rest().trim_start().len());
            if self.rest().starts_with(')') && !self.open.is_empty() {
                self.close()?;
            } else {
                self.read_node()?;
            }
            if self.open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Reads a leaf, or the beginning of another node, with its label.
    fn read_node(&mut self) -> Result<(), PositionError> {
        let begin = self.at;
        let label = self.read_label()?;
        let number = self.read_number()?;
        if self.rest().starts_with('(') {
            if let Some(found) = number.filter(|number| number.abs() > MAX_EVALUATION) {
                let expected = format!("expected a number from -{MAX_EVALUATION} to {MAX_EVALUATION}");
                return self.error(begin, format!("found the evaluation {found}, {expected}"));
            }
            self.add(begin, TreeNode { evaluation: number, ..TreeNode::new(label, None) })?;
            self.skip(1);
            self.open.push(OpenNode { index: self.nodes.len() - 1, children: 0, labels: HashSet::new() });
            if self.open.len() > MAX_DEPTH {
                return self.error(begin, format!("found a node deeper than {MAX_DEPTH} moves"));
            }
            return Ok(());
        }
        self.add(begin, TreeNode::new(label, number))
    }

    /// Reads the number of a node: a payoff, or the static evaluation before a parenthesis. `None` if the node is a parenthesis
    /// alone.
    fn read_number(&mut self) -> Result<Option<i32>, PositionError> {
        if self.rest().starts_with('(') {
            return Ok(None);
        }
        let length = self.length(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        let word = &self.rest()[..length];
        let Some(number) = word.parse().ok().filter(|number: &i32| number.unsigned_abs() <= MAX_PAYOFF as u32) else {
            let found = self.rest().chars().next().map_or("the end".to_owned(), |first| {
                let shown = if word.is_empty() { first.to_string() } else { word.to_owned() };
                format!("'{}'", excerpt(&shown))
            });
            let expected = format!("expected '(' or a payoff from -{MAX_PAYOFF} to {MAX_PAYOFF}");
            return self.error(self.at, format!("found {found}, {expected}"));
        };
        self.skip(length);
        Ok(Some(number))
    }

    /// Reads a label, if there is one, and the colon after it.
    fn read_label(&mut self) -> Result<Option<&'a str>, PositionError> {
        if !self.rest().starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Ok(None);
        }
        let length = self.length(|c| c.is_ascii_alphanumeric());
        let label = &self.rest()[..length];
        let found = excerpt(label);
        if length > MAX_LABEL {
            let expected = format!("expected at most {MAX_LABEL} characters");
            return self.error(self.at, format!("found the label '{found}', {expected}"));
        }
        let Some(parent) = self.open.last_mut() else {
            let expected = "expected none at the root, since no move leads there";
            return self.error(self.at, format!("found the label '{found}', {expected}"));
        };
        if !parent.labels.insert(label) {
            let expected = "expected different labels at a node";
            return self.error(self.at, format!("found the label '{found}' twice, {expected}"));
        }
        self.skip(length);
        if self.rest().starts_with(':') {
            self.skip(1);
        } else if !self.rest().starts_with('(') {
            let found = self.rest().chars().next().map_or(String::new(), |c| c.escape_default().to_string());
            let expected = "expected '(' or ':' and a payoff";
            return self.error(self.at, format!("found '{found}' after the label '{label}', {expected}"));
        }
        Ok(Some(label))
    }

    /// Adds a node that begins at this byte as a child of the last open one.
    fn add(&mut self, begin: usize, node: TreeNode) -> Result<(), PositionError> {
        if self.nodes.len() == MAX_NODES {
            return self.error(begin, format!("found more than {MAX_NODES} nodes"));
        }
        self.nodes.push(node);
        let index = self.nodes.len() - 1;
        complete(&mut self.nodes, index);
        if let Some(parent) = self.open.last_mut() {
            parent.children += 1;
            if parent.children > MAX_CHILDREN {
                return self.error(begin, format!("found more than {MAX_CHILDREN} moves of a node"));
            }
        }
        Ok(())
    }

    /// Reads the parenthesis that closes a node.
    fn close(&mut self) -> Result<(), PositionError> {
        let Some(OpenNode { index, .. }) = self.open.pop().filter(|node| node.children > 0) else {
            return self.error(self.at, "found ')', expected a child of the node".to_owned());
        };
        complete(&mut self.nodes, index);
        self.skip(1);
        Ok(())
    }

    fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// The number of bytes of the characters from here on that belong together.
    fn length(&self, belongs: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        rest.find(|c| !belongs(c)).unwrap_or(rest.len())
    }

    /// An error that says at which character, counted from 1, it stands.
    fn error<T>(&self, byte: usize, what: String) -> Result<T, PositionError> {
        Err(PositionError(format!("{what} (at character {})", self.text[..byte].chars().count() + 1)))
    }
}
