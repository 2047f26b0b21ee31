//! What `kempelen analyse` does: one position with a live table, one position as a row, or a file of positions or games.

use super::position_args::PositionArgs;
use crate::notation::Notation;
use crate::picture::BoardView;
use crate::picture::diagram::Diagram;
use crate::picture::text_diagram::{TextDiagramStyle, text_diagram};
use crate::player::player;
use crate::report::failures::Failures;
use crate::report::game_end::GameEnd;
use crate::report::games::GamePictures;
use crate::report::live_table::{self, LiveTable, TableLayout};
use crate::report::position_lines::PositionLines;
use crate::report::position_output::COLUMNS;
use crate::report::positions::PositionsSummary;
use crate::report::resumable_output::ResumableOutput;
use crate::report::settings::{AnalysisSettings, OutputFormat};
use crate::report::{games, positions};
use crate::search::SearchRequest;
use crate::system::cache_folder::table_cache;
use crate::system::files::{NamedInput, NamedOutput};
use crate::system::{interrupt, progress, terminal};
use anyhow::{anyhow, bail, ensure};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write, stderr, stdin};
use std::path::Path;
use std::process::ExitCode;

/// Searches one position and shows its lines in a table that grows.
pub fn show_position(settings: &AnalysisSettings, position: &PositionArgs, threads: usize) -> anyhow::Result<ExitCode> {
    let mut player = player(&settings.game, settings.table_mebibytes).map_err(|error| anyhow!(error))?;
    player.set_line(position.line()?.1);
    player.settings().multi_pv = settings.multi_pv;
    player.settings().threads = threads;
    player.settings().table_cache = table_cache();
    player.prepare().map_err(|error| anyhow!(error))?;
    let columns = terminal::columns();
    let output = &mut NamedOutput::stdout();
    if columns.is_some() {
        let style = TextDiagramStyle { coloured: terminal::coloured(), signs: false };
        let board = text_diagram(&Diagram::new(&BoardView::of(player.position())), style);
        write!(output, "{board}")?;
    }
    writeln!(output, "{}: {}", player.game().about, player.position().show())?;
    if let Some(end) = GameEnd::reached(player.line()) {
        writeln!(output, "the game is over, {}", end.describe())?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(output, "{}", live_table::HEAD)?;
    let layout = TableLayout { columns, lines: settings.multi_pv };
    let table = LiveTable::new(player.position().clone(), layout, NamedOutput::stdout());
    let request = SearchRequest { limits: settings.limits.clone(), ..player.settings().request() };
    player.think(request, Box::new(table.clone()));
    let shown = table.wait();
    player.stop();
    player.wait();
    Ok(shown.map(|()| ExitCode::SUCCESS)?)
}

/// Searches one position and writes it as a row, as for a position of a file.
pub fn write_position(settings: &AnalysisSettings, position: &PositionArgs) -> anyhow::Result<ExitCode> {
    let output = &mut NamedOutput::stdout();
    write_head(settings.format, output)?;
    positions::run_one(settings, position.line()?.1, output)?;
    Ok(ExitCode::SUCCESS)
}

/// The analysis of a file.
pub struct FileRun<'a> {
    /// How to search, and in which form to write the results.
    pub settings: &'a AnalysisSettings,
    /// The positions or games; `-` is standard input.
    pub input: &'a Path,
    /// The output file; `None` is standard output.
    pub output: Option<&'a Path>,
    /// Whether to continue where the output file ends.
    pub resume: bool,
    /// The files for curves and pages of games.
    pub pictures: GamePictures<'a>,
}

impl FileRun<'_> {
    /// Analyses the games of a `.pgn` or `.pdn` file, or of any file if `games` says so, and else positions.
    pub fn analyse(&self, games: bool) -> anyhow::Result<ExitCode> {
        let input = BufReader::with_capacity(1 << 16, NamedInput::open(self.input)?);
        let extension = self.input.extension().unwrap_or_default().to_ascii_lowercase();
        if games || extension == "pgn" || extension == "pdn" { self.games(input) } else { self.positions(input) }
    }

    fn positions(&self, input: BufReader<impl Read + Send>) -> anyhow::Result<ExitCode> {
        let GamePictures { curves, pages } = self.pictures;
        let positions = "the input holds positions (--games says otherwise)";
        ensure!(curves.is_none(), "--svg draws the curve of a game; {positions}");
        ensure!(pages.is_none(), "--html writes the page of a game; {positions}");
        let mut lines = PositionLines::new(input);
        let done_before = self.pass_over_done(&mut lines)?;
        let mut output = self.open_output()?;
        if done_before.is_none() {
            write_head(self.settings.format, &mut output)?;
        }
        let bar = progress::counter("positions", self.output.is_some());
        let progress = &mut |rows| bar.inc(rows as u64);
        let summary = positions::run(self.settings, lines, &mut output, progress)?;
        bar.finish_and_clear();
        if let Some(totals) = summary.totals.summary() {
            let before = match done_before.unwrap_or(0) {
                0 => String::new(),
                done => format!(" (without the {done} positions analysed before)"),
            };
            writeln!(stderr(), "{totals}{before}")?;
        }
        tell_failures(&summary.failures)?;
        Ok(status(&summary))
    }

    /// Checks that the output file is new, or that it can be continued. Then skips the lines of the input whose
    /// analysis it holds and returns their number; `None` if it is empty.
    fn pass_over_done(&self, lines: &mut PositionLines<impl Read>) -> anyhow::Result<Option<usize>> {
        let Some(output) = self.output else { return Ok(None) };
        ensure!(is_new(output) || self.resume, "'{}' exists already; --resume continues it", output.display());
        let resumable = ResumableOutput::new(output, self.settings, self.input)?;
        if is_new(output) {
            resumable.write_plan()?;
            return Ok(None);
        }
        resumable.resume(lines)
    }

    fn open_output(&self) -> anyhow::Result<NamedOutput> {
        self.output.map_or_else(|| Ok(NamedOutput::stdout()), NamedOutput::append)
    }

    fn games(&self, input: impl BufRead + Send) -> anyhow::Result<ExitCode> {
        let is_for_positions = self.settings.format == OutputFormat::Csv || self.resume;
        ensure!(!is_for_positions, "--csv and --resume are for positions; the input holds games");
        if let Some(path) = self.output.filter(|path| !is_new(path)) {
            bail!("'{}' exists already; expected the name of a new file", path.display());
        }
        let mut output = self.open_output()?;
        if self.input == Path::new("-") && stdin().is_terminal() {
            let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
            writeln!(stderr(), "reading games from the terminal; {end} ends the input")?;
        } else {
            interrupt::listen();
        }
        let bar = progress::counter("moves", self.output.is_some());
        let summary = games::run(self.settings, input, self.pictures, &mut output, &|| bar.inc(1))?;
        bar.finish_and_clear();
        if interrupt::raised() {
            let cut_off: String = summary.interrupted.iter().map(|game| format!("; {game}")).collect();
            bail!("interrupted; the games that were analysed until then are written{cut_off}");
        }
        tell_failures(&summary.failures)?;
        Ok(ExitCode::from(u8::from(!summary.failures.is_empty())))
    }
}

/// Writes the names of the columns of CSV.
fn write_head(format: OutputFormat, output: &mut dyn Write) -> io::Result<()> {
    if format == OutputFormat::Csv {
        writeln!(output, "{COLUMNS}")?;
    }
    Ok(())
}

/// Tells on standard error what could not be analysed: the output may be a file.
fn tell_failures(failures: &Failures) -> io::Result<()> {
    if failures.is_empty() { Ok(()) } else { writeln!(stderr(), "kempelen: {failures}") }
}

/// 1 if a line could not be read or a test position was not solved.
fn status(summary: &PositionsSummary) -> ExitCode {
    let totals = &summary.totals;
    ExitCode::from(u8::from(!summary.failures.is_empty() || totals.solved < totals.positions))
}

/// Whether writing there loses nothing: there is no file, an empty one, or a device.
fn is_new(path: &Path) -> bool {
    !path.is_file() || path.metadata().is_ok_and(|file| file.len() == 0)
}
