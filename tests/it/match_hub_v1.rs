//! Matches with engines that speak version 1 of Hub.

use crate::fake_engine::FakeEngines;
use crate::match_command::games;
use crate::shell::{ENGINE, complaint, run, side_by_side, stdout};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

/// An engine that plays with Kempelen's search: its lines are translated to version 2 and back (by the shell alone: to
/// start a program for every line would take seconds). It keeps the lines in a file, and remembers what it was told as
/// the engines of that time do: a position sets the limits back, and a move changes the position.
const TRANSLATOR: &str = r#"#!/bin/sh
exec 3>&1
$start
seconds() { thousandths=$((1000 + $1 % 1000)); seconds=$(($1 / 1000)).${thousandths#1}; }
limit() { case $1 in
level) seconds $3; time=$seconds; seconds $4; limit="level moves=$2 time=$time inc=$seconds";;
time) seconds $2; limit="level move-time=$seconds";;
depth) limit="level depth=$2";;
esac; }
while read -r line; do
echo "$line" >> $0.log
set -- $line
case $1 in
start) position=start moves= levels=;;
pos) case $2 in w*) position=pos=W${2#w};; *) position=pos=B${2#b};; esac; moves= levels=;;
move) moves="$moves $2";;
level|time|depth) limit $line; levels="$levels
$limit";;
set) $set;;
new) echo new-game;;
go|ponder) echo "pos $position moves=\"$moves\"$levels"
    [ $1 = go ] && echo go think || echo go ponder;;
*) echo "$line";;
esac; done | $engine | while read -r line; do
set -- $line
case $1 in
id) echo name Old 1.0; echo author Nobody; echo country Nowhere;;
param) ;;
info) score=${4#score=} sign=
    case $score in -*) sign=- score=${score#-};; esac
    score=$sign$((${score%.*} * 100 + 1${score#*.} - 100))
    echo info ${2#*=} ${3#*=} $score ${5#*=} ${6#*=} ${7#*=};;
done) echo move ${2#*=} ${3#*=};;
*) echo "$line";;
esac; done
"#;

/// Makes the engine. `start` and `set` are shell commands at the start and at an option.
fn translator(engines: &FakeEngines, name: &str, start: &str, set: &str) -> String {
    let path = engines.path(name);
    let text = TRANSLATOR.replace("$engine", ENGINE).replace("$start", start).replace("$set", set);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("cmd={}", path.display())
}

/// A match against Kempelen.
fn against(old: &str, settings: &[&str], more: &[&str]) -> Output {
    let first = ["match", "--game", "english", "--engine", "builtin=search", "nodes=300"];
    let second = ["--engine", old, "proto=hub"];
    // The shell is slow, and slower when other tests run.
    let margin = ["--margin", "60000"];
    run(&[&first[..], &second, settings, &margin, more].concat())
}

#[test]
fn whole_games_with_every_kind_of_limit() {
    let cases = [
        ("depth=3", "depth 3"),
        ("st=0.05", "time 50"),
        ("tc=1+0.05", "level 0 950 50"),
        ("tc=40/1", "level 40 1000 0"),
    ];
    side_by_side(cases, |(limit, told)| {
        let engines = FakeEngines::new();
        let old = translator(&engines, "old", ":", ":");
        let pgn = engines.path("games.pgn");
        let file = ["--pgn", pgn.to_str().unwrap(), "--max-plies", "40"];
        stdout(&against(&old, &[limit], &file));
        let log = engines.log("old");
        let lines: Vec<&str> = log.lines().collect();
        assert!(lines.contains(&told), "{limit}: {lines:?}");
        // Once to find the version, and once to play.
        assert_eq!(lines[..4], ["hub", "quit", "hub", "init"]);
        assert_eq!(lines.iter().filter(|&&line| line == "new").count(), 2);
        let games = games(&pgn);
        assert_eq!(games.len(), 2);
        for game in games {
            let ended = game.tag("Termination").unwrap();
            assert!(["normal", "adjudication"].contains(&ended), "{ended}");
            let comments: Vec<_> = game.moves.iter().map(|mv| &mv.comment).collect();
            let scored = comments.iter().filter(|text| text.contains('/'));
            assert!(scored.count() * 2 > comments.len(), "{comments:?}");
        }
    });
}

#[test]
fn games_from_a_position() {
    let engines = FakeEngines::new();
    let old = translator(&engines, "old", ":", ":");
    let openings = engines.path("openings.epd");
    fs::write(&openings, "W:WK30,31:BK2,5\n").unwrap();
    let openings = ["--openings", openings.to_str().unwrap()];
    stdout(&against(&old, &["depth=2"], &openings));
    let log = engines.log("old");
    let expected = "pos weBeebeeeeeeeeeeeeeeeeeeeeeeeeWwe\ndepth 2\ngo\n";
    assert!(log.contains(expected), "{log}");
    assert!(!log.contains("start"), "{log}");
}

/// A right guess is answered by `ponder-hit`, a wrong one by `stop` and the position that was reached.
#[test]
fn pondering() {
    let engines = FakeEngines::new();
    let old = translator(&engines, "old", ":", ":");
    let pgn = engines.path("games.pgn");
    let file = ["--ponder", "--pgn", pgn.to_str().unwrap()];
    let more = [&file[..], &["--max-plies", "40", "--rounds", "2"]].concat();
    stdout(&against(&old, &["st=0.03"], &more));
    let log = engines.log("old");
    for word in ["ponder\n", "ponder-hit\n", "stop\n"] {
        assert!(log.contains(word), "{word}: {log}");
    }
    let games = games(&pgn);
    assert_eq!(games.len(), 4);
    for game in games {
        let ended = game.tag("Termination").unwrap();
        assert!(["normal", "adjudication"].contains(&ended), "{ended}");
    }
}

/// An engine of version 1 takes any option; some end at a wrong value, others say it.
#[test]
fn options() {
    let engines = FakeEngines::new();
    let old = translator(&engines, "old", ":", ":");
    let game = ["--max-plies", "4"];
    stdout(&against(&old, &["depth=1", "option.book-margin=2"], &game));
    assert!(engines.log("old").contains("set book-margin 2\ninit\n"));
    let says = translator(&engines, "says", ":", "echo error $2 is no number >&3");
    let ends = translator(&engines, "ends", ":", "exit");
    let early = translator(&engines, "early", "echo no scan.ini here; exit", ":");
    for (old, option, expected) in [
        (&ends, "option.book=maybe", "engine 'ends' has ended when it was told book=maybe"),
        (&old, "option.book=a file", "engine 'old' cannot be told the value 'a file' of option 'book'"),
        (&says, "option.margin=x", "engine 'says' refused option 'margin'; it said: error margin is no number"),
        (&early, "option.book=true", "engine 'early' has ended; it said: no scan.ini here"),
    ] {
        let told = complaint(&against(old, &["depth=1", option], &game));
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn limits_and_games_that_the_protocol_does_not_have() {
    let engines = FakeEngines::new();
    let old = translator(&engines, "old", ":", ":");
    let told = complaint(&against(&old, &["nodes=50"], &[]));
    let expected = "engine 'old' cannot be limited by nodes=, which its protocol does not have; \
                    give it depth=, st= or tc=";
    assert!(told.contains(expected), "{told}");
    let other =
        ["match", "--game", "tictactoe", "--engine", &old, "proto=hub", "depth=1", "--engine", "builtin=random"];
    let told = complaint(&run(&other));
    let expected = "engine 'old' does not play tictactoe: its protocol has no such game";
    assert!(told.contains(expected), "{told}");
}

/// Only an engine that does not introduce itself in version 2 speaks version 1.
#[test]
fn a_line_before_the_introduction_does_not_matter() {
    let engines = FakeEngines::new();
    let path = engines.path("new");
    let text = format!("#!/bin/sh\necho name of the author: unknown\nexec {ENGINE}\n");
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let new = format!("cmd={}", path.display());
    let output = against(&new, &["nodes=9", "option.hash=4"], &["--max-plies", "4"]);
    assert!(stdout(&output).contains("2 of 2"), "{output:?}");
}
