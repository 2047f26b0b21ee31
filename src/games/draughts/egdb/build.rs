//! Builds tables, file by file; goes on where it was interrupted.

use super::distance;
use super::file::{self, EgdbFileError, EgdbFileKind};
use super::folder::path;
use super::index::SliceIndex;
use super::pack::{self, PackedValues};
use super::solve::{SlicePair, slices};
use super::values::{SliceValues, SolvedSlices};
use crate::game::Outcome;
use crate::games::draughts::DraughtsVariant;
use crate::retrograde::{self, Interrupted, Solution, ThreadPool};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why tables were not built.
#[derive(Debug, Error)]
pub enum EgdbBuildError {
    /// It was told to stop. What was done is kept.
    #[error("interrupted; the same command goes on")]
    Interrupted,
    /// Another run builds the same.
    #[error("'{0}' is being written by another run")]
    Busy(String),
    /// A file that is there is not what it should be.
    #[error("'{path}': {error}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: EgdbFileError,
    },
    /// The system refuses to read or write a file.
    #[error("'{path}': {error}")]
    System {
        /// The file.
        path: String,
        /// What it says.
        error: io::Error,
    },
}

impl From<Interrupted> for EgdbBuildError {
    fn from(_: Interrupted) -> EgdbBuildError {
        EgdbBuildError::Interrupted
    }
}

/// Builds the files of 2 to `pieces` pieces that are not in `folder` yet. `told` hears of every
/// slice, when it is done, how many positions it has.
pub fn build<V: DraughtsVariant>(
    folder: &Path,
    pieces: u8,
    crew: ThreadPool,
    mut told: impl FnMut(usize),
) -> Result<(), EgdbBuildError> {
    let mut solved = SolvedSlices::<V>::default();
    for pieces in 2..=pieces {
        let places = EgdbFileKind::ALL.map(|kind| path::<V>(folder, pieces, kind));
        if places.iter().all(|place| place.exists()) {
            let bytes = read(&places[0])?;
            let contents = contents::<V>(&places[0], &bytes, EgdbFileKind::Values)?;
            if let Some(error) = contents.rest {
                return Err(wrong(&places[0], error));
            }
            recover(
                &places[0],
                &bytes,
                &contents.sections,
                &mut solved,
                &mut told,
            )?;
        } else {
            build_one(&places, pieces, &mut solved, crew, &mut told)?
        }
    }
    Ok(())
}

/// Builds the files of so many pieces beside their places, slice by slice, and moves them there
/// when they are whole.
fn build_one<V: DraughtsVariant>(
    places: &[PathBuf; 2],
    pieces: u8,
    solved: &mut SolvedSlices<V>,
    crew: ThreadPool,
    told: &mut impl FnMut(usize),
) -> Result<(), EgdbBuildError> {
    let parts = places.each_ref().map(|place| beside(place));
    let mut outputs = resume(&parts, solved, told)?;
    let mut write = |kind: usize, section: &[u8]| {
        let written = outputs[kind].write_all(section);
        written.map_err(|error| system(&parts[kind], error))
    };
    for slice in slices(pieces) {
        if solved.get(slice).is_some() && solved.get(slice.turned()).is_some() {
            continue;
        }
        let pair = SlicePair::new(slice, solved);
        let solution = retrograde::solve(&pair, crew)?;
        for (index, first) in pair.parts() {
            // One of the two may have been written before an interruption.
            if solved.get(index.slice).is_some() {
                continue;
            }
            let (values, content) = contents_of(&index, &solution, first);
            let sections = content.map(|content| file::section(Some(index.slice), &content));
            write(1, &sections[1])?;
            write(0, &sections[0])?;
            told(index.size());
            solved.insert(SliceValues::new(index, values));
        }
    }
    for kind in [1, 0] {
        write(kind, &file::section(None, &[]))?;
    }
    for (output, part) in outputs.iter().zip(&parts) {
        output.sync_all().map_err(|error| system(part, error))?;
    }
    // Closed first: some systems do not rename a file that is open.
    drop(outputs);
    for (part, place) in parts.iter().zip(places) {
        fs::rename(part, place).map_err(|error| system(place, error))?;
    }
    Ok(())
}

/// What the files say of a slice, and its values for what is solved next.
fn contents_of<V: DraughtsVariant>(
    index: &SliceIndex<V>,
    solution: &Solution,
    first: usize,
) -> (impl Iterator<Item = Outcome> + use<V>, [Vec<u8>; 2]) {
    let mut values = Vec::with_capacity(index.size());
    let mut distances = Vec::with_capacity(index.size());
    index.walk(0..index.size(), |board| {
        let quiet = !board.has_capture();
        let (value, plies) = solution.value(first + values.len());
        distances.push((quiet && value == Outcome::Win).then_some(plies));
        values.push(quiet.then_some(value));
    });
    let content = [pack::pack(&values), distance::pack(&distances)];
    let values = values
        .into_iter()
        .map(|value| value.unwrap_or(Outcome::Draw));
    (values, content)
}

/// Opens the unfinished files, new ones or those of an interrupted build; takes over the slices
/// that are whole in both, and cuts off what comes after.
fn resume<V: DraughtsVariant>(
    parts: &[PathBuf; 2],
    solved: &mut SolvedSlices<V>,
    told: &mut impl FnMut(usize),
) -> Result<[File; 2], EgdbBuildError> {
    let mut outputs = [open(&parts[0])?, open(&parts[1])?];
    let mut whole = Vec::new();
    for ((kind, part), mut output) in EgdbFileKind::ALL.into_iter().zip(parts).zip(&outputs) {
        let mut bytes = Vec::new();
        let read = output.read_to_end(&mut bytes);
        read.map_err(|error| system(part, error))?;
        // A file that was not even begun has no sections.
        let sections = if bytes.len() < file::header(V::NAME, kind).len() {
            Vec::new()
        } else {
            contents::<V>(part, &bytes, kind)?.sections
        };
        whole.push((bytes, sections));
    }
    let count = whole.iter().map(|(_, sections)| sections.len()).min();
    let count = count.unwrap_or(0);
    for (number, kind) in EgdbFileKind::ALL.into_iter().enumerate() {
        let header = file::header(V::NAME, kind);
        let sections = &whole[number].1[..count];
        let end = sections
            .last()
            .map_or(header.len(), |last| last.content.end);
        let output = &mut outputs[number];
        let failed = |error| system(&parts[number], error);
        match count {
            0 => output
                .set_len(0)
                .and_then(|()| output.write_all(&header))
                .map_err(failed)?,
            _ => output.set_len(end as u64).map_err(failed)?,
        }
    }
    let (bytes, sections) = &whole[0];
    recover(&parts[0], bytes, &sections[..count], solved, told)?;
    Ok(outputs)
}

/// Opens an unfinished file, for this run alone. A system without locks is trusted.
fn open(part: &Path) -> Result<File, EgdbBuildError> {
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(part);
    let file = file.map_err(|error| system(part, error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(EgdbBuildError::Busy(part.display().to_string())),
        _ => Ok(file),
    }
}

/// Takes over the values of some slices.
fn recover<V: DraughtsVariant>(
    path: &Path,
    bytes: &[u8],
    sections: &[file::EgdbSection],
    solved: &mut SolvedSlices<V>,
    told: &mut impl FnMut(usize),
) -> Result<(), EgdbBuildError> {
    for section in sections {
        let index = SliceIndex::new(section.slice);
        let content = &bytes[section.content.clone()];
        let packed = PackedValues::new(content, index.size());
        let damaged = EgdbFileError::Damaged(section.content.start);
        let packed = packed.ok_or_else(|| wrong(path, damaged))?;
        told(index.size());
        solved.insert(SliceValues::new(index, packed.all_from(0)));
    }
    Ok(())
}

/// Where a file is until it is whole.
fn beside(place: &Path) -> PathBuf {
    let mut name = place.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

fn read(path: &Path) -> Result<Vec<u8>, EgdbBuildError> {
    fs::read(path).map_err(|error| system(path, error))
}

fn contents<V: DraughtsVariant>(
    path: &Path,
    bytes: &[u8],
    kind: EgdbFileKind,
) -> Result<file::EgdbFileContents, EgdbBuildError> {
    file::read(bytes, V::NAME, kind).map_err(|error| wrong(path, error))
}

fn system(path: &Path, error: io::Error) -> EgdbBuildError {
    EgdbBuildError::System {
        path: path.display().to_string(),
        error,
    }
}

fn wrong(path: &Path, error: EgdbFileError) -> EgdbBuildError {
    EgdbBuildError::File {
        path: path.display().to_string(),
        error,
    }
}
