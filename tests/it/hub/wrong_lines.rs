//! Wrong lines: each has an error, and changes nothing.

use super::{FORCED, ONLY, complaint, count, decision, parse, remarks, start};
use crate::client::last;

/// Bad lines, and what the answer must name.
const BAD: &[(&str, &str)] = &[
    ("pos", "start or pos="),
    ("pos moves=\"11-15\"", "start or pos="),
    ("pos pos", "start or pos="),
    ("pos pos=", "''"),
    ("pos pos=\"\"", "''"),
    ("pos pos=Brubbish", "7 squares; expected 32"),
    ("pos pos=xbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "'W' or 'B' first"),
    ("pos pos=WbbbbbbbbbbbbeeeeeeeewwwwwwwwwwX", "31 squares"),
    ("pos pos=WbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwX", "'X' on square 32"),
    ("pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwww", "33 squares; expected 32"),
    ("pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", "50 squares; expected 32"),
    ("pos pos=Bweeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb", "white man on square 1;"),
    ("pos pos=BWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb", "black man on square 32"),
    ("pos pos=Beeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "no pieces"),
    ("pos pos=WbbbbbbbbbbbbbeeeeeeewwwwwwwwwwwW", "13 black pieces"),
    ("pos pos=B:W1:B2", "white man on square 1"),
    ("pos pos=B:W33:B2", "'33'"),
    ("pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "set-param name=numbering value=pydraughts"),
    ("pos start moves=\"11-16 11-16\"", "move 2"),
    ("pos start moves=\"11-15 22-18 99-1\"", "99-1"),
    ("pos start moves=\"e2e4\"", "illegal move 'e2e4': rule 1: a move names playing squares"),
    ("pos start moves=11-15 23-19", "'23-19', expected all moves in double quotes"),
    ("pos start moves=\"11-15 23-19", "column 11: the quote after moves="),
    ("pos start moves=11-15\"", "11-15'"),
    ("pos pos=\"B", "quote"),
    ("pos =start", "column 5: found '='"),
    ("level depth=x", "depth='x', expected depth= and a whole number"),
    ("level depth", "'depth' alone"),
    ("level nodes=-5", "nodes='-5'"),
    ("level nodes=99999999999999999999999", "expected nodes="),
    ("level move-time=soon", "move-time='soon'"),
    ("level time=NaN", "time=NaN"),
    ("level time=9 moves=many", "moves='many'"),
    ("set-param", "name="),
    ("set-param name", "name="),
    ("set-param name=nothing value=1", "'nothing'"),
    ("set-param name=variant", "variant '', expected english or pongor or italian or russian"),
    ("set-param name=variant value=halma", "'halma'"),
    ("set-param name=numbering value=7", "'7', expected standard or pydraughts"),
    ("set-param name=tt-size value=2", "from 16 to 34"),
    ("set-param name=bb-size value=all", "from 0 to 8"),
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
            let beginning = "there is no position to think about: pos: ";
            assert!(parse(&done[0]).value("message").unwrap().starts_with(beginning), "{done:?}");
            engine.tell(FORCED);
        } else {
            assert_eq!(best.value("move"), Some(ONLY), "{bad}");
        }
    }
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
}

#[test]
fn a_hash_table_that_is_too_large_is_reported() {
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
}
