//! Games with another program over DXP: its moves arrive as those of a person. Both programs know the rules; nobody
//! stands between them, so every move that arrives is checked.

mod client_settings;
mod game;
mod hub_engine;

use super::engines::EngineResources;
use super::players::{MachineSettings, SidePlayer};
use super::saved_game;
use super::session::{Session, SessionSettings};
use crate::conditions::time_control::ClockPeriod;
use crate::game::Side;
use crate::games::{GameInfo, find_game};
use crate::notation::Notation;
use crate::protocol::dxp::{Acceptance, Connection, ConnectionError, GameRequest, Message, SQUARES, Seat};
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use anyhow::{Context, anyhow, bail, ensure};
use game::{DxpGame, PeerRequest};
pub use hub_engine::DxpHubEngine;
use std::io::Write;
use std::time::{Duration, Instant};

/// How long a program may take to accept a game.
const ANSWER_TIME: Duration = Duration::from_secs(60);

/// How long the other program may take to confirm the end of a game.
const END_TIME: Duration = Duration::from_secs(10);

/// How long the other program may exceed its time, or think about a move in a game without clocks.
const PATIENCE: Duration = Duration::from_secs(300);

/// How often to look for a signal while nothing arrives.
const TICK: Duration = Duration::from_millis(20);

/// What is settled before the first game.
#[derive(Clone, Debug)]
pub struct DxpSettings {
    /// The name of the game.
    pub game: String,
    /// How the program plays; by the clock unless another level is wanted.
    pub machine: MachineSettings,
    /// Threads of its searches.
    pub threads: usize,
    /// The number of games that it asks for if it is the initiator.
    pub games: u32,
    /// Its request for the first game; the sides change after every game. The name is that under which it plays.
    pub request: GameRequest,
}

impl DxpSettings {
    /// The settings, if games can be played by them.
    ///
    /// # Errors
    /// The protocol does not carry the game, the position to ask for is not legal, or the evaluation cannot be read.
    pub fn checked(mut self) -> anyhow::Result<DxpSettings> {
        let game = game_for_dxp(&self.game).map_err(|error| anyhow!(error))?;
        if let Some(start) = &mut self.request.start {
            let read = game.start().parse_position(start);
            *start = read.map_err(|error| anyhow!("--position: {error}"))?.show_for_protocols();
        }
        self.session(&self.request, !self.request.follower, "")?;
        Ok(self)
    }

    /// A game as requested, in which the program has the seat `own` and the other one plays as a person does.
    fn session(&self, request: &GameRequest, own: Seat, peer: &str) -> anyhow::Result<Session> {
        let mut program = SidePlayer::machine(self.machine.clone());
        program.name.clone_from(&self.request.name);
        let mut other = SidePlayer::person(if peer.is_empty() { "?" } else { peer });
        if other.name.eq_ignore_ascii_case(&program.name) {
            other.name += " (other)";
        }
        let mut players = [program, other];
        let white = find_game(&self.game).map_err(|error| anyhow!(error))?.white;
        if own.side(white) == Side::Second {
            players.swap(0, 1);
        }
        let minutes = u64::from(request.minutes);
        let clock = (minutes > 0).then(|| ClockPeriod {
            moves: Some(u32::from(request.moves)).filter(|&moves| moves > 0),
            time: Duration::from_secs(60 * minutes),
            increment: Duration::ZERO,
        });
        let settings = SessionSettings {
            start: request.start.clone(),
            clock,
            time_forfeit: false,
            resources: EngineResources { threads: self.threads, ..EngineResources::default() },
            ..SessionSettings::new(&self.game, players)
        };
        Session::new(settings).map_err(|error| anyhow!(error))
    }
}

/// A game that the protocol carries.
///
/// # Errors
/// There is no such game, or the protocol does not carry it.
fn game_for_dxp(name: &str) -> Result<&'static GameInfo, String> {
    let game = find_game(name)?;
    let is_draughts = game.hub_variant.is_some() || game.described_by_file;
    if !is_draughts || game.start().show_for_protocols().len() != 1 + SQUARES {
        return Err(format!("DXP does not carry {name}, only draughts on 50 squares, such as international"));
    }
    Ok(game)
}

/// The games with one other program.
pub struct DxpMatch<'a> {
    settings: DxpSettings,
    connection: Connection,
    /// Where games are reported to the user.
    output: &'a mut dyn Write,
    /// Where records are written.
    records: Option<NamedOutput>,
    /// Games that were won, drawn, lost, and those without result.
    counts: [u32; 4],
}

impl<'a> DxpMatch<'a> {
    /// Games over `connection`, by [checked](DxpSettings::checked) settings.
    pub fn new(
        settings: DxpSettings,
        connection: Connection,
        output: &'a mut dyn Write,
        records: Option<NamedOutput>,
    ) -> DxpMatch<'a> {
        DxpMatch { settings, connection, output, records, counts: [0; 4] }
    }

    /// Asks for games, plays them, and reports the results.
    ///
    /// # Errors
    /// The other program refuses, breaks the protocol or leaves; the games before are reported.
    pub fn initiate(mut self) -> anyhow::Result<()> {
        let games = self.settings.games;
        let played = (1..=games).try_for_each(|number| {
            let (request, name) = self.ask(number)?;
            let own = !request.follower;
            let session = self.settings.session(&request, own, &name)?;
            let ending = self.play(session, &request, own, number == games)?;
            if ending.peer_stops && number < games {
                bail!("{name} plays no further game");
            }
            Ok(())
        });
        played.and(self.tell_total())
    }

    /// Waits for requests and plays, until the other program says that it stops, or leaves between two games.
    ///
    /// # Errors
    /// The other program breaks the protocol or leaves in a game; the games before are reported.
    pub fn follow(mut self) -> anyhow::Result<()> {
        self.follow_all().and(self.tell_total())
    }

    fn follow_all(&mut self) -> anyhow::Result<()> {
        let mut next = None;
        let request_of = |message| if let Message::GameRequest(request) = message { Some(request) } else { None };
        loop {
            let request = match next.take().map_or_else(|| self.wait(None, request_of), Ok) {
                Ok(request) => request,
                Err(error) if matches!(error.downcast_ref(), Some(ConnectionError::Closed)) => return Ok(()),
                Err(error) => return Err(error),
            };
            let (own, peer) = (request.follower, &request.name);
            let session = self.settings.session(&request, own, peer);
            let answer = if session.is_ok() { Acceptance::Accepted } else { Acceptance::Refused(1) };
            self.connection.send(&Message::GameAnswer { name: self.settings.request.name.clone(), answer })?;
            match session {
                Ok(session) => {
                    let ending = self.play(session, &request, own, false)?;
                    if ending.peer_stops {
                        return Ok(());
                    }
                    next = ending.next;
                }
                Err(fault) => writeln!(self.output, "refused a game with {peer}: {fault}")?,
            }
        }
    }

    /// Asks for a game, counted from 1; the sides change after each. Returns what was asked for and the name of the other program.
    fn ask(&mut self, number: u32) -> anyhow::Result<(GameRequest, String)> {
        let mut request = self.settings.request.clone();
        if number.is_multiple_of(2) {
            request.follower = !request.follower;
        }
        self.connection.send(&Message::GameRequest(request.clone()))?;
        let (name, answer) = self.wait(Some(Instant::now() + ANSWER_TIME), |message| match message {
            Message::GameAnswer { name, answer } => Some((name, answer)),
            _ => None,
        })?;
        match answer {
            Acceptance::Accepted => Ok((request, name)),
            Acceptance::Refused(code) => bail!("{name} refuses the game (code {code})"),
        }
    }

    /// Waits for a certain message. Texts are shown, other messages belong to a game that is over.
    fn wait<T>(&mut self, deadline: Option<Instant>, wanted: impl Fn(Message) -> Option<T>) -> anyhow::Result<T> {
        loop {
            ensure!(!interrupt::raised(), "interrupted");
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                bail!("the other program does not answer within {ANSWER_TIME:?}");
            }
            match self.connection.receive(TICK)? {
                Some(Message::Chat(text)) => writeln!(self.output, "the other program says: {text}")?,
                Some(message) => {
                    if let Some(found) = wanted(message) {
                        return Ok(found);
                    }
                }
                None => (),
            }
        }
    }

    /// Plays a game, and records it however it ends.
    fn play(&mut self, session: Session, request: &GameRequest, own: Seat, stops: bool) -> anyhow::Result<PeerRequest> {
        let number = 1 + self.counts.iter().sum::<u32>();
        let mut game = DxpGame::new(session, own, number, &mut self.connection, self.output);
        game.tell_start(request)?;
        let played = game.play(stops);
        if let Some(records) = &mut self.records {
            records.write_all(game.record().to_string().as_bytes())?;
            records.flush()?;
        }
        self.counts[game.tell_end()?] += 1;
        played.with_context(|| format!("game {number}"))
    }

    fn tell_total(&mut self) -> anyhow::Result<()> {
        let [won, drawn, lost, open] = self.counts;
        let games = won + drawn + lost + open;
        write!(self.output, "games: {games}, won {won}, drawn {drawn}, lost {lost}")?;
        if open > 0 {
            write!(self.output, ", without result {open}")?;
        }
        writeln!(self.output)?;
        Ok(())
    }
}
