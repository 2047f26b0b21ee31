//! Opening books in the binary format of Polyglot (Fabien Letouzey, 2004).

use super::BookSize;
use super::book_move::{BookMove, merge_moves};
use std::cmp::Reverse;

/// A Polyglot book: records of 16 bytes, big-endian, sorted by key.
///
/// A record consists of the key of a position (8 bytes), a move (2), its weight (2), and learning data (4, not used).
/// Keys and codes of moves are those of the format, not those of [`Game`](crate::game::Game).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolyglotBook {
    /// In the order of the file.
    pub records: Vec<BookMove>,
}

/// The size of a record in bytes.
const SIZE: usize = 16;

impl PolyglotBook {
    /// Reads the content of a file.
    ///
    /// # Errors
    /// The file ends within a record, or the records are not sorted by key.
    pub fn new(bytes: &[u8]) -> Result<PolyglotBook, String> {
        let (records, rest) = bytes.as_chunks::<SIZE>();
        if !rest.is_empty() {
            return Err(format!("found {} bytes; expected a multiple of 16, the size of a record", bytes.len()));
        }
        let read = |record: &[u8; SIZE]| {
            let number = u128::from_be_bytes(*record);
            BookMove {
                key: (number >> 64) as u64,
                code: (number >> 48) as u16,
                weight: u32::from((number >> 32) as u16),
            }
        };
        let records: Vec<BookMove> = records.iter().map(read).collect();
        match records.windows(2).position(|pair| pair[1].key < pair[0].key) {
            Some(before) => {
                Err(format!("the key of record {} is less than the one before it; expected keys in order", before + 2))
            }
            None => Ok(PolyglotBook { records }),
        }
    }

    /// A book of these moves, with the keys and codes of the format. The weights of equal moves add up; the greatest
    /// weight of a position comes first.
    pub fn from_moves(moves: Vec<BookMove>) -> PolyglotBook {
        PolyglotBook { records: merge_moves(moves) }
    }

    /// Whether the content of a file looks like a Polyglot book rather than text.
    pub fn is_binary(bytes: &[u8]) -> bool {
        // The learning data are mostly zeros, and text has no zeros.
        bytes.contains(&0)
    }

    /// The content of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let record = |mv: &BookMove| {
            let (key, code) = (u128::from(mv.key), u128::from(mv.code));
            (key << 64 | code << 48 | u128::from(mv.weight) << 32).to_be_bytes()
        };
        self.records.iter().flat_map(record).collect()
    }

    /// The size of the book.
    pub fn size(&self) -> BookSize {
        let positions = self.records.chunk_by(|one, other| one.key == other.key);
        BookSize { positions: positions.count(), moves: self.records.len() }
    }

    /// Whether there are records with this key.
    pub fn has_key(&self, wanted: u64) -> bool {
        self.records.binary_search_by_key(&wanted, |record| record.key).is_ok()
    }

    /// The moves with the key `wanted`, each with the sum of its weights, the greatest first.
    ///
    /// `decode` gives the legal move of a code; records of illegal moves are left out.
    pub fn moves<M: PartialEq>(&self, wanted: u64, decode: impl Fn(u16) -> Option<M>) -> Vec<(M, u16)> {
        let first = self.records.partition_point(|record| record.key < wanted);
        let mut moves: Vec<(M, u16)> = Vec::new();
        for record in self.records[first..].iter().take_while(|record| record.key == wanted) {
            let Some(mv) = decode(record.code) else { continue };
            let weight = record.weight as u16;
            match moves.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, sum)) => *sum = sum.saturating_add(weight),
                None => moves.push((mv, weight)),
            }
        }
        moves.sort_by_key(|&(_, weight)| Reverse(weight));
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::{BookMove, BookSize, PolyglotBook};

    fn record(key: u64, code: u16, weight: u16) -> [u8; 16] {
        let number = u128::from(key) << 64 | u128::from(code) << 48 | u128::from(weight) << 32;
        number.to_be_bytes()
    }

    #[test]
    fn moves_are_found_by_key() {
        let file = [record(1, 7, 2), record(5, 8, 1), record(5, 9, 2), record(5, 9, 1), record(u64::MAX, 1, 1)];
        let book = PolyglotBook::new(&file.concat()).unwrap();
        assert_eq!(book.size().moves, 5);
        assert_eq!(book.moves(5, Some), [(9, 3), (8, 1)]);
        assert_eq!(book.moves(5, |code| (code == 9).then_some(code)), [(9, 3)]);
        assert_eq!(book.moves(u64::MAX, Some), [(1, 1)]);
        assert_eq!(book.moves(0, Some), []);
    }

    #[test]
    fn what_is_written_reads_back() {
        let moves = [(5, 9, 1), (1, 7, 2), (5, 8, 3), (5, 9, 1), (u64::MAX, 1, 0)];
        let moves = moves.map(|(key, code, weight)| BookMove { key, code, weight });
        let book = PolyglotBook::from_moves(moves.to_vec());
        let expected = [record(1, 7, 2), record(5, 8, 3), record(5, 9, 2), record(u64::MAX, 1, 0)];
        assert_eq!(book.bytes(), expected.concat());
        assert_eq!(PolyglotBook::new(&book.bytes()).as_ref(), Ok(&book));
        assert_eq!(PolyglotBook::from_moves(book.records.clone()), book);
        let size = BookSize { positions: 3, moves: 4 };
        assert_eq!(book.size(), size);
        assert!(book.has_key(5) && !book.has_key(6));
    }

    #[test]
    fn a_text_is_told_from_records() {
        assert!(PolyglotBook::is_binary(&record(0x4142_4344_4546_4748, 0x4142, 0x4142)));
        assert!(!PolyglotBook::is_binary(b"Ruy L\xf3pez: e4 e5"));
        assert!(!PolyglotBook::is_binary("Ruy López: e4 e5".as_bytes()));
        assert!(!PolyglotBook::is_binary(b""));
    }

    #[test]
    fn broken_files_are_refused() {
        assert!(PolyglotBook::new(&[]).unwrap().bytes().is_empty());
        assert!(PolyglotBook::new(&[0; 17]).unwrap_err().starts_with("found 17 bytes;"));
        let file = [record(1, 0, 1), record(3, 0, 1), record(2, 0, 1)].concat();
        assert!(PolyglotBook::new(&file).unwrap_err().starts_with("the key of record 3 is less"));
    }
}
