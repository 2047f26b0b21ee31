//! The mean node counts over the positions of recorded games at one depth, as text and JSON.

use super::comparison::{AlgorithmSpec, ComparedAlgorithm, Comparison, add_to_chart};
use super::node_counter::{NodeCount, NodeCounter, VERSION, count_table, shown};
use super::recorded_games::RecordedGames;
use crate::drawing::node_chart::NodeChart;
use crate::game::WorkLimit;
use crate::textbook::{History, TextbookCounts};
use indicatif::ProgressBar;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// What is counted on the positions of games.
pub struct GameCounting<'a> {
    /// The game that was played, and the algorithms.
    pub comparison: &'a Comparison,
    /// Counts on one position.
    pub counter: &'a NodeCounter,
    /// The limit of an algorithm on one position.
    pub limit: WorkLimit<'a>,
    /// The games.
    pub games: &'a RecordedGames,
    /// The number of positions to count, at equal distances; all if there are not as many.
    pub sample: u64,
    /// Whether the values of the history heuristic live on from move to move of a game.
    pub keep_history: bool,
}

/// The mean node counts of all algorithms at one depth.
#[derive(Serialize)]
pub struct GameMeans {
    version: u32,
    game: &'static str,
    games: usize,
    /// The number of positions that were counted; less than [`of`](Self::of) if `interrupted`.
    positions: u64,
    depth: u32,
    /// The means, one an algorithm.
    pub algorithms: Vec<AlgorithmMeans>,
    /// Whether Ctrl-C came before all positions were counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The number of positions to count.
    #[serde(skip)]
    of: u64,
}

/// The counts of one algorithm on all positions together.
pub struct AlgorithmMeans {
    /// The algorithm as the user has written it.
    pub name: String,
    /// The algorithm with its depth.
    pub algorithm: ComparedAlgorithm,
    sums: TextbookCounts,
    positions: u64,
    stopped: u64,
    time: f64,
}

impl GameCounting<'_> {
    /// The number of positions that are counted.
    pub fn positions(&self) -> u64 {
        self.games.positions().min(self.sample)
    }

    /// Runs all algorithms on all positions until the limit says stop. Those without a depth of their own search to `depth`. `bar`
    /// counts the positions.
    ///
    /// # Errors
    /// The depth does not go with an algorithm.
    pub fn count(&self, depth: u32, bar: &ProgressBar) -> anyhow::Result<GameMeans> {
        let means = |spec| AlgorithmMeans::new(spec, depth);
        let algorithms = self.comparison.specs.iter().map(means).collect::<Result<Vec<_>, _>>()?;
        let mut means = GameMeans {
            version: VERSION,
            game: self.comparison.game.name,
            games: self.games.games.len(),
            positions: 0,
            depth,
            algorithms,
            interrupted: false,
            of: self.positions(),
        };
        let mut chosen = chosen(self.games.positions(), self.sample);
        for game in &self.games.games {
            let mut histories = vec![History::default(); self.comparison.specs.len()];
            for position in game.positions() {
                if !chosen.next().unwrap_or(false) {
                    continue;
                }
                if !self.keep_history {
                    histories.fill(History::default());
                }
                let counts = means.algorithms.iter().zip(&mut histories);
                let count = |(it, history): (&AlgorithmMeans, _)| {
                    self.counter.count(&position, it.algorithm, history, &self.limit)
                };
                let counts: Vec<NodeCount> = counts.map(count).collect();
                if (self.limit.stop)() {
                    means.interrupted = true;
                    return Ok(means);
                }
                means.positions += 1;
                means.algorithms.iter_mut().zip(&counts).for_each(|(means, count)| means.add(count));
                bar.inc(1);
            }
        }
        Ok(means)
    }
}

/// For each of `all` things in a row, whether it is one of `sample` at equal distances.
fn chosen(all: u64, sample: u64) -> impl Iterator<Item = bool> {
    let sample = u128::from(sample.min(all));
    let before = move |index: u64| u128::from(index) * sample / u128::from(all);
    (0..all).map(move |index| before(index + 1) > before(index))
}

impl GameMeans {
    /// Adds the means to a chart of these algorithms.
    pub fn add_to(&self, chart: &mut NodeChart) {
        add_to_chart(chart, self.algorithms.iter().map(|it| (&it.algorithm, it.nodes(), None)));
    }

    /// A table with a line for each algorithm.
    pub fn text(&self) -> String {
        let lines = self.algorithms.iter().map(|it| (&*it.name, it.cells(&self.algorithms[0]).into()));
        let table = count_table(self.depth, &COLUMNS, lines);
        if self.interrupted {
            let GameMeans { positions, of, .. } = self;
            return format!("{table}  interrupted: these are the first {positions} of {of} positions\n");
        }
        table
    }
}

/// The columns of the table after the name of the algorithm.
const COLUMNS: [&str; 7] = ["nodes", "factor", "leaves", "cutoffs", "tried", "stopped", "seconds"];

impl AlgorithmMeans {
    fn new(spec: &AlgorithmSpec, depth: u32) -> anyhow::Result<AlgorithmMeans> {
        let algorithm = spec.at(depth)?;
        Ok(AlgorithmMeans {
            name: spec.text().to_owned(),
            algorithm,
            sums: TextbookCounts::default(),
            positions: 0,
            stopped: 0,
            time: 0.0,
        })
    }

    fn add(&mut self, count: &NodeCount) {
        self.sums += count.counts;
        self.positions += 1;
        self.stopped += u64::from(count.value.is_err());
        self.time += count.time;
    }

    /// The mean number of nodes; `None` if no position was counted, or if the algorithm was stopped on some of them.
    pub fn nodes(&self) -> Option<f64> {
        if self.stopped == 0 { self.mean(self.sums.nodes) } else { None }
    }

    fn mean(&self, sum: u64) -> Option<f64> {
        (self.positions > 0).then(|| sum as f64 / self.positions as f64)
    }

    /// The cells of its line. `first` is the algorithm with which it is compared.
    fn cells(&self, first: &AlgorithmMeans) -> [String; COLUMNS.len()] {
        let sums = self.sums;
        let mean = |sum| shown(self.mean(sum).map(|it| format!("{it:.1}")));
        // The search does not count these.
        let of_textbook = |sum| if sums.leaves > 0 { mean(sum) } else { shown(None::<u64>) };
        let factor = first.nodes().zip(self.nodes()).map(|(first, own)| format!("{:.1}", first / own));
        let children = sums.children_per_cutoff().map(|it| format!("{it:.2}"));
        [
            mean(sums.nodes),
            shown(factor),
            of_textbook(sums.leaves),
            of_textbook(sums.cutoffs),
            shown(children),
            self.stopped.to_string(),
            format!("{:.3}", self.time),
        ]
    }
}

/// Without what is not known.
impl Serialize for AlgorithmMeans {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("AlgorithmMeans", 7)?;
        object.serialize_field("algorithm", &self.algorithm.to_string())?;
        object.serialize_field("nodes", &self.mean(self.sums.nodes))?;
        if self.sums.leaves > 0 {
            object.serialize_field("leaves", &self.mean(self.sums.leaves))?;
            object.serialize_field("cutoffs", &self.mean(self.sums.cutoffs))?;
            object.serialize_field("children_per_cutoff", &self.sums.children_per_cutoff())?;
        }
        object.serialize_field("stopped", &self.stopped)?;
        object.serialize_field("time", &self.time)?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_evenly() {
        let places = |all, sample| {
            let places = (0..all).zip(chosen(all, sample)).filter(|&(_, is_chosen)| is_chosen);
            places.map(|(place, _)| place).collect::<Vec<_>>()
        };
        assert_eq!(places(10, 3), [3, 6, 9]);
        assert_eq!(places(4, 4), [0, 1, 2, 3]);
        assert_eq!(places(3, u64::MAX), [0, 1, 2]);
        assert_eq!(places(0, 5), [0; 0]);
        for all in 1..60 {
            for sample in 1..=all {
                let places = places(all, sample);
                assert_eq!(places.len() as u64, sample);
                assert!(places.windows(2).all(|it| (it[1] - it[0]).abs_diff(all / sample) <= 1));
            }
        }
    }
}
