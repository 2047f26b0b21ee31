//! How UCI and the protocols made after it are answered.

use super::limits::limits;
use super::syntax::{GoCommand, SyntaxError, UciCommand, option_line};
use crate::game::Game;
use crate::notation::Notation;
use crate::player::{PerftEvent, PlayerListener};
use crate::protocol::options::OptionKind;
use crate::protocol::server::{CommandStatus, ProtocolServer};
use crate::search::SearchRequest;
use crate::system::Instant;
use std::fmt::Display;

/// A server for UCI, or for a protocol with the commands of UCI; the methods without a body are what always differs.
pub(in crate::protocol) trait UciDialect: ProtocolServer {
    /// Follows the message about an argument of `go` that was not understood.
    const LEFT_OUT: &'static str;

    /// The line after the options.
    const OK: &'static str;

    /// The options in the order in which they are declared.
    fn options(&self) -> Vec<(&'static str, OptionKind)>;

    /// Sets an option.
    ///
    /// # Errors
    /// There is no such option, or its value is refused.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String>;

    /// The next position belongs to another game.
    fn new_game(&mut self) {
        self.player().new_game();
    }

    /// Sets up a position.
    ///
    /// # Errors
    /// The position or a move is not legal.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        self.player().set_position(start, moves)
    }

    /// What hears the reports of the search that begins, which was asked for at `received`.
    fn listener(&mut self, received: Instant) -> PlayerListener;

    /// Carries out a command.
    ///
    /// # Errors
    /// What is wrong with it, for the user.
    fn answer(&mut self, command: UciCommand) -> Result<CommandStatus, String> {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => {
                self.prepare();
                self.send("readyok");
            }
            UciCommand::SetOption { name, value } => {
                self.end_search();
                self.set_option(&name, value.as_deref())?;
                self.send_messages();
            }
            UciCommand::UciNewGame => self.new_game(),
            UciCommand::Position { start, moves } => {
                self.end_search();
                let result = self.set_position(start.as_deref(), &moves);
                result.map_err(|error| self.reject_position(format!("position: {error}")))?;
            }
            UciCommand::Go(go) => self.go(go)?,
            UciCommand::Stop => self.player().stop(),
            UciCommand::PonderHit => self.player().ponder_hit(),
            UciCommand::Quit => return Ok(CommandStatus::Quit),
            UciCommand::Debug(on) => self.player().settings().self_check = on,
            UciCommand::Register => (),
            UciCommand::Draw => self.player().diagram()?.iter().for_each(|line| self.output().line(line)),
            UciCommand::Evaluate => {
                // The total alone; the command `kempelen eval` shows its terms.
                let value = f64::from(self.player().static_evaluation()?) / 100.0;
                self.send(format!("static evaluation: {value:+.2} pawns for the side to move"));
            }
        }
        Ok(CommandStatus::Handled)
    }

    /// The message for a wrong line.
    fn refuse(&mut self, error: &SyntaxError) -> String {
        match error.command {
            "position" => self.reject_position(error.to_string()),
            _ => error.to_string(),
        }
    }

    /// Writes a line.
    fn send(&self, answer: impl Display) {
        self.output().line(&answer.to_string());
    }

    /// Says who the engine is, and declares the options.
    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.send(format_args!("id name Kempelen {version}"));
        self.send("id author the Kempelen authors");
        for (name, kind) in self.options() {
            self.send(option_line(name, kind));
        }
        self.send(Self::OK);
    }

    /// Allocates what the options ask for. `isready` and `go` are answered also if that fails.
    fn prepare(&mut self) {
        self.allocate();
        self.send_messages();
    }

    /// Starts a search or perft. Every `go` but that for perft is answered by a best move, also in a position without moves, and
    /// if there is no position.
    ///
    /// # Errors
    /// Perft cannot be started.
    fn go(&mut self, go: GoCommand) -> Result<(), String> {
        let received = Instant::now();
        self.end_search();
        if let Some(problem) = &go.problem {
            self.output().diagnostic(&format!("{problem}{}", Self::LEFT_OUT));
        }
        self.prepare();
        if let Some(depth) = go.perft {
            return self.divide(depth.into());
        }
        let position = self.player().position();
        let side = position.side_to_move();
        let (moves, refused): (Vec<_>, Vec<_>) =
            go.searchmoves.iter().map(|mv| position.parse_move(mv)).partition(Result::is_ok);
        let moves = moves.into_iter().flatten().collect();
        for reason in refused.into_iter().filter_map(Result::err) {
            self.output().diagnostic(&format!("go: {reason}{}", Self::LEFT_OUT));
        }
        let settings = self.player().settings();
        let request = SearchRequest {
            limits: limits(&go, side, settings.move_overhead),
            infinite: go.infinite,
            ponder: go.ponder,
            moves,
            received,
            ..settings.request()
        };
        let listener = self.listener(received);
        self.player().think(request, listener);
        Ok(())
    }

    /// Runs perft and writes its counts as many engines do; `stop` ends it.
    ///
    /// # Errors
    /// There is no position.
    fn divide(&mut self, depth: u32) -> Result<(), String> {
        let output = self.output().clone();
        let show = move |count| match count {
            PerftEvent::Move(mv, nodes) => output.line(&format!("{mv}: {nodes}")),
            PerftEvent::Total(nodes) => output.line(&format!("nodes searched: {nodes}")),
            PerftEvent::Stopped => output.diagnostic("perft: stopped before the end, so there is no total"),
        };
        self.player().start_perft(depth, Box::new(show))
    }
}
