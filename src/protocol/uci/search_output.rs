//! The search's reports as lines of UCI.

use super::syntax::{InfoFields, UciScore, best_move_line, info_line};
use crate::any_position::{AnyMove, AnyPosition};
use crate::notation::{MoveStyle, show_moves};
use crate::player::Player;
use crate::protocol::output::ProtocolOutput;
use crate::search::{SearchInfo, SearchListener, ShownScore};

/// Writes `info` lines and the best move.
pub(in crate::protocol) struct UciSearchOutput {
    pub(in crate::protocol) output: ProtocolOutput,
    position: AnyPosition,
    style: MoveStyle,
    fields: InfoFields,
}

impl UciSearchOutput {
    /// Output of a search of the position of `player`, as its settings say. `tbhits`: the protocol has this field.
    pub(in crate::protocol) fn new(output: ProtocolOutput, player: &mut Player, tbhits: bool) -> Self {
        let position = player.position().clone();
        let settings = player.settings();
        let fields = InfoFields { multipv: settings.multi_pv > 1, wdl: settings.show_wdl, tbhits };
        UciSearchOutput { output, position, style: settings.move_style, fields }
    }

    /// Moves from the position as text.
    pub(in crate::protocol) fn texts(&self, moves: &[AnyMove]) -> Vec<String> {
        show_moves(&self.position, moves, self.style)
    }

    /// Writes a report with this score.
    pub(in crate::protocol) fn write_info(&self, info: &SearchInfo, score: UciScore, moves: &[AnyMove]) {
        self.output.line(&info_line(info, score, &self.texts(moves), self.fields));
    }
}

impl SearchListener<AnyMove> for UciSearchOutput {
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        self.write_info(info, uci_score(info.shown_score), moves);
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
pub(in crate::protocol) fn uci_score(score: ShownScore) -> UciScore {
    score.moves_to_end().map_or(UciScore::Cp(score.hundredths()), UciScore::Mate)
}
