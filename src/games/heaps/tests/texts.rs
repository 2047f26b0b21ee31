//! Positions and moves as text.

use super::parse;
use crate::game::Game;
use crate::games::entry::GameEntry;
use crate::games::heaps::{HeapKnowledge, HeapPosition, HeapRule};
use crate::notation::{Notation, from_data};
use crate::random::Random;

#[test]
fn every_game_has_a_text() {
    for game in HeapKnowledge::games() {
        assert!(game.how_to_play.lines().count() == 4, "{}", game.name);
    }
}

#[test]
fn positions_and_moves_read_back() {
    for [text, mv] in &from_data::<Vec<[String; 2]>>("heaps", "texts") {
        let position = parse(text);
        assert_eq!(position.show(), *text);
        let read = position.read_move(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.move_to_text(read), *mv, "{text}");
        assert!(position.moves().contains(&read), "{text} {mv}");
    }
}

#[test]
fn other_ways_to_write_positions_and_moves() {
    for [text, shown] in &from_data::<Vec<[String; 2]>>("heaps", "other_texts") {
        assert_eq!(HeapPosition::parse(text).map_or(String::new(), |position| position.show()), *shown, "{text}");
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
    for [text, expected] in &from_data::<Vec<[String; 2]>>("heaps", "refused_texts") {
        let error = HeapPosition::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let error = HeapPosition::parse(&format!("nim {}1 p1", "1,".repeat(10_000))).unwrap_err().to_string();
    assert_eq!(error, "nim: heaps: found 10001 numbers, expected at most 10000");
}

/// Reports of `analyse` give the number, so it stays. No text is a move that breaks one of the rules 18, 19 and 25.
#[test]
fn refused_moves() {
    for (position, mv, number, rule) in &from_data::<Vec<(String, String, u8, String)>>("heaps", "refused_moves") {
        let error = parse(position).read_move(mv).unwrap_err();
        assert_eq!(error.to_string(), format!("illegal move '{mv}': {rule}"), "{position}");
        assert_eq!(error.rule().map(|rule| rule.number), Some(*number), "{position} {mv}");
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
