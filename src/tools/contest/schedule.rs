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

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Format {
    /// Every engine plays every other one.
    RoundRobin,
    /// The first engine plays every other one.
    Gauntlet,
}

/// All pairings of `rounds` rounds among so many engines.
pub fn pairings(format: Format, engines: usize, rounds: usize) -> impl Iterator<Item = Pairing> {
    let meetings: Vec<(usize, usize)> = (0..engines)
        .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
        .filter(|&(first, _)| format == Format::RoundRobin || first == 0)
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
        Format::RoundRobin => engines * engines.saturating_sub(1) / 2,
        Format::Gauntlet => engines.saturating_sub(1),
    };
    (0..rounds * meetings).map(pairing)
}
