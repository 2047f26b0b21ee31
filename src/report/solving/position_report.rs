//! What a method says about a position, as text or as JSON.

use super::{SolveAnswer, SolveSettings};
use crate::any_position::AnyPosition;
use crate::game::Game;
use crate::games::GameInfo;
use crate::notation::Notation;
use serde_json::{Value, json};

/// What theory, endgame tables or a search say about a position.
pub struct PositionReport {
    /// Whether that is the value.
    pub is_known: bool,
    text: String,
    json: Value,
}

impl PositionReport {
    /// The beginning of the answer of a method.
    pub fn new(method: &str, game: &GameInfo, position: &AnyPosition) -> PositionReport {
        let shown = position.show();
        let side_to_move = position.side_to_move().index() + 1;
        let json = json!({ "game": game.name, "position": shown, "side_to_move": side_to_move, "method": method });
        let mut report = PositionReport { is_known: true, text: String::new(), json };
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
        let text = if settings.json { format!("{}\n", self.json) } else { self.text };
        SolveAnswer { is_known: self.is_known, ..SolveAnswer::known(text) }
    }
}

/// The result in games that know win, draw and loss.
pub fn result_in_words(value: i32) -> &'static str {
    match value {
        1.. => "the first side wins",
        0 => "draw",
        ..0 => "the second side wins",
    }
}
