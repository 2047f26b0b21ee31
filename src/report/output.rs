//! Analyses as scripts read them: JSON or CSV, one position a line. `docs/analyse.md` documents
//! the fields; a change that breaks readers changes the version.

use super::finding::{Analysis, Both, Line};
use super::suite::Verdict;
use crate::search::Score;
use serde::Serialize;

/// The version of the schema.
const VERSION: u32 = 1;

/// The names of the columns of [`csv`](Outcome::csv).
pub const COLUMNS: &str =
    "line,id,position,depth,cp,mate,win,draw,loss,nodes,seconds,best,best_short,pv,solved,error";

/// What came of one line of the input.
pub struct Outcome {
    /// The number of the line, from 1.
    pub number: usize,
    /// What the input calls it.
    pub id: Option<String>,
    /// The analysis, or why there is none.
    pub result: Result<Analysis, String>,
    /// Whether it found what the line demands.
    pub verdict: Option<Verdict>,
}

/// A value for the side to move.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Value {
    /// In hundredths of a pawn or man; 20,000 and more is a win by an endgame table.
    Cp(i32),
    /// The end in so many moves, for the side to move if positive.
    Mate(i32),
}

impl Value {
    fn of(score: Score) -> Value {
        const TABLE: i32 = 20_000;
        match score.distance() {
            Some(plies) if plies > 0 => Value::Mate((plies + 1) / 2),
            Some(plies) => Value::Mate(plies / 2),
            None if score.is_win() => Value::Cp(TABLE),
            None if score.is_loss() => Value::Cp(-TABLE),
            None => Value::Cp(score.value()),
        }
    }
}

#[derive(Serialize)]
struct Row<'a> {
    version: u32,
    line: usize,
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Body<'a> {
    Found(Box<Found<'a>>),
    Failed { error: &'a str },
}

#[derive(Serialize)]
struct Found<'a> {
    position: &'a str,
    #[serde(flatten)]
    over: Option<End>,
    best: Option<Both>,
    lines: Vec<Variation<'a>>,
    nodes: u64,
    time: f64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    suite: Option<Verdict>,
}

/// The result of a game that is over, for the side to move.
#[derive(Serialize)]
struct End {
    result: &'static str,
    reason: &'static str,
    wdl: [u16; 3],
}

#[derive(Serialize)]
struct Variation<'a> {
    depth: i32,
    reached: usize,
    score: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<[u16; 3]>,
    pv: Moves<'a>,
}

#[derive(Serialize)]
struct Moves<'a> {
    long: &'a [String],
    short: &'a [String],
}

impl<'a> Variation<'a> {
    fn of(line: &'a Line) -> Variation<'a> {
        Variation {
            depth: line.finding.depth,
            reached: line.finding.seldepth,
            score: Value::of(line.finding.shown_score),
            wdl: line.finding.wdl,
            pv: Moves {
                long: &line.long,
                short: &line.short,
            },
        }
    }
}

impl Outcome {
    /// One object in one line.
    pub fn json(&self, game: &str) -> serde_json::Result<String> {
        let body = match &self.result {
            Ok(analysis) => Body::Found(Box::new(self.found(analysis))),
            Err(error) => Body::Failed { error },
        };
        serde_json::to_string(&Row {
            version: VERSION,
            line: self.number,
            game,
            id: self.id.as_deref(),
            body,
        })
    }

    fn found<'a>(&self, analysis: &'a Analysis) -> Found<'a> {
        let seconds = analysis.elapsed.as_secs_f64();
        let nodes = analysis.nodes();
        Found {
            position: &analysis.position,
            over: analysis.over.map(|over| End {
                result: over.result(),
                reason: over.reason,
                wdl: over.wdl(),
            }),
            best: analysis.best(),
            lines: analysis.lines.iter().map(Variation::of).collect(),
            nodes,
            time: seconds,
            nps: (nodes as f64 / seconds.max(1e-9)) as u64,
            suite: self.verdict,
        }
    }

    /// The best line as a row of a table, separated by commas (RFC 4180).
    pub fn csv(&self) -> String {
        let mut cells = vec![self.number.to_string(), self.id.clone().unwrap_or_default()];
        match &self.result {
            Ok(analysis) => {
                cells.push(analysis.position.clone());
                cells.extend(best_cells(analysis));
            }
            Err(_) => cells.resize(14, String::new()),
        }
        let solved = self.verdict.map(|verdict| verdict.solved.to_string());
        cells.push(solved.unwrap_or_default());
        cells.push(self.result.as_ref().err().cloned().unwrap_or_default());
        let cells: Vec<_> = cells.iter().map(|cell| quoted(cell)).collect();
        cells.join(",")
    }
}

/// The cells from the depth to the line.
fn best_cells(analysis: &Analysis) -> [String; 11] {
    let Some(line) = analysis.lines.first() else {
        let mut cells: [String; 11] = Default::default();
        if let Some(over) = analysis.over {
            let shares = over.wdl().map(|share| share.to_string());
            cells[3..6].clone_from_slice(&shares);
        }
        return cells;
    };
    let finding = &line.finding;
    let (cp, mate) = match Value::of(finding.shown_score) {
        Value::Cp(cp) => (cp.to_string(), String::new()),
        Value::Mate(moves) => (String::new(), moves.to_string()),
    };
    let chance = |index: usize| {
        finding
            .wdl
            .map_or(String::new(), |all| all[index].to_string())
    };
    let best = analysis.best();
    let best = best.map_or_else(Default::default, |mv| [mv.long, mv.short]);
    let [long, short] = best;
    [
        finding.depth.to_string(),
        cp,
        mate,
        chance(0),
        chance(1),
        chance(2),
        finding.nodes.to_string(),
        format!("{:.6}", analysis.elapsed.as_secs_f64()),
        long,
        short,
        line.long.join(" "),
    ]
}

fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

/// The cells of a row, with the quotes that they may have.
pub fn cells(row: &str) -> Vec<&str> {
    let mut in_quotes = false;
    let divides = |c: char| {
        in_quotes ^= c == '"';
        c == ',' && !in_quotes
    };
    row.split(divides).collect()
}
