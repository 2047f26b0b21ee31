//! A game in words: the board, pieces, moves, searches and results as lines of text.

use super::played_move::{PlayedMove, SearchStatistics};
use super::session::{GameOver, Session};
use crate::game::Side;
use crate::picture::diagram::Diagram;
use crate::picture::text_diagram::{TextDiagramStyle, text_diagram};
use crate::report::analysis::format_score;
use crate::search::Score;

/// What a side is called.
pub fn side_name(session: &Session, side: Side) -> &'static str {
    session.referee().view().side_names[side.index()]
}

/// The board in rows, a letter for each piece.
pub fn board(session: &Session) -> String {
    let diagram = Diagram::new(&session.referee().view());
    text_diagram(&diagram, TextDiagramStyle::default())
}

/// The pieces of each side with their cells: `White: K e1, R a1`.
pub fn pieces(session: &Session) -> String {
    let view = session.referee().view();
    let cells = || view.cells();
    let mut text = String::new();
    for side in Side::BOTH {
        let named = cells().filter_map(|cell| {
            let piece = cell.piece.filter(|piece| piece.side == side)?;
            Some(format!(
                "{} {}",
                piece.letter.to_ascii_uppercase(),
                cell.name
            ))
        });
        let mut named: Vec<String> = named.collect();
        named.sort();
        text += &format!("{}: {}\n", side_name(session, side), named.join(", "));
    }
    text
}

/// The moves of the game, two a line, with the number of pieces of each side after them.
pub fn move_list(session: &Session) -> String {
    let mut text = String::new();
    for (number, pair) in (1..).zip(session.moves().chunks(2)) {
        let shown: Vec<String> = pair.iter().map(listed).collect();
        text += &format!("{number:>3}. {}\n", shown.join("  "));
    }
    if let Some(plies) = session.referee().plies_to_draw() {
        text += &format!("a draw in {plies} plies without progress\n");
    }
    text
}

fn listed(mv: &PlayedMove) -> String {
    match mv.pieces {
        Some([first, second]) => format!("{} ({first}:{second})", mv.text),
        None => mv.text.clone(),
    }
}

/// What a search did, in a line.
pub fn statistics(search: &SearchStatistics) -> String {
    let info = &search.info;
    let score = score(info.shown_score);
    format!(
        "{score} at depth {}, {} nodes in {:.2} s, {} a second: {}",
        info.depth,
        info.nodes,
        info.elapsed.as_secs_f64(),
        search.nps(),
        search.pv.join(" ")
    )
}

/// A score for the side that searched.
fn score(score: Score) -> String {
    match score.distance() {
        Some(plies) if plies >= 0 => format!("wins in {} moves", (plies + 1) / 2),
        Some(plies) => format!("loses in {} moves", (1 - plies) / 2),
        None => format_score(score),
    }
}

/// How the game ended, with the names of the players.
pub fn result(session: &Session, end: &GameOver) -> String {
    match end.winner {
        Some(side) => {
            let (name, side) = (session.name(side), side_name(session, side));
            format!("{name} ({side}) wins: {}", end.reason)
        }
        None => format!("drawn: {}", end.reason),
    }
}
