//! Reports of a search as lines of text.

use crate::board::Gametype;
use kempelen_engine::any_position::{AnyMove, AnyPosition};
use kempelen_engine::notation::{MoveStyle, show_moves};
use kempelen_engine::search::{SearchInfo, SearchListener};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Reports of a search that are kept until they are shown.
const REPORTS: usize = 64;

/// What a search reports.
pub enum Report {
    /// A line to show.
    Line(String),
    /// The best move; the search is over.
    Best(Option<AnyMove>),
}

/// Sends the reports of a search; lines that nobody has time to show are dropped.
pub struct Reporter {
    gametype: Gametype,
    position: AnyPosition,
    sender: SyncSender<Report>,
    /// Whether a move is played without a search, and the reason was reported.
    has_reason: bool,
}

impl Reporter {
    /// A reporter of a search of `position`, and the end at which the reports arrive.
    pub fn new(gametype: Gametype, position: AnyPosition) -> (Reporter, Receiver<Report>) {
        let (sender, reports) = sync_channel(REPORTS);
        let reporter = Reporter { gametype, position, sender, has_reason: false };
        (reporter, reports)
    }
}

impl SearchListener<AnyMove> for Reporter {
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        if info.multi_pv > 1 || self.has_reason {
            return;
        }
        let (depth, nodes) = (info.depth, info.nodes);
        let score = f64::from(info.shown_score.hundredths()) / 100.0;
        let seconds = info.elapsed.as_secs_f64();
        let moves = show_moves(&self.position, moves, MoveStyle::Long);
        let moves = moves.iter().map(|mv| text_move(self.gametype, mv));
        let line = moves.collect::<Vec<_>>().join(" ");
        self.message(&format!("depth {depth} value {score:+.2} nodes {nodes} time {seconds:.1}s {line}"));
    }

    fn best_move(&mut self, best: Option<AnyMove>, _ponder: Option<AnyMove>) {
        let _ = self.sender.send(Report::Best(best));
    }

    fn reason(&mut self, text: &str) {
        self.has_reason = true;
        self.message(text);
    }

    fn message(&mut self, text: &str) {
        let _ = self.sender.try_send(Report::Line(text.to_owned()));
    }
}

/// A move in Hub's notation, the squares from and to before those of the captured pieces, with the numbers that CheckerBoard
/// shows.
fn text_move(gametype: Gametype, mv: &str) -> String {
    let squares = mv.split(['-', 'x']).map(|square| square.parse().ok());
    let numbers = squares.map(|square| Some(gametype.text_number(square?)));
    let numbers: Option<Vec<_>> = numbers.collect();
    match numbers.as_deref() {
        Some(&[from, to, ..]) => {
            let between = if mv.contains('x') { 'x' } else { '-' };
            format!("{from}{between}{to}")
        }
        _ => mv.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_engine::games::game_info;

    #[test]
    fn texts_have_the_numbers_of_the_screen() {
        for (game, mv, text) in [
            ("english", "11-15", "11-15"),
            ("spanish", "23-19", "10-14"),
            ("english", "9x27x14x23", "9x27"),
            ("russian", "29x8x11x18x25", "29x8"),
            ("english", "resigns", "resigns"),
        ] {
            let gametype = Gametype::of(game_info(game).unwrap()).unwrap();
            assert_eq!(text_move(gametype, mv), text);
        }
    }
}
