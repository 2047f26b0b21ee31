//! Resuming an interrupted analysis of positions.
//!
//! The file `OUTPUT.plan` records everything that the rows depend on. Before an analysis is resumed, this plan is compared
//! with the present one, and every row of the output with its line of the input.

use super::position_lines::PositionLines;
use super::position_output::{COLUMNS, cells};
use super::positions::row_start;
use super::settings::{AnalysisSettings, OutputFormat};
use crate::notation::excerpt;
use crate::search::TimeLimit;
use crate::system::files;
use crate::system::run_plan::RunPlan;
use anyhow::{Context, anyhow, bail};
use crc32fast::Hasher;
use serde::Deserialize;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// An output file and its plan.
pub struct ResumableOutput<'a> {
    output: &'a Path,
    plan: RunPlan,
    format: OutputFormat,
}

impl<'a> ResumableOutput<'a> {
    /// An output file for the positions in the file `input`.
    pub fn new(
        output: &'a Path,
        settings: &AnalysisSettings,
        input: &Path,
    ) -> anyhow::Result<ResumableOutput<'a>> {
        Ok(ResumableOutput {
            output,
            plan: header(settings).with("input", digest(input)?),
            format: settings.format,
        })
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
    pub fn resume<R: Read>(&self, input: &mut PositionLines<R>) -> anyhow::Result<Option<usize>> {
        let shown = self.output.display();
        self.compare_plans()?;
        let cannot = || format!("cannot go on with '{shown}'");
        let mut rows = BufReader::new(File::open(self.output).with_context(cannot)?);
        let (mut number, mut whole, mut done, mut row) = (0, 0, 0, Vec::new());
        while rows.read_until(b'\n', &mut row).with_context(cannot)? > 0 && row.ends_with(b"\n") {
            number += 1;
            let text = String::from_utf8_lossy(&row[..row.len() - 1]);
            if self.format == OutputFormat::Csv && number == 1 {
                self.check(number, &text, text == COLUMNS, "the names of the columns")?;
            } else {
                self.check_row(number, &text, input.next_numbered()?)?;
                done += 1;
            }
            whole += row.len() as u64;
            row.clear();
        }
        let cut = OpenOptions::new().write(true).open(self.output);
        cut.and_then(|file| file.set_len(whole))
            .with_context(cannot)?;
        Ok((whole > 0).then_some(done))
    }

    fn plan_path(&self) -> PathBuf {
        let mut path = self.output.as_os_str().to_owned();
        path.push(".plan");
        path.into()
    }

    fn compare_plans(&self) -> anyhow::Result<()> {
        let (output, path) = (self.output.display(), self.plan_path());
        let text = std::fs::read(&path).with_context(|| {
            format!(
                "cannot go on with '{output}': what it was made from should stand in '{}'",
                path.display()
            )
        })?;
        let found = RunPlan::parse(&text).ok_or_else(|| {
            anyhow!(
                "'{}' is damaged; expected lines 'name: value'",
                path.display()
            )
        })?;
        match found.difference(&self.plan) {
            None => Ok(()),
            Some([name, found, wanted]) => bail!(
                "'{output}' was begun with {name} {found}, now it is {wanted}: expected the same \
                 to go on, or another --output"
            ),
        }
    }

    /// Checks that a row belongs to this line of the input.
    fn check_row(
        &self,
        number: usize,
        row: &str,
        input: Option<(usize, String)>,
    ) -> anyhow::Result<()> {
        let Some((line, text)) = input else {
            return self.check(number, row, false, "its end, as that of the input");
        };
        let fits = match self.format {
            OutputFormat::Json => {
                serde_json::from_str(row).is_ok_and(|head: RowHead| head.line == line)
            }
            OutputFormat::Csv => {
                let cells = cells(row);
                cells.len() == cells_of_a_row() && cells[0] == line.to_string()
            }
            OutputFormat::Plain => row.starts_with(&row_start(line, &text)),
        };
        let expected = format!("the analysis of line {line} of the input");
        self.check(number, row, fits, &expected)
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

/// The part of a JSON row that is checked.
#[derive(Deserialize)]
struct RowHead {
    line: usize,
}

fn cells_of_a_row() -> usize {
    COLUMNS.split(',').count()
}

/// Everything that the rows depend on.
fn header(settings: &AnalysisSettings) -> RunPlan {
    let limits = &settings.limits;
    let mut header = RunPlan::new(&settings.game)
        .with("format", settings.format.name())
        .with("multipv", settings.multi_pv)
        .with("hash", settings.table_mebibytes);
    if let Some(depth) = limits.depth {
        header = header.with("depth", depth);
    }
    if let Some(nodes) = limits.nodes {
        header = header.with("nodes", nodes);
    }
    if let Some(plies) = limits.mate_within {
        header = header.with("mate", plies.div_ceil(2));
    }
    if let TimeLimit::Exact(time) = limits.time {
        header = header.with("movetime", time.as_millis());
    }
    header
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
            return Ok(format!(
                "of {length} bytes with the checksum {:08x}",
                hasher.finalize()
            ));
        }
        hasher.update(bytes);
        let count = bytes.len();
        length += count;
        file.consume(count);
    }
}
