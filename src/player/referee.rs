//! Referees: one implementation of [`Referee`] for everything that holds a game.

use super::{PointedMove, Referee};
use crate::game::{Game, Outcome, Side};
use crate::game_history::GameHistory;
use crate::games::{GameEntry, GameInfo, GameVisitor, by_name};
use crate::notation::{MoveError, MoveStyle, Notation, set_up};
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::picture::{BoardView, Picture};
use crate::random::Random;
use crate::search::{Knowledge, Tablebase};

/// A referee for the game called `name`, at the initial position.
pub fn referee(name: &str) -> Result<Box<dyn Referee + Send>, String> {
    referee_with(name, None)
}

/// A referee that also looks up results in the endgame tables of the path `tables`.
pub fn referee_with(name: &str, tables: Option<&str>) -> Result<Box<dyn Referee + Send>, String> {
    struct NewReferee<'a>(Option<&'a str>);
    impl GameVisitor for NewReferee<'_> {
        type Output = Result<Box<dyn Referee + Send>, String>;

        fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
            Ok(Box::new(GameReferee::<K> {
                game,
                history: GameHistory::new(K::start(game)),
                tables: self.0.map(|path| K::Tablebase::open(&K::start(game), path)).transpose()?.unwrap_or_default(),
            }))
        }
    }
    by_name(name, NewReferee(tables))?
}

/// The type of the positions.
type GameOf<F> = <<F as HasGame>::Entry as Knowledge>::Game;

/// Holds the history of a game.
pub(super) trait HasGame {
    /// The type of the game.
    type Entry: GameEntry;

    /// Names and data of the game.
    fn info(&self) -> &'static GameInfo;

    /// The positions up to now.
    fn history(&self) -> &GameHistory<GameOf<Self>>;

    /// The endgame tables.
    fn tables(&self) -> &<Self::Entry as Knowledge>::Tablebase;

    /// Replaces the history.
    fn set_history(&mut self, history: GameHistory<GameOf<Self>>);
}

/// A game without an engine.
struct GameReferee<K: GameEntry> {
    game: &'static GameInfo,
    history: GameHistory<K::Game>,
    tables: K::Tablebase,
}

impl<K: GameEntry> HasGame for GameReferee<K> {
    type Entry = K;

    fn info(&self) -> &'static GameInfo {
        self.game
    }

    fn history(&self) -> &GameHistory<K::Game> {
        &self.history
    }

    fn tables(&self) -> &K::Tablebase {
        &self.tables
    }

    fn set_history(&mut self, history: GameHistory<K::Game>) {
        self.history = history;
    }
}

impl<F: HasGame> Referee for F {
    fn game(&self) -> &'static GameInfo {
        self.info()
    }

    fn position(&self) -> String {
        self.history().position().show()
    }

    fn parameters(&self) -> Vec<String> {
        self.history().position().parameters()
    }

    fn protocol_position(&self) -> String {
        self.history().position().show_for_protocols()
    }

    fn side_to_move(&self) -> Side {
        self.history().position().side_to_move()
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        let first = F::Entry::start(self.info());
        self.set_history(set_up(&first, start, moves)?);
        Ok(())
    }

    fn play(&mut self, mv: &str, styles: &[MoveStyle]) -> Result<Vec<String>, MoveError> {
        let mut history = self.history().clone();
        let position = history.position();
        let mv = position.parse_move(mv)?;
        let write = |&style| position.show_move(mv, style);
        let written = styles.iter().map(write).collect();
        history.play(mv);
        self.set_history(history);
        Ok(written)
    }

    fn find_move(&self, text: &str) -> Result<PointedMove, MoveError> {
        let position = self.history().position();
        Ok(point_out(position, position.parse_move(text)?))
    }

    fn continues_after(&self, mv: &str) -> bool {
        let mut history = self.history().clone();
        let mv = history.position().parse_move(mv);
        mv.is_ok_and(|mv| {
            history.play(mv);
            history.outcome().is_none()
        })
    }

    fn legal_moves(&self, style: MoveStyle) -> Vec<String> {
        let position = self.history().position();
        let moves = position.moves().into_iter();
        moves.map(|mv| position.show_move(mv, style)).collect()
    }

    fn pointed_moves(&self) -> Vec<PointedMove> {
        let position = self.history().position();
        let point = |mv| point_out(position, mv);
        position.moves().into_iter().map(point).collect()
    }

    fn random_position(&self, set_up: &RandomSetUp, random: &mut Random) -> Result<String, String> {
        let like = self.history().position();
        let position = F::Entry::random_position(self.info(), like, set_up, random)?;
        Ok(position.show())
    }

    fn secret_placement(&self) -> Option<SecretPlacement> {
        F::Entry::secret_placement(self.history().position())
    }

    fn how_to_play(&self) -> String {
        F::Entry::how_to_play(self.info())
    }

    fn rules(&self) -> Vec<String> {
        F::Entry::rules(self.info())
    }

    fn has_fixed_board(&self) -> bool {
        self.history().position().has_fixed_board()
    }

    fn view(&self) -> BoardView {
        BoardView::of(self.history().position())
    }

    fn plies_to_draw(&self) -> Option<u16> {
        self.history().position().plies_to_draw()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.history().outcome()
    }

    fn end_reason(&self) -> &'static str {
        self.history().end_reason()
    }

    fn tablebase_result(&self) -> Option<Outcome> {
        F::Entry::tablebase_result(self.tables(), self.history().position())
    }
}

/// A legal move, as a person points it out.
fn point_out<G: Notation + Picture>(position: &G, mv: G::Move) -> PointedMove {
    PointedMove { text: position.show_move(mv, MoveStyle::Short), cells: position.move_cells(mv) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why the game is over after a position and some moves.
    fn reason(game: &str, start: Option<&str>, moves: &str) -> &'static str {
        let mut referee = referee(game).unwrap();
        let moves: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
        referee.set_position(start, &moves).unwrap();
        assert!(referee.outcome().is_some(), "{game} {start:?}");
        referee.end_reason()
    }

    #[test]
    fn a_game_continues_after_legal_moves_that_do_not_end_it() {
        let mut referee = referee("chess").unwrap();
        let moves = ["f2f3", "e7e5", "g2g4"].map(str::to_owned);
        referee.set_position(None, &moves).unwrap();
        for (mv, expected) in [("d8h4", false), ("d8g5", true), ("d8d4", false), ("x", false)] {
            assert_eq!(referee.continues_after(mv), expected, "{mv}");
        }
        assert_eq!(referee.legal_moves(MoveStyle::Long).len(), 30, "nothing is played");
    }

    #[test]
    fn every_ending_has_a_reason() {
        for (game, position, expected) in [
            ("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"),
            // Mate on the last of the fifty moves comes first.
            ("chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", "checkmate"),
            ("chess", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate"),
            ("chess", "7k/5K2/8/8/8/8/8/R7 w - - 100 90", "fifty-move rule"),
            ("chess", "7k/5K2/8/8/8/8/8/N7 w - - 3 9", "insufficient material"),
            ("english", "W:W:BK1", "no pieces left"),
            ("english", "B:W9,10,14,K6:B1,5", "no legal move"),
            ("english", "W:WK32:BK1:H80", "40-move rule"),
            ("pongor", "W:WK32:BK1:H50", "50-move rule"),
            ("tictactoe", "xxx/oo./... o", "three in a line"),
            ("tictactoe", "xox/xox/oxo o", "full board"),
        ] {
            assert_eq!(reason(game, Some(position), ""), expected, "{game} {position}");
        }
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        assert_eq!(reason("chess", None, there_and_back), "threefold repetition");
    }
}
