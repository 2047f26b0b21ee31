//! Matches with engines that speak version 1 of Hub.

use crate::fake_engine::FakeEngines;
use crate::match_command::good_games;
use crate::prelude::*;

/// An engine that plays with Kempelen's search: its lines are translated to version 2 and back (by the shell alone: to
/// start a program for every line would take seconds). It keeps the lines in a file, and remembers what it was told as
/// the engines of that time do: a position sets the limits back, and a move changes the position.
const TRANSLATOR: &str = include_str!("../data/hub_v1.sh");

/// Makes the engine. `start` and `set` are shell commands at the start and at an option.
fn translator(engines: &FakeEngines, name: &str, start: &str, set: &str) {
    engines.add_program(name, &TRANSLATOR.replace("$engine", ENGINE).replace("$start", start).replace("$set", set));
}

/// A folder with a good engine of this kind.
pub fn with_old() -> FakeEngines {
    let engines = FakeEngines::new();
    translator(&engines, "old", ":", ":");
    engines
}

/// A match of an engine, with its settings, against Kempelen.
fn against(engines: &FakeEngines, old: &str, more: &str) -> Ran {
    let two = format!("--engine builtin=search nodes=300 --engine proto=hub cmd=./{old}");
    // The shell is slow, and slower when other tests run.
    engines.run(format!("match --game english {two} --margin 60000 {more}"))
}

#[test]
fn whole_games_with_every_kind_of_limit() {
    let cases = [
        ("depth=3", "depth 3"),
        ("st=0.05", "time 50"),
        ("tc=1+0.05", "level 0 950 50"),
        ("tc=40/1", "level 40 1000 0"),
    ];
    side_by_side(cases, |(limit, command)| {
        let engines = with_old();
        against(&engines, &format!("old {limit}"), "--pgn games.pgn --max-plies 40").text();
        let log = engines.log("old");
        let lines: Vec<&str> = log.lines().collect();
        assert!(lines.contains(&command), "{limit}: {lines:?}");
        // Once to find the version, and once to play.
        assert_eq!(lines[..4], ["hub", "quit", "hub", "init"]);
        assert_eq!(lines.iter().filter(|&&line| line == "new").count(), 2);
        let games = good_games(&engines.path("games.pgn"));
        assert_eq!(games.len(), 2);
        for game in games {
            let comments: Vec<_> = game.moves.iter().map(|mv| &mv.comment).collect();
            assert!(comments.iter().filter(|text| text.contains('/')).count() * 2 > comments.len(), "{comments:?}");
        }
    });
}

#[test]
fn games_from_a_position() {
    let engines = with_old();
    engines.write("openings.epd", "W:WK30,31:BK2,5\n");
    against(&engines, "old depth=2", "--openings openings.epd").text();
    let log = engines.log("old");
    assert!(log.contains("pos weBeebeeeeeeeeeeeeeeeeeeeeeeeeWwe\ndepth 2\ngo\n"), "{log}");
    assert!(!log.contains("start"), "{log}");
}

/// A right guess is answered by `ponder-hit`, a wrong one by `stop` and the position that was reached.
#[test]
fn pondering() {
    let engines = with_old();
    against(&engines, "old st=0.03", "--ponder --pgn games.pgn --max-plies 40 --rounds 2").text();
    contains_all(&engines.log("old"), ["ponder\n", "ponder-hit\n", "stop\n"]);
    assert_eq!(good_games(&engines.path("games.pgn")).len(), 4);
}

/// An engine of version 1 takes any option; some end at a wrong value, others say it.
#[test]
fn options() {
    let engines = with_old();
    against(&engines, "old depth=1 option.book-margin=2", "--max-plies 4").text();
    assert!(engines.log("old").contains("set book-margin 2\ninit\n"));
    translator(&engines, "says", ":", "echo error $2 is no number >&3");
    translator(&engines, "ends", ":", "exit");
    translator(&engines, "early", "echo no scan.ini here; exit", ":");
    for (old, expected) in [
        ("ends option.book=maybe", "engine 'ends' has ended when it was told book=maybe"),
        ("old 'option.book=a file'", "engine 'old' cannot be told the value 'a file' of option 'book'"),
        ("says option.margin=x", "engine 'says' refused option 'margin'; it said: error margin is no number"),
        ("early option.book=true", "engine 'early' has ended; it said: no scan.ini here"),
    ] {
        against(&engines, &format!("{old} depth=1"), "--max-plies 4").fails_with(expected);
    }
}

#[test]
fn limits_and_games_that_the_protocol_does_not_have() {
    let engines = with_old();
    let expected = "engine 'old' cannot be limited by nodes=, which its protocol does not have; \
                    give it depth=, st= or, in a match, tc=";
    against(&engines, "old nodes=50", "").fails_with(expected);
    let two = "--engine cmd=./old proto=hub depth=1 --engine builtin=random";
    let refused = engines.run(format!("match --game tictactoe {two}"));
    refused.fails_with("engine 'old' does not play tictactoe: its protocol has no such game");
}

/// Only an engine that does not introduce itself in version 2 speaks version 1.
#[test]
fn a_line_before_the_introduction_does_not_matter() {
    let engines = FakeEngines::new();
    engines.add_program("new", &format!("#!/bin/sh\necho name of the author: unknown\nexec {ENGINE}\n"));
    against(&engines, "new nodes=9 option.hash=4", "--max-plies 4").says("2 of 2");
}
