//! The PDN 3.0 tag `GameType`: which game a record is of, and its square notation.
//!
//! `24,W,8,8,N1,1`: number of the game, colour that begins, columns and rows of the board, names of the squares (`A`
//! algebraic, `N` numbers, `S` short) with the corner of the first square as the side that begins sees it (0 bottom left, 1 bottom
//! right, 2 top left, 3 top right), and 1 if the corner at the bottom left is no playing square. Kempelen itself
//! numbers squares in reading order as White sees the board; records whose numbers begin elsewhere are converted.

use super::excerpt;
use super::record::{GameRecord, RecordedMove};

/// The value of a tag `GameType`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameType {
    /// The number of the game.
    pub number: u16,
    /// The rest, if it is given.
    pub squares: Option<SquareOrder>,
}

/// The square notation of a record: the board, and where its numbering or lettering begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareOrder {
    /// Columns of the board, which are also its rows. Half of the squares are played on.
    pub columns: u8,
    /// Whether squares have letters.
    pub algebraic: bool,
    /// The corner of the first square as White sees it, by its number in the tag.
    corner: u8,
    /// Whether the corner at the bottom left of White is no playing square.
    mirrored: bool,
}

/// Two of the corners, by their numbers in the tag.
const BOTTOM_LEFT: u8 = 0;
const TOP_LEFT: u8 = 2;

impl GameType {
    /// Reads the value of the tag.
    ///
    /// # Errors
    /// It does not have the form of PDN 3.0, or describes a board that Kempelen does not play on.
    pub fn parse(text: &str) -> Result<GameType, String> {
        let wrong = || format!("the tag GameType is '{}'; expected as '20' or '20,W,10,10,N2,0'", excerpt(text));
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let number = fields[0].parse().map_err(|_| wrong())?;
        let squares = match &fields[1..] {
            [] => None,
            order => Some(SquareOrder::parse(order).ok_or_else(wrong)?),
        };
        Ok(GameType { number, squares })
    }
}

impl SquareOrder {
    /// Reads the fields after the number of the game. The last one may be left out.
    fn parse(fields: &[&str]) -> Option<SquareOrder> {
        let [first, columns, rows, names, ref inverted @ ..] = *fields else { return None };
        let columns: u8 = columns.parse().ok()?;
        let is_square = rows.parse() == Ok(columns) && columns.is_multiple_of(2);
        let (kind, corner) = match *names.as_bytes() {
            [kind @ (b'A' | b'S' | b'N'), corner @ b'0'..=b'3'] => (kind, corner - b'0'),
            _ => return None,
        };
        let order = SquareOrder {
            columns,
            algebraic: kind != b'N',
            corner: match first {
                "W" => corner,
                // The same corner as the other side sees it.
                "B" => 3 - corner,
                _ => return None,
            },
            mirrored: match inverted {
                [] | ["0"] => false,
                ["1"] => true,
                _ => return None,
            },
        };
        (is_square && (2..=20).contains(&columns)).then_some(order)
    }

    /// Whether the names are Kempelen's own: numbers in reading order, or letters that begin at the left of White.
    pub fn is_own(self) -> bool {
        if self.algebraic { self.corner == BOTTOM_LEFT } else { self.corner == TOP_LEFT }
    }

    /// The number in reading order of the square with a number in this order, and the reverse. Other numbers stay.
    fn turned(self, number: u16) -> u16 {
        let width = u16::from(self.columns / 2);
        let last = width * u16::from(self.columns);
        if self.algebraic || !(1..=last).contains(&number) {
            return number;
        }
        let place = (number - 1) % width;
        let mirrored = number - place + (width - 1 - place);
        [last + 1 - mirrored, last + 1 - number, number, mirrored][usize::from(self.corner)]
    }

    /// File and rank of the square with a number in reading order.
    fn letters(self, number: u16) -> String {
        let columns = u16::from(self.columns);
        let width = columns / 2;
        let (row, place) = ((number - 1) / width, (number - 1) % width);
        let file = b'a' + (2 * place + u16::from((row % 2 == 0) != self.mirrored)) as u8;
        format!("{}{}", char::from(file), columns - row)
    }

    /// Converts the numbers in the moves and in the position of a record, from this order to reading order or the reverse.
    pub fn convert(self, record: &mut GameRecord) {
        if self.algebraic || self.is_own() {
            return;
        }
        self.convert_moves(&mut record.moves);
        if let Some(fen) = record.setup().map(str::to_owned) {
            let name = |number| self.turned(number).to_string();
            record.set_tag("FEN", with_names(&fen, &name));
        }
    }

    /// Writes the squares in the tag `FEN` of a record with letters, if the notation is algebraic.
    pub fn name_squares(self, record: &mut GameRecord) {
        if let Some(fen) = record.setup().filter(|_| self.algebraic).map(str::to_owned) {
            let last = u16::from(self.columns / 2) * u16::from(self.columns);
            let name = |number| {
                if (1..=last).contains(&number) { self.letters(number) } else { number.to_string() }
            };
            record.set_tag("FEN", with_names(&fen, &name));
        }
    }

    fn convert_moves(self, moves: &mut [RecordedMove]) {
        for played in moves {
            played.text = self.convert_move(&played.text);
            for variation in &mut played.variations {
                self.convert_moves(&mut variation.moves);
            }
        }
    }

    /// Converts every number of a move that has no letters of files, from this order to reading order or the reverse.
    pub fn convert_move(self, text: &str) -> String {
        if text.contains(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'x' | 'X')) {
            return text.to_owned();
        }
        let mut converted = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            let (before, from_digits) = rest.split_at(start);
            let length = from_digits.find(|c: char| !c.is_ascii_digit());
            let (digits, after) = from_digits.split_at(length.unwrap_or(from_digits.len()));
            converted.push_str(before);
            match digits.parse() {
                Ok(number) => converted.push_str(&self.turned(number).to_string()),
                Err(_) => converted.push_str(digits),
            }
            rest = after;
        }
        converted + rest
    }
}

/// A FEN of draughts with other names for its squares; ranges are written out. What is no square stays.
fn with_names(fen: &str, name: &dyn Fn(u16) -> String) -> String {
    let field = |field: &str| {
        let Some(list) = field.strip_prefix(['W', 'B']).filter(|list| !list.is_empty()) else {
            return field.to_owned();
        };
        let items: Vec<String> = list.split(',').map(|item| item_with_names(item, name)).collect();
        format!("{}{}", &field[..1], items.join(","))
    };
    let (text, dot) = fen.trim().strip_suffix('.').map_or((fen.trim(), ""), |text| (text, "."));
    text.split(':').map(field).collect::<Vec<String>>().join(":") + dot
}

/// The squares of one item of a list, as `31`, `K4` or `31-33`.
fn item_with_names(item: &str, name: &dyn Fn(u16) -> String) -> String {
    /// No board has more squares.
    const MOST: u16 = 200;
    let (first, last) = item.split_once('-').unwrap_or((item, item));
    let king = if first.starts_with('K') { "K" } else { "" };
    let number = |text: &str| text.strip_prefix('K').unwrap_or(text).parse::<u16>().ok();
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last && last <= MOST => {
            (first..=last).map(|number| format!("{king}{}", name(number))).collect::<Vec<_>>().join(",")
        }
        _ => item.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(text: &str) -> SquareOrder {
        GameType::parse(text).unwrap().squares.unwrap()
    }

    #[test]
    fn numbers_are_converted() {
        for (text, own, one, five) in [
            ("20,W,10,10,N2,0", true, 1, 5),
            ("21,B,8,8,N1,0", true, 1, 5),
            ("22,W,8,8,N2,1", true, 1, 5),
            ("24,W,8,8,N1,1", false, 32, 28),
            ("31,B,8,8,N2,0", false, 32, 28),
            ("25,W,8,8,N0,0", false, 29, 25),
            ("25,W,8,8,N3,0", false, 4, 8),
            ("25,W,8,8,A0,0", true, 1, 5),
        ] {
            let order = order(text);
            assert_eq!(order.is_own(), own, "{text}");
            assert_eq!([order.turned(1), order.turned(5)], [one, five], "{text}");
            for number in 1..=50 {
                assert_eq!(order.turned(order.turned(number)), number, "{text}");
            }
        }
        let spanish = order("24,W,8,8,N1,1");
        assert_eq!(spanish.convert_move("10-14"), "23-19");
        assert_eq!(spanish.convert_move("10x19x33"), "23x14x33");
        assert_eq!(spanish.convert_move("c3-d4"), "c3-d4");
    }

    #[test]
    fn letters_begin_at_the_bottom_left() {
        let russian = order("25,W,8,8,A0,0");
        assert_eq!([1, 4, 22, 29, 32].map(|it| russian.letters(it)), ["b8", "h8", "c3", "a1", "g1"]);
        assert_eq!([1, 29, 32].map(|it| order("24,W,8,8,A0,1").letters(it)), ["a8", "b1", "h1"]);
        assert_eq!([1, 46, 50].map(|it| order("20,W,10,10,A0,0").letters(it)), ["b10", "a1", "i1"]);
    }

    #[test]
    fn positions_are_converted() {
        let spanish = order("24,W,8,8,N1,1");
        let name = |number| spanish.turned(number).to_string();
        assert_eq!(with_names("W:WK1-3,9:B32:H3.", &name), "W:WK32,K31,K30,24:B1:H3.");
        assert_eq!(with_names("B:W:Bx,40-30", &name), "B:W:Bx,40-30");
        let russian = order("25,W,8,8,A0,0");
        let mut record = GameRecord::default();
        record.set_tag("FEN", "W:WK22:B1-2,c5");
        russian.name_squares(&mut record);
        assert_eq!(record.setup(), Some("W:WKc3:Bb8,d8,c5"));
    }

    #[test]
    fn wrong_types_are_refused() {
        let wrong = "x 20,W 20,W,10,8,N2,0 20,X,10,10,N2,0 20,W,10,10,N4,0 20,W,10,10,Q2,0 20,W,10,10,N,0 99999 \
                     20,W,10,10,N2,2 20,W,300,300,N2,0 20,W,10,10,N2,0,0 20,W,10,10,é2,0";
        for text in wrong.split(' ').chain([""]) {
            let error = GameType::parse(text).unwrap_err();
            assert!(error.contains("the tag GameType is"), "{text}: {error}");
        }
    }
}
