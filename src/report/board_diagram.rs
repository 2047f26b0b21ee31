//! The diagram of a position with its last move.

use crate::any_position::AnyPosition;
use crate::game::{Game, GameEnd, GameLine, Outcome};
use crate::games::GameInfo;
use crate::notation::{MoveStyle, Notation};
use crate::picture::diagram::Diagram;
use crate::picture::{BoardView, Picture};

/// The board at the end of a line, with its last move and the side to move.
pub fn board_diagram(game: &'static GameInfo, line: &GameLine<AnyPosition>) -> Diagram {
    let mut caption = state_of_game(line);
    if let Some((before, &last)) = line.positions_before().last().zip(line.moves().last()) {
        caption += &format!(", after {}", before.show_move(last, MoveStyle::Short));
    }
    let mut diagram = shown_diagram(line);
    let position = line.position().show();
    let title = if position.starts_with(game.name) { position } else { format!("{}: {position}", game.name) };
    diagram.title = format!("{title} ({caption})");
    diagram.caption = vec![caption];
    if line.end().is_some() {
        diagram.mover = None;
    }
    diagram
}

/// The position at the end of a line as it is drawn, with the last move.
pub fn shown_diagram(line: &GameLine<AnyPosition>) -> Diagram {
    let view = BoardView::of(line.position());
    match line.positions_before().last().zip(line.moves().last()) {
        Some((before, &last)) => Diagram::after_move(&view, &BoardView::of(before), &before.move_cells(last)),
        None => Diagram::new(&view),
    }
}

/// Who is to move, or who has won and why.
pub fn state_of_game(line: &GameLine<AnyPosition>) -> String {
    let position = line.position();
    let mover = position.side_to_move();
    match line.end() {
        None => format!("{} to move", position.side_name(mover)),
        Some(GameEnd { outcome: Outcome::Draw, reason }) => format!("draw: {reason}"),
        Some(GameEnd { outcome, reason }) => {
            format!("{} has won: {reason}", position.side_name(outcome.winner(mover).unwrap_or(mover)))
        }
    }
}
