//! Questions that the next line answers: whether a capture goes on, and where men are placed in secret.

use super::PlainGame;
use crate::notation::excerpt;
use crate::play::pointed_move::PointedMove;
use crate::play::{Picked, Picking, Placing, Session};
use crate::random::Random;
use std::io;

/// What the player was asked.
pub enum Question {
    /// Whether a capture goes on; else it is this move.
    Jump(Picking, PointedMove),
    /// Where the men of the next person stand.
    Place(Box<Placing>),
}

/// So many empty lines hide what was typed.
const HIDING_LINES: usize = 50;

impl PlainGame<'_> {
    /// Uses the answer to a question.
    pub(super) fn answer(&mut self, question: Question, line: &str) -> io::Result<()> {
        match question {
            Question::Jump(picking, stop) => self.answer_jump(picking, stop, line),
            Question::Place(placing) => self.answer_placing(*placing, line),
        }
    }

    fn answer_jump(&mut self, mut picking: Picking, stop: PointedMove, line: &str) -> io::Result<()> {
        let answer = line.to_lowercase();
        let single = match picking.targets()[..] {
            [target] => Some(target.to_owned()),
            _ => None,
        };
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

    /// Begins to place men in secret; the inner error is the user's.
    pub(super) fn begin_placing(&mut self, size: &str) -> io::Result<Result<(), String>> {
        let game = self.session.game().name;
        let Some(placement) = self.session.secret_placement() else {
            return Ok(Err(format!("no men are placed before a game of {game}")));
        };
        let settings = self.session.settings();
        match Placing::begin(placement, settings, size, &mut Random::unpredictable()) {
            Ok(placing) => self.ask_placing(placing).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Asks the next person, or begins the game.
    fn ask_placing(&mut self, placing: Placing) -> io::Result<()> {
        if let Some(question) = placing.question() {
            self.tell(&question)?;
            self.question = Some(Question::Place(Box::new(placing)));
            return Ok(());
        }
        match placing.finish().map(Session::new) {
            Some(Ok(session)) => self.switch_to(session),
            Some(Err(error)) => self.tell(&error),
            None => Ok(()),
        }
    }

    fn answer_placing(&mut self, mut placing: Placing, line: &str) -> io::Result<()> {
        match placing.answer(line) {
            Ok(()) if self.interactive => write!(self.output, "{}", "\n".repeat(HIDING_LINES))?,
            Ok(()) => {}
            Err(error) => self.tell(&error)?,
        }
        self.ask_placing(placing)
    }
}
