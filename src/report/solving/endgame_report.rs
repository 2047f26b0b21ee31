//! What endgame tables say about a position, as text and as JSON.

use crate::any_position::AnyPosition;
use crate::game::{Game, Outcome, Side};
use crate::games::{AnyTables, GameInfo};
use crate::notation::{MoveStyle, Notation};
use crate::search::TablebaseValue;
use crate::solve::result_in_words;
use serde_json::json;
use std::cmp::Reverse;

/// The answer of endgame tables, in words.
pub struct EndgameReport {
    game: &'static str,
    position: String,
    side_to_move: Side,
    value: TablebaseValue,
    /// The moves that keep the value, the best first, with their distances.
    best: Vec<(String, Option<u32>)>,
    /// What distances count.
    unit: &'static str,
    source: String,
}

impl EndgameReport {
    /// Asks the tables; `None` if they do not know the position and all positions after it, or if the game is over.
    pub fn new(game: &'static GameInfo, position: &AnyPosition, tables: &dyn AnyTables) -> Option<EndgameReport> {
        if position.outcome().is_some() {
            return None;
        }
        let value = tables.value(position)?;
        let mut best = Vec::new();
        for mv in position.moves() {
            let child = position.play(mv);
            let (outcome, distance) = value_of_move(position, &child, tables)?;
            if outcome == value.outcome {
                best.push((position.show_move(mv, MoveStyle::Long), distance));
            }
        }
        sort_by_distance(&mut best, value.outcome);
        Some(EndgameReport {
            game: game.name,
            position: position.show(),
            side_to_move: position.side_to_move(),
            value,
            best,
            unit: tables.distance_unit(),
            source: tables.summary(),
        })
    }

    /// Value, distance, moves and source, a line each.
    pub fn text(&self, seconds: f64) -> String {
        let best = self.best.iter().map(|(mv, distance)| {
            let distance = distance.map(|it| format!(" ({it})"));
            mv.clone() + &distance.unwrap_or_default()
        });
        let best = best.collect::<Vec<_>>().join(", ");
        let value = result_in_words(self.payoff());
        let mut text = format!("position   {}\nvalue      {value}\n", self.position);
        if let Some(distance) = self.value.distance {
            text += &format!("distance   {distance} {}\n", self.unit);
        }
        let source = &self.source;
        text + &format!("best       {best}\nsource     {source}\nseconds    {seconds:.3}\n")
    }

    /// As [`text`](EndgameReport::text), as one line of JSON.
    pub fn json(&self, seconds: f64) -> String {
        let best = self.best.iter();
        let best = best.map(|(mv, distance)| json!({ "move": mv, "distance": distance }));
        let object = json!({
            "game": self.game,
            "position": self.position,
            "side_to_move": self.side_to_move.index() + 1,
            "method": "tables",
            "value": self.payoff(),
            "distance": self.value.distance,
            "distance_unit": self.unit,
            "best": best.collect::<Vec<_>>(),
            "source": self.source,
            "seconds": seconds,
        });
        format!("{object}\n")
    }

    /// The value for the first side.
    fn payoff(&self) -> i32 {
        self.value.outcome.payoff(self.side_to_move)
    }
}

/// Sorts moves with their distances: a loss is delayed as long as possible, anything else comes as soon as possible.
fn sort_by_distance(moves: &mut [(String, Option<u32>)], outcome: Outcome) {
    if outcome == Outcome::Loss {
        moves.sort_by_key(|&(_, distance)| Reverse(distance));
    } else {
        moves.sort_by_key(|&(_, distance)| distance);
    }
}

/// The result of a move for the side that makes it, and its distance.
fn value_of_move(
    position: &AnyPosition,
    child: &AnyPosition,
    tables: &dyn AnyTables,
) -> Option<(Outcome, Option<u32>)> {
    let over = child.outcome();
    let after = match over {
        Some(outcome) => TablebaseValue { outcome, distance: Some(0) },
        None => tables.value(child)?,
    };
    let distance = if over.is_some() || tables.is_conversion(position, child) {
        Some(1)
    } else {
        after.distance.map(|plies| plies + 1)
    };
    let decided = after.outcome != Outcome::Draw;
    Some((after.outcome.flipped(), distance.filter(|_| decided)))
}
