//! Recorded games, one after the other, annotated.

use super::curve;
use super::desk::Desk;
use super::game::{Judged, JudgedMove, judge};
use super::plan::{Format, Plan};
use crate::notation::record::Record;
use crate::notation::scan::{RecordError, Records};
use crate::tools::pipeline;
use serde::Serialize;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// The version of the objects that tell of games.
const VERSION: u32 = 1;

/// A game as scripts read it.
#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    line: usize,
    game: &'a str,
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Body<'a> {
    Judged {
        white: &'a str,
        black: &'a str,
        result: String,
        accuracy: [Option<f64>; 2],
        start: f64,
        moves: &'a [JudgedMove],
    },
    Failed {
        error: &'a str,
    },
}

/// What came of a game: its record, empty if it could not be read, and the judgement or what is
/// wrong with it.
struct Told {
    record: Record,
    result: Result<Judged, String>,
}

/// Annotates every game of `input` and writes them in their order; draws the curve of each, if
/// `curves` names a file. Gives the number of games that could not be read.
pub fn run(
    plan: &Plan,
    input: impl BufRead + Send,
    curves: Option<&Path>,
    output: &mut dyn Write,
    progress: &mut dyn FnMut(),
) -> anyhow::Result<usize> {
    let desks = (0..plan.jobs).map(|_| Desk::new(plan));
    let desks = desks.collect::<anyhow::Result<Vec<_>>>()?;
    let workers = desks
        .into_iter()
        .map(|mut desk| move |record: Result<Record, RecordError>| tell(record, &mut desk));
    let (mut games, mut failed) = (0, 0);
    pipeline::run(Records::new(input), workers.collect(), |told: Told| {
        games += 1;
        failed += usize::from(told.result.is_err());
        write(plan, &told, output)?;
        output.flush()?;
        if let (Some(path), Ok(judged)) = (curves, &told.result) {
            curve::draw(&told.record, judged, &numbered(path, games))?;
        }
        progress();
        Ok::<(), anyhow::Error>(())
    })?;
    Ok(failed)
}

fn tell(record: Result<Record, RecordError>, desk: &mut Desk) -> Told {
    match record {
        Ok(mut record) => Told {
            result: judge(&mut record, desk),
            record,
        },
        Err(error) => Told {
            record: Record::default(),
            result: Err(error.to_string()),
        },
    }
}

fn write(plan: &Plan, told: &Told, output: &mut dyn Write) -> io::Result<()> {
    if plan.format == Format::Json {
        let row = Row {
            version: VERSION,
            line: told.record.line,
            game: &plan.game,
            body: match &told.result {
                Ok(judged) => body(&told.record, judged),
                Err(error) => Body::Failed { error },
            },
        };
        return writeln!(output, "{}", serde_json::to_string(&row)?);
    }
    if let Err(error) = &told.result {
        // A line that readers of PGN pass over.
        writeln!(output, "% {error}")?;
    }
    match told.record.line {
        0 => writeln!(output),
        _ => write!(output, "{}", told.record),
    }
}

fn body<'a>(record: &'a Record, judged: &'a Judged) -> Body<'a> {
    let player = |name| record.tag(name).unwrap_or("?");
    Body::Judged {
        white: player("White"),
        black: player("Black"),
        result: record.result.to_string(),
        accuracy: judged.accuracy,
        start: judged.start,
        moves: &judged.moves,
    }
}

/// The file of the curve of a game: `curve.svg`, `curve-2.svg`, `curve-3.svg`.
fn numbered(path: &Path, game: usize) -> PathBuf {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or("svg".as_ref()).to_string_lossy();
    match game {
        1 => path.to_owned(),
        game => path.with_file_name(format!("{name}-{game}.{extension}")),
    }
}
