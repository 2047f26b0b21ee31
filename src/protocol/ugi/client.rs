//! UGI as a client speaks it. The program's own rules judge the games, so it asks no queries.

use super::{UGI_GAME, UGI_GAME_OPTION};
use crate::protocol::client::{EngineInfo, EngineMessage, MoveLimits, MoveRequest, ProtocolClient, ProtocolWords};
use crate::protocol::uci::client::{UciClient, limits, position, read_info};
use crate::search::{ClockState, Score};

/// Talks to an engine over UGI.
pub struct UgiClient;

impl ProtocolClient for UgiClient {
    fn words(&self) -> ProtocolWords {
        ProtocolWords {
            handshake: "ugi",
            variant_option: (UGI_GAME_OPTION, UGI_GAME),
            rules_option: UGI_GAME_OPTION,
            new_game: "uginewgame",
            ponder_hit: None,
            // The option is Kempelen's own: an engine of one game has none.
            has_default_variant: false,
            ..UciClient.words()
        }
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        UciClient.set_option(name, value)
    }

    /// UGI has no word for the moves until more time is added.
    fn go(&self, request: &MoveRequest) -> Vec<String> {
        let without_moves = |clock| ClockState { moves_to_go: None, ..clock };
        let clocks = request.limits.clocks.map(|clocks| clocks.map(without_moves));
        let limits = limits(&MoveLimits { clocks, ..request.limits }, ["p1time", "p2time", "p1inc", "p2inc"]);
        vec![position(request), format!("go{limits}")]
    }

    fn parse_line(&self, line: &str) -> EngineMessage {
        match line.split_whitespace().next() {
            Some("ugiok") => EngineMessage::HandshakeDone,
            Some("response") => EngineMessage::Ignored,
            _ => match UciClient.parse_line(line) {
                EngineMessage::BestMove { best, .. } => EngineMessage::BestMove { best, ponder: None },
                message => message,
            },
        }
    }

    fn parse_info(&self, line: &str) -> Option<EngineInfo> {
        read_info(line, mate)
    }
}

/// The score of a mate in this many plies.
fn mate(plies: i32) -> Score {
    let distance = plies.unsigned_abs().min(200) as usize;
    if plies > 0 { Score::win_in(distance) } else { Score::loss_in(distance) }
}

#[cfg(test)]
mod tests {
    use super::super::syntax::{UgiCommand, read};
    use super::*;
    use crate::protocol::uci::syntax::{GoCommand, UciCommand};
    use std::time::Duration;

    fn clock(seconds: u64) -> ClockState {
        ClockState {
            remaining: Duration::from_secs(seconds),
            increment: Duration::from_millis(seconds),
            moves_to_go: Some(40),
        }
    }

    /// The first clock is that of the side which moves first in the game.
    #[test]
    fn each_side_has_its_own_clock() {
        for (first_moves, expected) in [
            (true, "go p1time 60000 p2time 45000 p1inc 60 p2inc 45"),
            (false, "go p1time 45000 p2time 60000 p1inc 45 p2inc 60"),
        ] {
            let limits = MoveLimits { clocks: Some([clock(60), clock(45)]), first_moves, ..MoveLimits::default() };
            let lines = UgiClient.go(&MoveRequest { limits, ..MoveRequest::default() });
            assert_eq!(lines, ["position startpos", expected]);
        }
    }

    #[test]
    fn the_server_reads_what_the_client_writes() {
        let moves = ["a1", "2:4-1"].map(str::to_owned);
        let lines = UgiClient.go(&MoveRequest {
            start: Some("nim 3,4,5 p1"),
            moves: &moves,
            limits: MoveLimits { depth: Some(9), ..MoveLimits::default() },
            ..MoveRequest::default()
        });
        let commands: Vec<_> = lines.iter().map(|line| read(line).unwrap().unwrap()).collect();
        let start = Some("nim 3,4,5 p1".to_owned());
        let go = GoCommand { depth: Some(9), ..GoCommand::default() };
        let expected = [UciCommand::Position { start, moves: moves.to_vec() }, UciCommand::Go(go)];
        assert_eq!(commands, expected.map(UgiCommand::Common));
    }

    #[test]
    fn mates_are_counted_in_plies() {
        let score = |text: &str| UgiClient.parse_info(text).map(|info| info.score);
        assert_eq!(score("info depth 3 seldepth 3 score mate -4 nodes 10 pv a1 b2"), Some(Score::loss_in(4)));
        assert_eq!(score("info score mate 5"), Some(Score::win_in(5)));
        assert_eq!(score("info score cp -7"), Some(Score::estimate(-7)));
        assert_eq!(score("info nodes 10 time 3 nps 4"), None);
    }

    #[test]
    fn lines_of_the_engine_are_told_apart() {
        let parse = |line| UgiClient.parse_line(line);
        assert_eq!(parse("ugiok"), EngineMessage::HandshakeDone);
        assert_eq!(parse("readyok\r"), EngineMessage::Ready);
        assert_eq!(parse("response p1win"), EngineMessage::Ignored);
        let message = EngineMessage::BestMove { best: Some("2:4-1".to_owned()), ponder: None };
        assert_eq!(parse("bestmove 2:4-1 ponder 1:3-0"), message);
    }
}
