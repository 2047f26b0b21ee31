//! Random games.

use crate::prelude::*;

/// `games` random games from each of `starts`; every second one shuttles.
pub fn walks<G: Game>(starts: &[G], games: u64) -> Vec<Vec<G>> {
    let numbers = 1..=games;
    numbers.flat_map(|number| starts.iter().map(move |start| walk_number(start, number))).collect()
}

/// The game of this number from `start`.
pub fn walk_number<G: Game>(start: &G, number: u64) -> Vec<G> {
    walk(start, number % 2 == 1, &mut Random::new(number))
}

const LONGEST_WALK: usize = 200;

/// A random game from `start`, its positions in order. A game that shuttles makes two moves of
/// three such that they can be taken back, or repeat a position, where it can.
fn walk<G: Game>(start: &G, shuttles: bool, random: &mut Random) -> Vec<G> {
    let mut walk = vec![start.clone()];
    while walk.len() < LONGEST_WALK {
        let last = &walk[walk.len() - 1];
        let moves = last.moves();
        if last.outcome().is_some() {
            break;
        }
        let mut choice: Vec<G> = moves.iter().map(|&mv| last.play(mv)).collect();
        if shuttles && random.below(3) > 0 {
            let quiet = |after: &G| after.reversible_plies() > 0;
            let again = |after: &G| walk.iter().any(|before| before.key() == after.key());
            if choice.iter().any(again) {
                choice.retain(again);
            } else if choice.iter().any(quiet) {
                choice.retain(quiet);
            }
        }
        walk.push(choice.swap_remove(random.below(choice.len())));
    }
    walk
}
