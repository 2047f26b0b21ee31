//! The node counts on one position at one depth, as text and JSON.

use super::algorithms::AlgorithmSpec;
use super::comparison::add_to_chart;
use super::count_table::{CountLine, count_table, shown};
use super::node_counter::{NodeCount, NodeCounter};
use crate::any_position::AnyPosition;
use crate::drawing::node_chart::NodeChart;
use crate::game::WorkLimit;
use crate::games::GameInfo;
use crate::notation::Notation;
use crate::textbook::History;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// The version of the JSON objects, on one position and on games.
pub const VERSION: u32 = 4;

/// The node counts of all algorithms on one position at one depth.
#[derive(Serialize)]
pub struct PositionCounts {
    version: u32,
    game: &'static str,
    position: String,
    depth: u32,
    /// The counts, one an algorithm.
    pub algorithms: Vec<AlgorithmCount>,
}

/// The count of one algorithm.
pub struct AlgorithmCount {
    /// The algorithm as the user has written it.
    pub name: String,
    /// The count.
    pub count: NodeCount,
    /// The count in the literature.
    pub published: Option<u64>,
}

impl AlgorithmCount {
    /// The number of nodes; `None` if the algorithm was stopped.
    pub fn nodes(&self) -> Option<f64> {
        self.count.value.is_ok().then_some(self.count.counts.nodes as f64)
    }

    /// The cells of its line. `first` is the algorithm with which it is compared.
    fn cells(&self, first: &AlgorithmCount) -> [String; COLUMNS.len()] {
        let NodeCount { counts, .. } = self.count;
        // The search does not count these.
        let is_counted = counts.leaves > 0;
        let factor = first.nodes().zip(self.nodes()).map(|(first, own)| format!("{:.1}", first / own));
        let children = counts.children_per_cutoff().map(|it| format!("{it:.2}"));
        let value = self.count.value.as_ref().map_or("stopped".to_owned(), |value| value.to_string());
        [
            counts.nodes.to_string(),
            shown(factor),
            shown(is_counted.then_some(counts.leaves)),
            shown(is_counted.then_some(counts.cutoffs)),
            shown(children),
            value,
            shown(self.count.best.as_ref()),
            format!("{:.3}", self.count.time),
        ]
    }
}

impl PositionCounts {
    /// Runs all algorithms. Those without a depth of their own search to `depth`. Published counts stand beside them if the
    /// position is the start position of the game.
    ///
    /// # Errors
    /// The depth does not go with an algorithm.
    pub fn count(
        game: &'static GameInfo,
        counter: &NodeCounter,
        position: &AnyPosition,
        specs: &[AlgorithmSpec],
        depth: u32,
        limit: &WorkLimit,
    ) -> anyhow::Result<PositionCounts> {
        let is_start = *position == game.start();
        let count = |spec: &AlgorithmSpec| {
            let algorithm = spec.at(depth)?;
            anyhow::Ok(AlgorithmCount {
                name: spec.text().to_owned(),
                count: counter.count(position, algorithm, &mut History::default(), limit),
                published: is_start.then(|| algorithm.published(game)).flatten(),
            })
        };
        Ok(PositionCounts {
            version: VERSION,
            game: game.name,
            position: position.show(),
            depth,
            algorithms: specs.iter().map(count).collect::<Result<_, _>>()?,
        })
    }

    /// Adds the counts to a chart of these algorithms.
    pub fn add_to(&self, chart: &mut NodeChart) {
        for (line, it) in chart.lines.iter_mut().zip(&self.algorithms) {
            add_to_chart(line, &it.count.algorithm, it.nodes(), it.published);
        }
    }

    /// A table with a line for each algorithm, and published counts beside it.
    pub fn text(&self) -> String {
        let lines = self.algorithms.iter().map(|it| CountLine {
            name: it.name.clone(),
            cells: it.cells(&self.algorithms[0]).into(),
            published: it.published,
        });
        count_table(self.depth, &COLUMNS, &lines.collect::<Vec<_>>())
    }
}

/// The columns of the table after the name of the algorithm.
const COLUMNS: [&str; 8] = ["nodes", "factor", "leaves", "cutoffs", "tried", "value", "move", "seconds"];

/// Without what is not known.
impl Serialize for AlgorithmCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("AlgorithmCount", 9)?;
        let NodeCount { counts, .. } = self.count;
        object.serialize_field("algorithm", &self.count.algorithm.to_string())?;
        object.serialize_field("nodes", &counts.nodes)?;
        if counts.leaves > 0 {
            object.serialize_field("leaves", &counts.leaves)?;
            object.serialize_field("cutoffs", &counts.cutoffs)?;
            object.serialize_field("children_per_cutoff", &counts.children_per_cutoff())?;
        }
        match &self.count.value {
            Ok(value) => object.serialize_field("value", value)?,
            Err(stop) => object.serialize_field("stopped", &stop.to_string())?,
        }
        object.serialize_field("best", &self.count.best)?;
        object.serialize_field("time", &self.count.time)?;
        if let Some(published) = self.published {
            object.serialize_field("published", &published)?;
        }
        object.end()
    }
}
