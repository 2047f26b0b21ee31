//! An engine as CheckerBoard sees it: one call searches a move, and a flag of the caller ends the search.

use crate::board::{Board, CheckerboardMove, Gametype};
use crate::reporter::{Report, Reporter};
use kempelen_engine::any_position::AnyMove;
use kempelen_engine::game::Game;
use kempelen_engine::notation::{MoveStyle, Notation};
use kempelen_engine::picture::Picture;
use kempelen_engine::player::Player;
use kempelen_engine::search::{ClockState, SearchLimits, SearchRequest, TimeLimit};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// How often the flag of the caller is looked at.
const TICK: Duration = Duration::from_millis(5);

/// A time for a move from which on callers mean "until I stop it", in seconds.
const FOREVER: f64 = 1e6;

/// How long to think about a move that is the only one, in seconds: the time is an average if it need not be exact.
const FORCED: f64 = 0.1;

/// Bits of [`BoardRequest::info`]: forget earlier games; the time is exact; from bit 2 on the unit of the clock.
const RESET: i32 = 1;
const EXACT: i32 = 2;
const CLOCK_UNIT_SHIFT: i32 = 2;

/// The arguments of `getmove`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardRequest {
    /// The position.
    pub board: Board,
    /// The colour to move.
    pub colour: i32,
    /// The time for the move, in seconds.
    pub seconds: f64,
    /// Bits: see the documentation of the interface.
    pub info: i32,
    /// The clock: time left in the upper 16 bits, increment in the lower ones, in the unit that `info` names.
    pub more_info: i32,
}

/// The answer of `getmove`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardAnswer {
    /// The position after the move.
    pub board: Board,
    /// The move.
    pub mv: CheckerboardMove,
    /// What is known of the result.
    pub verdict: Verdict,
}

/// The result for the side that has just moved, if the rules or the endgame tables tell it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A draw.
    Draw = 0,
    /// A win.
    Win = 1,
    /// A loss.
    Loss = 2,
    /// Unknown.
    Unknown = 3,
}

/// An engine for one game.
pub struct CheckerboardEngine {
    pub(super) player: Player,
    pub(super) gametype: Gametype,
    /// Where the history of the next search begins, after the last irreversible move, and the moves since; in Hub notation.
    pub(super) history: Option<(String, Vec<String>)>,
    /// The number that `set book` has set.
    pub(super) book_level: usize,
    /// The folder of the endgame tables.
    pub(super) table_path: String,
}

impl CheckerboardEngine {
    /// An engine that thinks with `player`; `None` if CheckerBoard has no number for the game.
    pub fn new(mut player: Player) -> Option<CheckerboardEngine> {
        let gametype = Gametype::of(player.game())?;
        let has_book = player.game().book().is_some();
        let settings = player.settings();
        settings.move_style = MoveStyle::Long;
        settings.use_book = has_book;
        Some(CheckerboardEngine {
            player,
            gametype,
            history: None,
            book_level: usize::from(has_book),
            table_path: String::new(),
        })
    }

    /// Searches a move until the time is over, or `is_stopped`; `show` gets the lines that the search finds.
    ///
    /// # Errors
    /// The position is not legal, there is no move, or it is one that the interface cannot tell.
    pub fn get_move(
        &mut self,
        request: &BoardRequest,
        is_stopped: &dyn Fn() -> bool,
        show: &mut dyn FnMut(&str),
    ) -> Result<BoardAnswer, String> {
        self.set_position(request)?;
        let mut request = *request;
        match self.player.position().count_moves() {
            0 => return Err("there is no legal move".to_owned()),
            1 if request.info & EXACT == 0 && request.seconds < FOREVER => {
                request.seconds = request.seconds.min(FORCED);
            }
            _ => (),
        }
        let best = self.search(&request, is_stopped, show);
        let best = best.ok_or("the search has found no move")?;
        self.play(best, &request.board)
    }

    /// Sets up the position: with the moves before it, if they are known.
    fn set_position(&mut self, request: &BoardRequest) -> Result<(), String> {
        let position = self.gametype.position(&request.board, request.colour)?;
        if request.info & RESET != 0 {
            self.player.new_game();
        }
        // It holds for this search: a later game may reach the same position.
        if let Some((start, moves)) = self.history.take()
            && self.player.set_position(Some(&start), &moves).is_ok()
            && self.player.position().show_for_protocols() == position
        {
            return Ok(());
        }
        self.player.set_position(Some(&position), &[])
    }

    fn search(
        &mut self,
        request: &BoardRequest,
        is_stopped: &dyn Fn() -> bool,
        show: &mut dyn FnMut(&str),
    ) -> Option<AnyMove> {
        let limits = limits(request);
        let request =
            SearchRequest { infinite: limits.time == TimeLimit::Infinite, limits, ..self.player.settings().request() };
        let (reporter, reports) = Reporter::new(self.gametype, self.player.position().clone());
        self.player.think(request, Box::new(reporter));
        let best = loop {
            match reports.recv_timeout(TICK) {
                Ok(Report::Line(line)) => show(&line),
                Ok(Report::Best(best)) => break best,
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => break None,
            }
            if is_stopped() {
                self.player.stop();
            }
        };
        self.player.wait();
        best
    }

    /// Plays a legal move and describes it.
    pub(super) fn play(&mut self, best: AnyMove, before: &Board) -> Result<BoardAnswer, String> {
        let mut line = self.player.line().clone();
        let cells = line.position().move_cells(best);
        let text = line.position().show_move(best, MoveStyle::Long);
        line.play(best);
        self.player.set_line(line);
        let after = self.gametype.board(&self.player.position().show_for_protocols());
        let mv = self.gametype.structure(&cells, [before, &after]);
        let mv = mv.ok_or_else(|| format!("found the move {text}, which CheckerBoard cannot tell"))?;
        Ok(BoardAnswer { board: after, mv, verdict: self.verdict() })
    }

    fn verdict(&self) -> Verdict {
        let outcome = self.player.line().outcome().or_else(|| self.player.table_result());
        let side_to_move = self.player.position().side_to_move();
        let mover = !side_to_move;
        match outcome.map(|outcome| outcome.winner(side_to_move)) {
            None => Verdict::Unknown,
            Some(None) => Verdict::Draw,
            Some(Some(winner)) if winner == mover => Verdict::Win,
            Some(Some(_)) => Verdict::Loss,
        }
    }

    /// The move from one square to another, the first if there are several; for `islegal`.
    ///
    /// # Errors
    /// There is no such move.
    pub fn find_legal(
        &mut self,
        board: &Board,
        colour: i32,
        from: usize,
        to: usize,
    ) -> Result<CheckerboardMove, String> {
        let position = self.gametype.position(board, colour)?;
        self.player.set_position(Some(&position), &[])?;
        let squares = [from, to].map(|number| self.gametype.square_of(number).unwrap_or(0));
        let [from, to] = squares;
        let position = self.player.position();
        let goes_so = |&mv: &AnyMove| {
            let text = position.show_move(mv, MoveStyle::Long);
            let mut numbers = text.split(['-', 'x']).map(str::parse);
            (numbers.next(), numbers.next()) == (Some(Ok(from)), Some(Ok(to)))
        };
        match position.moves().into_iter().find(goes_so) {
            Some(mv) => self.play(mv, board).map(|answer| answer.mv),
            None => Err("the move is not legal".to_owned()),
        }
    }
}

/// The limits of a search.
fn limits(request: &BoardRequest) -> SearchLimits {
    /// Units a second, by the value of the bits; 0: there is no clock.
    const PER_SECOND: [f64; 4] = [0.0, 1000.0, 100.0, 10.0];
    let unit = usize::try_from(request.info >> CLOCK_UNIT_SHIFT & 3).unwrap_or(0);
    let units = request.more_info.cast_unsigned();
    let time = |units: u32| Duration::from_secs_f64(f64::from(units) / PER_SECOND[unit]);
    let time = if unit > 0 {
        TimeLimit::Clock {
            state: ClockState { remaining: time(units >> 16), increment: time(units & 0xffff), moves_to_go: None },
            overhead: TICK * 2,
        }
    } else {
        match request.seconds {
            FOREVER.. => TimeLimit::Infinite,
            // A negative time, or no number.
            seconds => TimeLimit::Exact(Duration::from_secs_f64(seconds.max(0.0))),
        }
    };
    SearchLimits { time, ..SearchLimits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BLACK, CheckerboardSquare, WHITE};
    use kempelen_engine::game::Side;
    use kempelen_engine::games::games;
    use kempelen_engine::player::player;
    use std::cell::Cell;
    use std::time::Instant;

    fn engine(game: &str) -> CheckerboardEngine {
        CheckerboardEngine::new(player(game, 1).unwrap()).unwrap()
    }

    /// The games that CheckerBoard programs load libraries for.
    fn all() -> impl Iterator<Item = CheckerboardEngine> {
        let is_loaded = |game: &&kempelen_engine::games::GameInfo| Gametype::of(game).is_some();
        games().filter(is_loaded).map(|game| engine(game.name))
    }

    fn request(board: Board, colour: i32) -> BoardRequest {
        BoardRequest { board, colour, seconds: 0.01, info: 0, more_info: 0 }
    }

    #[test]
    fn whole_games_are_played() {
        let mut count = 0;
        for mut engine in all() {
            count += 1;
            engine.player.set_position(None, &[]).unwrap();
            let mut board = engine.gametype.board(&engine.player.position().show_for_protocols());
            let white = engine.player.game().white;
            let mut colour = if white == Side::First { WHITE } else { BLACK };
            for ply in 0..60 {
                let asked = request(board, colour);
                let answer = match engine.get_move(&asked, &|| false, &mut |_| ()) {
                    Ok(answer) => answer,
                    Err(error) => {
                        assert!(ply > 10 && error.contains("no legal move"), "{error}");
                        break;
                    }
                };
                let number = |place: CheckerboardSquare| {
                    let square = (1..=32).find(|&square| engine.gametype.place(square) == place);
                    engine.gametype.text_number(square.unwrap())
                };
                let ends = [number(answer.mv.from), number(answer.mv.to)];
                let mv = engine.find_legal(&board, colour, ends[0], ends[1]).unwrap();
                assert_eq!((mv.from, mv.to), (answer.mv.from, answer.mv.to));
                let jumps = usize::try_from(answer.mv.jumps).unwrap();
                assert_eq!(answer.mv.path[0], answer.mv.from);
                assert_eq!(answer.mv.path[jumps.max(1)], answer.mv.to);
                let pieces = |board: &Board| {
                    let squares = board.as_flattened().iter();
                    squares.filter(|&&piece| piece != 0).count()
                };
                assert_eq!(pieces(&board) - jumps, pieces(&answer.board));
                board = answer.board;
                colour = WHITE + BLACK - colour;
            }
        }
        assert_eq!(count, 6);
    }

    #[test]
    fn the_flag_of_the_caller_ends_a_search() {
        let mut engine = engine("english");
        engine.player.settings().use_book = false;
        engine.player.set_position(None, &[]).unwrap();
        let board = engine.gametype.board(&engine.player.position().show_for_protocols());
        let shown = Cell::new(0);
        let asked = BoardRequest { seconds: 1e300, ..request(board, BLACK) };
        let answer = engine.get_move(&asked, &|| shown.get() > 2, &mut |line| {
            assert!(line.contains("depth") || line.contains("book"), "{line}");
            shown.set(shown.get() + 1);
        });
        assert_eq!(answer.unwrap().verdict, Verdict::Unknown);
    }

    /// How long it takes to get a move when the caller stops the search after `patience`, and whether it had to.
    fn ends(engine: &mut CheckerboardEngine, request: &BoardRequest, patience: Duration) -> (Duration, bool) {
        let (began, stopped) = (Instant::now(), Cell::new(false));
        let is_stopped = || {
            stopped.set(began.elapsed() > patience);
            stopped.get()
        };
        engine.get_move(request, &is_stopped, &mut |_| ()).unwrap();
        (began.elapsed(), stopped.get())
    }

    /// A move of the book and a search that comes to its end wait for the flag as well.
    #[test]
    fn without_a_limit_only_the_flag_of_the_caller_ends_a_search() {
        let mut engine = engine("english");
        let start = engine.player.position().show_for_protocols();
        let won = engine.gametype.read_fen("W:WK18:B15").unwrap();
        assert!(engine.player.game().book().is_some());
        for (position, colour) in [(start, BLACK), (won, WHITE)] {
            let board = engine.gametype.board(&position);
            for seconds in [FOREVER, 1e300] {
                let asked = BoardRequest { seconds, ..request(board, colour) };
                assert!(ends(&mut engine, &asked, TICK * 4).1, "{position} {seconds}");
            }
            let asked = BoardRequest { seconds: FOREVER / 2.0, ..request(board, colour) };
            assert!(!ends(&mut engine, &asked, Duration::from_secs(60)).1, "{position}");
        }
    }

    /// The man has to be captured, and many moves follow.
    #[test]
    fn the_only_move_takes_little_time_unless_the_time_is_exact() {
        let mut engine = engine("english");
        engine.player.settings().use_book = false;
        engine.player.set_position(None, &["11-15".to_owned(), "22-18".to_owned()]).unwrap();
        let board = engine.gametype.board(&engine.player.position().show_for_protocols());
        let average = BoardRequest { seconds: 600.0, ..request(board, BLACK) };
        assert!(!ends(&mut engine, &average, Duration::from_secs(60)).1);
        let exact = BoardRequest { seconds: 2.5 * FORCED, info: EXACT, ..average };
        assert!(ends(&mut engine, &exact, Duration::from_secs(60)).0.as_secs_f64() > 2.0 * FORCED);
    }

    #[test]
    fn clocks_have_three_units() {
        let with = |info, left: i32, increment| {
            let asked = BoardRequest { info, more_info: left << 16 | increment, ..request(Board::default(), WHITE) };
            limits(&asked).time
        };
        for (unit, left) in [(1, 6_553), (2, 65_530), (3, 655_300)] {
            let TimeLimit::Clock { state, .. } = with(unit << 2, 6_553, 10) else {
                panic!("there is a clock");
            };
            assert_eq!(state.remaining.as_millis(), left);
        }
        assert_eq!(with(2, 0, 0), TimeLimit::Exact(Duration::from_millis(10)));
        // The left time may need the sign.
        let TimeLimit::Clock { state, .. } = with(4, 60_000, 0) else {
            panic!("there is a clock");
        };
        assert_eq!(state.remaining.as_secs(), 60);
    }
}
