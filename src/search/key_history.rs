//! The keys of the positions before the current one, and repetitions among them.

use crate::game::Key;

/// The keys of all positions before the current one: those of the game, then those of the search.
#[derive(Clone, Default, Debug)]
pub struct KeyHistory {
    keys: Vec<Key>,
    /// How many keys belong to the game; the next one is the root's.
    game_len: usize,
    /// Positions before this index cannot repeat, since a null move was made after them.
    floor: usize,
}

impl KeyHistory {
    /// Begins a search; `game` are the keys of the positions before the root.
    pub fn reset(&mut self, game: &[Key]) {
        self.keys.clear();
        self.keys.extend_from_slice(game);
        self.game_len = game.len();
        self.floor = 0;
    }

    /// Adds the key of a position that is left by a move.
    #[inline]
    pub fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Removes the last key when the move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Adds the key of a position that is left by a null move. Returns the value for
    /// [`pop_null`](KeyHistory::pop_null).
    pub fn push_null(&mut self, key: Key) -> usize {
        self.keys.push(key);
        std::mem::replace(&mut self.floor, self.keys.len())
    }

    /// Removes the last key when the null move is taken back.
    pub fn pop_null(&mut self, floor: usize) {
        self.keys.pop();
        self.floor = floor;
    }

    /// Whether the current position, with this key, counts as a draw by repetition: it has occurred twice
    /// before, or once since the root (a side that repeats once can repeat again). `reversible` is how
    /// many plies back an equal position can be.
    #[inline]
    pub fn is_repetition(&self, key: Key, reversible: u16) -> bool {
        let now = self.keys.len();
        let oldest = now.saturating_sub(usize::from(reversible)).max(self.floor);
        let mut before = now;
        let mut found = 0;
        while before >= oldest + 2 {
            before -= 2;
            if self.keys[before] == key {
                found += 1;
                if found == 2 || before > self.game_len {
                    return true;
                }
            }
        }
        false
    }

    /// Whether one move leads from the current position, with this key, back to a position since the
    /// root, so that the side to move can repeat (upcoming repetition, van Kervinck 2013).
    /// `one_move_apart` returns whether a single move changes the key by this difference (xor).
    #[inline]
    pub fn has_upcoming_repetition(&self, key: Key, reversible: u16, one_move_apart: impl Fn(Key) -> bool) -> bool {
        let now = self.keys.len();
        let oldest = now.saturating_sub(usize::from(reversible)).max(self.floor).max(self.game_len + 1);
        // Three plies back, five, and so on: positions with the other side to move.
        self.keys[oldest.min(now)..].iter().rev().skip(2).step_by(2).any(|before| one_move_apart(Key(before.0 ^ key.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(game: &[u64], search: &[u64]) -> KeyHistory {
        let mut history = KeyHistory::default();
        history.reset(&game.iter().copied().map(Key).collect::<Vec<_>>());
        search.iter().for_each(|&key| history.push(Key(key)));
        history
    }

    #[test]
    fn once_in_the_search_or_twice_in_the_game() {
        for (game, search, key, reversible, expected) in [
            (&[][..], &[1, 2, 3, 4, 5][..], 2, 9, true),
            (&[2, 3, 4, 5], &[], 2, 9, false),
            (&[2, 3, 4, 5, 2, 6, 7, 8], &[], 2, 9, true),
            // The root that comes back is no repetition.
            (&[], &[1, 2, 3, 4], 1, 9, false),
            (&[9], &[1, 2, 3, 4], 1, 9, false),
            (&[1, 7, 8, 9], &[1, 2, 3, 4], 1, 9, true),
            // An irreversible move hides what was before.
            (&[], &[1, 2, 3, 4, 5], 2, 3, false),
        ] {
            assert_eq!(history(game, search).is_repetition(Key(key), reversible), expected, "{game:?} {search:?}");
        }
    }

    #[test]
    fn one_move_may_bring_a_position_back() {
        let back_to = |key: u64| move |difference: Key| difference == Key(key ^ 6);
        let history = history(&[1], &[2, 3, 4, 5]);
        assert!(history.has_upcoming_repetition(Key(6), 9, back_to(3)));
        // The same side to move, the root, and a position before an irreversible move.
        assert!(!history.has_upcoming_repetition(Key(6), 9, back_to(4)));
        assert!(!history.has_upcoming_repetition(Key(6), 9, back_to(1)));
        assert!(!history.has_upcoming_repetition(Key(6), 2, back_to(3)));
    }

    #[test]
    fn a_null_move_hides_what_was_before() {
        let mut history = history(&[], &[1, 2]);
        let floor = history.push_null(Key(3));
        history.push(Key(4));
        assert!(!history.is_repetition(Key(1), 9) && !history.is_repetition(Key(3), 9));
        history.pop();
        history.pop_null(floor);
        history.push(Key(5));
        history.push(Key(6));
        assert!(!history.is_repetition(Key(1), 2));
    }
}
