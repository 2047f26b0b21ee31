//! `kempelen analyse`: think about a position, or about many.

use super::limit::Limit;
use super::meant;
use crate::notation::MoveStyle;
use crate::player::{Entry, Visitor, by_name, player};
use crate::report::batch::{Lines, Summary};
use crate::report::over::Over;
use crate::report::place::Place;
use crate::report::plan::{Format, Plan};
use crate::report::resume::Resumable;
use crate::report::table::{Layout, Table};
use crate::report::{annotate, batch, board, output, table};
use crate::search::SearchRequest;
use crate::system;
use crate::system::files::Named;
use crate::system::{files, interrupt, progress, terminal};
use anyhow::{anyhow, bail};
use clap::Args;
use std::io::{BufRead, BufReader, Read, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::{ExitCode, exit};
use std::time::Duration;

/// Search a position and show the best line, search a file of positions, or annotate games.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen analyse
  kempelen analyse --depth 20 --fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\"
  kempelen analyse --game english --movetime 10000 --fen B:W18,24,27:B1,4,10
  kempelen analyse --movetime 1000 suite.epd
  kempelen analyse --movetime 300 game.pgn --svg game.svg > annotated.pgn
  kempelen analyse --nodes 100000 --jobs 8 --json positions.txt > analyses.jsonl
  zcat positions.gz | kempelen analyse --depth 10 --csv - > analyses.csv")]
pub struct Analyse {
    /// File of positions, one a line (FEN or EPD), or of games (.pgn, .pdn); - is standard input
    #[arg(conflicts_with_all = ["fen", "moves"], value_parser = meant::file())]
    input: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// Read the input as games, whatever its name
    #[arg(long, requires = "input")]
    games: bool,
    #[command(flatten)]
    limit: Limit,
    /// Number of best lines to show
    #[arg(long, default_value_t = 1, value_name = "N")]
    multipv: usize,
    /// Size of the transposition table in MiB [default: chosen by the limits]
    #[arg(long)]
    hash: Option<usize>,
    /// Threads that search one position together
    #[arg(long, default_value_t = 1, conflicts_with = "input")]
    threads: usize,
    /// Positions of the input to search in parallel; the output does not depend on it
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// Write JSON Lines: one object a line (see docs/analyse.md)
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write CSV
    #[arg(long)]
    csv: bool,
    /// Draw the expected result after every move of a game
    #[arg(long, value_name = "FILE", requires = "input")]
    svg: Option<PathBuf>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE", requires = "input")]
    output: Option<PathBuf>,
    /// Continue an interrupted run where the output file ends
    #[arg(long, requires = "output")]
    resume: bool,
}

impl Analyse {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        // A picture that is being written is written to its end.
        if self.output.is_none() && self.svg.is_none() {
            system::when_output_closes(|| exit(0));
        }
        match &self.input {
            Some(path) => self.many(path),
            None if self.json || self.csv => self.one_for_scripts(),
            None => self.one(),
        }
    }

    fn format(&self) -> Format {
        match (self.json, self.csv) {
            (true, _) => Format::Json,
            (_, true) => Format::Csv,
            _ => Format::Plain,
        }
    }

    fn plan(&self) -> Plan {
        Plan {
            game: self.place.game.clone(),
            limits: self.limit.limits(Duration::from_secs(1)),
            variations: self.multipv,
            mebibytes: self.hash.unwrap_or(self.limit.table_mebibytes()),
            jobs: self.jobs.max(1),
            format: self.format(),
        }
    }

    /// A position, and a table on the screen that grows as it is thought about.
    fn one(&self) -> anyhow::Result<ExitCode> {
        let mut player =
            player(&self.place.game, self.hash.unwrap_or(64)).map_err(|error| anyhow!(error))?;
        self.place.set_up(&mut *player)?;
        player.settings().style = MoveStyle::Short;
        player.settings().lines = self.multipv.max(1);
        player.settings().threads = self.threads.max(1);
        player.prepare().map_err(|error| anyhow!(error))?;
        let columns = terminal::columns();
        let output = &mut Named::output();
        if columns.is_some() {
            let board = by_name(&self.place.game, Board(&self.place));
            write!(output, "{}", board.map_err(|error| anyhow!(error))??)?;
        }
        writeln!(output, "{}: {}", player.game().about, player.position())?;
        if let Some(over) = Over::of(&*player) {
            writeln!(output, "the game is over, {}", over.told())?;
            return Ok(ExitCode::SUCCESS);
        }
        writeln!(output, "{}", table::HEAD)?;
        let table = Table::new(Layout {
            columns,
            lines: self.multipv,
        });
        let request = SearchRequest {
            limits: self.limit.limits(Duration::from_secs(3)),
            ..player.settings().request()
        };
        player.think(request, Box::new(table.clone()));
        let shown = table.wait();
        player.stop();
        player.wait();
        Ok(shown.map(|()| ExitCode::SUCCESS)?)
    }

    /// One position, told as a line of a batch would be.
    fn one_for_scripts(&self) -> anyhow::Result<ExitCode> {
        let output = &mut Named::output();
        self.head(output)?;
        batch::run_one(&self.plan(), &self.place, output)?;
        Ok(ExitCode::SUCCESS)
    }

    fn many(&self, path: &Path) -> anyhow::Result<ExitCode> {
        let input = files::open(path)?;
        let input = BufReader::with_capacity(1 << 16, input);
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match self.games || extension == "pgn" || extension == "pdn" {
            true => self.many_games(input),
            false => self.many_positions(path, input),
        }
    }

    fn many_positions(
        &self,
        path: &Path,
        input: BufReader<impl Read + Send>,
    ) -> anyhow::Result<ExitCode> {
        if self.svg.is_some() {
            bail!(
                "--svg draws the curve of a game; the input holds positions (--games says otherwise)"
            );
        }
        let mut lines = Lines::new(input);
        let done = self.begin(path, &mut lines)?;
        let mut output = self.open_output()?;
        if done.is_none() {
            self.head(&mut output)?;
        }
        let bar = progress::counter("positions", self.output.is_some());
        let told = &mut |rows| bar.inc(rows as u64);
        let summary = batch::run(&self.plan(), lines, &mut output, told)?;
        bar.finish_and_clear();
        if let Some(totals) = summary.totals.told() {
            let before = match done.unwrap_or(0) {
                0 => String::new(),
                done => format!("; {done} positions of the run before are not counted"),
            };
            writeln!(stderr(), "{totals}{before}")?;
        }
        Ok(status(&summary))
    }

    /// Makes sure that the output is new, or passes over the lines of the input whose analysis is in
    /// it already and gives their number; `None` if there is nothing in it.
    fn begin(&self, input: &Path, lines: &mut Lines<impl Read>) -> anyhow::Result<Option<usize>> {
        let Some(output) = &self.output else {
            return Ok(None);
        };
        if !is_new(output) && !self.resume {
            bail!(
                "'{}' is there already; --resume goes on with it",
                output.display()
            );
        }
        let resumable = Resumable::new(output, &self.plan(), input)?;
        if is_new(output) {
            resumable.begin()?;
            return Ok(None);
        }
        resumable.go_on(lines)
    }

    /// The file to write to, or standard output.
    fn open_output(&self) -> anyhow::Result<Named> {
        match &self.output {
            Some(path) => Named::append(path),
            None => Ok(Named::output()),
        }
    }

    fn many_games(&self, input: impl BufRead + Send) -> anyhow::Result<ExitCode> {
        if self.csv || self.resume {
            bail!("--csv and --resume are for positions; the input holds games");
        }
        if let Some(path) = self.output.as_deref().filter(|path| !is_new(path)) {
            bail!(
                "'{}' is there already; expected the name of a new file",
                path.display()
            );
        }
        let mut output = self.open_output()?;
        interrupt::listen();
        let bar = progress::counter("moves", self.output.is_some());
        let curves = self.svg.as_deref();
        let summary = annotate::run(&self.plan(), input, curves, &mut output, &|| bar.inc(1))?;
        bar.finish_and_clear();
        if interrupt::raised() {
            let cut_off = summary.interrupted.iter().map(|game| format!("; {game}"));
            let cut_off = cut_off.collect::<String>();
            bail!("interrupted; the games that were analysed until then are written{cut_off}");
        }
        Ok(ExitCode::from(u8::from(summary.failed > 0)))
    }

    fn head(&self, output: &mut dyn Write) -> std::io::Result<()> {
        match self.csv {
            true => writeln!(output, "{}", output::COLUMNS),
            false => Ok(()),
        }
    }
}

/// 1 if a line could not be read, or a position of a suite was not solved.
fn status(summary: &Summary) -> ExitCode {
    let totals = &summary.totals;
    ExitCode::from(u8::from(
        summary.failed > 0 || totals.solved < totals.positions,
    ))
}

/// Whether nothing can be lost by writing there: no file, or something that is no file.
fn is_new(path: &Path) -> bool {
    !path.is_file() || path.metadata().is_ok_and(|file| file.len() == 0)
}

/// Draws the board of a place.
struct Board<'a>(&'a Place);

impl Visitor for Board<'_> {
    type Output = anyhow::Result<String>;

    fn visit<K: Entry>(self) -> Self::Output {
        let position = self.0.position::<K::Game>()?;
        Ok(board::board(&position, terminal::coloured()))
    }
}
