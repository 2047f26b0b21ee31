//! Version 1 of Hub as a client speaks it: Scan 2.0 and older draughts programs.
//!
//! A command is a word and its values in a fixed order. An engine declares no options, and accepts any that a client
//! sets.

use super::HUB_VARIANT;
use crate::protocol::client::{EngineInfo, EngineMessage, MoveLimits, MoveRequest, ProtocolClient, ProtocolWords};
use crate::search::Score;
use std::time::Duration;

/// Talks to an engine over Hub, version 1.
pub struct HubV1Client;

impl ProtocolClient for HubV1Client {
    fn words(&self) -> ProtocolWords {
        ProtocolWords {
            handshake: "hub",
            // The options take effect here, so it comes after them.
            ready_query: "init",
            ping: "ping",
            // The option exists only in version 2, so no engine has it.
            variant_option: ("variant", HUB_VARIANT),
            rules_option: "variant",
            new_game: "new",
            ponder_hit: Some("ponder-hit"),
            declares_options: false,
            // An engine plays one game, and does not say which.
            has_default_variant: false,
            has_node_limit: false,
        }
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        format!("set {name} {value}")
    }

    /// The moves follow one by one. The limits come after the position, which sets them back; they and the position are
    /// sent for every move, because Scan 2.0 plays a move in its own position when it has no reply to expect.
    fn go(&self, request: &MoveRequest) -> Vec<String> {
        let mut lines = vec![request.start.map_or("start".to_owned(), position)];
        lines.extend(request.moves.iter().map(|mv| format!("move {mv}")));
        lines.extend(limits(&request.limits));
        let how = if request.ponder { "ponder" } else { "go" };
        lines.push(how.to_owned());
        lines
    }

    fn parse_line(&self, line: &str) -> EngineMessage {
        let mut words = line.split_whitespace();
        let command = words.next();
        let mut word = || words.next().map(str::to_owned);
        match command {
            Some("info") => EngineMessage::Info,
            Some("move") => EngineMessage::BestMove { best: word(), ponder: word() },
            Some("ready" | "pong") => EngineMessage::Ready,
            Some("wait") => EngineMessage::HandshakeDone,
            // Scan repeats what it reads during a search.
            None | Some("name" | "author" | "country" | "input") => EngineMessage::Ignored,
            Some(_) => EngineMessage::Text(line.trim().to_owned()),
        }
    }

    /// Every line has the score of the best variation.
    fn scored_rank(&self, _line: &str) -> Option<usize> {
        Some(1)
    }

    /// Reads `info DEPTH MEAN-DEPTH SCORE NODES ...`, with the score in hundredths of a man. A move from a book, or
    /// the only legal one, has depth 0 and no score.
    fn parse_info(&self, line: &str) -> Option<EngineInfo> {
        let mut words = line.split_whitespace().skip(1);
        let depth = words.next()?.parse().ok().filter(|&depth| depth > 0)?;
        let score = Score::estimate(words.nth(1)?.parse().ok()?);
        let nodes = words.next().and_then(|nodes| nodes.parse().ok());
        let seconds = words.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(0.0);
        let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let pv = words.skip(1).map(str::to_owned).collect();
        Some(EngineInfo { depth, score, nodes, elapsed, pv, ..EngineInfo::default() })
    }
}

/// The command that sets up a position, whose side to move is a small letter in this version.
fn position(text: &str) -> String {
    let (side, board) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    format!("pos {}{board}", side.to_lowercase())
}

/// The limits: depth, and a time for this move or a clock in milliseconds. The increment is added before the move.
fn limits(limits: &MoveLimits) -> Vec<String> {
    let milliseconds = |time: Duration| time.as_millis();
    let clock = limits.clocks.map(|[own, _]| own);
    let time = match (limits.move_time, clock) {
        // There is one kind of time in a search, so the clock bounds the time for the move.
        (Some(time), own) => Some(format!("time {}", milliseconds(own.map_or(time, |own| time.min(own.remaining))))),
        (None, Some(own)) => {
            let moves = own.moves_to_go.unwrap_or(0);
            // Before the first move the clock may show less than the increment.
            let increment = own.increment.min(own.remaining);
            let time = milliseconds(own.remaining - increment);
            let increment = milliseconds(increment);
            Some(format!("level {moves} {time} {increment}"))
        }
        (None, None) => None,
    };
    time.into_iter().chain(limits.depth.map(|depth| format!("depth {depth}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ClockState;

    fn request_lines(start: Option<&str>, moves: &[&str], limits: MoveLimits, ponder: bool) -> Vec<String> {
        let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
        HubV1Client.go(&MoveRequest { start, moves: &moves, limits, ponder })
    }

    #[test]
    fn positions_and_moves_are_lines_of_their_own() {
        let none = MoveLimits::default();
        let lines = request_lines(None, &["32-28", "19-23", "28x19x23"], none, true);
        assert_eq!(lines[..4], ["start", "move 32-28", "move 19-23", "move 28x19x23"]);
        assert_eq!(lines[4..], ["ponder"]);
        assert_eq!(request_lines(Some("WbBeW"), &[], none, false), ["pos wbBeW", "go"]);
    }

    #[test]
    fn every_limit_is_told() {
        let clock = |remaining, increment, moves_to_go| {
            let own = ClockState {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            };
            Some([own, ClockState::default()])
        };
        let time = |milliseconds| Some(Duration::from_millis(milliseconds));
        for (clocks, move_time, depth, expected) in [
            (None, None, None, &[][..]),
            (None, None, Some(9), &["depth 9"]),
            (None, time(250), None, &["time 250"]),
            (clock(60_000, 0, None), None, None, &["level 0 60000 0"]),
            (clock(9_000, 500, Some(12)), None, None, &["level 12 8500 500"]),
            (clock(250, 500, None), None, None, &["level 0 0 250"]),
            (clock(900, 0, None), time(1_000), None, &["time 900"]),
            (clock(9_000, 0, None), time(1_000), None, &["time 1000"]),
            (clock(60_000, 0, None), None, Some(7), &["level 0 60000 0", "depth 7"]),
        ] {
            let limits = MoveLimits { clocks, move_time, depth, ..MoveLimits::default() };
            let lines = request_lines(None, &[], limits, false);
            assert_eq!(lines[1..lines.len() - 1], *expected);
        }
    }

    #[test]
    fn lines_of_the_engine_are_told_apart() {
        let parse = |line| HubV1Client.parse_line(line);
        let best_move = |best: Option<&str>, ponder: Option<&str>| EngineMessage::BestMove {
            best: best.map(str::to_owned),
            ponder: ponder.map(str::to_owned),
        };
        assert_eq!(parse("wait\r\n"), EngineMessage::HandshakeDone);
        assert_eq!(parse("ready"), EngineMessage::Ready);
        assert_eq!(parse("pong"), EngineMessage::Ready);
        assert_eq!(parse("move 32-28 19-23"), best_move(Some("32-28"), Some("19-23")));
        assert_eq!(parse("move 28x19x23"), best_move(Some("28x19x23"), None));
        assert_eq!(parse("move"), best_move(None, None));
        for line in ["name Scan 2.0", "input \"stop\"", "  "] {
            assert_eq!(parse(line), EngineMessage::Ignored, "{line}");
        }
        let error = "error illegal move";
        assert_eq!(parse(error), EngineMessage::Text(error.to_owned()));
    }

    #[test]
    fn reports_have_a_fixed_order() {
        let line = "info 14 16.2 -35 2450134 0.31 7.9 32-28 19-23";
        let info = HubV1Client.parse_info(line).unwrap();
        assert_eq!((info.depth, info.score), (14, Score::estimate(-35)));
        assert_eq!((info.nodes, info.elapsed), (Some(2_450_134), Duration::from_millis(310)));
        assert_eq!(info.pv, ["32-28", "19-23"]);
        assert_eq!(HubV1Client.parse_info("info 0 0.0 0 0 0.00 0.0 34-29"), None, "not searched");
        for line in ["info", "info 3", "info x 1 2 3", "info 3 4.0 mate 5"] {
            assert_eq!(HubV1Client.parse_info(line), None, "{line}");
        }
    }
}
