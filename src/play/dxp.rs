//! Games with another program over DXP: its moves arrive as those of a person. Both programs know the rules; nobody
//! stands between them, so every move that arrives is checked.

mod game;

use super::players::{MachineSettings, SidePlayer};
use super::saved_game;
use super::session::{Session, SessionSettings};
use crate::game::Side;
use crate::player::referee;
use crate::protocol::dxp::{
    Acceptance, Connection, ConnectionError, GameRequest, Message, SQUARES, Seat,
};
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use crate::tournament::time_control::ClockPeriod;
use anyhow::{Context, anyhow, bail};
use game::{DxpGame, GameEnding};
use std::io::Write;
use std::time::{Duration, Instant};

/// How long a program may take to accept a game.
const ANSWER_TIME: Duration = Duration::from_secs(60);

/// How often to look for a signal while nothing arrives.
const TICK: Duration = Duration::from_millis(20);

/// What is settled before the first game.
#[derive(Clone, Debug)]
pub struct DxpSettings {
    /// The name of the game.
    pub game: String,
    /// The name under which the program plays.
    pub name: String,
    /// How it plays; by the clock unless another level is wanted.
    pub machine: MachineSettings,
    /// Threads of its searches.
    pub threads: usize,
    /// What it asks for if it is the initiator.
    pub request: RequestSettings,
}

/// What an initiator asks for.
#[derive(Clone, Debug)]
pub struct RequestSettings {
    /// The number of games.
    pub games: u32,
    /// Where the program plays in the first game; the sides change after every game.
    pub seat: Seat,
    /// Minutes for [`moves`](Self::moves).
    pub minutes: u16,
    /// The number of moves in that time; 0: the time is for the whole game.
    pub moves: u16,
    /// The position at the start of every game; `None` for the initial one.
    pub start: Option<String>,
}

/// The games with one other program.
pub struct DxpMatch<'a> {
    settings: DxpSettings,
    connection: Connection,
    /// Where games are told to the user.
    output: &'a mut dyn Write,
    /// Where records are written.
    records: Option<NamedOutput>,
    /// Games that were won, drawn, lost, and those without result.
    counts: [u32; 4],
}

impl<'a> DxpMatch<'a> {
    /// Games over `connection`.
    ///
    /// # Errors
    /// The protocol does not carry the game, or the position to ask for is not legal.
    pub fn new(
        mut settings: DxpSettings,
        connection: Connection,
        output: &'a mut dyn Write,
        records: Option<NamedOutput>,
    ) -> anyhow::Result<DxpMatch<'a>> {
        check_game(&settings.game)?;
        if let Some(start) = &mut settings.request.start {
            let mut referee = referee(&settings.game).map_err(|error| anyhow!(error))?;
            let is_legal = referee.set_position(Some(start), &[]);
            is_legal.map_err(|error| anyhow!("--position: {error}"))?;
            *start = referee.protocol_position();
        }
        Ok(DxpMatch {
            settings,
            connection,
            output,
            records,
            counts: [0; 4],
        })
    }

    /// Asks for games, plays them, and tells the results.
    ///
    /// # Errors
    /// The other program refuses, breaks the protocol or leaves; the games until then are told.
    pub fn initiate(mut self) -> anyhow::Result<()> {
        let games = self.settings.request.games;
        let played = (1..=games).try_for_each(|number| {
            let (request, name) = self.ask(number)?;
            let own = other(request.follower);
            let ending = self.play(&request, own, &name, number == games)?;
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
    /// The other program breaks the protocol or leaves in a game; the games until then are told.
    pub fn follow(mut self) -> anyhow::Result<()> {
        let played = self.follow_all();
        played.and(self.tell_total())
    }

    fn follow_all(&mut self) -> anyhow::Result<()> {
        loop {
            let request = match self.wait(None, |message| match message {
                Message::GameRequest(request) => Some(request),
                _ => None,
            }) {
                Ok(request) => request,
                Err(error) if matches!(error.downcast_ref(), Some(ConnectionError::Closed)) => {
                    return Ok(());
                }
                Err(error) => return Err(error),
            };
            let fault = self.fault_of(&request);
            let answer = fault
                .as_ref()
                .map_or(Acceptance::Accepted, |_| Acceptance::Refused(1));
            self.connection.send(&Message::GameAnswer {
                name: self.settings.name.clone(),
                answer,
            })?;
            if let Some(fault) = fault {
                writeln!(self.output, "refused a game with {}: {fault}", request.name)?;
                continue;
            }
            let name = request.name.clone();
            if self
                .play(&request, request.follower, &name, false)?
                .peer_stops
            {
                return Ok(());
            }
        }
    }

    /// Why a requested game cannot be played.
    fn fault_of(&self, request: &GameRequest) -> Option<String> {
        let mut referee = referee(&self.settings.game).ok()?;
        referee.set_position(request.start.as_deref(), &[]).err()
    }

    /// Asks for a game. Returns what was asked for and the name of the other program.
    fn ask(&mut self, number: u32) -> anyhow::Result<(GameRequest, String)> {
        let wanted = &self.settings.request;
        let own = if number % 2 == 1 {
            wanted.seat
        } else {
            other(wanted.seat)
        };
        let request = GameRequest {
            name: self.settings.name.clone(),
            follower: other(own),
            minutes: wanted.minutes,
            moves: wanted.moves,
            start: wanted.start.clone(),
        };
        self.connection
            .send(&Message::GameRequest(request.clone()))?;
        let deadline = Instant::now() + ANSWER_TIME;
        let (name, answer) = self.wait(Some(deadline), |message| match message {
            Message::GameAnswer { name, answer } => Some((name, answer)),
            _ => None,
        })?;
        match answer {
            Acceptance::Accepted => Ok((request, name)),
            Acceptance::Refused(code) => bail!("{name} refuses the game (code {code})"),
        }
    }

    /// Waits for a certain message. Texts are shown, other messages belong to a game that is over.
    fn wait<T>(
        &mut self,
        deadline: Option<Instant>,
        wanted: impl Fn(Message) -> Option<T>,
    ) -> anyhow::Result<T> {
        loop {
            if interrupt::raised() {
                bail!("interrupted");
            }
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                bail!("the other program does not answer within {ANSWER_TIME:?}");
            }
            match self.connection.receive(TICK)? {
                Some(Message::Chat(text)) => {
                    writeln!(self.output, "the other program says: {text}")?
                }
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
    fn play(
        &mut self,
        request: &GameRequest,
        own: Seat,
        peer: &str,
        is_last: bool,
    ) -> anyhow::Result<GameEnding> {
        let session = self.session(request, own, peer)?;
        let number = 1 + self.counts.iter().sum::<u32>();
        let mut game = DxpGame::new(session, side(own, &self.settings.game)?, number)?;
        game.tell_start(request, self.output)?;
        let played = game.play(&mut self.connection, is_last, self.output);
        if let Some(records) = &mut self.records {
            records.write_all(game.record().to_string().as_bytes())?;
            records.flush()?;
        }
        self.counts[game.tell_end(self.output)?] += 1;
        played.with_context(|| format!("game {number}"))
    }

    fn session(&self, request: &GameRequest, own: Seat, peer: &str) -> anyhow::Result<Session> {
        let mut program = SidePlayer::machine(self.settings.machine.clone());
        program.name.clone_from(&self.settings.name);
        let mut other = SidePlayer::person(if peer.is_empty() { "?" } else { peer });
        if other.name.eq_ignore_ascii_case(&program.name) {
            other.name += " (other)";
        }
        let mut players = [program, other];
        if side(own, &self.settings.game)? == Side::Second {
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
            threads: self.settings.threads,
            ..SessionSettings::new(&self.settings.game, players)
        };
        Session::new(settings).map_err(|error| anyhow!(error))
    }

    fn tell_total(&mut self) -> anyhow::Result<()> {
        let [won, drawn, lost, open] = self.counts;
        let games = won + drawn + lost + open;
        write!(
            self.output,
            "games: {games}, won {won}, drawn {drawn}, lost {lost}"
        )?;
        if open > 0 {
            write!(self.output, ", without result {open}")?;
        }
        writeln!(self.output)?;
        Ok(())
    }
}

/// Checks that the protocol carries a game.
///
/// # Errors
/// There is no such game, or its board has not 50 squares.
pub fn check_game(name: &str) -> anyhow::Result<()> {
    let referee = referee(name).map_err(|error| anyhow!(error))?;
    let is_carried = referee.game().hub_variant.is_some() || referee.game().described_by_file;
    if !is_carried || referee.protocol_position().len() != 1 + SQUARES {
        bail!("DXP does not carry {name}, only draughts on 50 squares, such as international");
    }
    Ok(())
}

fn other(seat: Seat) -> Seat {
    match seat {
        Seat::White => Seat::Black,
        Seat::Black => Seat::White,
    }
}

/// The side that a seat is in a game.
fn side(seat: Seat, game: &str) -> anyhow::Result<Side> {
    let white = crate::games::find_game(game)
        .map_err(|error| anyhow!(error))?
        .white;
    Ok(if seat == Seat::White { white } else { !white })
}
