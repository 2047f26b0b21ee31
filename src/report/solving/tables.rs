//! The value of a position by endgame tables.

use super::position_report::{PositionReport, result_in_words};
use crate::any_position::AnyPosition;
use crate::game::{Game, Outcome};
use crate::games::{GameInfo, GameKnowledge};
use crate::notation::{MoveStyle, Notation};
use crate::search::TablebaseValue;
use serde_json::json;

/// Asks endgame tables; `None` if they do not know the position and all positions after it, or if the game is over. Reports value,
/// distance, source, and the moves that keep the value, the best first, with their distances.
pub fn endgame_report(game: &GameInfo, position: &AnyPosition, tables: &dyn GameKnowledge) -> Option<PositionReport> {
    if position.outcome().is_some() {
        return None;
    }
    let TablebaseValue { outcome, distance } = tables.table_value(position)?;
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
    let (unit, source) = (tables.distance_unit(), tables.table_summary());
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
fn value_of_move(
    before: &AnyPosition,
    child: &AnyPosition,
    tables: &dyn GameKnowledge,
) -> Option<(Outcome, Option<u32>)> {
    let over = child.outcome();
    let after = match over {
        Some(outcome) => TablebaseValue { outcome, distance: Some(0) },
        None => tables.table_value(child)?,
    };
    let distance = if over.is_some() || tables.is_conversion(before, child) {
        Some(1)
    } else {
        after.distance.map(|plies| plies + 1)
    };
    let decided = after.outcome != Outcome::Draw;
    Some((after.outcome.flipped(), distance.filter(|_| decided)))
}
