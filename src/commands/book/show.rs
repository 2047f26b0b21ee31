//! `kempelen book show`: the moves of a book in a position.

use crate::commands::position_args::PositionArgs;
use crate::commands::suggestion;
use crate::lab::any_game::any_game;
use crate::lab::book::files::BookFile;
use crate::notation::{MoveStyle, Notation};
use crate::system::files::NamedOutput;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Show the moves that a book plays in a position.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen book show
  kempelen book show book.bin --moves e4 c5
  kempelen book show --game english --moves 11-15

A move is chosen in proportion to its weight. A move of weight 0 is never played, but if the opponent
plays it the book knows the answer.")]
pub struct BookShow {
    /// The book: text, or for chess in Polyglot's format; - is standard input [default: the book in the program]
    #[arg(value_name = "FILE", value_parser = suggestion::existing_file())]
    book: Option<PathBuf>,
    #[command(flatten)]
    place: PositionArgs,
}

impl BookShow {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let kind = any_game(&self.place.game)?;
        let position = self.place.line()?.1.position().clone();
        let (name, book) = match &self.book {
            Some(path) => {
                let source = BookFile::read(path, &kind)?;
                (source.name, source.book)
            }
            None => ("the embedded book".to_owned(), kind.embedded_book()?),
        };
        let size = book.size();
        let output = &mut NamedOutput::stdout();
        writeln!(output, "{}: {}", kind.info.about, position.show())?;
        writeln!(output, "{name}: {} positions, {} moves", size.positions, size.moves)?;
        let moves = book.moves(&position);
        if moves.is_empty() {
            writeln!(output, "no move for this position")?;
            return Ok(());
        }
        let sum: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        writeln!(output, "move       weight   share")?;
        for (mv, weight) in moves {
            let share = 100.0 * f64::from(weight) / sum.max(1) as f64;
            let mv = position.show_move(mv, MoveStyle::Short);
            writeln!(output, "{mv:<10} {weight:>6} {share:>6.1}%")?;
        }
        Ok(())
    }
}
