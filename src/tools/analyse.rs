//! `kempelen analyse`: think about a position, or about many.

mod annotate;
mod batch;
mod curve;
mod desk;
mod finding;
mod game;
mod output;
mod plan;
mod sink;
mod suite;

use super::limit::Limit;
use super::place::Place;
use super::{files, meant, progress};
use crate::notation::Style;
use crate::player::{Player, Question, Screen, player};
use crate::search::{Bound, Finding};
use anyhow::{anyhow, bail};
use batch::Summary;
use clap::Args;
use finding::describe;
use output::Outcome;
use plan::{Format, Plan};
use std::io::{BufRead, BufReader, Read, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

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

    /// A position that changes on the screen as it is thought about.
    fn one(&self) -> anyhow::Result<ExitCode> {
        let mut player =
            player(&self.place.game, self.hash.unwrap_or(64)).map_err(|error| anyhow!(error))?;
        self.set_up(&mut *player)?;
        player.settings().style = Style::Short;
        player.settings().lines = self.multipv.max(1);
        player.settings().threads = self.threads.max(1);
        player.prepare().map_err(|error| anyhow!(error))?;
        let question = Question {
            limits: self.limit.limits(Duration::from_secs(3)),
            hold: false,
            ponder: false,
            moves: Vec::new(),
            received: Instant::now(),
        };
        writeln!(stdout(), "{}: {}", player.game().about, player.position())?;
        writeln!(
            stdout(),
            "depth   score   win draw loss        nodes    time  line"
        )?;
        player.think(question, Box::new(Table));
        player.wait();
        Ok(ExitCode::SUCCESS)
    }

    fn set_up(&self, player: &mut dyn Player) -> anyhow::Result<()> {
        player
            .set_position(self.place.fen.as_deref(), &self.place.moves)
            .map_err(|error| anyhow!("the position: {error}"))
    }

    /// One position, told as a line of a batch would be.
    fn one_for_scripts(&self) -> anyhow::Result<ExitCode> {
        let mut player = player(&self.place.game, 1).map_err(|error| anyhow!(error))?;
        self.set_up(&mut *player)?;
        let line = player.position();
        let input = BufReader::new(line.as_bytes());
        self.head(&mut stdout())?;
        let summary = batch::run(&self.plan(), input, 0, &mut stdout(), &mut |_| ())?;
        Ok(status(&summary))
    }

    fn many(&self, path: &Path) -> anyhow::Result<ExitCode> {
        let input = files::open(path)?;
        let input = BufReader::with_capacity(1 << 16, input);
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match self.games || extension == "pgn" || extension == "pdn" {
            true => self.many_games(input),
            false => self.many_positions(input),
        }
    }

    fn many_positions(&self, input: BufReader<impl Read + Send>) -> anyhow::Result<ExitCode> {
        if self.svg.is_some() {
            bail!(
                "--svg draws the curve of a game; the input holds positions (--games says otherwise)"
            );
        }
        let (mut output, there) = sink::open(self.output.as_deref(), self.resume)?;
        if there == 0 {
            self.head(&mut output)?;
        }
        let skipped = there.saturating_sub(usize::from(self.csv));
        let bar = progress::counter("positions", self.output.is_some());
        let told = &mut |rows| bar.inc(rows as u64);
        let summary = batch::run(&self.plan(), input, skipped, &mut output, told)?;
        bar.finish_and_clear();
        if let Some(totals) = summary.totals.told() {
            writeln!(stderr(), "{totals}")?;
        }
        Ok(status(&summary))
    }

    fn many_games(&self, input: impl BufRead + Send) -> anyhow::Result<ExitCode> {
        if self.csv || self.resume {
            bail!("--csv and --resume are for positions; the input holds games");
        }
        let (mut output, _) = sink::open(self.output.as_deref(), false)?;
        let bar = progress::counter("games", self.output.is_some());
        let curves = self.svg.as_deref();
        let told = &mut || bar.inc(1);
        let failed = annotate::run(&self.plan(), input, curves, &mut output, told)?;
        bar.finish_and_clear();
        Ok(ExitCode::from(u8::from(failed > 0)))
    }

    fn head(&self, output: &mut dyn Write) -> std::io::Result<()> {
        match self.csv {
            true => writeln!(output, "{}", Outcome::COLUMNS),
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

/// Shows every exact line as a row of a table.
struct Table;

impl Screen for Table {
    fn line(&mut self, finding: &Finding, moves: &[String]) {
        if finding.bound != Bound::Exact {
            return;
        }
        let (depth, nodes) = (finding.depth, finding.nodes);
        let (score, seconds) = (describe(finding.shown), finding.elapsed.as_secs_f64());
        let chances = finding.chances.map_or(String::new(), |chances| {
            let [win, draw, loss] = chances.map(|share| f64::from(share) / 10.0);
            format!("{win:>4.0}% {draw:>3.0}% {loss:>3.0}%")
        });
        let moves = moves.join(" ");
        let row =
            format!("{depth:>5} {score:>7} {chances:>15} {nodes:>12} {seconds:>6.2}s  {moves}");
        let _ = writeln!(stdout(), "{row}");
    }

    fn decided(&mut self, best: Option<&str>, _ponder: Option<&str>) {
        let _ = match best {
            Some(best) => writeln!(stdout(), "best move: {best}"),
            None => writeln!(stdout(), "there is no legal move: the game is over"),
        };
    }

    fn note(&mut self, text: &str) {
        let _ = writeln!(stdout(), "{text}");
    }
}
