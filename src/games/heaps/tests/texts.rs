//! Positions and moves as text.

use super::oracle::parse;
use crate::game::Game;
use crate::games::entry::GameEntry;
use crate::games::heaps::{HeapKnowledge, HeapPosition, HeapRule};
use crate::notation::Notation;
use crate::random::Random;

/// Positions that read back as they are, each with a legal move.
const TEXTS: &[(&str, &str)] = &[
    ("nim 3,4,5 p1", "2:4-1"),
    ("moore 1,2,3 k=2 misere p1", "1:1-0,3:3-1"),
    ("moore 1,2,3 k=2 max=5 p2", "1:1-0"),
    ("northcott 8x3 1-8,2-5,3-4 p1", "1:1-4"),
    ("northcott 8x3 1-8,2-5,3-4 misere p2", "2:5-3"),
    ("poker 3,4 bag=1,2 p2", "1:3-5"),
    ("poker 3,4 bag=1,0 put=7 misere p1", "2:4-0"),
    ("lasker 2,7 p1", "2:7-3+4"),
    ("lasker 2,7 p1", "2:7-3"),
    ("end 3,1,4 p1", "3:4-0"),
    ("fibonacci 20 prev=4 p2", "1:20-12"),
    ("fibonacci 20 misere p1", "1:20-1"),
    ("wythoff 3,5 p1", "1:3-1,2:5-3"),
    ("endwythoff 3,1,5 p1", "1:3-0,3:5-2"),
    ("divisor 360 p1", "360/8"),
    ("subtraction 21 take=1,3,4 p2", "1:21-17"),
    ("subtraction 21,5 k=3 misere p2", "2:5-4"),
    ("twentyone 0 p1", "7"),
    ("twentyone 4 p2", "+3"),
    ("hundred 37 p2", "+10"),
    ("hundred 0 misere p1", "+1"),
    ("ring 12 k=2 p1", "2@12"),
    ("ring 5-3-1 k=2 p1", "2@4"),
    ("ring 11-0 k=3 misere p2", "3@9"),
    ("circular 2,3,4,1 k=2 p1", "1:2-1,4:1-0"),
    ("kayles 5,3 p1", "1:5-1+3"),
    ("kayles 5,3 misere p1", "2:3-1"),
    ("grundy 7 p1", "1:7-3+4"),
    ("greedy 3,3,1 p1", "2:3-0"),
    ("building 7 l=3 p1", "+2"),
    ("building 6 0,1,0 p2", "+1"),
    ("building 0 2,3,2 p1", "2:3-1"),
    ("octal 9,4 rules=0.77 p1", "1:9-3+4"),
    ("octal 9,4 rules=4.3 p1", "2:4-2+2"),
];

#[test]
fn every_game_has_a_text() {
    for (game, name) in HeapKnowledge::games().iter().zip(HeapKnowledge::names()) {
        assert_eq!(game.name, name);
        assert!(game.how_to_play.lines().count() == 4, "{name}");
    }
    assert_eq!(HeapKnowledge::names().len(), HeapKnowledge::games().len());
}

#[test]
fn positions_and_moves_read_back() {
    for (text, mv) in TEXTS {
        let position = parse(text);
        assert_eq!(position.show(), *text);
        let read = position.read_move(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.move_to_text(read), *mv, "{text}");
        assert!(position.moves().contains(&read), "{text} {mv}");
    }
}

#[test]
fn other_ways_to_write_positions_and_moves() {
    for (text, shown) in [
        ("  NIM   3,4,5  p1 ", "nim 3,4,5 p1"),
        ("mama 7 p1", "grundy 7 p1"),
        ("subtraction 9 take=4,1,1,3 p1", "subtraction 9 take=1,3,4 p1"),
        ("octal 5 rules=.770 p1", "octal 5 rules=0.77 p1"),
        ("ring 0 k=2 p1", "ring 0 k=2 p1"),
        ("ring 3-0-2 k=2 p1", "ring 3-2 k=2 p1"),
        ("building 7 0,0,0 p1", "building 7 l=3 p1"),
        ("poker 3 bag=0,0 put=100 p1", "poker 3 p1"),
        ("moore misere k=2 p1 p1", ""),
        ("nim 3,4", "nim 3,4 p1"),
        ("circular 7 9 8 7 k=2", "circular 7,9,8,7 k=2 p1"),
        ("circular 7, 9, 8 k=2 misere", "circular 7,9,8 k=2 misere p1"),
        ("ring 7 9 8 7 k=2 p2", "ring 7-9-8-7 k=2 p2"),
    ] {
        assert_eq!(HeapPosition::parse(text).map_or(String::new(), |position| position.show()), shown, "{text}");
    }
    let read = |position, mv| {
        let position = parse(position);
        position.move_to_text(position.read_move(mv).unwrap())
    };
    assert_eq!(read("lasker 7 p1", "1:7-4+3"), "1:7-3+4");
    assert_eq!(read("lasker 7 p1", "1:7-4+0"), "1:7-4");
    assert_eq!(read("moore 3,4 k=2 p1", "2:4-1,1:3-0"), "1:3-0,2:4-1");
}

#[test]
fn refused_positions() {
    for (text, expected) in [
        ("", "found '', expected a game: nim, northcott, moore, "),
        ("nim 3,4 p3", "nim: heaps: found 'p3', expected a number from 0 to 9223372036854775807"),
        ("nim 3,4 p1 misere", "nim: found 'p1', expected misere, p1 or p2"),
        ("nim p1", "nim: found '', expected heaps such as 3,4,5"),
        ("fibonacci 1 p1", "fibonacci: found 1, expected at least 2 for the first move"),
        ("nim 3,-4 p1", "nim: heaps: found '-4', expected a number from 0 to 9223372036854775807"),
        ("nim 3,,4 p1", "nim: heaps: found '', expected a number from 0 to 9223372036854775807"),
        (
            "nim 9223372036854775808 p1",
            "nim: heaps: found '9223372036854775808', expected a number from 0 to 9223372036854775807",
        ),
        ("nim 3 k=2 p1", "nim: found 'k=2', expected misere, p1 or p2"),
        ("moore 3,4 p1", "moore: expected the parameter k=, from 1 to 8"),
        ("moore 3,4 k=9 p1", "moore: found k=9, expected k from 1 to 8"),
        ("moore 3,4 k=2 k=2 p1", "moore: found 'k' twice, expected it once"),
        ("moore 3,4 x=2 p1", "moore: found 'x=2', expected k=, max=, misere, p1 or p2"),
        (
            "moore 300,300 k=2 max=3 p1",
            "moore: with a limit max= the game is searched: expected at most 65535 moves without the limit",
        ),
        (
            "endwythoff 2,372036854775807,3 p1",
            "endwythoff: the game is searched: found heaps that allow 372036854775813 moves, expected at most 65535",
        ),
    ] {
        let error = HeapPosition::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let error = HeapPosition::parse(&format!("nim {}1 p1", "1,".repeat(10_000))).unwrap_err().to_string();
    assert_eq!(error, "nim: heaps: found 10001 numbers, expected at most 10000");
}

/// Reports of `analyse` give the number, so it stays. No text is a move that breaks one of the rules 18, 19 and 25.
#[test]
fn refused_moves() {
    for (position, mv, number, rule) in [
        ("nim 3,4 p1", "3:4-1", 1, "a move names heaps of the position, each once"),
        ("moore 3,4 k=2 p1", "1:3-1,1:3-0", 1, "a move names heaps of the position, each once"),
        ("nim 3,4 p1", "2:5-1", 2, "a move names the real size of the heap, or row of the man"),
        ("nim 3,4 p1", "2:4-4", 3, "a move takes something from every heap that it names"),
        ("nim 3,4 p1", "2:4-1+2", 4, "a move takes counters and does nothing else"),
        ("nim 3,4 p1", "1:3-0,2:4-0", 5, "a move takes from no more heaps than the game allows"),
        ("moore 3,4 k=2 max=2 p1", "1:3-1,2:4-3", 6, "a move takes no more counters than the game allows"),
        ("end 3,4,5 p1", "2:4-1", 7, "a move takes from a heap at an end of the row"),
        ("wythoff 3,4 p1", "1:3-2,2:4-2", 8, "a move takes the same number from both heaps"),
        ("greedy 3,4 p1", "1:3-1", 9, "a move takes from a largest heap"),
        ("circular 2,3,4,1 k=2 p1", "1:2-1,3:4-1", 10, "a move takes from heaps that lie together in the circle"),
        ("subtraction 9 k=3 p1", "1:9-5", 11, "a move takes a number that the rule of the game allows"),
        ("fibonacci 20 p1", "1:20-0", 12, "the first move leaves at least one counter"),
        ("fibonacci 15 prev=2 p1", "1:15-10", 13, "a move takes at most twice as many as the last move"),
        ("lasker 7 p1", "1:7-3+5", 14, "the parts of a heap are not empty, and not more than the heap"),
        ("grundy 8 p1", "1:8-4+4", 15, "a heap is split into two unequal heaps"),
        ("poker 3,4 bag=1,0 p1", "1:3-5", 16, "a move puts back no more counters than the own bag holds"),
        ("poker 3,4 bag=1,0 put=0 p1", "1:3-4", 17, "counters may be put back only so many times in a game"),
        ("northcott 8x1 1-8 p1", "1:1-8", 20, "a man goes forward, as far as the gap allows"),
        ("hundred 37 p1", "+11", 21, "the number is one that may be said now"),
        ("divisor 360 p1", "360/6", 22, "the divisor is a power of a prime, and divides the number"),
        ("ring 12 k=2 p1", "3@1", 23, "a move takes coins that lie together, no more than allowed"),
        ("nim 0 p1", "1:0-0", 24, "the game is over"),
    ] {
        let error = parse(position).read_move(mv).unwrap_err();
        assert_eq!(error.to_string(), format!("illegal move '{mv}': {rule}"), "{position}");
        assert_eq!(error.rule().map(|rule| rule.number), Some(number), "{position} {mv}");
    }
    let others = [HeapRule::TokensFirst, HeapRule::NoTokens, HeapRule::OtherGame];
    assert_eq!(others.map(HeapRule::number), [18, 19, 25]);
    let expected = "'4-1' is not a move; expected a move such as 2:4-1 (heap 2, from 4 to 1), or 2:7-3+4 for a split";
    assert_eq!(parse("nim 3,4 p1").read_move("4-1").unwrap_err().to_string(), expected);
}

#[test]
fn a_position_of_the_same_game() {
    let moore = parse("moore 1,2,3 k=2 misere p1");
    for (text, expected) in [
        ("5,6 p2", "moore 5,6 k=2 misere p2"),
        ("5,6 k=3 p2", "moore 5,6 k=3 misere p2"),
        ("moore 5 k=1 p2", "moore 5 k=1 p2"),
    ] {
        assert_eq!(moore.parse_position(text).unwrap().show(), expected);
    }
    // A limit and a set of what may be taken replace each other, and the rule of runs follows from the limit.
    for (position, text, expected) in [
        ("subtraction 21 k=3 p1", "9 take=1,4 p1", "subtraction 9 take=1,4 p1"),
        ("subtraction 21 take=1,4 p1", "9 k=2 p1", "subtraction 9 k=2 p1"),
        ("subtraction 21 take=1,4 misere p1", "9 p1", "subtraction 9 take=1,4 misere p1"),
        ("ring 12 k=2 p1", "5-3 k=3 p1", "ring 5-3 k=3 p1"),
        ("octal 5 rules=0.77 p1", "6 p1", "octal 6 rules=0.77 p1"),
    ] {
        assert_eq!(parse(position).parse_position(text), Ok(parse(expected)), "{position}: {text}");
    }
    let other = moore.parse_position("nim 5 p2").unwrap_err().to_string();
    assert_eq!(other, "found a position of 'nim', expected one of moore");
}

#[test]
fn random_positions_keep_the_parameters_that_are_not_given() {
    let random = |like, parameters| {
        let mut random = Random::new(1);
        parse(like).random(parameters, 2, 3..=3, &mut random).unwrap().show()
    };
    for (like, parameters, expected) in [
        ("nim 5 misere p2", "", "nim 3,3 misere p1"),
        ("nim 5 p2", "misere", "nim 3,3 misere p1"),
        ("moore 5 k=2 misere p1", "", "moore 3,3 k=2 misere p1"),
        ("moore 5 k=2 p1", "k=3", "moore 3,3 k=3 p1"),
        ("subtraction 5 k=2 p1", "take=1,3", "subtraction 3,3 take=1,3 p1"),
        ("fibonacci 5 prev=2 misere p2", "", "fibonacci 3 misere p1"),
        ("grundy 7 misere p1", "", "grundy 3,3 misere p1"),
    ] {
        assert_eq!(random(like, parameters), expected, "{like}");
    }
    // Not more heaps than the game has.
    let wythoff = parse("wythoff 5,5 p1").random("", 5, 3..=3, &mut Random::new(1)).unwrap();
    assert_eq!(wythoff.show(), "wythoff 3,3 p1");
    let northcott = random("northcott 6x1 1-6 misere p1", "");
    assert!(northcott.ends_with(" misere p1"), "{northcott}");
}
