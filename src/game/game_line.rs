//! A game up to now.

use super::{Game, Key, Outcome};

/// A game up to now: the position in which it began, the moves, and the position after them.
///
/// ```
/// use kempelen::{GameLine, Notation, Outcome, start_position};
///
/// let mut game = GameLine::new(start_position("chess")?);
/// for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
///     let mv = game.position().parse_move(text)?;
///     game.play(mv);
/// }
/// assert_eq!((game.outcome(), game.end_reason()), (Some(Outcome::Draw), "threefold repetition"));
/// game.take_back();
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameLine<G: Game> {
    /// The positions in which the moves were made.
    before: Vec<G>,
    moves: Vec<G::Move>,
    position: G,
    /// The keys of the positions before the current one, oldest first.
    earlier_keys: Vec<Key>,
}

impl<G: Game> GameLine<G> {
    /// A game that begins with `start`.
    pub fn new(start: G) -> GameLine<G> {
        GameLine { before: Vec::new(), moves: Vec::new(), position: start, earlier_keys: Vec::new() }
    }

    /// The position in which the game began.
    pub fn start(&self) -> &G {
        self.before.first().unwrap_or(&self.position)
    }

    /// The moves that were played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The positions in which the moves were made.
    pub fn positions_before(&self) -> &[G] {
        &self.before
    }

    /// The current position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The keys of the positions before it, oldest first.
    pub fn earlier_keys(&self) -> &[Key] {
        &self.earlier_keys
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        debug_assert!(self.position.is_legal(mv));
        self.earlier_keys.push(self.position.key());
        let after = self.position.play(mv);
        self.before.push(std::mem::replace(&mut self.position, after));
        self.moves.push(mv);
    }

    /// Takes back the last move, and returns it; `None` at the start of the game.
    pub fn take_back(&mut self) -> Option<G::Move> {
        self.position = self.before.pop()?;
        self.earlier_keys.pop();
        self.moves.pop()
    }

    /// How often the current position has occurred, including now.
    pub fn occurrences(&self) -> usize {
        let position = &self.position;
        occurrences(&self.earlier_keys, position.key(), position.reversible_plies())
    }

    /// The result for the side to move if the game is over; the third occurrence of a position is a draw.
    pub fn outcome(&self) -> Option<Outcome> {
        let repeated = || (self.occurrences() >= 3).then_some(Outcome::Draw);
        self.position.outcome().or_else(repeated)
    }

    /// The rule that ended the game, as [`Game::end_reason`] names it. Only meaningful if it is over.
    pub fn end_reason(&self) -> &'static str {
        if self.position.outcome().is_some() { self.position.end_reason() } else { "threefold repetition" }
    }
}

/// How often the position with this key has occurred: in `keys`, the keys before it, and now. `reversible`
/// is how many plies back an equal position can be.
pub fn occurrences(keys: &[Key], key: Key, reversible: u16) -> usize {
    let oldest = keys.len().saturating_sub(usize::from(reversible));
    1 + keys[oldest..].iter().filter(|&&past| past == key).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::ChessPosition;
    use crate::notation::set_up;

    /// A move and its answer, back and forth: the game ends when the start occurs for the third time.
    #[test]
    fn moves_that_are_taken_back_leave_no_trace() {
        let start = ChessPosition::parse("7k/8/8/8/8/8/8/KR6 w - - 0 1").unwrap();
        let moves = "b1b2 h8g8 b2b1 g8h8 b1b2 h8g8 b2b1 g8h8".split(' ').map(str::to_owned);
        let mut line = set_up(&start, None, &moves.collect::<Vec<_>>()).unwrap();
        assert_eq!((line.outcome(), line.end_reason()), (Some(Outcome::Draw), "threefold repetition"));
        for plies in (0..8).rev() {
            let last = line.take_back().unwrap();
            let mut again = line.clone();
            again.play(last);
            assert_eq!((line.moves().len(), line.earlier_keys().len(), line.outcome()), (plies, plies, None));
            assert_eq!(again.moves().last(), Some(&last));
        }
        assert_eq!(line, GameLine::new(start));
        assert_eq!(line.take_back(), None);
    }
}
