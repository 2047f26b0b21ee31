//! A solved position as text and as JSON.

use super::method::SolvedBy;
use super::promise::side_name;
use super::proof::{ProvedPosition, ProvedValue, no_win_found};
use super::state_graph::StateGraph;
use super::value::SolvedPosition;
use crate::any_position::AnyPosition;
use crate::game::Game;
use crate::notation::{MoveStyle, Notation, show_moves};
use serde_json::{Value, json};

impl SolvedBy {
    /// Value, best moves and effort, a line each. `seconds` measures the time up to now.
    pub fn text(&self, root: &AnyPosition, seconds: impl Fn() -> f64) -> String {
        let Solution { value, best, line, positions, .. } = self.solution(root);
        let best = best.map_or_else(String::new, |best| format!("best       {best}\n"));
        let line = line.map_or_else(String::new, |line| format!("line       {line}\n"));
        let (position, seconds) = (root.show(), seconds());
        format!(
            "position   {position}\nvalue      {value}\n{best}{line}positions  {positions}\nseconds    {seconds:.3}\n"
        )
    }

    /// As [`text`](Self::text), as one line of JSON.
    pub fn json(&self, game: &str, root: &AnyPosition, seconds: impl Fn() -> f64) -> String {
        let Solution { mut json, positions, .. } = self.solution(root);
        json["game"] = game.into();
        json["position"] = root.show().into();
        json["side_to_move"] = (root.side_to_move().index() + 1).into();
        json["positions"] = positions.into();
        json["seconds"] = seconds().into();
        format!("{json}\n")
    }

    fn solution(&self, root: &AnyPosition) -> Solution {
        match self {
            SolvedBy::Graph(graph) => Solution::by_graph(graph),
            SolvedBy::Proof(proved) => Solution::by_proof(root, proved),
        }
    }
}

/// What is written about a solved position.
struct Solution {
    value: String,
    best: Option<String>,
    line: Option<String>,
    positions: u64,
    /// The fields in which the methods differ.
    json: Value,
}

impl Solution {
    fn by_graph(graph: &StateGraph<AnyPosition>) -> Solution {
        let SolvedPosition { value, plies, best } = SolvedPosition::new(graph);
        let in_plies = plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default();
        let moves = || best.iter().map(|best| (graph.position(0).show_move(best.mv, MoveStyle::Long), best.plies));
        let shown = moves().map(|(mv, plies)| mv + &plies.map(|plies| format!(" ({plies})")).unwrap_or_default());
        let shown = shown.collect::<Vec<_>>().join(", ");
        let best: Vec<_> = moves().map(|(mv, plies)| json!({ "move": mv, "plies": plies })).collect();
        Solution {
            value: if graph.position(0).has_payoffs() {
                format!("{value} for the first side")
            } else {
                result_in_words(value).to_owned() + &in_plies
            },
            best: Some(if best.is_empty() { "none: the game is over".to_owned() } else { shown }),
            line: None,
            positions: graph.len() as u64,
            json: json!({ "method": "graph", "value": value, "plies": plies, "best": best }),
        }
    }

    fn by_proof(root: &AnyPosition, proved: &ProvedPosition) -> Solution {
        let value = proved.value();
        let mut json = json!({ "method": "proof", "value": value, "plies": null, "best": [], "line": [] });
        let (mut best, mut line) = (None, None);
        let words = match &proved.value {
            ProvedValue::Won(win) => {
                let (side, plies) = (win.strategy.promise.side, win.line.len());
                let moves = show_moves(root, &win.line, MoveStyle::Long);
                best = moves.first().filter(|_| side == root.side_to_move()).cloned();
                line = Some(moves.join(" "));
                json["plies"] = plies.into();
                json["best"] = best.iter().map(|mv| json!({ "move": mv, "plies": plies })).collect();
                json["line"] = moves.into();
                let gains = || format!("the {} side gets more than 0", side_name(side));
                let words = value.map_or_else(gains, |value| result_in_words(value).to_owned());
                format!("{words} in at most {plies} plies; a shorter way may exist")
            }
            ProvedValue::Drawn(strategy) => {
                let first = strategy.as_ref().and_then(|it| it.nodes.first()?.moves.first());
                let first = first.map(|&(mv, _)| root.show_move(mv, MoveStyle::Long));
                json["best"] = first.iter().map(|mv| json!({ "move": mv, "plies": null })).collect();
                best = first.map(|first| first + ", perhaps others");
                "draw: neither side can force a win".to_owned()
            }
            ProvedValue::Unknown(not_winning, reason) => {
                let mut text = no_win_found(proved.searched, *reason);
                for &side in not_winning {
                    text += &format!("; the {} side cannot force one", side_name(side));
                }
                json["unknown"] = text.as_str().into();
                format!("unknown: {text}")
            }
        };
        Solution { value: words, best, line, positions: proved.searched, json }
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
