//! Another program as an engine that speaks Hub, so that `match` plays with it and referees the games: its moves are fetched
//! over DXP.

use super::{ANSWER_TIME, TICK, chosen_referee};

use crate::games::games;
use crate::notation::excerpt;
use crate::player::Referee;
use crate::protocol::dxp::{
    Acceptance, Connection, ConnectionError, GameRequest, Message, MoveMessage, Seat, SenderResult,
};
use crate::protocol::hub::HUB_VARIANT;
use crate::protocol::hub::syntax::HubLine;
use crate::system::interrupt;
use anyhow::{anyhow, bail};
use std::io::{BufRead, BufReader, Write, stdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

/// Lines that are read ahead.
const AHEAD: usize = 64;

/// How long the other program may take to answer that a game is over.
const END_TIME: Duration = Duration::from_secs(10);

/// The engine.
pub struct DxpHubEngine<'a> {
    connection: Connection,
    lines: Receiver<String>,
    output: &'a mut dyn Write,
    /// The name that the other program is told.
    name: String,
    /// The position that the client has set up.
    referee: Box<dyn Referee + Send>,
    /// The moves that have led to it, from the position that the client names.
    moves: Vec<String>,
    start: Option<String>,
    /// The time that the next game is asked for: minutes, and the number of moves in them.
    time: (u16, u16),
    /// The number of moves, from the start of the client, that the other program knows; `None` between two games.
    known: Option<usize>,
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
        let (sender, lines) = sync_channel(AHEAD);
        std::thread::Builder::new()
            .name("stdin".to_owned())
            .spawn(move || {
                let lines = BufReader::new(stdin()).lines().map_while(Result::ok);
                let _ = lines.map(|line| sender.send(line)).find(Result::is_err);
            })?;
        Ok(DxpHubEngine {
            connection,
            lines,
            output,
            name,
            referee: chosen_referee(game).map_err(|error| anyhow!(error))?,
            moves: Vec::new(),
            start: None,
            time: (0, 0),
            known: None,
        })
    }

    /// Answers commands until `quit` or the end of the input.
    ///
    /// # Errors
    /// The other program leaves, breaks the protocol, or ends a game that goes on; or the run is interrupted.
    pub fn run(mut self) -> anyhow::Result<()> {
        let answered = self.answer_all();
        let ended = self.end_game(true);
        answered.and(ended)
    }

    fn answer_all(&mut self) -> anyhow::Result<()> {
        loop {
            match self.lines.recv_timeout(TICK) {
                Ok(line) if line.trim() == "quit" => return Ok(()),
                Ok(line) => self.answer(&line)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) if interrupt::raised() => bail!("interrupted"),
                Err(RecvTimeoutError::Timeout) => (),
            }
        }
    }

    /// Answers a line. What the client has done wrong is told to it.
    fn answer(&mut self, text: &str) -> anyhow::Result<()> {
        let line = match HubLine::parse(text) {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(()),
            Err(error) => return self.tell_error(&error),
        };
        let done = match line.command.as_str() {
            "hub" => return self.introduce(),
            "init" => return self.tell("ready"),
            "ping" => return self.tell("pong"),
            "new-game" => return self.end_game(false),
            "go" => return self.go(),
            "set-param" => self.set_parameter(&line),
            "pos" => self.set_position(&line),
            "level" => self.set_time(&line),
            "stop" => Ok(()),
            other => Err(format!("found '{other}', expected a command of Hub")),
        };
        done.or_else(|error| self.tell_error(&error))
    }

    fn introduce(&mut self) -> anyhow::Result<()> {
        let id = HubLine::new("id").with("name", &self.name);
        let played = games().filter(|game| chosen_referee(game.name).is_ok());
        let variants: Vec<_> = played.filter_map(HUB_VARIANT).collect();
        let variant = HubLine::new("param")
            .with("name", "variant")
            .with(
                "value",
                HUB_VARIANT(self.referee.game()).unwrap_or_default(),
            )
            .with("type", "enum")
            .with("values", variants.join(" "));
        self.tell(&id.to_string())?;
        self.tell(&variant.to_string())?;
        self.tell("wait")
    }

    fn set_parameter(&mut self, line: &HubLine) -> Result<(), String> {
        let (name, value) = (line.value("name"), line.value("value").unwrap_or_default());
        if name != Some("variant") {
            return Err("set-param: expected name=variant, the only parameter".to_owned());
        }
        let game = games().find(|game| HUB_VARIANT(game) == Some(value));
        let game = game.ok_or_else(|| format!("set-param: found variant '{}'", excerpt(value)))?;
        self.referee = chosen_referee(game.name)?;
        Ok(())
    }

    fn set_position(&mut self, line: &HubLine) -> Result<(), String> {
        let start = line.value("pos").map(str::to_owned);
        let moves: Vec<String> = line
            .value("moves")
            .unwrap_or_default()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        self.referee.set_position(start.as_deref(), &moves)?;
        (self.start, self.moves) = (start, moves);
        Ok(())
    }

    /// DXP counts whole minutes. Without a clock the other program thinks as long as it likes.
    fn set_time(&mut self, line: &HubLine) -> Result<(), String> {
        let seconds: Option<f64> = line.number("time", "a number of seconds")?;
        let moves: Option<u16> = line.number("moves", "a whole number")?;
        let minutes = seconds.map_or(0.0, |seconds| (seconds / 60.0).ceil().clamp(1.0, 999.0));
        self.time = (minutes as u16, moves.unwrap_or(0).min(999));
        Ok(())
    }

    /// Tells the other program what it does not know, waits for its move, and passes it on.
    fn go(&mut self) -> anyhow::Result<()> {
        let plies = self.moves.len();
        if self.known.is_some_and(|known| known + 1 != plies) {
            // The client has set up another game.
            self.end_game(false)?;
        }
        if self.known.is_none() {
            self.ask(plies.saturating_sub(1))?;
        }
        if let Some(last) = self.moves.last() {
            let mv = MoveMessage::of_hub_move(last, 0);
            let mv =
                mv.ok_or_else(|| anyhow!("found the move {last}, which DXP does not carry"))?;
            self.connection.send(&Message::Move(mv))?;
        }
        let mv = self.wait_for_move()?;
        self.known = Some(plies + 1);
        let done = HubLine::new("done").with("move", mv);
        self.tell(&done.to_string())
    }

    /// Asks for a game from the position after so many moves, in which the side to move now is that of the other program.
    fn ask(&mut self, plies: usize) -> anyhow::Result<()> {
        let is_white = self.referee.side_to_move() == self.referee.game().white;
        let mut set_up = |start: Option<&str>, moves: &[String]| {
            let set = self.referee.set_position(start, moves);
            set.map_err(|error| anyhow!(error))?;
            anyhow::Ok(self.referee.protocol_position())
        };
        let usual = set_up(None, &[])?;
        let start = set_up(self.start.as_deref(), &self.moves[..plies])?;
        set_up(self.start.as_deref(), &self.moves)?;
        let (minutes, moves) = self.time;
        self.connection.send(&Message::GameRequest(GameRequest {
            name: self.name.clone(),
            follower: if is_white { Seat::White } else { Seat::Black },
            minutes,
            moves,
            start: Some(start).filter(|start| *start != usual),
        }))?;
        let deadline = Instant::now() + ANSWER_TIME;
        while Instant::now() < deadline {
            match self.receive()? {
                Some(Message::GameAnswer {
                    answer: Acceptance::Accepted,
                    ..
                }) => {
                    self.known = Some(plies);
                    return Ok(());
                }
                Some(Message::GameAnswer { name, answer }) => {
                    bail!("{name} refuses the game: {answer:?}")
                }
                _ => (),
            }
        }
        bail!("the other program does not answer within {ANSWER_TIME:?}")
    }

    fn wait_for_move(&mut self) -> anyhow::Result<String> {
        loop {
            match self.lines.try_recv() {
                Ok(line) if line.trim() == "ping" => self.tell("pong")?,
                Ok(line) if line.trim() == "quit" => bail!("the client has ended the engine"),
                // The other program cannot be stopped.
                Ok(_) | Err(TryRecvError::Empty) => (),
                Err(TryRecvError::Disconnected) => bail!("the client has left"),
            }
            match self.receive()? {
                Some(Message::Move(mv)) => return Ok(mv.hub_move()),
                Some(Message::BackRequest { .. }) => {
                    let refused = Message::BackAnswer(Acceptance::Refused(1));
                    self.connection.send(&refused)?;
                }
                Some(Message::GameEnd { .. }) => bail!("the other program has ended the game"),
                Some(other) => bail!("found '{other}', expected a move"),
                None => (),
            }
        }
    }

    /// The next message but for texts, if one arrives soon.
    fn receive(&mut self) -> anyhow::Result<Option<Message>> {
        if interrupt::raised() {
            bail!("interrupted");
        }
        match self.connection.receive(TICK)? {
            Some(Message::Chat(text)) => {
                let line = HubLine::new("info").with("message", text);
                self.tell(&line.to_string())?;
                Ok(None)
            }
            message => Ok(message),
        }
    }

    /// Tells the other program that the game is over, if there is one; with `stops`, that there are no more.
    fn end_game(&mut self, stops: bool) -> anyhow::Result<()> {
        if self.known.take().is_none() {
            return Ok(());
        }
        let reason = SenderResult::Unknown;
        let _ = self.connection.send(&Message::GameEnd { reason, stops });
        let deadline = Instant::now() + END_TIME;
        while Instant::now() < deadline {
            match self.connection.receive(TICK) {
                Ok(Some(Message::GameEnd { .. })) => return Ok(()),
                Err(ConnectionError::Closed) if stops => return Ok(()),
                Ok(_) => (),
                Err(error) => return Err(error.into()),
            }
        }
        bail!("the other program does not answer within {END_TIME:?} that the game is over")
    }

    fn tell(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.output, "{line}")?;
        Ok(self.output.flush()?)
    }

    fn tell_error(&mut self, error: &str) -> anyhow::Result<()> {
        let line = HubLine::new("error").with("message", error);
        self.tell(&line.to_string())
    }
}
