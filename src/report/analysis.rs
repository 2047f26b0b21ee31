//! The result of the analysis of a position. Where the game is over its result is known, and nothing is searched.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Outcome};
use crate::notation::{MoveStyle, Notation, show_moves};
use crate::search::{Depth, SearchLine, points};
use serde::Serialize;
use std::time::Duration;

/// The analysis of a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The position.
    pub position: AnyPosition,
    /// How the game ended, if it is over.
    pub game_end: Option<GameEnd>,
    /// The best lines, best first; empty if the game is over.
    pub lines: Vec<SearchLine<AnyMove>>,
    /// The time at which the best move became best and remained so.
    pub best_move_since: Duration,
    /// The depth at which it became best.
    pub best_move_depth: Depth,
    /// Time of the search.
    pub elapsed: Duration,
}

/// A move in both notations.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
pub struct MoveText {
    /// In the notation of the protocols.
    pub long: String,
    /// In the notation for people (SAN, PDN).
    pub short: String,
}

impl MoveText {
    /// A legal move of a position.
    pub fn new(position: &AnyPosition, mv: AnyMove) -> MoveText {
        let [long, short] = [MoveStyle::Long, MoveStyle::Short].map(|style| position.show_move(mv, style));
        MoveText { long, short }
    }
}

/// Moves from a position on as text.
pub fn move_texts(start: &AnyPosition, moves: &[AnyMove]) -> Vec<MoveText> {
    let mut position = start.clone();
    let text = |&mv| {
        let text = MoveText::new(&position, mv);
        position = position.play(mv);
        text
    };
    moves.iter().map(text).collect()
}

impl Analysis {
    /// The best move.
    pub fn best(&self) -> Option<AnyMove> {
        self.lines.first()?.moves.first().copied()
    }

    /// The best move as text.
    pub fn best_text(&self) -> Option<MoveText> {
        self.best().map(|mv| MoveText::new(&self.position, mv))
    }

    /// The moves of a line as text.
    pub fn texts(&self, line: &SearchLine<AnyMove>, style: MoveStyle) -> Vec<String> {
        show_moves(&self.position, &line.moves, style)
    }

    /// The expected result of the side to move, in points.
    pub fn expected_result(&self) -> f64 {
        match (self.game_end, self.lines.first()) {
            (Some(end), _) => points(end.outcome.wdl()),
            (None, Some(line)) => line.info.expected_result(),
            (None, None) => 0.5,
        }
    }

    /// Nodes searched.
    pub fn nodes(&self) -> u64 {
        self.lines.iter().map(|line| line.info.nodes).max().unwrap_or(0)
    }
}

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
