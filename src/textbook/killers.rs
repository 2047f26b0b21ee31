//! The killer heuristic (Huberman 1968), in the form of Pongor (2009).
//!
//! A move that refutes one move of the opponent often refutes its others, too. In this form the killers of a ply are the
//! two moves with the most cutoffs so far at that ply. Usually the latest two are taken.

/// The killers of every ply. Moves are known by their codes.
#[derive(Default)]
pub(super) struct TextbookKillers {
    plies: Vec<KillersOfPly>,
}

#[derive(Clone, Default)]
struct KillersOfPly {
    /// The number of cutoffs by the moves of each code.
    cutoffs: Vec<u64>,
    /// The codes of the killers, the one with more cutoffs first. If both have as many, the one that reached this
    /// number first.
    killers: [Option<usize>; 2],
}

impl TextbookKillers {
    /// The codes of the killers of a ply, the one with more cutoffs first.
    pub(super) fn of(&self, ply: u32) -> impl Iterator<Item = usize> {
        self.plies.get(ply as usize).map_or([None; 2], |it| it.killers).into_iter().flatten()
    }

    /// Counts a cutoff by the move with this code.
    pub(super) fn count(&mut self, ply: u32, code: usize) {
        let ply = ply as usize;
        if ply >= self.plies.len() {
            self.plies.resize_with(ply + 1, KillersOfPly::default);
        }
        self.plies[ply].count(code);
    }
}

impl KillersOfPly {
    fn count(&mut self, code: usize) {
        if code >= self.cutoffs.len() {
            self.cutoffs.resize(code + 1, 0);
        }
        self.cutoffs[code] += 1;
        let [first, second] = self.killers;
        let beats = |killer: Option<usize>| killer.is_none_or(|killer| self.cutoffs[code] > self.cutoffs[killer]);
        if first != Some(code) && beats(first) {
            self.killers = [Some(code), first];
        } else if ![first, second].contains(&Some(code)) && beats(second) {
            self.killers[1] = Some(code);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_killers_are_the_moves_with_the_most_cutoffs() {
        let mut killers = KillersOfPly::default();
        let mut after = |code| {
            killers.count(code);
            killers.killers
        };
        assert_eq!(after(7), [Some(7), None]);
        assert_eq!(after(5), [Some(7), Some(5)]);
        assert_eq!(after(3), [Some(7), Some(5)], "3 has no more than 5");
        assert_eq!(after(3), [Some(3), Some(7)], "3 has the most");
        assert_eq!(after(5), [Some(3), Some(5)], "5 has more than 7");
        assert_eq!(after(5), [Some(5), Some(3)]);
        assert_eq!(after(5), [Some(5), Some(3)]);
    }
}
