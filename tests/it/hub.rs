//! Conversations over Hub with the binary: every command, and what must not come of bad lines.

use crate::client::{Engine, last};
use crate::shell::{run, stdout};
use kempelen::games::game_info;
use kempelen::protocol::hub::syntax::HubLine;
use kempelen::protocol::options::{OPTIONS, OptionKind, hub_name};

/// A position with one legal move, [`ONLY`].
const FORCED: &str = "pos start moves=\"11-15 22-18\"";
const ONLY: &str = "15x22x18";

/// `W:W18,24,27:B1,4,K15`: White takes 18x11x15, and has no other move. As PDN numbers the squares,
/// and as pydraughts writes it.
const STANDARD: &str = "WbeebeeeeeeeeeeBeeweeeeeweeweeeee";
const TURNED: &str = "BeeeeebeebeeeeebeeWeeeeeeeeeeweew";

fn start() -> Engine {
    let mut engine = Engine::start();
    engine.ask("hub", "wait");
    engine.ask("init", "ready");
    engine
}

fn parse(line: &str) -> HubLine {
    HubLine::parse(line).unwrap().unwrap()
}

fn count(lines: &[String], word: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(word)).count()
}

/// What the engine says before it answers a ping.
fn remarks(engine: &mut Engine) -> Vec<String> {
    let mut heard = engine.ask("ping", "pong");
    heard.pop();
    heard
}

/// The one line that a bad line is answered with.
fn complaint(engine: &mut Engine, bad: &[u8]) -> String {
    engine.tell_bytes(bad);
    engine.tell("");
    let heard = remarks(engine);
    let shown = String::from_utf8_lossy(&bad[..bad.len().min(60)]).into_owned();
    assert_eq!(heard.len(), 1, "{shown:?}: {heard:?}");
    let error = parse(&heard[0]);
    assert_eq!(error.command, "error", "{shown:?}: {heard:?}");
    let message = error.value("message").unwrap();
    assert!(message.len() < 300 && !message.contains(char::is_control));
    message.to_owned()
}

/// The move of a short search.
fn decision(engine: &mut Engine) -> String {
    engine.tell("level nodes=20");
    let thought = engine.ask("go think", "done");
    parse(last(&thought)).value("move").unwrap().to_owned()
}

/// What is told last of a search that ends by itself.
fn thought(engine: &mut Engine, level: &str) -> HubLine {
    engine.tell(level);
    let thought = engine.ask("go think", "done");
    assert!(last(&thought).starts_with("done move="), "{thought:?}");
    parse(&thought[thought.len() - 2])
}

#[test]
fn the_introduction_names_every_parameter() {
    let mut engine = Engine::start();
    // Lines without a word decide nothing.
    engine.tell("\r\n \r");
    let heard = engine.ask("hub", "wait");
    assert!(heard[0].starts_with("id name=Kempelen version="));
    let lines: Vec<HubLine> = heard.iter().map(|line| parse(line)).collect();
    let params: Vec<_> = lines
        .iter()
        .filter(|line| line.command == "param")
        .collect();
    // Clients in use split arguments at `=`: each must have one, and no more.
    for line in &heard[..heard.len() - 1] {
        assert_eq!(
            line.matches('=').count(),
            parse(line).arguments.len(),
            "{line}"
        );
    }
    for param in &params {
        let [value, kind] = ["value", "type"].map(|name| param.value(name).unwrap());
        let fits = match kind {
            "bool" => ["true", "false"].contains(&value),
            "int" => {
                let bound = |name| param.number::<i64>(name, "a number").unwrap().unwrap();
                (bound("min")..=bound("max")).contains(&value.parse().unwrap())
            }
            "enum" => param
                .value("values")
                .unwrap()
                .split(' ')
                .any(|word| word == value),
            "string" => true,
            _ => false,
        };
        assert!(fits, "{param}");
    }
    let options = OPTIONS.iter().filter(|entry| {
        entry.is_for(game_info("english").unwrap()) && entry.kind != OptionKind::Button
    });
    let expected = ["variant".to_owned(), "numbering".to_owned()]
        .into_iter()
        .chain(options.map(|entry| hub_name(entry.name)));
    let names = params.iter().map(|param| param.value("name").unwrap());
    let page = include_str!("../../docs/hub.md");
    for name in names.clone() {
        assert!(
            page.contains(&format!("| `{name}` |")),
            "{name} in the page"
        );
    }
    assert!(
        names.clone().eq(expected),
        "{:?}",
        names.collect::<Vec<_>>()
    );
    // What is declared may be set, before init and after it.
    for _ in 0..2 {
        for param in &params {
            let argument = |name| param.value(name).unwrap();
            let set = HubLine::new("set-param").with("name", argument("name"));
            engine.tell(&set.with("value", argument("value")).to_string());
        }
        assert_eq!(engine.ask("init", "ready"), ["ready"]);
    }
    engine.end();
}

#[test]
fn a_game_of_draughts_over_hub() {
    let mut engine = start();
    engine.tell("new-game");
    engine.tell("pos start moves=\"11-15\"");
    let line = thought(&mut engine, "level depth=6");
    assert_eq!(line.value("depth"), Some("6"));
    for name in ["mean-depth", "score", "nodes", "time", "nps", "pv"] {
        assert!(line.has(name), "{name} in {line}");
    }
    engine.tell("pos pos=BbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwW moves=\"11-15\"");
    engine.tell("level depth=2");
    assert!(last(&engine.ask("go think", "done")).starts_with("done move=2"));
    engine.tell("unknown words=\"are ignored\" all of=them");
    assert!(remarks(&mut engine).is_empty());
    engine.tell("quit");
    engine.end();
}

#[test]
fn positions_come_with_moves_in_every_style() {
    let mut engine = start();
    for (position, expected) in [
        (FORCED, ONLY),
        ("pos start what=ever moves=\"11-15 22-18\" more", ONLY),
        ("pos start moves=\"11-15 22-18 15x22x18\"", "25x18x22"),
        ("pos start moves=\"11-15 22-18 15x22\"", "25x18x22"),
        (
            "pos pos=\"WeeeeeeeeeeBeeeeeweeeeeeeeeeeeeee\" moves=\"\"",
            "17-14",
        ),
        ("pos pos=W:W18,24,27:B1,4,K15", "18x11x15"),
    ] {
        engine.tell(position);
        let best = decision(&mut engine);
        match expected {
            // One of two that take the same man, or one of two that go.
            "25x18x22" => assert!(["25x18x22", "26x17x22"].contains(&best.as_str()), "{best}"),
            "17-14" => assert!(["17-14", "17-13"].contains(&best.as_str()), "{best}"),
            _ => assert_eq!(best, expected, "{position}"),
        }
    }
    engine.end();
}

/// Bad lines, and what the answer must name.
const BAD: &[(&str, &str)] = &[
    ("pos", "start or pos="),
    ("pos moves=\"11-15\"", "start or pos="),
    ("pos pos", "start or pos="),
    ("pos pos=", "''"),
    ("pos pos=\"\"", "''"),
    ("pos pos=Brubbish", "7 squares; expected 32"),
    (
        "pos pos=xbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        "'W' or 'B' first",
    ),
    ("pos pos=WbbbbbbbbbbbbeeeeeeeewwwwwwwwwwX", "31 squares"),
    (
        "pos pos=WbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwX",
        "'X' on square 32",
    ),
    (
        "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwww",
        "33 squares; expected 32",
    ),
    (
        "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "50 squares; expected 32",
    ),
    (
        "pos pos=Bweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb",
        "white man on square 1;",
    ),
    (
        "pos pos=BWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb",
        "black man on square 32",
    ),
    ("pos pos=Beeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "no pieces"),
    (
        "pos pos=WbbbbbbbbbbbbbeeeeeeewwwwwwwwwwwW",
        "13 black pieces",
    ),
    ("pos pos=B:W1:B2", "white man on square 1"),
    ("pos pos=B:W33:B2", "'33'"),
    (
        "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        "set-param name=numbering value=pydraughts",
    ),
    ("pos start moves=\"11-16 11-16\"", "move 2"),
    ("pos start moves=\"11-15 22-18 99-1\"", "99-1"),
    ("pos start moves=\"e2e4\"", "'e2e4' is not a move"),
    (
        "pos start moves=11-15 23-19",
        "'23-19', expected all moves in double quotes",
    ),
    (
        "pos start moves=\"11-15 23-19",
        "column 11: the quote after moves=",
    ),
    ("pos start moves=11-15\"", "11-15'"),
    ("pos pos=\"B", "quote"),
    ("pos =start", "column 5: found '='"),
    (
        "level depth=x",
        "depth='x', expected depth= and a whole number",
    ),
    ("level depth", "'depth' alone"),
    ("level nodes=-5", "nodes='-5'"),
    ("level nodes=99999999999999999999999", "expected nodes="),
    ("level move-time=soon", "move-time='soon'"),
    ("level time=NaN", "time=NaN"),
    ("level time=9 moves=many", "moves='many'"),
    ("set-param", "name="),
    ("set-param name", "name="),
    ("set-param name=nothing value=1", "'nothing'"),
    (
        "set-param name=variant",
        "variant '', expected english or pongor",
    ),
    ("set-param name=variant value=frisian", "'frisian'"),
    (
        "set-param name=numbering value=7",
        "'7', expected standard or pydraughts",
    ),
    ("set-param name=hash value=0", "from 1 to"),
    ("set-param name=hash", "expected a value"),
    ("set-param name=ownbook value=yes", "true or false"),
    ("set-param name=eval-file value=/no/such", "/no/such"),
    ("set-param name=book-file value=/no/such", "/no/such"),
];

#[test]
fn bad_lines_are_named_and_change_nothing() {
    let mut engine = start();
    engine.tell(FORCED);
    for (bad, expected) in BAD {
        engine.tell("level depth=1");
        let message = complaint(&mut engine, bad.as_bytes());
        assert!(message.contains(expected), "{bad}: {message}");
        // The level is still there: the search ends by itself.
        let done = engine.ask("go think", "done");
        let best = parse(last(&done));
        if bad.starts_with("pos") {
            // Nobody gets a move of another position than the one that was meant.
            assert_eq!(last(&done), "done", "{bad}");
            let told = "there is no position to think about: pos: ";
            assert!(
                parse(&done[0]).value("message").unwrap().starts_with(told),
                "{done:?}"
            );
            engine.tell(FORCED);
        } else {
            assert_eq!(best.value("move"), Some(ONLY), "{bad}");
        }
    }
    engine.end();
}

#[test]
fn bytes_of_any_kind_are_answered() {
    let mut engine = start();
    engine.tell(FORCED);
    let long = |start: &str, part: &str| {
        let mut line = start.to_owned();
        line += &part.repeat(300_000 / part.len());
        line.into_bytes()
    };
    for bad in [
        b"pos pos=\xff\xfe\x00".to_vec(),
        b"pos start moves=\"11-15\x0022-18\"".to_vec(),
        b"pos pos=B\xc3\x28 moves=\"\x80\"".to_vec(),
        b"set-param name=\0 value=\x07".to_vec(),
        b"level depth=\xe2\x28\xa1".to_vec(),
        long("pos pos=", "W"),
        long("pos start moves=\"", "11-15 "),
        long("pos start moves=", "11-15 "),
        long("level depth=", "9"),
        long("set-param name=", "x"),
        long("set-param name=variant value=", "x"),
        long("", "="),
        long("a b=\"", "b "),
    ] {
        complaint(&mut engine, &bad);
    }
    for ignored in [b"\0\x01\xff".to_vec(), long("", "x"), long("x ", "y ")] {
        engine.tell_bytes(&ignored);
        engine.tell("");
        assert_eq!(remarks(&mut engine), [""; 0]);
    }
    engine.tell(FORCED);
    assert_eq!(decision(&mut engine), ONLY);
    engine.end();
}

#[test]
fn every_level_ends_a_search() {
    let mut engine = start();
    engine.tell("pos start");
    let line = thought(&mut engine, "level depth=3");
    assert_eq!(line.value("depth"), Some("3"));
    let line = thought(&mut engine, "level nodes=700");
    assert_eq!(line.value("nodes"), Some("700"));
    let line = thought(&mut engine, "level depth=90 nodes=900 move-time=60");
    assert_eq!(line.value("nodes"), Some("900"));
    for level in [
        "level move-time=0.05",
        "level time=0.2",
        "level time=0.2 inc=0.01",
        "level moves=5 time=0.2",
        "level moves=1 time=0 inc=0.1",
        "level time=-1",
        "level depth=0",
        "level depth=-1",
        "level nodes=0",
        "level depth=2 moves=1 time=1e300 inc=inf",
        "level depth=2147483647 nodes=18446744073709551615 move-time=0",
    ] {
        thought(&mut engine, level);
    }
    engine.end();
}

/// A search that goes on until it is stopped.
fn goes_on(engine: &mut Engine, go: &str) {
    engine.tell(go);
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert_eq!(count(&remarks(engine), "done"), 0, "{go}");
    engine.ask("stop", "done");
}

#[test]
fn a_level_holds_for_one_search() {
    let mut engine = start();
    engine.tell("pos start");
    engine.tell("level depth=1");
    engine.ask("go think", "done");
    goes_on(&mut engine, "go think");
    engine.tell("level depth=1");
    engine.tell("pos start");
    goes_on(&mut engine, "go");
    engine.tell("level depth=1");
    engine.tell("level infinite");
    goes_on(&mut engine, "go think");
    engine.end();
}

#[test]
fn one_decision_for_every_search() {
    let mut engine = start();
    engine.tell(FORCED);
    for (level, go, release) in [
        ("level depth=1", "go ponder", "ponder-hit"),
        ("level depth=1", "go ponder", "stop"),
        ("level move-time=0.01", "go ponder", "ponder-hit"),
        ("level time=0.1", "go ponder", "stop"),
        ("level depth=1", "go analyze", "stop"),
        ("level infinite", "go think", "stop"),
        ("level infinite depth=2", "go ponder", "stop"),
        ("level infinite", "go analyze", "stop"),
    ] {
        engine.tell(level);
        engine.tell(go);
        let early = remarks(&mut engine);
        assert_eq!(count(&early, "done"), 0, "{level}, {go}: {early:?}");
        let released = engine.ask(release, "done move=15x22x18");
        assert_eq!(count(&released, "done"), 1);
        // Nothing is left that could be stopped.
        for word in ["stop", "ponder-hit", "stop"] {
            engine.tell(word);
        }
        assert!(remarks(&mut engine).is_empty(), "{level}, {go}, {release}");
    }
    // A hit where nobody ponders changes nothing.
    engine.tell("level infinite");
    engine.tell("go think");
    engine.tell("ponder-hit");
    assert_eq!(count(&remarks(&mut engine), "done"), 0);
    engine.ask("stop", "done");
    engine.end();
}

#[test]
fn a_client_that_moves_on_gets_its_decision_first() {
    let mut engine = start();
    for next in [
        "init",
        "new-game",
        "pos start",
        "pos nothing",
        "set-param name=clear-hash",
        "set-param name=eval-file value=\"\"",
        "set-param name=threads value=2",
        "set-param name=hash value=2",
        "set-param name=variant value=pongor",
        "set-param name=variant value=english",
    ] {
        engine.tell("pos start");
        engine.tell("go analyze");
        engine.tell(next);
        let heard = remarks(&mut engine);
        assert_eq!(count(&heard, "done move="), 1, "{next}: {heard:?}");
    }
    engine.tell("pos start");
    engine.tell("go ponder");
    engine.tell("level depth=1");
    engine.tell("go think");
    let mut heard = engine.hear("done");
    heard.extend(engine.hear("done"));
    assert_eq!(count(&remarks(&mut engine), "done"), 0, "{heard:?}");
    engine.end();
}

#[test]
fn the_end_of_the_conversation_ends_a_search() {
    for quit in ["", "quit"] {
        for go in ["go think", "go ponder", "go analyze"] {
            let mut engine = start();
            engine.tell(go);
            engine.tell(quit);
            let heard = engine.end();
            assert_eq!(count(&heard, "done move="), 1, "{go} {quit}: {heard:?}");
        }
    }
}

#[test]
fn memory_that_is_not_there_is_told_and_done_without() {
    let mut engine = start();
    engine.tell(FORCED);
    let want = "set-param name=hash value=1048576";
    engine.tell(want);
    // What is wanted stays wanted by the player of another variant.
    engine.tell("set-param name=variant value=pongor");
    let heard = engine.ask("init", "ready");
    assert_eq!(count(&heard, "error message="), 1, "{heard:?}");
    engine.tell(want);
    engine.tell(FORCED);
    engine.tell("level depth=1");
    let heard = engine.ask("go think", "done move=15x22x18");
    assert_eq!(count(&heard, "error message="), 1, "{heard:?}");
    engine.end();
}

#[test]
fn the_ends_of_games_have_their_scores() {
    let mut engine = start();
    engine.tell("pos pos=WeeeeeeeeeeeeeeeeeBeeeweeeeeeeeee");
    let line = thought(&mut engine, "level depth=4");
    assert_eq!(line.value("score"), Some("99.99"), "{line}");
    // Who cannot move has lost, and has no move to make.
    engine.tell("pos pos=WBeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
    engine.tell("level depth=4");
    let heard = engine.ask("go think", "done");
    assert_eq!(last(&heard), "done");
    let line = parse(&heard[0]);
    let [score, pv] = ["score", "pv"].map(|name| line.value(name).unwrap());
    assert_eq!((score, pv), ("-99.99", ""));
    engine.end();
}

#[test]
fn variants_and_numberings_are_chosen_by_name() {
    let mut engine = start();
    for (numbering, position) in [("Pydraughts", TURNED), ("standard", STANDARD)] {
        engine.tell(&format!("set-param name=numbering value={numbering}"));
        engine.tell(&format!("pos pos={position}"));
        assert_eq!(decision(&mut engine), "18x11x15");
        engine.tell(&format!("pos pos={position} moves=\"18x11\""));
        assert!(decision(&mut engine).starts_with(['1', '4']));
    }
    // 22x15 takes one man, and in one of the games is not allowed for that.
    let choice = "pos pos=W:W22,31:B18,11,27 moves=\"31x24\"";
    engine.tell(choice);
    assert!(remarks(&mut engine).is_empty());
    engine.tell("set-param name=VARIANT value=Pongor");
    assert!(
        complaint(&mut engine, choice.as_bytes())
            .contains("the capture of the most pieces must be made")
    );
    engine.end();
}

/// Hub tells the parameters before it hears of the variant: each has to work with every variant.
#[test]
fn every_variant_takes_endgame_tables() {
    for variant in ["english", "pongor"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let build = [
            "egdb", "build", "--game", variant, "--pieces", "2", "--path", path,
        ];
        stdout(&run(&build));
        let mut engine = start();
        engine.tell(&format!("set-param name=variant value={variant}"));
        engine.tell(&format!("set-param name=endgame-path value={path}"));
        assert_eq!(remarks(&mut engine), [""; 0], "{variant}");
        engine.end();
    }
}
