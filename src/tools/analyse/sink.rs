//! Where analyses are written.

use crate::tools::files::Named;
use anyhow::{Context, bail};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The file to write to, or standard output, and how many lines are in it already: none unless it
/// is to be gone on with.
pub fn open(path: Option<&Path>, resume: bool) -> anyhow::Result<(Named, usize)> {
    let Some(path) = path else {
        return Ok((Named::output(), 0));
    };
    let shown = path.display();
    let there = match (path.exists(), resume) {
        (true, true) => {
            whole_lines(path).with_context(|| format!("cannot go on with '{shown}'"))?
        }
        (true, false) => bail!("'{shown}' is there already; --resume goes on with it"),
        (false, _) => 0,
    };
    Ok((Named::append(path)?, there))
}

/// How many lines a file holds; a last one that was cut off is taken away.
fn whole_lines(path: &Path) -> std::io::Result<usize> {
    let mut file = BufReader::new(File::open(path)?);
    let (mut lines, mut whole, mut line) = (0, 0, Vec::new());
    while file.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        lines += 1;
        whole += line.len() as u64;
        line.clear();
    }
    OpenOptions::new().write(true).open(path)?.set_len(whole)?;
    Ok(lines)
}
