//! `kempelen book`: shows, makes and merges opening books.

use super::arguments::{LimitArgs, PositionArgs};
use super::suggestion;
use crate::games::{DEFAULT_GAME, GameInfo, find_game};
use crate::lab::book::files::{BookFile, BookOutput};
use crate::lab::book::from_games::GameBookBuilder;
use crate::lab::book::from_search::{SearchBookSettings, book_from_search};
use crate::lab::record_files::for_each_record;
use crate::notation::{MoveStyle, Notation};
use crate::opening::{BookLookup, BookSize, OpeningBook, PolyglotBook};
use crate::play::texts::counted;
use crate::system::file_lock::FileLock;
use crate::system::files::NamedOutput;
use crate::system::{interrupt, progress};
use anyhow::{anyhow, ensure};
use clap::{Args, Subcommand};
use std::io::{Write, stderr};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Show, make and merge opening books.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen book show --moves e4 e5
  kempelen book make games.pgn --plies 20 --min-games 5 --output book.bin
  kempelen book make --game english --analyse --nodes 200000 --plies 6 --output book.txt
  kempelen book merge book.bin book/chess.txt --output both.txt

See docs/book.md for more.")]
pub struct Book {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Show(BookShow),
    Make(BookMake),
    Merge(BookMerge),
}

impl Book {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.task {
            Task::Show(task) => return task.run(),
            Task::Make(task) => task.run(),
            Task::Merge(task) => task.run(),
        }?;
        Ok(if interrupt::raised() { ExitCode::from(interrupt::STATUS) } else { ExitCode::SUCCESS })
    }
}

/// Shows the size of a book that was written.
fn show_size(path: &Path, size: BookSize) -> anyhow::Result<()> {
    let BookSize { positions, moves } = size;
    Ok(writeln!(NamedOutput::stdout(), "{}: {positions} positions, {moves} moves", path.display())?)
}

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
    position: PositionArgs,
}

impl BookShow {
    /// Runs the command. The status is 1 if the book has no move for the position.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (game, line) = self.position.line()?;
        let position = line.position();
        let (name, book) = match &self.book {
            Some(path) => {
                let source = BookFile::read(path, game)?;
                (source.name, source.book)
            }
            None => {
                let missing = || format!("{} has no embedded book; name the file of one", game.name);
                let book = game.embedded_book().and_then(|book| book.ok_or_else(missing));
                ("the embedded book".to_owned(), book.map_err(|error| anyhow!(error))?)
            }
        };
        let size = book.size();
        let output = &mut NamedOutput::stdout();
        writeln!(output, "{}: {}", game.about, position.show())?;
        writeln!(output, "{name}: {} positions, {} moves", size.positions, size.moves)?;
        let moves = book.moves(position);
        if moves.is_empty() {
            writeln!(output, "no move for this position")?;
            return Ok(ExitCode::FAILURE);
        }
        let sum: u64 = moves.iter().map(|&(_, weight)| u64::from(weight)).sum();
        writeln!(output, "move       weight   share")?;
        for (mv, weight) in moves {
            let share = 100.0 * f64::from(weight) / sum.max(1) as f64;
            let mv = position.show_move(mv, MoveStyle::Short);
            writeln!(output, "{mv:<10} {weight:>6} {share:>6.1}%")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Merge books into one, or convert a book to another format.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen book merge mine.txt theirs.txt --output both.txt
  kempelen book merge one.bin other.bin --output both.bin
  kempelen book merge book/chess.txt --output chess.bin

Text books are joined unchanged, with their names and comments. A conversion between text and
Polyglot's format keeps the positions that are reached from the start of the game by moves of the
book and by any answers to them.")]
pub struct BookMerge {
    /// The books: text, or for chess in Polyglot's format
    #[arg(required = true, value_name = "FILE")]
    books: Vec<PathBuf>,
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// Output file: in Polyglot's format if the name ends in .bin, else text
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl BookMerge {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let _lock = FileLock::new(&self.output)?;
        let game = find_game(&self.game)?;
        let output = BookOutput::new(&self.output, game)?;
        let sources = self.books.iter().map(|path| BookFile::read(path, game)).collect::<anyhow::Result<Vec<_>>>()?;
        let texts: Option<Vec<&str>> = sources.iter().map(BookFile::text).collect();
        let records: Option<Vec<PolyglotBook>> = sources.iter().map(BookFile::records).collect();
        let size = match (output.is_binary(), texts, records) {
            (false, Some(texts), _) => output.put(joined(&sources, &texts).as_bytes()),
            (true, _, Some(records)) => {
                let moves = records.into_iter().flat_map(|book| book.records).collect();
                output.put(&PolyglotBook::from_moves(moves).bytes())
            }
            _ => {
                let libraries: Vec<&dyn BookLookup> = sources.iter().map(|source| &*source.book).collect();
                output.write(&OpeningBook::merge(&game.start(), &libraries), &head(&sources))
            }
        };
        show_size(&self.output, size?)
    }
}

/// Joins the texts of books. A comment before each names its file.
fn joined(sources: &[BookFile], texts: &[&str]) -> String {
    let each = sources.iter().zip(texts).map(|(it, text)| format!("# From {}\n\n{}\n", it.name, text.trim_end()));
    each.collect::<Vec<_>>().join("\n")
}

/// The comment for the first line of a merged book: the files that it was made from.
fn head(sources: &[BookFile]) -> String {
    let names: Vec<_> = sources.iter().map(|source| source.name.as_str()).collect();
    format!("From {}", names.join(", "))
}

/// Make a book from game records, or by searching.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen book make games.pgn --output book.bin
  kempelen book make *.pgn --plies 30 --min-games 10 --score --output book.txt
  kempelen book make --game english games.pdn --output book.txt
  kempelen book make --analyse --depth 12 --plies 8 --width 2 --margin 20 --output book.txt
  kempelen book make --game english --analyse --from ballots --nodes 300000 --output book.txt

From games, the weight of a move is how often it was played; with --score it is two for every game
that its player won and one for every draw or unknown result. With --analyse, the weight of the best
move is the margin plus one, and that of any other move is less by its distance from the best.")]
pub struct BookMake {
    /// Game records (PGN or PDN); - is standard input
    #[arg(value_name = "GAMES", required_unless_present = "analyse")]
    #[arg(conflicts_with_all = ["analyse", "LimitArgs", "from", "width", "margin"])]
    games: Vec<PathBuf>,
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// Output file: in Polyglot's format if the name ends in .bin, else text
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Length of the lines in plies [default: 24; 8 with --analyse]
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Leave out moves played in fewer games
    #[arg(long, default_value = "2", value_name = "N", conflicts_with = "analyse")]
    min_games: u32,
    /// Weight moves by the results of their games
    #[arg(long, conflicts_with = "analyse")]
    score: bool,
    /// Skip games with errors, and count them
    #[arg(long, conflicts_with = "analyse")]
    keep_going: bool,
    /// Search the start position and those after the best moves, instead of reading games
    #[arg(long)]
    analyse: bool,
    /// With --analyse: extend this book, or the openings of 'ballots'; its own moves get weight 0
    #[arg(long, value_name = "BOOK")]
    from: Option<PathBuf>,
    /// With --analyse: moves to keep in a position
    #[arg(long, default_value = "3", value_name = "N")]
    width: usize,
    /// With --analyse: keep moves worse than the best by at most this, in centipawns
    #[arg(long, default_value = "30", value_name = "N")]
    margin: u16,
    #[command(flatten)]
    limit: LimitArgs,
}

impl BookMake {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        let _lock = FileLock::all_but([&self.output], &self.games)?;
        let game = find_game(&self.game)?;
        let output = BookOutput::new(&self.output, game)?;
        let (book, head) = if self.analyse { self.make_from_search(game)? } else { self.make_from_games(game)? };
        if interrupt::raised() && book.size().moves == 0 {
            let name = self.output.display();
            return Ok(writeln!(stderr(), "kempelen: interrupted before the first move; '{name}' is not written")?);
        }
        show_size(&self.output, output.write(&book, &head)?)
    }

    /// Makes a book from game records. Also returns the comment for its first line.
    fn make_from_games(&self, game: &'static GameInfo) -> anyhow::Result<(OpeningBook, String)> {
        let mut builder = GameBookBuilder::new(game);
        (builder.plies, builder.min_games) = (self.plies.unwrap_or(24), self.min_games);
        builder.weight_by_result = self.score;
        let failed = for_each_record(&self.games, game, self.keep_going, &mut |record| Ok(builder.count(record)))?;
        let (games, other_start) = (builder.games, builder.other_start);
        if failed > 0 {
            writeln!(stderr(), "{} with errors skipped", counted(failed, "game"))?;
        }
        if other_start > 0 {
            writeln!(stderr(), "{} from other starting positions skipped", counted(other_start, "game"))?;
        }
        ensure!(games > 0, "found no games to count, expected game records (PGN or PDN)");
        let least = self.min_games;
        ensure!(
            builder.has_moves(),
            "found no move in {least} games or more, expected one (--min-games 1 takes all moves)"
        );
        Ok((builder.book(), format!("From {}", counted(games, "game"))))
    }

    /// Makes a book by searching. Also returns the comment for its first line.
    fn make_from_search(&self, game: &'static GameInfo) -> anyhow::Result<(OpeningBook, String)> {
        ensure!(self.width > 0, "--width: found 0, expected 1 or more");
        let settings = SearchBookSettings {
            plies: self.plies.unwrap_or(8),
            width: self.width,
            margin: self.margin,
            limits: self.limit.limits(Duration::from_secs(1)),
            mebibytes: self.limit.table_mebibytes(),
        };
        let root = self.root(game)?;
        let bar = progress::counter("positions");
        interrupt::listen();
        let book = book_from_search(&settings, game, &*root, &mut || {
            bar.inc(1);
            if interrupt::raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        bar.finish_and_clear();
        Ok((book, "By searching".to_owned()))
    }

    /// The book to extend.
    fn root(&self, game: &'static GameInfo) -> anyhow::Result<Arc<dyn BookLookup>> {
        let Some(path) = &self.from else { return Ok(Arc::new(OpeningBook::default())) };
        if path.as_os_str() != "ballots" {
            return Ok(BookFile::read(path, game)?.book);
        }
        let ballots = game.ballots.ok_or_else(|| anyhow!("there are no ballots of {}", game.name))?;
        game.read_book(ballots.as_bytes()).map_err(|error| anyhow!(error))
    }
}
