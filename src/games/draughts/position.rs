//! A position: pieces, side to move, and the clock of the draw rule.

use super::king_run::KingRun;
use super::rules::DraughtsRules;
use super::squares::Squares;
use super::{Colour, DraughtsVariant, Geometry};
use crate::board::Bitset;
use crate::game::{Key, Side};

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
    pub(super) variant: V,
    pub(super) side_to_move: Side,
    /// Plies since the last capture or move of a man; 255 stands for any larger number too.
    pub(super) reversible: u8,
    /// Plies since the last progress.
    pub(super) clock: u16,
    /// Plies since a [rule for few pieces](super::draw_rules::FewPiecesRule) holds; 0 if there is none.
    pub(super) few_pieces_clock: u16,
    /// The moves of the same king in a row, by side.
    pub(super) king_runs: [KingRun; 2],
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
    /// The counters of the draw rules.
    pub counters: DraughtsCounters,
}

/// The counters of the draw rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DraughtsCounters {
    /// Plies since the last [progress](super::draw_rules::Progress).
    pub clock: u16,
    /// Plies since a [rule for few pieces](super::draw_rules::FewPiecesRule) holds.
    pub few_pieces: u16,
    /// The moves of the same king in a row, of White and of Black.
    pub king_runs: [KingRun; 2],
}

impl<V: DraughtsVariant> DraughtsPosition<V> {
    /// Checks a setup and makes a position of it.
    ///
    /// # Errors
    /// The setup is no legal position: what was found, and what was expected. Squares are given by their numbers.
    pub fn new(variant: V, setup: &DraughtsSetup) -> Result<DraughtsPosition<V>, String> {
        setup.check(variant.squares(), variant.rules().pieces)?;
        let pieces = [0, 1].map(|colour| setup.men[colour] | setup.kings[colour]);
        let mover = setup.to_move as usize;
        let counts_runs = variant.rules().king_moves_in_a_row > 0;
        let run = |side| {
            let colour = variant.rules().colour_of(side) as usize;
            // The kings of a side without men are free.
            if counts_runs && setup.men[colour].any() { setup.counters.king_runs[colour] } else { KingRun::default() }
        };
        let mut position = DraughtsPosition {
            us: pieces[mover],
            them: pieces[1 - mover],
            kings: setup.kings[0] | setup.kings[1],
            key: Key::default(),
            variant,
            side_to_move: variant.rules().side_of(setup.to_move),
            reversible: 0,
            clock: setup.counters.clock,
            few_pieces_clock: setup.counters.few_pieces,
            king_runs: Side::each(run),
        };
        position.key = position.key_from_scratch();
        Ok(position)
    }

    /// The starting position.
    pub fn initial(variant: V) -> DraughtsPosition<V> {
        Self::new(variant, &DraughtsSetup::start_of(variant)).expect("games have a legal start")
    }

    /// The parts of this position; [`new`](DraughtsPosition::new) makes the same position of them.
    pub fn setup(&self) -> DraughtsSetup {
        let sides = [Colour::White, Colour::Black].map(|colour| self.rules().side_of(colour));
        DraughtsSetup {
            to_move: self.colour(self.side_to_move),
            men: sides.map(|side| self.men(side)),
            kings: sides.map(|side| self.kings(side)),
            counters: DraughtsCounters {
                clock: self.clock,
                few_pieces: self.few_pieces_clock,
                king_runs: sides.map(|side| self.king_runs[side.index()]),
            },
        }
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitset {
        self.us | self.them
    }

    /// The men and kings of a side.
    #[inline]
    pub fn pieces(&self, side: Side) -> Bitset {
        if side == self.side_to_move { self.us } else { self.them }
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

    /// Plies since the last [progress](super::draw_rules::Progress).
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The rules of the game.
    #[inline(always)]
    pub fn rules(&self) -> &'static DraughtsRules {
        self.variant.rules()
    }

    /// The same position, of the type for [code that need not be fast](DraughtsVariant::Ruled).
    pub(super) fn ruled(&self) -> DraughtsPosition<V::Ruled> {
        let DraughtsPosition { us, them, kings, key, variant, side_to_move, reversible, .. } = *self;
        let DraughtsPosition { clock, few_pieces_clock, king_runs, .. } = *self;
        let variant = V::Ruled::of(variant.rules());
        DraughtsPosition { us, them, kings, key, variant, side_to_move, reversible, clock, few_pieces_clock, king_runs }
    }

    /// The game, as a value of its type.
    #[inline]
    pub fn variant(&self) -> V {
        self.variant
    }

    /// The colour of a side.
    #[inline]
    pub fn colour(&self, side: Side) -> Colour {
        self.rules().colour_of(side)
    }

    /// Whether the men of a side move down the board, from low square numbers to high ones.
    #[inline]
    pub fn moves_down(&self, side: Side) -> bool {
        (side == Side::First) == (self.rules().first == Colour::Black)
    }

    /// The row where a side's men become kings.
    #[inline]
    pub fn king_row(&self, side: Side) -> Bitset {
        V::Board::last_row(self.moves_down(side))
    }

    pub(super) fn key_from_scratch(&self) -> Key {
        let keys = self.rules().keys;
        let mut key = keys.turn(self.side_to_move) ^ keys.king_runs(self.king_runs);
        for side in Side::BOTH {
            for square in self.pieces(side) {
                key ^= keys.piece(side, self.kings.has(square), square);
            }
        }
        Key(key)
    }
}

/// Positions are equal if they belong to the same game and have the same pieces, the same side to move and the same
/// counters.
impl<V: DraughtsVariant> PartialEq for DraughtsPosition<V> {
    fn eq(&self, other: &Self) -> bool {
        let parts = |position: &Self| {
            let pieces = (position.us, position.them, position.kings);
            let clocks = (position.clock, position.few_pieces_clock);
            (pieces, position.side_to_move, clocks, position.king_runs)
        };
        self.variant == other.variant && parts(self) == parts(other)
    }
}

impl<V: DraughtsVariant> Eq for DraughtsPosition<V> {}

impl DraughtsSetup {
    /// No pieces, and all counters at their start.
    pub fn empty(to_move: Colour) -> DraughtsSetup {
        let none = [Bitset::EMPTY; 2];
        DraughtsSetup { to_move, men: none, kings: none, counters: DraughtsCounters::default() }
    }

    /// The squares of the men or kings of a colour.
    pub fn set_mut(&mut self, colour: Colour, kings: bool) -> &mut Bitset {
        let sets = if kings { &mut self.kings } else { &mut self.men };
        &mut sets[colour as usize]
    }

    /// The colour of the piece on a square, and whether it is a king.
    pub(super) fn piece_on(&self, bit: u8) -> Option<(Colour, bool)> {
        let stands = |&colour: &Colour| (self.men[colour as usize] | self.kings[colour as usize]).has(bit);
        let colour = [Colour::White, Colour::Black].into_iter().find(stands)?;
        Some((colour, self.kings[colour as usize].has(bit)))
    }

    /// The start of a game.
    pub(super) fn start_of<V: DraughtsVariant>(variant: V) -> DraughtsSetup {
        let rules = variant.rules();
        let (rows, all) = (rules.rows_of_men, V::Board::ROWS);
        let filled = [V::Board::rows(all - rows, rows), V::Board::rows(0, rows)];
        let [men, kings] = rules.start.unwrap_or([filled, [Bitset::EMPTY; 2]]);
        DraughtsSetup { men, kings, ..Self::empty(rules.first) }
    }

    fn check(&self, squares: Squares, most: u8) -> Result<(), String> {
        let number = |set: Bitset| squares.number(set.first());
        let mut seen = Bitset::EMPTY;
        for (index, colour) in [Colour::White, Colour::Black].into_iter().enumerate() {
            let (men, kings) = (self.men[index], self.kings[index]);
            let shared = (men | kings) & seen | men & kings;
            if shared.any() {
                return Err(format!("two pieces on square {}; expected one at most", number(shared)));
            }
            seen |= men | kings;
            let misplaced = men & squares.size.last_row(colour == Colour::Black);
            if misplaced.any() {
                let square = number(misplaced);
                return Err(format!("a {colour} man on square {square}; expected a king on its king row"));
            }
            let found = (men | kings).count();
            if found > u32::from(most) {
                return Err(format!("{found} {colour} pieces; expected at most {most}"));
            }
        }
        for (index, colour) in [Colour::White, Colour::Black].into_iter().enumerate() {
            let run = self.counters.king_runs[index];
            if run.moves() > 0 && !self.kings[index].has(run.square()) {
                let square = squares.number(run.square());
                return Err(format!("moves in a row of the {colour} king on square {square}; expected a king there"));
            }
        }
        if seen.is_empty() { Err("no pieces; expected one at least".to_owned()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Board8x8;
    use super::super::variant::English;
    use super::*;

    /// Sets up White's men, Black's men, White's kings and Black's kings.
    fn set_up(pieces: [&[u8]; 4]) -> Result<(), String> {
        let bit = |&number: &u8| Bitset::of(Board8x8::SIZE.bit(number));
        let squares = |numbers: &[u8]| numbers.iter().map(bit).fold(Bitset::EMPTY, |set, square| set | square);
        let [white_men, black_men, white_kings, black_kings] = pieces.map(squares);
        let (men, kings) = ([white_men, black_men], [white_kings, black_kings]);
        let setup = DraughtsSetup { men, kings, ..DraughtsSetup::empty(Colour::White) };
        DraughtsPosition::new(English, &setup).map(|_| ())
    }

    #[test]
    fn two_pieces_cannot_share_a_square() {
        for first in 0..4 {
            for second in 0..first {
                let mut pieces: [&[u8]; 4] = [&[13], &[14], &[15], &[16]];
                assert_eq!(set_up(pieces), Ok(()));
                (pieces[first], pieces[second]) = (&[17, 18], &[18, 19]);
                assert_eq!(set_up(pieces), Err("two pieces on square 18; expected one at most".to_owned()));
            }
        }
    }
}
