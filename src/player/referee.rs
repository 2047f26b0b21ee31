//! Whoever follows a game knows its rules: one implementation of [`Referee`] for all of them.

use super::Referee;
use crate::game::{Game, Outcome, Side};
use crate::game_history::GameHistory;
use crate::games::{Entry, GameInfo, Visitor, by_name};
use crate::notation::{MoveStyle, Notation};
use crate::search::{Knowledge, Tablebase};

/// A referee of the game called `name`, at its start.
pub fn referee(name: &str) -> Result<Box<dyn Referee + Send>, String> {
    referee_with(name, None)
}

/// One who knows the endgame tables in the path `tables`, too.
pub fn referee_with(name: &str, tables: Option<&str>) -> Result<Box<dyn Referee + Send>, String> {
    struct Whistle<'a>(Option<&'a str>);
    impl Visitor for Whistle<'_> {
        type Output = Result<Box<dyn Referee + Send>, String>;

        fn visit<K: Entry>(self) -> Self::Output {
            Ok(Box::new(GameReferee::<K> {
                course: GameHistory::new(K::Game::start()),
                tables: self
                    .0
                    .map(K::Tablebase::open)
                    .transpose()?
                    .unwrap_or_default(),
            }))
        }
    }
    by_name(name, Whistle(tables))?
}

/// A game that begins with `start` (`None`: as every game) and has come as far as `moves` lead.
/// The message says which of them is wrong.
pub fn set_up<G: Notation>(
    start: Option<&str>,
    moves: &[String],
) -> Result<GameHistory<G>, String> {
    let start = match start {
        Some(text) => G::parse(text).map_err(|error| error.to_string())?,
        None => G::start(),
    };
    let mut course = GameHistory::new(start);
    for (number, text) in moves.iter().enumerate() {
        let mv = course.position().parse_move(text);
        course.play(mv.map_err(|error| format!("move {}: {error}", number + 1))?);
    }
    Ok(course)
}

/// The positions of what is followed.
type GameOf<F> = <<F as HasGame>::Entry as Knowledge>::Game;

/// Follows a game, whichever it is.
pub(super) trait HasGame {
    /// The game.
    type Entry: Entry;

    /// How far it has come.
    fn course(&self) -> &GameHistory<GameOf<Self>>;

    /// The endgame tables that it knows.
    fn tables(&self) -> &<Self::Entry as Knowledge>::Tablebase;

    /// Goes on to another place, or to another game.
    fn set_course(&mut self, course: GameHistory<GameOf<Self>>);
}

/// A game and nobody who thinks about it.
struct GameReferee<K: Entry> {
    course: GameHistory<K::Game>,
    tables: K::Tablebase,
}

impl<K: Entry> HasGame for GameReferee<K> {
    type Entry = K;

    fn course(&self) -> &GameHistory<K::Game> {
        &self.course
    }

    fn tables(&self) -> &K::Tablebase {
        &self.tables
    }

    fn set_course(&mut self, course: GameHistory<K::Game>) {
        self.course = course;
    }
}

impl<F: HasGame> Referee for F {
    fn game(&self) -> &'static GameInfo {
        F::Entry::INFO
    }

    fn position(&self) -> String {
        self.course().position().show()
    }

    fn protocol_position(&self) -> String {
        self.course().position().show_for_protocols()
    }

    fn side_to_move(&self) -> Side {
        self.course().position().side_to_move()
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        self.set_course(set_up(start, moves)?);
        Ok(())
    }

    fn play(&mut self, mv: &str, styles: &[MoveStyle]) -> Result<Vec<String>, String> {
        let mut course = self.course().clone();
        let position = course.position();
        let mv = position.parse_move(mv).map_err(|error| error.to_string())?;
        let write = |&style| position.show_move(mv, style);
        let written = styles.iter().map(write).collect();
        course.play(mv);
        self.set_course(course);
        Ok(written)
    }

    fn legal_moves(&self, style: MoveStyle) -> Vec<String> {
        let position = self.course().position();
        let moves = position.moves().into_iter();
        moves.map(|mv| position.show_move(mv, style)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.course().outcome()
    }

    fn end_reason(&self) -> &'static str {
        self.course().end_reason()
    }

    fn tablebase_result(&self) -> Option<Outcome> {
        F::Entry::tablebase_result(self.tables(), self.course().position())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a game that is over after a position and some moves ended by.
    fn reason(game: &str, start: Option<&str>, moves: &str) -> &'static str {
        let mut referee = referee(game).unwrap();
        let moves: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        referee.set_position(start, &moves).unwrap();
        assert!(referee.outcome().is_some(), "{game} {start:?}");
        referee.end_reason()
    }

    #[test]
    fn every_end_has_a_name() {
        for (game, position, expected) in [
            ("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"),
            // A mate on the last move of the fifty counts.
            ("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", "checkmate"),
            ("chess", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate"),
            (
                "chess",
                "7k/5K2/8/8/8/8/8/R7 w - - 100 90",
                "fifty-move rule",
            ),
            (
                "chess",
                "7k/5K2/8/8/8/8/8/N7 w - - 3 9",
                "insufficient material",
            ),
            ("english", "W:W:BK1", "no pieces left"),
            ("english", "B:W9,10,14,K6:B1,5", "no legal move"),
            ("english", "W:WK32:BK1:H80", "40-move rule"),
            ("pongor", "W:WK32:BK1:H50", "50-move rule"),
            ("tictactoe", "xxx/oo./... o", "three in a line"),
            ("tictactoe", "xox/xox/oxo o", "full board"),
        ] {
            assert_eq!(
                reason(game, Some(position), ""),
                expected,
                "{game} {position}"
            );
        }
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        assert_eq!(
            reason("chess", None, there_and_back),
            "threefold repetition"
        );
    }
}
