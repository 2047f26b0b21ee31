//! The results of every two players of a tournament.

use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The results of every two players, who have numbers.
#[derive(Clone, Default)]
pub struct CrossTable {
    /// By the player with the first move (in records: White) and the other: the games that the former won, drew and lost.
    pub results: BTreeMap<[usize; 2], [u32; 3]>,
}

impl CrossTable {
    /// The games that each of `count` players won, drew and lost.
    pub fn totals(&self, count: usize) -> Vec<[u32; 3]> {
        let mut totals = vec![[0; 3]; count];
        for (&[first, second], wdl) in &self.results {
            for outcome in 0..3 {
                totals[first][outcome] += wdl[outcome];
                totals[second][2 - outcome] += wdl[outcome];
            }
        }
        totals
    }

    /// The groups of two or more of `count` players in which all have scored against each other, directly or through others. The difference of
    /// two players who are not in one group has no greatest likelihood: it is infinite, or nothing is known of it.
    pub fn groups(&self, count: usize) -> Vec<Vec<usize>> {
        let [mut beaten, mut beaten_by] = [(); 2].map(|()| vec![Vec::new(); count]);
        for (&[first, second], &[won, drawn, lost]) in &self.results {
            for (player, opponent, scored) in [(first, second, won + drawn), (second, first, lost + drawn)] {
                if scored > 0 {
                    beaten[player].push(opponent);
                    beaten_by[opponent].push(player);
                }
            }
        }
        // The greatest group comes first, so that few players are left for the others.
        let mut players: Vec<usize> = (0..count).collect();
        players.sort_by_key(|&player| Reverse(beaten[player].len()));
        let (mut left, mut groups) = (vec![true; count], Vec::new());
        for player in players {
            if left[player] {
                let both = reached(&beaten_by, player, &reached(&beaten, player, &left));
                let group: Vec<usize> = (0..count).filter(|&player| both[player]).collect();
                group.iter().for_each(|&player| left[player] = false);
                groups.extend(Some(group).filter(|group| group.len() > 1));
            }
        }
        groups
    }
}

/// Which players can be reached from `start` over `links`, among those of `within`.
fn reached(links: &[Vec<usize>], start: usize, within: &[bool]) -> Vec<bool> {
    let (mut reached, mut open) = (vec![false; links.len()], vec![start]);
    reached[start] = true;
    while let Some(player) = open.pop() {
        for &next in &links[player] {
            if within[next] && !reached[next] {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached
}
