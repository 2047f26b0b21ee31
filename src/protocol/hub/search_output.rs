//! The search's reports as lines of Hub.

use super::numbering::SquareNumbering;
use super::syntax::HubLine;
use crate::any_position::{AnyMove, AnyPosition};
use crate::notation::{MoveStyle, show_moves};
use crate::protocol::output::ProtocolOutput;
use crate::search::{Bound, SearchInfo, SearchListener, ShownScore};

/// Writes `info` lines and `done`.
pub(super) struct HubSearchOutput {
    pub(super) output: ProtocolOutput,
    pub(super) position: AnyPosition,
    pub(super) style: MoveStyle,
    /// How the client numbers squares in the game called `game`.
    pub(super) numbering: SquareNumbering,
    pub(super) game: &'static str,
}

impl HubSearchOutput {
    /// Moves from the position as text.
    fn texts(&self, moves: &[AnyMove]) -> Vec<String> {
        let texts = show_moves(&self.position, moves, self.style).into_iter();
        texts.map(|mv| self.numbering.mv(self.game, &mv).into_owned()).collect()
    }
}

impl SearchListener<AnyMove> for HubSearchOutput {
    /// Hub has no fields for bounds, and none for other variations than the best.
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        if info.bound != Bound::Exact || info.multi_pv > 1 {
            return;
        }
        let seconds = info.elapsed.as_secs_f64();
        let millions = info.nodes as f64 / seconds.max(1e-6) / 1e6;
        let text = HubLine::new("info")
            .with("depth", info.depth)
            .with("mean-depth", format!("{:.1}", f64::from(info.depth)))
            .with("score", hub_score(info.shown_score))
            .with("nodes", info.nodes)
            .with("time", format!("{seconds:.3}"))
            .with("nps", format!("{millions:.3}"))
            .with("pv", self.texts(moves).join(" "));
        self.output.line(&text.to_string());
    }

    fn best_move(&mut self, best: Option<AnyMove>, ponder: Option<AnyMove>) {
        let mut moves = self.texts(&best.into_iter().chain(ponder).collect::<Vec<_>>()).into_iter();
        let line = HubLine::new("done").with_optional("move", moves.next()).with_optional("ponder", moves.next());
        self.output.line(&line.to_string());
    }

    fn message(&mut self, text: &str) {
        self.output.diagnostic(text);
    }

    fn reason(&mut self, text: &str) {
        self.notice(text);
    }

    fn notice(&mut self, text: &str) {
        self.output.line(&HubLine::new("info").with("message", text).to_string());
    }
}

/// Writes a message for the user.
pub(super) fn hub_diagnostic(text: &str) -> String {
    HubLine::new("error").with("message", text).to_string()
}

/// A score in men. A win in N plies is 100 - N/100; a win known from an endgame table, with N plies
/// to the positions of the table, is 90 - N/100. N counts up to 100, and evaluations stay below.
fn hub_score(score: ShownScore) -> String {
    const END: i32 = 10_000;
    const TABLE: i32 = 9_000;
    let below = |most: i32, plies: i32| most - plies.clamp(1, 100);
    let hundredths = match score {
        ShownScore::WinIn(plies) => below(END, plies),
        ShownScore::LossIn(plies) => -below(END, plies),
        ShownScore::TablebaseWin(plies) => below(TABLE, plies),
        ShownScore::TablebaseLoss(plies) => -below(TABLE, plies),
        ShownScore::Estimate(_) | ShownScore::Payoff(_) => {
            let most = below(TABLE, 100) - 1;
            score.hundredths().clamp(-most, most)
        }
    };
    format!("{:.2}", f64::from(hundredths) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    #[test]
    fn scores_have_their_bands() {
        for (score, expected) in [
            (Score::win_in(1), "99.99"),
            (Score::win_in(7), "99.93"),
            (Score::win_in(1_500), "99.00"),
            (Score::loss_in(0), "-99.99"),
            (Score::loss_in(8), "-99.92"),
            (Score::tablebase_win_in(0), "89.99"),
            (Score::tablebase_win_in(30), "89.70"),
            (Score::tablebase_loss_in(1_500), "-89.00"),
            (Score::MAX_ESTIMATE, "88.99"),
            (Score::estimate(-123), "-1.23"),
            (Score::DRAW, "0.00"),
        ] {
            assert_eq!(hub_score(ShownScore::of_score(score, 100)), expected);
        }
    }
}
