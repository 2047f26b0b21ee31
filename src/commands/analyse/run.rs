//! What `kempelen analyse` does: one position with a live table, one position as a row, or a file of positions or games.

use super::Analyse;
use crate::commands::arguments::PositionArgs;
use crate::games::DEFAULT_GAME;
use crate::notation::Notation;
use crate::notation::position_lines::PositionLines;
use crate::picture::BoardView;
use crate::picture::diagram::Diagram;
use crate::picture::text_diagram::{TextDiagramStyle, text_diagram};
use crate::player::player;
use crate::report::analyser::Analyser;
use crate::report::external_engine::ExternalEngines;
use crate::report::failures::Failures;
use crate::report::games::{self, GameOutputs};
use crate::report::live_table::{self, LiveTable, TableLayout};
use crate::report::mark::MarkThresholds;
use crate::report::position_output::COLUMNS;
use crate::report::positions;
use crate::report::resumable_output::{ResumableOutput, RowsBefore};
use crate::report::settings::{AnalysisSettings, OutputFormat};
use crate::report::threat::Threat;
use crate::search::{SearchListener, SearchRequest};
use crate::system::files::{NamedInput, NamedOutput};
use crate::system::progress::{self, OutputAbove, notice_above};
use crate::system::user_folders::table_cache;
use crate::system::{interrupt, terminal};
use anyhow::{anyhow, bail, ensure};
use indicatif::ProgressBar;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write, stderr, stdin, stdout};
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
    if let Some(end) = player.line().end() {
        writeln!(output, "the game is over, {}", end.describe())?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(output, "{}", live_table::HEAD)?;
    let layout = TableLayout { columns, lines: settings.multi_pv };
    let (table, failed) = LiveTable::new(player.position().clone(), layout, NamedOutput::stdout());
    let request = SearchRequest { limits: settings.limits.clone(), ..player.settings().request() };
    player.think(request, Box::new(table));
    let failure = failed.recv();
    player.stop();
    player.wait();
    failure.map_or(Ok(()), Err)?;
    if settings.threats {
        let threat = Threat::find(player.position(), &mut Analyser::new(settings)?, &|| false);
        tell_threat(threat.map_err(|error| anyhow!(error))?, output)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Lets other engines search one position, and shows their lines in tables.
pub fn show_answers(
    settings: &AnalysisSettings,
    engines: &ExternalEngines,
    position: &PositionArgs,
) -> anyhow::Result<ExitCode> {
    interrupt::listen();
    let (game, line) = position.line()?;
    let (columns, mut output) = (terminal::columns(), NamedOutput::stdout());
    let analysers = engines.analysers(settings, &notice_above(&ProgressBar::hidden()))?;
    writeln!(output, "{}: {}", game.about, line.position().show())?;
    let mut status = ExitCode::SUCCESS;
    for mut analyser in analysers {
        let analysis = match analyser.analyse(&line, None, &|| false) {
            Ok(analysis) => analysis.ok_or_else(|| anyhow!("interrupted"))?,
            Err(error) => {
                writeln!(stderr(), "kempelen: {error}")?;
                status = ExitCode::FAILURE;
                continue;
            }
        };
        if let Some(end) = analysis.game_end {
            writeln!(output, "the game is over, {}", end.describe())?;
            break;
        }
        writeln!(output, "{}\n{}", analyser.name, live_table::HEAD)?;
        let layout = TableLayout { columns, lines: settings.multi_pv };
        let (mut table, failed) = LiveTable::new(analysis.position.clone(), layout, NamedOutput::stdout());
        analysis.lines.iter().for_each(|line| table.info(&line.info, &line.moves));
        table.best_move(analysis.best(), None);
        failed.try_recv().map_or(Ok(()), Err)?;
        if settings.threats {
            let threat = Threat::find(line.position(), &mut analyser, &|| false).map_err(|error| anyhow!(error))?;
            tell_threat(threat, &mut output)?;
        }
    }
    Ok(status)
}

/// Searches one position and writes it as a row, as for a position of a file.
pub fn write_position(
    settings: &AnalysisSettings,
    engines: &ExternalEngines,
    position: &PositionArgs,
) -> anyhow::Result<ExitCode> {
    if !engines.configs.is_empty() {
        interrupt::listen();
    }
    let output = &mut NamedOutput::stdout();
    write_head(settings.format, output)?;
    let analysers = engines.analysers(settings, &notice_above(&ProgressBar::hidden()))?;
    let summary = positions::run_one(settings, analysers, &position.line()?.1, output)?;
    ensure!(!interrupt::raised(), "interrupted");
    tell_failures(&summary.failures)?;
    Ok(ExitCode::from(u8::from(!summary.is_success())))
}

/// The analysis of a file.
pub struct FileRun<'a> {
    /// How to search, and in which form to write the results.
    pub settings: &'a AnalysisSettings,
    /// What searches.
    pub engines: &'a ExternalEngines,
    /// The positions or games; `-` is standard input.
    pub input: &'a Path,
    /// What else the user asks for.
    pub asked: &'a Analyse,
}

impl FileRun<'_> {
    /// Analyses the games of a `.pgn` or `.pdn` file, or of any file if the user says so, and else positions.
    pub fn analyse(&self) -> anyhow::Result<ExitCode> {
        let extension = self.input.extension().unwrap_or_default().to_ascii_lowercase();
        let is_chess_in_pdn = extension == "pdn" && self.settings.game == DEFAULT_GAME;
        let name = self.input.display();
        ensure!(
            !is_chess_in_pdn,
            "'{name}': found games of draughts (.pdn), expected their game, as in --game english"
        );
        let input = BufReader::with_capacity(1 << 16, NamedInput::open(self.input)?);
        if self.asked.games || extension == "pgn" || extension == "pdn" {
            self.games(input)
        } else {
            self.positions(input)
        }
    }

    fn positions(&self, mut input: impl BufRead + Send) -> anyhow::Result<ExitCode> {
        let Analyse { svg, html, summary, puzzles, .. } = self.asked;
        let positions = "the input holds positions (--games says otherwise)";
        ensure!(svg.is_none(), "--svg draws the curve of a game; {positions}");
        ensure!(html.is_none(), "--html writes the page of a game; {positions}");
        ensure!(summary.is_empty(), "--summary is of games; {positions}");
        let is_comparison = self.engines.configs.len() > 1;
        ensure!(
            !is_comparison || self.settings.format != OutputFormat::Csv,
            "--csv has columns for one engine; --json for any number"
        );
        ensure!(puzzles.is_none(), "--puzzles takes them from games; {positions}");
        ensure!(!self.settings.reasons, "--reasons is for moves of games; {positions}");
        let has_usual_marks = self.settings.thresholds == MarkThresholds::default();
        ensure!(has_usual_marks, "--threshold is for moves of games; {positions}");
        let is_tag = input.fill_buf()?.trim_ascii_start().starts_with(b"[");
        ensure!(!is_tag, "found a tag, as games have them, expected positions (--games says otherwise)");
        let mut lines = PositionLines::new(input);
        let before = self.pass_over_done(&mut lines)?;
        let bar = if self.is_typed() { ProgressBar::hidden() } else { progress::counter("positions") };
        let mut output = self.open_output(&bar)?;
        if before.is_none() {
            write_head(self.settings.format, &mut output)?;
        }
        if !self.engines.configs.is_empty() {
            // Other programs must not be left behind.
            interrupt::listen();
        }
        let progress = &mut || bar.inc(1);
        let tell = notice_above(&bar);
        let analysers = &|| self.engines.analysers(self.settings, &tell);
        let summary = positions::run(self.settings, analysers, lines, &mut output, progress)?;
        bar.finish_and_clear();
        let found = bar.position() > 0 || before.is_some() || interrupt::raised();
        ensure!(found, "found no position, expected one a line (FEN or EPD)");
        let RowsBefore { rows, errors } = before.unwrap_or_default();
        for (name, totals) in &summary.totals {
            let Some(totals) = totals.summary() else { continue };
            let before = match rows {
                0 => String::new(),
                rows => format!(" (without the {rows} positions analysed before)"),
            };
            let name = if summary.totals.len() > 1 { format!("{name}: ") } else { String::new() };
            writeln!(stderr(), "{name}{totals}{before}")?;
        }
        self.tell_agreement(summary.agreement)?;
        tell_failures(&summary.failures)?;
        if errors > 0 {
            writeln!(stderr(), "kempelen: {errors} of the {rows} lines before could not be analysed")?;
        }
        ensure!(!interrupt::raised(), "interrupted; the positions that were analysed until then are written");
        Ok(ExitCode::from(u8::from(errors > 0 || !summary.is_success())))
    }

    /// Tells how often several engines have the same best move.
    fn tell_agreement(&self, [positions, same_best]: [usize; 2]) -> io::Result<()> {
        if self.engines.configs.len() < 2 || positions == 0 {
            return Ok(());
        }
        let percent = 100.0 * same_best as f64 / positions as f64;
        writeln!(stderr(), "the same best move in {same_best} of {positions} positions ({percent:.0} %)")
    }

    /// Checks that the output file is new, or that it can be continued. Then skips the lines of the input whose
    /// analysis it holds; `None` if it is empty.
    fn pass_over_done(&self, lines: &mut PositionLines<impl BufRead>) -> anyhow::Result<Option<RowsBefore>> {
        let Some(output) = &self.asked.output else { return Ok(None) };
        ensure!(is_new(output) || self.asked.resume, "'{}' exists already; --resume continues it", output.display());
        let resumable = ResumableOutput::new(output, self.settings, self.engines, self.input)?;
        if is_new(output) {
            resumable.write_plan()?;
            return Ok(None);
        }
        resumable.resume(lines)
    }

    /// The output file, or standard output above the progress.
    fn open_output(&self, bar: &ProgressBar) -> anyhow::Result<impl Write> {
        let output = self.asked.output.as_deref().map_or_else(|| Ok(NamedOutput::stdout()), NamedOutput::append);
        let on_terminal = self.asked.output.is_none() && stdout().is_terminal();
        Ok(BufWriter::new(OutputAbove::new(output?, bar, on_terminal)))
    }

    /// Whether somebody types the input, whom a progress bar would disturb.
    fn is_typed(&self) -> bool {
        self.input == Path::new("-") && stdin().is_terminal()
    }

    fn games(&self, input: impl BufRead + Send) -> anyhow::Result<ExitCode> {
        let is_for_positions = self.settings.format == OutputFormat::Csv || self.asked.resume;
        ensure!(!is_for_positions, "--csv and --resume are for positions; the input holds games");
        ensure!(!self.settings.threats, "--threats is for positions; the input holds games");
        if let Some(path) = self.asked.output.as_ref().filter(|path| !is_new(path)) {
            bail!("'{}' exists already; expected the name of a new file", path.display());
        }
        let bar = if self.is_typed() { ProgressBar::hidden() } else { progress::counter("moves") };
        let mut output = self.open_output(&bar)?;
        if self.is_typed() {
            let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
            writeln!(stderr(), "reading games from the terminal; {end} ends the input")?;
        }
        if !self.is_typed() || !self.engines.configs.is_empty() {
            interrupt::listen();
        }
        let tell = notice_above(&bar);
        let analysers = &|| self.engines.analysers(self.settings, &tell);
        let Analyse { svg, html, summary, puzzles, .. } = self.asked;
        let files = GameOutputs { curves: svg.as_deref(), pages: html.as_deref(), summaries: summary };
        let puzzles = puzzles.as_deref();
        let summary = games::run(self.settings, analysers, input, files, puzzles, &mut output, &|| bar.inc(1))?;
        bar.finish_and_clear();
        tell_failures(&summary.failures)?;
        tell_failures(&summary.missing)?;
        if interrupt::raised() {
            let cut_off: String = summary.interrupted.iter().map(|game| format!("; {game}")).collect();
            bail!("interrupted; the games that were analysed until then are written{cut_off}");
        }
        self.tell_agreement(summary.agreement)?;
        if let Some((count, path)) = summary.puzzles.zip(puzzles) {
            let puzzles = if count == 1 { "puzzle" } else { "puzzles" };
            writeln!(stderr(), "{count} {puzzles} in '{}'", path.display())?;
        }
        Ok(ExitCode::from(u8::from(!summary.failures.is_empty() || !summary.missing.is_empty())))
    }
}

fn tell_threat(threat: Option<Threat>, output: &mut dyn Write) -> io::Result<()> {
    threat.map_or(Ok(()), |threat| writeln!(output, "{}", threat.describe()))
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

/// Whether writing there loses nothing: there is no file, an empty one, or a device.
fn is_new(path: &Path) -> bool {
    !path.is_file() || path.metadata().is_ok_and(|file| file.len() == 0)
}
