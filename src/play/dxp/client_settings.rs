//! The position and the clock that a Hub client has set up, for a game over DXP.

use super::referee_for_dxp;
use crate::games::games;
use crate::notation::{MoveStyle, excerpt};
use crate::player::Referee;
use crate::protocol::dxp::{GameRequest, Seat};
use crate::protocol::hub::HUB_VARIANT;
use crate::protocol::hub::syntax::HubLine;
use anyhow::{anyhow, bail};
use std::time::Duration;

/// A position and the moves from it.
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    /// `None` for the usual start.
    start: Option<String>,
    /// In the long notation.
    pub moves: Vec<String>,
}

impl Line {
    /// Whether this is the other line with one more move.
    pub fn goes_on(&self, other: &Line) -> bool {
        self.start == other.start && self.moves.len() == other.moves.len() + 1 && self.moves.starts_with(&other.moves)
    }
}

/// The settings.
pub struct ClientSettings {
    referee: Box<dyn Referee + Send>,
    /// How the client has named the position; `None` if it has named none, or a wrong one.
    line: Option<Line>,
    /// The clock: seconds, and the number of moves in them.
    clock: (Option<f64>, u16),
}

impl ClientSettings {
    /// Those at the start.
    ///
    /// # Errors
    /// DXP does not carry the game.
    pub fn new(game: &str) -> Result<ClientSettings, String> {
        Ok(ClientSettings { referee: referee_for_dxp(game)?, line: None, clock: (None, 0) })
    }

    /// The position; `None` if there is none.
    pub fn line(&self) -> Option<Line> {
        self.line.clone()
    }

    /// Whether the game is over in the position.
    pub fn is_over(&self) -> bool {
        self.referee.outcome().is_some() || self.referee.legal_moves(MoveStyle::Long).is_empty()
    }

    /// The time on the clock.
    pub fn time_left(&self) -> Duration {
        Duration::from_secs_f64(self.clock.0.unwrap_or(0.0).clamp(0.0, 1e6))
    }

    /// The parameter that chooses the game.
    pub fn variant_parameter(&self) -> HubLine {
        let played = games().filter(|game| referee_for_dxp(game.name).is_ok());
        let variants: Vec<_> = played.filter_map(HUB_VARIANT).collect();
        HubLine::new("param")
            .with("name", "variant")
            .with("value", HUB_VARIANT(self.referee.game()).unwrap_or_default())
            .with("type", "enum")
            .with("values", variants.join(" "))
    }

    /// Carries out `set-param`.
    ///
    /// # Errors
    /// There is no such parameter or game, or DXP does not carry it.
    pub fn set_parameter(&mut self, line: &HubLine) -> Result<(), String> {
        let (name, value) = (line.value("name"), line.value("value").unwrap_or_default());
        if name != Some("variant") {
            return Err("set-param: expected name=variant, the only parameter".to_owned());
        }
        let game = games().find(|game| HUB_VARIANT(game) == Some(value));
        let game = game.ok_or_else(|| {
            let found = excerpt(value);
            format!("set-param: found variant '{found}', expected a value that the parameter lists")
        })?;
        self.referee = referee_for_dxp(game.name)?;
        self.line = None;
        Ok(())
    }

    /// Carries out `pos`.
    ///
    /// # Errors
    /// The position or a move is not legal; then there is no position.
    pub fn set_position(&mut self, line: &HubLine) -> Result<(), String> {
        self.line = None;
        self.clock = (None, 0);
        line.check_quotes()?;
        let start = match line.value("pos") {
            _ if line.has("start") => None,
            Some(position) => Some(position.to_owned()),
            None => return Err("pos: expected start or pos=".to_owned()),
        };
        self.referee.set_position(start.as_deref(), &[])?;
        let texts = line.value("moves").unwrap_or_default().split_whitespace();
        let moves = texts.map(|text| self.play(text)).collect::<Result<_, _>>()?;
        self.line = Some(Line { start, moves });
        Ok(())
    }

    /// Plays a move, and returns it in the long notation.
    ///
    /// # Errors
    /// It is not legal.
    pub fn play(&mut self, mv: &str) -> Result<String, String> {
        let played = self.referee.play(mv, &[MoveStyle::Long]);
        let texts = played.map_err(|error| error.to_string())?;
        Ok(texts.into_iter().next().unwrap_or_default())
    }

    /// Carries out `level`.
    ///
    /// # Errors
    /// A number is wrong.
    pub fn set_clock(&mut self, line: &HubLine) -> Result<(), String> {
        let seconds = line.number("time", "a number of seconds")?;
        let moves = line.number("moves", "a whole number")?;
        self.clock = (seconds, moves.unwrap_or(0));
        Ok(())
    }

    /// The request for a game that begins before the last move of `line`, which the other program is to answer.
    ///
    /// # Errors
    /// There is less than a minute on the clock.
    pub fn request(&mut self, name: &str, line: &Line) -> anyhow::Result<GameRequest> {
        let (seconds, moves) = self.clock;
        if let Some(seconds) = seconds.filter(|seconds| *seconds < 60.0) {
            bail!("found a clock of {seconds} seconds, expected 60 or more: DXP counts minutes");
        }
        let is_white = self.referee.side_to_move() == self.referee.game().white;
        let before = &line.moves[..line.moves.len().saturating_sub(1)];
        let usual = self.position_after(None, &[])?;
        let start = self.position_after(line.start.as_deref(), before)?;
        self.position_after(line.start.as_deref(), &line.moves)?;
        Ok(GameRequest {
            name: name.to_owned(),
            follower: if is_white { Seat::White } else { Seat::Black },
            minutes: seconds.map_or(0, |seconds| (seconds / 60.0).min(999.0) as u16),
            moves: moves.min(999),
            start: Some(start).filter(|start| *start != usual),
        })
    }

    /// Sets up a position, and returns it in the notation of Hub.
    fn position_after(&mut self, start: Option<&str>, moves: &[String]) -> anyhow::Result<String> {
        let set = self.referee.set_position(start, moves);
        set.map_err(|error| anyhow!(error))?;
        Ok(self.referee.protocol_position())
    }
}
