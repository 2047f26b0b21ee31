//! Hostile lines over UGI: any text is read without harm, and whatever is said, every `go` has one best move and every
//! query one response.

use crate::prelude::*;
use kempelen::protocol::ugi::syntax::read;
use kempelen::protocol::{ProtocolOutput, ProtocolSession};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_oneof, proptest};

/// The lines of the engine in a session of these lines.
fn answers(lines: &[String]) -> Vec<String> {
    let paper = Paper::default();
    let input = format!("ugi\nsetoption name Hash value 1\n{}\n", lines.join("\n"));
    ProtocolSession::new(ProtocolOutput::new(paper.clone())).run(input.as_bytes()).unwrap();
    paper.text().lines().map(str::to_owned).collect()
}

fn count(lines: &[String], word: &str) -> usize {
    let begins = |line: &&String| line.split_whitespace().next() == Some(word);
    lines.iter().filter(begins).count()
}

/// A word that means something somewhere, or nearly so, or nothing. None of them lets the engine write a file.
fn word() -> impl Strategy<Value = String> {
    let known = "ugi|isready|setoption|uginewgame|position|go|stop|query|name|value|startpos|fen|moves|Game|Hash|MultiPV\
        |chess|english|breakthrough|tictactoe|p1time|p2time|p1inc|p2inc|movetime|depth|nodes|infinite|p1turn|gameover\
        |result|[a-c][1-3]|e2e4|11-15|[.xo]{3}/[.xo]{3}/[.xo]{3}|[xowb]|[+-]?[0-9]{1,25}";
    prop_oneof![
        8 => known.prop_map(|word: String| word),
        1 => known.prop_map(|word: String| word.to_uppercase()),
        1 => "\\PC{0,5}",
    ]
}

/// A line of a client, right or wrong.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "position (startpos|fen (tictactoe )?[.xo]{3}/[.xo]{3}/[.xo]{3} [xo])( moves( [a-c][1-3]){0,4})?",
        2 => "position startpos( moves( e2e4| 11-15){1,2})?",
        3 => "setoption name Game value (chess|english|pongor|breakthrough|tictactoe|go)",
        4 => "go (depth [0-3]|nodes [0-9]{1,3}|movetime [0-9]|p1time [0-9]{1,2} p2time [0-9]{1,2}|infinite|mate 3)",
        4 => "query (p1turn|gameover|result|moves)?",
        3 => "stop|isready|uginewgame|ugi|go|quit x",
        4 => vec(word(), 0..8).prop_map(|words| words.join(" ")),
        1 => "[^\\r\\n]{0,20}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_is_harmless(text in any::<String>(), words in vec(word(), 0..12)) {
        for command in ["", "go", "position", "position fen", "setoption name", "query"] {
            for rest in [&text, &words.join(" ")] {
                if let Err(error) = read(&format!("{command} {rest}")) {
                    let message = error.to_string();
                    assert!(message.len() < 500 && !message.contains(char::is_control), "{message:?}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_go_has_one_best_move_and_every_query_one_response(lines in vec(line(), 0..12)) {
        let quit = lines.iter().position(|line| line.trim().to_lowercase().starts_with("quit"));
        let carried_out = &lines[..quit.unwrap_or(lines.len())];
        let lower: Vec<_> = carried_out.iter().map(|line| line.to_lowercase()).collect();
        let lines_of_engine = answers(&lines);
        assert_eq!(count(&lines_of_engine, "bestmove"), count(&lower, "go"), "{lines:?}: {lines_of_engine:?}");
        assert_eq!(count(&lines_of_engine, "response"), count(&lower, "query"), "{lines:?}: {lines_of_engine:?}");
        for line in &lines_of_engine {
            let two_words = line.split(' ').count() == 2;
            let strict = line.starts_with("bestmove") || line.starts_with("response");
            assert!(two_words || !strict, "{line}");
            assert!(!line.contains(char::is_control) && line.len() < 700, "{line:?}");
            assert!(!line.contains("internal error"), "{lines:?}: {line}");
        }
    }
}

#[test]
fn a_line_of_a_million_characters_takes_no_time() {
    let ready = |line| count(&answers(&[line, "isready".to_owned()]), "readyok");
    long_lines("ugi", |line| assert_eq!(ready(line), 1));
}
