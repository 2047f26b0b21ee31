//! The settings of a match.

use super::engine_config::EngineConfig;
use super::game::GameSettings;
use super::schedule::Pairing;
use super::sprt::Sprt;
use crate::conditions::openings::Opening;

/// The settings of a match.
pub struct MatchSettings {
    /// The engines; other types refer to them by their index.
    pub engines: Vec<EngineConfig>,
    /// The openings; pairings refer to them by their index, which wraps around.
    pub openings: Vec<Opening>,
    /// The schedule.
    pub pairings: Vec<Pairing>,
    /// When to end the match early.
    pub sprt: Option<Sprt>,
    /// The settings of the command line that affect the games, for their records.
    pub conditions: Vec<String>,
    /// How games are played and when they end early.
    pub games: GameSettings,
    /// Number of games to play in parallel.
    pub concurrency: usize,
}

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameId {
    /// The number of its pairing, from 0.
    pub pairing: usize,
    /// 0 for the first game of the pairing, 1 for the second.
    pub game: usize,
}

impl GameId {
    /// The value of the PGN tag `Round`, such as `7.2`: both numbers count from 1.
    pub fn round(self) -> String {
        format!("{}.{}", self.pairing + 1, self.game + 1)
    }

    /// Reads the PGN tag `Round`.
    pub fn from_round(round: &str) -> Option<GameId> {
        let (pairing, game) = round.split_once('.')?;
        Some(GameId {
            pairing: pairing.parse::<usize>().ok()?.checked_sub(1)?,
            game: game.parse::<usize>().ok()?.checked_sub(1)?,
        })
    }
}

impl MatchSettings {
    /// The game at this position of the schedule; `None` after the last one.
    pub fn game(&self, number: usize) -> Option<GameId> {
        let id = GameId { pairing: number / 2, game: number % 2 };
        self.contains(id).then_some(id)
    }

    /// Whether the match has this game.
    pub fn contains(&self, id: GameId) -> bool {
        id.pairing < self.pairings.len() && id.game < 2
    }

    /// All games in the order of the schedule.
    pub fn scheduled(&self) -> impl Iterator<Item = GameId> {
        (0..).map_while(|number| self.game(number))
    }

    /// The pairing of a game.
    pub fn pairing(&self, id: GameId) -> &Pairing {
        &self.pairings[id.pairing]
    }

    /// The engines of a game, by side.
    pub fn players(&self, id: GameId) -> [usize; 2] {
        self.pairing(id).players(id.game)
    }

    /// The opening of a game.
    pub fn opening(&self, id: GameId) -> &Opening {
        &self.openings[self.pairing(id).opening % self.openings.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_read_back() {
        let id = GameId { pairing: 6, game: 1 };
        assert_eq!(id.round(), "7.2");
        assert_eq!(GameId::from_round("7.2"), Some(id));
        for text in ["", "7", "7.", "0.1", "1.0", "-1.1", "?", "1.1.1"] {
            assert_eq!(GameId::from_round(text), None, "{text}");
        }
    }
}
