//! Questions that the next line answers: whether a capture goes on, and where men are placed in secret.

use super::PlainGame;
use crate::notation::excerpt;
use crate::play::action::ask_placing;
use crate::play::{Picked, Picking, Placing, PointedMove};
use std::io;

/// What the player was asked.
pub enum Question {
    /// Whether a capture goes on; else it is this move.
    Jump(Picking, PointedMove),
    /// Where the men of the next person stand.
    Place(Box<Placing>),
}

/// The number of empty lines that hide what was typed.
const HIDING_LINES: usize = 50;

impl PlainGame<'_> {
    /// Uses the answer to a question.
    pub(super) fn answer(&mut self, question: Question, line: &str) -> io::Result<()> {
        match question {
            Question::Jump(picking, stop) => self.answer_jump(picking, stop, line),
            Question::Place(placing) => self.answer_placing(placing, line),
        }
    }

    fn answer_jump(&mut self, mut picking: Picking, stop: PointedMove, line: &str) -> io::Result<()> {
        let answer = line.to_lowercase();
        let single = if let [target] = picking.targets()[..] { Some(target.to_owned()) } else { None };
        let picked = match answer.as_str() {
            "n" | "no" | "stop" => return self.picked(Picking::default(), stop),
            "y" | "yes" => single.map_or(Picked::Refused, |target| picking.pick(&target)),
            square => picking.pick(square),
        };
        match picked {
            Picked::Complete(mv) => self.picked(Picking::default(), mv),
            Picked::StopOrGoOn(mv) => self.picked(picking, mv),
            Picked::Refused | Picked::Partly | Picked::Choose(_) => {
                let found = excerpt(line);
                self.tell(&format!("found '{found}', expected one of the squares, or no"))?;
                self.question = Some(Question::Jump(picking, stop));
                Ok(())
            }
        }
    }

    fn answer_placing(&mut self, mut placing: Box<Placing>, line: &str) -> io::Result<()> {
        match placing.answer(line) {
            Ok(()) if self.interactive => write!(self.output, "{}", "\n".repeat(HIDING_LINES))?,
            Ok(()) => {}
            Err(error) => self.tell(&error)?,
        }
        self.show(ask_placing(placing))
    }
}
