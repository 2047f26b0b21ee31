//! Limits of a search, and its one `done`.

use super::{FORCED, count, parse, remarks, start, thought};
use crate::prelude::*;

#[test]
fn every_level_ends_a_search() {
    let mut engine = start();
    engine.tell("pos start");
    assert_eq!(thought(&mut engine, "level depth=3").value("depth"), Some("3"));
    assert_eq!(thought(&mut engine, "level nodes=700").value("nodes"), Some("700"));
    assert_eq!(thought(&mut engine, "level depth=90 nodes=900 move-time=60").value("nodes"), Some("900"));
    for [level] in cases("hub", "levels") {
        thought(&mut engine, level);
    }
}

/// A search that goes on until it is stopped.
fn goes_on(engine: &mut Engine, go: &str) {
    engine.tell(go);
    sleep(Duration::from_millis(20));
    assert_eq!(count(&remarks(engine), "done"), 0, "{go}");
    engine.ask("stop", "done");
}

#[test]
fn a_level_holds_for_one_search() {
    let mut engine = start();
    engine.ask("pos start\nlevel depth=1\ngo think", "done");
    goes_on(&mut engine, "go think");
    engine.tell("level depth=1\npos start");
    goes_on(&mut engine, "go");
    engine.tell("level depth=1\nlevel infinite");
    goes_on(&mut engine, "go think");
}

#[test]
fn every_search_has_one_done() {
    let mut engine = start();
    engine.tell(FORCED);
    for [level, go, release] in cases("hub", "held_back") {
        engine.tell(&format!("{level}\n{go}"));
        let early = remarks(&mut engine);
        assert_eq!(count(&early, "done"), 0, "{level}, {go}: {early:?}");
        assert_eq!(count(&engine.ask(release, "done move=15x22x18"), "done"), 1);
        // Nothing is left that could be stopped.
        for word in ["stop", "ponder-hit", "stop"] {
            engine.tell(word);
        }
        assert!(remarks(&mut engine).is_empty(), "{level}, {go}, {release}");
    }
    // A hit where nobody ponders changes nothing.
    engine.tell("level infinite\ngo think\nponder-hit");
    assert_eq!(count(&remarks(&mut engine), "done"), 0);
    engine.ask("stop", "done");
}

#[test]
fn done_is_sent_before_the_next_command_is_handled() {
    let mut engine = start();
    for [next] in cases("hub", "ends") {
        engine.tell(&format!("pos start\ngo analyze\n{next}"));
        let heard = remarks(&mut engine);
        assert_eq!(count(&heard, "done move="), 1, "{next}: {heard:?}");
    }
    engine.tell("pos start\ngo ponder\nlevel depth=1\ngo think");
    let mut heard = engine.hear("done");
    heard.extend(engine.hear("done"));
    assert_eq!(count(&remarks(&mut engine), "done"), 0, "{heard:?}");
}

#[test]
fn the_end_of_input_ends_a_search() {
    for quit in ["", "quit"] {
        for go in ["go think", "go ponder", "go analyze"] {
            let mut engine = start();
            engine.tell(&format!("{go}\n{quit}"));
            let heard = engine.end();
            assert_eq!(count(&heard, "done move="), 1, "{go} {quit}: {heard:?}");
        }
    }
}

#[test]
fn the_ends_of_games_have_their_scores() {
    let mut engine = start();
    engine.tell("pos pos=WeeeeeeeeeeeeeeeeeBeeeweeeeeeeeee");
    let line = thought(&mut engine, "level depth=4");
    assert_eq!(line.value("score"), Some("99.99"), "{line}");
    // Who cannot move has lost, and has no move to make.
    let heard = engine.ask("pos pos=WBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\nlevel depth=4\ngo think", "done");
    assert_eq!(last(&heard), "done");
    let line = parse(&heard[0]);
    let [score, pv] = ["score", "pv"].map(|name| line.value(name).unwrap());
    assert_eq!((score, pv), ("-99.99", ""));
}
