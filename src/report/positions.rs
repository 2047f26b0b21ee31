//! The analysis of many positions, one in each line of the input.

use super::analyser::Analyser;
use super::analysis::Analysis;
use super::failures::Failures;
use super::game_end::GameEnd;
use super::position_lines::{NumberedLine, PositionLines};
use super::position_output::PositionResult;
use super::settings::{AnalysisSettings, OutputFormat};
use super::suite::{SuiteTotals, TestPosition, TestResult};
use crate::any_position::AnyPosition;
use crate::game::GameLine;
use crate::notation::epd::Epd;
use crate::system::pipeline;
use std::io::{self, Read, Write};

/// The results of a run.
#[derive(Clone, Debug)]
pub struct PositionsSummary {
    /// Lines that could not be read.
    pub failures: Failures,
    /// The sums over all test positions.
    pub totals: SuiteTotals,
}

/// A line of the output, the result of a test position, and the error that the line reports.
struct OutputRow {
    text: String,
    test: Option<TestResult>,
    error: Option<String>,
}

/// Analyses the remaining lines of `input` and writes one line of output for each, in their order. Calls `progress` with
/// the number of lines written.
pub fn run(
    settings: &AnalysisSettings,
    input: PositionLines<impl Read + Send>,
    output: &mut dyn Write,
    progress: &mut dyn FnMut(usize),
) -> anyhow::Result<PositionsSummary> {
    let workers = (0..settings.jobs).map(|_| PositionWorker::new(settings)).collect::<anyhow::Result<Vec<_>>>()?;
    let workers = workers.into_iter().map(|mut worker| move |lines: io::Result<Vec<NumberedLine>>| worker.rows(lines));
    let mut summary = PositionsSummary { failures: Failures::new("line"), totals: SuiteTotals::default() };
    pipeline::run_in_order(input, workers.collect(), |rows: io::Result<Vec<OutputRow>>| {
        let rows = rows?;
        for row in &rows {
            writeln!(output, "{}", row.text)?;
            let error = row.error.iter();
            error.for_each(|error| summary.failures.add(error));
            row.test.iter().for_each(|verdict| summary.totals.add(verdict));
        }
        output.flush()?;
        progress(rows.len());
        Ok::<(), io::Error>(())
    })?;
    Ok(summary)
}

/// Analyses the position at the end of a line, and writes it in the form of a line of [`run`].
pub fn run_one(settings: &AnalysisSettings, line: GameLine<AnyPosition>, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut worker = PositionWorker::new(settings)?;
    worker.analyser.player.set_line(line);
    let outcome = PositionResult { number: 1, id: None, test: None, result: Ok(worker.analyser.analyse()) };
    writeln!(output, "{}", worker.text(&outcome)?)?;
    Ok(())
}

/// Analyses one line after another.
struct PositionWorker {
    analyser: Analyser,
    game: String,
    format: OutputFormat,
}

impl PositionWorker {
    fn new(settings: &AnalysisSettings) -> anyhow::Result<PositionWorker> {
        Ok(PositionWorker { analyser: Analyser::new(settings)?, game: settings.game.clone(), format: settings.format })
    }

    fn rows(&mut self, lines: io::Result<Vec<NumberedLine>>) -> io::Result<Vec<OutputRow>> {
        lines?.iter().map(|(number, line)| self.row(*number, line)).collect()
    }

    fn row(&mut self, number: usize, line: &str) -> io::Result<OutputRow> {
        let epd = Epd::parse(line);
        let mut outcome =
            PositionResult { number, id: epd.operand("id").map(str::to_owned), test: None, result: Err(String::new()) };
        outcome.result = self.analyse(&epd).map(|(analysis, test)| {
            outcome.test = test.map(|test| test.check(&analysis));
            analysis
        });
        Ok(OutputRow {
            text: self.text(&outcome)?,
            test: outcome.test,
            error: outcome.result.err().map(|error| format!("line {number}: {error}")),
        })
    }

    fn text(&self, outcome: &PositionResult) -> io::Result<String> {
        Ok(match self.format {
            OutputFormat::Json => outcome.json(&self.game)?,
            OutputFormat::Csv => outcome.csv(),
            OutputFormat::Plain => plain(outcome),
        })
    }

    /// Starts a new game before each line, so that no result depends on the lines before.
    fn analyse(&mut self, epd: &Epd) -> Result<(Analysis, Option<TestPosition>), String> {
        self.analyser.player.set_position(Some(epd.position), &[])?;
        let test = TestPosition::read(epd, self.analyser.player.position())?;
        self.analyser.player.new_game();
        Ok((self.analyser.analyse(), test))
    }
}

/// How the output row for people of line `number` of the input begins.
pub fn row_start(number: usize, line: &str) -> String {
    padded(number, Epd::parse(line).operand("id"))
}

fn padded(number: usize, id: Option<&str>) -> String {
    id.map_or_else(|| format!("{number:<16} "), |id| format!("{id:<16} "))
}

/// One row for people: the name of the position, the best move, its score, the depth, and whether a test position is solved.
fn plain(outcome: &PositionResult) -> String {
    let number = outcome.number;
    let name = padded(number, outcome.id.as_deref());
    let analysis = match &outcome.result {
        Ok(analysis) => analysis,
        Err(error) => return format!("{name}line {number}: {error}"),
    };
    let Some(line) = analysis.lines.first() else {
        let over = analysis.game_end.map_or_else(String::new, GameEnd::describe);
        return format!("{name}{over}");
    };
    let verdict = match outcome.test {
        None => String::new(),
        Some(TestResult { seconds: Some(seconds), .. }) => format!("  solved in {seconds:.2}s"),
        Some(_) => "  not solved".to_owned(),
    };
    let best = analysis.best_text().map_or(String::new(), |mv| mv.short);
    let (score, depth) = (line.info.shown_score, line.info.depth);
    format!("{name}{best:<8} {score:>7}  depth {depth:>2}{verdict}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::failing_reader::{FAILURE, FailingReader};
    use std::io::BufReader;

    /// What was read before is written, and the error is no end of the input.
    #[test]
    fn an_input_that_cannot_be_read_to_its_end_is_an_error() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (jobs, lines) in [(1, 0), (1, 1), (1, 3), (2, 3)] {
            let settings = AnalysisSettings::shallow(jobs, OutputFormat::Csv);
            let text = format!("{start}\n").repeat(lines);
            let input = PositionLines::new(BufReader::new(FailingReader(text.as_bytes())));
            let (mut output, mut written) = (Vec::new(), 0);
            let result = run(&settings, input, &mut output, &mut |count| written += count);
            let error = result.map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(FAILURE), "{error}");
            assert_eq!(written, lines);
            assert_eq!(output.iter().filter(|&&byte| byte == b'\n').count(), lines);
        }
    }
}
