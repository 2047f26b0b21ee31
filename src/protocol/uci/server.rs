//! UCI as the engine speaks it.

use super::limits::limits;
use super::search_output::UciSearchOutput;
use super::syntax::{self, GoCommand, SyntaxError, UciAnswer, UciCommand, UciStart};
use super::{UCI_VARIANT, UCI_VARIANT_OPTION};
use crate::game::Game;
use crate::notation::Notation;
use crate::player::{PerftEvent, Player};
use crate::protocol::options::{self, OptionKind, ProtocolKind};
use crate::protocol::output::ProtocolOutput;
use crate::protocol::server::{CommandStatus, ProtocolServer};
use crate::protocol::variant::{default_player, set_variant, variants};
use crate::search::SearchRequest;
use once_cell::sync::Lazy;
use std::time::Instant;

static UCI_VARIANTS: Lazy<Vec<&str>> = Lazy::new(|| variants(UCI_VARIANT));

/// Answers the commands of a UCI client.
pub struct UciServer {
    output: ProtocolOutput,
    player: Player,
}

impl UciServer {
    /// A server for chess, at the initial position.
    pub fn new(output: ProtocolOutput) -> Result<UciServer, String> {
        let mut player = default_player(UCI_VARIANT)?;
        player.settings().debug_log = output.debug_log().clone();
        Ok(UciServer { output, player })
    }

    fn answer(&mut self, command: UciCommand) -> Result<CommandStatus, String> {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => {
                self.prepare();
                self.send(UciAnswer::ReadyOk);
            }
            UciCommand::SetOption { name, value } => {
                self.end_search();
                self.set_option(&name, value.as_deref())?;
                self.send_messages();
            }
            UciCommand::UciNewGame => self.player.new_game(),
            UciCommand::Position { start, moves } => self.set_position(&start, &moves)?,
            UciCommand::Go(go) => self.go(go)?,
            UciCommand::Stop => self.player.stop(),
            UciCommand::PonderHit => self.player.ponder_hit(),
            UciCommand::Quit => return Ok(CommandStatus::Quit),
            UciCommand::Debug(on) => self.player.settings().self_check = on,
            UciCommand::Register => (),
            UciCommand::Draw => self.draw()?,
            UciCommand::Evaluate => self.evaluate()?,
        }
        Ok(CommandStatus::Handled)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        if name.eq_ignore_ascii_case(UCI_VARIANT_OPTION) {
            let found = format!("option {UCI_VARIANT_OPTION}: found");
            set_variant(&mut self.player, UCI_VARIANT, &found, value)
        } else {
            options::set(&mut self.player, ProtocolKind::Uci, name, value)
        }
    }

    fn set_position(&mut self, start: &UciStart, moves: &[String]) -> Result<(), String> {
        self.end_search();
        let fen = match start {
            UciStart::Startpos => None,
            UciStart::Fen(fen) => Some(fen.as_str()),
        };
        let result = self.player.set_position(fen, moves);
        result.map_err(|error| self.reject_position(format!("position: {error}")))
    }

    /// The message for a wrong line.
    fn syntax_error(&mut self, error: &SyntaxError) -> String {
        match error.command {
            "position" => self.reject_position(error.to_string()),
            _ => error.to_string(),
        }
    }

    fn send(&self, answer: UciAnswer) {
        self.output.line(&answer.to_string());
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.send(UciAnswer::Name(format!("Kempelen {version}")));
        self.send(UciAnswer::Author("the Kempelen authors".into()));
        let variant = OptionKind::Combo { values: &UCI_VARIANTS };
        let options = options::declared_options([self.player.game()].into_iter(), ProtocolKind::Uci);
        for (name, kind) in options.into_iter().chain([(UCI_VARIANT_OPTION, variant)]) {
            let name = name.to_owned();
            self.send(UciAnswer::Option { name, kind });
        }
        self.send(UciAnswer::UciOk);
    }

    /// Allocates what the options ask for. `isready` and `go` are answered also if that fails.
    fn prepare(&mut self) {
        self.allocate();
        self.send_messages();
    }

    fn go(&mut self, go: GoCommand) -> Result<(), String> {
        let received = Instant::now();
        self.end_search();
        if let Some(problem) = &go.problem {
            self.output.diagnostic(&format!("{problem}; this part is left out"));
        }
        self.prepare();
        if let Some(depth) = go.perft {
            return self.divide(depth.into());
        }
        let position = self.player.position();
        let side = position.side_to_move();
        let moves = go.searchmoves.iter().filter_map(|mv| position.parse_move(mv).ok()).collect();
        let request = SearchRequest {
            limits: limits(&go, side, self.player.settings().move_overhead),
            infinite: go.infinite,
            ponder: go.ponder,
            moves,
            received,
            ..self.player.settings().request()
        };
        let observer = UciSearchOutput::new(self.output.clone(), &mut self.player);
        self.player.think(request, Box::new(observer));
        Ok(())
    }

    /// Runs perft and writes its counts as many engines do; `stop` ends it.
    fn divide(&mut self, depth: u32) -> Result<(), String> {
        let output = self.output.clone();
        let show = move |count| match count {
            PerftEvent::Move(mv, nodes) => output.line(&format!("{mv}: {nodes}")),
            PerftEvent::Total(nodes) => output.line(&format!("nodes searched: {nodes}")),
            PerftEvent::Stopped => output.diagnostic("perft: stopped before the end, so there is no total"),
        };
        self.player.start_perft(depth, Box::new(show))
    }

    fn draw(&self) -> Result<(), String> {
        for line in self.player.diagram()? {
            self.output.line(&line);
        }
        Ok(())
    }

    /// Writes the total alone; the command `kempelen eval` shows its terms.
    fn evaluate(&self) -> Result<(), String> {
        let value = f64::from(self.player.static_evaluation()?) / 100.0;
        let line = format!("static evaluation: {value:+.2} pawns for the side to move");
        self.output.line(&line);
        Ok(())
    }
}

impl ProtocolServer for UciServer {
    fn execute(&mut self, line: &str) -> Result<CommandStatus, String> {
        match syntax::read(line) {
            Ok(None) => Ok(CommandStatus::Unknown),
            Ok(Some(command)) => self.answer(command),
            Err(error) => Err(self.syntax_error(&error)),
        }
    }

    fn player(&mut self) -> &mut Player {
        &mut self.player
    }

    fn output(&self) -> &ProtocolOutput {
        &self.output
    }
}
