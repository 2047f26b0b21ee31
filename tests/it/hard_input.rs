//! What is legal but extreme, and what is neither: the binary answers both in its usual way.

use crate::client::{any, count};
use crate::prelude::*;
use kempelen::game::occurrences;

/// The moves with which `go perft 1` answers.
fn moves(engine: &mut Engine) -> Vec<String> {
    let counts = engine.ask("go perft 1", "nodes searched");
    let counts = counts.iter().filter_map(|line| line.strip_suffix(": 1"));
    let mut moves: Vec<String> = counts.map(str::to_owned).collect();
    moves.sort();
    moves
}

fn legal_moves(position: &ChessPosition) -> Vec<String> {
    let show = |mv| position.show_move(mv, MoveStyle::Long);
    let mut moves: Vec<String> = position.moves().into_iter().map(show).collect();
    moves.sort();
    moves
}

/// The lines of the engine after `line`, before it is ready again.
fn remarks(engine: &mut Engine, line: &[u8]) -> Vec<String> {
    engine.tell_bytes(line);
    engine.tell("");
    engine.settle()
}

fn is_clear(remark: &str) -> bool {
    remark.starts_with("info string ") && remark.len() < 300 && !remark.contains(char::is_control)
}

/// A game in which no rule ends anything for `plies` plies: pieces wander, and when fifty moves
/// are nearly over a pawn moves, or something is captured; nothing stands a third time.
fn long_game(plies: usize) -> (Vec<String>, ChessPosition) {
    let mut random = Random::new(2);
    let mut position = ChessPosition::start();
    let (mut past, mut texts) = (Vec::<Key>::new(), Vec::new());
    while texts.len() < plies {
        let lasting = position.clock() < 90;
        let next = |&mv: &_| {
            let child: ChessPosition = position.play(mv);
            let again = occurrences(&past, child.key(), child.reversible_plies().saturating_sub(1));
            (child.outcome().is_none() && again < 2).then_some((mv, child))
        };
        let children: Vec<_> = position.moves().iter().filter_map(next).collect();
        let fits = |(mv, child): &(_, ChessPosition)| {
            if lasting { child.clock() > 0 } else { child.clock() == 0 && !position.is_noisy(*mv) }
        };
        let fitting: Vec<_> = children.iter().copied().filter(fits).collect();
        let (mv, child) = random.choose(if fitting.is_empty() { &children } else { &fitting });
        texts.push(position.show_move(mv, MoveStyle::Long));
        past.push(position.key());
        position = child;
    }
    (texts, position)
}

#[test]
fn a_game_of_six_thousand_plies() {
    let (texts, position) = long_game(6_000);
    let mut engine = Engine::after(&format!("position startpos moves {}", texts.join(" ")));
    assert_eq!(moves(&mut engine), legal_moves(&position));
    assert!(legal_moves(&position).contains(&engine.best("go depth 6")));
    // One move too many: a line about it, and no move of the position before.
    let heard = remarks(&mut engine, format!("position startpos moves {} a1h7", texts.join(" ")).as_bytes());
    assert!(heard.len() == 1 && is_clear(&heard[0]) && heard[0].contains("move 6001"), "{heard:?}");
    engine.plays("go depth 6", "(none)");
}

#[test]
fn a_position_that_stood_fifteen_hundred_times() {
    let mut engine = Engine::start();
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(1_500);
    let heard = remarks(&mut engine, format!("position startpos moves{shuffle}").as_bytes());
    assert!(heard.is_empty(), "{heard:?}");
    assert_eq!(moves(&mut engine), legal_moves(&ChessPosition::start()));
    engine.ask("go depth 6", "bestmove ");
}

/// The largest number of moves known (Petrović 1964), in two arrangements.
const CROWDED: &[(&str, usize)] = &[
    ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
    ("3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", 218),
];

#[test]
fn positions_with_218_moves() {
    let mut engine = Engine::start();
    for &(fen, count) in CROWDED {
        engine.tell(&format!("position fen {fen}"));
        assert_eq!(moves(&mut engine).len(), count, "{fen}");
        engine.ask("setoption name MultiPV value 1\ngo depth 6", "bestmove ");
        let thought = engine.ask("setoption name MultiPV value 256\ngo depth 2", "bestmove ");
        let lines = thought.iter().filter(|line| line.contains(" depth 2 "));
        let first = |line: &String| line.split_once(" pv ").map(|(_, pv)| pv[..4].to_owned());
        let mut firsts: Vec<_> = lines.filter_map(first).collect();
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), count, "{fen}");
    }
}

#[test]
fn a_move_is_made_without_time_left() {
    let mut engine = Engine::after("position startpos moves e2e4");
    for [go] in cases("hard_input", "no_time") {
        engine.tell(&format!("go {go}"));
        if go.contains("infinite") {
            engine.tell("stop");
        }
        let thought = engine.hear("bestmove");
        assert_ne!(last(&thought), "bestmove (none)", "{go}");
        assert!(any(&thought, " score "), "{go}: {thought:?}");
    }
}

#[test]
fn contradictions_hold_back_the_move_or_end_at_the_nearest_limit() {
    let mut engine = Engine::start();
    for [go, release] in cases("hard_input", "held_back") {
        let heard = remarks(&mut engine, format!("go {go}").as_bytes());
        assert!(count(&heard, "bestmove") == 0, "{go}: {heard:?}");
        engine.ask(release, "bestmove ");
    }
    for [go, limit] in cases("hard_input", "nearest_limit") {
        engine.reports(&format!("go {go}"), limit);
    }
    for (go, release) in
        [("depth", ""), ("nodes many", ""), ("wtime", ""), ("searchmoves e2e9", ""), ("movetime infinite", "stop")]
    {
        let thought = engine.ask(&format!("go {go}\n{release}"), "bestmove ");
        let remarks = thought.iter().filter(|line| line.starts_with("info string"));
        assert!(remarks.count() == 1 && is_clear(&thought[0]), "{go}: {thought:?}");
    }
}

#[test]
fn options_may_be_set_in_the_middle_of_a_search() {
    let mut engine = Engine::start();
    for entry in OPTIONS {
        let values = match entry.kind {
            OptionKind::Check { default } => vec![(!default).to_string(), default.to_string()],
            OptionKind::Spin { default, min, max } => {
                vec![min.to_string(), max.min(min + 3).to_string(), default.to_string()]
            }
            OptionKind::Button => vec![String::new()],
            _ => vec!["/no/such/file".to_owned(), "<empty>".to_owned()],
        };
        for value in values.iter().map(String::as_str).chain(["no/such"]) {
            engine.tell(&format!("go infinite\nsetoption name {} value {value}\nisready\nstop", entry.name));
            engine.tell("go nodes 300");
            let mut heard = engine.hear("bestmove ");
            heard.extend(engine.hear("bestmove "));
            assert!(heard.iter().any(|line| line == "readyok"), "{} {value}: {heard:?}", entry.name);
        }
    }
    let heard = remarks(&mut engine, b"stop");
    assert!(heard.is_empty(), "{heard:?}");
}

#[test]
fn bytes_of_any_kind_and_lines_of_any_length() {
    let mut engine = Engine::after("position startpos moves e2e4");
    let long = |start: &str, part: &str| long_line(start, part).into_bytes();
    for line in [
        b"\0".to_vec(),
        b"isready\0".to_vec(),
        b"\0isready".to_vec(),
        b"position startpos\0moves e2e4".to_vec(),
        b"position startpos moves e2\0e4".to_vec(),
        b"position fen \xff\xfe\xfd".to_vec(),
        b"setoption name Hash value \x8016".to_vec(),
        b"setoption name \0 value \0".to_vec(),
        b"go depth \xe2\x28\xa1".to_vec(),
        b"go nodes 5\0".to_vec(),
        long("", "x"),
        long("", " "),
        long("", "\0"),
        long("position startpos moves ", "e2e4 "),
        long("position startpos moves e7e5 ", "g1f3 g8f6 f3g1 f6g8 "),
        long("position fen ", "8/"),
        long("position fen ", "K"),
        long("setoption name ", "Hash "),
        long("setoption name Book File value ", "/x"),
        long("go depth ", "9"),
        long("go movetime 1 ", "searchmoves "),
    ] {
        engine.tell("position startpos moves e2e4");
        let heard = remarks(&mut engine, &line);
        let begin = String::from_utf8_lossy(&line[..line.len().min(40)]).into_owned();
        let other = heard.iter().filter(|line| !line.starts_with("info depth"));
        let other: Vec<_> = other.filter(|line| !line.starts_with("bestmove")).collect();
        assert!(other.len() <= 1, "{begin:?}: {other:?}");
        assert!(other.iter().all(|line| is_clear(line)), "{begin:?}: {other:?}");
        engine.tell("stop");
    }
    // Whatever was accepted above is over; what was not has changed nothing.
    engine.tell("position startpos moves e2e4");
    assert_eq!(moves(&mut engine).len(), 20);
}
