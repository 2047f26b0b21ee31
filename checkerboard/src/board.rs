//! Boards, squares and moves of CheckerBoard, and what they are in Hub's notation.
//!
//! Squares of Hub have numbers from 1 to 32 in reading order as White sees the board. CheckerBoard counts x and y from
//! Black's corner, and has for some games other numbers in its texts.

use kempelen_engine::games::GameInfo;

/// Pieces by x and y: a colour and a kind, such as `WHITE | KING`; 0 is an empty square.
pub type Board = [[i32; 8]; 8];

/// The colour White, of pieces and of the side to move.
pub const WHITE: i32 = 1;
/// The colour Black.
pub const BLACK: i32 = 2;
const MAN: i32 = 4;
const KING: i32 = 8;

/// The letters of Hub and their pieces.
const PIECES: [(char, i32); 5] =
    [('e', 0), ('w', WHITE | MAN), ('b', BLACK | MAN), ('W', WHITE | KING), ('B', BLACK | KING)];

/// Squares that are played on.
const SQUARES: usize = 32;

/// The most jumps of a move that the interface can tell.
pub const MAX_JUMPS: usize = 12;

/// A square by x and y.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct CheckerboardSquare {
    /// From the left, as Black sees the board, unless it is mirrored.
    pub x: i32,
    /// From Black's side.
    pub y: i32,
}

/// A move, as the C structure `CBmove`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct CheckerboardMove {
    /// The number of captured pieces.
    pub jumps: i32,
    /// The piece after the move.
    pub new_piece: i32,
    /// The piece before it.
    pub old_piece: i32,
    /// The square from which it goes.
    pub from: CheckerboardSquare,
    /// The square on which it ends.
    pub to: CheckerboardSquare,
    /// The square from which it goes, and where each jump lands.
    pub path: [CheckerboardSquare; MAX_JUMPS],
    /// The squares of the captured pieces.
    pub captured: [CheckerboardSquare; MAX_JUMPS],
    /// The captured pieces.
    pub captured_pieces: [i32; MAX_JUMPS],
}

/// A game by its number in CheckerBoard, which is that of PDN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gametype(u16);

/// The games for which programs load libraries: English, Italian, Spanish, Russian, Brazilian, Czech.
const LOADED: [u16; 6] = [21, 22, 24, 25, 26, 29];

impl Gametype {
    /// The number of a game; `None` if no program loads libraries for it.
    pub fn of(game: &GameInfo) -> Option<Gametype> {
        let number = game.game_type()?.number;
        LOADED.contains(&number).then_some(Gametype(number))
    }

    /// The number.
    pub fn number(self) -> u16 {
        self.0
    }

    /// Whether each player has a light square on the left.
    fn is_mirrored(self) -> bool {
        matches!(self.0, 22 | 24)
    }

    /// The place of a square.
    pub fn place(self, square: usize) -> CheckerboardSquare {
        let (y, column) = ((square - 1) / 4, (square - 1) % 4);
        let pair = if self.is_mirrored() { column } else { 3 - column };
        let [x, y] = [2 * pair + y % 2, y].map(|it| i32::try_from(it).unwrap_or(0));
        CheckerboardSquare { x, y }
    }

    /// All squares with their place on a board.
    fn places(self) -> impl Iterator<Item = (usize, [usize; 2])> {
        (1..=SQUARES).map(move |square| {
            let place = self.place(square);
            (square, [place.x, place.y].map(|it| usize::try_from(it).unwrap_or(0)))
        })
    }

    /// The number of a square in texts.
    pub fn text_number(self, square: usize) -> usize {
        let place = self.place(square);
        let [x, y] = [place.x, place.y].map(|it| usize::try_from(it).unwrap_or(0));
        match self.0 {
            24 => 1 + 4 * (7 - y) + (7 - x) / 2,
            29 => SQUARES - 4 * y - x / 2,
            _ => square,
        }
    }

    /// Whether CheckerBoard understands the list of the legal moves. It reads the squares of Czech draughts wrongly, and then
    /// refuses every move (1.77).
    pub fn has_move_list(self) -> bool {
        self.0 != 29
    }

    /// The square of a number in texts.
    pub fn square_of(self, number: usize) -> Option<usize> {
        (1..=SQUARES).find(|&square| self.text_number(square) == number)
    }

    /// The position in the notation of Hub.
    ///
    /// # Errors The board has an unknown piece or a piece on a square that is not played on, or the colour is unknown.
    pub fn position(self, board: &Board, colour: i32) -> Result<String, String> {
        let mut text = match colour {
            WHITE => "W".to_owned(),
            BLACK => "B".to_owned(),
            _ => {
                return Err(format!("found colour {colour}, expected {WHITE} or {BLACK}"));
            }
        };
        let mut rest = *board;
        for (_, [x, y]) in self.places() {
            let piece = std::mem::take(&mut rest[x][y]);
            let letter = PIECES.iter().find(|(_, it)| *it == piece);
            let (letter, _) = letter.ok_or_else(|| format!("found {piece} at x={x} y={y}, expected a piece or 0"))?;
            text.push(*letter);
        }
        match rest.as_flattened().iter().position(|&piece| piece != 0) {
            None => Ok(text),
            Some(place) => {
                let (x, y) = (place / 8, place % 8);
                Err(format!("found a piece at x={x} y={y}, which is not played on"))
            }
        }
    }

    /// The board of a position in the notation of Hub.
    pub fn board(self, position: &str) -> Board {
        let mut board = Board::default();
        let letters = position.chars().skip(1);
        for ((_, [x, y]), letter) in self.places().zip(letters) {
            let piece = PIECES.iter().find(|(it, _)| *it == letter);
            board[x][y] = piece.map_or(0, |(_, piece)| *piece);
        }
        board
    }

    /// A position from a FEN with the numbers of CheckerBoard, such as `B:W21,K30:B1-12`, in the notation of Hub.
    ///
    /// # Errors The text is not such a FEN.
    pub fn read_fen(self, fen: &str) -> Result<String, String> {
        let wrong = || format!("found '{}', expected a FEN", kempelen_engine::notation::excerpt(fen));
        let mut parts = fen.trim().trim_end_matches('.').split(':');
        let side = parts.next().filter(|side| ["W", "B"].contains(side)).ok_or_else(wrong)?;
        let mut letters = [b'e'; SQUARES + 1];
        for part in parts {
            let (colour, list) = part.split_at_checked(1).ok_or_else(wrong)?;
            let pair = match colour {
                "W" => [b'w', b'W'],
                "B" => [b'b', b'B'],
                _ => return Err(wrong()),
            };
            for item in list.split(',').filter(|item| !item.is_empty()) {
                let (letter, numbers) = item.strip_prefix('K').map_or((pair[0], item), |rest| (pair[1], rest));
                let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
                let bound = |text: &str| text.parse::<usize>().map_err(|_| wrong());
                let (first, last) = (bound(first)?, bound(last)?);
                if first > last || last > SQUARES {
                    return Err(wrong());
                }
                for number in first..=last {
                    letters[self.square_of(number).ok_or_else(wrong)?] = letter;
                }
            }
        }
        let squares = letters[1..].iter().map(|&letter| char::from(letter));
        Ok(side.chars().chain(squares).collect())
    }

    /// A move as a structure. `cells` are the squares on which it stands, from first to last, as numbers or as file and
    /// rank; `boards` are those before and after it. `None` if it has more than [`MAX_JUMPS`] jumps, or is no move.
    pub fn structure(self, cells: &[String], boards: [&Board; 2]) -> Option<CheckerboardMove> {
        let squares = cells.iter().map(|cell| square_of_cell(cell));
        let path = squares.map(|square| Some(self.place(square?)));
        let path = path.collect::<Option<Vec<CheckerboardSquare>>>()?;
        let (&from, &to) = (path.first()?, path.last()?);
        let captured = captures(&path, boards)?;
        let mut mv = CheckerboardMove {
            jumps: i32::try_from(captured.len()).ok()?,
            new_piece: to.on(boards[1])?,
            old_piece: from.on(boards[0])?,
            from,
            to,
            ..CheckerboardMove::default()
        };
        for (number, &(square, piece)) in captured.iter().enumerate() {
            *mv.captured.get_mut(number)? = square;
            mv.captured_pieces[number] = piece;
        }
        for (place, &square) in mv.path.iter_mut().zip(&path) {
            *place = square;
        }
        Some(mv)
    }
}

impl Gametype {
    /// A move in the reply to `get movelist`: the number of captured pieces, the piece before and after the move, the squares
    /// from and to, and for each jump the square behind, the captured square and the captured piece.
    pub fn listed(self, mv: &CheckerboardMove) -> String {
        let number = |place| {
            let square = (1..=SQUARES).find(|&square| self.place(square) == place);
            square.map_or(0, |square| self.text_number(square))
        };
        let mut text = format!("{},{},{}", mv.jumps, mv.old_piece, mv.new_piece);
        let ends = [mv.from, mv.to].map(number);
        text += &format!(",{},{}", ends[0], ends[1]);
        let jumps = usize::try_from(mv.jumps).unwrap_or(0);
        for jump in 0..jumps {
            // A path of twelve jumps has no room for its last square, where the move ends.
            let landed = *mv.path.get(jump + 1).unwrap_or(&mv.to);
            let (captured, piece) = (mv.captured[jump], mv.captured_pieces[jump]);
            text += &format!(",{},{},{piece}", number(landed), number(captured));
        }
        text + ";"
    }
}

impl CheckerboardSquare {
    /// What stands there; `None` off the board.
    fn on(self, board: &Board) -> Option<i32> {
        let [x, y] = [self.x, self.y].map(|it| usize::try_from(it).ok());
        board.get(x?)?.get(y?).copied()
    }
}

/// The pieces that a move along `path` captures, in that order: those that are gone after it. `None` if they do not stand
/// on the path.
fn captures(path: &[CheckerboardSquare], [before, after]: [&Board; 2]) -> Option<Vec<(CheckerboardSquare, i32)>> {
    let mover = path.first()?.on(before)? & (WHITE | BLACK);
    let mut captured = Vec::new();
    for leg in path.windows(2) {
        let [from, to] = [leg[0], leg[1]];
        let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
        let mut square = from;
        loop {
            square = CheckerboardSquare { x: square.x + dx, y: square.y + dy };
            if square == to {
                break;
            }
            let (old, new) = (square.on(before)?, square.on(after)?);
            let is_new = || captured.iter().all(|&(known, _)| known != square);
            if old & (WHITE | BLACK) == WHITE + BLACK - mover && new == 0 && is_new() {
                captured.push((square, old));
            }
        }
    }
    let count = |board: &Board| board.as_flattened().iter().filter(|&&it| it != 0).count();
    (count(before) - count(after) == captured.len()).then_some(captured)
}

/// The square of a cell: its number, or file and rank.
fn square_of_cell(cell: &str) -> Option<usize> {
    if let Ok(number) = cell.parse() {
        return Some(number).filter(|number| (1..=SQUARES).contains(number));
    }
    let &[file, rank] = cell.as_bytes() else {
        return None;
    };
    let column = usize::from(file.checked_sub(b'a')?) / 2;
    let row = usize::from(b'8'.checked_sub(rank)?);
    Some(4 * row + column + 1).filter(|&square| column < 4 && square <= SQUARES)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    #[test]
    fn boards_and_positions_lead_back() {
        for number in [21, 22, 24, 25, 26, 29] {
            let gametype = Gametype(number);
            let board = gametype.board(START);
            assert_eq!(gametype.position(&board, BLACK).as_deref(), Ok(START));
            // Black stands where y is small.
            assert!((0..8).all(|x| [0, BLACK | MAN].contains(&board[x][0])));
            for square in 1..=SQUARES {
                assert_eq!(gametype.square_of(gametype.text_number(square)), Some(square));
            }
            assert_eq!(gametype.read_fen(&fen(gametype)).as_deref(), Ok(START));
        }
    }

    /// The start position with the numbers of CheckerBoard.
    fn fen(gametype: Gametype) -> String {
        let list = |squares: std::ops::RangeInclusive<usize>| {
            let numbers = squares.map(|square| gametype.text_number(square).to_string());
            numbers.collect::<Vec<_>>().join(",")
        };
        format!("B:W{}:B{}", list(21..=32), list(1..=12))
    }

    #[test]
    fn impossible_boards_are_told() {
        let gametype = Gametype(21);
        let mut board = gametype.board(START);
        board[0][1] = WHITE | MAN;
        let error = gametype.position(&board, WHITE).unwrap_err();
        assert!(error.contains("not played on"), "{error}");
        board[0][0] = 77;
        let error = gametype.position(&board, WHITE).unwrap_err();
        assert!(error.contains("found 77"), "{error}");
        assert!(gametype.position(&board, 3).is_err());
        for wrong in ["", "W", "X:W1", "W:W0", "W:W1-40", "W:Wx", "W:W1:Q2"] {
            let is_side = wrong == "W";
            assert_eq!(gametype.read_fen(wrong).is_ok(), is_side, "{wrong}");
        }
    }

    #[test]
    fn cells_have_squares() {
        for (cell, square) in [("1", 1), ("32", 32), ("b8", 1), ("a1", 29), ("h2", 28)] {
            assert_eq!(square_of_cell(cell), Some(square), "{cell}");
        }
        for none in ["0", "33", "i1", "a9", "", "a", "abc"] {
            assert_eq!(square_of_cell(none), None, "{none}");
        }
    }
}
