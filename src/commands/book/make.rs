//! `kempelen book make`: makes a book from game records or by searching.

use super::show_size;
use crate::commands::arguments::{GameNameParser, LimitArgs};
use crate::games::DEFAULT_GAME;
use crate::lab::any_game::{AnyGame, any_game};
use crate::lab::book::files::{BookFile, BookOutput};
use crate::lab::book::from_games::GameBookBuilder;
use crate::lab::book::from_search::{SearchBookSettings, book_from_search};
use crate::opening::{BookLookup, OpeningBook};
use crate::system::file_lock::FileLock;
use crate::system::{files, interrupt, progress};
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use std::io::{BufReader, Write, stderr};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

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
    #[arg(long, value_parser = GameNameParser, hide_possible_values = true, default_value = DEFAULT_GAME)]
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
        let _lock = FileLock::new(&self.output)?;
        let kind = any_game(&self.game)?;
        let output = BookOutput::new(&self.output, &kind)?;
        let (book, head) = if self.analyse { self.make_from_search(&kind)? } else { self.make_from_games(kind)? };
        show_size(&self.output, output.write(&book, &head)?)
    }

    /// Makes a book from game records. Also returns the comment for its first line.
    fn make_from_games(&self, kind: AnyGame) -> anyhow::Result<(OpeningBook, String)> {
        let mut builder = GameBookBuilder::new(kind);
        (builder.plies, builder.min_games) = (self.plies.unwrap_or(24), self.min_games);
        (builder.weight_by_result, builder.keep_going) = (self.score, self.keep_going);
        let bar = progress::counter("games", true);
        for path in &self.games {
            let input = BufReader::new(files::open(path)?);
            builder.read(input, || bar.inc(1)).with_context(|| format!("'{}'", path.display()))?;
        }
        bar.finish_and_clear();
        let (games, failed, other_start) = (builder.games, builder.failed, builder.other_start);
        if failed > 0 {
            writeln!(stderr(), "{failed} games with errors skipped")?;
        }
        if other_start > 0 {
            writeln!(stderr(), "{other_start} games from other starting positions skipped")?;
        }
        ensure!(games > 0, "found no games to count, expected game records (PGN or PDN)");
        Ok((builder.book(), format!("From {games} games")))
    }

    /// Makes a book by searching. Also returns the comment for its first line.
    fn make_from_search(&self, kind: &AnyGame) -> anyhow::Result<(OpeningBook, String)> {
        ensure!(self.width > 0, "--width: found 0, expected 1 or more");
        let settings = SearchBookSettings {
            plies: self.plies.unwrap_or(8),
            width: self.width,
            margin: self.margin,
            limits: self.limit.limits(Duration::from_secs(1)),
            mebibytes: self.limit.table_mebibytes(),
        };
        let root = self.root(kind)?;
        let bar = progress::counter("positions", true);
        interrupt::listen();
        let book = book_from_search(&settings, kind, &*root, &mut || {
            bar.inc(1);
            if interrupt::raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        bar.finish_and_clear();
        Ok((book, "By searching".to_owned()))
    }

    /// The book to extend.
    fn root(&self, kind: &AnyGame) -> anyhow::Result<Arc<dyn BookLookup>> {
        let Some(path) = &self.from else { return Ok(Arc::new(OpeningBook::default())) };
        if path.as_os_str() != "ballots" {
            return Ok(BookFile::read(path, kind)?.book);
        }
        let game = kind.info;
        let ballots = game.ballots.ok_or_else(|| anyhow!("there are no ballots of {}", game.name))?;
        kind.info.read_book(ballots.as_bytes()).map_err(|error| anyhow!(error))
    }
}
