//! What is compared: algorithms (those of the textbook and the search) at depths, as people write them; the text and the chart of
//! the counts.

use crate::any_position::AnyPosition;
use crate::drawing::chart::ChartLine;
use crate::drawing::node_chart::NodeChart;
use crate::game::Game;
use crate::games::GameInfo;
use crate::notation::{Notation, excerpt};
use crate::textbook::{AlgorithmError, MAX_TEXTBOOK_DEPTH, PublishedCount, TextbookAlgorithm, TextbookMethod};
use anyhow::{anyhow, ensure};
use std::fmt;

/// Algorithms, each to be run at some depths.
pub struct Comparison {
    /// The game.
    pub game: &'static GameInfo,
    /// The algorithms.
    pub specs: Vec<AlgorithmSpec>,
    /// The depths of the rows.
    pub depths: Vec<u32>,
}

impl Comparison {
    /// Reads algorithms and depths; without any, the usual ones of the game. If all algorithms have a depth of their own, there is
    /// one row.
    ///
    /// # Errors
    /// A text is no algorithm or no depth, or a depth does not go with an algorithm.
    pub fn read(game: &'static GameInfo, algorithms: &[String], depths: &[String]) -> anyhow::Result<Comparison> {
        let specs = AlgorithmSpec::read(algorithms)?;
        let depths = read_depths(game, &specs, depths)?;
        for &depth in &depths {
            specs.iter().try_for_each(|spec| spec.at(depth).map(drop))?;
        }
        Ok(Comparison { game, specs, depths })
    }

    /// The text of a position on which nodes are to be counted.
    ///
    /// # Errors
    /// The game is over there.
    pub fn subject(position: &AnyPosition) -> anyhow::Result<String> {
        ensure!(position.outcome().is_none(), "the position: the game is over, expected one that goes on");
        Ok(position.show())
    }

    /// The first line of the text: what is counted where.
    pub fn head(&self, what: &str) -> String {
        format!("{}: {what}\n", self.game.about)
    }

    /// A chart without points.
    pub fn chart(&self, subtitle: String, unit: &'static str) -> NodeChart {
        let line = |spec: &AlgorithmSpec| ChartLine { name: spec.text().to_owned(), ..ChartLine::default() };
        let title = format!("{}: nodes by depth", self.game.name);
        NodeChart { title, subtitle, unit, lines: self.specs.iter().map(line).collect() }
    }
}

/// Adds a point to the line of each algorithm: its nodes, which are `None` if it was stopped, and those in the literature.
pub fn add_to_chart<'a>(
    chart: &mut NodeChart,
    counts: impl Iterator<Item = (&'a ComparedAlgorithm, Option<f64>, Option<u64>)>,
) {
    for (line, (algorithm, nodes, published)) in chart.lines.iter_mut().zip(counts) {
        let depth = algorithm.depth().into();
        line.is_filled = algorithm.is_bound();
        line.points.extend(nodes.map(|nodes| (depth, nodes)));
        line.open_points.extend(published.map(|nodes| (depth, nodes as f64)));
    }
}

fn read_depths(game: &GameInfo, specs: &[AlgorithmSpec], depths: &[String]) -> anyhow::Result<Vec<u32>> {
    let own: Option<Vec<_>> = specs.iter().map(AlgorithmSpec::with_own_depth).collect();
    if depths.is_empty() {
        let deepest = own.and_then(|own| own.iter().map(ComparedAlgorithm::depth).max());
        return Ok(deepest.map_or(game.compare_depths.to_vec(), |depth| vec![depth]));
    }
    ensure!(own.is_none(), "--depth: every algorithm has a depth of its own, expected one without");
    depths.iter().map(|word| parse_depth(word)).collect()
}

/// Parses a depth.
fn parse_depth(word: &str) -> anyhow::Result<u32> {
    const MAX: u32 = MAX_TEXTBOOK_DEPTH;
    let depth = word.parse().unwrap_or(0);
    let found = excerpt(word);
    ensure!((1..=MAX).contains(&depth), "--depth: found '{found}', expected plies from 1 to {MAX}, as in 2,4,6");
    Ok(depth)
}

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
