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
    /// that it holds. `None` if the output is empty.
    pub fn resume(&self, input: &mut PositionLines<impl BufRead>) -> anyhow::Result<Option<RowsBefore>> {
        self.compare_plans()?;
        let cannot = || format!("cannot go on with '{}'", self.output.display());
        let (whole, before) = self.check_rows(BufReader::new(File::open(self.output).with_context(cannot)?), input)?;
        OpenOptions::new().write(true).open(self.output).and_then(|file| file.set_len(whole)).with_context(cannot)?;
        Ok((whole > 0).then_some(before))
    }

    /// Checks the rows. Returns the length of those that are complete, and which lines of the input they hold.
    fn check_rows(
        &self,
        mut rows: impl BufRead,
        input: &mut PositionLines<impl BufRead>,
    ) -> anyhow::Result<(u64, RowsBefore)> {
        let cannot = || format!("cannot go on with '{}'", self.output.display());
        let start = find_game(self.plan.game()).map_err(|error| anyhow!(error))?.start();
        let (mut number, mut whole, mut before, mut row) = (0, 0, RowsBefore::default(), Vec::new());
        while rows.read_until(b'\n', &mut row).with_context(cannot)? > 0 && row.ends_with(b"\n") {
            number += 1;
            let text = String::from_utf8_lossy(&row[..row.len() - 1]);
            if self.format == OutputFormat::Csv && number == 1 {
                self.check(number, &text, text == COLUMNS, "the names of the columns")?;
            } else {
                let is_error = self.check_row(number, &text, input.next().transpose()?, &start)?;
                before.rows += 1;
                before.errors += usize::from(is_error);
            }
            whole += row.len() as u64;
            row.clear();
        }
        Ok((whole, before))
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
    /// Returns whether it holds an error.
    fn check_row(
        &self,
        number: usize,
        row: &str,
        input: Option<(usize, String)>,
        start: &AnyPosition,
    ) -> anyhow::Result<bool> {
        let fits = |fits, expected: &str| self.check(number, row, fits, expected);
        let Some((line, text)) = input else { return fits(false, "its end, as that of the input").map(|()| false) };
        let expected = format!("the analysis of line {line} of the input");
        let row_content = match self.format {
            OutputFormat::Json => read_json(row, line),
            OutputFormat::Csv => read_csv(row, line),
            OutputFormat::Plain => read_plain(row, line, &text),
        };
        let Some(content) = row_content else { return fits(false, &expected).map(|()| false) };
        if let Some(found) = content.position {
            let position = start.parse_position(Epd::parse(&text).position).map_or(text, |position| position.show());
            let expected = format!("{expected}, '{}'", excerpt(&position));
            fits(found == position || found == quoted(&position), &expected)?;
        }
        fits(content.is_error || content.has_result, &format!("a score in {expected}"))?;
        Ok(content.is_error)
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

/// What an output holds before it is continued.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RowsBefore {
    /// The number of rows.
    pub rows: usize,
    /// The number of rows with an error.
    pub errors: usize,
}

/// The part of a row that is checked.
struct RowContent {
    /// `None` if the row does not say.
    position: Option<String>,
    /// Whether the row holds a score, or the result of a finished game.
    has_result: bool,
    /// Whether the row holds the error of an engine.
    is_error: bool,
}

/// Reads a JSON row; `None` if it is not that of this line.
fn read_json(row: &str, line: usize) -> Option<RowContent> {
    let row: Value = serde_json::from_str(row).ok()?;
    (row["line"] == line).then(|| RowContent {
        position: row["position"].as_str().map(str::to_owned),
        has_result: row["result"].is_string() || row["lines"][0]["score"].is_object(),
        is_error: row["error"].is_string()
            || row["others"].as_array().into_iter().flatten().any(|it| it["error"].is_string()),
    })
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
        has_result: ["cp", "mate", "win", "payoff"].into_iter().any(is_filled),
        is_error: is_filled("error"),
    })
}

/// Reads a row for people; `None` if it is not that of this line.
fn read_plain(row: &str, line: usize, text: &str) -> Option<RowContent> {
    let content = row.strip_prefix(&row_start(line, text))?.trim();
    let error = format!("line {line}: ");
    let is_error = content.starts_with(&error) || content.contains(&format!(": {error}"));
    Some(RowContent { position: None, has_result: !content.is_empty(), is_error })
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
        assert_eq!(
            check(&mut rows.as_bytes(), &mut start.as_bytes()).unwrap(),
            (whole, RowsBefore { rows: 1, errors: 0 })
        );
        let no_rows = check(&mut BufReader::new(FailingReader(rows.as_bytes())), &mut start.as_bytes()).unwrap_err();
        let no_input = check(&mut rows.as_bytes(), &mut FailingReader(b"")).unwrap_err();
        assert_eq!(format!("{no_rows:#}"), format!("cannot go on with 'rows': {FAILURE}"));
        assert_eq!(format!("{no_input:#}"), FAILURE);
    }
}
