//! UGI as the engine speaks it.

use super::search_output::UgiSearchOutput;
use super::syntax::{self, UGI_COMMANDS, UgiAnswer, UgiCommand, UgiQuery};
use super::{UGI_GAME, UGI_GAME_OPTION};
use crate::game::{Game, Outcome, Side};
use crate::games::{find_game, game_info, games, is_rules_file};
use crate::notation::{Notation, excerpt};
use crate::player::Player;
use crate::protocol::options::{self, OptionKind, ProtocolKind};
use crate::protocol::output::ProtocolOutput;
use crate::protocol::server::{CommandStatus, ProtocolServer};
use crate::protocol::uci::limits::limits;
use crate::protocol::uci::syntax::{GoCommand, UciAnswer, UciStart, split_word};
use crate::protocol::variant::{default_player, find_variant, player_of_other, set_game, variants};
use crate::search::SearchRequest;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Answers the commands of a UGI client.
pub struct UgiServer {
    output: ProtocolOutput,
    player: Player,
    /// A player of another game, if positions have chosen one. It keeps the files of its options.
    other: Option<Player>,
    /// Whether a position has chosen another game than the option `Game`, whose player is then the other one.
    is_away: bool,
    /// Whether a search has not written its best move yet.
    searching: Arc<AtomicBool>,
}

impl UgiServer {
    /// A server for the first of the games. As UGI demands, no position is set up.
    pub fn new(output: ProtocolOutput) -> Result<UgiServer, String> {
        let mut player = default_player(UGI_GAME)?;
        player.settings().debug_log = output.debug_log().clone();
        player.invalidate_position("expected 'position' first");
        Ok(UgiServer { output, player, other: None, is_away: false, searching: Arc::default() })
    }

    fn answer(&mut self, command: UgiCommand) -> Result<CommandStatus, String> {
        match command {
            UgiCommand::Ugi => self.introduce(),
            UgiCommand::SetOption { name, value } => {
                self.end_search();
                self.set_option(&name, value.as_deref())?;
                self.send_messages();
            }
            UgiCommand::IsReady => {
                self.prepare();
                self.send(UciAnswer::ReadyOk);
            }
            UgiCommand::UgiNewGame => {
                self.end_search();
                self.return_to_game_of_option();
                self.player.new_game();
                if let Some(other) = &mut self.other {
                    other.new_game();
                }
                self.player.invalidate_position("expected 'position' after 'uginewgame'");
            }
            UgiCommand::Position { start, moves } => {
                self.end_search();
                let result = self.set_position(&start, &moves);
                result.map_err(|error| self.reject_position(format!("position: {error}")))?;
            }
            UgiCommand::Go(go) => self.go(&go),
            UgiCommand::Query(query) => self.respond(query),
            UgiCommand::Stop => self.player.stop(),
            UgiCommand::Quit => return Ok(CommandStatus::Quit),
        }
        Ok(CommandStatus::Handled)
    }

    fn send(&self, answer: impl Display) {
        self.output.line(&answer.to_string());
    }

    /// Declares the options of all games: the client may choose another game later.
    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        self.send(UciAnswer::Name(format!("Kempelen {version}")));
        self.send(UciAnswer::Author("the Kempelen authors".into()));
        let game = OptionKind::Text { default: variants(UGI_GAME)[0] };
        let options = options::declared_options(games(), ProtocolKind::Ugi);
        for (name, kind) in [(UGI_GAME_OPTION, game)].into_iter().chain(options) {
            let name = name.to_owned();
            let kind = without_choices(kind);
            self.send(UciAnswer::Option { name, kind });
        }
        self.send(UgiAnswer::UgiOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        if !name.eq_ignore_ascii_case(UGI_GAME_OPTION) {
            return options::set(&mut self.player, ProtocolKind::Ugi, name, value);
        }
        let game = match value.filter(|value| is_rules_file(value)) {
            Some(file) => {
                let game = find_game(file);
                game.map_err(|error| format!("option {UGI_GAME_OPTION}: {error}"))?
            }
            None => {
                let found = format!("option {UGI_GAME_OPTION}: found");
                find_variant(UGI_GAME, &found, value)?
            }
        };
        self.return_to_game_of_option();
        let result = set_game(&mut self.player, game);
        self.other = None;
        self.player.invalidate_position("expected 'position' after the choice of the game");
        result
    }

    /// Sets up a position. If it begins with the name of a game, it is of that game. The start is that of the game of the option,
    /// and any other position is of the game of the position before.
    fn set_position(&mut self, start: &UciStart, moves: &[String]) -> Result<(), String> {
        let game = match (start, &self.other) {
            (UciStart::Startpos, Some(other)) if self.is_away => other.game(),
            (UciStart::Startpos, _) => self.player.game(),
            (UciStart::Fen(fen), _) => game_info(split_word(fen).0).unwrap_or(self.player.game()),
        };
        if let Some(other) = self.other.as_mut().filter(|it| it.game().name == game.name) {
            set_up(other, start, moves)?;
            self.exchange_players();
        } else if let Some(mut new) = player_of_other(&mut self.player, game)? {
            set_up(&mut new, start, moves)?;
            let former = std::mem::replace(&mut self.player, new);
            if !self.is_away {
                self.other = Some(former);
                self.is_away = true;
            }
        } else {
            set_up(&mut self.player, start, moves)?;
        }
        Ok(())
    }

    /// Returns from a game that a position has chosen to the game of the option.
    fn return_to_game_of_option(&mut self) {
        if self.is_away {
            self.exchange_players();
        }
    }

    /// Changes to the other player, which takes over the settings but for its files.
    fn exchange_players(&mut self) {
        if let Some(other) = &mut self.other {
            *other.settings() = self.player.settings().clone();
            std::mem::swap(&mut self.player, other);
            self.is_away = !self.is_away;
        }
    }

    /// Allocates what the options ask for. `isready` and `go` are answered also if that fails.
    fn prepare(&mut self) {
        self.allocate();
        self.send_messages();
    }

    /// Starts a search. Every `go` is answered by a best move, also in a position without moves, and if
    /// there is no position.
    fn go(&mut self, go: &GoCommand) {
        let received = Instant::now();
        self.end_search();
        if let Some(problem) = &go.problem {
            self.output.diagnostic(&problem.to_string());
        }
        self.prepare();
        let side = self.player.position().side_to_move();
        let end_reason = self.player.line().outcome().map(|_| self.player.line().end_reason());
        let settings = self.player.settings();
        let request = SearchRequest {
            limits: limits(go, side, settings.move_overhead),
            infinite: go.infinite,
            received,
            ..settings.request()
        };
        let (output, searching) = (self.output.clone(), Arc::clone(&self.searching));
        let observer = UgiSearchOutput::new(output, &mut self.player, searching, received, end_reason);
        self.searching.store(true, Ordering::SeqCst);
        self.player.think(request, Box::new(observer));
    }

    /// Every query is answered by one response. Without a position the game is over without a result, so
    /// that a client that does not read messages ends it.
    fn respond(&self, query: UgiQuery) {
        let position = self.player.check_position();
        if let Err(why) = &position {
            self.output.diagnostic(&format!("query: {why}"));
        }
        let outcome = self.player.line().outcome().filter(|_| position.is_ok());
        let first_moves = self.player.position().side_to_move() == Side::First;
        let is_over = outcome.is_some() || position.is_err();
        let response = match query {
            UgiQuery::P1Turn => truth(first_moves && position.is_ok()),
            UgiQuery::GameOver => truth(is_over),
            UgiQuery::Result => result(outcome, self.player.position().side_to_move()),
        };
        self.send(UgiAnswer::Response(response));
    }

    /// Tells a client that breaks the rule which commands may come during a search.
    fn check_search(&self, word: &str) {
        let allowed = ["isready", "stop", "quit"];
        let is_allowed = allowed.iter().any(|it| it.eq_ignore_ascii_case(word));
        if !is_allowed && self.searching.load(Ordering::SeqCst) {
            let found = excerpt(word);
            self.output.diagnostic(&format!(
                "found '{found}' during a search, expected isready, stop or quit before bestmove"
            ));
        }
    }
}

/// Sets up a position of the player's game. Its text may begin with the name of the game.
fn set_up(player: &mut Player, start: &UciStart, moves: &[String]) -> Result<(), String> {
    let UciStart::Fen(fen) = start else {
        return player.set_position(None, moves);
    };
    let (word, rest) = split_word(fen);
    // The positions of some games begin with the name themselves.
    let is_part = split_word(&player.position().show()).0.eq_ignore_ascii_case(word);
    let is_name = !is_part && game_info(word).is_some();
    player.set_position(Some(if is_name { rest } else { fen.as_str() }), moves)
}

/// The draft has no type for a list of words.
fn without_choices(kind: OptionKind) -> OptionKind {
    match kind {
        OptionKind::Combo { values } => OptionKind::Text { default: values[0] },
        other => other,
    }
}

fn truth(truth: bool) -> &'static str {
    if truth { "true" } else { "false" }
}

/// The result of the game where `mover` is to move.
fn result(outcome: Option<Outcome>, mover: Side) -> &'static str {
    match outcome.map(|outcome| outcome.winner(mover)) {
        None => "none",
        Some(None) => "draw",
        Some(Some(Side::First)) => "p1win",
        Some(Some(Side::Second)) => "p2win",
    }
}

impl ProtocolServer for UgiServer {
    fn execute(&mut self, line: &str) -> Result<CommandStatus, String> {
        let (word, _) = split_word(line.trim());
        if word.is_empty() {
            return Ok(CommandStatus::Handled);
        }
        let command = syntax::read(line);
        if matches!(command, Ok(None)) {
            let found = excerpt(word);
            return Err(format!("found '{found}', expected {UGI_COMMANDS}"));
        }
        self.check_search(word);
        match command {
            Ok(Some(command)) => self.answer(command),
            Ok(None) => Ok(CommandStatus::Unknown),
            Err(error) if error.command == "position" => Err(self.reject_position(error.to_string())),
            Err(error) => {
                if error.command == "query" {
                    self.send(UgiAnswer::Response("none"));
                }
                Err(error.to_string())
            }
        }
    }

    fn player(&mut self) -> &mut Player {
        &mut self.player
    }

    fn output(&self) -> &ProtocolOutput {
        &self.output
    }
}
