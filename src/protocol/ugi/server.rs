//! UGI as the engine speaks it.

use super::syntax::{self, UGI_COMMANDS, UgiCommand, UgiQuery};
use super::{UGI_GAME, UGI_GAME_OPTION};
use crate::any_position::AnyMove;
use crate::game::{Game, Outcome, Side};
use crate::games::{GameInfo, find_game, game_info, games, is_rules_file};
use crate::notation::{Notation, excerpt};
use crate::player::{Player, PlayerListener};
use crate::protocol::options::{self, OptionKind, ProtocolKind};
use crate::protocol::output::ProtocolOutput;
use crate::protocol::server::{CommandStatus, ProtocolServer};
use crate::protocol::uci::dialect::UciDialect;
use crate::protocol::uci::search_output::{UciSearchOutput, uci_score};
use crate::protocol::uci::syntax::{UciScore, best_move_line, nodes_per_second, split_word};
use crate::protocol::variant::{default_player, find_variant, player_of_other, set_game, variants};
use crate::search::{SearchInfo, SearchListener, ShownScore};
use crate::system::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Answers the commands of a UGI client.
pub struct UgiServer {
    output: ProtocolOutput,
    player: Player,
    /// The game of the option `Game`.
    chosen_game: &'static GameInfo,
    /// A player of another game, if positions have chosen one. It keeps the files of its options. While the position is of that
    /// game, it is the player, and the other one is that of the chosen game.
    other: Option<Player>,
    /// Whether a search has not written its best move yet.
    searching: Arc<AtomicBool>,
}

impl UgiServer {
    /// A server for the first of the games. As UGI demands, no position is set up.
    pub fn new(output: ProtocolOutput) -> Result<UgiServer, String> {
        let mut player = default_player(UGI_GAME, &output)?;
        player.invalidate_position("expected 'position' first");
        Ok(UgiServer { output, chosen_game: player.game(), player, other: None, searching: Arc::default() })
    }

    /// Changes to the other player if it plays this game. It takes over the settings but for its files.
    fn change_to(&mut self, game: &GameInfo) {
        if let Some(other) = self.other.as_mut().filter(|other| other.game().name == game.name) {
            *other.settings() = self.player.settings().clone();
            std::mem::swap(&mut self.player, other);
        }
    }

    /// Every query is answered by one response. Without a position the game is over without a result, so
    /// that a client that does not read messages ends it.
    fn respond(&self, query: UgiQuery) {
        let position = self.player.check_position();
        if let Err(why) = &position {
            self.output.diagnostic(&format!("query: {why}"));
        }
        let outcome = self.player.line().outcome().filter(|_| position.is_ok());
        let response = match query {
            UgiQuery::P1Turn => truth(self.player.position().side_to_move() == Side::First && position.is_ok()),
            UgiQuery::GameOver => truth(outcome.is_some() || position.is_err()),
            UgiQuery::Result => result(outcome, self.player.position().side_to_move()),
        };
        self.send(format_args!("response {response}"));
    }

    /// Tells a client that breaks the rule which commands may come during a search.
    fn check_search(&self, word: &str) {
        let is_allowed = ["isready", "stop", "quit"].iter().any(|it| it.eq_ignore_ascii_case(word));
        if !is_allowed && self.searching.load(Ordering::SeqCst) {
            let found = excerpt(word);
            self.output.diagnostic(&format!(
                "found '{found}' during a search, expected isready, stop or quit before bestmove"
            ));
        }
    }
}

impl UciDialect for UgiServer {
    const LEFT_OUT: &'static str = "";
    const OK: &'static str = "ugiok";

    /// Those of all games: the client may choose another game later. The draft has no type for a list of words, so the game is
    /// a text.
    fn options(&self) -> Vec<(&'static str, OptionKind)> {
        let mut options = vec![(UGI_GAME_OPTION, OptionKind::Text { default: variants(UGI_GAME)[0] })];
        options.extend(options::declared_options(games(), ProtocolKind::Ugi));
        options
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        if !name.eq_ignore_ascii_case(UGI_GAME_OPTION) {
            return options::set(&mut self.player, ProtocolKind::Ugi, name, value);
        }
        let game = match value.filter(|value| is_rules_file(value)) {
            Some(file) => find_game(file).map_err(|error| format!("option {UGI_GAME_OPTION}: {error}"))?,
            None => find_variant(UGI_GAME, &format!("option {UGI_GAME_OPTION}: found"), value)?,
        };
        self.change_to(self.chosen_game);
        let result = set_game(&mut self.player, game);
        self.chosen_game = self.player.game();
        self.other = None;
        self.player.invalidate_position("expected 'position' after the choice of the game");
        result
    }

    fn new_game(&mut self) {
        self.end_search();
        self.change_to(self.chosen_game);
        self.player.new_game();
        if let Some(other) = &mut self.other {
            other.new_game();
        }
        self.player.invalidate_position("expected 'position' after 'uginewgame'");
    }

    /// Sets up a position. If it begins with the name of a game, it is of that game. The start is that of the game of the option,
    /// and any other position is of the game of the position before.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        let game = match start.map(|fen| split_word(fen).0) {
            None => self.chosen_game,
            Some(file) if is_rules_file(file) => find_game(file)?,
            Some(word) => game_info(word).unwrap_or(self.player.game()),
        };
        if let Some(other) = self.other.as_mut().filter(|other| other.game().name == game.name) {
            set_up(other, start, moves)?;
            self.change_to(game);
        } else if let Some(mut new) = player_of_other(&mut self.player, game)? {
            set_up(&mut new, start, moves)?;
            let former = std::mem::replace(&mut self.player, new);
            if former.game().name == self.chosen_game.name {
                self.other = Some(former);
            }
        } else {
            set_up(&mut self.player, start, moves)?;
        }
        Ok(())
    }

    fn listener(&mut self, received: Instant) -> PlayerListener {
        let end_reason = self.player.line().end().map(|end| end.reason);
        self.searching.store(true, Ordering::SeqCst);
        Box::new(UgiSearchOutput {
            uci: UciSearchOutput::new(self.output.clone(), &mut self.player, false),
            searching: Arc::clone(&self.searching),
            received,
            nodes: 0,
            end_reason,
        })
    }
}

/// Sets up a position of the player's game. Its text may begin with the name of the game.
fn set_up(player: &mut Player, start: Option<&str>, moves: &[String]) -> Result<(), String> {
    let Some(fen) = start else { return player.set_position(None, moves) };
    let (word, rest) = split_word(fen);
    // The positions of some games begin with the name themselves.
    let is_part = split_word(&player.position().show()).0.eq_ignore_ascii_case(word);
    player.set_position(Some(if !is_part && game_info(word).is_some() { rest } else { fen }), moves)
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
        if !matches!(command, Ok(None)) {
            self.check_search(word);
        }
        match command {
            Ok(Some(UgiCommand::Query(query))) => {
                self.respond(query);
                Ok(CommandStatus::Handled)
            }
            Ok(Some(UgiCommand::Common(command))) => self.answer(command),
            Ok(None) => Err(format!("found '{}', expected {UGI_COMMANDS}", excerpt(word))),
            Err(error) => {
                if error.command == "query" {
                    self.send("response none");
                }
                Err(self.refuse(&error))
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

/// Writes `info` lines, the totals and the best move.
struct UgiSearchOutput {
    uci: UciSearchOutput,
    /// Set to false before the best move is written.
    searching: Arc<AtomicBool>,
    /// When the search was asked for.
    received: Instant,
    /// Positions visited, as last reported.
    nodes: u64,
    /// Why the game is over, if it is.
    end_reason: Option<&'static str>,
}

impl SearchListener<AnyMove> for UgiSearchOutput {
    /// UGI counts the distance to the end of the game in plies, and has no field for endgame tables.
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        self.nodes = info.nodes;
        let score = match info.shown_score {
            ShownScore::WinIn(plies) => UciScore::Mate(plies),
            ShownScore::LossIn(plies) => UciScore::Mate(-plies),
            other => uci_score(other),
        };
        self.uci.write_info(info, score, moves);
    }

    fn best_move(&mut self, best: Option<AnyMove>, _ponder: Option<AnyMove>) {
        if let (None, Some(reason)) = (best, self.end_reason) {
            self.message(&format!("go: the game is over: {reason}"));
        }
        let (nodes, time) = (self.nodes, self.received.elapsed().as_millis() as u64);
        self.uci.output.line(&format!("info nodes {nodes} time {time} nps {}", nodes_per_second(nodes, time)));
        self.searching.store(false, Ordering::SeqCst);
        let best = self.uci.texts(best.as_slice()).pop();
        self.uci.output.line(&best_move_line(best.as_deref(), None));
    }

    fn message(&mut self, text: &str) {
        self.uci.output.diagnostic(text);
    }
}
