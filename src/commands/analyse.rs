//! `kempelen analyse`: search a position, a file of positions, or the games of a file.

mod run;

use super::arguments::{LimitArgs, POSITION, PositionArgs, file_named};
use super::suggestion;
use crate::games::{find_game, name_for_long_run};
use crate::report::external_engine::ExternalEngines;
use crate::report::mark::MarkThresholds;
use crate::report::settings::{AnalysisSettings, OutputFormat};
use crate::report::threat::Pass;
use crate::system::file_lock::FileLock;
use crate::system::{self, interrupt};
use crate::tournament::engine_config::parse_analysis_engines;
use anyhow::anyhow;
use clap::Args;
use run::FileRun;
use std::path::PathBuf;
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Search a position and show the best line, search a file of positions, or annotate games.
#[derive(Args, Debug)]
#[command(
    visible_alias = "analyze",
    after_help = "\
Examples:
  kempelen analyse
  kempelen analyse --depth 20 --fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\"
  kempelen analyse --game english --movetime 10000 --fen B:W18,24,27:B1,4,10
  kempelen analyse --movetime 1000 suite.epd
  kempelen analyse --movetime 300 game.pgn --svg game.svg > annotated.pgn
  kempelen analyse --movetime 300 game.pgn --html game.html > annotated.pgn
  kempelen analyse --movetime 300 season.pgn --html game.html --summary games.html > annotated.pgn
  kempelen analyse --nodes 100000 --jobs 8 --json positions.txt > analyses.jsonl
  kempelen analyse --movetime 300 --engine \"cmd=stockfish option.Hash=64\" --engine cmd=akimbo game.pgn --html game.html
  zcat positions.gz | kempelen analyse --depth 10 --csv - > analyses.csv

Scores are for the side to move, in pawns or men as in 'eval', 'tree' and 'compare'."
)]
pub struct Analyse {
    /// File of positions, one a line (FEN or EPD), or of games (.pgn, .pdn); - is standard input
    #[arg(conflicts_with_all = POSITION, value_parser = suggestion::existing_file())]
    input: Option<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
    /// Read the input as games, whatever its name
    #[arg(long, requires = "input", conflicts_with_all = POSITION)]
    games: bool,
    #[command(flatten)]
    limit: LimitArgs,
    /// Number of best lines to show
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    multipv: u32,
    /// Size of the transposition table in MiB [default: chosen by the limits]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,
    /// Another engine that analyses: "cmd=PROGRAM" or "builtin=ALGORITHM", then any of name= args= dir= proto= st= depth= nodes=
    /// option.NAME= as in 'match', all in one argument; several engines are compared
    #[arg(long, value_name = "SETTINGS", conflicts_with = "threads")]
    engine: Vec<String>,
    /// Threads that search one position together
    #[arg(long, default_value = "1", conflicts_with_all = ["input", "json", "csv"])]
    threads: usize,
    /// Positions of the input to search in parallel; the output does not depend on it
    #[arg(long, default_value = "1", value_name = "N", requires = "input", conflicts_with_all = POSITION, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Write JSON Lines: one object a line (see docs/analyse.md)
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Write CSV
    #[arg(long)]
    csv: bool,
    /// Draw the expected points after every move of a game
    #[arg(long, value_name = "FILE.svg", requires = "input", conflicts_with_all = POSITION, value_parser = file_named(&["svg"]))]
    svg: Option<PathBuf>,
    /// Write an HTML page for each game: a board to step through, the moves, better lines, the curve, and the mistakes as exercises
    #[arg(long, value_name = "FILE.html", requires = "input", conflicts_with_all = POSITION, value_parser = file_named(&["html", "htm"]))]
    html: Option<PathBuf>,
    /// Write one summary of all games, as .html or .json: a table of the players, and each game with its worst move; several
    /// times for several files
    #[arg(long, value_name = "FILE", requires = "input", conflicts_with_all = POSITION)]
    summary: Vec<PathBuf>,
    /// Write puzzles from the games: positions with one solution, as .pgn, .pdn, .csv (the columns of lichess), .json or .html (a
    /// page on which they are solved)
    #[arg(long, value_name = "FILE", requires = "input", conflicts_with_all = POSITION)]
    puzzles: Option<PathBuf>,
    /// Say why moves of games are bad, where that can be shown; takes two or three times as long
    #[arg(long, requires = "input", conflicts_with_all = POSITION)]
    reasons: bool,
    /// Also show the threat in each position: the best move of the opponent if the side to move passed; takes twice as long
    #[arg(long, conflicts_with = "csv")]
    threats: bool,
    /// Expected points that an inaccuracy, a mistake and a blunder lose at least; one number: smaller losses get no mark and
    /// no better line [default: 0.1,0.2,0.3]
    #[arg(long, value_name = "POINTS", requires = "input", conflicts_with_all = POSITION)]
    threshold: Option<MarkThresholds>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE", requires = "input", conflicts_with_all = POSITION)]
    output: Option<PathBuf>,
    /// Continue an interrupted run where the output file ends
    #[arg(long, requires = "output")]
    resume: bool,
}

impl Analyse {
    /// Runs the command.
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        let game = name_for_long_run(self.position.game())?;
        if self.threats {
            let start = find_game(&game)?.start();
            Pass::check_game(&start).map_err(|error| anyhow!("--threats: {error}"))?;
        }
        self.position.game = Some(game);
        let written = self.output.iter().chain(&self.svg).chain(&self.html).chain(&self.summary).chain(&self.puzzles);
        let writes_files = written.clone().next().is_some();
        let _locks = FileLock::all_but(written, &self.input)?;
        let (time, table_mebibytes) = if self.input.is_none() && !self.json && !self.csv {
            (Duration::from_secs(3), 64)
        } else {
            (AnalysisSettings::USUAL_TIME, self.limit.table_mebibytes())
        };
        let settings = self.settings(time, table_mebibytes);
        let configs = parse_analysis_engines(&self.engine, &settings.game)?;
        let hash = self.hash.map(|hash| hash as usize);
        let engines = ExternalEngines { configs, hash, needs_multi_pv: self.puzzles.is_some() };
        let output_closed = Arc::new(AtomicBool::new(false));
        // A file that is being written is written to its end.
        if !writes_files {
            let (has_engines, closed) = (!self.engine.is_empty(), Arc::clone(&output_closed));
            system::when_output_closes(move || {
                if !has_engines {
                    exit(0);
                }
                // Other programs must not be left behind.
                closed.store(true, Relaxed);
                interrupt::raise();
            });
        }
        let ended = self.analyse(&settings, &engines);
        if output_closed.load(Relaxed) { Ok(ExitCode::SUCCESS) } else { ended }
    }

    fn analyse(&self, settings: &AnalysisSettings, engines: &ExternalEngines) -> anyhow::Result<ExitCode> {
        if let Some(input) = &self.input {
            FileRun { settings, engines, input, asked: self }.analyse()
        } else if self.json || self.csv {
            run::write_position(settings, engines, &self.position)
        } else if !self.engine.is_empty() {
            run::show_answers(settings, engines, &self.position)
        } else {
            run::show_position(settings, &self.position, self.threads.max(1))
        }
    }

    /// The settings; `movetime` and `table_mebibytes` are the defaults.
    fn settings(&self, movetime: Duration, table_mebibytes: usize) -> AnalysisSettings {
        AnalysisSettings {
            game: self.position.game().to_owned(),
            limits: self.limit.limits(movetime),
            multi_pv: self.multipv as usize,
            reasons: self.reasons,
            threats: self.threats,
            thresholds: self.threshold.unwrap_or_default(),
            table_mebibytes: self.hash.map_or(table_mebibytes, |hash| hash as usize),
            jobs: self.jobs.into(),
            format: match (self.json, self.csv) {
                (true, _) => OutputFormat::Json,
                (_, true) => OutputFormat::Csv,
                _ => OutputFormat::Plain,
            },
        }
    }
}
