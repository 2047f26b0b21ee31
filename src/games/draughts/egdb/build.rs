//! Builds the files of endgame tables, and continues an interrupted build.

use super::distance;
use super::file::{self, EgdbFileError, EgdbFileKind};
use super::folder::{EgdbFolderError, EgdbFolderProblem, table_path};
use super::game::EgdbGame;
use super::index::SliceIndex;
use super::pack::{self, PackedValues};
use super::solve::{SlicePair, slices};
use super::values::{SliceValues, SolvedSlices};
use crate::game::Outcome;
use crate::retrograde::{self, Interrupted, Solution, ThreadPool};
use crate::system::file_lock::{FileLock, FileLockError};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a build ended early.
#[derive(Debug, Error)]
pub enum EgdbBuildError {
    /// The build was interrupted. Finished slices are kept.
    #[error("interrupted; the same command continues the build")]
    Interrupted,
    /// The file cannot be locked, for example because another run builds it.
    #[error(transparent)]
    Lock(FileLockError),
    /// The system cannot read or write a file, or an existing file has the wrong content.
    #[error(transparent)]
    File(#[from] EgdbFolderError),
}

impl From<Interrupted> for EgdbBuildError {
    fn from(_: Interrupted) -> EgdbBuildError {
        EgdbBuildError::Interrupted
    }
}

/// Builds the files of 2 to `pieces` pieces that are not in `folder` yet. `on_slice` is called after every
/// slice with the number of its positions.
pub fn build(
    game: &dyn EgdbGame,
    folder: &Path,
    pieces: u8,
    threads: ThreadPool,
    on_slice: &mut dyn FnMut(usize),
) -> Result<(), EgdbBuildError> {
    let mut solved = SolvedSlices::default();
    for pieces in 2..=pieces {
        let places = EgdbFileKind::ALL.map(|kind| table_path(game, folder, pieces, kind));
        if let Some(_lock) = lock_unfinished(&places)? {
            let parts = places.each_ref().map(|place| part_path(place));
            let mut outputs = [open_part(&parts[0])?, open_part(&parts[1])?];
            resume(game, &parts, &mut outputs, &mut solved, on_slice)?;
            build_files(game, &parts, &mut outputs, pieces, &mut solved, threads, on_slice)?;
            for (part, place) in parts.iter().zip(&places) {
                fs::rename(part, place).map_err(|error| failed(place, error))?;
            }
            continue;
        }
        let bytes = fs::read(&places[0]).map_err(|error| failed(&places[0], error))?;
        let contents = read_contents(game, &places[0], &bytes, EgdbFileKind::Values)?;
        if let Some(error) = contents.error {
            return Err(failed(&places[0], error));
        }
        let sections = &contents.sections;
        insert_sections(game, &places[0], &bytes, sections, &mut solved, on_slice)?;
    }
    Ok(())
}

/// Continues the two files of a number of pieces, slice by slice, until they are complete.
fn build_files(
    game: &dyn EgdbGame,
    parts: &[PathBuf; 2],
    outputs: &mut [File; 2],
    pieces: u8,
    solved: &mut SolvedSlices,
    threads: ThreadPool,
    on_slice: &mut dyn FnMut(usize),
) -> Result<(), EgdbBuildError> {
    let mut write = |kind: usize, section: &[u8]| {
        let written = outputs[kind].write_all(section);
        written.map_err(|error| failed(&parts[kind], error))
    };
    for slice in slices(pieces) {
        if solved.get(slice).is_some() && solved.get(slice.turned()).is_some() {
            continue;
        }
        let pair = SlicePair::new(game, slice, solved);
        let solution = retrograde::solve(&pair, threads)?;
        for (index, first) in pair.into_indexes() {
            // An interrupted build may have written one of the two.
            if solved.get(index.slice).is_some() {
                continue;
            }
            let (values, content) = pack_slice(game, &index, &solution, first);
            let sections = content.map(|content| file::section(Some(index.slice), &content));
            write(1, &sections[1])?;
            write(0, &sections[0])?;
            on_slice(index.size());
            solved.insert(SliceValues::new(index, values));
        }
    }
    for kind in [1, 0] {
        write(kind, &file::section(None, &[]))?;
    }
    for (output, part) in outputs.iter().zip(parts) {
        output.sync_all().map_err(|error| failed(part, error))?;
    }
    Ok(())
}

/// The values of a slice for the solver, and the compressed values and distances for the files.
fn pack_slice(
    game: &dyn EgdbGame,
    index: &SliceIndex,
    solution: &Solution,
    first: usize,
) -> (impl Iterator<Item = Outcome> + use<>, [Vec<u8>; 2]) {
    let mut values = Vec::with_capacity(index.size());
    let mut distances = Vec::with_capacity(index.size());
    for pieces in index.boards(0..index.size()) {
        let quiet = !game.has_capture(pieces);
        let (value, plies) = solution.value(first + values.len());
        distances.push((quiet && value == Outcome::Win).then_some(plies));
        values.push(quiet.then_some(value));
    }
    let content = [pack::pack(&values), distance::pack(&distances)];
    let values = values.into_iter().map(|value| value.unwrap_or(Outcome::Draw));
    (values, content)
}

/// Reads the temporary files, new ones or those of an interrupted build. Slices that are complete in both
/// files are kept; what follows them is cut off.
fn resume(
    game: &dyn EgdbGame,
    parts: &[PathBuf; 2],
    outputs: &mut [File; 2],
    solved: &mut SolvedSlices,
    on_slice: &mut dyn FnMut(usize),
) -> Result<(), EgdbBuildError> {
    let mut whole = Vec::new();
    let files = EgdbFileKind::ALL.into_iter().zip(parts);
    for ((kind, part), output) in files.zip(outputs.iter_mut()) {
        let mut bytes = Vec::new();
        let read = output.read_to_end(&mut bytes);
        read.map_err(|error| failed(part, error))?;
        // Without a complete header there are no sections.
        let sections = if bytes.len() < file::header(game.rules().name, kind).len() {
            Vec::new()
        } else {
            read_contents(game, part, &bytes, kind)?.sections
        };
        whole.push((bytes, sections));
    }
    let count = whole.iter().map(|(_, sections)| sections.len()).min();
    let count = count.unwrap_or(0);
    for (number, kind) in EgdbFileKind::ALL.into_iter().enumerate() {
        let header = file::header(game.rules().name, kind);
        let sections = &whole[number].1[..count];
        let end = sections.last().map_or(header.len(), |last| last.content.end);
        let output = &mut outputs[number];
        let io_failed = |error| failed(&parts[number], error);
        match count {
            0 => output.set_len(0).and_then(|()| output.write_all(&header)).map_err(io_failed)?,
            _ => output.set_len(end as u64).map_err(io_failed)?,
        }
    }
    let (bytes, sections) = &whole[0];
    insert_sections(game, &parts[0], bytes, &sections[..count], solved, on_slice)
}

fn all_exist(places: &[PathBuf; 2]) -> bool {
    places.iter().all(|place| place.exists())
}

/// Locks the files; `None` if they are finished.
fn lock_unfinished(places: &[PathBuf; 2]) -> Result<Option<FileLock>, EgdbBuildError> {
    if all_exist(places) {
        return Ok(None);
    }
    let lock = FileLock::new(&places[0]).map_err(EgdbBuildError::Lock)?;
    // Another run may have finished them a moment before.
    Ok((!all_exist(places)).then_some(lock))
}

/// Opens a temporary file.
fn open_part(part: &Path) -> Result<File, EgdbBuildError> {
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(part);
    file.map_err(|error| failed(part, error))
}

/// Adds the values in sections of a file to the solved slices.
fn insert_sections(
    game: &dyn EgdbGame,
    path: &Path,
    bytes: &[u8],
    sections: &[file::EgdbSection],
    solved: &mut SolvedSlices,
    on_slice: &mut dyn FnMut(usize),
) -> Result<(), EgdbBuildError> {
    for section in sections {
        let index = SliceIndex::new(game.width(), section.slice);
        let content = &bytes[section.content.clone()];
        let packed = PackedValues::new(content, index.size());
        let damaged = EgdbFileError::Damaged(section.content.start);
        let packed = packed.ok_or_else(|| failed(path, damaged))?;
        on_slice(index.size());
        solved.insert(SliceValues::new(index, packed.values_from_block(0)));
    }
    Ok(())
}

/// The temporary name of a file during its build.
fn part_path(place: &Path) -> PathBuf {
    let mut name = place.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

fn read_contents(
    game: &dyn EgdbGame,
    path: &Path,
    bytes: &[u8],
    kind: EgdbFileKind,
) -> Result<file::EgdbFileContents, EgdbBuildError> {
    file::read(bytes, game.rules().name, kind).map_err(|error| failed(path, error))
}

fn failed(path: &Path, why: impl Into<EgdbFolderProblem>) -> EgdbBuildError {
    EgdbFolderError { path: path.to_owned(), why: why.into() }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_files_are_not_built_again() {
        let folder = tempfile::tempdir().unwrap();
        let places = ["a.wdl", "a.dtc"].map(|name| folder.path().join(name));
        assert!(lock_unfinished(&places).unwrap().is_some());
        fs::write(&places[0], "whole").unwrap();
        let lock = lock_unfinished(&places).unwrap();
        assert!(lock.is_some());
        let busy = lock_unfinished(&places);
        let is_busy = matches!(busy, Err(EgdbBuildError::Lock(FileLockError::Busy(_))));
        assert!(is_busy, "{busy:?}");
        fs::write(&places[1], "whole").unwrap();
        assert!(lock_unfinished(&places).unwrap().is_none());
        drop(lock);
        assert!(lock_unfinished(&places).unwrap().is_none());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }
}
