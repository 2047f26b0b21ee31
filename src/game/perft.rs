//! Perft: the number of move sequences of a given length.

use super::Game;
use crate::system::StopSignal;

/// The number of sequences of `depth` legal moves. The moves of the last ply are counted, not played.
///
/// Ends of the game by rule are ignored: a perft number counts moves only.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count_sequences::<G, false>(position, depth, &|| false)
}

/// As [`perft`], but a move that can be made in several ways counts once for each of them.
pub fn perft_paths<G: Game>(position: &G, depth: u32) -> u64 {
    count_sequences::<G, true>(position, depth, &|| false)
}

/// As [`perft_paths`] if `PATHS` is true, else as [`perft`]. After a stop the count means nothing.
pub(crate) fn count_sequences<G: Game, const PATHS: bool>(position: &G, depth: u32, stop: StopSignal) -> u64 {
    match depth {
        0 => return 1,
        1 if !PATHS => return position.count_moves(),
        2 if !PATHS => return count_all_replies(position),
        3.. if stop() => return 0,
        _ => (),
    }
    let mut nodes = 0;
    let add = |mv| nodes += count_sequences::<G, PATHS>(&position.play(mv), depth - 1, stop);
    if PATHS {
        position.for_each_path(add)
    } else {
        position.for_each_move(add)
    }
    nodes
}

/// The number of sequences of two legal moves.
fn count_all_replies<G: Game>(position: &G) -> u64 {
    let mut nodes = 0;
    position.for_each_move(|mv| nodes += position.count_replies(mv));
    nodes
}
