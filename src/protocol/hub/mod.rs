//! The Hub protocol, version 2: how draughts programs talk to an engine.

pub mod client;
pub mod syntax;

use super::options::{self, DEFAULT_HASH, Kind, OPTIONS};
use super::session::{Output, Talk};
use crate::player::{Player, Question, Screen, player};
use crate::search::{Bound, Budget, Finding, Limits, Score, Time};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use syntax::HubLine;

/// The variants offered, the default first.
const VARIANTS: [&str; 2] = ["english", "pongor"];

/// One conversation over Hub.
pub struct Hub {
    output: Output,
    player: Box<dyn Player>,
    level: Level,
}

/// The limits of the next search.
#[derive(Clone, Debug, Default)]
struct Level {
    limits: Limits,
    infinite: bool,
    increment: Duration,
}

impl Hub {
    /// A conversation with an engine for the first variant.
    pub fn new(output: Output) -> Result<Hub, String> {
        let mut player = player(VARIANTS[0], DEFAULT_HASH)?;
        player.settings().journal = output.journal().clone();
        Ok(Hub {
            output,
            player,
            level: Level::default(),
        })
    }

    fn answer(&mut self, line: &HubLine) -> Result<ControlFlow<()>, String> {
        match line.command.as_str() {
            "hub" => self.introduce(),
            "set-param" => self.set_parameter(line)?,
            "init" => {
                self.player.prepare()?;
                self.output.line("ready");
            }
            "new-game" => self.player.new_game(),
            "pos" => self.set_position(line)?,
            "level" => self.set_level(line)?,
            "go" => self.go(line)?,
            "ping" => self.output.line("pong"),
            "stop" => self.player.stop(),
            "ponder-hit" => self.player.ponder_hit(),
            "quit" => return Ok(ControlFlow::Break(())),
            _ => (),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn introduce(&self) {
        let id = HubLine::new("id")
            .with("name", "Kempelen")
            .with("version", env!("CARGO_PKG_VERSION"))
            .with("author", "the Kempelen authors")
            .with("country", "HU");
        self.output.line(&id.to_string());
        let variant = parameter("variant", VARIANTS[0], "enum").with("values", VARIANTS.join(" "));
        self.output.line(&variant.to_string());
        let game = self.player.game().name;
        for entry in OPTIONS.iter().filter(|entry| entry.is_for(game)) {
            let name = entry.hyphenated();
            let line = match entry.kind {
                Kind::Check { default } => parameter(&name, &default.to_string(), "bool"),
                Kind::Spin { default, min, max } => parameter(&name, &default.to_string(), "int")
                    .with("min", min)
                    .with("max", max),
                Kind::Text { default } => parameter(&name, default, "string"),
                Kind::Button => continue,
            };
            self.output.line(&line.to_string());
        }
        self.output.line("wait");
    }

    fn set_parameter(&mut self, line: &HubLine) -> Result<(), String> {
        let name = line.value("name").ok_or("set-param: expected name=")?;
        let value = line.value("value");
        if !name.eq_ignore_ascii_case("variant") {
            return options::set(&mut *self.player, name, value);
        }
        let variant = value.unwrap_or("");
        let known = |known: &&str| known.eq_ignore_ascii_case(variant);
        let Some(variant) = VARIANTS.into_iter().find(known) else {
            let variants = VARIANTS.join(", ");
            return Err(format!(
                "set-param: found variant '{variant}', expected one of {variants}"
            ));
        };
        let mut player = player(variant, DEFAULT_HASH)?;
        *player.settings() = self.player.settings().clone();
        self.player = player;
        Ok(())
    }

    fn set_position(&mut self, line: &HubLine) -> Result<(), String> {
        self.level = Level::default();
        let moves: Vec<_> = line
            .value("moves")
            .unwrap_or("")
            .split_whitespace()
            .collect();
        let moves: Vec<String> = moves.into_iter().map(str::to_owned).collect();
        match (line.has("start"), line.value("pos")) {
            (false, None) => Err("pos: expected start or pos=".into()),
            (false, position) => self.player.set_position(position, &moves),
            (true, _) => self.player.set_position(None, &moves),
        }
        .map_err(|error| format!("pos: {error}"))
    }

    fn set_level(&mut self, line: &HubLine) -> Result<(), String> {
        let seconds = |name| -> Result<Option<Duration>, String> {
            let number = line.number::<f64>(name)?;
            number.map(|number| to_duration(name, number)).transpose()
        };
        let mut level = Level {
            infinite: line.has("infinite"),
            ..self.level.clone()
        };
        level.limits.depth = line.number("depth")?.or(level.limits.depth);
        level.limits.nodes = line.number("nodes")?.or(level.limits.nodes);
        if let Some(exact) = seconds("move-time")? {
            level.limits.time = Time::Exact(exact);
        } else if let Some(remaining) = seconds("time")? {
            let moves_to_go = line.number("moves")?.filter(|&moves| moves > 0);
            level.increment = seconds("inc")?.unwrap_or_default();
            level.limits.time = Time::Clock(Budget {
                // The increment of Hub is there before the move, not after it.
                remaining: remaining + level.increment,
                increment: level.increment,
                moves_to_go,
                overhead: Duration::ZERO,
            });
        }
        self.level = level;
        Ok(())
    }

    fn go(&mut self, line: &HubLine) -> Result<(), String> {
        let received = Instant::now();
        self.player.prepare()?;
        let mut level = std::mem::take(&mut self.level);
        let overhead = self.player.settings().overhead;
        match &mut level.limits.time {
            Time::Clock(budget) => budget.overhead = overhead,
            Time::Exact(exact) => *exact = exact.saturating_sub(overhead / 2),
            Time::Infinite => (),
        }
        let analyze = line.has("analyze");
        let question = Question {
            limits: level.limits,
            hold: analyze || level.infinite,
            ponder: line.has("ponder"),
            moves: Vec::new(),
            received,
        };
        let screen = HubScreen(self.output.clone());
        self.player.think(question, Box::new(screen));
        Ok(())
    }
}

fn parameter(name: &str, value: &str, kind: &str) -> HubLine {
    HubLine::new("param")
        .with("name", name)
        .with("value", value)
        .with("type", kind)
}

/// Hub counts time in seconds.
fn to_duration(name: &str, seconds: f64) -> Result<Duration, String> {
    let seconds = if seconds > 0.0 { seconds } else { 0.0 };
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("level: found {name}={seconds}, expected seconds"))
}

impl Talk for Hub {
    fn line(&mut self, line: &str) -> ControlFlow<()> {
        let answer = match HubLine::parse(line) {
            Ok(None) => return ControlFlow::Continue(()),
            Ok(Some(line)) => self.answer(&line),
            Err(error) => Err(error),
        };
        answer.unwrap_or_else(|error| {
            let line = HubLine::new("error").with("message", error);
            self.output.line(&line.to_string());
            ControlFlow::Continue(())
        })
    }

    fn player(&mut self) -> &mut dyn Player {
        &mut *self.player
    }
}

/// Writes what the search finds as Hub lines.
struct HubScreen(Output);

impl Screen for HubScreen {
    fn line(&mut self, finding: &Finding, moves: &[String]) {
        if finding.bound != Bound::Exact || finding.rank > 1 {
            return;
        }
        let seconds = finding.elapsed.as_secs_f64();
        let millions = finding.nodes as f64 / seconds.max(1e-6) / 1e6;
        let text = HubLine::new("info")
            .with("depth", finding.depth)
            .with("mean-depth", format!("{:.1}", f64::from(finding.depth)))
            .with("score", men(finding.score))
            .with("nodes", finding.nodes)
            .with("time", format!("{seconds:.3}"))
            .with("nps", format!("{millions:.3}"))
            .with("pv", moves.join(" "));
        self.0.line(&text.to_string());
    }

    fn decided(&mut self, best: Option<&str>, ponder: Option<&str>) {
        let mut line = HubLine::new("done");
        if let Some(best) = best {
            line = line.with("move", best);
        }
        if let Some(ponder) = ponder {
            line = line.with("ponder", ponder);
        }
        self.0.line(&line.to_string());
    }

    fn note(&mut self, text: &str) {
        let line = HubLine::new("error").with("message", text);
        self.0.line(&line.to_string());
    }
}

/// A score in men: 99 less a hundredth a ply for an end that was seen, 89 for a table win.
fn men(score: Score) -> String {
    let value = match score.distance() {
        Some(end) if end >= 0 && score.is_win() => 99.99 - f64::from(end.min(99)) / 100.0,
        Some(end) => -99.99 + f64::from(end.abs().min(99)) / 100.0,
        None if score.is_win() => 89.0,
        None if score.is_loss() => -89.0,
        None => f64::from(score.value()) / 100.0,
    };
    format!("{value:.2}")
}
