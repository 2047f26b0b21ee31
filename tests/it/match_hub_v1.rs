//! Matches with engines that speak version 1 of Hub.

use crate::fake_engine::FakeEngines;
use crate::match_command::good_games;
use crate::prelude::*;

/// An engine that plays with Kempelen's search: its lines are translated to version 2 and back (by the shell alone: to
/// start a program for every line would take seconds). It keeps the lines in a file, and remembers what it was told as
/// the engines of that time do: a position sets the limits back, and a move changes the position.
const TRANSLATOR: &str = include_str!("../data/hub_v1.sh");

/// A folder with a good engine of this kind.
fn with_old() -> FakeEngines {
    let engines = FakeEngines::new();
    let text = TRANSLATOR.replace("$engine", ENGINE).replace("$start", ":").replace("$set", ":");
    engines.add_program("old", &text);
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

/// A right guess is answered by `ponder-hit`, a wrong one by `stop` and the position that was reached.
#[test]
fn pondering() {
    let engines = with_old();
    against(&engines, "old st=0.03", "--ponder --pgn games.pgn --max-plies 40 --rounds 2").text();
    contains_all(&engines.log("old"), ["ponder\n", "ponder-hit\n", "stop\n"]);
    assert_eq!(good_games(&engines.path("games.pgn")).len(), 4);
}
