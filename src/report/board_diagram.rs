//! The diagram of the position that the command line gives.

use super::game_end::GameEnd;
use super::position_args::PositionArgs;
use crate::game::Outcome;
use crate::notation::MoveStyle;
use crate::picture::diagram::Diagram;
use crate::player::{Referee, referee};
use anyhow::{anyhow, bail};

/// The board after the moves, with the last of them and the side to move.
///
/// # Errors
/// The position or a move is not legal.
pub fn board_diagram(place: &PositionArgs) -> anyhow::Result<Diagram> {
    let mut referee = referee(&place.game).map_err(|error| anyhow!(error))?;
    let start = place.start_text()?;
    let mut set_up = |moves: &[String]| {
        let result = referee.set_position(start.as_deref(), moves);
        result.map_err(|error| anyhow!("the position: {error}"))
    };
    set_up(&place.moves)?;
    let Some((last, earlier)) = place.moves.split_last() else {
        let diagram = Diagram::new(&referee.view());
        return Ok(with_texts(diagram, &*referee, None));
    };
    set_up(earlier)?;
    let (before, found) = (referee.view(), referee.find_move(last));
    let Ok(pointed) = found else {
        bail!("the position: found the move '{last}', expected a legal move");
    };
    referee.play(last, &[MoveStyle::Short])?;
    let diagram = Diagram::after_move(&referee.view(), &before, &pointed.cells);
    Ok(with_texts(diagram, &*referee, Some(&pointed.text)))
}

/// Adds the title and the line below the board.
fn with_texts(mut diagram: Diagram, referee: &dyn Referee, last: Option<&str>) -> Diagram {
    let position = referee.position();
    let game = referee.game().name;
    diagram.title = if position.starts_with(game) { position } else { format!("{game}: {position}") };
    let mut line = state_of_game(referee);
    if let Some(last) = last {
        line += &format!(", after {last}");
    }
    if GameEnd::reached(referee).is_some() {
        diagram.mover = None;
    }
    diagram.title += &format!(" ({line})");
    diagram.caption = vec![line];
    diagram
}

/// Who is to move, or who has won and why.
pub fn state_of_game(referee: &dyn Referee) -> String {
    let view = referee.view();
    let name = |side: crate::game::Side| view.side_names[side.index()];
    let mover = referee.side_to_move();
    match GameEnd::reached(referee) {
        None => format!("{} to move", name(mover)),
        Some(GameEnd { outcome: Outcome::Draw, reason }) => format!("draw: {reason}"),
        Some(GameEnd { outcome, reason }) => {
            let winner = outcome.winner(mover).unwrap_or(mover);
            format!("{} has won: {reason}", name(winner))
        }
    }
}
