//! Another program as an engine that speaks Hub, so that `match` plays with it and referees the games: its moves are fetched
//! over DXP.

use super::client_settings::ClientSettings;
use super::{ANSWER_TIME, END_TIME, PATIENCE, TICK};
use crate::any_position::AnyPosition;
use crate::game::GameLine;
use crate::notation::{MoveStyle, Notation};
use crate::protocol::dxp::{Acceptance, Connection, Message, MoveMessage, SenderResult};
use crate::protocol::hub::syntax::HubLine;
use crate::system::interrupt;
use crate::system::threads::read_lines_ahead;
use anyhow::{anyhow, bail, ensure};
use std::collections::VecDeque;
use std::io::{BufReader, Write, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

/// Lines that are read ahead.
const AHEAD: usize = 64;

/// The engine.
pub struct DxpHubEngine<'a> {
    connection: Connection,
    lines: Receiver<String>,
    /// Lines received while the other program was thinking, to be answered afterwards.
    postponed: VecDeque<String>,
    /// Whether the client wants no more.
    quits: bool,
    output: &'a mut dyn Write,
    /// The name under which it plays.
    name: String,
    /// What the client has set.
    client: ClientSettings,
    /// The game as the other program knows it.
    game: Option<PeerGame>,
    /// Whether the other program plays no further game.
    peer_stops: bool,
}

/// A game that the other program has accepted.
struct PeerGame {
    /// The game as it knows it; `None` if its last move was not legal.
    line: Option<GameLine<AnyPosition>>,
    /// Whether it has ended the game.
    is_over: bool,
}

impl<'a> DxpHubEngine<'a> {
    /// An engine that plays `game` by the moves of the program at the other end of `connection`, and reads its commands from
    /// standard input.
    ///
    /// # Errors
    /// The protocol does not carry the game.
    pub fn new(
        connection: Connection,
        game: &str,
        name: String,
        output: &'a mut dyn Write,
    ) -> anyhow::Result<DxpHubEngine<'a>> {
        Ok(DxpHubEngine {
            connection,
            lines: read_lines_ahead(BufReader::new(stdin()), AHEAD)?,
            postponed: VecDeque::new(),
            quits: false,
            output,
            name,
            client: ClientSettings::new(game).map_err(|error| anyhow!(error))?,
            game: None,
            peer_stops: false,
        })
    }

    /// Answers commands until `quit` or the end of the input.
    ///
    /// # Errors
    /// The other program leaves, breaks the protocol or refuses a game; or the run is interrupted. The client
    /// gets the reason.
    pub fn run(mut self) -> anyhow::Result<()> {
        let answered = self.answer_all();
        if let Err(error) = &answered {
            self.tell_error(&format!("{error:#}"))?;
        }
        self.tell_end(true);
        answered
    }

    fn answer_all(&mut self) -> anyhow::Result<()> {
        while !self.quits {
            if let Some(line) = self.postponed.pop_front() {
                self.answer(&line)?;
                continue;
            }
            match self.lines.recv_timeout(TICK) {
                Ok(line) => self.answer(&line)?,
                Err(RecvTimeoutError::Disconnected) => self.quits = true,
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(message) = self.receive(Duration::ZERO)? {
                        self.answer_peer(&message)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Answers a line, if only by saying what is wrong with it.
    fn answer(&mut self, text: &str) -> anyhow::Result<()> {
        let line = match HubLine::parse(text) {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(()),
            Err(error) => {
                self.tell_error(&error)?;
                // The client waits for the answer.
                return match text.split_whitespace().next() {
                    Some(word @ ("go" | "init")) => self.answer(word),
                    _ => Ok(()),
                };
            }
        };
        let done = match line.command.as_str() {
            "hub" => return self.introduce(),
            "init" => return self.tell("ready"),
            "ping" => return self.tell("pong"),
            "new-game" => return self.end_game(),
            "go" => return self.go(),
            "set-param" => self.client.set_parameter(&line),
            "pos" => self.client.set_position(&line),
            "level" => self.client.set_clock(&line),
            // The other program cannot be stopped.
            "stop" => Ok(()),
            "quit" => {
                self.quits = true;
                Ok(())
            }
            other => Err(format!("found '{other}', expected a command of Hub")),
        };
        done.or_else(|error| self.tell_error(&error))
    }

    fn introduce(&mut self) -> anyhow::Result<()> {
        self.tell(&HubLine::new("id").with("name", &self.name).to_string())?;
        self.tell(&self.client.variant_parameter().to_string())?;
        self.tell("wait")
    }

    /// Tells the other program what it does not know, waits for its move, and passes it on.
    fn go(&mut self) -> anyhow::Result<()> {
        let Some(line) = self.client.line.clone() else { return self.give_up("found no legal position before 'go'") };
        if line.outcome().is_some() {
            return self.tell("done");
        }
        if let Some(game) = &self.game {
            let goes_on = game.line.as_ref().is_some_and(|known| goes_on(&line, known));
            if goes_on && game.is_over {
                return self.give_up("the other program has ended the game");
            }
            if !goes_on {
                self.end_game()?;
            }
        }
        if self.game.is_none() && !self.ask(&line)? {
            return Ok(());
        }
        let mut before = line.clone();
        if let Some(last) = before.take_back() {
            let last = before.position().show_move(last, MoveStyle::Long);
            let mv = MoveMessage::of_hub_move(&last, 0);
            let mv = mv.ok_or_else(|| anyhow!("found the move {last}, which DXP does not carry"))?;
            self.connection.send(&Message::Move(mv))?;
        }
        self.pass_on_move(line)
    }

    /// Asks for a game from the position before the last move, in which the other program is to move now. Returns whether it
    /// has accepted it; it has not if the client quits.
    fn ask(&mut self, line: &GameLine<AnyPosition>) -> anyhow::Result<bool> {
        if self.peer_stops {
            bail!("the other program plays no further game");
        }
        self.connection.send(&Message::GameRequest(self.client.request(&self.name, line)?))?;
        let deadline = Instant::now() + ANSWER_TIME;
        while let Some(message) = self.next_message(deadline)? {
            if let Message::GameAnswer { name, answer } = message {
                if let Acceptance::Refused(code) = answer {
                    bail!("{name} refuses the game (code {code})");
                }
                self.game = Some(PeerGame { line: Some(line.clone()), is_over: false });
                return Ok(true);
            }
        }
        if !self.quits {
            bail!("the other program does not answer within {ANSWER_TIME:?}");
        }
        Ok(false)
    }

    /// Waits for the move of the other program, and tells it to the client.
    fn pass_on_move(&mut self, mut line: GameLine<AnyPosition>) -> anyhow::Result<()> {
        let deadline = Instant::now() + PATIENCE + self.client.time_left();
        while let Some(message) = self.next_message(deadline)? {
            match message {
                Message::Move(mv) => {
                    let text = mv.hub_move();
                    // The client tells an illegal move.
                    let mv = line.position().parse_move(&text);
                    let line = mv.ok().map(|mv| {
                        line.play(mv);
                        line
                    });
                    self.game = Some(PeerGame { line, is_over: false });
                    return self.tell(&HubLine::new("done").with("move", text).to_string());
                }
                other => {
                    self.answer_peer(&other)?;
                    if matches!(other, Message::GameEnd { .. }) {
                        return self.give_up("the other program has ended the game");
                    }
                }
            }
        }
        if self.quits {
            return Ok(());
        }
        self.give_up("the other program has not moved for long after its time")
    }

    /// Answers a message of the other program that is no move.
    fn answer_peer(&mut self, message: &Message) -> anyhow::Result<()> {
        match message {
            Message::GameEnd { stops, .. } => {
                self.peer_stops |= stops;
                self.tell_end(false);
                self.game.iter_mut().for_each(|game| game.is_over = true);
                Ok(())
            }
            Message::BackRequest { .. } => Ok(self.connection.send(&Message::BackAnswer(Acceptance::Refused(1)))?),
            other => bail!("found '{other}', expected a move or the end of the game"),
        }
    }

    /// The next message before the deadline; `None` as well if the client quits meanwhile. Other lines of the client than
    /// `ping` wait.
    fn next_message(&mut self, deadline: Instant) -> anyhow::Result<Option<Message>> {
        while Instant::now() < deadline {
            match self.lines.try_recv() {
                Ok(line) if line.trim() == "ping" => self.tell("pong")?,
                Ok(line) if line.trim() == "quit" => self.quits = true,
                Ok(line) if self.postponed.len() < AHEAD => self.postponed.push_back(line),
                Ok(_) => bail!("found more than {AHEAD} lines while the other program thinks"),
                Err(TryRecvError::Disconnected) => self.quits = true,
                Err(TryRecvError::Empty) => (),
            }
            if self.quits {
                return Ok(None);
            }
            if let Some(message) = self.receive(TICK)? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    /// The next message but for texts, if one arrives in time.
    fn receive(&mut self, time: Duration) -> anyhow::Result<Option<Message>> {
        ensure!(!interrupt::raised(), "interrupted");
        match self.connection.receive(time)? {
            Some(Message::Chat(text)) => {
                self.tell(&HubLine::new("info").with("message", text).to_string())?;
                Ok(None)
            }
            message => Ok(message),
        }
    }

    /// Ends the game that the other program plays, if there is one, and waits until it agrees.
    fn end_game(&mut self) -> anyhow::Result<()> {
        self.tell_end(false);
        if self.game.take().is_none_or(|game| game.is_over) {
            return Ok(());
        }
        let deadline = Instant::now() + END_TIME;
        while Instant::now() < deadline {
            if let Some(Message::GameEnd { stops, .. }) = self.receive(TICK)? {
                self.peer_stops |= stops;
                return Ok(());
            }
        }
        bail!("the other program does not answer within {END_TIME:?} that the game is over")
    }

    /// Tells the other program that a game in progress is over; with `stops`, that there are no more.
    fn tell_end(&mut self, stops: bool) {
        if self.game.as_ref().is_some_and(|game| !game.is_over) {
            // It may have left already.
            let _ = self.connection.send(&Message::GameEnd { reason: SenderResult::Unknown, stops });
        }
    }

    /// Ends a search without a move.
    fn give_up(&mut self, why: &str) -> anyhow::Result<()> {
        self.tell_error(why)?;
        self.tell("done")
    }

    fn tell(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.output, "{line}")?;
        Ok(self.output.flush()?)
    }

    fn tell_error(&mut self, error: &str) -> anyhow::Result<()> {
        self.tell(&HubLine::new("error").with("message", error).to_string())
    }
}

/// Whether a game is the other one with one more move.
fn goes_on(game: &GameLine<AnyPosition>, known: &GameLine<AnyPosition>) -> bool {
    let (moves, before) = (game.moves(), known.moves());
    game.start() == known.start() && moves.len() == before.len() + 1 && moves.starts_with(before)
}
