//! The settings of a match, and its schedule: who plays whom, and from which opening.

use super::engine_config::EngineConfig;
use super::game::GameSettings;
use super::sprt::Sprt;
use crate::conditions::openings::Opening;

/// The settings of a match.
pub struct MatchSettings {
    /// The engines; other types refer to them by their index.
    pub engines: Vec<EngineConfig>,
    /// The openings; pairings refer to them by their index, which wraps around.
    pub openings: Vec<Opening>,
    /// The schedule: all pairings of the match, or those of a part of it.
    pub pairings: Vec<Pairing>,
    /// When to end the match early.
    pub sprt: Option<Sprt>,
    /// The settings of the command line that affect the games, for their records.
    pub conditions: Vec<String>,
    /// Which openings these are, for the records of games.
    pub openings_text: String,
    /// How games are played and when they end early.
    pub games: GameSettings,
    /// Number of games to play in parallel.
    pub concurrency: usize,
}

/// One game of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// Whether the match has this game.
    pub fn contains(&self, id: GameId) -> bool {
        let first = self.first_number();
        (first..first + self.pairings.len()).contains(&id.pairing) && id.game < 2
    }

    /// All games in the order of the schedule.
    pub fn scheduled(&self) -> impl Iterator<Item = GameId> + Send {
        self.pairings.iter().flat_map(|pairing| [0, 1].map(|game| GameId { pairing: pairing.number, game }))
    }

    /// The pairing of a game.
    pub fn pairing(&self, id: GameId) -> &Pairing {
        &self.pairings[id.pairing - self.first_number()]
    }

    /// The number of the first pairing, which is 0 unless this is a later part of a match.
    fn first_number(&self) -> usize {
        self.pairings.first().map_or(0, |pairing| pairing.number)
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

/// A pair of games between two engines from one opening, with colours reversed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The number of the pairing, from 0.
    pub number: usize,
    /// The engine with the first move in the first game.
    pub first: usize,
    /// The engine with the first move in the second game.
    pub second: usize,
    /// The number of the opening.
    pub opening: usize,
}

impl Pairing {
    /// The engines of game 0 or 1, by side.
    pub fn players(&self, game: usize) -> [usize; 2] {
        if game == 0 { [self.first, self.second] } else { [self.second, self.first] }
    }
}

/// Which engines play each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchFormat {
    /// Every engine plays every other engine.
    RoundRobin,
    /// The first engine plays every other engine.
    Gauntlet,
}

/// The pairings of `rounds` rounds among the engines 0 to `engines` - 1.
pub fn pairings(format: MatchFormat, engines: usize, rounds: usize) -> impl Iterator<Item = Pairing> {
    let meetings: Vec<(usize, usize)> = (0..engines)
        .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
        .filter(|&(first, _)| format == MatchFormat::RoundRobin || first == 0)
        .collect();
    let count = rounds * meetings.len();
    (0..count).map(move |number| {
        let (first, second) = meetings[number % meetings.len()];
        // All pairings of a round have the same opening.
        Pairing { number, first, second, opening: number / meetings.len() }
    })
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

    fn listed(format: MatchFormat, engines: usize, rounds: usize) -> Vec<[usize; 4]> {
        pairings(format, engines, rounds).map(|it| [it.number, it.first, it.second, it.opening]).collect()
    }

    #[test]
    fn pairings_of_both_formats() {
        let expected = [[0, 0, 1, 0], [1, 0, 2, 0], [2, 1, 2, 0], [3, 0, 1, 1]];
        assert_eq!(listed(MatchFormat::RoundRobin, 3, 2)[..4], expected);
        let expected = [[0, 0, 1, 0], [1, 0, 2, 0], [2, 0, 1, 1], [3, 0, 2, 1]];
        assert_eq!(listed(MatchFormat::Gauntlet, 3, 2), expected);
    }
}
