//! What is played in a match.

use super::adjudication::AdjudicationRules;
use super::engine::EngineConfig;
use super::engine_config::move_style;
use super::finished_game::FinishedGame;
use super::game::GameSettings;
use super::game_options::RefereeConfig;
use super::openings::Opening;
use super::schedule::Pairing;
use super::standings::ScoredGame as Counted;
use crate::system::interrupt::Interrupt;
use std::time::Duration;

/// All that is known of a match before it begins.
pub struct MatchPlan {
    /// Who judges the games.
    pub referee: RefereeConfig,
    /// The engines.
    pub engines: Vec<EngineConfig>,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// When games end early.
    pub adjudication: AdjudicationRules,
    /// What was said on the command line of how games are played and end.
    pub conditions: Vec<String>,
    /// How long an engine may overstep its time.
    pub margin: Duration,
    /// Whether engines think on their opponent's time.
    pub ponder: bool,
    /// Games side by side.
    pub concurrency: usize,
    /// Whether the user wants the match to end; games that are not over do not count then.
    pub interrupt: &'static Interrupt,
}

/// One of the two games of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameId {
    /// The number of the pairing.
    pub pairing: usize,
    /// 0 or 1.
    pub game: usize,
}

impl GameId {
    /// As the tag `Round` says it.
    pub fn round(self) -> String {
        format!("{}.{}", self.pairing + 1, self.game + 1)
    }

    /// What such a tag means.
    pub fn from_round(round: &str) -> Option<GameId> {
        let (pairing, game) = round.split_once('.')?;
        Some(GameId {
            pairing: pairing.parse::<usize>().ok()?.checked_sub(1)?,
            game: game.parse::<usize>().ok()?.checked_sub(1)?,
        })
    }
}

impl MatchPlan {
    /// The game of this number, if the match has as many.
    pub fn game(&self, number: usize) -> Option<GameId> {
        let slot = GameId {
            pairing: number / 2,
            game: number % 2,
        };
        self.contains(slot).then_some(slot)
    }

    /// Whether the match has this game.
    pub fn contains(&self, slot: GameId) -> bool {
        slot.pairing < self.pairings.len() && slot.game < 2
    }

    /// All games, in their order.
    pub fn games(&self) -> impl Iterator<Item = GameId> {
        (0..).map_while(|number| self.game(number))
    }

    /// By sides, who plays a game: the numbers of the engines.
    pub fn players(&self, slot: GameId) -> [usize; 2] {
        self.pairings[slot.pairing].players(slot.game)
    }

    /// Where a game begins.
    pub fn opening(&self, slot: GameId) -> &Opening {
        let number = self.pairings[slot.pairing].opening;
        &self.openings[number % self.openings.len()]
    }

    /// What the engines in these seats play by.
    pub fn game_settings(&self, seats: [usize; 2]) -> GameSettings<'_> {
        GameSettings {
            time_controls: seats.map(|seat| self.engines[seat].time_control),
            move_styles: seats.map(|seat| move_style(&self.engines[seat])),
            adjudication: self.adjudication,
            margin: self.margin,
            ponder: self.ponder,
            interrupted: &self.interrupt.abort,
        }
    }

    /// A game as it counts.
    pub fn scored(&self, slot: GameId, finished: &FinishedGame) -> Counted {
        Counted::new(&self.pairings[slot.pairing], slot.game, finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_read_back() {
        let slot = GameId {
            pairing: 6,
            game: 1,
        };
        assert_eq!(slot.round(), "7.2");
        assert_eq!(GameId::from_round("7.2"), Some(slot));
        for text in ["", "7", "7.", "0.1", "1.0", "-1.1", "?", "1.1.1"] {
            assert_eq!(GameId::from_round(text), None, "{text}");
        }
    }
}
