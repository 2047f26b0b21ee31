//! The module without what only its build tools need.

use anyhow::{Context, ensure};

const CUSTOM: u8 = 0;
const EXPORT: u8 = 7;

/// The module without custom sections, and without what a dependency exports: the page knows only the memory and the functions
/// whose names begin with `kempelen_`.
pub fn slim(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    const HEADER: usize = 8;
    let mut rest = module.get(HEADER..).context("found no header")?;
    ensure!(module.starts_with(b"\0asm"), "found other bytes, expected WebAssembly");
    let mut slim = module[..HEADER].to_vec();
    while let Some((&kind, after)) = rest.split_first() {
        rest = after;
        let length = number(&mut rest)?;
        let section = take(&mut rest, length)?;
        let section = match kind {
            CUSTOM => continue,
            EXPORT => own_exports(section)?,
            _ => section.to_owned(),
        };
        slim.push(kind);
        append(&mut slim, section.len());
        slim.extend(section);
    }
    Ok(slim)
}

fn own_exports(mut section: &[u8]) -> anyhow::Result<Vec<u8>> {
    let (mut count, mut kept) = (0, Vec::<u8>::new());
    for _ in 0..number(&mut section)? {
        let start = section;
        let length = number(&mut section)?;
        let name = take(&mut section, length)?;
        take(&mut section, 1)?;
        number(&mut section)?;
        if name == b"memory" || name.starts_with(b"kempelen_") {
            count += 1;
            kept.extend(&start[..start.len() - section.len()]);
        }
    }
    let mut exports = Vec::new();
    append(&mut exports, count);
    exports.extend(kept);
    Ok(exports)
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> anyhow::Result<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length).context("found its end inside a section")?;
    *bytes = rest;
    Ok(taken)
}

/// Reads a number (LEB128).
fn number(bytes: &mut &[u8]) -> anyhow::Result<usize> {
    let mut number = 0;
    for shift in (0..usize::BITS).step_by(7) {
        let byte = take(bytes, 1)?[0];
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    anyhow::bail!("found a number without an end")
}

fn append(bytes: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
