//! Game records (PDN) of the draughts variants: what other programs write is read, squares are converted, records of other
//! games are refused.

use crate::prelude::*;
use kempelen::notation::{set_up, show_moves};

fn read(game: &str, text: &str) -> Vec<Result<GameRecord, String>> {
    let records = records_of(game_info(game).unwrap(), RecordReader::new(text.as_bytes()));
    records.map(|record| record.map_err(|error| error.to_string())).collect()
}

/// The moves of the first record, played by the rules, in both styles.
fn played(game: &str, text: &str) -> Vec<[String; 2]> {
    let record = read(game, text).remove(0).unwrap_or_else(|error| panic!("{game}: {error}"));
    let moves: Vec<_> = record.moves.iter().map(|played| played.text.clone()).collect();
    let line = set_up(&game_info(game).unwrap().start(), record.setup(), &moves);
    let line = line.unwrap_or_else(|error| panic!("{game}: {error}"));
    let [long, short] = [MoveStyle::Long, MoveStyle::Short].map(|style| show_moves(line.start(), line.moves(), style));
    long.into_iter().zip(short).map(|(long, short)| [long, short]).collect()
}

#[test]
fn what_pydraughts_writes_is_read() {
    for game in ["russian", "italian", "english", "frisian", "frysk"] {
        assert_eq!(played(game, &from_data::<String>("pydraughts", game)).len(), 20, "{game}");
    }
}

/// The second player begins, after other moves.
#[test]
fn moves_from_a_position_have_the_numbers_of_the_game() {
    for (tags, moves) in [
        ("[GameType \"20\"]\n[FEN \"B:W32,38:B10,9:H0:F23\"]", "23... 10-14 24. 32-28 9-13 *"),
        ("[GameType \"20,W,10,10,N2,0\"]\n[FEN \"W:W32,38:B10,9.\"]", "1. 32-28 10-14 *"),
        ("[GameType \"21\"]\n[FEN \"W:W30:B1\"]", "1... 30-25 2. 1-5 *"),
        ("[GameType \"21\"]\n[FEN \"B:W30:B1\"]", "1. 1-5 30-25 *"),
        ("[GameType \"23\"]\n[FEN \"W:W30:B1\"]", "1... 30-25 2. 1-5 *"),
        ("[FEN \"B:W32,38:B10,9:F7\"]", "7. 10-14 32-28 *"),
    ] {
        let record = RecordReader::new(format!("{tags}\n\n{moves}\n").as_bytes()).next().unwrap().unwrap();
        assert!(record.to_string().ends_with(&format!("\n\n{moves}\n\n")), "{record}");
    }
    // The number of a game says which colour begins, as the whole tag does.
    let mut with_number = 0;
    for game in games() {
        let mut record = GameRecord::default();
        game.set_tags(&mut record);
        let Some(number) = record.tag("GameType").and_then(|tag| Some(tag.split_once(',')?.0.to_owned())) else {
            continue;
        };
        record.set_tag("FEN", "W:W30:B1");
        let first = record.move_number(0);
        record.set_tag("GameType", number);
        assert_eq!(record.move_number(0), first, "{}", game.name);
        with_number += 1;
    }
    assert!(with_number > 10);
}

/// In the manner of lidraughts.org and of KingsRow: numbers in reading order for Russian draughts, clocks, `1...`, results.
#[test]
fn what_other_programs_write_is_read() {
    let russian = r#"[Event "Rated Russian game"]
[Result "0-2"]
[GameType "25"]
[FEN "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1"]

1. 22-18 {[%clock w0:03:00 B0:03:00]} 1... 11-16 {[%clock W0:03:00 b0:02:58]} 2. c3-b4 0-2"#
        .replace("c3-b4", "21-17");
    let moves = played("russian", &russian);
    assert_eq!(moves[0], ["22-18", "c3-d4"]);
    assert_eq!(moves[1], ["11-16", "f6-g5"]);
    assert_eq!(read("russian", &russian)[0].as_ref().unwrap().result, GameResult::Black);
    let international = r#"[Result "1-1"]
[GameType "20"]

1.32-28(!) 19-23 $2 2.28x19*14x23 ( 2... 13x24? {bad} 3.37-32 ) 3.37-32 { a
comment } 3... 10-14 4. 41-37 14-19 (?!) ; the rest
5.46-41 5-10 1-1"#
        .replace("*14x23", "* 14x23");
    let record = read("international", &international).remove(0).unwrap();
    assert_eq!(record.moves.len(), 10);
    let glyphs: Vec<&[u8]> = record.moves.iter().map(|it| &it.glyphs[..]).collect();
    assert_eq!(glyphs[..4], [&[1][..], &[2], &[7], &[]]);
    assert_eq!(record.moves[7].glyphs, [6]);
    assert_eq!((record.result, record.two_points), (GameResult::Draw, true));
    assert!(record.to_string().trim_end().ends_with("1-1"));
    assert_eq!(played("international", &international).len(), 10);
    // Both players lose.
    let double = read("russian", "[GameType \"25\"]\n1. c3-d4 0-0\n\n[GameType \"25\"]\n1. c3-b4 *");
    assert_eq!(double.len(), 2);
    assert_eq!(double[0].as_ref().unwrap().moves.len(), 1);
}

#[test]
fn squares_are_converted_where_pdn_counts_from_another_corner() {
    for game in ["spanish", "portuguese", "thai"] {
        let info = game_info(game).unwrap();
        let (_, game_type) = info.tags[0];
        let first = if game == "thai" { "B" } else { "W" };
        // A man one row before the rows of the opponent, in reading order on 22 or 11.
        let (fen, mv, own_fen, own_mv) = if game == "thai" {
            ("B:W1,K3:B22,30-32", "22-18", "B:W32,K30:B11,3,2,1", "11-15")
        } else {
            ("W:W11,1-3:BK30,32", "11-15", "W:W22,32,31,30:BK3,1", "22-18")
        };
        let text = format!("[GameType \"{game_type}\"]\n[FEN \"{fen}\"]\n\n1. {mv} (1. {mv} *\n");
        let text = text.replace(" (1. ", " ( 1. ").replace(" *\n", " ) *\n");
        let mut record = read(game, &text).remove(0).unwrap();
        assert!(record.converted);
        assert_eq!(record.setup(), Some(own_fen), "{game}");
        assert_eq!(record.moves[0].text, own_mv, "{game}");
        assert_eq!(record.moves[0].variations[0].moves[0].text, own_mv);
        assert_eq!(played(game, &text).len(), 1, "{first}");
        info.name_squares(&mut record);
        assert_eq!(record.moves[0].text, mv);
        let again = read(game, &record.to_string()).remove(0).unwrap();
        assert_eq!((again.setup(), &*again.moves[0].text), (Some(own_fen), own_mv));
        // Without the tag the numbers are Kempelen's own.
        let plain = format!("[FEN \"{own_fen}\"]\n\n1. {own_mv} *");
        assert_eq!(played(game, &plain)[0][0], own_mv);
    }
}

#[test]
fn positions_of_algebraic_records_are_written_with_letters() {
    let text = "[GameType \"25,W,8,8,A0,0\"]\n[FEN \"W:W22,K32:B1-3\"]\n\n1. 22-18 *";
    let mut record = read("russian", text).remove(0).unwrap();
    assert_eq!(record.setup(), Some("W:W22,K32:B1-3"));
    game_info("russian").unwrap().name_squares(&mut record);
    assert_eq!(record.setup(), Some("W:Wc3,Kg1:Bb8,d8,f8"));
    assert_eq!(played("russian", &record.to_string()).len(), 1);
}

#[test]
fn records_of_other_games_are_refused() {
    for [game, tag, value, message] in cases("records", "refused") {
        let text = format!("[{tag} \"{value}\"]\n\n1. 11-15 *\n\n[White \"A\"]\n\n1. 11-16 *\n");
        let records = read(game, &text);
        assert_eq!(records[0], Err(format!("line 1: {message}")), "{game}");
        assert_eq!(records.len(), 2);
        assert!(records[1].is_ok(), "{game} {records:?}");
    }
    for [game, tags] in cases("records", "accepted") {
        assert!(read(game, tags)[0].is_ok(), "{game} {tags}");
    }
}

/// The tag `Variant` comes from outside: the program must not read what it names.
#[test]
fn a_record_does_not_make_the_program_read_a_rules_file() {
    let folder = Folder::with(&[("own.toml", "like = \"english\""), ("rules.toml", "like = \"wrong\"")]);
    let text = format!("[Variant \"{}\"]\n\n1. 11-15 *", folder.text_path("rules.toml"));
    let records = read(&folder.text_path("own.toml"), &text);
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].as_ref().unwrap().moves.len(), 1);
    let error = read("english", &text).remove(0).unwrap_err();
    assert!(
        error.starts_with("line 1: found a game of Variant '") && error.ends_with("expected a game of english"),
        "{error}"
    );
}
