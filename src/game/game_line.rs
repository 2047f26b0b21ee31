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
        // What a position has cached for itself, such as a long list of moves, is not copied, so the line does not keep it.
        self.before.push(self.position.clone());
        self.position = after;
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

    /// How the game ended; `None` while it goes on.
    pub(crate) fn end(&self) -> Option<GameEnd> {
        Some(GameEnd { outcome: self.outcome()?, reason: self.end_reason() })
    }

    /// The rule that ended the game, as [`Game::end_reason`] names it. Only meaningful if it is over.
    pub fn end_reason(&self) -> &'static str {
        if self.position.outcome().is_some() { self.position.end_reason() } else { "threefold repetition" }
    }
}

/// How a game ended by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The result for the side to move.
    pub outcome: Outcome,
    /// The rule that ended it, as [`Game::end_reason`] names it.
    pub reason: &'static str,
}

impl GameEnd {
    /// Result and reason for people: `draw: stalemate`.
    pub(crate) fn describe(self) -> String {
        match self.outcome {
            Outcome::Draw => format!("draw: {}", self.reason),
            Outcome::Win => format!("the side to move has won: {}", self.reason),
            Outcome::Loss => format!("the side to move has lost: {}", self.reason),
        }
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
    use crate::games::find_game;
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

    fn end_of(game: &str, position: &str, moves: &str) -> Option<(&'static str, &'static str)> {
        let start = find_game(game).unwrap().start();
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let line = set_up(&start, Some(position), &moves).unwrap();
        line.end().map(|end| (end.outcome.name(), end.reason))
    }

    #[test]
    fn every_end_has_its_result_and_its_name() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
        for (game, position, moves, expected) in [
            ("chess", start, "f2f3 e7e5 g2g4 d8h4", ("loss", "checkmate")),
            ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", ("draw", "stalemate")),
            ("chess", "8/8/8/8/8/3k4/8/3K4 w - - 0 1", "", ("draw", "insufficient material")),
            ("chess", "8/8/8/8/8/3k4/8/R2K4 w - - 100 80", "", ("draw", "fifty-move rule")),
            ("chess", start, &format!("{knights} f6g8"), ("draw", "threefold repetition")),
            ("english", "B:W18:B", "", ("loss", "no pieces left")),
            ("english", "W:W5:B1", "", ("loss", "no legal move")),
            ("tictactoe", "xxx/oo./... o", "", ("loss", "three in a line")),
        ] {
            assert_eq!(end_of(game, position, moves), Some(expected), "{game} {position} {moves}");
        }
        assert_eq!(end_of("chess", start, knights), None);
    }
}
