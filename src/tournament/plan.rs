//! What is played in a match.

use super::adjudication::Rules;
use super::ending::Finished;
use super::engine::Profile;
use super::game::Terms;
use super::openings::Opening;
use super::profile::style;
use super::schedule::Pairing;
use super::settings::Judge;
use super::standings::Result as Counted;
use crate::system::interrupt::Interrupt;
use std::time::Duration;

/// All that is known of a match before it begins.
pub struct Plan {
    /// Who judges the games.
    pub judge: Judge,
    /// The engines.
    pub profiles: Vec<Profile>,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// When games end early.
    pub rules: Rules,
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
pub struct Slot {
    /// The number of the pairing.
    pub pairing: usize,
    /// 0 or 1.
    pub game: usize,
}

impl Slot {
    /// As the tag `Round` says it.
    pub fn round(self) -> String {
        format!("{}.{}", self.pairing + 1, self.game + 1)
    }

    /// What such a tag means.
    pub fn parse(round: &str) -> Option<Slot> {
        let (pairing, game) = round.split_once('.')?;
        Some(Slot {
            pairing: pairing.parse::<usize>().ok()?.checked_sub(1)?,
            game: game.parse::<usize>().ok()?.checked_sub(1)?,
        })
    }
}

impl Plan {
    /// The game of this number, if the match has as many.
    pub fn slot(&self, number: usize) -> Option<Slot> {
        let slot = Slot {
            pairing: number / 2,
            game: number % 2,
        };
        self.contains(slot).then_some(slot)
    }

    /// Whether the match has this game.
    pub fn contains(&self, slot: Slot) -> bool {
        slot.pairing < self.pairings.len() && slot.game < 2
    }

    /// All games, in their order.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        (0..).map_while(|number| self.slot(number))
    }

    /// By sides, who plays a game: the numbers of the engines.
    pub fn seats(&self, slot: Slot) -> [usize; 2] {
        self.pairings[slot.pairing].seats(slot.game)
    }

    /// Where a game begins.
    pub fn opening(&self, slot: Slot) -> &Opening {
        let number = self.pairings[slot.pairing].opening;
        &self.openings[number % self.openings.len()]
    }

    /// What the engines in these seats play by.
    pub fn terms(&self, seats: [usize; 2]) -> Terms<'_> {
        Terms {
            controls: seats.map(|seat| self.profiles[seat].control),
            styles: seats.map(|seat| style(&self.profiles[seat])),
            rules: self.rules,
            margin: self.margin,
            ponder: self.ponder,
            interrupted: &self.interrupt.at_once,
        }
    }

    /// A game as it counts.
    pub fn count(&self, slot: Slot, finished: &Finished) -> Counted {
        Counted::of(&self.pairings[slot.pairing], slot.game, finished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_read_back() {
        let slot = Slot {
            pairing: 6,
            game: 1,
        };
        assert_eq!(slot.round(), "7.2");
        assert_eq!(Slot::parse("7.2"), Some(slot));
        for text in ["", "7", "7.", "0.1", "1.0", "-1.1", "?", "1.1.1"] {
            assert_eq!(Slot::parse(text), None, "{text}");
        }
    }
}
