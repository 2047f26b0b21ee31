//! `kempelen dxp`: games with another program over a network.

use super::arguments::one_of;
use crate::games::name_for_long_run;
use crate::play::dxp::{DxpHubEngine, DxpMatch, DxpSettings};
use crate::play::{Level, MachineSettings};
use crate::protocol::dxp::{Connection, DEFAULT_PORT, GameRequest, Seat, accept};
use crate::system::file_lock::FileLock;
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use anyhow::{Context, ensure};
use clap::Args;
use std::io::Write;
use std::net::TcpListener;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

/// How often to look whether a program has connected.
const TICK: Duration = Duration::from_millis(50);

/// Play draughts on 50 squares with another program over a network, by DXP.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen dxp --listen
  kempelen dxp --connect --games 10 --minutes 5 --moves 75 --pgn games.pdn
  kempelen dxp --connect 192.168.1.7:27531 --side black
  kempelen dxp --listen 0.0.0.0:27531 --game frisian
  kempelen match --game international --each tc=300 --engine builtin=search \\
      --engine cmd=kempelen args=\"dxp --connect --hub\" proto=hub name=other

Both programs must be set to the same game: the protocol does not name it. See docs/dxp.md.")]
pub struct Dxp {
    /// Connect to a program that listens, and ask it for games [default: 127.0.0.1:27531]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = "", required_unless_present = "listen")]
    connect: Option<String>,
    /// Wait for a program that connects, and play the games that it asks for [default: 127.0.0.1:27531]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = "", conflicts_with = "connect")]
    listen: Option<String>,
    /// Be an engine that speaks Hub and plays the moves of the other program: `match` referees the games
    #[arg(long, requires = "connect", conflicts_with_all = ["listen", "games", "side", "minutes", "moves", "position", "movetime", "threads", "eval", "pgn"])]
    hub: bool,
    /// The game: a name that 'kempelen games' lists, or a file with rules of draughts
    #[arg(long, default_value = "international")]
    game: String,
    /// Games to ask for; the sides change after each
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "listen")]
    games: u32,
    /// Where the program plays in the first game
    #[arg(long, value_parser = one_of(&SEATS), default_value = "white", conflicts_with = "listen")]
    side: Seat,
    /// Minutes to ask for
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(1..=999), conflicts_with = "listen")]
    minutes: u16,
    /// The number of moves in that time; 0: the time is for the whole game
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u16).range(..=999), conflicts_with = "listen")]
    moves: u16,
    /// The position to ask for, in any notation of the game [default: the start position]
    #[arg(long, conflicts_with = "listen")]
    position: Option<String>,
    /// Think this long about every move, in milliseconds [default: by the clock]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Threads of the searches
    #[arg(long, default_value = "1")]
    threads: usize,
    /// Evaluation: a file with weights or a network
    #[arg(long, value_name = "FILE")]
    eval: Option<String>,
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// The name that the other program is told
    #[arg(long, default_value = "Kempelen")]
    name: String,
}

/// The seats by name.
const SEATS: [(&str, Seat, &str); 2] = [("white", Seat::White, "White"), ("black", Seat::Black, "Black")];

impl Dxp {
    /// Runs the command.
    pub fn run(mut self) -> anyhow::Result<()> {
        self.game = name_for_long_run(&self.game)?;
        let settings = self.settings().checked()?;
        interrupt::listen();
        let _lock = FileLock::all(&self.pgn)?;
        let records = self.pgn.as_deref().map(NamedOutput::append).transpose()?;
        let mut output = NamedOutput::stdout();
        if let Some(address) = &self.connect {
            let address = with_port(address);
            let connection =
                Connection::connect(&address).with_context(|| format!("found no program that answers at {address}"))?;
            if self.hub {
                DxpHubEngine::new(connection, &self.game, self.name, &mut output)?.run()?;
            } else {
                DxpMatch::new(settings, connection, &mut output, records).initiate()?;
            }
        } else {
            let connection = wait_for_program(&with_port(self.listen.as_deref().unwrap_or_default()), &mut output)?;
            DxpMatch::new(settings, connection, &mut output, records).follow()?;
        }
        Ok(())
    }

    fn settings(&self) -> DxpSettings {
        let time = self.movetime.map(Duration::from_millis);
        DxpSettings {
            game: self.game.clone(),
            machine: MachineSettings {
                level: time.map_or(Level::Clock, Level::Time),
                eval_file: self.eval.clone(),
                ..MachineSettings::default()
            },
            threads: self.threads,
            games: self.games,
            request: GameRequest {
                name: self.name.clone(),
                follower: !self.side,
                minutes: self.minutes,
                moves: self.moves,
                start: self.position.clone(),
            },
        }
    }
}

/// An address with its port: nothing, `PORT`, `HOST` and `HOST:PORT` are understood.
fn with_port(address: &str) -> String {
    const HOST: &str = "127.0.0.1";
    if address.is_empty() {
        format!("{HOST}:{DEFAULT_PORT}")
    } else if address.parse::<u16>().is_ok() {
        format!("{HOST}:{address}")
    } else if address.ends_with(']') || !address.contains(':') {
        format!("{address}:{DEFAULT_PORT}")
    } else {
        address.to_owned()
    }
}

/// Waits at an address until a program connects.
fn wait_for_program(address: &str, output: &mut dyn Write) -> anyhow::Result<Connection> {
    let listener = TcpListener::bind(address).with_context(|| format!("cannot listen at {address}"))?;
    writeln!(output, "listening at {}", listener.local_addr()?)?;
    output.flush()?;
    loop {
        ensure!(!interrupt::raised(), "interrupted");
        if let Some(connection) = accept(&listener)? {
            return Ok(connection);
        }
        sleep(TICK);
    }
}

#[cfg(test)]
mod tests {
    use super::with_port;

    #[test]
    fn addresses_may_be_short() {
        for (address, expected) in [
            ("", "127.0.0.1:27531"),
            ("5000", "127.0.0.1:5000"),
            ("example.org", "example.org:27531"),
            ("10.0.0.1:99", "10.0.0.1:99"),
            ("[::1]", "[::1]:27531"),
            ("[::1]:5", "[::1]:5"),
        ] {
            assert_eq!(with_port(address), expected);
        }
    }
}
