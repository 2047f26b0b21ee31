//! Tic-tac-toe: the smallest game, as an example of how to add one.
//!
//! The players take turns to put a man on an empty cell of a 3 x 3 board. Three men of a side in a row, column or
//! diagonal win; a full board without such a line is a draw. A new game needs what this file has: a
//! position, a move, and the traits [`Game`], [`Notation`], [`Picture`] and [`SmallGame`].
//!
//! There are 5,478 positions and 255,168 different games, and with best play the game is a draw. Every algorithm can
//! search the whole game, so the tests use it as an oracle.

use crate::board::Bitset;
use crate::game::{GOLDEN_STEP, Game, Key, Outcome, Side, StartPosition, Theory, mix};
use crate::games::entry::{GameInfo, SmallGame};
use crate::notation::{MoveError, MoveRule, MoveStyle, Notation, PositionError, excerpt};
use crate::picture::{BoardLayout, Picture, PictureCell, PicturePiece, PieceKind, wrong_cell};
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

/// A position of Tic-tac-toe. In the starting position `x` is to move, but positions of games that `o` began are
/// valid too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToe {
    /// The cells of `x` ([`Side::First`]) and of `o`.
    men: [Bitset; 2],
    side_to_move: Side,
}

/// A cell of the board, and the move that puts a man there. The cells are numbered from 0 to 8 in reading order, from
/// `a3` on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToeMove(u8);

const WIDTH: u8 = 3;
const BOARD: Bitset = Bitset(0b111_111_111);
const LETTERS: [char; 2] = ['x', 'o'];

/// Three rows, three columns, two diagonals.
const LINES: [Bitset; 8] = [
    Bitset(0b000_000_111),
    Bitset(0b000_111_000),
    Bitset(0b111_000_000),
    Bitset(0b001_001_001),
    Bitset(0b010_010_010),
    Bitset(0b100_100_100),
    Bitset(0b100_010_001),
    Bitset(0b001_010_100),
];

impl TicTacToe {
    /// The cells with men of `side`.
    pub fn men(&self, side: Side) -> Bitset {
        self.men[side.index()]
    }

    fn empty(&self) -> Bitset {
        BOARD & !(self.men[0] | self.men[1])
    }

    fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|&line| line & self.men(side) == line)
    }
}

impl Game for TicTacToe {
    type Move = TicTacToeMove;

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// The 19 bits of the position, mixed without loss: different positions have different keys.
    fn key(&self) -> Key {
        let [x, o] = self.men.map(|men| men.0);
        let bits = x | o << 9 | (self.side_to_move.index() as u64) << 18;
        Key(mix(bits.wrapping_add(GOLDEN_STEP)))
    }

    fn visit_moves<B>(&self, mut listener: impl FnMut(TicTacToeMove) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.rule_outcome() {
            Some(_) => ControlFlow::Continue(()),
            None => self.empty().try_for_each(|cell| listener(TicTacToeMove(cell))),
        }
    }

    fn play(&self, mv: TicTacToeMove) -> Self {
        debug_assert!(self.empty().has(mv.0), "{mv} is not empty");
        let mut after = *self;
        after.men[self.side_to_move.index()] |= Bitset::of(mv.0);
        after.side_to_move = !self.side_to_move;
        after
    }

    /// A line ends the game. Only the side that has just moved can have one.
    fn rule_outcome(&self) -> Option<Outcome> {
        self.has_line(!self.side_to_move).then_some(Outcome::Loss)
    }

    fn outcome_without_moves(&self) -> Outcome {
        self.rule_outcome().unwrap_or(Outcome::Draw)
    }

    fn end_reason(&self) -> &'static str {
        if self.rule_outcome().is_some() { "three in a line" } else { "full board" }
    }

    fn code(mv: TicTacToeMove) -> u16 {
        mv.0.into()
    }
}

impl StartPosition for TicTacToe {
    fn start() -> Self {
        TicTacToe { men: [Bitset::EMPTY; 2], side_to_move: Side::First }
    }
}

impl TicTacToe {
    /// Reads a position and checks that it is legal.
    pub fn parse(text: &str) -> Result<Self, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, side] = fields[..] else {
            return Err(PositionError(format!(
                "found '{}', expected the board and the side to move, as in .../.../... x",
                excerpt(text)
            )));
        };
        let men = parse_board(board)?;
        let side_to_move = match side {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return Err(PositionError(format!("found '{}' as the side to move, expected x or o", excerpt(side)))),
        };
        TicTacToe { men, side_to_move }.checked()
    }

    fn owner(&self, cell: u8) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.men(side).has(cell))
    }

    /// The position itself.
    ///
    /// # Errors
    /// It cannot occur in a game, no matter which side began.
    fn checked(self) -> Result<Self, PositionError> {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let [ours, theirs] = [us, them].map(|side| self.men(side).count());
        if theirs != ours && theirs != ours + 1 {
            return Err(PositionError(format!(
                "the side to move has {ours} men and its opponent {theirs}, expected as many or one more"
            )));
        }
        if self.has_line(us) {
            return Err(PositionError(
                "the side to move already has three in a line, expected the game to be over before".into(),
            ));
        }
        Ok(self)
    }
}

/// A position is written as its rows from the top and the side to move, `x.o/.x./... o`; a move as a cell from `a1`,
/// at the bottom left, to `c3`.
impl Notation for TicTacToe {
    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        Self::parse(text)
    }

    fn show(&self) -> String {
        let rows = [0, 1, 2].map(|row| {
            let cells = row * WIDTH..(row + 1) * WIDTH;
            cells.map(|cell| self.owner(cell).map_or('.', |side| LETTERS[side.index()])).collect::<String>()
        });
        format!("{} {}", rows.join("/"), LETTERS[self.side_to_move.index()])
    }

    fn parse_move(&self, text: &str) -> Result<TicTacToeMove, MoveError> {
        let cell: TicTacToeMove = text.parse()?;
        if self.is_legal(cell) {
            return Ok(cell);
        }
        let (number, rule) = match self.rule_outcome() {
            None => (1, "a man is put on an empty cell"),
            Some(_) => (2, "the game is over when one side has three in a line"),
        };
        Err(MoveError::Illegal { found: cell.to_string(), reason: MoveRule::new(number, rule) })
    }

    fn show_move(&self, mv: TicTacToeMove, _style: MoveStyle) -> String {
        mv.to_string()
    }
}

impl Theory for TicTacToe {}

impl Picture for TicTacToe {
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        let cell = |cell| {
            let piece = self.owner(cell).map(man);
            Some(PictureCell { name: TicTacToeMove(cell).to_string(), dark: false, piece })
        };
        let cells: Vec<_> = BOARD.map(cell).collect();
        cells.chunks(WIDTH.into()).map(<[_]>::to_vec).collect()
    }

    fn layout(&self) -> BoardLayout {
        BoardLayout::Grid
    }

    fn side_name(&self, side: Side) -> &'static str {
        ["x", "o"][side.index()]
    }

    fn move_cells(&self, mv: TicTacToeMove) -> Vec<String> {
        vec![mv.to_string()]
    }

    fn without(&self, cell: &str) -> Option<TicTacToe> {
        let cell: TicTacToeMove = cell.parse().ok()?;
        let men = self.men.map(|men| men & !Bitset::of(cell.0));
        let after = TicTacToe { men, ..*self };
        (after != *self).then(|| after.checked().ok()).flatten()
    }

    fn palette(&self) -> Vec<PicturePiece> {
        Side::BOTH.map(man).to_vec()
    }

    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<TicTacToe, PositionError> {
        let mut position = TicTacToe { men: [Bitset::EMPTY; 2], side_to_move: mover };
        for (cell, man) in pieces {
            let place: TicTacToeMove = cell.parse().map_err(|_| wrong_cell(cell))?;
            position.men[man.side.index()] |= Bitset::of(place.0);
        }
        position.checked()
    }
}

fn man(side: Side) -> PicturePiece {
    let kind = [PieceKind::Cross, PieceKind::Nought][side.index()];
    PicturePiece { side, kind, is_white: side == Side::First, letter: LETTERS[side.index()] }
}

fn parse_board(text: &str) -> Result<[Bitset; 2], PositionError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(WIDTH) {
        let found = rows.len();
        return Err(PositionError(format!("found {found} rows, expected {WIDTH}")));
    }
    let mut men = [Bitset::EMPTY; 2];
    for (row, cells) in (0..WIDTH).zip(rows) {
        let found = cells.chars().count();
        if found != usize::from(WIDTH) {
            let row = row + 1;
            return Err(PositionError(format!("found {found} cells in row {row}, expected {WIDTH}")));
        }
        for (column, letter) in (0..WIDTH).zip(cells.chars()) {
            let cell = TicTacToeMove(row * WIDTH + column);
            match LETTERS.iter().position(|&it| it == letter) {
                Some(side) => men[side] |= Bitset::of(cell.0),
                None if letter == '.' => {}
                None => {
                    let found = letter.escape_default();
                    return Err(PositionError(format!("found '{found}' on {cell}, expected x, o or .")));
                }
            }
        }
    }
    Ok(men)
}

impl FromStr for TicTacToeMove {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        match text.as_bytes() {
            [column @ b'a'..=b'c', row @ b'1'..=b'3'] => Ok(TicTacToeMove((b'3' - row) * WIDTH + (column - b'a'))),
            _ => Err(MoveError::Syntax { found: excerpt(text), expected: "a cell from a1 to c3" }),
        }
    }
}

impl fmt::Display for TicTacToeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.0 % WIDTH);
        write!(f, "{column}{}", WIDTH - self.0 / WIDTH)
    }
}

impl SmallGame for TicTacToe {
    fn games() -> &'static [&'static GameInfo] {
        &[&GameInfo {
            name: "tictactoe",
            about: "Tic-tac-toe: three in a row",
            how_to_play: "The sides x and o in turn mark an empty cell of a board of three rows and three columns; x begins.\n\
The side that first has three of its marks in one row, column or diagonal wins. If the board is full before, the game is a draw.",
            bench: &[".../.../... x"],
            bench_depth: 9,
            compare_depths: &[1, 3, 5, 7, 9],
            ..GameInfo::NEW
        }]
    }

    fn start(_: &GameInfo) -> TicTacToe {
        StartPosition::start()
    }

    /// The number of lines without men of the opponent, minus the same number for the opponent (T. Gregorics, "Two-player
    /// games", Budapest).
    fn static_evaluation(&self) -> i32 {
        let open = |side: Side| LINES.iter().filter(|&&line| (line & self.men(!side)).is_empty()).count() as i32;
        let us = self.side_to_move();
        open(us) - open(!us)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn explore(position: &TicTacToe, seen: &mut HashMap<TicTacToe, Key>) -> u64 {
        seen.insert(*position, position.key());
        if position.outcome().is_some() {
            return 1;
        }
        position.moves().into_iter().map(|mv| explore(&position.play(mv), seen)).sum()
    }

    #[test]
    fn the_numbers_of_positions_and_games_are_the_known_ones() {
        let mut seen = HashMap::new();
        assert_eq!(explore(&<TicTacToe as StartPosition>::start(), &mut seen), 255_168);
        assert_eq!(seen.len(), 5_478);
        let mut keys: Vec<u64> = seen.values().map(|key| key.0).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 5_478);
        let ended = |wanted| seen.keys().filter(|p| p.outcome() == Some(wanted)).count();
        assert_eq!(ended(Outcome::Loss), 942);
        assert_eq!(ended(Outcome::Draw), 16);
        assert_eq!(ended(Outcome::Win), 0);
    }
}
