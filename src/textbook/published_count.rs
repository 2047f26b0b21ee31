//! Node counts from the literature, to compare with our own.

use super::algorithm::{TextbookAlgorithm, TextbookMethod};

/// How many nodes an algorithm has visited from the start position of a game, as published.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedCount {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// Plies.
    pub depth: u32,
    /// The nodes, with the root.
    pub nodes: u64,
}

impl PublishedCount {
    /// The count of an algorithm among `counts`, if it is there. Negamax visits the nodes of minimax.
    pub fn find(counts: &[PublishedCount], algorithm: &TextbookAlgorithm) -> Option<u64> {
        let text = algorithm.to_string();
        let text = text.strip_suffix(" order=pongor").unwrap_or(&text);
        // Beside the name and the depth only parameters stand in it that differ from their defaults.
        if text.split(' ').count() > 2 {
            return None;
        }
        let name = match algorithm.method {
            TextbookMethod::Negamax => "minimax",
            _ => text.split(' ').next().unwrap_or_default(),
        };
        let wanted = (name, algorithm.depth());
        counts.iter().find(|it| (it.algorithm, it.depth) == wanted).map(|it| it.nodes)
    }
}
