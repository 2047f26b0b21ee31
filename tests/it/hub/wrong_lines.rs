//! Hostile lines, and memory that there is not.

use super::{FORCED, ONLY, complaint, count, decision, remarks, start};
use crate::prelude::*;

#[test]
fn bytes_of_any_kind_are_answered() {
    let mut engine = start();
    engine.tell(FORCED);
    let long = |start: &str, part: &str| long_line(start, part).into_bytes();
    for bad in [
        b"pos pos=\xff\xfe\x00".to_vec(),
        b"pos start moves=\"11-15\x0022-18\"".to_vec(),
        b"pos start pos=W:W31:B2".to_vec(),
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
