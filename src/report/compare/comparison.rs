//! What is compared: algorithms at depths, as people write them; the text and the chart of the counts.

use super::algorithms::{AlgorithmSpec, ComparedAlgorithm};
use crate::any_position::AnyPosition;
use crate::drawing::node_chart::{NodeChart, NodeChartLine};
use crate::game::Game;
use crate::games::GameInfo;
use crate::notation::{Notation, excerpt};
use crate::textbook::MAX_TEXTBOOK_DEPTH;
use anyhow::{anyhow, ensure};

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
        let line = |spec: &AlgorithmSpec| NodeChartLine { name: spec.text().to_owned(), ..NodeChartLine::default() };
        let title = format!("{}: nodes by depth", self.game.name);
        NodeChart { title, subtitle, unit, lines: self.specs.iter().map(line).collect() }
    }
}

/// The picture of a chart.
///
/// # Errors
/// It has no points.
pub fn chart_picture(chart: NodeChart) -> anyhow::Result<String> {
    chart.svg().ok_or_else(|| {
        anyhow!("--svg: no algorithm has ended before the limit of --nodes, so there is nothing to draw")
    })
}

/// Adds a point to the line of an algorithm; `nodes` is `None` if it was stopped.
pub fn add_to_chart(
    line: &mut NodeChartLine,
    algorithm: &ComparedAlgorithm,
    nodes: Option<f64>,
    published: Option<u64>,
) {
    let depth = algorithm.depth().into();
    line.is_bound = algorithm.is_bound();
    line.points.extend(nodes.map(|nodes| (depth, nodes)));
    line.published.extend(published.map(|nodes| (depth, nodes as f64)));
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
