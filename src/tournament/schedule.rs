//! Who plays whom, and from which opening.

/// Two games of two engines from one opening: each begins once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The number of the pairing, from 0.
    pub number: usize,
    /// The engine that begins the first game.
    pub first: usize,
    /// The engine that begins the second.
    pub second: usize,
    /// The number of the opening.
    pub opening: usize,
}

impl Pairing {
    /// By sides, who plays its game 0 or 1: the numbers of the engines.
    pub fn players(&self, game: usize) -> [usize; 2] {
        if game == 0 {
            [self.first, self.second]
        } else {
            [self.second, self.first]
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum MatchFormat {
    /// Every engine plays every other one.
    RoundRobin,
    /// The first engine plays every other one.
    Gauntlet,
}

/// All pairings of `rounds` rounds among so many engines.
pub fn pairings(
    format: MatchFormat,
    engines: usize,
    rounds: usize,
) -> impl Iterator<Item = Pairing> {
    let meetings: Vec<(usize, usize)> = (0..engines)
        .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
        .filter(|&(first, _)| format == MatchFormat::RoundRobin || first == 0)
        .collect();
    let pairing = move |number: usize| {
        let (first, second) = meetings[number % meetings.len()];
        Pairing {
            number,
            first,
            second,
            // The meetings of a round share their opening.
            opening: number / meetings.len(),
        }
    };
    let meetings = match format {
        MatchFormat::RoundRobin => engines * engines.saturating_sub(1) / 2,
        MatchFormat::Gauntlet => engines.saturating_sub(1),
    };
    (0..rounds * meetings).map(pairing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meetings(format: MatchFormat, engines: usize, rounds: usize) -> Vec<[usize; 4]> {
        let all = pairings(format, engines, rounds);
        all.map(|it| [it.number, it.first, it.second, it.opening])
            .collect()
    }

    #[test]
    fn who_meets_whom() {
        let expected = [[0, 0, 1, 0], [1, 0, 2, 0], [2, 1, 2, 0], [3, 0, 1, 1]];
        assert_eq!(meetings(MatchFormat::RoundRobin, 3, 2)[..4], expected);
        let expected = [[0, 0, 1, 0], [1, 0, 2, 0], [2, 0, 1, 1], [3, 0, 2, 1]];
        assert_eq!(meetings(MatchFormat::Gauntlet, 3, 2), expected);
    }

    #[test]
    fn each_engine_begins_once() {
        let pairing = pairings(MatchFormat::RoundRobin, 2, 1).next().unwrap();
        assert_eq!([0, 1].map(|game| pairing.players(game)), [[0, 1], [1, 0]]);
    }
}
