//! Checks the reports of a search, as programs that run matches check them.

use super::PlayerListener;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine};
use crate::notation::{MoveStyle, Notation};
use crate::search::{SearchInfo, SearchLine, SearchListener};

/// A listener that checks the reports which it passes on. The moves of a variation must be legal, and
/// a variation must not go on after the end of the game. The last exact variations must begin with
/// different moves, have the order of their scores, and the first of them must begin with the best move.
/// Errors are reported as messages.
pub(super) struct SelfCheck {
    listener: PlayerListener,
    game: GameLine<AnyPosition>,
    /// Whether the best move may be another than that of the best of several variations, under a strength limit.
    is_limited: bool,
    /// The last exact variations, the best first.
    variations: Vec<SearchLine<AnyMove>>,
    /// Whether there was a report. A move of a book has none.
    is_searched: bool,
}

impl SelfCheck {
    /// Checks the search of the last position of `game` for `listener`. `is_limited`: the search has a strength limit.
    pub(super) fn new(game: GameLine<AnyPosition>, is_limited: bool, listener: PlayerListener) -> SelfCheck {
        SelfCheck { listener, game, is_limited, variations: Vec::new(), is_searched: false }
    }

    /// Checks that `moves` can be played and do not go on after the end of the game; returns whether
    /// the last one ends it.
    fn check(&self, moves: &[AnyMove]) -> Result<bool, String> {
        let mut game = self.game.clone();
        let mut is_over = false;
        for (number, &mv) in (1..).zip(moves) {
            if is_over {
                return Err(format!("move {number} comes after the game's end"));
            }
            if !game.position().is_legal(mv) {
                return Err(format!("move {number} is not legal"));
            }
            game.play(mv);
            is_over = game.outcome().is_some();
        }
        Ok(is_over)
    }

    /// Checks that the variations begin with different moves and have the order of their scores.
    fn check_order(&mut self, variations: &[SearchLine<AnyMove>]) {
        for (index, variation) in variations.iter().enumerate() {
            let number = index + 1;
            let before = &variations[..index];
            if before.iter().any(|other| other.moves[0] == variation.moves[0]) {
                let first = self.text(Some(variation.moves[0]));
                self.report(&format!("line {number} begins with {first}, as a line before it does"));
            }
            if before.last().is_some_and(|other| other.info.score < variation.info.score) {
                self.report(&format!("line {number} has a better score than the one before"));
            }
        }
    }

    fn text(&self, mv: Option<AnyMove>) -> String {
        let position = self.game.position();
        match mv {
            Some(mv) if position.is_legal(mv) => position.show_move(mv, MoveStyle::Long),
            Some(_) => "an illegal move".to_owned(),
            None => "none".to_owned(),
        }
    }

    fn report(&mut self, what: &str) {
        self.listener.message(&format!("self-check: {what}"));
    }
}

impl SearchListener<AnyMove> for SelfCheck {
    fn info(&mut self, info: &SearchInfo, moves: &[AnyMove]) {
        self.is_searched = true;
        self.listener.info(info, moves);
        if let Err(error) = self.check(moves) {
            let (depth, number) = (info.depth, info.multi_pv);
            self.report(&format!("line {number} of depth {depth}: {error}"));
        }
        if let Some(variation) = SearchLine::exact(info, moves) {
            info.keep_newest(&mut self.variations, variation);
        }
    }

    fn best_move(&mut self, best: Option<AnyMove>, ponder: Option<AnyMove>) {
        let variations = std::mem::take(&mut self.variations);
        self.check_order(&variations);
        let first = variations.first().map(|variation| variation.moves[0]);
        if self.is_searched && first != best && !(self.is_limited && variations.len() > 1) {
            let (best, first) = (self.text(best), self.text(first));
            self.report(&format!("the best move is {best}, but the last line began with {first}"));
        }
        let both: Vec<_> = best.into_iter().chain(ponder).collect();
        match self.check(&both) {
            Err(error) => self.report(&format!("best move and reply: {error}")),
            Ok(true) if ponder.is_some() => self.report("the reply to ponder on ends the game"),
            Ok(_) => (),
        }
        self.listener.best_move(best, ponder);
    }

    fn message(&mut self, text: &str) {
        self.listener.message(text);
    }

    fn reason(&mut self, text: &str) {
        self.listener.reason(text);
    }

    fn notice(&mut self, text: &str) {
        self.listener.notice(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::ChessPosition;
    use crate::notation::set_up;
    use crate::search::{Bound, Score, ShownScore};
    use parking_lot::Mutex;
    use std::sync::Arc;

    /// Collects the messages.
    #[derive(Clone, Default)]
    struct Messages(Arc<Mutex<Vec<String>>>);

    impl SearchListener<AnyMove> for Messages {
        fn info(&mut self, _: &SearchInfo, _: &[AnyMove]) {}
        fn message(&mut self, text: &str) {
            self.0.lock().push(text.to_owned());
        }
    }

    /// Moves that are read one after the other. Those that are not legal are read in other positions.
    fn line(game: &GameLine<AnyPosition>, text: &str) -> Vec<AnyMove> {
        let other = ["7k/8/8/8/8/8/8/K7 b - - 0 1", "k7/8/8/8/4P3/8/8/K7 w - - 0 1", START];
        let mut game = game.clone();
        let read = |text: &str| {
            if let Ok(mv) = game.position().parse_move(text) {
                game.play(mv);
                return mv;
            }
            let positions = other.map(|fen| AnyPosition::new(ChessPosition::parse(fen).unwrap()));
            positions.iter().find_map(|position| position.parse_move(text).ok()).unwrap()
        };
        text.split_whitespace().map(read).collect()
    }

    /// The messages about these variations, each with its number, score and bound, and about this best move and reply.
    fn messages(fen: &str, played: &str, reports: &[(usize, i32, Bound, &str)], best: &str) -> Vec<String> {
        let start = AnyPosition::new(ChessPosition::parse(fen).unwrap());
        let played: Vec<_> = played.split_whitespace().map(str::to_owned).collect();
        let game = set_up(&start, None, &played).unwrap();
        let messages = Messages::default();
        let mut self_check = SelfCheck::new(game.clone(), false, Box::new(messages.clone()));
        for &(multi_pv, score, bound, text) in reports {
            let known = SearchInfo::known(Score::estimate(score), ShownScore::Estimate(score));
            self_check.info(&SearchInfo { depth: 5, multi_pv, bound, ..known }, &line(&game, text));
        }
        let both = line(&game, best);
        self_check.best_move(both.first().copied(), both.get(1).copied());
        let messages = messages.0.lock();
        messages.clone()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const BACK: &str = "g1f3 g8f6 f3g1 f6g8";

    #[test]
    fn correct_reports_pass() {
        let changed =
            [(1, 0, Bound::Exact, "e2e4 e7e5"), (1, 0, Bound::Lower, "d2d4"), (1, 0, Bound::Exact, "d2d4 d7d5 c2c4")];
        let lines = [
            (1, 30, Bound::Exact, "e2e4"),
            (2, 20, Bound::Exact, "d2d4"),
            (1, 25, Bound::Exact, "d2d4"),
            (2, 25, Bound::Exact, "e2e4"),
        ];
        for (fen, played, reports, best) in [
            (START, BACK, &changed[..], "d2d4 d7d5"),
            (START, BACK, &[(1, 0, Bound::Exact, BACK)], "g1f3 g8f6"),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", &[(1, 0, Bound::Exact, "")], ""),
            (START, "", &lines, "d2d4"),
            // A move of a book.
            (START, "", &[], "e2e4"),
        ] {
            assert_eq!(messages(fen, played, reports, best), [""; 0], "{fen}");
        }
    }

    #[test]
    fn every_error_is_reported() {
        let longer = format!("{BACK} e2e4");
        let before_fifty = "7k/8/8/8/8/8/8/KR6 w - - 98 90";
        let exact = |line| [(1, 0, Bound::Exact, line)];
        let several = |last: [(usize, i32, &'static str); 2]| {
            [(1, 30, "e2e4"), (2, 20, "d2d4"), last[0], last[1]]
                .map(|(number, score, line)| (number, score, Bound::Exact, line))
        };
        for (fen, played, reports, best, expected) in [
            (START, "", &exact("e2e4 e2e4")[..], "e2e4", "move 2 is not legal"),
            (START, "", &exact("e2e4 e7e5"), "d2d4", "is d2d4"),
            (START, "", &exact("e2e4"), "e2e4 e4e5", "reply: move 2 is not legal"),
            (START, BACK, &exact(&longer), "g1f3", "move 5 comes after"),
            (before_fifty, "", &exact("a1a2 h8g8 a2a1"), "a1a2", "move 3 comes after"),
            (before_fifty, "", &exact("a1a2"), "a1a2 h8g8", "ends the game"),
            ("7k/8/8/8/8/8/1b6/K7 w - - 0 1", "", &exact("a1b2 h8g8"), "a1b2", "move 2 comes after"),
            ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "", &exact("g5g7 h8g8"), "g5g7", "move 2 comes after"),
            // A best move without an exact variation.
            (START, "", &[(1, 0, Bound::Lower, "e2e4")], "e2e4", "began with none"),
            // Lines begin with different moves in the order of their scores.
            (START, "", &several([(1, 25, "d2d4"), (1, 25, "d2d4")]), "d2d4", "line 2 begins with d2d4"),
            (START, "", &several([(1, 25, "d2d4"), (2, 26, "e2e4")]), "d2d4", "line 2 has a better score"),
        ] {
            let found = messages(fen, played, reports, best);
            assert!(found.len() == 1 && found[0].contains(expected), "{expected}: {found:?}");
        }
    }
}
