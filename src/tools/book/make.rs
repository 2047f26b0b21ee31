//! `kempelen book make`: a book of recorded games, or of the engine's own thoughts.

use super::count::{Census, Terms};
use super::files::{Source, Target};
use super::grow::{self, Growth};
use crate::opening::{Book, Library};
use crate::player::{Entry, Visitor, by_name};
use crate::tools::limit::Limit;
use crate::tools::{files, interrupt, progress};
use anyhow::{Context, anyhow, bail};
use clap::Args;
use std::io::{BufReader, Write, stderr};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Make a book of recorded games, or by thinking.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen book make games.pgn --output book.bin
  kempelen book make *.pgn --plies 30 --min-games 10 --score --output book.txt
  kempelen book make --game english games.pdn --output book.txt
  kempelen book make --analyse --depth 12 --plies 8 --width 2 --margin 20 --output book.txt
  kempelen book make --game english --analyse --from ballots --nodes 300000 --output book.txt

Of games, the weight of a move is how often it was played, or with --score two for every game that
its player won and one for every draw or unknown result. By thinking, the best move of a position
weighs one more than the margin, and every other less by what it is worse.")]
pub struct Make {
    /// Recorded games, as PGN or PDN; - for standard input
    #[arg(value_name = "GAMES", required_unless_present = "analyse")]
    #[arg(conflicts_with_all = ["analyse", "Limit"])]
    games: Vec<PathBuf>,
    /// The game: chess, english, pongor or tictactoe
    #[arg(long, default_value = "chess")]
    game: String,
    /// Where to write: in Polyglot's format if the name ends in .bin, else as text
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// How far the book goes: 24 plies if not given, or 8 by thinking, from where that begins
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Leave out moves that fewer games have in their position
    #[arg(
        long,
        default_value_t = 2,
        value_name = "N",
        conflicts_with = "analyse"
    )]
    min_games: u32,
    /// Weigh moves by the results of their games
    #[arg(long, conflicts_with = "analyse")]
    score: bool,
    /// Pass over games with errors, and tell how many there were
    #[arg(long, conflicts_with = "analyse")]
    keep_going: bool,
    /// Think about the start position, then about those that the best moves lead to
    #[arg(long)]
    analyse: bool,
    /// Begin where this book ends, or the openings of 'ballots', with the moves so far without weight
    #[arg(long, value_name = "BOOK", requires = "analyse")]
    from: Option<PathBuf>,
    /// Keep at most so many moves of a position
    #[arg(long, default_value_t = 3, value_name = "N", requires = "analyse")]
    width: usize,
    /// Keep moves that are at most so many hundredths of a pawn or man worse than the best
    #[arg(long, default_value_t = 30, value_name = "N", requires = "analyse")]
    margin: u16,
    #[command(flatten)]
    limit: Limit,
}

impl Make {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        by_name(&self.game.clone(), self).map_err(|error| anyhow!(error))?
    }

    /// The book of the games, and a line that says so.
    fn of_games<K: Entry>(&self) -> anyhow::Result<(Book, String)> {
        let mut census = Census::<K>::new(Terms {
            plies: self.plies.unwrap_or(24),
            min_games: self.min_games,
            by_result: self.score,
            keep_going: self.keep_going,
        });
        let bar = progress::counter("games", true);
        for path in &self.games {
            let input = BufReader::new(files::open(path)?);
            let read = census.read(input, || bar.inc(1));
            read.with_context(|| format!("'{}'", path.display()))?;
        }
        bar.finish_and_clear();
        let (games, failed, elsewhere) = (census.games, census.failed, census.elsewhere);
        if failed > 0 {
            writeln!(stderr(), "{failed} games with errors passed over")?;
        }
        if elsewhere > 0 {
            writeln!(
                stderr(),
                "{elsewhere} games passed over that begin with another position"
            )?;
        }
        if games == 0 {
            bail!("found no game to count; expected recorded games, as PGN or PDN");
        }
        Ok((census.book(), format!("From {games} games")))
    }

    /// The book of the engine's thoughts, and a line that says so.
    fn of_thoughts<K: Entry>(&self) -> anyhow::Result<(Book, String)> {
        if self.width == 0 {
            bail!("--width: found 0, expected 1 or more");
        }
        let plan = Growth {
            plies: self.plies.unwrap_or(8),
            width: self.width,
            margin: self.margin,
            limits: self.limit.limits(Duration::from_secs(1)),
            mebibytes: self.limit.table_mebibytes(),
        };
        let root = self.root::<K>()?;
        let bar = progress::counter("positions", true);
        let interrupted = interrupt::listen();
        let book = grow::grow::<K>(&plan, &*root, || {
            bar.inc(1);
            match interrupted.load(Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        bar.finish_and_clear();
        Ok((book, "By thinking".to_owned()))
    }

    /// What is to be thought on from.
    fn root<K: Entry>(&self) -> anyhow::Result<Arc<dyn Library<K::Game>>> {
        let Some(path) = &self.from else {
            return Ok(Arc::new(Book::default()));
        };
        match path.to_str() {
            Some("ballots") => {
                let game = K::INFO.name;
                let ballots = K::INFO.ballots;
                let ballots = ballots.ok_or_else(|| anyhow!("there are no ballots of {game}"))?;
                let read = K::read_book(ballots.as_bytes());
                read.map_err(|error| anyhow!(error))
            }
            _ => Ok(Source::<K>::read(path)?.library),
        }
    }
}

impl Visitor for Make {
    type Output = anyhow::Result<()>;

    fn visit<K: Entry>(self) -> Self::Output {
        let target = Target::<K>::new(&self.output)?;
        let (book, head) = match self.analyse {
            true => self.of_thoughts::<K>()?,
            false => self.of_games::<K>()?,
        };
        target.write(&book, &head)
    }
}
