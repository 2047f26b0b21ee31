//! The words of UCI: any text is read without harm, and what is written can be read.

use crate::prelude::*;
use kempelen::protocol::uci::syntax::{InfoFields, UciScore, best_move_line, decode, info_line, option_line, read};
use kempelen::search::ShownScore;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};

/// What may be wrong with a line is told in one line.
fn check_harmless(line: &str) {
    if let Err(error) = read(line) {
        let message = error.to_string();
        assert!(message.len() < 500 && !message.contains(char::is_control), "{message:?}");
    }
}

/// A word that means something somewhere, or nearly so, or nothing.
fn word() -> impl Strategy<Value = String> {
    let known = "uci|debug|isready|setoption|register|ucinewgame|position|go|stop|ponderhit|quit|on|off|name|value|later|code\
        |startpos|fen|moves|searchmoves|ponder|[wb]time|[wb]inc|movestogo|depth|nodes|mate|movetime|infinite|perft\
        |0000|[a-hA-H][1-8][a-h][1-8][qrbnkQ]?|[+-]?[0-9]{1,25}|rnbqkbnr/8/8/8/8/8/8/RNBQKBNR|w|KQkq|-";
    prop_oneof![
        8 => known.prop_map(|word: String| word),
        1 => known.prop_map(|word: String| word.to_uppercase()),
        1 => known.prop_map(|word: String| word + "x"),
        1 => "\\PC{0,5}",
        1 => any::<String>(),
    ]
}

/// A part of `go`, each keyword with its own.
fn go_parts() -> impl Strategy<Value = Vec<String>> {
    let keywords = ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft"];
    let numbers = vec(-2_000_000_000_000_i64..2_000_000_000_000, keywords.len());
    let words = ["ponder", "infinite", "searchmoves e2e4 a7a8q"];
    let parts = numbers.prop_map(move |numbers| {
        let numbered = keywords.iter().zip(numbers).map(|(keyword, number)| format!("{keyword} {number}"));
        numbered.chain(words.map(str::to_owned)).collect::<Vec<String>>()
    });
    parts.prop_flat_map(|parts| proptest::sample::subsequence(parts, 0..=13))
}

fn moves() -> impl Strategy<Value = Vec<String>> {
    vec("[a-h][1-8][a-h][1-8][qrbn]?", 0..30)
}

/// A line of `info`, and its score.
fn line() -> impl Strategy<Value = (String, UciScore)> {
    let score = prop_oneof![any::<i32>().prop_map(UciScore::Cp), any::<i32>().prop_map(UciScore::Mate)];
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    let count = || 0_u64..1_000_000_000;
    let search = (any::<u8>(), any::<u8>(), proptest::option::of(1_usize..=256));
    let counts = (count(), count(), 0_u16..=1000, count());
    (search, score, bound, counts, moves()).prop_map(
        |((depth, seldepth, multipv), score, bound, (nodes, time, hashfull, tb_hits), pv)| {
            let info = SearchInfo {
                depth: depth.into(),
                seldepth: seldepth.into(),
                multi_pv: multipv.unwrap_or(1),
                bound,
                nodes,
                tb_hits,
                elapsed: Duration::from_millis(time),
                hashfull,
                ..SearchInfo::known(Score::DRAW, ShownScore::Estimate(0))
            };
            let fields = InfoFields { multipv: multipv.is_some(), wdl: false, tbhits: true };
            (info_line(&info, score, &pv, fields), score)
        },
    )
}

proptest! {
    #[test]
    fn any_text_is_harmless(line in any::<String>()) {
        check_harmless(&line);
    }

    #[test]
    fn any_bytes_are_harmless(bytes in vec(any::<u8>(), 0..200)) {
        check_harmless(&decode(&bytes));
    }

    #[test]
    fn any_words_are_harmless(words in vec(word(), 0..12), blanks in "[ \t]{1,3}") {
        check_harmless(&words.join(&blanks));
        for command in ["go", "position", "position startpos moves", "setoption", "setoption name"] {
            check_harmless(&format!("{command}{blanks}{}", words.join(&blanks)));
        }
    }

    #[test]
    fn the_order_of_the_parts_of_go_does_not_count(
        (ordered, shuffled) in go_parts().prop_flat_map(|parts| (Just(parts.clone()), Just(parts).prop_shuffle()))
    ) {
        let line = |parts: &[String]| format!("go {}", parts.join(" "));
        let go = read(&line(&ordered));
        prop_assert!(matches!(go, Ok(Some(UciCommand::Go(_)))));
        prop_assert_eq!(go, read(&line(&shuffled)));
    }

    #[test]
    fn moves_are_read_as_they_are_written(moves in moves()) {
        let line = format!("position startpos moves {}", moves.join(" "));
        let Ok(Some(UciCommand::Position { moves: same, .. })) = read(&line) else { panic!("{line}") };
        prop_assert_eq!(same, moves);
    }

    #[test]
    fn options_are_read_as_they_are_written(name in "[A-U][a-z]{0,8}( [A-U][a-z]{0,8}){0,2}", value in "[!-;=-~]([ -~]{0,30}[!-~])?") {
        let option = UciCommand::SetOption { name: name.clone(), value: Some(value.clone()) };
        prop_assert_eq!(read(&format!("setoption name {name} value {value}")), Ok(Some(option)));
    }

    #[test]
    fn a_written_line_of_play_can_be_read((text, score) in line()) {
        let far = matches!(score, UciScore::Mate(moves) if i8::try_from(moves).is_err());
        prop_assert!(text.contains(" nps ") && text.contains(" time "));
        if !far {
            prop_assert_eq!(vampirc_uci::parse_one(&text).to_string(), text);
        }
    }

    #[test]
    fn a_written_best_move_can_be_read(best in moves()) {
        let line = best_move_line(best.first().map(String::as_str), best.get(1).map(String::as_str));
        if !best.is_empty() {
            prop_assert_eq!(vampirc_uci::parse_one(&line).to_string(), line);
        }
    }

    #[test]
    fn a_written_option_can_be_read(name in "[A-S][a-s]{0,8}( [A-S][a-s]{0,8})?", default in any::<i32>(), check in any::<bool>()) {
        let (default, min, max) = (i64::from(default), i64::from(i32::MIN), i64::from(i32::MAX));
        for kind in [
            OptionKind::Check { default: check },
            OptionKind::Spin { default, min, max },
            OptionKind::Text { default: "a b" },
            OptionKind::Button,
        ] {
            let line = option_line(&name, kind);
            prop_assert_eq!(vampirc_uci::parse_one(&line).to_string(), line);
        }
    }
}

#[test]
fn a_line_of_a_million_characters_takes_no_time() {
    long_lines("uci", |line| check_harmless(&line));
}
