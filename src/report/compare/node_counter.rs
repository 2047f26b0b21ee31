//! Runs the algorithms on positions, counts their nodes, and shows the counts as text and JSON, and the values that they find as
//! people read them.

use super::comparison::{AlgorithmSpec, ComparedAlgorithm, Comparison, add_to_chart};
use crate::any_position::AnyPosition;
use crate::drawing::node_chart::NodeChart;
use crate::eval::pawn_unit::{pawns_text, to_hundredths};
use crate::game::{Game, GameLine, WorkLimit};
use crate::games::{AnyEvaluation, AnySearch, GameInfo};
use crate::notation::{MoveStyle, Notation};
use crate::search::{Score, SearchLimits, ShownScore};
use crate::system::Instant;
use crate::textbook::{Fraction, History, TextbookAlgorithm, TextbookCounts, TextbookStop, WIN, end_text};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::cell::RefCell;
use std::fmt;
use std::iter::once;
use std::path::Path;

/// Runs the algorithms on positions of one game. Compiled once, it serves every game.
pub struct NodeCounter {
    knowledge: AnyEvaluation,
    search: RefCell<AnySearch>,
}

/// The result of one algorithm on one position.
pub struct NodeCount {
    /// The algorithm with its depth.
    pub algorithm: ComparedAlgorithm,
    /// The size of the tree. Of the search only the nodes are known.
    pub counts: TextbookCounts,
    /// The value for the side to move, or why there is none.
    pub value: Result<ComparedValue, TextbookStop>,
    /// The best move.
    pub best: Option<String>,
    /// Seconds.
    pub time: f64,
}

impl NodeCounter {
    /// A counter for positions of a game like `position`, with the evaluation in a file; without a path, the embedded one.
    ///
    /// # Errors
    /// The evaluation cannot be read, or there is too little memory for the transposition table.
    pub fn new(
        game: &'static GameInfo,
        position: &AnyPosition,
        evaluation: Option<&Path>,
    ) -> anyhow::Result<NodeCounter> {
        let knowledge = game.knowledge(position, evaluation)?;
        Ok(NodeCounter { knowledge: knowledge.evaluation(), search: RefCell::new(AnySearch::new(knowledge, 16)?) })
    }

    /// Runs an algorithm within a limit of nodes. The history values are used and changed by algorithms that have any.
    pub fn count(
        &self,
        position: &AnyPosition,
        algorithm: ComparedAlgorithm,
        history: &mut History,
        limit: &WorkLimit,
    ) -> NodeCount {
        match algorithm {
            ComparedAlgorithm::Textbook(textbook) => self.textbook(position, textbook, history, limit),
            ComparedAlgorithm::Search { depth } => self.search(position, depth, limit),
        }
    }

    fn textbook(
        &self,
        position: &AnyPosition,
        algorithm: TextbookAlgorithm,
        history: &mut History,
        limit: &WorkLimit,
    ) -> NodeCount {
        let knowledge = self.knowledge.knowledge();
        let pawn_value = self.knowledge.pawn_value;
        let began = Instant::now();
        let found = algorithm.for_pawn_value(pawn_value).run_with_history(position, knowledge, *limit, history);
        let time = began.elapsed().as_secs_f64();
        let value = |value| {
            if position.has_payoffs() {
                ComparedValue::Payoff(value)
            } else {
                ComparedValue::of_evaluation(value, pawn_value)
            }
        };
        NodeCount {
            algorithm: ComparedAlgorithm::Textbook(algorithm),
            counts: found.counts,
            value: found.value.map(value),
            best: found.best.map(|mv| position.show_move(mv, MoveStyle::Long)),
            time,
        }
    }

    /// Counts the nodes of the engine's search, over all iterations, with an empty transposition table.
    fn search(&self, position: &AnyPosition, depth: u32, limit: &WorkLimit) -> NodeCount {
        let nodes = (limit.positions < u64::MAX).then_some(limit.positions);
        let limits = SearchLimits { depth: Some(depth as i32), nodes, ..SearchLimits::default() };
        let began = Instant::now();
        let mut search = self.search.borrow_mut();
        search.clear();
        let found = search.search(&GameLine::new(position.clone()), limits);
        let pawn_value = self.knowledge.pawn_value;
        let value = ComparedValue::of_score(ShownScore::of(position, found.score, pawn_value));
        let stopped = nodes.filter(|&nodes| nodes <= found.nodes).map(TextbookStop::Nodes);
        let stopped = stopped.or_else(|| (limit.stop)().then_some(TextbookStop::Interrupted));
        NodeCount {
            algorithm: ComparedAlgorithm::Search { depth },
            counts: TextbookCounts { nodes: found.nodes, ..TextbookCounts::default() },
            value: stopped.map_or(Ok(value), Err),
            best: found.pv.first().map(|&mv| position.show_move(mv, MoveStyle::Long)),
            time: began.elapsed().as_secs_f64(),
        }
    }
}

/// A value for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ComparedValue {
    /// A payoff, or a mean of payoffs.
    Payoff(Fraction),
    /// Hundredths of a pawn or man; a win in `n` plies is [`WIN`]` - n`, in means, too.
    Hundredths(f64),
}

impl ComparedValue {
    /// From a score of the search.
    pub fn of_score(score: ShownScore) -> ComparedValue {
        let hundredths = match score {
            ShownScore::Payoff(payoff) => return ComparedValue::Payoff(payoff.into()),
            ShownScore::WinIn(plies) => WIN - plies,
            ShownScore::LossIn(plies) => plies - WIN,
            other => other.hundredths(),
        };
        ComparedValue::Hundredths(hundredths.into())
    }

    /// From a value of the textbook that is no payoff, where a pawn or man is worth `pawn_value`.
    pub fn of_evaluation(value: Fraction, pawn_value: i32) -> ComparedValue {
        let most = f64::from(Score::MAX_ESTIMATE.value());
        let number = value.to_f64();
        ComparedValue::Hundredths(if number.abs() > most {
            number
        } else if value.whole().is_some() {
            to_hundredths(number as i32, pawn_value).into()
        } else {
            100.0 * number / f64::from(pawn_value)
        })
    }
}

impl fmt::Display for ComparedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ComparedValue::Payoff(payoff) => payoff.fmt(f),
            ComparedValue::Hundredths(value) => {
                let rounded = value.round() as i32;
                let end = end_text(rounded).filter(|_| value.fract() == 0.0);
                f.write_str(&end.unwrap_or_else(|| pawns_text(rounded)))
            }
        }
    }
}

/// Whole values are written as integers.
impl Serialize for ComparedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = match *self {
            ComparedValue::Payoff(payoff) => payoff.to_f64(),
            ComparedValue::Hundredths(value) => value,
        };
        if number.fract() == 0.0 { serializer.serialize_i64(number as i64) } else { serializer.serialize_f64(number) }
    }
}

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
            shown(self.published),
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
        comparison: &Comparison,
        counter: &NodeCounter,
        position: &AnyPosition,
        depth: u32,
        limit: &WorkLimit,
    ) -> anyhow::Result<PositionCounts> {
        let game = comparison.game;
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
            algorithms: comparison.specs.iter().map(count).collect::<Result<_, _>>()?,
        })
    }

    /// Adds the counts to a chart of these algorithms.
    pub fn add_to(&self, chart: &mut NodeChart) {
        add_to_chart(chart, self.algorithms.iter().map(|it| (&it.count.algorithm, it.nodes(), it.published)));
    }

    /// A table with a line for each algorithm, and published counts beside it.
    pub fn text(&self) -> String {
        let has_published = self.algorithms.iter().any(|it| it.published.is_some());
        let columns = if has_published { &COLUMNS[..] } else { &COLUMNS[..COLUMNS.len() - 1] };
        let lines = self.algorithms.iter().map(|it| (&*it.name, it.cells(&self.algorithms[0]).into()));
        count_table(self.depth, columns, lines)
    }
}

/// The columns of the table after the name of the algorithm. The last one is left out if no count was published.
const COLUMNS: [&str; 9] = ["nodes", "factor", "leaves", "cutoffs", "tried", "value", "move", "seconds", "published"];

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

/// The counts at one depth: a line for each algorithm with what stands below the columns. The first column is aligned to the left, the
/// others to the right.
pub fn count_table<'a>(
    depth: u32,
    columns: &[&str],
    algorithms: impl Iterator<Item = (&'a str, Vec<String>)>,
) -> String {
    let heading = format!("depth {depth}");
    let heading = once(&*heading).chain(columns.iter().copied()).map(str::to_owned).collect();
    let line = |(name, cells): (&str, Vec<String>)| [vec![format!("  {name}")], cells].concat();
    let lines: Vec<Vec<String>> = once(heading).chain(algorithms.map(line)).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=columns.len()).map(width).collect();
    let shown_line = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") }
        });
        cells.collect::<String>() + "\n"
    };
    lines.iter().map(shown_line).collect()
}

/// What stands in a cell whose content is not known.
pub fn shown(cell: Option<impl ToString>) -> String {
    cell.map_or("-".to_owned(), |it| it.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_hundredths_of_a_pawn() {
        let shown = |value| ComparedValue::of_evaluation(value, 164);
        assert_eq!(shown(Fraction::from(18)).to_string(), "+0.11");
        assert_eq!(shown(Fraction::from(-164)).to_string(), "-1.00");
        assert_eq!(shown(Fraction::new(-41, 2)), ComparedValue::Hundredths(-12.5));
        assert_eq!(shown(Fraction::from(WIN - 3)).to_string(), "win 3");
        assert_eq!(shown(Fraction::from(4 - WIN)).to_string(), "loss 4");
        assert_eq!(shown(Fraction::new(i128::from(WIN), 2)).to_string(), "+5000.00");
        let score = |score| ComparedValue::of_score(ShownScore::of_score(score, 164)).to_string();
        assert_eq!(score(Score::estimate(18)), "+0.11");
        assert_eq!(score(Score::win_in(3)), "win 3");
        assert_eq!(score(Score::loss_in(4)), "loss 4");
        assert_eq!(ComparedValue::of_score(ShownScore::Payoff(-7)).to_string(), "-7");
        let payoff = ComparedValue::Payoff(Fraction::new(15, 2));
        assert_eq!(payoff.to_string(), "15/2");
        let json = |value| serde_json::to_string(&value).unwrap();
        assert_eq!(json(payoff), "7.5");
        assert_eq!(json(shown(Fraction::from(18))), "11");
    }
}
