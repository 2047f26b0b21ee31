//! What the theory of a game says about a position, as text and as JSON.

use crate::any_position::AnyPosition;
use crate::game::{Game, Outcome, Side, Theory, TheoryAnswer, TheorySource};
use crate::games::GameInfo;
use crate::notation::{MoveStyle, Notation};
use crate::solve::result_in_words;
use serde_json::json;

/// The answer of the theory, in words.
pub struct TheoryReport {
    game: &'static str,
    position: String,
    side_to_move: Side,
    outcome: Outcome,
    grundy: Option<u64>,
    /// The moves that win, or for the loser the one to play.
    best: Vec<String>,
    /// Whether no other move is as good as `best`.
    best_is_complete: bool,
    source: TheorySource,
    reason: String,
}

impl TheoryReport {
    /// Asks the theory of a game; `None` if the game has no theory, or the theory no answer.
    pub fn new(game: &'static GameInfo, position: &AnyPosition) -> Option<TheoryReport> {
        let TheoryAnswer { outcome, best, source, reason } = position.theory()?;
        let is_won = outcome == Outcome::Win;
        let winning = is_won.then(|| position.winning_moves()).flatten();
        let best_is_complete = winning.is_some();
        let best = winning.unwrap_or_else(|| best.into_iter().collect());
        let show = |mv| position.show_move(mv, MoveStyle::Long);
        Some(TheoryReport {
            game: game.name,
            position: position.show(),
            side_to_move: position.side_to_move(),
            outcome,
            grundy: position.grundy_value(),
            best: best.into_iter().map(show).collect(),
            best_is_complete,
            source,
            reason,
        })
    }

    /// Value, class, Sprague-Grundy value, moves and reason, a line each.
    pub fn text(&self, seconds: f64) -> String {
        let mut lines = vec![("position", self.position.clone()), ("value", self.value_in_words())];
        lines.extend(self.grundy.map(|value| ("grundy", value.to_string())));
        lines.push(("best", self.moves_in_words()));
        lines.push(("reason", self.reason.clone()));
        lines.push(("seconds", format!("{seconds:.3}")));
        let line = |(name, text): (&str, String)| format!("{name:<11}{text}\n");
        lines.into_iter().map(line).collect()
    }

    /// As [`text`](TheoryReport::text), as one line of JSON.
    pub fn json(&self, seconds: f64) -> String {
        let best: Vec<_> = self.best.iter().map(|mv| json!({ "move": mv })).collect();
        let object = json!({
            "game": self.game,
            "position": self.position,
            "side_to_move": self.side_to_move.index() + 1,
            "method": "theory",
            "value": self.value(),
            "class": self.class().map(|[letter, _]| letter),
            "grundy": self.grundy,
            "best": best,
            "best_is_complete": self.best_is_complete,
            "source": match self.source {
                TheorySource::Theorem => "theorem",
                TheorySource::Table => "table",
                TheorySource::Search => "search",
            },
            "reason": self.reason,
            "seconds": seconds,
        });
        format!("{object}\n")
    }

    /// The value for the first side.
    fn value(&self) -> i32 {
        self.outcome.payoff(self.side_to_move)
    }

    /// The class of the position as a letter and in words.
    fn class(&self) -> Option<[&'static str; 2]> {
        match self.outcome {
            Outcome::Win => Some(["N", "N-position, the next player wins"]),
            Outcome::Draw => None,
            Outcome::Loss => Some(["P", "P-position, the previous player wins"]),
        }
    }

    fn value_in_words(&self) -> String {
        let result = result_in_words(self.value());
        let class = self.class().map(|[_, words]| format!(": {words}"));
        result.to_owned() + &class.unwrap_or_default()
    }

    fn moves_in_words(&self) -> String {
        let moves = self.best.join(", ");
        match self.outcome {
            _ if self.best.is_empty() => "none: the game is over".to_owned(),
            Outcome::Loss => format!("every move loses; suggested: {moves}"),
            _ if self.best_is_complete => moves,
            _ => format!("{moves}, perhaps others"),
        }
    }
}
