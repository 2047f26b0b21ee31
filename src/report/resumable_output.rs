//! Resuming an interrupted analysis of positions.
//!
//! The file `OUTPUT.plan` records everything that the rows depend on. Before an analysis is resumed, this plan is compared
//! with the present one, and every row of the output with its line of the input.

use super::external_engine::ExternalEngines;
use super::position_output::{COLUMNS, cells, quoted};
use super::positions::row_start;
use super::settings::{AnalysisSettings, OutputFormat};
use crate::any_position::AnyPosition;
use crate::games::find_game;
use crate::notation::epd::Epd;
use crate::notation::position_lines::PositionLines;
use crate::notation::{Notation, excerpt};
use crate::search::TimeLimit;
use crate::system::files;
use crate::system::run_settings::RunSettings;
use anyhow::{Context, anyhow, bail};
use crc32fast::Hasher;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// An output file and its plan.
pub struct ResumableOutput<'a> {
    output: &'a Path,
    plan: RunSettings,
    format: OutputFormat,
}

impl<'a> ResumableOutput<'a> {
    /// An output file for the positions in the file `input`.
    pub fn new(
        output: &'a Path,
        settings: &AnalysisSettings,
        engines: &ExternalEngines,
        input: &Path,
    ) -> anyhow::Result<ResumableOutput<'a>> {
        let plan = header(settings).with_optional("engine", engines.description()).with("input", digest(input)?);
        Ok(ResumableOutput { output, plan, format: settings.format })
    }

    /// Writes the plan of a new output file; a device has none.
    pub fn write_plan(&self) -> anyhow::Result<()> {
        if self.output.exists() && !self.output.is_file() {
            return Ok(());
        }
        files::replace(&self.plan_path(), self.plan.to_string().as_bytes())
    }

    /// Checks that the output was made with the same plan, removes an incomplete last row, and skips the lines of the input
    /// that it holds. Returns their number; `None` if the output is empty.
    pub fn resume(&self, input: &mut PositionLines<impl BufRead>) -> anyhow::Result<Option<usize>> {
        self.compare_plans()?;
        let cannot = || format!("cannot go on with '{}'", self.output.display());
        let (whole, done) = self.check_rows(BufReader::new(File::open(self.output).with_context(cannot)?), input)?;
        OpenOptions::new().write(true).open(self.output).and_then(|file| file.set_len(whole)).with_context(cannot)?;
        Ok((whole > 0).then_some(done))
    }

    /// Checks the rows. Returns the length of those that are complete, and how many lines of the input they hold.
    fn check_rows(
        &self,
        mut rows: impl BufRead,
        input: &mut PositionLines<impl BufRead>,
    ) -> anyhow::Result<(u64, usize)> {
        let cannot = || format!("cannot go on with '{}'", self.output.display());
        let start = find_game(self.plan.game()).map_err(|error| anyhow!(error))?.start();
        let (mut number, mut whole, mut done, mut row) = (0, 0, 0, Vec::new());
        while rows.read_until(b'\n', &mut row).with_context(cannot)? > 0 && row.ends_with(b"\n") {
            number += 1;
            let text = String::from_utf8_lossy(&row[..row.len() - 1]);
            if self.format == OutputFormat::Csv && number == 1 {
                self.check(number, &text, text == COLUMNS, "the names of the columns")?;
            } else {
                self.check_row(number, &text, input.next().transpose()?, &start)?;
                done += 1;
            }
            whole += row.len() as u64;
            row.clear();
        }
        Ok((whole, done))
    }

    fn plan_path(&self) -> PathBuf {
        let mut path = self.output.as_os_str().to_owned();
        path.push(".plan");
        path.into()
    }

    fn compare_plans(&self) -> anyhow::Result<()> {
        let (output, path) = (self.output.display(), self.plan_path());
        let text = std::fs::read(&path).with_context(|| {
            format!("cannot go on with '{output}': what it was made from should stand in '{}'", path.display())
        })?;
        let found = RunSettings::parse(&text)
            .ok_or_else(|| anyhow!("'{}' is damaged; expected lines 'name: value'", path.display()))?;
        match found.difference(&self.plan) {
            None => Ok(()),
            Some([name, found, wanted]) => bail!(
                "'{output}' was begun with {name} {found}, now it is {wanted}: expected the same \
                 to go on, or another --output"
            ),
        }
    }

    /// Checks that a row belongs to this line of the input and is complete: it holds a score, the end of the game or an error.
    fn check_row(
        &self,
        number: usize,
        row: &str,
        input: Option<(usize, String)>,
        start: &AnyPosition,
    ) -> anyhow::Result<()> {
        let Some((line, text)) = input else { return self.check(number, row, false, "its end, as that of the input") };
        let expected = format!("the analysis of line {line} of the input");
        let row_content = match self.format {
            OutputFormat::Json => read_json(row, line),
            OutputFormat::Csv => read_csv(row, line),
            OutputFormat::Plain => read_plain(row, line, &text),
        };
        let Some(content) = row_content else { return self.check(number, row, false, &expected) };
        if let Some(found) = content.position {
            let position = start.parse_position(Epd::parse(&text).position).map_or(text, |position| position.show());
            let expected = format!("{expected}, '{}'", excerpt(&position));
            self.check(number, row, found == position || found == quoted(&position), &expected)?;
        }
        self.check(number, row, content.is_complete, &format!("a score in {expected}"))
    }

    fn check(&self, number: usize, row: &str, fits: bool, expected: &str) -> anyhow::Result<()> {
        if fits {
            return Ok(());
        }
        let (output, found) = (self.output.display(), excerpt(row));
        bail!(
            "'{output}', line {number}: found '{found}', expected {expected}; without this line \
             and those after it --resume can go on"
        )
    }
}

/// The part of a row that is checked.
struct RowContent {
    /// `None` if the row does not say.
    position: Option<String>,
    /// Whether there is a score, the result of a game that is over, or an error.
    is_complete: bool,
}

/// Reads a JSON row; `None` if it is not that of this line.
fn read_json(row: &str, line: usize) -> Option<RowContent> {
    let row: Value = serde_json::from_str(row).ok()?;
    let has_result = row["error"].is_string() || row["result"].is_string();
    let is_complete = has_result || row["lines"][0]["score"].is_object();
    (row["line"] == line).then(|| RowContent { position: row["position"].as_str().map(str::to_owned), is_complete })
}

/// Reads a row of CSV; `None` if it is not that of this line.
fn read_csv(row: &str, line: usize) -> Option<RowContent> {
    let cells = cells(row);
    let columns = COLUMNS.split(',');
    if cells.len() != columns.clone().count() || cells[0] != line.to_string() {
        return None;
    }
    let cell = |name| columns.clone().zip(&cells).find(|(column, _)| *column == name);
    let is_filled = |name| cell(name).is_some_and(|(_, text)| !text.is_empty());
    Some(RowContent {
        position: cell("position").filter(|_| is_filled("position")).map(|(_, text)| (*text).to_owned()),
        is_complete: ["cp", "mate", "win", "error", "payoff"].into_iter().any(is_filled),
    })
}

/// Reads a row for people; `None` if it is not that of this line.
fn read_plain(row: &str, line: usize, text: &str) -> Option<RowContent> {
    Some(RowContent { position: None, is_complete: !row.strip_prefix(&row_start(line, text))?.trim().is_empty() })
}

/// Everything that the rows depend on. The size of the table comes last, since its default depends on the limits.
fn header(settings: &AnalysisSettings) -> RunSettings {
    let limits = &settings.limits;
    let time = if let TimeLimit::Exact(time) = limits.time { Some(time.as_millis()) } else { None };
    RunSettings::new(&settings.game)
        .with("format", settings.format.name())
        .with("multipv", settings.multi_pv)
        .with_optional("threats", settings.threats.then_some("yes"))
        .with_optional("depth", limits.depth)
        .with_optional("nodes", limits.nodes)
        .with_optional("mate", limits.mate_within.map(|plies| plies.div_ceil(2)))
        .with_optional("movetime", time)
        .with("hash", settings.table_mebibytes)
}

/// Length and checksum of the input; not known for a pipe.
fn digest(path: &Path) -> anyhow::Result<String> {
    if !path.is_file() {
        return Ok("that is no file".to_owned());
    }
    let cannot = || format!("cannot read '{}'", path.display());
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).with_context(cannot)?);
    let (mut hasher, mut length) = (Hasher::new(), 0);
    loop {
        let bytes = file.fill_buf().with_context(cannot)?;
        if bytes.is_empty() {
            return Ok(format!("of {length} bytes with the checksum {:08x}", hasher.finalize()));
        }
        hasher.update(bytes);
        let count = bytes.len();
        length += count;
        file.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::failing_reader::{FAILURE, FailingReader};
    use std::io::Read;

    /// Whichever of the two fails: nothing after it is taken for cut off.
    #[test]
    fn rows_and_positions_that_cannot_be_read_on_are_an_error() {
        let output =
            ResumableOutput { output: Path::new("rows"), plan: RunSettings::new("chess"), format: OutputFormat::Plain };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n".repeat(2);
        let rows = format!("{:<17}e4\n", 1);
        let whole = rows.len() as u64;
        let check = |rows: &mut dyn BufRead, input: &mut dyn Read| {
            let mut input = PositionLines::new(BufReader::new(input));
            output.check_rows(rows, &mut input)
        };
        assert_eq!(check(&mut rows.as_bytes(), &mut start.as_bytes()).unwrap(), (whole, 1));
        let no_rows = check(&mut BufReader::new(FailingReader(rows.as_bytes())), &mut start.as_bytes()).unwrap_err();
        let no_input = check(&mut rows.as_bytes(), &mut FailingReader(b"")).unwrap_err();
        assert_eq!(format!("{no_rows:#}"), format!("cannot go on with 'rows': {FAILURE}"));
        assert_eq!(format!("{no_input:#}"), FAILURE);
    }
}
