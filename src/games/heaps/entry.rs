//! The heap games in the table of games.

use super::how_to_play::how_to_play;
use super::position::HeapPosition;
use crate::eval::no_weights::NoWeights;
use crate::games::entry::{GameEntry, GameInfo};
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::random::Random;
use crate::search::Neutral;

/// Search knowledge for the heap games: none. A larger number of moves than this needs an allocation.
pub type HeapKnowledge = Neutral<HeapPosition, NoWeights, 32>;

/// A game, its description, its positions for the benchmark, the start position first, and the depth of the benchmark.
const fn game(name: &'static str, about: &'static str, bench: &'static [&'static str], bench_depth: i32) -> GameInfo {
    GameInfo { name, about, bench, bench_depth, ..GameInfo::NEW }
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

    fn how_to_play(game: &'static GameInfo) -> String {
        how_to_play(game.name)
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

    fn games() -> &'static [&'static GameInfo] {
        Self::GAMES
    }

    fn start(game: &'static GameInfo) -> HeapPosition {
        HeapPosition::parse(game.bench[0]).expect("the start position is legal")
    }
}

impl HeapKnowledge {
    const GAMES: &'static [&'static GameInfo] = &[
        &game("nim", "Nim: take from one heap", &["nim 3,4,5 p1", "nim 7,7,2 misere p2"], 6),
        &game(
            NORTHCOTT,
            "Northcott's game: Nim on a board",
            &["northcott 8x4 1-8,2-6,3-5,1-4 p1", "northcott 6x3 1-6,2-5,1-3 misere p2"],
            5,
        ),
        &game(
            "moore",
            "Moore's Nim: take from up to k heaps",
            &["moore 3,4,5 k=2 p1", "moore 2,3,3,1 k=3 misere p1"],
            4,
        ),
        &game(
            "poker",
            "Poker Nim: what was taken may be put back",
            &["poker 3,4,2 p1", "poker 2,3 bag=1,2 misere p2"],
            6,
        ),
        &game("lasker", "Lasker's Nim: take from a heap or split it", &["lasker 3,4,5 p1", "lasker 7,2 misere p2"], 5),
        &game("end", "End-Nim: take from the ends of a row", &["end 3,1,4,2 p1", "end 2,2,3 misere p2"], 7),
        &game(
            "fibonacci",
            "Fibonacci Nim: take at most twice as many as the last move",
            &["fibonacci 20 p1", "fibonacci 15 prev=2 misere p2"],
            8,
        ),
        &game(
            "wythoff",
            "Wythoff's game: take from one heap or the same from both",
            &["wythoff 6,8 p1", "wythoff 4,7 misere p2"],
            5,
        ),
        &game(
            "endwythoff",
            "End-Wythoff: take from the ends of a row, or the same from both",
            &["endwythoff 3,1,4,2 p1", "endwythoff 2,3,3 misere p2"],
            6,
        ),
        &game(
            "divisor",
            "Divisor game: divide by a power of a prime",
            &["divisor 7560 p1", "divisor 360 misere p2"],
            8,
        ),
        &game(
            "subtraction",
            "Subtraction games: take a number of a set",
            &["subtraction 21,9 k=3 p1", "subtraction 12,10 take=1,3,4 misere p2"],
            8,
        ),
        &game(
            "twentyone",
            "Twenty-one: count up by 1 to 3, who says 21 loses",
            &["twentyone 0 p1", "twentyone 5 p2"],
            9,
        ),
        &game(
            "hundred",
            "Hundred: count up by 1 to 10, who says 100 wins",
            &["hundred 0 p1", "hundred 80 misere p2"],
            6,
        ),
        &game(
            "ring",
            "Ring of coins: take up to k that lie together",
            &["ring 12 k=2 p1", "ring 5-3-1 k=3 misere p2"],
            5,
        ),
        &game(
            "circular",
            "Circular Nim: take from up to k neighbours",
            &["circular 2,3,4,1 k=2 p1", "circular 2,1,2,1,2 k=3 misere p2"],
            4,
        ),
        &game("kayles", "Kayles: knock down one or two neighbours", &["kayles 12 p1", "kayles 7,5 misere p2"], 5),
        &game(
            "grundy",
            "Grundy's game: split a heap into two unequal heaps",
            &["grundy 16 p1", "grundy 9,8 misere p2"],
            6,
        ),
        &game("mama", "Grundy mama's game: Grundy's game with seven coins", &["grundy 7 p1", "grundy 8,7 p2"], 9),
        &game("greedy", "Greedy Nim: take from a largest heap", &["greedy 4,4,3 p1", "greedy 5,3,5 misere p2"], 6),
        &game(
            "building",
            "Building Nim: place tokens on heaps, then play Nim",
            &["building 7 l=3 p1", "building 2 2,1,3 misere p2"],
            7,
        ),
        &game(
            "octal",
            "Take-and-break games by their octal code",
            &["octal 9,4 rules=0.77 p1", "octal 8,5 rules=4.13 misere p2"],
            5,
        ),
    ];
}
