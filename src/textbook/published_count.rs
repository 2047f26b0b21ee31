//! Node counts from the literature, to compare with our own.

use super::algorithm::TextbookAlgorithm;

/// How many nodes an algorithm has visited, as published.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedCount {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// Plies.
    pub depth: u32,
    /// Where it was counted.
    pub place: CountingPlace,
    /// The nodes, with the root; in played games their mean.
    pub nodes: u64,
}

/// The positions in which nodes are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountingPlace {
    /// The start position of a game.
    Start,
    /// The positions before the moves of played games.
    PlayedGames,
}

impl PublishedCount {
    /// The count of an algorithm among `counts`, if it is there. Negamax visits the nodes of minimax.
    pub fn find(
        counts: &[PublishedCount],
        algorithm: &TextbookAlgorithm,
        place: CountingPlace,
    ) -> Option<u64> {
        let text = algorithm.to_string();
        // Beside the name and the depth only parameters stand in it that differ from their defaults.
        if text.split(' ').count() > 2 {
            return None;
        }
        let name = match algorithm {
            TextbookAlgorithm::Negamax { .. } => "minimax",
            _ => text.split(' ').next().unwrap_or_default(),
        };
        let wanted = (name, algorithm.depth(), place);
        let mut counts = counts.iter();
        let found = counts.find(|it| (it.algorithm, it.depth, it.place) == wanted);
        found.map(|it| it.nodes)
    }
}
