//! Which side of the board is at the bottom.

use crate::game::Side;
use crate::games::GameInfo;
use crate::picture::BoardView;
use crate::play::Session;
use std::cmp::Ordering;

/// Whether the board is to be turned, so that the side of the only person is at the bottom.
pub fn turns_board(session: &Session) -> bool {
    only_person(session).is_some_and(|person| usual_bottom_side(session) == Some(!person))
}

/// The side at the bottom of the board; where the sides have no place of their own, it is the only person, or the first side.
pub fn bottom_side(session: &Session, is_flipped: bool) -> Side {
    match usual_bottom_side(session) {
        Some(side) if is_flipped => !side,
        Some(side) => side,
        None => only_person(session).unwrap_or(Side::First),
    }
}

/// The side of the person, if the other one is not a person.
fn only_person(session: &Session) -> Option<Side> {
    match Side::each(|side| session.solver().map_or_else(|| session.player(side).is_person(), |solver| solver == side))
    {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        _ => None,
    }
}

/// The side at the bottom of a board that is not turned.
fn usual_bottom_side(session: &Session) -> Option<Side> {
    let [first, second] = Side::each(|side| rows_from_top(session.game(), side));
    match first?.total_cmp(&second?) {
        Ordering::Less => Some(Side::Second),
        Ordering::Equal => None,
        Ordering::Greater => Some(Side::First),
    }
}

/// The mean row of the pieces of a side in the usual start position, counted from the top; `None` without pieces.
fn rows_from_top(game: &'static GameInfo, side: Side) -> Option<f64> {
    let view = BoardView::of(&game.start());
    let rows = (0_u32..).zip(&view.rows).flat_map(|(row, cells)| {
        let own = cells.iter().flatten().filter_map(|cell| cell.piece).filter(|piece| piece.side == side);
        own.map(move |_| f64::from(row))
    });
    let rows: Vec<f64> = rows.collect();
    (!rows.is_empty()).then(|| rows.iter().sum::<f64>() / rows.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{MachineSettings, SessionSettings, SidePlayer};

    #[test]
    fn the_only_person_is_at_the_bottom() {
        let [person, machine] = [SidePlayer::person("Anna"), SidePlayer::machine(MachineSettings::default())];
        let is_turned = |game: &str, players: [&SidePlayer; 2]| {
            turns_board(&Session::new(SessionSettings::new(game, players.map(Clone::clone))).unwrap())
        };
        for (game, first, second) in [
            ("chess", false, true),
            ("english", true, false),
            ("russian", false, true),
            ("nim", false, false),
            ("tictactoe", false, false),
        ] {
            assert_eq!(is_turned(game, [&person, &machine]), first, "{game}");
            assert_eq!(is_turned(game, [&machine, &person]), second, "{game}");
        }
        assert!(!is_turned("english", [&person, &SidePlayer::person("Ben")]));
    }
}
