//! Endgame tables for probing.

use super::blocks::BLOCK_SIZE;
use super::board::EgdbBoard;
use super::distance::PackedDistances;
use super::file::{self, EgdbFileError, EgdbFileKind};
use super::index::{EgdbSlice, SliceIndex};
use super::pack::PackedValues;
use super::solve;
use super::values::ValueLookup;
use crate::game::Outcome;
use crate::games::draughts::DraughtsVariant;
use memmap2::Mmap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

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
pub struct EgdbTable<V> {
    /// The index of the positions.
    pub index: SliceIndex<V>,
    /// The values of the positions.
    pub values: PackedValues<EgdbBytes>,
    /// The distances of the won positions to conversion, if a file has them.
    pub distances: Option<PackedDistances<EgdbBytes>>,
}

impl<V: DraughtsVariant> EgdbTable<V> {
    /// Passes the boards of a range of numbers with their stored values to `listener`. The values of boards with
    /// a capture are meaningless. The range must begin at a block boundary.
    pub fn walk(&self, range: Range<usize>, mut listener: impl FnMut(EgdbBoard<V>, Outcome)) {
        debug_assert_eq!(range.start % BLOCK_SIZE, 0);
        let mut values = self.values.values_from_block(range.start / BLOCK_SIZE);
        self.index.walk(range, |board| {
            let value = values.next();
            listener(board, value.expect("a value for every board"));
        });
    }
}

/// Endgame tables: those of many slices.
#[derive(Debug)]
pub struct Egdb<V> {
    /// Indexed by the codes of the slices; empty if there are no tables.
    tables: Vec<Option<Box<EgdbTable<V>>>>,
    max_pieces: u32,
    /// The game, if there are tables.
    variant: Option<V>,
}

impl<V: DraughtsVariant> Default for Egdb<V> {
    fn default() -> Self {
        Egdb { tables: Vec::new(), max_pieces: 0, variant: None }
    }
}

impl<V: DraughtsVariant> Egdb<V> {
    /// Adds the values in a file of a game.
    pub fn add(&mut self, variant: V, bytes: EgdbBytes) -> Result<(), EgdbFileError> {
        for (slice, part, place) in parts(variant, bytes, EgdbFileKind::Values)? {
            let index = SliceIndex::new(variant, slice);
            let values = PackedValues::new(part, index.size()).ok_or(EgdbFileError::Damaged(place))?;
            self.tables.resize_with(EgdbSlice::CODES, || None);
            self.tables[slice.code()] = Some(Box::new(EgdbTable { index, values, distances: None }));
        }
        self.max_pieces = self.count_max_pieces();
        self.variant = Some(variant);
        Ok(())
    }

    /// Adds the distances in a file; the values must have been added before.
    pub fn add_distances(&mut self, variant: V, bytes: EgdbBytes) -> Result<(), EgdbFileError> {
        for (slice, part, place) in parts(variant, bytes, EgdbFileKind::Distances)? {
            if let Some(Some(table)) = self.tables.get_mut(slice.code()) {
                let distances = PackedDistances::new(part, table.index.size());
                table.distances = Some(distances.ok_or(EgdbFileError::Damaged(place))?);
            }
        }
        Ok(())
    }

    /// The table of a slice.
    #[inline]
    pub fn table(&self, slice: EgdbSlice) -> Option<&EgdbTable<V>> {
        self.tables.get(slice.code())?.as_deref()
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = &EgdbTable<V>> {
        self.tables.iter().flatten().map(AsRef::as_ref)
    }

    /// The value of a board for the side to move; `None` if it has more pieces than the tables.
    pub fn probe(&self, board: &EgdbBoard<V>) -> Option<Outcome> {
        let pieces = board.own.all().count() + board.their.all().count();
        (pieces <= self.max_pieces).then(|| self.value(board))
    }

    /// The distance to conversion of a won or lost board, in plies, if the winner plays for the shortest and the
    /// loser for the longest distance. `None` if the board is drawn or its distance is unknown.
    pub fn distance(&self, board: &EgdbBoard<V>) -> Option<u8> {
        match self.probe(board)? {
            Outcome::Draw => None,
            _ if board.has_capture() => Some(1),
            Outcome::Win => self.stored_win_distance(board),
            Outcome::Loss => {
                let mut longest = Some(0);
                let _ = board.visit(|mv| {
                    let next = board.play(mv);
                    let distance = if board.promotes(mv) { Some(0) } else { self.distance(&next) };
                    longest = longest.zip(distance).map(|(one, other)| one.max(other + 1));
                    ControlFlow::<()>::Continue(())
                });
                longest
            }
        }
    }

    /// The stored distance of a won board without a capture.
    fn stored_win_distance(&self, board: &EgdbBoard<V>) -> Option<u8> {
        let table = self.table(EgdbSlice::of(board))?;
        let distances = table.distances.as_ref()?;
        let number = table.index.number(board);
        let block = number / BLOCK_SIZE;
        let values = table.values.block(block);
        let mut before = 0;
        let mut next = values.iter();
        table.index.walk(block * BLOCK_SIZE..number, |board| {
            let won = next.next() == Some(&Outcome::Win);
            before += usize::from(won && !board.has_capture());
        });
        Some(distances.distance(block, before))
    }

    /// The game, if there are tables.
    pub fn variant(&self) -> Option<V> {
        self.variant
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
fn parts<V: DraughtsVariant>(
    variant: V,
    bytes: EgdbBytes,
    kind: EgdbFileKind,
) -> Result<Vec<(EgdbSlice, EgdbBytes, usize)>, EgdbFileError> {
    let contents = file::read(bytes.as_ref(), variant.rules().name, kind)?;
    if let Some(error) = contents.error {
        return Err(error);
    }
    let part = |section: file::EgdbSection| {
        let start = section.content.start;
        (section.slice, bytes.part(section.content), start)
    };
    Ok(contents.sections.into_iter().map(part).collect())
}

impl<V: DraughtsVariant> ValueLookup<V> for Egdb<V> {
    #[inline]
    fn value_of_quiet(&self, board: &EgdbBoard<V>) -> Outcome {
        match self.table(EgdbSlice::of(board)) {
            Some(table) => table.values.value(table.index.number(board)),
            None => Outcome::Draw,
        }
    }
}
