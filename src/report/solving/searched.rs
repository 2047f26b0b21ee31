//! The value of a position by its state graph, or by proof searches.

use super::position_report::{PositionReport, result_in_words};
use crate::any_position::AnyPosition;
use crate::game::Game;
use crate::games::GameInfo;
use crate::notation::{MoveStyle, Notation, show_moves};
use crate::solve::{ProvedPosition, ProvedValue, SolvedPosition, StateGraph, no_win_found, side_name};
use serde_json::json;

/// The report of a state graph: the value of the root, its best moves with their distances, and the number of positions.
pub fn graph_report(game: &GameInfo, root: &AnyPosition, graph: &StateGraph<AnyPosition>) -> PositionReport {
    let SolvedPosition { value, plies, best } = SolvedPosition::new(graph);
    let in_plies = plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default();
    let moves = || best.iter().map(|best| (root.show_move(best.mv, MoveStyle::Long), best.plies));
    let shown = moves().map(|(mv, plies)| mv + &plies.map(|plies| format!(" ({plies})")).unwrap_or_default());
    let shown = shown.collect::<Vec<_>>().join(", ");
    let best: Vec<_> = moves().map(|(mv, plies)| json!({ "move": mv, "plies": plies })).collect();
    let mut report = PositionReport::new("graph", game, root);
    report.line(
        "value",
        if root.has_payoffs() {
            format!("{value} for the first side")
        } else {
            result_in_words(value).to_owned() + &in_plies
        },
    );
    report.line("best", if best.is_empty() { "none: the game is over".to_owned() } else { shown });
    report.line("positions", graph.len().to_string());
    report.json_fields(json!({ "value": value, "plies": plies, "best": best, "positions": graph.len() }));
    report
}

/// The report of a proof search: the value of the root, the best move, the longest line, and the number of positions searched.
pub fn proof_report(game: &GameInfo, root: &AnyPosition, proved: &ProvedPosition) -> PositionReport {
    let (value, positions) = (proved.value(), proved.searched);
    let mut report = PositionReport::new("proof", game, root);
    report.json_fields(json!({ "value": value, "plies": null, "best": [], "line": [], "positions": positions }));
    match &proved.value {
        ProvedValue::Won(win) => {
            let (side, plies) = (win.strategy.promise.side, win.line.len());
            let moves = show_moves(root, &win.line, MoveStyle::Long);
            let best = moves.first().filter(|_| side == root.side_to_move());
            let gains = || format!("the {} side gets more than 0", side_name(side));
            let words = value.map_or_else(gains, |value| result_in_words(value).to_owned());
            report.line("value", format!("{words} in at most {plies} plies; a shorter way may exist"));
            if let Some(best) = best {
                report.line("best", best.clone());
            }
            report.line("line", moves.join(" "));
            let best: Vec<_> = best.iter().map(|mv| json!({ "move": mv, "plies": plies })).collect();
            report.json_fields(json!({ "plies": plies, "best": best, "line": moves }));
        }
        ProvedValue::Drawn(strategy) => {
            let first = strategy.as_ref().and_then(|it| it.nodes.first()?.moves.first());
            let first = first.map(|&(mv, _)| root.show_move(mv, MoveStyle::Long));
            report.line("value", "draw: neither side can force a win".to_owned());
            if let Some(first) = &first {
                report.line("best", format!("{first}, perhaps others"));
            }
            let best: Vec<_> = first.iter().map(|mv| json!({ "move": mv, "plies": null })).collect();
            report.json_fields(json!({ "best": best }));
        }
        ProvedValue::Unknown(not_winning, reason) => {
            let mut text = no_win_found(positions, reason);
            for &side in not_winning {
                text += &format!("; the {} side cannot force one", side_name(side));
            }
            report.is_known = false;
            report.line("value", format!("unknown: {text}"));
            report.json_fields(json!({ "unknown": text }));
        }
    }
    report.line("positions", positions.to_string());
    report
}
