//! Positions and moves of draughts as text.

use crate::prelude::*;
use kempelen::game::occurrences;
use kempelen::games::draughts::{fen, hub};
use proptest::prelude::*;

fn english(text: &str) -> DraughtsPosition<English> {
    fen::parse(English, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn written<V: DraughtsVariant>(position: &DraughtsPosition<V>, style: MoveStyle) -> Vec<String> {
    let moves = position.moves().into_iter();
    let mut texts: Vec<_> = moves.map(|mv| position.show_move(mv, style)).collect();
    texts.sort();
    texts
}

#[test]
fn the_start() {
    let start = DraughtsPosition::<English>::start();
    let moves = ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"];
    assert_eq!(written(&start, MoveStyle::Long), moves);
    assert_eq!(written(&start, MoveStyle::Short), moves);
    assert_eq!(english("B:W21-32:B1-12"), start);
    assert_eq!(english(" B:B1-11,12:W21-32. "), start);
    assert_eq!(hub::show(&start), format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12)));
    assert_eq!(hub::parse(English, &hub::show(&start)), Ok(start));
}

#[test]
fn fens_are_read_and_written() {
    for text in ["W:WK5,8,24,K32:BK30", "B:W:B1", "W:W30:B5:H17"] {
        assert_eq!(english(text).show(), text);
    }
    assert_eq!(english("W:WK1-3:BK30-K32").show(), "W:WK1,K2,K3:BK30,K31,K32");
    assert_eq!(english("W:W31:B2:H3:F12").show(), "W:W31:B2:H3");
    // The counter of a game that does not limit moves of the same king would become stale.
    let ignored = english("W:W21,K18:B1:RW18x2");
    assert_eq!(ignored.play(ignored.parse_move("18-14").unwrap()).show(), "B:WK14,21:B1:H1");
}

#[test]
fn bad_fens_say_what_is_wrong() {
    for [text, message] in cases("draughts_text", "bad_fens") {
        let error = fen::parse(English, text).unwrap_err().to_string();
        assert_eq!(error, format!("{message}, in a draughts FEN"), "{text}");
    }
}

#[test]
fn bad_hub_positions_say_what_is_wrong() {
    let empty = "e".repeat(31);
    for (text, message) in [
        (String::new(), "found ''; expected 'W' or 'B' first"),
        ("We".to_string(), "1 squares; expected 32"),
        (format!("Wx{empty}"), "'x' on square 1; expected w b W B e"),
        (format!("Ww{empty}"), "a white man on square 1; expected a king on its king row"),
    ] {
        let error = hub::parse(English, &text).unwrap_err().to_string();
        assert_eq!(error, format!("{message}, in a hub position"));
    }
}

/// The last fields of a FEN of lidraughts.org count the moves in a row of Black's king and of White's.
#[test]
fn frisian_fens_of_lidraughts_are_read() {
    let start = find_game("frisian").unwrap().start();
    for (field, expected) in [
        ("+0+0", ""),
        ("+1+2", ""),
        ("+106+245", ":RW45x2:RB6x1"),
        ("+306+0", ":RB6x3"),
        // The king has been captured.
        ("+0+244", ""),
    ] {
        let position = start.parse_position(&format!("W:W40,K45:B20,K6:H0:F1:{field}")).unwrap();
        assert_eq!(position.show(), format!("W:W40,K45:BK6,20{expected}"), "{field}");
    }
}

#[test]
fn paths_with_different_captures_are_different_moves() {
    let position = english("B:W23,22,15,14:B11,10");
    let short = written(&position, MoveStyle::Short);
    assert!(short.contains(&"10x17x26".to_string()), "{short:?}");
    assert!(short.contains(&"10x19x26".to_string()), "{short:?}");
    for (text, long) in [
        ("10x17x26", "10x26x14x22"),
        ("10x26x22x14", "10x26x14x22"),
        ("10:17:26", "10x26x14x22"),
        ("10x26x15x23", "10x26x15x23"),
    ] {
        assert_eq!(position.show_move(position.parse_move(text).unwrap(), MoveStyle::Long), long, "{text}");
    }
    let error = position.parse_move("10x26").unwrap_err().to_string();
    assert_eq!(error, "'10x26' is ambiguous: it could be 10x26x14x22 or 10x26x15x23");
    let longest = fen::parse(pongor(), "W:W22,31:B18,11,27").unwrap();
    assert_eq!(written(&longest, MoveStyle::Short), ["22x8"]);
}

#[test]
fn text_that_is_no_move_is_a_syntax_error() {
    let start = DraughtsPosition::<English>::start();
    for text in ["", "11", "11-", "x", "e2é4", "11-15x18", "11x", "-11-15", "11--15", "11x15-18", "+9-14"] {
        let error = start.parse_move(text);
        assert!(matches!(error, Err(MoveError::Syntax { .. })), "{text}: {error:?}");
    }
}

#[test]
fn the_draw_rules() {
    let at = |clock: u16| english(&format!("W:WK1:BK32:H{clock}"));
    assert!(at(79).outcome().is_none() && at(80).outcome().is_some());
    let king_moves = at(78).play(at(78).moves()[0]);
    assert_eq!((king_moves.clock(), king_moves.reversible_plies()), (79, 1));
    let near_the_end = fen::parse(pongor(), "W:W30,9:B1:H49").unwrap();
    let advanced = near_the_end.play(near_the_end.parse_move("30-25").unwrap());
    assert_eq!((advanced.clock(), advanced.reversible_plies()), (50, 0));
    assert!(advanced.rule_outcome().is_some());
    let crowned = fen::parse(pongor(), "W:W6:B2:H49").unwrap();
    assert_eq!(crowned.play(crowned.parse_move("6-1").unwrap()).clock(), 0);
}

/// Article 7.2.7 of Russian draughts: ten plies of three pieces, with a king, against a king on the long diagonal.
#[test]
fn three_pieces_against_a_king_on_the_main_road() {
    let start = find_game("russian").unwrap().start();
    for (pieces, drawn) in [
        ("WK12,K21,K30:BK4", true),
        ("WK12,K21,30:BK4", true),
        ("WK12,21,30:BK4", true),
        ("W13,21,30:BK4", false),
        ("WK12,21,30:BK3", false),
        ("WK12,21,30,31:BK4", false),
    ] {
        let at = |plies| start.parse_position(&format!("W:{pieces}:L{plies}")).unwrap().outcome();
        assert_eq!((at(9), at(10)), (None, drawn.then_some(Outcome::Draw)), "{pieces}");
    }
}

/// A position counts 255 reversible plies at most.
#[test]
fn repetitions_are_found_however_far_they_lie_back() {
    let (mut position, mut keys) = (english("W:WK1:BK32"), Vec::new());
    for text in ["1-5", "32-28", "5-1", "28-32"].into_iter().cycle().take(400) {
        keys.push(position.key());
        position = position.play(position.parse_move(text).unwrap());
    }
    assert_eq!(occurrences(&keys, position.key(), position.reversible_plies()), 101);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        let _ = fen::parse(English, &text);
        let _ = hub::parse(English, &text);
        let _ = DraughtsPosition::<English>::start().parse_move(&text);
    }

    #[test]
    fn almost_valid_positions_are_read_or_refused(text in "[WB]:[WB][K0-9,-]{0,20}:[WB][K0-9,-]{0,20}(:[HF][0-9]{0,6})?[.]?") {
        if let Ok(position) = fen::parse(English, &text) {
            prop_assert_eq!(fen::parse(English, &position.show()), Ok(position));
            prop_assert_eq!(hub::parse(English, &hub::show(&position)).map(|read| read.key()), Ok(position.key()));
        }
    }

    #[test]
    fn almost_valid_moves_are_read_or_refused(text in "[0-9]{1,3}([-x:][0-9]{1,3}){1,6}") {
        let position = fen::parse(English, "W:WK10:B6,7,14,15,22,23").unwrap();
        if let Ok(mv) = position.parse_move(&text) {
            prop_assert!(position.is_legal(mv));
        }
    }

    #[test]
    fn any_text_is_a_harmless_line_of_hub(text in "\\PC{0,60}") {
        if let Err(message) = HubLine::parse(&text) {
            prop_assert!(!message.contains(char::is_control), "{message}");
        }
    }

    #[test]
    fn lines_of_hub_are_read_as_they_are_written(
        command in "[a-z-]{1,8}",
        arguments in proptest::collection::vec(("[a-z-]{1,8}", "[^\"\\n\\r]{0,12}"), 0..6),
    ) {
        let add = |line: HubLine, (name, value): &(String, String)| line.with(name, value);
        let line = arguments.iter().fold(HubLine::new(&command), add);
        prop_assert_eq!(HubLine::parse(&line.to_string()), Ok(Some(line)));
    }
}
