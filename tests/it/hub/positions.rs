//! Positions, moves and numberings.

use super::{FORCED, ONLY, complaint, decision, remarks, start};

/// `W:W18,24,27:B1,4,K15`: White takes 18x11x15, and has no other move. As PDN numbers the squares,
/// and as pydraughts writes it.
const STANDARD: &str = "WbeebeeeeeeeeeeBeeweeeeeweeweeeee";

const TURNED: &str = "BeeeeebeebeeeeebeeWeeeeeeeeeeweew";

#[test]
fn positions_come_with_moves_in_every_style() {
    let mut engine = start();
    for (position, expected) in [
        (FORCED, ONLY),
        ("pos start what=ever moves=\"11-15 22-18\" more", ONLY),
        ("pos start moves=\"11-15 22-18 15x22x18\"", "25x18x22"),
        ("pos start moves=\"11-15 22-18 15x22\"", "25x18x22"),
        ("pos pos=\"WeeeeeeeeeeBeeeeeweeeeeeeeeeeeeee\" moves=\"\"", "17-14"),
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
    assert!(complaint(&mut engine, choice.as_bytes()).contains("the capture of the most pieces must be made"));
}
