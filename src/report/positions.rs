//! The analysis of many positions, one in each line of the input.

use super::analyser::Analyser;
use super::failures::Failures;
use super::position_output::{EngineResult, PositionResult};
use super::settings::{AnalysisSettings, OutputFormat};
use super::suite::{SuiteTotals, TestPosition, TestResult};
use super::threat::Threat;
use crate::any_position::AnyPosition;
use crate::game::{GameEnd, GameLine};
use crate::games::find_game;
use crate::notation::epd::Epd;
use crate::notation::position_lines::{NumberedLine, PositionLines};
use crate::notation::set_up;
use crate::system::{interrupt, pipeline};
use anyhow::anyhow;
use std::io::{self, BufRead, Write};

/// The results of a run.
#[derive(Clone, Debug)]
pub struct PositionsSummary {
    /// Lines that could not be read, and positions that an engine could not analyse.
    pub failures: Failures,
    /// The name of each engine, and its totals over all test positions.
    pub totals: Vec<(String, SuiteTotals)>,
    /// The positions for which all engines have a best move, and those for which it is the same one.
    pub agreement: [usize; 2],
}

/// A line of the output and the results that it shows.
struct OutputRow {
    text: String,
    position: PositionResult,
}

/// Analyses the remaining lines of `input` and writes one line of output for each, in their order, until Ctrl-C. Each job calls
/// `analysers` once to start its engines. Calls `progress` after each line.
pub fn run(
    settings: &AnalysisSettings,
    analysers: &dyn Fn() -> anyhow::Result<Vec<Analyser>>,
    input: PositionLines<impl BufRead + Send>,
    output: &mut dyn Write,
    progress: &mut dyn FnMut(),
) -> anyhow::Result<PositionsSummary> {
    let workers = (0..settings.jobs).map(|_| PositionWorker::new(settings, analysers()?));
    let workers = workers.collect::<anyhow::Result<Vec<_>>>()?;
    let mut summary = PositionsSummary::new(&workers[0].analysers);
    let workers = workers.into_iter().map(|mut worker| move |line: io::Result<NumberedLine>| worker.row(line));
    let input = input.take_while(|_| !interrupt::raised());
    pipeline::run_in_order(input, workers.collect(), |row: io::Result<Option<OutputRow>>| {
        let Some(row) = row? else { return Ok(()) };
        writeln!(output, "{}", row.text)?;
        output.flush()?;
        summary.add(&row.position);
        progress();
        Ok::<(), io::Error>(())
    })?;
    Ok(summary)
}

impl PositionsSummary {
    fn new(analysers: &[Analyser]) -> PositionsSummary {
        let totals = analysers.iter().map(|analyser| (analyser.name.clone(), SuiteTotals::default()));
        PositionsSummary { failures: Failures::new("line", "analysed"), totals: totals.collect(), agreement: [0; 2] }
    }

    /// Whether everything could be analysed, and every engine has solved all test positions.
    pub fn is_success(&self) -> bool {
        self.failures.is_empty() && self.totals.iter().all(|(_, totals)| totals.solved == totals.positions)
    }

    fn add(&mut self, position: &PositionResult) {
        for error in position.results.iter().filter_map(|result| result.result.as_ref().err()) {
            self.failures.add(&format!("line {}: {error}", position.number));
        }
        for ((_, totals), result) in self.totals.iter_mut().zip(&position.results) {
            result.test.iter().for_each(|test| totals.add(test));
        }
        let best =
            position.results.iter().map(|result| result.result.as_ref().ok()?.best()).collect::<Option<Vec<_>>>();
        if let Some([first, others @ ..]) = best.as_deref() {
            self.agreement[0] += 1;
            self.agreement[1] += usize::from(others.iter().all(|mv| mv == first));
        }
    }
}

/// Analyses the position at the end of a line, and writes it in the form of a line of [`run`].
pub fn run_one(
    settings: &AnalysisSettings,
    analysers: Vec<Analyser>,
    line: &GameLine<AnyPosition>,
    output: &mut dyn Write,
) -> anyhow::Result<PositionsSummary> {
    let mut worker = PositionWorker::new(settings, analysers)?;
    let mut summary = PositionsSummary::new(&worker.analysers);
    if let Some(results) = worker.analyse(line, None) {
        let row = worker.row_of(PositionResult { number: 1, id: None, results })?;
        writeln!(output, "{}", row.text)?;
        summary.add(&row.position);
    }
    Ok(summary)
}

/// Analyses one line after another.
struct PositionWorker<'a> {
    settings: &'a AnalysisSettings,
    analysers: Vec<Analyser>,
    start: AnyPosition,
}

impl<'a> PositionWorker<'a> {
    fn new(settings: &'a AnalysisSettings, analysers: Vec<Analyser>) -> anyhow::Result<PositionWorker<'a>> {
        let start = find_game(&settings.game).map_err(|error| anyhow!(error))?.start();
        Ok(PositionWorker { settings, analysers, start })
    }

    /// `None` after Ctrl-C.
    fn row(&mut self, line: io::Result<NumberedLine>) -> io::Result<Option<OutputRow>> {
        let (number, text) = line?;
        let epd = Epd::parse(&text);
        let read = set_up(&self.start, Some(epd.position), &[]).and_then(|line| {
            let test = TestPosition::read(&epd, line.position())?;
            Ok((line, test))
        });
        let results = match read {
            Ok((line, test)) => self.analyse(&line, test.as_ref()),
            Err(error) => Some(vec![EngineResult { engine: None, result: Err(error), threat: None, test: None }]),
        };
        let id = epd.operand("id").map(str::to_owned);
        results.map(|results| self.row_of(PositionResult { number, id, results })).transpose()
    }

    /// The results of all engines; `None` after Ctrl-C. Starts a new game first, so that no result depends on the lines before.
    fn analyse(&mut self, line: &GameLine<AnyPosition>, test: Option<&TestPosition>) -> Option<Vec<EngineResult>> {
        let results = self.analysers.iter_mut().map(|analyser| {
            analyser.engine.new_game();
            let result = analyser.analyse(line, None, &|| false).transpose()?;
            let is_sought = self.settings.threats && result.as_ref().is_ok_and(|analysis| analysis.game_end.is_none());
            let threat = is_sought.then(|| Threat::find(line.position(), analyser, &|| false).transpose());
            let threat = match threat {
                None => None,
                Some(found) => Some(found?.unwrap_or_else(Threat::None)),
            };
            let test = test.zip(result.as_ref().ok()).map(|(test, analysis)| test.check(analysis));
            let engine = analyser.is_external.then(|| analyser.name.clone());
            Some(EngineResult { engine, result, threat, test })
        });
        results.collect()
    }

    fn row_of(&self, position: PositionResult) -> io::Result<OutputRow> {
        let text = match self.settings.format {
            OutputFormat::Json => position.json(&self.settings.game)?,
            OutputFormat::Csv => position.csv(),
            OutputFormat::Plain => plain(&position),
        };
        Ok(OutputRow { text, position })
    }
}

/// How the output row for people of line `number` of the input begins.
pub fn row_start(number: usize, line: &str) -> String {
    padded(number, Epd::parse(line).operand("id"))
}

fn padded(number: usize, id: Option<&str>) -> String {
    id.map_or_else(|| format!("{number:<16} "), |id| format!("{id:<16} "))
}

/// One row for people: the name of the position, and of each engine the best move, its score, the depth, and whether a test
/// position is solved.
fn plain(position: &PositionResult) -> String {
    let result = |(index, result): (usize, &EngineResult)| {
        let text = plain_result(position.number, result);
        let engine = result.engine.as_deref().unwrap_or_default();
        if index == 0 { text } else { format!("  | {engine}: {text}") }
    };
    let results = position.results.iter().enumerate().map(result);
    padded(position.number, position.id.as_deref()) + &results.collect::<String>()
}

fn plain_result(number: usize, result: &EngineResult) -> String {
    let analysis = match &result.result {
        Ok(analysis) => analysis,
        Err(error) => return format!("line {number}: {error}"),
    };
    let Some(line) = analysis.lines.first() else {
        return analysis.game_end.map_or_else(String::new, GameEnd::describe);
    };
    let verdict = match result.test {
        None => String::new(),
        Some(TestResult { seconds: Some(seconds), .. }) => format!("  solved in {seconds:.2}s"),
        Some(_) => "  not solved".to_owned(),
    };
    let best = analysis.best_text().map_or(String::new(), |mv| mv.short);
    let (score, depth) = (line.info.shown_score, line.info.depth);
    let threat = result.threat.as_ref().map_or(String::new(), |threat| format!("  {}", threat.describe()));
    format!("{best:<8} {score:>7}  depth {depth:>2}{verdict}{threat}")
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
            let own = || Ok(vec![Analyser::new(&settings)?]);
            let result = run(&settings, &own, input, &mut output, &mut || written += 1);
            let error = result.map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(FAILURE), "{error}");
            assert_eq!(written, lines);
            assert_eq!(output.iter().filter(|&&byte| byte == b'\n').count(), lines);
        }
    }
}
