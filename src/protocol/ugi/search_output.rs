//! The search's reports as lines of UGI.

use crate::any_position::AnyMove;
use crate::protocol::output::ProtocolOutput;
use crate::protocol::uci::search_output::UciSearchOutput;
use crate::protocol::uci::syntax::{InfoLine, UciAnswer, UciScore, nodes_per_second};
use crate::search::{SearchInfo, SearchListener, ShownScore};
use crate::system::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes `info` lines, the totals and the best move.
pub(super) struct UgiSearchOutput {
    pub(super) output: ProtocolOutput,
    pub(super) uci: UciSearchOutput,
    /// Set to false before the best move is written.
    pub(super) searching: Arc<AtomicBool>,
    /// When the search was asked for.
    pub(super) received: Instant,
    /// Positions visited, as last reported.
    pub(super) nodes: u64,
    /// Why the game is over, if it is.
    pub(super) end_reason: Option<&'static str>,
}

impl SearchListener<AnyMove> for UgiSearchOutput {
    /// UGI counts the distance to the end of the game in plies, and has no field for endgame tables.
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        self.nodes = info.nodes;
        let line = self.uci.info_line(info, moves);
        let line = InfoLine {
            score: match info.shown_score {
                ShownScore::WinIn(plies) => UciScore::Mate(plies),
                ShownScore::LossIn(plies) => UciScore::Mate(-plies),
                _ => line.score,
            },
            tbhits: None,
            ..line
        };
        self.output.line(&UciAnswer::Info(line).to_string());
    }

    fn best_move(&mut self, best: Option<AnyMove>, _ponder: Option<AnyMove>) {
        if let (None, Some(reason)) = (best, self.end_reason) {
            self.message(&format!("go: the game is over: {reason}"));
        }
        let (nodes, time) = (self.nodes, self.received.elapsed().as_millis() as u64);
        self.output.line(&format!("info nodes {nodes} time {time} nps {}", nodes_per_second(nodes, time)));
        self.searching.store(false, Ordering::SeqCst);
        let best = self.uci.texts(best.as_slice()).pop();
        self.output.line(&UciAnswer::BestMove { best, ponder: None }.to_string());
    }

    fn message(&mut self, text: &str) {
        self.output.diagnostic(text);
    }
}
