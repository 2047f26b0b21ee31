//! Weaker play for weaker opponents, in any game and with any clock.
//!
//! The search visits a limited number of nodes a move, and picks some moves at random from the best few: the lower the
//! rating, the more of them. Clocks and other limits still apply.

/// How the play of the engine is limited: by a share of random moves, and by a number of nodes that is the same at every rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StrengthLimit {
    /// How many moves of a thousand are chosen at random.
    random_moves: u32,
}

impl StrengthLimit {
    /// The lowest rating offered.
    pub const MIN_ELO: u64 = 800;
    /// The highest rating offered.
    pub const MAX_ELO: u64 = 2400;
    /// The default rating.
    pub const DEFAULT_ELO: u64 = 1500;
    /// The most positions to visit for a move, at any rating.
    pub const NODES: u64 = 40_000;
    /// A random move is chosen among at most this many of the best ones.
    pub const CANDIDATES: usize = 8;

    /// The limit with which the engine plays at the rating `elo`, which is held within the range offered.
    pub fn from_elo(elo: u64) -> StrengthLimit {
        let elo = elo.clamp(Self::MIN_ELO, Self::MAX_ELO);
        let weakness = (Self::MAX_ELO - elo) as f64 / (Self::MAX_ELO - Self::MIN_ELO) as f64;
        StrengthLimit { random_moves: (1000.0 * weakness.powf(RANDOM_MOVES_EXPONENT)) as u32 }
    }

    /// Whether a move is chosen at random. `random` is any number, all equally likely; its low half decides.
    pub fn is_random_move(self, random: u64) -> bool {
        let thousandth = ((random & 0xffff_ffff) * 1000) >> 32;
        thousandth < u64::from(self.random_moves)
    }
}

// The constants of this file were fitted by matches (docs/measurements.md). A difference of 200 points gives about 200 Elo
// in self-play, and from 1600 to 2400 the ratings are close to `UCI_Elo` in Stockfish 15.1. A node limit alone cannot do
// both: doubling the nodes gains 200 Elo in self-play, but only about 100 Elo against Stockfish.

/// The share of random moves grows with this power of the distance to the highest rating.
const RANDOM_MOVES_EXPONENT: f64 = 1.35;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_grows_with_the_rating() {
        let ladder = (StrengthLimit::MIN_ELO..=StrengthLimit::MAX_ELO).map(StrengthLimit::from_elo);
        assert!(ladder.is_sorted_by(|low, high| low.random_moves >= high.random_moves));
        assert_eq!(StrengthLimit::from_elo(0), StrengthLimit::from_elo(StrengthLimit::MIN_ELO));
        assert_eq!([0, 1600, u64::MAX].map(|elo| StrengthLimit::from_elo(elo).random_moves), [1000, 392, 0]);
    }

    #[test]
    fn the_share_of_random_moves_is_kept() {
        let quarter = StrengthLimit { random_moves: 250 };
        let random = |part: u64| quarter.is_random_move((part << 30) | (7 << 32));
        assert_eq!([0, 1, 2, 3].map(random), [true, false, false, false]);
        let is_random = |elo| StrengthLimit::from_elo(elo).is_random_move(u64::MAX);
        assert!(is_random(StrengthLimit::MIN_ELO));
        assert!(!StrengthLimit::from_elo(StrengthLimit::MAX_ELO).is_random_move(0));
    }
}
