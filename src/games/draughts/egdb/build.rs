//! Builds the files of endgame tables, and continues an interrupted build.

use super::blocks::BLOCK_SIZE;
use super::file::{self, EgdbFileContents, EgdbFileKind, EgdbSection};
use super::game::EgdbGame;
use super::index::{EgdbSlice, SliceIndex};
use super::pack::{self, PackedValues};
use super::solve::{SlicePair, memory_needed, slices};
use super::tables::{EgdbFolderError, EgdbFolderProblem, table_path};
use super::values::{SliceValues, SolvedSlices};
use crate::game::Outcome;
use crate::retrograde::{self, Interrupted, Solution, ThreadPool};
use crate::system::available_memory;
use crate::system::file_lock::{FileLock, FileLockError};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a build ended early.
#[derive(Debug, Error)]
pub enum EgdbBuildError {
    /// The build was interrupted. Finished slices are kept.
    #[error("interrupted; the same command continues the build")]
    Interrupted,
    /// There is too little memory.
    #[error("tables of {pieces} pieces take {needed} MiB of memory to build, and {free} MiB are free")]
    Memory {
        /// The largest number of pieces.
        pieces: u8,
        /// MiB that building them takes.
        needed: u64,
        /// MiB that are free.
        free: u64,
    },
    /// The file cannot be locked, for example because another run builds it.
    #[error(transparent)]
    Lock(FileLockError),
    /// The system cannot read or write a file, or an existing file has the wrong content.
    #[error(transparent)]
    File(#[from] EgdbFolderError),
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
    let paths = |pieces| EgdbFileKind::ALL.map(|kind| table_path(game, folder, pieces, kind));
    if !are_finished(&paths(pieces)) {
        let needed = memory_needed(game.width(), pieces);
        if let Some(free) = available_memory().filter(|&free| free < needed) {
            return Err(EgdbBuildError::Memory { pieces, needed: needed >> 20, free: free >> 20 });
        }
    }
    let mut build = EgdbBuild { game, pieces, solved: SolvedSlices::default(), on_slice };
    for pieces in 2..=pieces {
        let paths = paths(pieces);
        if let Some(_lock) = lock_unfinished(&paths)? {
            undo_half_rename(&paths)?;
            let mut parts = [PartFile::open(&paths[0])?, PartFile::open(&paths[1])?];
            build.resume(&mut parts)?;
            build.complete(&mut parts, pieces, threads)?;
            for (part, path) in parts.iter().zip(&paths) {
                fs::rename(&part.path, path).map_err(|error| failed(path, error))?;
            }
            continue;
        }
        let bytes = fs::read(&paths[0]).map_err(|error| failed(&paths[0], error))?;
        let contents = build.read_contents(&paths[0], &bytes, EgdbFileKind::Values)?;
        if let Some(error) = contents.error {
            return Err(wrong(&paths[0], error));
        }
        contents.sections.iter().try_for_each(|section| build.insert_section(&paths[0], &bytes, section))?;
    }
    Ok(())
}

/// What a build has solved so far.
struct EgdbBuild<'a> {
    game: &'a dyn EgdbGame,
    /// The largest number of pieces.
    pieces: u8,
    solved: SolvedSlices,
    on_slice: &'a mut dyn FnMut(usize),
}

impl EgdbBuild<'_> {
    /// Continues the two files of a number of pieces, slice by slice, until they are complete.
    fn complete(&mut self, parts: &mut [PartFile; 2], pieces: u8, threads: ThreadPool) -> Result<(), EgdbBuildError> {
        for slice in slices(pieces) {
            self.drop_unneeded_before(slice);
            if self.solved.get(slice).is_some() && self.solved.get(slice.turned()).is_some() {
                continue;
            }
            let pair = SlicePair::new(self.game, slice, &self.solved);
            let solution = retrograde::solve(&pair, threads).map_err(|Interrupted| EgdbBuildError::Interrupted)?;
            for (index, first) in pair.into_indexes() {
                // An interrupted build may have written one of the two.
                if self.solved.get(index.slice).is_some() {
                    continue;
                }
                let (values, content) = self.pack(&index, &solution, first);
                let sections = content.map(|content| file::section(Some(index.slice), &content));
                parts[1].change(|output| output.write_all(&sections[1]))?;
                parts[0].change(|output| output.write_all(&sections[0]))?;
                (self.on_slice)(index.size());
                let values = values.into_iter().map(|value| value.unwrap_or(Outcome::Draw));
                self.solved.insert(SliceValues::new(index, values));
            }
        }
        for part in parts.iter_mut().rev() {
            part.change(|output| output.write_all(&file::section(None, &[])))?;
        }
        parts.iter_mut().try_for_each(|part| part.change(|output| output.sync_all()))
    }

    /// The values of a slice (`None` for positions with a capture), and the compressed values and distances for the files.
    fn pack(&self, index: &SliceIndex, solution: &Solution, first: usize) -> (Vec<Option<Outcome>>, [Vec<u8>; 2]) {
        let quiet = |pieces| !self.game.has_capture(pieces);
        let boards = index.boards(0..index.size()).zip(first..);
        let values: Vec<_> = boards.map(|(pieces, at)| quiet(pieces).then(|| solution.value(at).0)).collect();
        let distances = (first..).step_by(BLOCK_SIZE).zip(values.chunks(BLOCK_SIZE)).map(|(start, values)| {
            let won = (start..).zip(values).filter(|(_, value)| **value == Some(Outcome::Win));
            won.map(|(at, _)| solution.value(at).1)
        });
        let content = [pack::pack(&values), pack::pack_distances(distances)];
        (values, content)
    }

    /// Reads the temporary files, new ones or those of an interrupted build. Slices that are complete in both
    /// files are kept; what follows them is cut off.
    fn resume(&mut self, parts: &mut [PartFile; 2]) -> Result<(), EgdbBuildError> {
        let mut whole = Vec::new();
        for (kind, part) in EgdbFileKind::ALL.into_iter().zip(&mut *parts) {
            let (header, mut bytes) = (file::header(self.game.rules().name, kind), Vec::new());
            part.change(|output| output.read_to_end(&mut bytes))?;
            // Without a complete header there are no sections.
            let sections = if bytes.len() < header.len() {
                Vec::new()
            } else {
                self.read_contents(&part.path, &bytes, kind)?.sections
            };
            whole.push((header, bytes, sections));
        }
        let count = whole.iter().map(|(_, _, sections)| sections.len()).min().unwrap_or(0);
        for (part, (header, _, sections)) in parts.iter_mut().zip(&whole) {
            let end = sections[..count].last().map_or(0, |last| last.content.end as u64);
            part.change(|output| {
                output.set_len(end)?;
                output.seek(SeekFrom::Start(end))?;
                output.write_all(if end == 0 { header } else { &[] })
            })?;
        }
        let (_, bytes, sections) = &whole[0];
        sections[..count].iter().try_for_each(|section| {
            self.drop_unneeded_before(section.slice);
            self.insert_section(&parts[0].path, bytes, section)
        })
    }

    /// Adds the values in a section of a file to the solved slices.
    fn insert_section(&mut self, path: &Path, bytes: &[u8], section: &EgdbSection) -> Result<(), EgdbBuildError> {
        let index = SliceIndex::new(self.game.width(), section.slice);
        let packed = PackedValues::new(&bytes[section.content.clone()], index.size());
        let packed = packed.ok_or_else(|| wrong(path, file::damaged(section.content.start)))?;
        (self.on_slice)(index.size());
        self.solved.insert(SliceValues::new(index, packed.values_from_block(0)));
        Ok(())
    }

    /// Frees the memory of values that neither a slice nor those after it ask for. A promotion takes one man away, and
    /// captures lead to fewer pieces.
    fn drop_unneeded_before(&mut self, slice: EgdbSlice) {
        if slice.pieces() == self.pieces {
            self.solved.drop_values(|solved| solved.pieces() == self.pieces && solved.men() + 1 < slice.men());
        }
    }

    fn read_contents(&self, path: &Path, bytes: &[u8], kind: EgdbFileKind) -> Result<EgdbFileContents, EgdbBuildError> {
        file::read(bytes, self.game.rules().name, kind).map_err(|error| wrong(path, error))
    }
}

/// The temporary file of a table during its build.
struct PartFile {
    path: PathBuf,
    file: File,
}

impl PartFile {
    fn open(path: &Path) -> Result<PartFile, EgdbBuildError> {
        let path = path.with_added_extension("part");
        // A file that is opened for appending cannot be truncated on Windows.
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| failed(&path, error))?;
        Ok(PartFile { path, file })
    }

    /// Reads or changes the file.
    fn change<T>(&mut self, action: impl FnOnce(&mut File) -> io::Result<T>) -> Result<T, EgdbBuildError> {
        action(&mut self.file).map_err(|error| failed(&self.path, error))
    }
}

/// Locks the files; `None` if they are finished.
fn lock_unfinished(paths: &[PathBuf; 2]) -> Result<Option<FileLock>, EgdbBuildError> {
    if are_finished(paths) {
        return Ok(None);
    }
    let lock = FileLock::new(&paths[0]).map_err(EgdbBuildError::Lock)?;
    // Another run may have finished them a moment before.
    Ok((!are_finished(paths)).then_some(lock))
}

/// Where a build ended after it had renamed only the first of two complete files, gives that its name back.
fn undo_half_rename(paths: &[PathBuf; 2]) -> Result<(), EgdbBuildError> {
    let [values, distances] = paths.each_ref().map(|path| path.with_added_extension("part"));
    if paths[0].exists() && !values.exists() && distances.exists() {
        fs::rename(&paths[0], &values).map_err(|error| failed(&values, error))?;
    }
    Ok(())
}

fn are_finished(paths: &[PathBuf; 2]) -> bool {
    paths.iter().all(|path| path.exists())
}

fn failed(path: &Path, why: impl Into<EgdbFolderProblem>) -> EgdbBuildError {
    EgdbFolderError { path: path.to_owned(), why: why.into() }.into()
}

fn wrong(path: &Path, why: String) -> EgdbBuildError {
    failed(path, EgdbFolderProblem::File(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_files_are_not_built_again() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a.wdl", "a.dtc"].map(|name| folder.path().join(name));
        assert!(lock_unfinished(&paths).unwrap().is_some());
        fs::write(&paths[0], "whole").unwrap();
        let lock = lock_unfinished(&paths).unwrap();
        assert!(lock.is_some());
        let busy = lock_unfinished(&paths);
        assert!(matches!(busy, Err(EgdbBuildError::Lock(FileLockError::Busy(_)))), "{busy:?}");
        fs::write(&paths[1], "whole").unwrap();
        assert!(lock_unfinished(&paths).unwrap().is_none());
        drop(lock);
        assert!(lock_unfinished(&paths).unwrap().is_none());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }
}
