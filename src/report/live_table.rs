//! The table that grows while a position is searched.

use crate::any_position::{AnyMove, AnyPosition};
use crate::notation::{MoveStyle, Notation, show_moves};
use crate::search::{Bound, SearchInfo, SearchListener};
use crate::system::files::NamedOutput;
use crate::system::terminal::cut;
use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};

/// The head of the table.
pub const HEAD: &str = "depth   score   win draw loss        nodes    time  line";

/// The layout of the table.
#[derive(Clone, Copy, Debug)]
pub struct TableLayout {
    /// The width of the terminal: rows are cut to it, and iterations with several lines are separated by an empty row.
    /// `None` if the output is no terminal.
    pub columns: Option<usize>,
    /// Number of lines of an iteration.
    pub lines: usize,
}

/// Shows every exact line as a row.
pub struct LiveTable {
    position: AnyPosition,
    layout: TableLayout,
    output: NamedOutput,
    rows: usize,
    failures: Sender<io::Error>,
}

impl LiveTable {
    /// An empty table in `output`, for a search of `position`; errors of the output are received until the table is dropped, at
    /// the end of the search.
    pub fn new(position: AnyPosition, layout: TableLayout, output: NamedOutput) -> (LiveTable, Receiver<io::Error>) {
        let (failures, failed) = mpsc::channel();
        (LiveTable { position, layout, output, rows: 0, failures }, failed)
    }

    fn show(&mut self, text: &str) {
        if let Err(error) = writeln!(self.output, "{text}") {
            // Nobody who has heard of one error waits for another one.
            let _ = self.failures.send(error);
        }
    }
}

impl SearchListener<AnyMove> for LiveTable {
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        if info.bound != Bound::Exact {
            return;
        }
        let rows = std::mem::replace(&mut self.rows, info.multi_pv);
        let moves = show_moves(&self.position, moves, MoveStyle::Short);
        self.show(&self.layout.row(info, &moves, rows));
    }

    fn best_move(&mut self, best: Option<AnyMove>, _ponder: Option<AnyMove>) {
        self.show(&match best {
            Some(best) => format!("best move: {}", self.position.show_move(best, MoveStyle::Short)),
            None => "there is no legal move: the game is over".to_owned(),
        });
    }

    fn message(&mut self, text: &str) {
        self.show(text);
    }
}

impl TableLayout {
    /// A row of the table. `former` is the rank of the line in the row before, 0 after the head.
    fn row(self, info: &SearchInfo, moves: &[String], former: usize) -> String {
        let (depth, nodes) = (info.depth, info.nodes);
        let (score, seconds) = (info.shown_score, info.elapsed.as_secs_f64());
        let chances = info.wdl.map_or(String::new(), |chances| {
            let [win, draw, loss] = chances.map(|share| f64::from(share) / 10.0);
            format!("{win:>4.0}% {draw:>3.0}% {loss:>3.0}%")
        });
        let rank = if self.lines > 1 { format!("{}: ", info.multi_pv) } else { String::new() };
        let moves = rank + &moves.join(" ");
        let row = format!("{depth:>5} {score:>7} {chances:>15} {nodes:>12} {seconds:>6.2}s  {moves}");
        let Some(columns) = self.columns else { return row };
        let begins = self.lines > 1 && former > 0 && info.multi_pv <= former;
        format!("{}{}", if begins { "\n" } else { "" }, cut(&row, columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Score, ShownScore};
    use std::time::Duration;

    fn row(layout: TableLayout, rank: usize, former: usize) -> String {
        let info = SearchInfo {
            depth: 12,
            multi_pv: rank,
            wdl: Some([300, 450, 250]),
            nodes: 123_456,
            elapsed: Duration::from_millis(1500),
            ..SearchInfo::known(Score::DRAW, ShownScore::Estimate(0))
        };
        layout.row(&info, &vec!["Nf3".to_owned(); 30], former)
    }

    #[test]
    fn rows_fit_the_terminal() {
        let layout = |columns| TableLayout { columns, lines: 1 };
        for columns in [60, 80, 120] {
            let row = row(layout(Some(columns)), 1, 1);
            assert!(row.chars().count() < columns, "{row}");
            assert!(row.ends_with("Nf3 \u{2026}") && !row.contains('\n'), "{row}");
        }
        let whole = row(layout(None), 1, 1);
        assert_eq!(whole.matches("Nf3").count(), 30);
        assert_eq!(whole.find("Nf3"), Some(HEAD.find("line").unwrap()), "{HEAD}\n{whole}");
    }

    #[test]
    fn iterations_of_several_lines_are_separated_on_a_terminal() {
        let layout = |columns, lines| TableLayout { columns, lines };
        let separated = |layout, rank, former| row(layout, rank, former).starts_with('\n');
        assert!(separated(layout(Some(80), 3), 1, 3));
        assert!(separated(layout(Some(80), 3), 1, 1), "fewer lines than wanted");
        assert!(!separated(layout(Some(80), 3), 2, 1));
        assert!(!separated(layout(Some(80), 3), 1, 0), "after the head");
        assert!(!separated(layout(Some(80), 1), 1, 1));
        assert!(!separated(layout(None, 3), 1, 3), "no terminal");
        assert!(row(layout(None, 3), 2, 1).contains("1.50s  2: Nf3 Nf3"));
    }

    /// Every number ends where its name in the head ends.
    #[test]
    fn columns_stand_below_their_names() {
        let row = row(TableLayout { columns: None, lines: 1 }, 1, 1);
        for (name, number) in [
            ("depth", "12"),
            ("score", "0.00"),
            ("win", "30"),
            ("draw", "45"),
            ("loss", "25"),
            ("nodes", "123456"),
            ("time", "1.50"),
        ] {
            let end = HEAD.find(name).unwrap() + name.len();
            let unit = row[end - 1..].starts_with(['%', 's']);
            assert!(row[..end - usize::from(unit)].ends_with(number), "{name}\n{HEAD}\n{row}");
        }
    }
}
