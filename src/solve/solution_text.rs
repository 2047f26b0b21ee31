//! The value of a position as text and as JSON.

use super::state_graph::StateGraph;
use super::value::{SolvedMove, SolvedPosition};
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::Game;
use crate::notation::{MoveStyle, Notation};
use serde_json::json;

/// Value, best moves and effort, a line each.
pub fn solution_text(graph: &StateGraph<AnyPosition>, solved: &SolvedPosition<AnyMove>, seconds: f64) -> String {
    let root = graph.position(0);
    let moves = solved.best.iter().map(|best| {
        let mv = root.show_move(best.mv, MoveStyle::Long);
        let in_plies = best.plies.map(|plies| format!(" ({plies})"));
        mv + &in_plies.unwrap_or_default()
    });
    let moves: Vec<_> = moves.collect();
    let value = if solved.has_payoffs {
        format!("{} for the first side", solved.value)
    } else {
        let plies = solved.plies.map(|plies| format!(" in {plies} plies"));
        result_in_words(solved.value).to_owned() + &plies.unwrap_or_default()
    };
    format!(
        "position   {}\nvalue      {value}\nbest       {}\npositions  {}\nseconds    {seconds:.3}\n",
        root.show(),
        if moves.is_empty() { "none: the game is over".to_owned() } else { moves.join(", ") },
        graph.len(),
    )
}

/// As [`solution_text`], as one line of JSON.
pub fn solution_json(
    game: &str,
    graph: &StateGraph<AnyPosition>,
    solved: &SolvedPosition<AnyMove>,
    seconds: f64,
) -> String {
    let root = graph.position(0);
    let best = |best: &SolvedMove<AnyMove>| {
        let mv = root.show_move(best.mv, MoveStyle::Long);
        json!({ "move": mv, "plies": best.plies })
    };
    let best: Vec<_> = solved.best.iter().map(best).collect();
    let object = json!({
        "game": game,
        "position": root.show(),
        "side_to_move": root.side_to_move().index() + 1,
        "method": "graph",
        "value": solved.value,
        "plies": solved.plies,
        "best": best,
        "positions": graph.len(),
        "seconds": seconds,
    });
    format!("{object}\n")
}

/// The result in games that know win, draw and loss.
pub fn result_in_words(value: i32) -> &'static str {
    match value {
        1.. => "the first side wins",
        0 => "draw",
        ..0 => "the second side wins",
    }
}
