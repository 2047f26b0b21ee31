//! The end of a game: its result is known, and nothing is searched.

use crate::any_position::AnyPosition;
use crate::game::{GameLine, Outcome};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The result for the side to move.
    pub outcome: Outcome,
    /// The rule that ended it.
    pub reason: &'static str,
}

impl GameEnd {
    /// How a game ended; `None` while it goes on.
    pub fn reached(game: &GameLine<AnyPosition>) -> Option<GameEnd> {
        Some(GameEnd { outcome: game.outcome()?, reason: game.end_reason() })
    }

    /// The result for the side to move: `win`, `draw` or `loss`.
    pub fn result(self) -> &'static str {
        match self.outcome {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        }
    }

    /// Result and reason for people: `draw: stalemate`.
    pub fn describe(self) -> String {
        match self.outcome {
            Outcome::Draw => format!("draw: {}", self.reason),
            Outcome::Win => format!("the side to move has won: {}", self.reason),
            Outcome::Loss => format!("the side to move has lost: {}", self.reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::find_game;
    use crate::notation::set_up;

    fn end_of(game: &str, position: &str, moves: &str) -> Option<(&'static str, &'static str)> {
        let start = find_game(game).unwrap().start();
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        GameEnd::reached(&set_up(&start, Some(position), &moves).unwrap()).map(|end| (end.result(), end.reason))
    }

    #[test]
    fn every_end_has_its_result_and_its_name() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
        for (game, position, moves, expected) in [
            ("chess", start, "f2f3 e7e5 g2g4 d8h4", ("loss", "checkmate")),
            ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", ("draw", "stalemate")),
            ("chess", "8/8/8/8/8/3k4/8/3K4 w - - 0 1", "", ("draw", "insufficient material")),
            ("chess", "8/8/8/8/8/3k4/8/R2K4 w - - 100 80", "", ("draw", "fifty-move rule")),
            ("chess", start, &format!("{knights} f6g8"), ("draw", "threefold repetition")),
            ("english", "B:W18:B", "", ("loss", "no pieces left")),
            ("english", "W:W5:B1", "", ("loss", "no legal move")),
            ("tictactoe", "xxx/oo./... o", "", ("loss", "three in a line")),
        ] {
            assert_eq!(end_of(game, position, moves), Some(expected), "{game} {position} {moves}");
        }
        assert_eq!(end_of("chess", start, knights), None);
    }
}
