//! UCI as a client speaks it.

use super::syntax::split_word;
use super::{UCI_VARIANT, UCI_VARIANT_OPTION};
use crate::protocol::client::{
    DeclaredOption, EngineInfo, EngineMessage, MoveLimits, MoveRequest, ProtocolClient, ProtocolWords,
};
use crate::search::Score;
use std::str::FromStr;
use std::time::Duration;

/// Talks to an engine over UCI.
pub struct UciClient;

impl ProtocolClient for UciClient {
    fn words(&self) -> ProtocolWords {
        ProtocolWords {
            handshake: "uci",
            ready_query: "isready",
            ping: "isready",
            variant_option: (UCI_VARIANT_OPTION, UCI_VARIANT),
            rules_option: UCI_VARIANT_OPTION,
            new_game: "ucinewgame",
            ponder_hit: Some("ponderhit"),
            declares_options: true,
            has_default_variant: true,
            has_node_limit: true,
        }
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        match value {
            "" => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        }
    }

    fn go(&self, request: &MoveRequest) -> Vec<String> {
        let ponder = if request.ponder { " ponder" } else { "" };
        let limits = limits(&request.limits, ["wtime", "btime", "winc", "binc"]);
        vec![position(request), format!("go{ponder}{limits}")]
    }

    fn parse_line(&self, line: &str) -> EngineMessage {
        let (command, rest) = split_word(line.trim());
        match command {
            "info" => match split_word(rest) {
                ("string", text) => EngineMessage::Text(text.to_owned()),
                _ => EngineMessage::Info,
            },
            "bestmove" => {
                let mut words = rest.split_whitespace();
                let real = |mv: &&str| !matches!(*mv, "(none)" | "0000" | "NULL");
                let best = words.next().filter(real).map(str::to_owned);
                EngineMessage::BestMove { best, ponder: words.nth(1).filter(real).map(str::to_owned) }
            }
            "option" => read_option(rest).map_or(EngineMessage::Ignored, EngineMessage::Option),
            "readyok" => EngineMessage::Ready,
            "uciok" => EngineMessage::HandshakeDone,
            "" | "id" => EngineMessage::Ignored,
            _ => EngineMessage::Text(line.trim().to_owned()),
        }
    }

    fn parse_info(&self, line: &str) -> Option<EngineInfo> {
        read_info(line, Score::in_moves)
    }
}

/// The command that sets up the position of a request.
pub(in crate::protocol) fn position(request: &MoveRequest) -> String {
    let mut position = match request.start {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".to_owned(),
    };
    if !request.moves.is_empty() {
        position.push_str(" moves ");
        position.push_str(&request.moves.join(" "));
    }
    position
}

/// Reads an `info` with a score; `mate` makes the score of a distance to mate. Bounds have no score here.
pub(in crate::protocol) fn read_info(line: &str, mate: fn(i32) -> Score) -> Option<EngineInfo> {
    let mut words = line.split_whitespace().skip(1);
    let (mut info, mut score) = (EngineInfo::default(), None);
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next()?.parse().ok()?,
            "seldepth" => info.seldepth = words.next()?.parse().ok()?,
            "nodes" => info.nodes = words.next()?.parse().ok(),
            "tbhits" => info.tb_hits = words.next()?.parse().ok()?,
            "time" => info.elapsed = Duration::from_millis(words.next()?.parse().ok()?),
            "lowerbound" | "upperbound" => return None,
            "score" => {
                let (unit, value) = (words.next()?, words.next()?.parse::<i32>().ok()?);
                score = Some(match unit {
                    "mate" => mate(value),
                    // Hundredths of a payoff are greater than any estimate.
                    _ => Score::payoff(value),
                });
            }
            "wdl" => {
                let mut part = || words.next()?.parse().ok();
                info.wdl = Some([part()?, part()?, part()?]);
            }
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            "string" => break,
            _ => (),
        }
    }
    Some(EngineInfo { score: score?, ..info })
}

/// The number after a word.
fn number_after<T: FromStr>(name: &str, text: &str) -> Option<T> {
    let mut words = text.split_whitespace();
    words.find(|&word| word == name)?;
    words.next()?.parse().ok()
}

/// Reads an option such as `name Null Move type spin default 4 min 1 max 8`.
fn read_option(rest: &str) -> Option<DeclaredOption> {
    let (name, kind) = rest.strip_prefix("name ")?.split_once(" type ")?;
    let (kind, rest) = split_word(kind.trim());
    let bounds = number_after("min", rest).zip(number_after("max", rest));
    Some(DeclaredOption {
        name: name.trim().to_owned(),
        range: bounds.filter(|_| kind == "spin").map(|(min, max)| min..=max),
        values: match kind {
            "check" => Some(vec!["true".to_owned(), "false".to_owned()]),
            "combo" => Some(choices(rest)),
            _ => None,
        },
        empty_value: if kind == "string" { "<empty>" } else { "" },
    })
}

/// The values after every `var`; a value may have several words.
fn choices(rest: &str) -> Vec<String> {
    format!(" {rest} ").split(" var ").skip(1).map(|value| value.trim().to_owned()).collect()
}

/// The limits as arguments of `go`. `clocks` are the keywords of the two clocks and of their increments,
/// those of the side that moves first in the game before the others. A clock shows at least 1 ms: engines take 0 for no clock.
pub(in crate::protocol) fn limits(limits: &MoveLimits, clocks: [&str; 4]) -> String {
    let milliseconds = |time: Duration| time.as_millis();
    let mut arguments = Vec::new();
    if let Some([own, other]) = limits.clocks {
        let [white, black] = if limits.first_moves { [own, other] } else { [other, own] };
        let [white_clock, black_clock] = [white, black].map(|clock| milliseconds(clock.remaining).max(1));
        let times = [white_clock, black_clock, milliseconds(white.increment), milliseconds(black.increment)];
        arguments.extend(clocks.into_iter().zip(times.map(Some)));
        arguments.push(("movestogo", own.moves_to_go.map(u128::from)));
    }
    arguments.extend([
        ("movetime", limits.move_time.map(milliseconds)),
        ("depth", limits.depth.map(u128::from)),
        ("nodes", limits.nodes.map(u128::from)),
    ]);
    let text: String = arguments.into_iter().filter_map(|(name, value)| Some(format!(" {name} {}", value?))).collect();
    if text.is_empty() { " infinite".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::super::syntax::{GoCommand, UciCommand, read};
    use super::*;
    use crate::search::ClockState;

    fn face(seconds: u64, increment: u64, moves_to_go: Option<u32>) -> ClockState {
        ClockState { remaining: Duration::from_secs(seconds), increment: Duration::from_millis(increment), moves_to_go }
    }

    /// What the server reads from the lines: the first position, the moves and the limits.
    fn understood(lines: &[String]) -> (Option<String>, Vec<String>, GoCommand) {
        match [0, 1].map(|number: usize| read(&lines[number]).unwrap().unwrap()) {
            [UciCommand::Position { start, moves }, UciCommand::Go(go)] => (start, moves, go),
            other => panic!("{other:?}"),
        }
    }

    /// The clock of the side to move is White's if that side made the first move.
    #[test]
    fn each_side_has_its_own_clock() {
        let clocks = Some([face(60, 600, Some(12)), face(45, 300, Some(13))]);
        for (first_moves, expected, [white, black]) in [
            (true, "go wtime 60000 btime 45000 winc 600 binc 300 movestogo 12", [(60_000, 600), (45_000, 300)]),
            (false, "go wtime 45000 btime 60000 winc 300 binc 600 movestogo 12", [(45_000, 300), (60_000, 600)]),
        ] {
            let limits = MoveLimits { clocks, first_moves, ..MoveLimits::default() };
            let lines = UciClient.go(&MoveRequest { limits, ..MoveRequest::default() });
            assert_eq!(lines, ["position startpos", expected]);
            let go = GoCommand {
                wtime: Some(white.0),
                btime: Some(black.0),
                winc: Some(white.1),
                binc: Some(black.1),
                movestogo: Some(12),
                ..GoCommand::default()
            };
            assert_eq!(understood(&lines), (None, vec![], go));
        }
    }

    #[test]
    fn every_limit_is_told() {
        let moves = ["e2e4", "e7e5"].map(str::to_owned);
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let lines = UciClient.go(&MoveRequest {
            start: Some(fen),
            moves: &moves,
            limits: MoveLimits {
                move_time: Some(Duration::from_millis(250)),
                depth: Some(9),
                nodes: Some(5_000),
                ..MoveLimits::default()
            },
            ponder: true,
        });
        let position = format!("position fen {fen} moves e2e4 e7e5");
        assert_eq!(lines, [&position, "go ponder movetime 250 depth 9 nodes 5000"]);
        let go =
            GoCommand { ponder: true, movetime: Some(250), depth: Some(9), nodes: Some(5_000), ..GoCommand::default() };
        assert_eq!(understood(&lines), (Some(fen.to_owned()), moves.to_vec(), go));
        assert_eq!(limits(&MoveLimits::default(), [""; 4]), " infinite");
        let empty = MoveLimits { clocks: Some([face(0, 0, None); 2]), ..MoveLimits::default() };
        assert_eq!(limits(&empty, ["w", "b", "wi", "bi"]), " w 1 b 1 wi 0 bi 0");
    }
}
