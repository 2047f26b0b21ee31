//! The heap games in the table of games.

use super::position::HeapPosition;
use crate::eval::no_weights::NoWeights;
use crate::games::entry::{GameEntry, GameInfo};
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::random::Random;
use crate::search::Neutral;

/// Search knowledge for the heap games: none. A larger number of moves than this needs an allocation.
pub type HeapKnowledge = Neutral<HeapPosition, NoWeights, 32>;

/// A game, its description, what a move is, its positions for the benchmark, the start position first, and the depth of the
/// benchmark.
const fn game(
    name: &'static str,
    about: &'static str,
    how_to_play: &'static str,
    bench: &'static [&'static str],
    bench_depth: i32,
) -> GameInfo {
    GameInfo { name, about, how_to_play, bench, bench_depth, ..GameInfo::NEW }
}

/// The game whose men may be placed in secret.
const NORTHCOTT: &str = "northcott";

/// A position of Northcott's game as text.
fn northcott_text(rows: u64, [first, second]: [&[u64]; 2], misere: bool) -> String {
    let men: Vec<_> = first.iter().zip(second).map(|(one, other)| format!("{one}-{other}")).collect();
    let (columns, misere) = (men.len(), if misere { " misere" } else { "" });
    format!("{NORTHCOTT} {rows}x{columns} {}{misere} p1", men.join(","))
}

impl GameEntry for HeapKnowledge {
    type NetworkFeatures = ();

    fn games() -> &'static [&'static GameInfo] {
        GAMES
    }

    fn how_to_play(game: &'static GameInfo) -> String {
        let end = if game.name == "twentyone" {
            "There are no draws."
        } else {
            "Whoever makes the last move wins. If the position says misere, whoever makes the last move loses. There are no draws."
        };
        let picked = match game.name {
            "northcott" | "wythoff" => "Pick the piece, and where it goes.",
            "twentyone" | "hundred" | "divisor" | "ring" | "grundy" | "mama" | "building" => {
                "Choose a move from the list of moves, or type it."
            }
            _ => {
                "To take from a heap, pick the first of the counters that are to go: those to its right go with it. The list of moves has all others; there, 2:4-1 takes heap 2 from 4 counters to 1."
            }
        };
        [game.how_to_play, end, picked].join("\n")
    }

    fn random_position(
        _: &'static GameInfo,
        like: &HeapPosition,
        set_up: &RandomSetUp,
        random: &mut Random,
    ) -> Result<HeapPosition, String> {
        let RandomSetUp { heaps, sizes, parameters, .. } = set_up;
        let count = heaps.start() + random.below(heaps.end() - heaps.start() + 1);
        like.random(parameters, count, sizes.clone(), random)
    }

    fn secret_placement(like: &HeapPosition) -> Option<SecretPlacement> {
        (like.game() == NORTHCOTT).then_some(SecretPlacement { position: northcott_text, misere: like.is_misere() })
    }

    fn start(game: &'static GameInfo) -> HeapPosition {
        HeapPosition::parse(game.bench[0]).expect("the start position is legal")
    }
}

/// The heap games.
const GAMES: &[&GameInfo] = &[
    &game(
        "nim",
        "Nim: take from one heap",
        "A move takes any number of counters from one heap.",
        &["nim 3,4,5 p1", "nim 7,7,2 misere p2"],
        6,
    ),
    &game(
        NORTHCOTT,
        "Northcott's game: Nim on a board",
        "Every column has a man of each side. A move takes one of your men forward, towards the other man in its column, as far as you like over empty squares. Men never go back and never jump. A side that cannot move has lost.",
        &["northcott 8x4 1-8,2-6,3-5,1-4 p1", "northcott 6x3 1-6,2-5,1-3 misere p2"],
        5,
    ),
    &game(
        "moore",
        "Moore's Nim: take from up to k heaps",
        "A move takes counters from one heap or from several, up to k heaps (k=2 at the start), any number from each. With max= it takes at most so many in all.",
        &["moore 3,4,5 k=2 p1", "moore 2,3,3,1 k=3 misere p1"],
        4,
    ),
    &game(
        "poker",
        "Poker Nim: what was taken may be put back",
        "A move takes any number of counters from one heap and keeps them, or puts some that the player has kept back on a heap. Counters are put back only so many times in a game.",
        &["poker 3,4,2 p1", "poker 2,3 bag=1,2 misere p2"],
        6,
    ),
    &game(
        "lasker",
        "Lasker's Nim: take from a heap or split it",
        "A move takes any number of counters from one heap, or splits a heap into two without taking.",
        &["lasker 3,4,5 p1", "lasker 7,2 misere p2"],
        5,
    ),
    &game(
        "end",
        "End-Nim: take from the ends of a row",
        "The heaps stand in a row. A move takes any number of counters from the first or the last heap of the row.",
        &["end 3,1,4,2 p1", "end 2,2,3 misere p2"],
        7,
    ),
    &game(
        "fibonacci",
        "Fibonacci Nim: take at most twice as many as the last move",
        "There is one heap. The first move takes any number of counters, but not all; every other move takes at most twice as many as the move before.",
        &["fibonacci 20 p1", "fibonacci 15 prev=2 misere p2"],
        8,
    ),
    &game(
        "wythoff",
        "Wythoff's game: take from one heap or the same from both",
        "There are two heaps. A move takes any number of counters from one of them, or the same number from both. On the board it is a queen that walks to the corner a1: left, down, or diagonally down to the left.",
        &["wythoff 6,8 p1", "wythoff 4,7 misere p2"],
        5,
    ),
    &game(
        "endwythoff",
        "End-Wythoff: take from the ends of a row, or the same from both",
        "The heaps stand in a row. A move takes any number of counters from the first or the last heap, or the same number from both.",
        &["endwythoff 3,1,4,2 p1", "endwythoff 2,3,3 misere p2"],
        6,
    ),
    &game(
        "divisor",
        "Divisor game: divide by a power of a prime",
        "There is one number. A move divides it by a power of a prime (2, 4, 8, 3, 9, 5 ...) that divides it. The game ends at 1.",
        &["divisor 7560 p1", "divisor 360 misere p2"],
        8,
    ),
    &game(
        "subtraction",
        "Subtraction games: take a number of a set",
        "A move takes counters from one heap: from 1 to k of them (k=), or a number of the set (take=).",
        &["subtraction 21,9 k=3 p1", "subtraction 12,10 take=1,3,4 misere p2"],
        8,
    ),
    &game(
        "twentyone",
        "Twenty-one: count up by 1 to 3, who says 21 loses",
        "The first player says a number from 1 to 19. Then each adds 1, 2 or 3 to it and says the sum. Who must say 21 loses.",
        &["twentyone 0 p1", "twentyone 5 p2"],
        9,
    ),
    &game(
        "hundred",
        "Hundred: count up by 1 to 10, who says 100 wins",
        "Starting from 0, each adds a number from 1 to 10 and says the sum.",
        &["hundred 0 p1", "hundred 80 misere p2"],
        6,
    ),
    &game(
        "ring",
        "Ring of coins: take up to k that lie together",
        "Coins lie in a ring. A move takes from 1 to k coins that lie together, without a gap between them.",
        &["ring 12 k=2 p1", "ring 5-3-1 k=3 misere p2"],
        5,
    ),
    &game(
        "circular",
        "Circular Nim: take from up to k neighbours",
        "The heaps stand in a circle. A move chooses up to k neighbouring heaps and takes any numbers of counters from them, at least one in all.",
        &["circular 2,3,4,1 k=2 p1", "circular 2,1,2,1,2 k=3 misere p2"],
        4,
    ),
    &game(
        "kayles",
        "Kayles: knock down one or two neighbours",
        "Pins stand in rows. A move knocks down one pin, or two that stand side by side; a row may fall apart into two.",
        &["kayles 12 p1", "kayles 7,5 misere p2"],
        5,
    ),
    &game(
        "grundy",
        "Grundy's game: split a heap into two unequal heaps",
        "A move splits a heap into two heaps of different sizes.",
        &["grundy 16 p1", "grundy 9,8 misere p2"],
        6,
    ),
    &game(
        "mama",
        "Grundy mama's game: Grundy's game with seven coins",
        "A move splits a heap into two heaps of different sizes.",
        &["grundy 7 p1", "grundy 8,7 p2"],
        9,
    ),
    &game(
        "greedy",
        "Greedy Nim: take from a largest heap",
        "A move takes any number of counters from a largest heap.",
        &["greedy 4,4,3 p1", "greedy 5,3,5 misere p2"],
        6,
    ),
    &game(
        "building",
        "Building Nim: place tokens on heaps, then play Nim",
        "First the players place tokens on heaps of their choice, one in each move. When none is left, a move takes any number of them from one heap.",
        &["building 7 l=3 p1", "building 2 2,1,3 misere p2"],
        7,
    ),
    &game(
        "octal",
        "Take-and-break games by their octal code",
        "The digits of the code say what a move may do. If the digit at place n after the point is 1, or a sum with 1, a move may take a whole heap of n counters; with 2, n counters from a larger heap; with 4, n counters from a heap while it splits the rest in two. A 4 before the point: a heap may be split without taking.",
        &["octal 9,4 rules=0.77 p1", "octal 8,5 rules=4.13 misere p2"],
        5,
    ),
];
