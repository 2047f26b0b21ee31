//! Going on with an analysis of positions that was cut off.
//!
//! Beside the output, in `FILE.plan`, stands what its rows depend on. Before an analysis goes on the
//! plan is compared, and every row that is there with the line of the input that it belongs to.

use super::batch::{Lines, name};
use super::output::{COLUMNS, cells};
use super::plan::{Format, Plan};
use crate::lab::game_file::header::Header;
use crate::notation::excerpt;
use crate::search::TimeLimit;
use crate::system::files;
use anyhow::{Context, anyhow, bail};
use crc32fast::Hasher;
use serde::Deserialize;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The output of a batch and its plan.
pub struct Resumable<'a> {
    output: &'a Path,
    plan: Header,
    format: Format,
}

impl<'a> Resumable<'a> {
    /// An output of `plan` for the positions in the file `input`.
    pub fn new(output: &'a Path, plan: &Plan, input: &Path) -> anyhow::Result<Resumable<'a>> {
        Ok(Resumable {
            output,
            plan: header(plan).with("input", digest(input)?),
            format: plan.format,
        })
    }

    /// Notes the plan of a new output; a device has none.
    pub fn begin(&self) -> anyhow::Result<()> {
        if self.output.exists() && !self.output.is_file() {
            return Ok(());
        }
        files::replace(&self.plan_path(), self.plan.to_string().as_bytes())
    }

    /// Makes sure that the output was made by the same plan and is whole, and passes over the lines
    /// of the input that it holds. Gives their number; `None` if the output is empty. A last row that was cut off is taken away.
    pub fn go_on<R: Read>(&self, input: &mut Lines<R>) -> anyhow::Result<Option<usize>> {
        let shown = self.output.display();
        self.compare_plans()?;
        let cannot = || format!("cannot go on with '{shown}'");
        let mut rows = BufReader::new(File::open(self.output).with_context(cannot)?);
        let (mut number, mut whole, mut done, mut row) = (0, 0, 0, Vec::new());
        while rows.read_until(b'\n', &mut row).with_context(cannot)? > 0 && row.ends_with(b"\n") {
            number += 1;
            let text = String::from_utf8_lossy(&row[..row.len() - 1]);
            if self.format == Format::Csv && number == 1 {
                self.check(number, &text, text == COLUMNS, "the names of the columns")?;
            } else {
                self.check_row(number, &text, input.next_counting()?)?;
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
        let found = Header::parse(&text).ok_or_else(|| {
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

    /// Whether a row is that of this line of the input.
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
            Format::Json => serde_json::from_str(row).is_ok_and(|head: RowHead| head.line == line),
            Format::Csv => {
                let cells = cells(row);
                cells.len() == cells_of_a_row() && cells[0] == line.to_string()
            }
            Format::Plain => row.starts_with(&name(line, &text)),
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

/// What is checked of an object.
#[derive(Deserialize)]
struct RowHead {
    line: usize,
}

fn cells_of_a_row() -> usize {
    COLUMNS.split(',').count()
}

/// All that changes the rows.
fn header(plan: &Plan) -> Header {
    let limits = &plan.limits;
    let mut header = Header::new(&plan.game)
        .with("format", plan.format.name())
        .with("multipv", plan.variations)
        .with("hash", plan.mebibytes);
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

/// The length and the checksum of the input; of one that cannot be read twice nothing is known.
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
