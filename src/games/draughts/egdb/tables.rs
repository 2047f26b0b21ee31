//! Endgame tables for probing, and loading those of a folder.

use super::blocks::BLOCK_SIZE;
use super::board::{EgdbBoard, EgdbPieces, ValueLookup};
use super::file::{self, EgdbFileKind};
use super::game::EgdbGame;
use super::index::{EgdbSlice, SliceIndex};
use super::pack::{PackedDistances, PackedValues};
use super::solve;
use crate::game::Outcome;
use crate::games::draughts::DraughtsVariant;
use crate::system::{self, error_words::explain};
use memmap2::Mmap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// The bytes of a table, embedded or in a memory-mapped file.
#[derive(Clone, Debug)]
pub enum EgdbBytes {
    /// Embedded in the program.
    Embedded(&'static [u8]),
    /// A part of a memory-mapped file.
    Mapped(Arc<Mmap>, Range<usize>),
}

impl AsRef<[u8]> for EgdbBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match self {
            EgdbBytes::Embedded(bytes) => bytes,
            EgdbBytes::Mapped(map, range) => &map[range.clone()],
        }
    }
}

impl EgdbBytes {
    /// A part of these bytes.
    fn part(&self, range: Range<usize>) -> EgdbBytes {
        match self {
            EgdbBytes::Embedded(bytes) => EgdbBytes::Embedded(&bytes[range]),
            EgdbBytes::Mapped(map, all) => {
                EgdbBytes::Mapped(Arc::clone(map), all.start + range.start..all.start + range.end)
            }
        }
    }
}

/// The table of a slice.
#[derive(Debug)]
pub struct EgdbTable {
    /// The index of the positions.
    pub index: SliceIndex,
    /// The values of the positions.
    pub values: PackedValues<EgdbBytes>,
    /// The distances of the won positions to conversion, if a file has them.
    pub distances: Option<PackedDistances<EgdbBytes>>,
}

impl EgdbTable {
    /// The boards of a range of numbers with their stored values. The values of boards with a capture are meaningless. The
    /// range must begin at a block boundary.
    pub fn boards(&self, range: Range<usize>) -> impl Iterator<Item = (EgdbPieces, Outcome)> {
        debug_assert_eq!(range.start % BLOCK_SIZE, 0);
        let values = self.values.values_from_block(range.start / BLOCK_SIZE);
        self.index.boards(range).zip(values)
    }
}

/// Endgame tables: those of many slices.
#[derive(Default, Debug)]
pub struct Egdb {
    /// Indexed by the codes of the slices; empty if there are no tables.
    tables: Vec<Option<Box<EgdbTable>>>,
    max_pieces: u32,
    /// The name of the game, if there are tables.
    game: Option<&'static str>,
}

impl Egdb {
    /// Adds the values in a file of a game.
    pub fn add(&mut self, game: &dyn EgdbGame, bytes: EgdbBytes) -> Result<(), String> {
        for (slice, part, offset) in parts(game, bytes, EgdbFileKind::Values)? {
            let index = SliceIndex::new(game.width(), slice);
            let values = PackedValues::new(part, index.size()).ok_or_else(|| file::damaged(offset))?;
            self.tables.resize_with(EgdbSlice::CODES, || None);
            self.tables[slice.code()] = Some(Box::new(EgdbTable { index, values, distances: None }));
        }
        self.max_pieces = self.count_max_pieces();
        self.game = Some(game.rules().name);
        Ok(())
    }

    /// Adds the distances in a file; the values must have been added before.
    pub fn add_distances(&mut self, game: &dyn EgdbGame, bytes: EgdbBytes) -> Result<(), String> {
        for (slice, part, offset) in parts(game, bytes, EgdbFileKind::Distances)? {
            if let Some(Some(table)) = self.tables.get_mut(slice.code()) {
                let distances = PackedDistances::new(part, table.index.size());
                table.distances = Some(distances.ok_or_else(|| file::damaged(offset))?);
            }
        }
        Ok(())
    }

    /// The table of a slice.
    #[inline]
    pub fn table(&self, slice: EgdbSlice) -> Option<&EgdbTable> {
        self.tables.get(slice.code())?.as_deref()
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = &EgdbTable> {
        self.tables.iter().flatten().map(AsRef::as_ref)
    }

    /// The value of a board for the side to move; `None` if it has more pieces than the tables.
    pub fn probe<V: DraughtsVariant>(&self, board: &EgdbBoard<V>) -> Option<Outcome> {
        let [own, their] = [board.pieces.own, board.pieces.their].map(|side| side.all().count());
        (own + their <= self.max_pieces).then(|| board.value(self))
    }

    /// The distance to conversion of a won or lost board, in plies, if the winner plays for the shortest and the
    /// loser for the longest distance. `None` if the board is drawn or its distance is unknown.
    pub fn distance<V: DraughtsVariant>(&self, board: &EgdbBoard<V>) -> Option<u8> {
        match self.probe(board)? {
            Outcome::Draw => None,
            _ if board.has_capture() => Some(1),
            Outcome::Win => self.stored_win_distance(board),
            Outcome::Loss => {
                let mut longest = Some(0);
                board.for_each_move(|mv| {
                    let distance = if board.promotes(mv) { Some(0) } else { self.win_distance(&board.play(mv)) };
                    longest = longest.zip(distance).map(|(one, other)| one.max(other.saturating_add(1)));
                });
                longest
            }
        }
    }

    /// The distance of a won board; `None` for others. Damaged tables may call all boards of a cycle lost, so a lost board asks for no
    /// distance of another lost one.
    fn win_distance<V: DraughtsVariant>(&self, board: &EgdbBoard<V>) -> Option<u8> {
        match self.probe(board)? {
            Outcome::Win if board.has_capture() => Some(1),
            Outcome::Win => self.stored_win_distance(board),
            _ => None,
        }
    }

    /// The stored distance of a won board without a capture.
    fn stored_win_distance<V: DraughtsVariant>(&self, board: &EgdbBoard<V>) -> Option<u8> {
        let table = self.table(EgdbSlice::of(&board.pieces))?;
        let distances = table.distances.as_ref()?;
        let number = table.index.number(&board.pieces);
        let block = number / BLOCK_SIZE;
        let won = table.values.block(block).into_iter().map(|value| value == Outcome::Win);
        let boards = table.index.boards(block * BLOCK_SIZE..number).zip(won);
        let before = boards.filter(|&(pieces, won)| won && !board.with(pieces).has_capture());
        Some(distances.distance(block, before.count()))
    }

    /// The name of the game, if there are tables.
    pub fn game(&self) -> Option<&'static str> {
        self.game
    }

    /// The largest number of pieces, of both sides together, up to which the tables are complete.
    pub fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    fn count_max_pieces(&self) -> u32 {
        let whole = |pieces: &u8| {
            let slices = solve::slices(*pieces);
            slices.into_iter().flat_map(|slice| [slice, slice.turned()]).all(|slice| self.table(slice).is_some())
        };
        (2..).take_while(whole).last().unwrap_or(0).into()
    }
}

/// The slices of a file with their contents and the places in the file where these begin.
fn parts(
    game: &dyn EgdbGame,
    bytes: EgdbBytes,
    kind: EgdbFileKind,
) -> Result<Vec<(EgdbSlice, EgdbBytes, usize)>, String> {
    let contents = file::read(bytes.as_ref(), game.rules().name, kind)?;
    if let Some(error) = contents.error {
        return Err(error);
    }
    let part = |section: file::EgdbSection| {
        let start = section.content.start;
        (section.slice, bytes.part(section.content), start)
    };
    Ok(contents.sections.into_iter().map(part).collect())
}

impl ValueLookup for Egdb {
    #[inline]
    fn value_of_quiet(&self, pieces: &EgdbPieces) -> Outcome {
        match self.table(EgdbSlice::of(pieces)) {
            Some(table) => table.values.value(table.index.number(pieces)),
            None => Outcome::Draw,
        }
    }
}

/// An error in a file of a folder.
#[derive(Debug, Error)]
#[error("'{}': {why}", path.display())]
pub struct EgdbFolderError {
    /// The file.
    pub path: PathBuf,
    /// The cause.
    pub why: EgdbFolderProblem,
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum EgdbFolderProblem {
    /// The system cannot read it.
    #[error("{}", explain(.0))]
    Io(#[from] io::Error),
    /// The content is wrong.
    #[error("{0}")]
    File(String),
}

/// The largest number of pieces that tables can have.
pub const MAX_TABLE_PIECES: u8 = 7;

/// The path of the file with the tables of a number of pieces.
pub fn table_path(game: &dyn EgdbGame, folder: &Path, pieces: u8, kind: EgdbFileKind) -> PathBuf {
    folder.join(format!("{}-{pieces}.{}", game.rules().name, kind.extension()))
}

impl Egdb {
    /// Adds the tables of a folder to those that the program has. Returns the number of files with values that were added.
    ///
    /// # Errors
    /// A file cannot be read, or the values of fewer pieces are missing.
    pub fn add_folder(&mut self, game: &dyn EgdbGame, folder: &Path) -> Result<usize, EgdbFolderError> {
        let mut files = 0;
        for pieces in 2..=MAX_TABLE_PIECES {
            let [values, distances] = EgdbFileKind::ALL.map(|kind| table_path(game, folder, pieces, kind));
            if !values.exists() {
                continue;
            }
            if u32::from(pieces) > self.max_pieces().max(1) + 1 {
                let missing = table_path(game, folder, pieces - 1, EgdbFileKind::Values);
                let why = EgdbFolderProblem::File(format!("not found, and needed for those of {pieces} pieces"));
                return Err(EgdbFolderError { path: missing, why });
            }
            files += 1;
            self.add_file(game, values, Egdb::add)?;
            if distances.exists() {
                self.add_file(game, distances, Egdb::add_distances)?;
            }
        }
        Ok(files)
    }

    fn add_file(
        &mut self,
        game: &dyn EgdbGame,
        path: PathBuf,
        add: fn(&mut Self, &dyn EgdbGame, EgdbBytes) -> Result<(), String>,
    ) -> Result<(), EgdbFolderError> {
        let map = system::map_file(&path).map_err(EgdbFolderProblem::from);
        let added = map.and_then(|map| {
            let size = map.len();
            add(self, game, EgdbBytes::Mapped(Arc::new(map), 0..size)).map_err(EgdbFolderProblem::File)
        });
        added.map_err(|why| EgdbFolderError { path, why })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::egdb::pack::pack;
    use crate::games::draughts::{DraughtsPosition, English};

    /// The checksums of a file may be right and its values wrong.
    #[test]
    fn boards_that_are_all_called_lost_have_no_distance() {
        let mut bytes = file::header("english", EgdbFileKind::Values);
        for slice in solve::slices(2).into_iter().flat_map(|slice| [slice, slice.turned()]) {
            let size = SliceIndex::new(EgdbGame::width(&English), slice).size();
            bytes.extend(file::section(Some(slice), &pack(&vec![Some(Outcome::Loss); size])));
        }
        bytes.extend(file::section(None, &[]));
        let mut tables = Egdb::default();
        tables.add(&English, EgdbBytes::Embedded(bytes.leak())).unwrap();
        let board = EgdbBoard::of(&DraughtsPosition::parse(English, "W:WK1:BK32").unwrap());
        assert_eq!((tables.probe(&board), tables.distance(&board)), (Some(Outcome::Loss), None));
    }
}
