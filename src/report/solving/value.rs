//! The value of a position, by the method that is asked for or by the first that has an answer: theory, endgame tables, or a search.

use super::strategy::CONTEXT;
use super::{SolveAnswer, SolveMethod, SolveSettings};
use crate::any_position::AnyPosition;
use crate::game::{Game, Outcome, Theory, TheoryAnswer, TheorySource};
use crate::games::{AnyTables, GameInfo};
use crate::notation::{MoveStyle, Notation};
use crate::search::TablebaseValue;
use crate::solve::{ProvedPosition, SolvedBy, StateGraph, result_in_words, solve_by_any_method};
use crate::system::Instant;
use anyhow::{Context, anyhow, bail};
use serde_json::{Value, json};

/// The value of a position with the moves that keep it.
///
/// # Errors
/// The method has no answer, or more positions can arise than the state graph may hold.
pub fn value_of(game: &'static GameInfo, root: &AnyPosition, settings: &SolveSettings) -> anyhow::Result<SolveAnswer> {
    let began = Instant::now();
    let seconds = || began.elapsed().as_secs_f64();
    if settings.allows(SolveMethod::Theory)
        && let Some(report) = theory_report(game, root)
    {
        return Ok(report.answer(settings, seconds()));
    }
    if settings.allows(SolveMethod::Tables) {
        let tables = game.open_tables(root, settings.tables);
        let tables = tables.map_err(|error| anyhow!("--tables: {error}"))?;
        let report = endgame_report(game, root, &*tables);
        if let Some(error) = tables.take_error() {
            bail!("--tables: {error}");
        }
        if let Some(report) = report {
            return Ok(report.answer(settings, seconds()));
        }
    }
    match settings.method {
        SolveMethod::Theory => bail!("--method theory: the game has no theory of this position"),
        SolveMethod::Tables => bail!("--method tables: the position is not in the endgame tables"),
        _ => (),
    }
    searched_value(game, root, settings, began)
}

/// The value by the state graph, or by proof searches.
fn searched_value(
    game: &'static GameInfo,
    root: &AnyPosition,
    settings: &SolveSettings,
    began: Instant,
) -> anyhow::Result<SolveAnswer> {
    let limit = &settings.limit();
    let solved = match settings.method {
        SolveMethod::Proof => ProvedPosition::new(root, limit).map(SolvedBy::Proof),
        SolveMethod::Graph => StateGraph::new(root, &limit.search).map(SolvedBy::Graph),
        _ => solve_by_any_method(root, limit),
    };
    let solved = solved.context(CONTEXT)?;
    let seconds = || began.elapsed().as_secs_f64();
    Ok(SolveAnswer {
        text: if settings.json { solved.json(game.name, root, seconds) } else { solved.text(root, seconds) },
        is_known: !matches!(&solved, SolvedBy::Proof(proved) if proved.is_unknown()),
        is_found: true,
    })
}

/// What theory or endgame tables say about a position.
pub struct PositionReport {
    text: String,
    json: Value,
}

impl PositionReport {
    /// The beginning of the answer of a method.
    pub fn new(method: &str, game: &GameInfo, position: &AnyPosition) -> PositionReport {
        let shown = position.show();
        let side_to_move = position.side_to_move().index() + 1;
        let json = json!({ "game": game.name, "position": shown, "side_to_move": side_to_move, "method": method });
        let mut report = PositionReport { text: String::new(), json };
        report.line("position", shown);
        report
    }

    /// Adds a line of text.
    pub fn line(&mut self, name: &str, text: String) {
        self.text += &format!("{name:<11}{text}\n");
    }

    /// Adds the fields of an object to the JSON object.
    pub fn json_fields(&mut self, fields: Value) {
        if let (Value::Object(all), Value::Object(fields)) = (&mut self.json, fields) {
            all.extend(fields);
        }
    }

    /// The whole answer: a line of text each, or one line of JSON.
    pub fn answer(mut self, settings: &SolveSettings, seconds: f64) -> SolveAnswer {
        self.line("seconds", format!("{seconds:.3}"));
        self.json_fields(json!({ "seconds": seconds }));
        SolveAnswer::known(if settings.json { format!("{}\n", self.json) } else { self.text })
    }
}

/// Asks the theory of a game; `None` if the game has no theory, or the theory no answer. Reports value, class, Sprague-Grundy
/// value, moves and reason. The moves are those that win, or for the loser the one to play.
pub fn theory_report(game: &GameInfo, position: &AnyPosition) -> Option<PositionReport> {
    let TheoryAnswer { outcome, best, source, reason } = position.theory()?;
    let winning = if outcome == Outcome::Win { position.winning_moves() } else { None };
    // Whether no other move is as good.
    let is_complete = winning.is_some();
    let best = winning.unwrap_or_else(|| best.into_iter().collect());
    let best: Vec<String> = best.into_iter().map(|mv| position.show_move(mv, MoveStyle::Long)).collect();
    let grundy = position.grundy_value();
    // For the first side.
    let value = outcome.payoff(position.side_to_move());
    // As a letter and in words.
    let class = match outcome {
        Outcome::Win => Some(["N", "N-position, the next player wins"]),
        Outcome::Draw => None,
        Outcome::Loss => Some(["P", "P-position, the previous player wins"]),
    };
    let class_in_words = class.map_or(String::new(), |[_, words]| format!(": {words}"));
    let mut report = PositionReport::new("theory", game, position);
    report.line("value", result_in_words(value).to_owned() + &class_in_words);
    if let Some(grundy) = grundy {
        report.line("grundy", grundy.to_string());
    }
    report.line("best", moves_in_words(outcome, &best, is_complete));
    report.line("reason", reason.clone());
    report.json_fields(json!({
        "value": value,
        "class": class.map(|[letter, _]| letter),
        "grundy": grundy,
        "best": best.iter().map(|mv| json!({ "move": mv })).collect::<Vec<_>>(),
        "best_is_complete": is_complete,
        "source": match source {
            TheorySource::Theorem => "theorem",
            TheorySource::Table => "table",
            TheorySource::Search => "search",
        },
        "reason": reason,
    }));
    Some(report)
}

fn moves_in_words(outcome: Outcome, best: &[String], is_complete: bool) -> String {
    let moves = best.join(", ");
    match outcome {
        _ if best.is_empty() => "none: the game is over".to_owned(),
        Outcome::Loss => format!("every move loses; suggested: {moves}"),
        _ if is_complete => moves,
        _ => format!("{moves}, perhaps others"),
    }
}

/// Asks endgame tables; `None` if they do not know the position and all positions after it, or if the game is over. Reports value,
/// distance, source, and the moves that keep the value, the best first, with their distances.
pub fn endgame_report(game: &GameInfo, position: &AnyPosition, tables: &dyn AnyTables) -> Option<PositionReport> {
    if position.outcome().is_some() {
        return None;
    }
    let TablebaseValue { outcome, distance } = tables.value(position)?;
    let mut best = Vec::new();
    for mv in position.moves() {
        let (outcome_of_move, distance) = value_of_move(position, &position.play(mv), tables)?;
        if outcome_of_move == outcome {
            best.push((position.show_move(mv, MoveStyle::Long), distance));
        }
    }
    sort_by_distance(&mut best, outcome);
    // For the first side.
    let value = outcome.payoff(position.side_to_move());
    let (unit, source) = (tables.distance_unit(), tables.summary());
    let shown = |(mv, distance): &(String, Option<u32>)| match distance {
        Some(distance) => format!("{mv} ({distance})"),
        None => mv.clone(),
    };
    let mut report = PositionReport::new("tables", game, position);
    report.line("value", result_in_words(value).to_owned());
    if let Some(distance) = distance {
        report.line("distance", format!("{distance} {unit}"));
    }
    report.line("best", best.iter().map(shown).collect::<Vec<_>>().join(", "));
    report.line("source", source.clone());
    let best = best.iter().map(|(mv, distance)| json!({ "move": mv, "distance": distance }));
    report.json_fields(json!({
        "value": value,
        "distance": distance,
        "distance_unit": unit,
        "best": best.collect::<Vec<_>>(),
        "source": source,
    }));
    Some(report)
}

/// Sorts moves with their distances: a loss is delayed as long as possible, anything else comes as soon as possible.
fn sort_by_distance(moves: &mut [(String, Option<u32>)], outcome: Outcome) {
    moves.sort_by(|(_, one), (_, other)| {
        let order = one.cmp(other);
        if outcome == Outcome::Loss { order.reverse() } else { order }
    });
}

/// The result of a move for the side that makes it, and its distance.
fn value_of_move(before: &AnyPosition, child: &AnyPosition, tables: &dyn AnyTables) -> Option<(Outcome, Option<u32>)> {
    let over = child.outcome();
    let after = match over {
        Some(outcome) => TablebaseValue { outcome, distance: Some(0) },
        None => tables.value(child)?,
    };
    let distance = if over.is_some() || tables.is_conversion(before, child) {
        Some(1)
    } else {
        after.distance.map(|plies| plies + 1)
    };
    let decided = after.outcome != Outcome::Draw;
    Some((after.outcome.flipped(), distance.filter(|_| decided)))
}
