//! Many positions, one a line.

use super::desk::Desk;
use super::finding::{Analysis, describe};
use super::output::Outcome;
use super::over::Over;
use super::plan::{Format, Plan};
use super::suite::{Demand, Totals, Verdict};
use crate::notation::epd::Epd;
use crate::report::place::Place;
use crate::system::pipeline;
use std::io::{self, BufRead, BufReader, Read, Write};

/// What came of a batch.
#[derive(Clone, Copy, Default, Debug)]
pub struct Summary {
    /// Lines that could not be read.
    pub failed: usize,
    /// What was solved.
    pub totals: Totals,
}

/// A line of the input with its number.
type Numbered = (usize, String);

/// A line of the output, what it says of the suite, and whether it tells of an error.
struct Row {
    text: String,
    verdict: Option<Verdict>,
    failed: bool,
}

/// Analyses every line of `input` that is left, and writes one line of output for each, in their
/// order.
pub fn run(
    plan: &Plan,
    input: Lines<impl Read + Send>,
    output: &mut dyn Write,
    progress: &mut dyn FnMut(usize),
) -> anyhow::Result<Summary> {
    let workers = (0..plan.jobs).map(|_| Worker::new(plan));
    let workers = workers.collect::<anyhow::Result<Vec<_>>>()?;
    let workers = workers
        .into_iter()
        .map(|mut worker| move |lines: io::Result<Vec<Numbered>>| worker.rows(lines));
    let mut summary = Summary::default();
    pipeline::run(input, workers.collect(), |rows: io::Result<Vec<Row>>| {
        let rows = rows?;
        for row in &rows {
            writeln!(output, "{}", row.text)?;
            summary.failed += usize::from(row.failed);
            row.verdict
                .iter()
                .for_each(|verdict| summary.totals.add(verdict));
        }
        output.flush()?;
        progress(rows.len());
        Ok::<(), io::Error>(())
    })?;
    Ok(summary)
}

/// Analyses one position after moves as a line of a batch, and writes it.
pub fn run_one(plan: &Plan, place: &Place, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut worker = Worker::new(plan)?;
    place.set_up(&mut *worker.desk.player)?;
    let outcome = Outcome {
        number: 1,
        id: None,
        verdict: None,
        result: Ok(worker.desk.analyse()),
    };
    writeln!(output, "{}", worker.text(&outcome)?)?;
    Ok(())
}

/// The lines of a text that hold positions. As an iterator it gives as many at a time as are there:
/// a line that comes slowly is not kept waiting for the next.
pub struct Lines<R> {
    input: BufReader<R>,
    number: usize,
    over: bool,
}

impl<R: Read> Lines<R> {
    /// The lines of `input`.
    pub fn new(input: BufReader<R>) -> Lines<R> {
        Lines {
            input,
            number: 0,
            over: false,
        }
    }

    /// The next line that is neither empty nor a comment, if there is one.
    pub fn next_counting(&mut self) -> io::Result<Option<Numbered>> {
        loop {
            let mut bytes = Vec::new();
            if self.input.read_until(b'\n', &mut bytes)? == 0 {
                self.over = true;
                return Ok(None);
            }
            self.number += 1;
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Ok(Some((self.number, line.to_owned())));
            }
        }
    }

    fn chunk(&mut self) -> io::Result<Vec<Numbered>> {
        const MOST: usize = 64;
        let mut lines = Vec::new();
        while lines.len() < MOST {
            lines.extend(self.next_counting()?);
            if self.over || !self.input.buffer().contains(&b'\n') {
                break;
            }
        }
        Ok(lines)
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = io::Result<Vec<Numbered>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let chunk = self.chunk();
        self.over |= chunk.is_err();
        Some(chunk)
    }
}

/// Thinks about one line after the other.
struct Worker {
    desk: Desk,
    game: String,
    format: Format,
}

impl Worker {
    fn new(plan: &Plan) -> anyhow::Result<Worker> {
        Ok(Worker {
            desk: Desk::new(plan)?,
            game: plan.game.clone(),
            format: plan.format,
        })
    }

    fn rows(&mut self, lines: io::Result<Vec<Numbered>>) -> io::Result<Vec<Row>> {
        let lines = lines?;
        lines
            .iter()
            .map(|(number, line)| self.row(*number, line))
            .collect()
    }

    fn row(&mut self, number: usize, line: &str) -> io::Result<Row> {
        let epd = Epd::parse(line);
        let mut outcome = Outcome {
            number,
            id: epd.operand("id").map(str::to_owned),
            verdict: None,
            result: Err(String::new()),
        };
        outcome.result = self.analyse(&epd).map(|(analysis, demand)| {
            outcome.verdict = demand.map(|demand| demand.judge(&analysis));
            analysis
        });
        Ok(Row {
            text: self.text(&outcome)?,
            verdict: outcome.verdict,
            failed: outcome.result.is_err(),
        })
    }

    fn text(&self, outcome: &Outcome) -> io::Result<String> {
        Ok(match self.format {
            Format::Json => outcome.json(&self.game)?,
            Format::Csv => outcome.csv(),
            Format::Plain => plain(outcome),
        })
    }

    /// From a clear mind, so that nothing depends on the lines before.
    fn analyse(&mut self, epd: &Epd) -> Result<(Analysis, Option<Demand>), String> {
        self.desk.player.set_position(Some(epd.position), &[])?;
        let demand = Demand::read(epd, self.desk.referee(epd.position)?)?;
        self.desk.player.new_game();
        Ok((self.desk.analyse(), demand))
    }
}

/// What a line of the output for people begins with, if the input has `line` as its `number`th.
pub fn name(number: usize, line: &str) -> String {
    padded(number, Epd::parse(line).operand("id"))
}

fn padded(number: usize, id: Option<&str>) -> String {
    match id {
        Some(id) => format!("{id:<16} "),
        None => format!("{number:<16} "),
    }
}

/// One line for people: what the position is called, the move, its value and how it was found.
fn plain(outcome: &Outcome) -> String {
    let number = outcome.number;
    let name = padded(number, outcome.id.as_deref());
    let analysis = match &outcome.result {
        Ok(analysis) => analysis,
        Err(error) => return format!("{name}line {number}: {error}"),
    };
    let Some(line) = analysis.lines.first() else {
        let over = analysis.over.map_or_else(String::new, Over::told);
        return format!("{name}{over}");
    };
    let verdict = match outcome.verdict {
        None => String::new(),
        Some(Verdict {
            seconds: Some(seconds),
            ..
        }) => format!("  solved in {seconds:.2}s"),
        Some(_) => "  not solved".to_owned(),
    };
    let best = line.first().map_or(String::new(), |mv| mv.short);
    let (score, depth) = (describe(line.finding.shown_score), line.finding.depth);
    format!("{name}{best:<8} {score:>7}  depth {depth:>2}{verdict}")
}
