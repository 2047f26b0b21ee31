//! The position and the clock that a Hub client has set up, for a game over DXP.

use super::game_for_dxp;
use crate::any_position::AnyPosition;
use crate::game::{Game, GameLine};
use crate::games::{GameInfo, games};
use crate::notation::{Notation, excerpt, set_up};
use crate::protocol::dxp::{GameRequest, Seat};
use crate::protocol::hub::HUB_VARIANT;
use crate::protocol::hub::syntax::HubLine;
use anyhow::bail;
use std::time::Duration;

/// The settings.
pub struct ClientSettings {
    game: &'static GameInfo,
    /// The game up to the position that the client has named; `None` if it has named none, or a wrong one.
    pub(super) line: Option<GameLine<AnyPosition>>,
    /// The clock: seconds, and the number of moves in them.
    clock: (Option<f64>, u16),
}

impl ClientSettings {
    /// Those at the start.
    ///
    /// # Errors
    /// DXP does not carry the game.
    pub fn new(game: &str) -> Result<ClientSettings, String> {
        Ok(ClientSettings { game: game_for_dxp(game)?, line: None, clock: (None, 0) })
    }

    /// The time on the clock.
    pub fn time_left(&self) -> Duration {
        Duration::from_secs_f64(self.clock.0.unwrap_or(0.0).clamp(0.0, 1e6))
    }

    /// The parameter that chooses the game.
    pub fn variant_parameter(&self) -> HubLine {
        let variants: Vec<_> = games().filter(|game| game_for_dxp(game.name).is_ok()).filter_map(HUB_VARIANT).collect();
        HubLine::new("param")
            .with("name", "variant")
            .with("value", HUB_VARIANT(self.game).unwrap_or_default())
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
        self.game = game_for_dxp(game.name)?;
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
        let moves: Vec<_> = line.value("moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect();
        self.line = Some(set_up(&self.game.start(), start.as_deref(), &moves)?);
        Ok(())
    }

    /// Carries out `level`.
    ///
    /// # Errors
    /// A number is wrong.
    pub fn set_clock(&mut self, line: &HubLine) -> Result<(), String> {
        let seconds = line.number("time", "a number of seconds")?;
        self.clock = (seconds, line.number("moves", "a whole number")?.unwrap_or(0));
        Ok(())
    }

    /// The request for a game that begins before the last move of `line`, which the other program is to answer.
    ///
    /// # Errors
    /// There is less than a minute on the clock.
    pub fn request(&self, name: &str, line: &GameLine<AnyPosition>) -> anyhow::Result<GameRequest> {
        let (seconds, moves) = self.clock;
        if let Some(seconds) = seconds.filter(|seconds| *seconds < 60.0) {
            bail!("found a clock of {seconds} seconds, expected 60 or more: DXP counts minutes");
        }
        let is_white = line.position().side_to_move() == self.game.white;
        let mut before = line.clone();
        before.take_back();
        let start = before.position().show_for_protocols();
        Ok(GameRequest {
            name: name.to_owned(),
            follower: if is_white { Seat::White } else { Seat::Black },
            minutes: seconds.map_or(0, |seconds| (seconds / 60.0).min(999.0) as u16),
            moves: moves.min(999),
            start: Some(start).filter(|start| *start != self.game.start().show_for_protocols()),
        })
    }
}
