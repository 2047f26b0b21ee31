//! The node counts at one depth, as text and JSON.

use super::algorithms::AlgorithmSpec;
use super::root::{ComparisonRoot, NodeCount};
use super::thesis::{ThesisCounts, thesis_counts};
use crate::games::{GameEntry, GameInfo};
use crate::notation::Notation;
use anyhow::anyhow;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// The version of the JSON object.
const VERSION: u32 = 2;

/// The node counts of all algorithms at one depth.
#[derive(Serialize)]
pub struct ComparisonRow {
    version: u32,
    game: &'static str,
    position: String,
    depth: u32,
    algorithms: Vec<NodeCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thesis: Option<&'static ThesisCounts>,
    /// The algorithms as the user has written them.
    #[serde(skip)]
    names: Vec<String>,
}

impl ComparisonRow {
    /// Runs all algorithms. Those without a depth of their own search to `depth`.
    ///
    /// # Errors
    /// The depth does not go with an algorithm, or there is too little memory for the transposition table.
    pub fn count<K: GameEntry>(
        game: &'static GameInfo,
        root: &ComparisonRoot<K>,
        specs: &[AlgorithmSpec],
        depth: u32,
    ) -> anyhow::Result<ComparisonRow> {
        let count = |spec: &AlgorithmSpec| {
            let algorithm = spec
                .at(depth)
                .map_err(|error| anyhow!("--algorithm: {error}"));
            root.count(algorithm?)
        };
        Ok(ComparisonRow {
            version: VERSION,
            game: game.name,
            position: root.position.show(),
            depth,
            algorithms: specs.iter().map(count).collect::<Result<_, _>>()?,
            thesis: thesis_counts::<K>(game, &root.position, depth),
            names: specs.iter().map(|spec| spec.text().to_owned()).collect(),
        })
    }

    /// A table with a line for each algorithm, and the counts of the thesis beside it.
    pub fn text(&self) -> String {
        let mut heading = vec![format!("depth {}", self.depth)];
        heading.extend(COLUMNS.map(str::to_owned));
        heading.extend(self.thesis.map(|_| "thesis".to_owned()));
        let lines = self
            .names
            .iter()
            .zip(&self.algorithms)
            .map(|(name, count)| {
                let mut line = vec![format!("  {name}")];
                line.extend(self.cells(count));
                line.extend(
                    self.thesis
                        .map(|thesis| shown(thesis.nodes(&count.algorithm))),
                );
                line
            });
        table(&[vec![heading], lines.collect()].concat())
    }

    fn cells(&self, count: &NodeCount) -> [String; COLUMNS.len()] {
        let counts = count.counts;
        // The search does not count these.
        let is_counted = counts.leaves > 0;
        let factor = self.algorithms[0].counts.nodes as f64 / counts.nodes as f64;
        let children = counts.children_per_cutoff().map(|it| format!("{it:.2}"));
        let value = match &count.value {
            Ok(value) => value.to_string(),
            Err(_) => "stopped".to_owned(),
        };
        [
            counts.nodes.to_string(),
            format!("{factor:.1}"),
            shown(is_counted.then_some(counts.leaves)),
            shown(is_counted.then_some(counts.cutoffs)),
            shown(children),
            value,
            shown(count.best.as_ref()),
            format!("{:.3}", count.time),
        ]
    }
}

/// The columns of the table after the name of the algorithm.
const COLUMNS: [&str; 8] = [
    "nodes", "factor", "leaves", "cutoffs", "tried", "value", "move", "seconds",
];

fn shown(cell: Option<impl ToString>) -> String {
    cell.map_or("-".to_owned(), |it| it.to_string())
}

/// Lines of cells: the first column is aligned to the left, the others to the right.
fn table(lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let shown_line = |line: &Vec<String>| {
        let cells = line.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            if column == 0 {
                format!("{cell:<width$}")
            } else {
                format!("  {cell:>width$}")
            }
        });
        cells.collect::<String>() + "\n"
    };
    lines.iter().map(shown_line).collect()
}

/// Without what is not known.
impl Serialize for NodeCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("NodeCount", 9)?;
        let counts = self.counts;
        object.serialize_field("algorithm", &self.algorithm.to_string())?;
        object.serialize_field("nodes", &counts.nodes)?;
        if counts.leaves > 0 {
            object.serialize_field("leaves", &counts.leaves)?;
            object.serialize_field("cutoffs", &counts.cutoffs)?;
            object.serialize_field("children_per_cutoff", &counts.children_per_cutoff())?;
        }
        match &self.value {
            Ok(value) => match value.whole() {
                Some(whole) => object.serialize_field("value", &(whole as i64))?,
                None => object.serialize_field("value", &value.to_f64())?,
            },
            Err(reason) => object.serialize_field("stopped", reason)?,
        }
        object.serialize_field("best", &self.best)?;
        object.serialize_field("time", &self.time)?;
        object.end()
    }
}
