//! What proof searches have found, as text and as JSON.

use super::super::promise::side_name;
use super::super::solution_text::result_in_words;
use super::forced_win::{ForcedWin, UnknownProof};
use super::value::{ProvedPosition, ProvedValue};
use crate::any_position::AnyPosition;
use crate::game::Game;
use crate::notation::{MoveStyle, Notation, show_moves};
use serde_json::json;

/// Value, first move, line and effort, a line each.
pub fn proof_text(root: &AnyPosition, proved: &ProvedPosition, seconds: f64) -> String {
    let value = match &proved.value {
        ProvedValue::Won(win) => {
            let words = proved.value().map_or_else(
                || format!("the {} side gets more than 0", side_name(win.strategy.promise.side)),
                |value| result_in_words(value).to_owned(),
            );
            format!("{words} in at most {} plies; a shorter way may exist", win.line.len())
        }
        ProvedValue::Drawn(_) => "draw: neither side can force a win".to_owned(),
        ProvedValue::Unknown(..) => format!("unknown: {}", unknown(proved)),
    };
    let mut text = format!("position   {}\nvalue      {value}\n", root.show());
    if let ProvedValue::Won(win) = &proved.value {
        let line = line(root, win);
        if win.strategy.promise.side == root.side_to_move()
            && let Some(first) = line.first()
        {
            text += &format!("best       {first}\n");
        }
        text += &format!("line       {}\n", line.join(" "));
    }
    if let Some(best) = drawing_move(root, proved) {
        text += &format!("best       {best}, perhaps others\n");
    }
    text + &format!("positions  {}\nseconds    {seconds:.3}\n", proved.searched)
}

/// As [`proof_text`], as one line of JSON.
pub fn proof_json(game: &str, root: &AnyPosition, proved: &ProvedPosition, seconds: f64) -> String {
    let mut object = json!({
        "game": game,
        "position": root.show(),
        "side_to_move": root.side_to_move().index() + 1,
        "method": "proof",
        "value": proved.value(),
        "plies": null,
        "best": [],
        "line": [],
        "positions": proved.searched,
        "seconds": seconds,
    });
    match &proved.value {
        ProvedValue::Won(win) => {
            let line = line(root, win);
            object["plies"] = line.len().into();
            if win.strategy.promise.side == root.side_to_move() {
                let best = line.first().map(|mv| json!({ "move": mv, "plies": line.len() }));
                object["best"] = best.into_iter().collect();
            }
            object["line"] = line.into();
        }
        ProvedValue::Drawn(_) => {
            let best = drawing_move(root, proved).map(|mv| json!({ "move": mv, "plies": null }));
            object["best"] = best.into_iter().collect();
        }
        ProvedValue::Unknown(..) => object["unknown"] = unknown(proved).into(),
    }
    format!("{object}\n")
}

/// The first move with which the side to move holds a draw.
fn drawing_move(root: &AnyPosition, proved: &ProvedPosition) -> Option<String> {
    let ProvedValue::Drawn(strategy) = &proved.value else { return None };
    let &(mv, _) = strategy.as_ref()?.nodes.first()?.moves.first()?;
    Some(root.show_move(mv, MoveStyle::Long))
}

/// The moves of the longest line.
fn line(root: &AnyPosition, win: &ForcedWin<AnyPosition>) -> Vec<String> {
    show_moves(root, &win.line, MoveStyle::Long)
}

/// Says that the value is not known, and why.
fn unknown(proved: &ProvedPosition) -> String {
    let ProvedValue::Unknown(not_winning, reason) = &proved.value else { return String::new() };
    let mut text = no_win_found(proved.searched, *reason);
    for &side in not_winning {
        text += &format!("; the {} side cannot force one", side_name(side));
    }
    text
}

/// Says that a proof search has found nothing, and why.
pub fn no_win_found(searched: u64, reason: UnknownProof) -> String {
    let reason = match reason {
        UnknownProof::Positions => "; the limit of --nodes was reached",
        UnknownProof::Memory => "; the table of --hash is full",
        UnknownProof::LongLine => "; a line of play is too long",
    };
    format!("no forced win found in {searched} positions{reason}")
}
