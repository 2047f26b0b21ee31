//! Lines of clients, and what is told of those that are wrong.

use crate::prelude::*;
use kempelen::protocol::uci::syntax::{SyntaxError, decode, read};

fn message(line: &str) -> String {
    read(line).expect_err("a line that is wrong").to_string()
}

fn option(name: &str, value: Option<&str>) -> Result<Option<UciCommand>, SyntaxError> {
    Ok(Some(UciCommand::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }))
}

fn position(fen: Option<&str>, moves: &[&str]) -> Result<Option<UciCommand>, SyntaxError> {
    let start = fen.map(str::to_owned);
    Ok(Some(UciCommand::Position { start, moves: moves.iter().map(|&mv| mv.to_owned()).collect() }))
}

#[test]
fn simple_commands_in_any_case_and_among_any_blanks() {
    let commands = [
        ("uci", UciCommand::Uci),
        ("isready", UciCommand::IsReady),
        ("ucinewgame", UciCommand::UciNewGame),
        ("stop", UciCommand::Stop),
        ("ponderhit", UciCommand::PonderHit),
        ("quit", UciCommand::Quit),
        ("register", UciCommand::Register),
        ("register later", UciCommand::Register),
        ("register name A B code 1 2", UciCommand::Register),
        ("debug on", UciCommand::Debug(true)),
        ("debug off", UciCommand::Debug(false)),
    ];
    for (line, command) in commands {
        let spread = format!(" \t{}  \t\r\n", line.replace(' ', " \t "));
        for line in [line.to_owned(), line.to_uppercase(), spread, format!("{line} please")] {
            assert_eq!(read(&line), Ok(Some(command.clone())), "{line:?}");
        }
    }
}

#[test]
fn unknown_commands_are_ignored() {
    // Arena asks for the other protocol first.
    let near = ["", " ", "xboard", "isreadyx", "ucix", "stopp", "quitter", "gogo", "positions", "id name x"];
    let answers = ["uciok", "readyok", "bestmove e2e4", "info depth 3", "option name x type check", "\u{feff}"];
    for line in near.into_iter().chain(answers) {
        assert_eq!(read(line), Ok(None), "{line:?}");
    }
}

#[test]
fn bytes_become_a_line() {
    assert_eq!(decode(b"\xEF\xBB\xBFuci\r\n"), "uci");
    assert_eq!(decode(b"  isready \t\r"), "isready");
    assert_eq!(decode("setoption name x value Kőszeg".as_bytes()), "setoption name x value Kőszeg");
    assert_eq!(decode(b"setoption name x value B\xFCcher"), "setoption name x value Bücher");
    assert_eq!(decode(b"\xEF\xBB\xBF\xFF\xFE"), "ÿþ");
}

#[test]
fn options() {
    assert_eq!(read("SetOption NAME Hash VALUE 64"), option("Hash", Some("64")));
    assert_eq!(read("setoption name Clear  Hash "), option("Clear Hash", None));
    // The parser of the crate would end a name before a word that begins with `value`.
    assert_eq!(read("setoption name Values"), option("Values", None));
    for [name, value] in cases("uci", "options") {
        assert_eq!(read(&format!("setoption name {name} value {value}")), option(name, Some(value)));
    }
    assert_eq!(read("setoption name SyzygyPath value <empty>"), option("SyzygyPath", Some("")));
}

#[test]
fn wrong_lines_are_named() {
    for [line, expected] in cases("uci", "wrong_lines") {
        assert_eq!(message(line), expected);
    }
}

#[test]
fn moves_of_a_position() {
    assert_eq!(read("position startpos"), position(None, &[]));
    assert_eq!(read("position startpos moves"), position(None, &[]));
    assert_eq!(read("position startpos moves  e2e4"), position(None, &["e2e4"]));
    assert_eq!(read("POSITION\tSTARTPOS\tMOVES\tE2E4  e7e8Q\t"), position(None, &["e2e4", "e7e8q"]));
    assert_eq!(read("position startpos moves e1h1 e8a8 a7a8n"), position(None, &["e1h1", "e8a8", "a7a8n"]));
}

#[test]
fn a_bad_word_among_the_moves_is_named() {
    let expected = "expected a move such as e2e4, e1g1 or e7e8q";
    for [moves, found] in cases("uci", "wrong_moves") {
        let line = format!("position startpos moves {moves}");
        assert_eq!(message(&line), format!("position: found {found}, {expected}"));
    }
    let long = format!("position startpos moves {}é", "g1f3 g8f6 ".repeat(500));
    assert_eq!(message(&long), format!("position: found 'é' as move 1001, {expected}"));
}

#[test]
fn positions_are_kept_for_the_reader_of_positions() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 12345 99999",
        "nonsense",
    ] {
        assert_eq!(read(&format!("position fen {fen}")), position(Some(fen), &[]));
        assert_eq!(read(&format!("position fen  {fen}  moves ")), position(Some(fen), &[]));
        assert_eq!(read(&format!("position FEN {fen} moves e2e4")), position(Some(fen), &["e2e4"]));
    }
}
