//! The node counts of G. Pongor, "A computer implementation of a two-player game", Debrecen 2009.

use crate::textbook::PublishedCount;

/// The counts from the start position. Its means over five games, which it does not list, cannot be compared with others.
pub const PONGOR: &[PublishedCount] = &[
    start("minimax", 2, 57),
    start("minimax", 4, 1_828),
    start("minimax", 6, 45_662),
    start("minimax", 8, 1_051_977),
    start("alpha-beta", 2, 36),
    start("alpha-beta", 4, 669),
    start("alpha-beta", 6, 4_428),
    start("alpha-beta", 8, 37_827),
    start("alpha-beta", 10, 295_530),
    start("history", 2, 27),
    start("history", 4, 191),
    start("history", 6, 2_756),
    start("history", 8, 22_414),
    start("history", 10, 170_406),
];

const fn start(algorithm: &'static str, depth: u32, nodes: u64) -> PublishedCount {
    PublishedCount { algorithm, depth, nodes }
}
