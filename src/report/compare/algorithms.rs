//! The algorithms that can be compared, as text: those of the textbook and the search.

use crate::games::GameInfo;
use crate::notation::excerpt;
use crate::textbook::{AlgorithmError, MAX_TEXTBOOK_DEPTH, PublishedCount, TextbookAlgorithm, TextbookMethod};
use anyhow::anyhow;
use std::fmt;

/// An algorithm with its parameters.
#[derive(Clone, Copy, Debug)]
pub enum ComparedAlgorithm {
    /// An algorithm of the textbook.
    Textbook(TextbookAlgorithm),
    /// The search that plays, to this depth.
    Search {
        /// Plies.
        depth: u32,
    },
}

impl ComparedAlgorithm {
    /// The greatest depth in plies to which it searches.
    pub fn depth(&self) -> u32 {
        match self {
            ComparedAlgorithm::Textbook(algorithm) => algorithm.depth(),
            ComparedAlgorithm::Search { depth } => *depth,
        }
    }

    /// Whether alpha-beta needs as many nodes with any order of moves.
    pub fn is_bound(&self) -> bool {
        matches!(self, ComparedAlgorithm::Textbook(it) if it.method == TextbookMethod::LeastTree)
    }

    /// The nodes that it has visited in the literature, from the start position of the game, if they were counted.
    pub fn published(&self, game: &GameInfo) -> Option<u64> {
        match self {
            ComparedAlgorithm::Textbook(algorithm) => PublishedCount::find(game.published_counts, algorithm),
            ComparedAlgorithm::Search { .. } => None,
        }
    }

    /// Reads an algorithm of the textbook, `search` or `search depth=4`. `depth` stands for a depth that is left out.
    fn parse(text: &str, depth: Option<u32>) -> Result<ComparedAlgorithm, String> {
        let Some(parameters) = text.strip_prefix(SEARCH) else {
            let algorithm = TextbookAlgorithm::parse(text, depth).map(ComparedAlgorithm::Textbook);
            return algorithm.map_err(|error| match error {
                AlgorithmError::Name(names) => format!("{names}, {SEARCH}"),
                AlgorithmError::Parameter(text) => text,
            });
        };
        let given = parameters.trim().strip_prefix("depth=");
        let depth = if parameters.is_empty() { depth } else { given.and_then(|it| it.parse().ok()) };
        let depth = depth.filter(|depth| (1..=MAX_TEXTBOOK_DEPTH).contains(depth));
        depth.map(|depth| ComparedAlgorithm::Search { depth }).ok_or_else(|| {
            let found = excerpt(parameters.trim());
            format!("{SEARCH}: found '{found}', expected depth=NUMBER from 1 to {MAX_TEXTBOOK_DEPTH}")
        })
    }
}

/// The name of the search that plays.
const SEARCH: &str = "search";

/// The text that is read.
impl fmt::Display for ComparedAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComparedAlgorithm::Textbook(algorithm) => algorithm.fmt(f),
            ComparedAlgorithm::Search { depth } => write!(f, "{SEARCH} depth={depth}"),
        }
    }
}

/// An algorithm as the user has named it; its depth may be missing.
#[derive(Clone, Debug)]
pub struct AlgorithmSpec {
    text: String,
}

/// What is compared by default.
const DEFAULT: [&str; 6] = ["minimax", "alpha-beta", "killers", "history", "search", "least-tree"];

impl AlgorithmSpec {
    /// Reads `texts`; the default algorithms if there are none.
    ///
    /// # Errors
    /// A text is not an algorithm, for another reason than a missing depth.
    pub fn read(texts: &[String]) -> anyhow::Result<Vec<AlgorithmSpec>> {
        let read = |text: &str| {
            let spec = AlgorithmSpec { text: text.split_whitespace().collect::<Vec<_>>().join(" ") };
            spec.at(1).or_else(|_| spec.at(MAX_TEXTBOOK_DEPTH)).map(|_| spec)
        };
        if texts.is_empty() {
            DEFAULT.into_iter().map(read).collect()
        } else {
            texts.iter().map(|text| read(text)).collect()
        }
    }

    /// As the user has written it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The algorithm, if its text has a depth.
    pub fn with_own_depth(&self) -> Option<ComparedAlgorithm> {
        ComparedAlgorithm::parse(&self.text, None).ok()
    }

    /// The algorithm; `depth` stands for the depth if the text has none.
    ///
    /// # Errors
    /// The depth does not go with the other parameters.
    pub fn at(&self, depth: u32) -> anyhow::Result<ComparedAlgorithm> {
        let found = self.with_own_depth().map_or_else(|| ComparedAlgorithm::parse(&self.text, Some(depth)), Ok);
        found.map_err(|error| anyhow!("--algorithm: {error}"))
    }
}
