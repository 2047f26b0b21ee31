//! The value of a position by the theory of its game.

use super::position_report::{PositionReport, result_in_words};
use crate::any_position::AnyPosition;
use crate::game::{Game, Outcome, Theory, TheoryAnswer, TheorySource};
use crate::games::GameInfo;
use crate::notation::{MoveStyle, Notation};
use serde_json::json;

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
