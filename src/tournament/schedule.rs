//! The schedule of a match: who plays whom, and from which opening.

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

    #[test]
    fn colours_are_reversed_within_a_pair() {
        let pairing = pairings(MatchFormat::RoundRobin, 2, 1).next().unwrap();
        assert_eq!([0, 1].map(|game| pairing.players(game)), [[0, 1], [1, 0]]);
    }
}
