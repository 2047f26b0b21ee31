//! One game over DXP.

use super::{END_TIME, PATIENCE, TICK, saved_game};
use crate::game::Side;
use crate::notation::record::GameRecord;
use crate::notation::{MoveStyle, Notation};
use crate::play::session::{GameOver, Session, SessionEvent};
use crate::protocol::dxp::{
    Acceptance, Connection, ConnectionError, GameRequest, Message, MoveMessage, Seat, SenderResult,
};
use crate::system::{interrupt, today};
use anyhow::{anyhow, bail, ensure};
use std::io::Write;
use std::time::Instant;

/// What the other program wants after a game.
pub struct PeerRequest {
    /// Whether the other program plays no further game.
    pub peer_stops: bool,
    /// The next game that it has asked for instead of saying that this one is over.
    pub next: Option<GameRequest>,
}

/// A game in progress.
pub struct DxpGame<'a> {
    session: Session,
    connection: &'a mut Connection,
    /// Where the game is reported to the user.
    output: &'a mut dyn Write,
    /// The side of the program.
    own: Side,
    number: u32,
    /// What the other program said when it ended a game that goes on by the rules.
    claim: Option<SenderResult>,
    /// Since when the other program has no time left, or, without clocks, is to move.
    waits_since: Instant,
}

impl<'a> DxpGame<'a> {
    /// A game in which the program has the seat `own`.
    pub fn new(
        session: Session,
        own: Seat,
        number: u32,
        connection: &'a mut Connection,
        output: &'a mut dyn Write,
    ) -> DxpGame<'a> {
        let own = own.side(session.game().white);
        DxpGame { session, connection, output, own, number, claim: None, waits_since: Instant::now() }
    }

    /// Plays to the end, or breaks the game off. With `stops` the other program is told that this was the last game.
    ///
    /// # Errors
    /// The other program leaves, plays a move that is not legal or out of turn, or does not move.
    pub fn play(&mut self, stops: bool) -> anyhow::Result<PeerRequest> {
        let played = self.play_to_end(stops);
        if played.is_err() {
            // Without result; the other program may have left already.
            let _ = self.connection.send(&Message::GameEnd { reason: SenderResult::Unknown, stops: true });
        }
        played
    }

    fn play_to_end(&mut self, stops: bool) -> anyhow::Result<PeerRequest> {
        while self.session.end().is_none() {
            ensure!(!interrupt::raised(), "interrupted");
            self.check_patience()?;
            self.own_moves()?;
            if self.session.end().is_some() {
                break;
            }
            if let Some(message) = self.connection.receive(TICK)?
                && let Some(ending) = self.answer(message)?
            {
                return Ok(ending);
            }
        }
        // The other program may have left already; what it has said before is read.
        let _ = self.connection.send(&Message::GameEnd { reason: self.reason(), stops });
        self.wait_for_end()
    }

    /// Lets the program think and tells its moves.
    fn own_moves(&mut self) -> anyhow::Result<()> {
        for event in self.session.update() {
            match event {
                SessionEvent::Moved => {
                    let mv = self.show_last()?;
                    self.connection.send(&Message::Move(mv))?;
                }
                SessionEvent::Message(text) if self.session.is_paused() => bail!(text),
                SessionEvent::Message(text) => writeln!(self.output, "{text}")?,
                SessionEvent::Hint(..) | SessionEvent::Threat(..) => {}
            }
        }
        Ok(())
    }

    /// Shows the last move, and returns it as a message.
    fn show_last(&mut self) -> anyhow::Result<MoveMessage> {
        let plies = self.session.moves().len();
        let mv = self.session.moves().last().ok_or_else(|| anyhow!("no move was played"))?;
        let mut before = self.session.line().clone();
        before.take_back();
        let long = before.position().show_move(mv.mv, MoveStyle::Long);
        let number = plies.div_ceil(2);
        let dots = if plies % 2 == 1 { "." } else { "..." };
        let time = mv.time.unwrap_or_default();
        write!(self.output, "{number}{dots} {} {:.1}s", mv.text, time.as_secs_f64())?;
        if let Some(search) = &mv.search {
            let score = search.info.shown_score;
            write!(self.output, " {score} at depth {}", search.info.depth)?;
        }
        writeln!(self.output)?;
        MoveMessage::of_hub_move(&long, time.as_secs())
            .ok_or_else(|| anyhow!("found {}, expected a move that DXP carries", mv.text))
    }

    /// Uses a message. Returns how the game ended, if the other program has ended it.
    fn answer(&mut self, message: Message) -> anyhow::Result<Option<PeerRequest>> {
        match message {
            Message::Move(mv) => self.peer_moves(&mv)?,
            Message::GameEnd { reason, stops } => {
                match reason {
                    SenderResult::Lost => self.session.resign_for(!self.own),
                    _ => self.claim = Some(reason),
                }
                // The other program may have left already.
                let _ = self.connection.send(&Message::GameEnd { reason: self.reason(), stops });
                return Ok(Some(PeerRequest { peer_stops: stops, next: None }));
            }
            Message::BackRequest { .. } => self.connection.send(&Message::BackAnswer(Acceptance::Refused(1)))?,
            Message::Chat(text) => writeln!(self.output, "the other program says: {text}")?,
            Message::GameRequest(_) | Message::GameAnswer { .. } | Message::BackAnswer(_) => {
                bail!("found '{message}' in a game, expected a move or the end of the game")
            }
        }
        Ok(None)
    }

    fn peer_moves(&mut self, mv: &MoveMessage) -> anyhow::Result<()> {
        let text = mv.hub_move();
        if self.session.side_to_move() == self.own {
            bail!("found the move {text} of the other program, which is not to move");
        }
        self.session.play(&text).map_err(|error| anyhow!("the other program has played {text}: {error}"))?;
        self.show_last()?;
        Ok(())
    }

    /// An error if the other program has not moved for long, although it has no time left.
    fn check_patience(&mut self) -> anyhow::Result<()> {
        let is_own = self.session.side_to_move() == self.own;
        if is_own || self.session.remaining(!self.own).is_some_and(|time| !time.is_zero()) {
            self.waits_since = Instant::now();
        }
        if self.waits_since.elapsed() > PATIENCE {
            bail!("the other program has not moved for {PATIENCE:?} after its time");
        }
        Ok(())
    }

    /// Waits until the other program says that the game is over, too. It may leave instead, or ask for the next game. It may
    /// think about a move before it reads that the game is over: it need not know the same draw rules.
    fn wait_for_end(&mut self) -> anyhow::Result<PeerRequest> {
        let thinks = self.session.remaining(!self.own).unwrap_or(PATIENCE);
        let patience = END_TIME + thinks.min(PATIENCE);
        let deadline = Instant::now() + patience;
        let ending = |peer_stops, next| Ok(PeerRequest { peer_stops, next });
        while Instant::now() < deadline {
            ensure!(!interrupt::raised(), "interrupted");
            match self.connection.receive(TICK) {
                Ok(Some(Message::GameEnd { stops, .. })) => return ending(stops, None),
                Ok(Some(Message::GameRequest(next))) => return ending(false, Some(next)),
                Ok(_) => (),
                Err(ConnectionError::Closed) => return ending(true, None),
                Err(error) => return Err(error.into()),
            }
        }
        bail!("the other program does not answer within {patience:?} that the game is over")
    }

    /// How the game ended for the program.
    fn reason(&self) -> SenderResult {
        match self.session.end() {
            None => SenderResult::Unknown,
            Some(GameOver { winner: None, .. }) => SenderResult::Draw,
            Some(GameOver { winner: Some(side), .. }) if *side == self.own => SenderResult::Won,
            Some(_) => SenderResult::Lost,
        }
    }

    /// Tells who plays.
    pub fn tell_start(&mut self, request: &GameRequest) -> anyhow::Result<()> {
        let white = self.session.game().white;
        let [white, black] = [white, !white].map(|side| self.session.name(side));
        let time = match (request.minutes, request.moves) {
            (0, _) => "without clocks".to_owned(),
            (minutes, 0) => format!("{minutes} min for the game"),
            (minutes, moves) => format!("{minutes} min for {moves} moves"),
        };
        writeln!(self.output, "game {}: {white} (White) - {black} (Black), {time}", self.number)?;
        Ok(())
    }

    /// Tells the result. Returns its place among won, drawn, lost, and none.
    pub fn tell_end(&mut self) -> anyhow::Result<usize> {
        let (place, text) = match self.reason() {
            SenderResult::Won => (0, "won"),
            SenderResult::Draw => (1, "drawn"),
            SenderResult::Lost => (2, "lost"),
            SenderResult::Unknown => (3, "without result"),
        };
        let moves = self.session.moves().len().div_ceil(2);
        let why = self.termination();
        writeln!(self.output, "game {}: {text} after {moves} moves: {why}", self.number)?;
        Ok(place)
    }

    fn termination(&self) -> String {
        let claim = |reason| match reason {
            SenderResult::Won => "that it has won",
            SenderResult::Draw => "that it is a draw",
            SenderResult::Lost | SenderResult::Unknown => "no result",
        };
        match (self.session.end(), self.claim) {
            (Some(end), _) => end.reason.clone(),
            (None, Some(reason)) => format!("ended by the other program, which says {}", claim(reason)),
            (None, None) => "broken off".to_owned(),
        }
    }

    /// The record of the game.
    pub fn record(&self) -> GameRecord {
        let mut record = saved_game::record(&self.session, &today());
        for (name, value) in [("Event", "DXP"), ("WhiteType", "program"), ("BlackType", "program")] {
            record.set_tag(name, value);
        }
        record.set_tag("Round", self.number);
        record.set_tag("Termination", self.termination());
        record
    }
}
