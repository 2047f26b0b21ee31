//! The messages of DXP: a letter, and fields of fixed width. On the line each ends with a zero byte.

use crate::game::Side;
use std::fmt::{self, Display, Formatter};
use std::ops::Not;

/// The longest message, in bytes without the zero at its end.
pub const MAX_MESSAGE: usize = 127;

/// Width of the names of programs.
pub(super) const NAME: usize = 32;

/// The only version of the protocol.
pub(super) const VERSION: &str = "01";

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// The initiator asks for a game.
    GameRequest(GameRequest),
    /// The follower answers.
    GameAnswer {
        /// The name of the follower.
        name: String,
        /// Whether it plays.
        answer: Acceptance,
    },
    /// A move.
    Move(MoveMessage),
    /// The game is over.
    GameEnd {
        /// How, for the sender.
        reason: SenderResult,
        /// Whether the sender plays no further game.
        stops: bool,
    },
    /// The sender asks to take moves back.
    BackRequest {
        /// The number of the move to go back to, from 1.
        number: u16,
        /// The seat that is to move there.
        seat: Seat,
    },
    /// The answer to a [`BackRequest`](Message::BackRequest).
    BackAnswer(Acceptance),
    /// Text for the user.
    Chat(String),
}

/// A request for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRequest {
    /// The name of the initiator.
    pub name: String,
    /// Where the follower plays.
    pub follower: Seat,
    /// Minutes for [`moves`](Self::moves), from 0 to 999.
    pub minutes: u16,
    /// The number of moves in that time, from 0 to 999; 0: the time is for the whole game.
    pub moves: u16,
    /// The position in the notation of Hub; `None` for the initial one.
    pub start: Option<String>,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveMessage {
    /// Seconds that the sender has used, from 0 to 9999.
    pub seconds: u16,
    /// The squares from and to, from 1.
    pub squares: [u8; 2],
    /// The squares of the captured pieces, in any order.
    pub captured: Vec<u8>,
}

/// White or Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seat {
    /// White.
    White,
    /// Black: the letter is that of the Dutch word.
    Black,
}

/// The answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// Yes.
    Accepted,
    /// No, with a code from 1 to 9.
    Refused(u8),
}

/// How a game ended, for the sender of the message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SenderResult {
    /// Unknown.
    Unknown,
    /// The sender has lost.
    Lost,
    /// A draw.
    Draw,
    /// The sender has won.
    Won,
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::White => Seat::Black,
            Seat::Black => Seat::White,
        }
    }
}

impl Seat {
    /// The side of this seat in a game in which White is the side `white`.
    pub fn side(self, white: Side) -> Side {
        match self {
            Seat::White => white,
            Seat::Black => !white,
        }
    }

    fn letter(self) -> char {
        match self {
            Seat::White => 'W',
            Seat::Black => 'Z',
        }
    }
}

impl Acceptance {
    fn digit(self) -> u8 {
        match self {
            Acceptance::Accepted => 0,
            Acceptance::Refused(code) => code,
        }
    }
}

/// As on the line, without the zero byte.
impl Display for Message {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            Message::GameRequest(GameRequest { name, follower, minutes, moves, start }) => {
                let (name, follower) = (padded(name), follower.letter());
                let (minutes, moves) = (minutes.min(&999), moves.min(&999));
                write!(formatter, "R{VERSION}{name}{follower}{minutes:03}{moves:03}")?;
                match start {
                    None => formatter.write_str("A"),
                    Some(start) => write!(formatter, "B{}", start.replace('b', "z").replace('B', "Z")),
                }
            }
            Message::GameAnswer { name, answer } => write!(formatter, "A{}{}", padded(name), answer.digit()),
            Message::Move(MoveMessage { seconds, squares: [from, to], captured }) => {
                let (seconds, count) = (seconds.min(&9999), captured.len());
                write!(formatter, "M{seconds:04}{from:02}{to:02}{count:02}")?;
                captured.iter().try_for_each(|square| write!(formatter, "{square:02}"))
            }
            Message::GameEnd { reason, stops } => write!(formatter, "E{}{}", *reason as u8, u8::from(*stops)),
            Message::BackRequest { number, seat } => write!(formatter, "B{number:03}{}", seat.letter()),
            Message::BackAnswer(answer) => write!(formatter, "K{}", answer.digit()),
            Message::Chat(text) => {
                write!(formatter, "C{}", text.chars().filter_map(plain).take(MAX_MESSAGE - 1).collect::<String>())
            }
        }
    }
}

impl MoveMessage {
    /// The move in the notation of Hub: `32-28`, `28x19x23`.
    pub fn hub_move(&self) -> String {
        let [from, to] = self.squares;
        if self.captured.is_empty() {
            return format!("{from}-{to}");
        }
        self.squares.iter().chain(&self.captured).map(u8::to_string).collect::<Vec<_>>().join("x")
    }

    /// Reads a move in the notation of Hub; `None` if the text is no move.
    pub fn of_hub_move(text: &str, seconds: u64) -> Option<MoveMessage> {
        let squares = text.split(['-', 'x']).map(|square| square.parse::<u8>().ok()).collect::<Option<Vec<u8>>>()?;
        let (&[from, to], captured) = squares.split_first_chunk()?;
        Some(MoveMessage {
            seconds: u16::try_from(seconds).unwrap_or(u16::MAX),
            squares: [from, to],
            captured: captured.to_vec(),
        })
    }
}

/// A name as a field: printable ASCII of fixed width.
fn padded(name: &str) -> String {
    let name: String = name.chars().filter_map(plain).take(NAME).collect();
    format!("{name:NAME$}")
}

/// A character that every program can show.
fn plain(letter: char) -> Option<char> {
    match letter {
        ' '..='~' => Some(letter),
        _ if letter.is_control() => None,
        _ => Some('?'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn messages_of_other_programs_are_read() {
        let name = format!("{:32}", "Scan 2.0");
        let board = "z".repeat(20) + &"e".repeat(10) + &"w".repeat(20);
        let request = |start: Option<String>| {
            Message::GameRequest(GameRequest {
                name: "Scan 2.0".to_owned(),
                follower: Seat::Black,
                minutes: 5,
                moves: 75,
                start,
            })
        };
        let hub = board.replace('z', "b");
        for (text, expected) in [
            (format!("R01{name}Z005075A"), request(None)),
            (format!("R01{name}Z005075BW{board}"), request(Some(format!("W{hub}")))),
            (format!("A{name}0"), Message::GameAnswer { name: "Scan 2.0".to_owned(), answer: Acceptance::Accepted }),
            ("M0012322800".to_owned(), Message::Move(MoveMessage::of_hub_move("32-28", 12).unwrap())),
            ("M00002819021923".to_owned(), Message::Move(MoveMessage::of_hub_move("28x19x19x23", 0).unwrap())),
            ("E31".to_owned(), Message::GameEnd { reason: SenderResult::Won, stops: true }),
            ("B012Z".to_owned(), Message::BackRequest { number: 12, seat: Seat::Black }),
            ("K2".to_owned(), Message::BackAnswer(Acceptance::Refused(2))),
            ("CGood luck".to_owned(), Message::Chat("Good luck".to_owned())),
        ] {
            assert_eq!(text.parse(), Ok(expected.clone()), "{text}");
            assert_eq!(expected.to_string(), text);
            assert!(text.len() <= MAX_MESSAGE);
        }
    }

    #[test]
    fn wrong_messages_are_told() {
        for (text, expected) in [
            ("", "longer"),
            ("hello", "begins with one of"),
            ("M0012322", "longer"),
            ("M0012325100", "squares"),
            ("M+012322800", "number"),
            ("M0012322801", "longer"),
            ("E41", "reason"),
            ("E3", "longer"),
            ("E310", "the end"),
            ("R02", "version"),
            ("K", "longer"),
            ("Kx", "answer"),
        ] {
            let error = text.parse::<Message>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn names_and_texts_are_plain_and_bounded() {
        let chat = Message::Chat("ü\0".to_owned() + &"x".repeat(200)).to_string();
        assert!(chat.starts_with("C?x") && chat.len() == MAX_MESSAGE, "{chat}");
        let name = "é".repeat(40);
        let answer = Message::GameAnswer { name, answer: Acceptance::Accepted }.to_string();
        assert_eq!(answer, format!("A{}0", "?".repeat(NAME)));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[RAMEBKC][ -~]{0,126}") {
            if let Ok(message) = text.parse::<Message>() {
                prop_assert_eq!(message.to_string().parse(), Ok(message));
            }
        }
    }
}
