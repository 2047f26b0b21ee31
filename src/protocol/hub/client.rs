//! Hub as a client speaks it.

use super::RULES_PARAMETER;
use super::client_v1::HubV1Client;
use super::syntax::HubLine;
use crate::protocol::client::{
    DeclaredOption, EngineInfo, EngineMessage, MoveLimits, MoveRequest, ProtocolClient, ProtocolWords,
};
use crate::search::Score;
use std::sync::Arc;
use std::time::Duration;

/// Talks to an engine over Hub, version 2.
pub struct HubClient;

impl ProtocolClient for HubClient {
    fn words(&self) -> ProtocolWords {
        ProtocolWords {
            rules_option: RULES_PARAMETER,
            new_game: "new-game",
            declares_options: true,
            has_default_variant: true,
            has_node_limit: true,
            ..HubV1Client.words()
        }
    }

    /// Version 1 has the same first command, but introduces the engine by lines such as `name Scan 2.0`.
    fn for_version(&self, version: u32) -> Option<Arc<dyn ProtocolClient>> {
        (version == 1).then(|| Arc::new(HubV1Client) as _)
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        HubLine::new("set-param").with("name", name).with("value", value).to_string()
    }

    fn go(&self, request: &MoveRequest) -> Vec<String> {
        let start = match request.start {
            Some(text) => HubLine::new("pos").with("pos", text),
            None => HubLine::new("pos").with_flag("start"),
        };
        let moves = (!request.moves.is_empty()).then(|| request.moves.join(" "));
        let position = start.with_optional("moves", moves);
        let how = if request.ponder { "ponder" } else { "think" };
        [position, level(&request.limits), HubLine::new("go").with_flag(how)].iter().map(HubLine::to_string).collect()
    }

    fn parse_line(&self, line: &str) -> EngineMessage {
        let text = line.trim();
        let Ok(Some(line)) = HubLine::parse(line) else { return EngineMessage::Text(text.to_owned()) };
        let value = |name| line.value(name).map(str::to_owned);
        match line.command.as_str() {
            "info" => EngineMessage::Info,
            "done" => EngineMessage::BestMove { best: value("move"), ponder: value("ponder") },
            "param" => value("name").map_or(EngineMessage::Ignored, |name| {
                let bound = |name| value(name)?.parse::<i64>().ok();
                let kind = line.value("type");
                let choices = |text: &str| text.split_whitespace().map(str::to_owned).collect();
                EngineMessage::Option(DeclaredOption {
                    name,
                    range: bound("min").zip(bound("max")).filter(|_| kind == Some("int")).map(|(min, max)| min..=max),
                    values: match kind {
                        Some("bool") => Some(choices("true false")),
                        Some("enum") => line.value("values").map(choices),
                        _ => None,
                    },
                    empty_value: "",
                })
            }),
            "ready" | "pong" => EngineMessage::Ready,
            "wait" => EngineMessage::HandshakeDone,
            // The word tells a refusal from other messages.
            "error" => {
                EngineMessage::Text(value("message").map_or(text.to_owned(), |message| format!("error: {message}")))
            }
            "id" => EngineMessage::Version(2),
            "name" => EngineMessage::Version(1),
            _ => EngineMessage::Text(text.to_owned()),
        }
    }

    fn parse_info(&self, line: &str) -> Option<EngineInfo> {
        let line = HubLine::parse(line).ok()??;
        let number = |name| line.number::<f64>(name, "a number").ok()?;
        Some(EngineInfo {
            depth: number("depth").unwrap_or(0.0) as u32,
            score: Score::estimate((number("score")? * 100.0).round() as i32),
            nodes: number("nodes").map(|nodes| nodes as u64),
            elapsed: Duration::try_from_secs_f64(number("time").unwrap_or(0.0)).unwrap_or_default(),
            pv: line.value("pv").unwrap_or("").split_whitespace().map(str::to_owned).collect(),
            ..EngineInfo::default()
        })
    }
}

/// The limits in Hub, which counts time in seconds and adds the increment before the move.
fn level(limits: &MoveLimits) -> HubLine {
    let own = limits.clocks.map(|[own, _]| own);
    // Before the first move the clock may show less than the increment.
    let increment = own.map(|own| own.increment.min(own.remaining));
    let remaining = own.zip(increment).map(|(own, increment)| own.remaining - increment);
    let line = HubLine::new("level")
        .with_optional("moves", own.and_then(|own| own.moves_to_go))
        .with_optional("time", remaining.map(|time| time.as_secs_f64()))
        .with_optional("inc", increment.map(|time| time.as_secs_f64()))
        .with_optional("move-time", limits.move_time.map(|time| time.as_secs_f64()))
        .with_optional("depth", limits.depth)
        .with_optional("nodes", limits.nodes);
    if line.arguments.is_empty() { line.with_flag("infinite") } else { line }
}

#[cfg(test)]
mod tests {
    use super::super::level::HubLevel;
    use super::*;
    use crate::search::{ClockState, SearchLimits, TimeLimit};

    #[test]
    fn a_line_that_is_not_of_hub_is_text() {
        for line in ["hello there\n", " hello there \r\n"] {
            let EngineMessage::Text(text) = HubClient.parse_line(line) else { panic!("{line:?} is no text") };
            assert_eq!(text, "hello there");
        }
    }

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// The line with the limits, and what the server reads from it.
    fn level_line(limits: MoveLimits) -> (String, SearchLimits) {
        let lines = HubClient.go(&MoveRequest { limits, ..MoveRequest::default() });
        let level = HubLevel::default().with(&HubLine::parse(&lines[1]).unwrap().unwrap()).unwrap();
        assert_eq!(level.infinite, limits == MoveLimits::default());
        (lines[1].clone(), level.limits(Duration::ZERO))
    }

    /// The clock includes the increment and Hub adds it, so it is subtracted. Hub has only the clock
    /// of the side to move.
    #[test]
    fn the_own_clock_is_told_without_the_increment() {
        let clock = |remaining, increment, moves_to_go| ClockState {
            remaining: seconds(remaining),
            increment: seconds(increment),
            moves_to_go,
        };
        let other = clock(45.0, 0.25, None);
        for (own, expected) in [
            (clock(60.0, 0.0, None), "level time=60 inc=0"),
            (clock(60.0, 0.5, None), "level time=59.5 inc=0.5"),
            (clock(9.0, 0.5, Some(12)), "level moves=12 time=8.5 inc=0.5"),
            (clock(0.25, 0.5, None), "level time=0 inc=0.25"),
        ] {
            for first_moves in [true, false] {
                let (line, limits) =
                    level_line(MoveLimits { clocks: Some([own, other]), first_moves, ..MoveLimits::default() });
                assert_eq!(line, expected);
                let state = ClockState { increment: own.increment.min(own.remaining), ..own };
                assert_eq!(limits.time, TimeLimit::Clock { state, overhead: Duration::ZERO });
            }
        }
    }

    #[test]
    fn every_limit_is_told() {
        let (line, limits) = level_line(MoveLimits {
            move_time: Some(seconds(0.25)),
            depth: Some(9),
            nodes: Some(5_000),
            ..MoveLimits::default()
        });
        assert_eq!(line, "level move-time=0.25 depth=9 nodes=5000");
        assert_eq!(limits.time, TimeLimit::Exact(seconds(0.25)));
        assert_eq!((limits.depth, limits.nodes), (Some(9), Some(5_000)));
        let (line, limits) = level_line(MoveLimits::default());
        assert_eq!((&*line, limits.time), ("level infinite", TimeLimit::Infinite));
    }

    #[test]
    fn errors_are_messages_that_begin_so() {
        for (line, expected) in
            [("error message=\"no such file\"", "error: no such file"), ("error in a line", "error in a line")]
        {
            assert_eq!(HubClient.parse_line(line), EngineMessage::Text(expected.to_owned()));
        }
    }

    #[test]
    fn an_engine_introduces_itself_in_its_version() {
        for (line, version) in [("id name=Scan version=3.1", 2), ("name Scan 2.0", 1)] {
            assert_eq!(HubClient.parse_line(line), EngineMessage::Version(version));
            assert_eq!(HubClient.for_version(version).is_some(), version == 1);
        }
    }

    #[test]
    fn positions_and_how_to_think() {
        let moves = ["11-15", "23-19"].map(str::to_owned);
        let mut request = MoveRequest { moves: &moves, ponder: true, ..MoveRequest::default() };
        let lines = HubClient.go(&request);
        assert_eq!(lines[0], "pos start moves=\"11-15 23-19\"");
        assert_eq!(lines[2], "go ponder");
        (request.start, request.moves, request.ponder) = (Some("W:W32:B1"), &[], false);
        let lines = HubClient.go(&request);
        assert_eq!((&*lines[0], &*lines[2]), ("pos pos=W:W32:B1", "go think"));
    }
}
