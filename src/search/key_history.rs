//! The positions that led to the present one, and repetitions among them.

use crate::game::Key;

/// The keys of all positions before the present one: of the game first, then of the search.
#[derive(Clone, Default, Debug)]
pub struct KeyHistory {
    keys: Vec<Key>,
    /// How many keys belong to the game; the root of the search comes next.
    game_len: usize,
    /// Positions before this one cannot repeat: a null move lies between.
    floor: usize,
}

impl KeyHistory {
    /// The past of a search: the keys of the game's positions before the root.
    pub fn reset(&mut self, game: &[Key]) {
        self.keys.clear();
        self.keys.extend_from_slice(game);
        self.game_len = game.len();
        self.floor = 0;
    }

    /// Leaves the position with this key by a move.
    #[inline]
    pub fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Takes the last move back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Leaves the position with this key by a null move. Gives back what [`pop_null`](KeyHistory::pop_null) needs.
    pub fn push_null(&mut self, key: Key) -> usize {
        self.keys.push(key);
        std::mem::replace(&mut self.floor, self.keys.len())
    }

    /// Takes the last null move back.
    pub fn pop_null(&mut self, floor: usize) {
        self.keys.pop();
        self.floor = floor;
    }

    /// Whether the present position, with this key, is a draw by repetition: it stood on the board
    /// twice in the game, or once since the root, where what was avoided once can be avoided again.
    /// `reversible` is how many plies back it can have been at all.
    #[inline]
    pub fn is_repetition(&self, key: Key, reversible: u16) -> bool {
        let now = self.keys.len();
        let oldest = now.saturating_sub(usize::from(reversible)).max(self.floor);
        let mut before = now;
        let mut met = 0;
        while before >= oldest + 2 {
            before -= 2;
            if self.keys[before] == key {
                met += 1;
                if met == 2 || before > self.game_len {
                    return true;
                }
            }
        }
        false
    }

    /// Whether one move leads from the present position, with this key, back to one that stood
    /// on the board since the root: whoever moves can claim a repetition. `linked` says whether a
    /// single move makes such a difference of keys.
    #[inline]
    pub fn has_upcoming_repetition(
        &self,
        key: Key,
        reversible: u16,
        linked: impl Fn(Key) -> bool,
    ) -> bool {
        let now = self.keys.len();
        let oldest = now.saturating_sub(usize::from(reversible));
        let oldest = oldest.max(self.floor).max(self.game_len + 1);
        // Three plies back, five, and so on: it is the other side's turn there.
        let mut behind = self.keys[oldest.min(now)..].iter().rev().skip(2).step_by(2);
        behind.any(|before| linked(Key(before.0 ^ key.0)))
    }
}

/// How often the position `key` stands in `keys`, the positions before it, and now.
pub fn occurrences(keys: &[Key], key: Key, reversible: u16) -> usize {
    let oldest = keys.len().saturating_sub(usize::from(reversible));
    1 + keys[oldest..].iter().filter(|&&past| past == key).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(game: &[u64], search: &[u64]) -> KeyHistory {
        let mut past = KeyHistory::default();
        past.reset(&game.iter().copied().map(Key).collect::<Vec<_>>());
        search.iter().for_each(|&key| past.push(Key(key)));
        past
    }

    #[test]
    fn once_in_the_search_or_twice_in_the_game() {
        assert!(past(&[], &[1, 2, 3, 4, 5]).is_repetition(Key(2), 9));
        assert!(!past(&[2, 3, 4, 5], &[]).is_repetition(Key(2), 9));
        assert!(past(&[2, 3, 4, 5, 2, 6, 7, 8], &[]).is_repetition(Key(2), 9));
    }

    #[test]
    fn the_root_is_no_repetition_when_it_comes_back() {
        assert!(!past(&[], &[1, 2, 3, 4]).is_repetition(Key(1), 9));
        assert!(!past(&[9], &[1, 2, 3, 4]).is_repetition(Key(1), 9));
        assert!(past(&[1, 7, 8, 9], &[1, 2, 3, 4]).is_repetition(Key(1), 9));
    }

    #[test]
    fn an_irreversible_move_hides_what_was_before() {
        assert!(!past(&[], &[1, 2, 3, 4, 5]).is_repetition(Key(2), 3));
    }

    #[test]
    fn one_move_may_bring_a_position_back() {
        let back_to = |key: u64| move |difference: Key| difference == Key(key ^ 6);
        let past = past(&[1], &[2, 3, 4, 5]);
        assert!(past.has_upcoming_repetition(Key(6), 9, back_to(3)));
        // Another side's turn, the root, and what an irreversible move has hidden.
        assert!(!past.has_upcoming_repetition(Key(6), 9, back_to(4)));
        assert!(!past.has_upcoming_repetition(Key(6), 9, back_to(1)));
        assert!(!past.has_upcoming_repetition(Key(6), 2, back_to(3)));
    }

    #[test]
    fn a_null_move_hides_what_was_before() {
        let mut past = past(&[], &[1, 2]);
        let floor = past.push_null(Key(3));
        past.push(Key(4));
        assert!(!past.is_repetition(Key(1), 9) && !past.is_repetition(Key(3), 9));
        past.pop();
        past.pop_null(floor);
        past.push(Key(5));
        past.push(Key(6));
        assert!(!past.is_repetition(Key(1), 2));
    }
}
