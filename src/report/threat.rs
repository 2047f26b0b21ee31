//! Threats: what the opponent would do if the side to move passed.

use super::analyser::Analyser;
use super::analysis::Analysis;
use super::puzzle_theme::pieces;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine};
use crate::notation::{MoveStyle, Notation};
use crate::picture::{Picture, PieceKind};
use crate::system::StopSignal;

/// What follows if the side to move passes.
#[derive(Clone, Debug)]
pub enum Pass {
    /// The position with the other side to move.
    Position(AnyPosition),
    /// The captures in this position, where the side to move must capture: the position before the pass, or else the one after it.
    Captures(AnyPosition, Vec<AnyMove>),
}

impl Pass {
    /// The side to move passes.
    ///
    /// # Errors
    /// It cannot: the rules do not allow the position after that, as in check, or there are no such positions in the game. The
    /// message is for the user.
    pub fn of(position: &AnyPosition) -> Result<Pass, String> {
        Pass::check_game(position)?;
        let captures = |position: &AnyPosition| Some(Pass::Captures(position.clone(), compulsory_captures(position)?));
        if let Some(captures) = captures(position) {
            return Ok(captures);
        }
        let side = position.side_name(position.side_to_move());
        let passed = position.passed().map_err(|error| format!("{side} cannot pass: {error}"))?;
        if passed.outcome().is_some() {
            return Err(format!("{side} cannot pass: the game would be over"));
        }
        Ok(captures(&passed).unwrap_or(Pass::Position(passed)))
    }

    /// Checks that positions of a game can be set up with the other side to move.
    ///
    /// # Errors
    /// They cannot.
    pub fn check_game(position: &AnyPosition) -> Result<(), String> {
        if position.palette().is_empty() { Err("no side can pass in this game".to_owned()) } else { Ok(()) }
    }
}

/// The legal moves, if all of them capture something in a game where captures are compulsory: one with men.
fn compulsory_captures(position: &AnyPosition) -> Option<Vec<AnyMove>> {
    if !position.palette().iter().any(|piece| piece.kind == PieceKind::Man) {
        return None;
    }
    let (moves, count) = (position.moves(), pieces(position));
    let are_captures = !moves.is_empty() && moves.iter().all(|&mv| pieces(&position.play(mv)) < count);
    are_captures.then_some(moves)
}

/// `White must capture: a3:c5, e3:c5`.
pub fn captures_text(position: &AnyPosition, captures: &[AnyMove]) -> String {
    let captures: Vec<String> = captures.iter().map(|&mv| position.show_move(mv, MoveStyle::Short)).collect();
    format!("{} must capture: {}", position.side_name(position.side_to_move()), captures.join(", "))
}

/// What an engine says of the threat in a position.
pub enum Threat {
    /// The best lines after a pass, at least one.
    Lines(Box<Analysis>),
    /// As [`Pass::Captures`].
    Captures(AnyPosition, Vec<AnyMove>),
    /// Why there is none.
    None(String),
}

impl Threat {
    /// The threat in a position, by a search with the usual limits; `None` if `stop` has ended the search.
    ///
    /// # Errors
    /// The engine does not work, or its answer makes no sense.
    pub fn find(position: &AnyPosition, analyser: &mut Analyser, stop: StopSignal) -> Result<Option<Threat>, String> {
        let passed = match Pass::of(position) {
            Ok(Pass::Position(passed)) => passed,
            Ok(Pass::Captures(position, captures)) => return Ok(Some(Threat::Captures(position, captures))),
            Err(reason) => return Ok(Some(Threat::None(reason))),
        };
        let analysis = analyser.analyse(&GameLine::new(passed), None, stop)?;
        Ok(analysis.map(|analysis| Threat::Lines(Box::new(analysis))))
    }

    /// One line for people: `threat: Qxf7# (#1 at depth 3: Qxf7#)`.
    pub fn describe(&self) -> String {
        match self {
            Threat::Lines(analysis) => {
                let [line, ..] = &analysis.lines[..] else { return "threat: none".to_owned() };
                let moves = analysis.texts(line, MoveStyle::Short);
                let (score, depth) = (line.info.shown_score, line.info.depth);
                format!("threat: {} ({score} at depth {depth}: {})", moves[0], moves.join(" "))
            }
            Threat::Captures(position, captures) => format!("threat: {}", captures_text(position, captures)),
            Threat::None(reason) => format!("threat: none, {reason}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::notation::set_up;

    /// What follows a pass: the position, the captures, or why there is none.
    fn pass(game: &str, position: Option<&str>) -> String {
        let line = set_up(&find_game(game).unwrap().start(), position, &[]).unwrap();
        match Pass::of(line.position()) {
            Ok(Pass::Position(passed)) => passed.show(),
            Ok(Pass::Captures(position, captures)) => captures_text(&position, &captures),
            Err(reason) => reason,
        }
    }

    #[test]
    fn a_side_passes_unless_captures_are_compulsory_or_the_rules_forbid_it() {
        for (game, position, expected) in [
            ("chess", Some("4k3/8/8/8/8/8/4P3/4K3 w - - 7 9"), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"),
            ("chess", Some("4k3/8/8/8/8/4r3/8/4K3 w - - 0 1"), "White cannot pass: white is in check but not to move"),
            // The only legal move is a capture.
            ("chess", Some("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), "White cannot pass: white is in check but not to move"),
            ("chess", Some("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1"), "White cannot pass: the game would be over"),
            ("russian", Some("W:Wc3:Bh8"), "B:W22:B4"),
            ("russian", Some("W:Wc3:Bd4"), "White must capture: c3:e5"),
            ("russian", Some("B:Wc3,a1:Bd4,h8"), "Black must capture: d4:b2"),
            ("nim", None, "no side can pass in this game"),
            ("tree", None, "no side can pass in this game"),
        ] {
            assert_eq!(pass(game, position), expected, "{game} {position:?}");
        }
    }
}
