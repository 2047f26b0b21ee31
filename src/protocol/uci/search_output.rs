//! The search's reports as lines of UCI.

use super::syntax::{InfoLine, UciAnswer, UciScore};
use crate::player::{PlayerSettings, SearchObserver};
use crate::protocol::output::ProtocolOutput;
use crate::search::{SearchInfo, ShownScore};

/// Writes `info` lines and the best move.
pub(in crate::protocol) struct UciSearchOutput {
    output: ProtocolOutput,
    /// Number the variations, as several were asked for.
    show_multipv: bool,
    /// Show the probabilities of win, draw and loss.
    show_wdl: bool,
}

impl UciSearchOutput {
    /// Output with what the settings say about variations and probabilities.
    pub(in crate::protocol) fn new(output: ProtocolOutput, settings: &PlayerSettings) -> Self {
        UciSearchOutput { output, show_multipv: settings.multi_pv > 1, show_wdl: settings.show_wdl }
    }

    /// The report as the fields of `info`.
    pub(in crate::protocol) fn info_line(&self, finding: &SearchInfo, moves: &[String]) -> InfoLine {
        InfoLine {
            depth: finding.depth.clamp(0, 255) as u8,
            seldepth: finding.seldepth.min(255) as u8,
            multipv: self.show_multipv.then_some(finding.multi_pv as u16),
            score: uci_score(finding.shown_score),
            bound: finding.bound,
            wdl: finding.wdl.filter(|_| self.show_wdl),
            nodes: finding.nodes,
            time: finding.elapsed.as_millis() as u64,
            hashfull: finding.hashfull,
            tbhits: Some(finding.tb_hits),
            pv: moves.to_vec(),
        }
    }
}

impl SearchObserver for UciSearchOutput {
    fn info(&mut self, finding: &SearchInfo, moves: &[String]) {
        let line = self.info_line(finding, moves);
        self.output.line(&UciAnswer::Info(line).to_string());
    }

    fn best_move(&mut self, best: Option<&str>, ponder: Option<&str>) {
        let answer = UciAnswer::BestMove { best: best.map(str::to_owned), ponder: ponder.map(str::to_owned) };
        self.output.line(&answer.to_string());
    }

    fn message(&mut self, text: &str) {
        self.output.diagnostic(text);
    }
}

/// UCI counts the distance to mate in moves of the side that mates. It has no notation for a win
/// known from an endgame table; clients recognise it by a score that no evaluation reaches.
fn uci_score(score: ShownScore) -> UciScore {
    let cp = UciScore::Cp(score.hundredths());
    score.moves_to_end().map_or(cp, UciScore::Mate)
}
