//! Reading the messages of DXP.

use super::SQUARES;
use super::message::{Acceptance, GameRequest, Message, MoveMessage, NAME, Seat, SenderResult, VERSION};
use crate::notation::excerpt;
use std::str::FromStr;
use thiserror::Error;

/// What is wrong with a message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found '{found}', expected {expected}")]
pub struct MessageError {
    found: String,
    expected: &'static str,
}

impl FromStr for Message {
    type Err = MessageError;

    fn from_str(text: &str) -> Result<Message, MessageError> {
        let mut fields = Fields { text, rest: text };
        let message = match fields.take(1)? {
            "R" => Message::GameRequest(fields.game_request()?),
            "A" => Message::GameAnswer { name: fields.take(NAME)?.trim().to_owned(), answer: fields.answer()? },
            "M" => Message::Move(fields.mv()?),
            "E" => Message::GameEnd {
                reason: fields.end_reason()?,
                stops: fields.letter("a stop code: 0 or 1", |it| ["0", "1"].iter().position(|code| *code == it))? == 1,
            },
            "B" => Message::BackRequest { number: fields.number(3)?, seat: fields.seat()? },
            "K" => Message::BackAnswer(fields.answer()?),
            "C" => Message::Chat(std::mem::take(&mut fields.rest).to_owned()),
            _ => return Err(fields.wrong("a message that begins with one of RAMEBKC")),
        };
        if fields.rest.is_empty() { Ok(message) } else { Err(fields.wrong("the end of the message")) }
    }
}

/// The fields of a message, from left to right.
struct Fields<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Fields<'a> {
    fn wrong(&self, expected: &'static str) -> MessageError {
        MessageError { found: excerpt(self.text), expected }
    }

    fn take(&mut self, width: usize) -> Result<&'a str, MessageError> {
        let Some((field, rest)) = self.rest.split_at_checked(width) else { return Err(self.wrong("a longer message")) };
        self.rest = rest;
        Ok(field)
    }

    fn number(&mut self, width: usize) -> Result<u16, MessageError> {
        let field = self.take(width)?;
        let is_number = field.bytes().all(|byte| byte.is_ascii_digit());
        let number = field.parse().ok().filter(|_| is_number);
        number.ok_or_else(|| self.wrong("a number of fixed width"))
    }

    /// A field of one letter.
    fn letter<T>(&mut self, expected: &'static str, value: impl FnOnce(&str) -> Option<T>) -> Result<T, MessageError> {
        value(self.take(1)?).ok_or_else(|| self.wrong(expected))
    }

    fn seat(&mut self) -> Result<Seat, MessageError> {
        self.letter("a colour: W or Z", |letter| match letter {
            "W" => Some(Seat::White),
            "Z" => Some(Seat::Black),
            _ => None,
        })
    }

    fn answer(&mut self) -> Result<Acceptance, MessageError> {
        self.letter("an answer from 0 to 9", |letter| match letter.parse() {
            Ok(0) => Some(Acceptance::Accepted),
            Ok(code) => Some(Acceptance::Refused(code)),
            Err(_) => None,
        })
    }

    fn end_reason(&mut self) -> Result<SenderResult, MessageError> {
        use SenderResult::{Draw, Lost, Unknown, Won};
        self.letter("the reason of the end, from 0 to 3", |letter| {
            [Unknown, Lost, Draw, Won].get(letter.parse::<usize>().ok()?).copied()
        })
    }

    fn square(&mut self) -> Result<u8, MessageError> {
        let number = usize::from(self.number(2)?);
        let is_square = (1..=SQUARES).contains(&number);
        u8::try_from(number).ok().filter(|_| is_square).ok_or_else(|| self.wrong("squares from 01 to 50"))
    }

    fn mv(&mut self) -> Result<MoveMessage, MessageError> {
        Ok(MoveMessage {
            seconds: self.number(4)?,
            squares: [self.square()?, self.square()?],
            captured: {
                let count = self.number(2)?;
                (0..count).map(|_| self.square()).collect::<Result<_, _>>()?
            },
        })
    }

    fn game_request(&mut self) -> Result<GameRequest, MessageError> {
        if self.take(VERSION.len())? != VERSION {
            return Err(self.wrong("version 01"));
        }
        Ok(GameRequest {
            name: self.take(NAME)?.trim().to_owned(),
            follower: self.seat()?,
            minutes: self.number(3)?,
            moves: self.number(3)?,
            start: match self.take(1)? {
                "A" => None,
                "B" => Some(self.start()?),
                _ => return Err(self.wrong("a start: A or B")),
            },
        })
    }

    /// The side to move and a letter for every square, in the notation of Hub.
    fn start(&mut self) -> Result<String, MessageError> {
        let text = self.take(1 + SQUARES)?;
        let (side, board) = text.split_at(1);
        if !["W", "Z"].contains(&side) || !board.chars().all(|letter| "wzWZe".contains(letter)) {
            return Err(self.wrong("W or Z and 50 letters of wzWZe"));
        }
        Ok(text.replace('z', "b").replace('Z', "B"))
    }
}
