//! How a game of the family is played, in words for people who do not know it.

use super::rules::{DraughtsRules, Goal};

/// How the pieces go, and how the game ends. The numbered rules say the rest.
pub(super) fn how_to_play(rules: &DraughtsRules, flying_kings: bool) -> String {
    let king = if flying_kings {
        "a king goes along a diagonal as far as it likes"
    } else {
        "a king goes one step diagonally, forward or backward"
    };
    let lines = if rules.captures_along_rows { "along diagonals, rows and columns" } else { "along diagonals" };
    let end = match rules.goal {
        Goal::Capture => "A side that has no pieces left, or cannot move, has lost.",
        Goal::LoseAll => "A side that has no pieces left, or cannot move, has won.",
        Goal::FirstKing => {
            "Whoever gets the first king wins; a side that has no pieces left, or cannot move, has lost."
        }
    };
    format!(
        "A man goes one step diagonally forward; {king}. A man whose move ends on the far row becomes a king.\n\
         A piece captures {lines}: it jumps over a piece of the opponent onto an empty square behind it, and may go on \
         jumping in the same move.\n\
         {end} The same position for the third time is a draw."
    )
}
