//! Recorded games, one after the other, annotated.

use super::curve;
use super::desk::Desk;
use super::game::{Judged, JudgedMove, judge};
use super::plan::{Format, Plan};
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::GameRecord;
use crate::system::interrupt;
use crate::system::pipeline;
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
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        interrupted: bool,
    },
    Failed {
        error: &'a str,
    },
}

/// What came of a game: its record, empty if it could not be read, and the judgement or what is
/// wrong with it. Without a judgement nothing was analysed before Ctrl-C.
struct Told {
    record: GameRecord,
    result: Result<Option<Judged>, String>,
}

/// What came of all games.
#[derive(Default)]
pub struct Summary {
    /// Games that could not be read.
    pub failed: usize,
    /// How far the games are annotated that Ctrl-C cut off.
    pub interrupted: Vec<String>,
}

/// Annotates every game of `input` and writes them in their order, until Ctrl-C; draws the curve of
/// each, if `curves` names a file. Tells `progress` of each move.
pub fn run(
    plan: &Plan,
    input: impl BufRead + Send,
    curves: Option<&Path>,
    output: &mut dyn Write,
    progress: &(dyn Fn() + Sync),
) -> anyhow::Result<Summary> {
    let desks = (0..plan.jobs).map(|_| Desk::new(plan));
    let desks = desks.collect::<anyhow::Result<Vec<_>>>()?;
    let workers = desks.into_iter().map(|mut desk| {
        move |record: Result<GameRecord, RecordError>| tell(record, &mut desk, progress)
    });
    let records = RecordReader::new(input).take_while(|_| !interrupt::raised());
    let mut summary = Summary::default();
    let mut games = 0;
    pipeline::run(records, workers.collect(), |told: Told| {
        games += 1;
        summary.failed += usize::from(told.result.is_err());
        let judged = match &told.result {
            Ok(None) => return Ok(()),
            Ok(Some(judged)) => Some(judged),
            Err(_) => None,
        };
        write(plan, &told, output)?;
        output.flush()?;
        if let Some(judged) = judged.filter(|judged| judged.interrupted) {
            let GameRecord { line, moves, .. } = &told.record;
            let (done, all) = (judged.moves.len(), moves.len());
            let far = format!("the game in line {line} up to {done} of {all} moves");
            summary.interrupted.push(far);
        }
        if let (Some(path), Some(judged)) = (curves, judged) {
            curve::draw(&told.record, judged, &numbered(path, games))?;
        }
        Ok::<(), anyhow::Error>(())
    })?;
    Ok(summary)
}

fn tell(
    record: Result<GameRecord, RecordError>,
    desk: &mut Desk,
    progress: &(dyn Fn() + Sync),
) -> Told {
    match record {
        Ok(mut record) => Told {
            result: judge(&mut record, desk, progress),
            record,
        },
        Err(error) => Told {
            record: GameRecord::default(),
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
                Ok(Some(judged)) => body(&told.record, judged),
                Ok(None) => return Ok(()),
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

fn body<'a>(record: &'a GameRecord, judged: &'a Judged) -> Body<'a> {
    let player = |name| record.tag(name).unwrap_or("?");
    Body::Judged {
        white: player("White"),
        black: player("Black"),
        result: record.result.to_string(),
        accuracy: judged.accuracy,
        start: judged.start,
        moves: &judged.moves,
        interrupted: judged.interrupted,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::SearchLimits;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn progress_counts_moves() {
        let plan = Plan {
            game: "chess".to_owned(),
            limits: SearchLimits {
                depth: Some(1),
                ..SearchLimits::default()
            },
            variations: 1,
            mebibytes: 0,
            jobs: 2,
            format: Format::Plain,
        };
        let games = "1. e4 e5 2. Nf3 *\n\n1. d4 (1. c4 e5) d5 *\n";
        let (mut output, moves) = (Vec::new(), AtomicUsize::new(0));
        let count = &|| {
            moves.fetch_add(1, Relaxed);
        };
        run(&plan, games.as_bytes(), None, &mut output, count).unwrap();
        assert_eq!(moves.load(Relaxed), 5);
    }
}
