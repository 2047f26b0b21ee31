//! The search's reports as lines of UCI.

use super::syntax::{InfoLine, UciScore, best_move_line};
use crate::any_position::{AnyMove, AnyPosition};
use crate::notation::{MoveStyle, show_moves};
use crate::player::Player;
use crate::protocol::output::ProtocolOutput;
use crate::search::{SearchInfo, SearchListener, ShownScore};

/// Writes `info` lines and the best move.
pub(in crate::protocol) struct UciSearchOutput {
    output: ProtocolOutput,
    position: AnyPosition,
    style: MoveStyle,
    /// Number the variations, as several were asked for.
    show_multipv: bool,
    /// Show the probabilities of win, draw and loss.
    show_wdl: bool,
}

impl UciSearchOutput {
    /// Output of a search of the position of `player`, as its settings say.
    pub(in crate::protocol) fn new(output: ProtocolOutput, player: &mut Player) -> Self {
        let position = player.position().clone();
        let settings = player.settings();
        UciSearchOutput {
            output,
            position,
            style: settings.move_style,
            show_multipv: settings.multi_pv > 1,
            show_wdl: settings.show_wdl,
        }
    }

    /// Moves from the position as text.
    pub(in crate::protocol) fn texts(&self, moves: &[AnyMove]) -> Vec<String> {
        show_moves(&self.position, moves, self.style)
    }

    /// The report as the fields of `info`.
    pub(in crate::protocol) fn info_line(&self, info: &SearchInfo, moves: &[AnyMove]) -> InfoLine {
        InfoLine {
            depth: info.depth.clamp(0, 255) as u8,
            seldepth: info.seldepth.min(255) as u8,
            multipv: self.show_multipv.then_some(info.multi_pv as u16),
            score: uci_score(info.shown_score),
            bound: info.bound,
            wdl: info.wdl.filter(|_| self.show_wdl),
            nodes: info.nodes,
            time: info.elapsed.as_millis() as u64,
            hashfull: info.hashfull,
            tbhits: Some(info.tb_hits),
            pv: self.texts(moves),
        }
    }
}

impl SearchListener<AnyMove> for UciSearchOutput {
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        self.output.line(&self.info_line(info, moves).to_string());
    }

    fn best_move(&mut self, best: Option<AnyMove>, ponder: Option<AnyMove>) {
        let texts = self.texts(&best.into_iter().chain(ponder).collect::<Vec<_>>());
        let text = |index| texts.get(index).map(String::as_str);
        self.output.line(&best_move_line(text(0), text(1)));
    }

    fn message(&mut self, text: &str) {
        self.output.diagnostic(text);
    }
}

/// UCI counts the distance to mate in moves of the side that mates. It has no notation for a win
/// known from an endgame table; clients recognise it by a score that no evaluation reaches.
fn uci_score(score: ShownScore) -> UciScore {
    score.moves_to_end().map_or(UciScore::Cp(score.hundredths()), UciScore::Mate)
}
