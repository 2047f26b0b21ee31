//! The Hub protocol, version 2: how draughts programs talk to an engine.

pub mod client;
mod level;
pub mod numbering;
mod screen;
pub mod syntax;

use super::options::{self, DEFAULT_HASH, DRAUGHTS, Kind, hyphenated};
use super::talk::{Output, Reply, Talk};
use crate::notation::excerpt;
use crate::player::{Player, player};
use crate::search::SearchRequest;
use level::Level;
use numbering::Numbering;
use screen::HubScreen;
use std::time::Instant;
use syntax::HubLine;

/// One conversation over Hub.
pub struct Hub {
    output: Output,
    player: Box<dyn Player>,
    numbering: Numbering,
    level: Level,
}

impl Hub {
    /// A conversation with an engine for the first variant.
    pub fn new(output: Output) -> Result<Hub, String> {
        let mut player = player(DRAUGHTS[0], DEFAULT_HASH)?;
        player.settings().journal = output.journal().clone();
        output.remark_by(screen::remark);
        Ok(Hub {
            output,
            player,
            numbering: Numbering::default(),
            level: Level::default(),
        })
    }

    fn answer(&mut self, line: &HubLine) -> Result<Reply, String> {
        match line.command.as_str() {
            "hub" => self.introduce(),
            "set-param" => self.set_parameter(line)?,
            "init" => {
                self.prepare();
                self.output.line("ready");
            }
            "new-game" => self.player.new_game(),
            "pos" => self.set_position(line)?,
            "level" => self.level = self.level.with(line)?,
            "go" => self.go(line),
            "ping" => self.output.line("pong"),
            "stop" => self.player.stop(),
            "ponder-hit" => self.player.ponder_hit(),
            "quit" => return Ok(Reply::Over),
            _ => return Ok(Reply::Unknown),
        }
        Ok(Reply::Answered)
    }

    fn introduce(&self) {
        let id = HubLine::new("id")
            .with("name", "Kempelen")
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("author", "the Kempelen authors")
            .with("country", "HU");
        self.output.line(&id.to_string());
        let choices = [
            choice("variant", DRAUGHTS),
            choice("numbering", Numbering::ALL.map(Numbering::name)),
        ];
        let options = options::all(&*self.player);
        let options = options.filter_map(|(name, kind)| declaration(&hyphenated(name), kind));
        for line in choices.into_iter().chain(options) {
            self.output.line(&line.to_string());
        }
        self.output.line("wait");
    }

    fn set_parameter(&mut self, line: &HubLine) -> Result<(), String> {
        let name = line.value("name").ok_or("set-param: expected name=")?;
        let value = line.value("value");
        self.settle();
        match name.to_ascii_lowercase().as_str() {
            "variant" => self.set_variant(DRAUGHTS[chosen("variant", value, DRAUGHTS)?]),
            "numbering" => {
                let names = Numbering::ALL.map(Numbering::name);
                self.numbering = Numbering::ALL[chosen("numbering", value, names)?];
                Ok(())
            }
            _ => {
                options::set(&mut *self.player, name, value)?;
                // What went well is not told in Hub.
                self.player.take_notes();
                Ok(())
            }
        }
    }

    /// Another variant is another player, with the same settings.
    fn set_variant(&mut self, variant: &str) -> Result<(), String> {
        if variant != self.player.game().name {
            let mut player = player(variant, DEFAULT_HASH)?;
            *player.settings() = self.player.settings().clone();
            self.player = player;
        }
        Ok(())
    }

    fn set_position(&mut self, line: &HubLine) -> Result<(), String> {
        self.settle();
        let placed = self.place(line);
        placed.map_err(|error| self.refuse_position(&error))?;
        self.level = Level::default();
        Ok(())
    }

    /// The client means a position that is not known: no move of another one is right. Gives back
    /// the reason.
    fn refuse_position(&mut self, error: &str) -> String {
        self.settle();
        let why = format!("pos: {error}");
        self.player.refuse_position(&why);
        why
    }

    fn place(&mut self, line: &HubLine) -> Result<(), String> {
        check_quotes(line)?;
        let moves = line.value("moves").unwrap_or("").split_whitespace();
        let moves: Vec<String> = moves.map(str::to_owned).collect();
        match line.value("pos") {
            _ if line.has("start") => self.player.set_position(None, &moves),
            Some(position) => {
                let position = self.numbering.standard(position)?;
                self.player.set_position(Some(&position), &moves)
            }
            None => Err("expected start or pos=".into()),
        }
    }

    /// Every `go` has its `done`: with the former table if the memory for another is not there.
    fn go(&mut self, line: &HubLine) {
        let received = Instant::now();
        self.prepare();
        let level = std::mem::take(&mut self.level);
        let request = SearchRequest {
            infinite: level.infinite || line.has("analyze"),
            limits: level.limits(self.player.settings().overhead),
            ponder: line.has("ponder"),
            received,
            ..self.player.settings().request()
        };
        let screen = HubScreen(self.output.clone());
        self.player.think(request, Box::new(screen));
    }

    fn prepare(&mut self) {
        self.settle();
        if let Err(error) = self.player.prepare() {
            self.output.remark(&error);
        }
    }
}

fn parameter(name: &str, value: impl ToString, kind: &str) -> HubLine {
    HubLine::new("param")
        .with("name", name)
        .with("value", value)
        .with("type", kind)
}

/// The declaration of a parameter whose values are words, the default first.
fn choice(name: &str, values: [&str; 2]) -> HubLine {
    parameter(name, values[0], "enum").with("values", values.join(" "))
}

/// The declaration of an option; Hub has no buttons.
fn declaration(name: &str, kind: Kind) -> Option<HubLine> {
    match kind {
        Kind::Check { default } => Some(parameter(name, default, "bool")),
        Kind::Spin { default, min, max } => {
            let line = parameter(name, default, "int");
            Some(line.with("min", min).with("max", max))
        }
        Kind::Text { default } => Some(parameter(name, default, "string")),
        Kind::Button => None,
    }
}

/// Which of these words was asked for.
fn chosen(name: &str, asked: Option<&str>, words: [&str; 2]) -> Result<usize, String> {
    let asked = asked.unwrap_or("");
    let known = |word: &&str| word.eq_ignore_ascii_case(asked);
    words.iter().position(known).ok_or_else(|| {
        let (found, words) = (excerpt(asked), words.join(" or "));
        format!("set-param: found {name} '{found}', expected {words}")
    })
}

/// Without quotes all moves but the first would be taken for unknown arguments, and be lost.
fn check_quotes(line: &HubLine) -> Result<(), String> {
    let lost = |(name, _): &&(String, _)| name.starts_with(|c: char| c.is_ascii_digit());
    match line.arguments.iter().find(lost) {
        Some((found, _)) => {
            let found = excerpt(found);
            Err(format!(
                "found '{found}', expected all moves in double quotes after moves="
            ))
        }
        None => Ok(()),
    }
}

impl Talk for Hub {
    fn line(&mut self, line: &str) -> Reply {
        let answer = match HubLine::parse(line) {
            Ok(None) => return Reply::Answered,
            Ok(Some(line)) => self.answer(&line),
            Err(error) if line.split_whitespace().next() == Some("pos") => {
                Err(self.refuse_position(&error))
            }
            Err(error) => Err(error),
        };
        answer.unwrap_or_else(|error| {
            self.output.remark(&error);
            Reply::Answered
        })
    }

    fn player(&mut self) -> &mut dyn Player {
        &mut *self.player
    }
}
