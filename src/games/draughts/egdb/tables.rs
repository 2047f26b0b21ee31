//! Endgame tables as the search asks them.

use super::blocks::BLOCK;
use super::board::Board;
use super::distance::Distances;
use super::file::{self, FileError, Kind};
use super::index::{Index, Slice};
use super::pack::Packed;
use super::solve;
use super::values::Oracle;
use crate::game::Outcome;
use crate::games::draughts::Variant;
use memmap2::Mmap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

/// Bytes of a table, wherever they are.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// In the program.
    Embedded(&'static [u8]),
    /// In a file.
    Mapped(Arc<Mmap>, Range<usize>),
}

impl AsRef<[u8]> for Bytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Embedded(bytes) => bytes,
            Bytes::Mapped(map, range) => &map[range.clone()],
        }
    }
}

impl Bytes {
    /// A part of them.
    fn part(&self, range: Range<usize>) -> Bytes {
        match self {
            Bytes::Embedded(bytes) => Bytes::Embedded(&bytes[range]),
            Bytes::Mapped(map, all) => Bytes::Mapped(
                Arc::clone(map),
                all.start + range.start..all.start + range.end,
            ),
        }
    }
}

/// The values of a slice.
#[derive(Debug)]
pub struct Table<V> {
    /// The numbers of its positions.
    pub index: Index<V>,
    /// Their values.
    pub values: Packed<Bytes>,
    /// How far those that are won are from their conversion, if that is known.
    pub distances: Option<Distances<Bytes>>,
}

impl<V: Variant> Table<V> {
    /// Shows the boards of a range of numbers with the values that are stored, which are those of
    /// boards without a capture; the range begins with a block.
    pub fn walk(&self, range: Range<usize>, mut listener: impl FnMut(Board<V>, Outcome)) {
        debug_assert_eq!(range.start % BLOCK, 0);
        let mut values = self.values.all_from(range.start / BLOCK);
        self.index.walk(range, |board| {
            let value = values.next();
            listener(board, value.expect("a value for every board"));
        });
    }
}

/// Tables of many slices.
#[derive(Debug)]
pub struct Egdb<V> {
    /// By the codes of the slices; empty, if there are none.
    tables: Vec<Option<Box<Table<V>>>>,
    men: u32,
}

impl<V: Variant> Default for Egdb<V> {
    fn default() -> Self {
        Egdb {
            tables: Vec::new(),
            men: 0,
        }
    }
}

impl<V: Variant> Egdb<V> {
    /// Adds the values of a file.
    pub fn add(&mut self, bytes: Bytes) -> Result<(), FileError> {
        for (slice, part, place) in parts::<V>(bytes, Kind::Values)? {
            let index = Index::new(slice);
            let values = Packed::new(part, index.size()).ok_or(FileError::Damaged(place))?;
            self.tables.resize_with(Slice::CODES, || None);
            self.tables[slice.code()] = Some(Box::new(Table {
                index,
                values,
                distances: None,
            }));
        }
        self.men = self.count_men();
        Ok(())
    }

    /// Adds the distances of a file, whose values are there.
    pub fn add_distances(&mut self, bytes: Bytes) -> Result<(), FileError> {
        for (slice, part, place) in parts::<V>(bytes, Kind::Distances)? {
            if let Some(Some(table)) = self.tables.get_mut(slice.code()) {
                let distances = Distances::new(part, table.index.size());
                table.distances = Some(distances.ok_or(FileError::Damaged(place))?);
            }
        }
        Ok(())
    }

    /// The table of a slice.
    #[inline]
    pub fn table(&self, slice: Slice) -> Option<&Table<V>> {
        self.tables.get(slice.code())?.as_deref()
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table<V>> {
        self.tables.iter().flatten().map(AsRef::as_ref)
    }

    /// The value of a board for the side to move, if it and all that its captures lead to are in
    /// the tables.
    pub fn probe(&self, board: &Board<V>) -> Option<Outcome> {
        let pieces = board.own.all().count() + board.their.all().count();
        (pieces <= self.men).then(|| self.value(board))
    }

    /// In how many plies a won or lost board is converted, where both sides know the tables: the
    /// winner hurries, the loser does not. `None` for drawn boards, or where that is not known.
    pub fn distance(&self, board: &Board<V>) -> Option<u8> {
        match self.probe(board)? {
            Outcome::Draw => None,
            _ if board.has_capture() => Some(1),
            Outcome::Win => self.stored_distance(board),
            Outcome::Loss => {
                let mut longest = Some(0);
                let _ = board.visit(|mv| {
                    let next = board.after(mv);
                    let distance = if board.promotes(mv) {
                        Some(0)
                    } else {
                        self.distance(&next)
                    };
                    longest = longest.zip(distance).map(|(one, other)| one.max(other + 1));
                    ControlFlow::<()>::Continue(())
                });
                longest
            }
        }
    }

    /// The distance of a won board without a capture.
    fn stored_distance(&self, board: &Board<V>) -> Option<u8> {
        let table = self.table(Slice::of(board))?;
        let distances = table.distances.as_ref()?;
        let number = table.index.number(board);
        let block = number / BLOCK;
        let values = table.values.block(block);
        let mut before = 0;
        let mut next = values.iter();
        table.index.walk(block * BLOCK..number, |board| {
            let won = next.next() == Some(&Outcome::Win);
            before += usize::from(won && !board.has_capture());
        });
        Some(distances.distance(block, before))
    }

    /// All positions with so many pieces and fewer, on both sides together, are in the tables.
    pub fn men(&self) -> u32 {
        self.men
    }

    fn count_men(&self) -> u32 {
        let whole = |pieces: &u8| {
            let slices = solve::slices(*pieces);
            slices
                .into_iter()
                .flat_map(|slice| [slice, slice.turned()])
                .all(|slice| self.table(slice).is_some())
        };
        (2..).take_while(whole).last().unwrap_or(0).into()
    }
}

/// The slices of a file with their content and where it begins.
fn parts<V: Variant>(bytes: Bytes, kind: Kind) -> Result<Vec<(Slice, Bytes, usize)>, FileError> {
    let contents = file::read(bytes.as_ref(), V::NAME, kind)?;
    if let Some(error) = contents.rest {
        return Err(error);
    }
    let part = |section: file::Section| {
        let start = section.content.start;
        (section.slice, bytes.part(section.content), start)
    };
    Ok(contents.sections.into_iter().map(part).collect())
}

impl<V: Variant> Oracle<V> for Egdb<V> {
    #[inline]
    fn value_of_quiet(&self, board: &Board<V>) -> Outcome {
        match self.table(Slice::of(board)) {
            Some(table) => table.values.value(table.index.number(board)),
            None => Outcome::Draw,
        }
    }
}
