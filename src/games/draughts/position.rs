//! A position: pieces, side to move, and the clock of the draw rule.

use super::geometry::Geometry;
use super::keys::ZobristKeys;
use super::variant::{Colour, DraughtsVariant};
use crate::board::Bitset;
use crate::game::{Key, Side};
use std::marker::PhantomData;
use thiserror::Error;

/// A position of the game `V`. It is always legal.
#[derive(Clone, Copy, Debug)]
pub struct DraughtsPosition<V: DraughtsVariant> {
    /// The pieces of the side to move, men and kings.
    pub(super) us: Bitset,
    /// The pieces of the other side.
    pub(super) them: Bitset,
    /// The kings of both sides.
    pub(super) kings: Bitset,
    pub(super) key: Key,
    pub(super) side_to_move: Side,
    pub(super) reversible: u16,
    pub(super) clock: u16,
    pub(super) variant: PhantomData<V>,
}

/// The parts of a position, not yet checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraughtsSetup {
    /// The colour to move.
    pub to_move: Colour,
    /// The men of White and of Black.
    pub men: [Bitset; 2],
    /// The kings of White and of Black.
    pub kings: [Bitset; 2],
    /// Plies since the last [progress](super::variant::Progress), for the draw rule.
    pub clock: u16,
}

/// Why a setup is no legal position. Squares are given by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum DraughtsSetupError {
    /// Two pieces share a square.
    #[error("two pieces on square {0}; expected one at most")]
    Shared(u8),
    /// A man stands on its king row.
    #[error("a {colour} man on square {square}; expected a king on its king row")]
    ManOnKingRow {
        /// The colour of the man.
        colour: Colour,
        /// Its square.
        square: u8,
    },
    /// A side has more pieces than at the start.
    #[error("{found} {colour} pieces; expected at most {most}")]
    TooMany {
        /// The colour of the pieces.
        colour: Colour,
        /// Their number.
        found: u32,
        /// The largest allowed number.
        most: u8,
    },
    /// The board is empty.
    #[error("no pieces; expected one at least")]
    Empty,
}

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// Checks a setup and makes a position of it.
    ///
    /// # Errors
    /// The setup is no legal position.
    pub fn new(setup: &DraughtsSetup) -> Result<DraughtsPosition<V>, DraughtsSetupError> {
        setup.check::<V>()?;
        let [white, black] = [0, 1].map(|colour| setup.men[colour] | setup.kings[colour]);
        let (us, them) = match setup.to_move {
            Colour::White => (white, black),
            Colour::Black => (black, white),
        };
        let mut position = DraughtsPosition {
            us,
            them,
            kings: setup.kings[0] | setup.kings[1],
            key: Key::default(),
            side_to_move: Self::side_of(setup.to_move),
            reversible: 0,
            clock: setup.clock,
            variant: PhantomData,
        };
        position.key = position.key_from_scratch();
        Ok(position)
    }

    /// The starting position.
    pub(super) fn initial() -> DraughtsPosition<V> {
        let (rows, all) = (V::ROWS_OF_MEN, V::Board::ROWS);
        let setup = DraughtsSetup {
            to_move: V::FIRST,
            men: [V::Board::rows(all - rows, rows), V::Board::rows(0, rows)],
            kings: [Bitset::EMPTY; 2],
            clock: 0,
        };
        Self::new(&setup).expect("the men of the start stand on their own halves")
    }

    /// The parts of this position; [`new`](DraughtsPosition::new) makes the same position of them.
    pub fn setup(&self) -> DraughtsSetup {
        let sides = [Colour::White, Colour::Black].map(Self::side_of);
        DraughtsSetup {
            to_move: Self::colour(self.side_to_move),
            men: sides.map(|side| self.men(side)),
            kings: sides.map(|side| self.kings(side)),
            clock: self.clock,
        }
    }

    /// The same position with colours exchanged and the board turned by 180 degrees.
    pub fn mirrored(&self) -> DraughtsPosition<V> {
        let turned = V::Board::turned;
        let mut mirrored = DraughtsPosition {
            us: turned(self.us),
            them: turned(self.them),
            kings: turned(self.kings),
            side_to_move: !self.side_to_move,
            ..*self
        };
        mirrored.key = mirrored.key_from_scratch();
        mirrored
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitset {
        self.us | self.them
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self) -> Bitset {
        V::Board::BOARD & !self.occupied()
    }

    /// The men and kings of a side.
    #[inline]
    pub fn pieces(&self, side: Side) -> Bitset {
        if side == self.side_to_move {
            self.us
        } else {
            self.them
        }
    }

    /// The men of a side.
    #[inline]
    pub fn men(&self, side: Side) -> Bitset {
        self.pieces(side) & !self.kings
    }

    /// The kings of a side.
    #[inline]
    pub fn kings(&self, side: Side) -> Bitset {
        self.pieces(side) & self.kings
    }

    /// Plies since the last progress. At [`CLOCK_LIMIT`](DraughtsVariant::CLOCK_LIMIT) the game is drawn.
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The colour of a side.
    #[inline]
    pub fn colour(side: Side) -> Colour {
        if (side == Side::First) == (V::FIRST == Colour::White) {
            Colour::White
        } else {
            Colour::Black
        }
    }

    /// The side of a colour.
    #[inline]
    pub fn side_of(colour: Colour) -> Side {
        if colour == V::FIRST {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Whether the men of a side move down the board, from low square numbers to high ones.
    #[inline]
    pub fn moves_down(side: Side) -> bool {
        (side == Side::First) == (V::FIRST == Colour::Black)
    }

    /// The row where a side's men become kings.
    #[inline]
    pub fn king_row(side: Side) -> Bitset {
        if Self::moves_down(side) {
            V::Board::rows(V::Board::ROWS - 1, 1)
        } else {
            V::Board::rows(0, 1)
        }
    }

    pub(super) fn key_from_scratch(&self) -> Key {
        let keys = ZobristKeys::of::<V>();
        let mut key = keys.turn(self.side_to_move);
        for side in Side::BOTH {
            for square in self.pieces(side) {
                key ^= keys.piece(side, self.kings.has(square), square);
            }
        }
        Key(key)
    }
}

/// Positions are equal if they have the same pieces, the same side to move and the same clock.
impl<V: DraughtsVariant> PartialEq for DraughtsPosition<V> {
    fn eq(&self, other: &Self) -> bool {
        let parts = |position: &Self| {
            let pieces = (position.us, position.them, position.kings);
            (pieces, position.side_to_move, position.clock)
        };
        parts(self) == parts(other)
    }
}

impl<V: DraughtsVariant> Eq for DraughtsPosition<V> {}

impl DraughtsSetup {
    fn check<V: DraughtsVariant>(&self) -> Result<(), DraughtsSetupError> {
        let mut seen = Bitset::EMPTY;
        for (index, colour) in [Colour::White, Colour::Black].into_iter().enumerate() {
            let (men, kings) = (self.men[index], self.kings[index]);
            debug_assert!(((men | kings) & !V::Board::BOARD).is_empty());
            let shared = (men | kings) & seen | men & kings;
            if shared.any() {
                return Err(DraughtsSetupError::Shared(V::Board::number(shared.first())));
            }
            seen |= men | kings;
            let misplaced =
                men & DraughtsPosition::<V>::king_row(DraughtsPosition::<V>::side_of(colour));
            if misplaced.any() {
                let square = V::Board::number(misplaced.first());
                return Err(DraughtsSetupError::ManOnKingRow { colour, square });
            }
            let found = (men | kings).count();
            if found > u32::from(V::PIECES) {
                let most = V::PIECES;
                return Err(DraughtsSetupError::TooMany {
                    colour,
                    found,
                    most,
                });
            }
        }
        if seen.is_empty() {
            Err(DraughtsSetupError::Empty)
        } else {
            Ok(())
        }
    }
}
