//! How the heap games are played, in words for people who do not know them.

/// How a game is played, how it ends, and how its moves are given: a paragraph a line.
pub(super) fn how_to_play(game: &str) -> String {
    let moves = match game {
        "nim" => "A move takes any number of counters from one heap.",
        "northcott" => {
            "Every column has a man of each side. A move takes one of your men forward, towards the other man in its column, as far as you like over empty squares. Men never go back and never jump. A side that cannot move has lost."
        }
        "moore" => {
            "A move takes counters from one heap or from several, up to k heaps (k=2 at the start), any number from each. With max= it takes at most so many in all."
        }
        "poker" => {
            "A move takes any number of counters from one heap and keeps them, or puts some that the player has kept back on a heap. Counters are put back only so many times in a game."
        }
        "lasker" => "A move takes any number of counters from one heap, or splits a heap into two without taking.",
        "end" => {
            "The heaps stand in a row. A move takes any number of counters from the first or the last heap of the row."
        }
        "fibonacci" => {
            "There is one heap. The first move takes any number of counters, but not all; every other move takes at most twice as many as the move before."
        }
        "wythoff" => {
            "There are two heaps. A move takes any number of counters from one of them, or the same number from both. On the board it is a queen that walks to the corner a1: left, down, or diagonally down to the left."
        }
        "endwythoff" => {
            "The heaps stand in a row. A move takes any number of counters from the first or the last heap, or the same number from both."
        }
        "divisor" => {
            "There is one number. A move divides it by a power of a prime (2, 4, 8, 3, 9, 5 ...) that divides it. The game ends at 1."
        }
        "subtraction" => {
            "A move takes counters from one heap: from 1 to k of them (k=), or a number of the set (take=)."
        }
        "twentyone" => {
            "The first player says a number from 1 to 19. Then each adds 1, 2 or 3 to it and says the sum. Who must say 21 loses."
        }
        "hundred" => "Starting from 0, each adds a number from 1 to 10 and says the sum.",
        "ring" => "Coins lie in a ring. A move takes from 1 to k coins that lie together, without a gap between them.",
        "circular" => {
            "The heaps stand in a circle. A move chooses up to k neighbouring heaps and takes any numbers of counters from them, at least one in all."
        }
        "kayles" => {
            "Pins stand in rows. A move knocks down one pin, or two that stand side by side; a row may fall apart into two."
        }
        "grundy" | "mama" => "A move splits a heap into two heaps of different sizes.",
        "greedy" => "A move takes any number of counters from a largest heap.",
        "building" => {
            "First the players place tokens on heaps of their choice, one in each move. When none is left, a move takes any number of them from one heap."
        }
        "octal" => {
            "The digits of the code say what a move may do. If the digit at place n after the point is 1, or a sum with 1, a move may take a whole heap of n counters; with 2, n counters from a larger heap; with 4, n counters from a heap while it splits the rest in two. A 4 before the point: a heap may be split without taking."
        }
        _ => return String::new(),
    };
    let end = if game == "twentyone" {
        "There are no draws."
    } else {
        "Whoever makes the last move wins. If the position says misere, whoever makes the last move loses. There are no draws."
    };
    let picked = match game {
        "northcott" | "wythoff" => "Pick the piece, and where it goes.",
        "twentyone" | "hundred" | "divisor" | "ring" | "grundy" | "mama" | "building" => {
            "Choose a move from the list of moves, or type it."
        }
        _ => {
            "To take from a heap, pick the first of the counters that are to go: those to its right go with it. The list of moves has all others; there, 2:4-1 takes heap 2 from 4 counters to 1."
        }
    };
    [moves, end, picked].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::entry::GameEntry;
    use crate::games::heaps::HeapKnowledge;

    #[test]
    fn every_game_has_a_text() {
        for game in HeapKnowledge::games() {
            assert!(!how_to_play(game.name).is_empty(), "{}", game.name);
        }
    }
}
