//! Analyses as JSON or CSV, one position a line. `docs/analyse.md` documents the fields; an incompatible change increases
//! the version.

use super::analysis::{Analysis, MoveText};
use super::suite::TestResult;
use super::threat::Threat;
use crate::any_position::AnyMove;
use crate::notation::{MoveStyle, Notation};
use crate::search::{SearchLine, ShownScore};
use serde::Serialize;
use serde_json::{Value, json};

/// The version of the schema.
const VERSION: u32 = 1;

/// The names of the columns of [`csv`](PositionResult::csv).
pub const COLUMNS: &str =
    "line,id,position,depth,cp,mate,win,draw,loss,nodes,seconds,best,best_short,pv,solved,error,payoff";

/// The result of one line of the input.
pub struct PositionResult {
    /// The line number, counted from 1.
    pub number: usize,
    /// The name of the position in the input.
    pub id: Option<String>,
    /// The results of the engines, at least one.
    pub results: Vec<EngineResult>,
}

/// What an engine says of a position.
pub struct EngineResult {
    /// The name of the engine; `None` for this program.
    pub engine: Option<String>,
    /// The analysis or the error.
    pub result: Result<Analysis, String>,
    /// The threat in the position, if it was looked for.
    pub threat: Option<Threat>,
    /// The result of a test position.
    pub test: Option<TestResult>,
}

/// A score for the side to move.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum JsonScore {
    /// Hundredths of a pawn or man; 20,000 is a win by an endgame table.
    Cp(i32),
    /// Moves to the end of the game; positive if the side to move wins.
    Mate(i32),
    /// The payoff of the side to move, in a game with payoffs.
    Payoff(i32),
}

impl JsonScore {
    fn of(score: ShownScore) -> JsonScore {
        const TABLE: i32 = ShownScore::TABLEBASE_WIN;
        if let Some(moves) = score.moves_to_end() {
            return JsonScore::Mate(moves);
        }
        match score {
            ShownScore::Payoff(payoff) => JsonScore::Payoff(payoff),
            ShownScore::TablebaseWin(_) => JsonScore::Cp(TABLE),
            ShownScore::TablebaseLoss(_) => JsonScore::Cp(-TABLE),
            other => JsonScore::Cp(other.hundredths()),
        }
    }
}

#[derive(Serialize)]
struct JsonRow<'a> {
    version: u32,
    line: usize,
    game: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(flatten)]
    first: JsonResult<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<JsonResult<'a>>,
}

#[derive(Serialize)]
struct JsonResult<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(flatten)]
    analysis: Option<JsonAnalysis>,
}

#[derive(Serialize)]
struct JsonAnalysis {
    position: String,
    #[serde(flatten)]
    end: Option<JsonGameEnd>,
    best: Option<MoveText>,
    lines: Vec<JsonLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threat: Option<Value>,
    nodes: u64,
    time: f64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    suite: Option<TestResult>,
}

/// The result of a game that is over, for the side to move.
#[derive(Serialize)]
struct JsonGameEnd {
    result: &'static str,
    reason: &'static str,
    wdl: [u16; 3],
}

#[derive(Serialize)]
struct JsonLine {
    depth: i32,
    reached: usize,
    score: JsonScore,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<[u16; 3]>,
    pv: JsonMoves,
}

#[derive(Serialize)]
struct JsonMoves {
    long: Vec<String>,
    short: Vec<String>,
}

impl JsonLine {
    fn of(analysis: &Analysis, line: &SearchLine<AnyMove>) -> JsonLine {
        JsonLine {
            depth: line.info.depth,
            reached: line.info.seldepth,
            score: JsonScore::of(line.info.shown_score),
            wdl: line.info.wdl,
            pv: JsonMoves::of_line(analysis, line),
        }
    }
}

impl JsonMoves {
    fn of_line(analysis: &Analysis, line: &SearchLine<AnyMove>) -> JsonMoves {
        let [long, short] = [MoveStyle::Long, MoveStyle::Short].map(|style| analysis.texts(line, style));
        JsonMoves { long, short }
    }
}

/// The threat in a position; `None` if nothing was found.
fn threat_value(threat: &Threat) -> Option<Value> {
    Some(match threat {
        Threat::Lines(analysis) => {
            let line = analysis.lines.first()?;
            json!({ "score": JsonScore::of(line.info.shown_score), "pv": JsonMoves::of_line(analysis, line) })
        }
        Threat::Captures(position, captures) => {
            let texts = captures.iter().map(|&mv| MoveText::new(position, mv));
            let (long, short) = texts.map(|text| (text.long, text.short)).unzip();
            json!({ "captures": JsonMoves { long, short } })
        }
        Threat::None(reason) => json!({ "none": reason }),
    })
}

impl PositionResult {
    /// One JSON object in one line.
    pub fn json(&self, game: &str) -> serde_json::Result<String> {
        serde_json::to_string(&JsonRow {
            version: VERSION,
            line: self.number,
            game,
            id: self.id.as_deref(),
            first: self.results[0].json(),
            others: self.results[1..].iter().map(EngineResult::json).collect(),
        })
    }

    /// The best line of the first engine as comma-separated values (RFC 4180).
    pub fn csv(&self) -> String {
        let first = &self.results[0];
        let analysis = first.result.as_ref().ok();
        let line = analysis.and_then(|analysis| analysis.lines.first());
        let info = line.map(|line| &line.info);
        let [cp, mate, payoff] = match info.map(|info| JsonScore::of(info.shown_score)) {
            Some(JsonScore::Cp(cp)) => [Some(cp), None, None],
            Some(JsonScore::Mate(moves)) => [None, Some(moves), None],
            Some(JsonScore::Payoff(payoff)) => [None, None, Some(payoff)],
            None => [None; 3],
        };
        let game_end = analysis.and_then(|analysis| analysis.game_end);
        let wdl = info.map_or(game_end.map(|end| end.outcome.wdl()), |info| info.wdl);
        let best = analysis.and_then(Analysis::best_text);
        let pv = analysis.zip(line).map(|(analysis, line)| analysis.texts(line, MoveStyle::Long).join(" "));
        let cells = [
            self.number.to_string(),
            cell(self.id.as_ref()),
            cell(analysis.map(|analysis| analysis.position.show())),
            cell(info.map(|info| info.depth)),
            cell(cp),
            cell(mate),
            cell(wdl.map(|[win, _, _]| win)),
            cell(wdl.map(|[_, draw, _]| draw)),
            cell(wdl.map(|[_, _, loss]| loss)),
            cell(info.map(|info| info.nodes)),
            cell(analysis.filter(|_| line.is_some()).map(|it| format!("{:.6}", it.elapsed.as_secs_f64()))),
            cell(best.as_ref().map(|mv| &mv.long)),
            cell(best.as_ref().map(|mv| &mv.short)),
            cell(pv),
            cell(first.test.map(|test| test.solved)),
            cell(first.result.as_ref().err()),
            cell(payoff),
        ];
        cells.map(|cell| quoted(&cell)).join(",")
    }
}

impl EngineResult {
    fn json(&self) -> JsonResult<'_> {
        JsonResult {
            engine: self.engine.as_deref(),
            error: self.result.as_ref().err().map(String::as_str),
            analysis: self.result.as_ref().ok().map(|analysis| self.found(analysis)),
        }
    }

    fn found(&self, analysis: &Analysis) -> JsonAnalysis {
        let seconds = analysis.elapsed.as_secs_f64();
        let nodes = analysis.nodes();
        JsonAnalysis {
            position: analysis.position.show(),
            end: analysis.game_end.map(|end| JsonGameEnd {
                result: end.outcome.name(),
                reason: end.reason,
                wdl: end.outcome.wdl(),
            }),
            best: analysis.best_text(),
            lines: analysis.lines.iter().map(|line| JsonLine::of(analysis, line)).collect(),
            threat: self.threat.as_ref().and_then(threat_value),
            nodes,
            time: seconds,
            nps: (nodes as f64 / seconds.max(1e-9)) as u64,
            suite: self.test,
        }
    }
}

/// A cell of CSV before it is quoted; empty if there is nothing to say.
fn cell(content: Option<impl ToString>) -> String {
    content.map_or_else(String::new, |content| content.to_string())
}

/// A cell of CSV, in quotes if it needs them.
pub(super) fn quoted(cell: &str) -> String {
    if cell.contains([',', '\"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// Splits a row into cells, quotes included.
pub fn cells(row: &str) -> Vec<&str> {
    let mut in_quotes = false;
    let divides = |c: char| {
        in_quotes ^= c == '"';
        c == ',' && !in_quotes
    };
    row.split(divides).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    #[test]
    fn scores_of_ends_and_of_tables() {
        for (score, expected) in [
            (Score::win_in(3), r#"{"mate":2}"#),
            (Score::loss_in(1), r#"{"mate":-1}"#),
            (Score::loss_in(4), r#"{"mate":-2}"#),
            (Score::tablebase_win_in(7), r#"{"cp":20000}"#),
            (Score::tablebase_loss_in(7), r#"{"cp":-20000}"#),
            (Score::estimate(-31), r#"{"cp":-31}"#),
        ] {
            assert_eq!(serde_json::to_string(&JsonScore::of(ShownScore::of_score(score, 100))).unwrap(), expected);
        }
    }
}
