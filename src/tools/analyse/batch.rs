//! Many positions, one a line.

use super::desk::Desk;
use super::finding::{Analysis, describe};
use super::output::Outcome;
use super::plan::{Format, Plan};
use super::suite::{Demand, Totals, Verdict};
use crate::notation::epd::Epd;
use crate::tools::pipeline;
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

/// Analyses every line of `input` but the first `skipped` that count, and writes one line of
/// output for each, in their order.
pub fn run(
    plan: &Plan,
    input: BufReader<impl Read + Send>,
    skipped: usize,
    output: &mut dyn Write,
    progress: &mut dyn FnMut(usize),
) -> anyhow::Result<Summary> {
    let workers = (0..plan.jobs).map(|_| Worker::new(plan));
    let workers = workers.collect::<anyhow::Result<Vec<_>>>()?;
    let workers = workers
        .into_iter()
        .map(|mut worker| move |lines: io::Result<Vec<Numbered>>| worker.rows(lines));
    let mut summary = Summary::default();
    let chunks = Chunks::new(input, skipped);
    pipeline::run(chunks, workers.collect(), |rows: io::Result<Vec<Row>>| {
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

/// Reads lines that count, as many at a time as are there: a line that comes slowly is not kept
/// waiting for the next.
struct Chunks<R> {
    input: BufReader<R>,
    number: usize,
    skipped: usize,
    over: bool,
}

impl<R: Read> Chunks<R> {
    fn new(input: BufReader<R>, skipped: usize) -> Chunks<R> {
        Chunks {
            input,
            number: 0,
            skipped,
            over: false,
        }
    }

    /// The next line, if there is one.
    fn line(&mut self) -> io::Result<Option<Numbered>> {
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            self.over = true;
            return Ok(None);
        }
        self.number += 1;
        let line = String::from_utf8_lossy(&bytes);
        Ok(Some((self.number, line.trim().to_owned())))
    }

    fn chunk(&mut self) -> io::Result<Vec<Numbered>> {
        const MOST: usize = 64;
        let mut lines = Vec::new();
        while !self.over && lines.len() < MOST {
            let Some((number, line)) = self.line()? else {
                break;
            };
            match line.is_empty() || line.starts_with('#') {
                true => (),
                false if self.skipped > 0 => self.skipped -= 1,
                false => lines.push((number, line)),
            }
            if !lines.is_empty() && !self.input.buffer().contains(&b'\n') {
                break;
            }
        }
        Ok(lines)
    }
}

impl<R: Read> Iterator for Chunks<R> {
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
            text: match self.format {
                Format::Json => outcome.json(&self.game)?,
                Format::Csv => outcome.csv(),
                Format::Plain => plain(&outcome),
            },
            verdict: outcome.verdict,
            failed: outcome.result.is_err(),
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

/// One line for people: what the position is called, the move, its value and how it was found.
fn plain(outcome: &Outcome) -> String {
    let number = outcome.number.to_string();
    let name = outcome.id.as_ref().unwrap_or(&number);
    let analysis = match &outcome.result {
        Ok(analysis) => analysis,
        Err(error) => return format!("{name:<16} line {number}: {error}"),
    };
    let Some(line) = analysis.lines.first() else {
        return format!("{name:<16} the game is over");
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
    let (score, depth) = (describe(line.finding.shown), line.finding.depth);
    format!("{name:<16} {best:<8} {score:>7}  depth {depth:>2}{verdict}")
}
