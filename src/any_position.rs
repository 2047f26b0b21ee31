//! A position of any game, as one type: code that is generic over [`Game`] is compiled for it once, instead of once a game.

mod erased;
mod passed_on;

use crate::game::{Game, Key, Outcome, Side, Theory, TheoryAnswer};
use crate::notation::{MoveError, MoveStyle, Notation, PositionError};
use crate::picture::{BoardLayout, Picture, PictureCell, PicturePiece};
use crate::system::StopSignal;
use erased::{Erased, ErasedPosition};
use passed_on::{passed_on, plain_methods};
use std::any::Any;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// A position of any game with its rules, text, picture and theory, for code in which speed does not matter: it lies on the
/// heap, and playing a move looks it up among the legal moves. Where the codes of the game are not
/// [unique](Game::UNIQUE_CODES), a position lists its moves at the first look-up.
///
/// It lists the moves of the position inside in the same order, with the same codes and
/// [numbers](Game::move_number). Positions of different games are never equal.
///
/// ```
/// use kempelen::any_position::AnyPosition;
/// use kempelen::game::{StartPosition, perft};
/// use kempelen::games::{chess::ChessPosition, tictactoe::TicTacToe};
///
/// let games = [AnyPosition::new(ChessPosition::start()), AnyPosition::new(TicTacToe::start())];
/// assert_eq!(games.map(|position| perft(&position, 2)), [400, 72]);
/// ```
#[derive(Debug)]
pub struct AnyPosition {
    position: Box<dyn ErasedPosition>,
}

/// A move of an [`AnyPosition`]: it is known by its [number](Game::move_number). If the codes of the game are
/// not [unique](Game::UNIQUE_CODES), the same move has other numbers in other positions. A move that a game does not list, since
/// it has too many, is known to all positions that come from one another by moves and copies; a position that was read from
/// text knows none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnyMove {
    number: u16,
    code: u16,
}

impl AnyMove {
    /// The move with a code, of a game whose codes are [unique](Game::UNIQUE_CODES).
    fn of_code(code: u16) -> AnyMove {
        AnyMove { number: code, code }
    }

    /// The moves of a line that begins at a position. If a move of the line is not legal, those after it are left out.
    pub fn of_line<G: Game>(position: &G, line: &[G::Move]) -> Vec<AnyMove> {
        if G::UNIQUE_CODES {
            return line.iter().map(|&mv| AnyMove::of_code(G::code(mv))).collect();
        }
        let mut next = Some(position.clone());
        let erase = |&mv: &G::Move| {
            let position = next.take()?;
            let number = position.move_number(mv);
            let legal = position.numbered_move(number).filter(|legal| *legal == mv)?;
            next = Some(position.play(legal));
            Some(AnyMove { number, code: G::code(mv) })
        };
        line.iter().map_while(erase).collect()
    }
}

/// What a type needs, so that an [`AnyPosition`] can hold it.
pub trait Erasable: Notation + Picture + Theory {}

impl<G: Notation + Picture + Theory> Erasable for G {}

impl AnyPosition {
    /// Hides the game to which a position belongs. A position of any game stays as it is.
    pub fn new<G: Erasable>(position: G) -> AnyPosition {
        match (&position as &dyn Any).downcast_ref::<AnyPosition>() {
            Some(erased) => erased.clone(),
            None => AnyPosition { position: Box::new(Erased::new(position)) },
        }
    }

    /// The position inside, if it is one of the game `G`; the position itself as an [`AnyPosition`].
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        (self as &dyn Any).downcast_ref().or_else(|| self.erased().map(|erased| &erased.position))
    }

    /// The position inside, where it is known to be one of the game `G`. Panics if it is not.
    #[expect(clippy::expect_used, reason = "the contract of the caller")]
    pub fn inside<G: Game>(&self) -> &G {
        self.downcast_ref().expect("a position of this game")
    }

    /// The move of the position inside, which must be one of the game `G`, that a legal move stands for.
    pub fn own_move<G: Game>(&self, mv: AnyMove) -> Option<G::Move> {
        let same = (&mv as &dyn Any).downcast_ref().copied();
        same.or_else(|| self.erased::<G>()?.own_move(mv.number))
    }

    /// The position with the other side to move.
    ///
    /// # Errors
    /// The rules do not allow it, as in check; or positions of the game are not set up by pieces.
    pub fn passed(&self) -> Result<AnyPosition, PositionError> {
        let cells = self.rows().into_iter().flatten().flatten();
        let placed: Vec<(String, PicturePiece)> = cells.filter_map(|cell| Some((cell.name, cell.piece?))).collect();
        self.with_pieces(&placed, !self.side_to_move())
    }

    /// As [`perft`](crate::game::perft()), or as [`perft_paths`](crate::game::perft_paths), and as fast as for the position
    /// inside. If `stop` becomes true, the count ends soon and means nothing.
    pub fn perft(&self, depth: u32, by_paths: bool, stop: StopSignal) -> u64 {
        self.position.perft(depth, by_paths, stop)
    }

    fn erased<G: Game>(&self) -> Option<&Erased<G>> {
        self.position.as_any().downcast_ref()
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        self.position.to_any_position()
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.position.equals(other)
    }
}

impl Eq for AnyPosition {}

impl Game for AnyPosition {
    type Move = AnyMove;

    const UNIQUE_CODES: bool = false;

    plain_methods!(Game: passed_on);
    passed_on! {
        without_counters() -> AnyPosition;
        decode(code: u16) -> Option<AnyMove>;
        numbered_move(number: u16) -> Option<AnyMove>;
        is_legal(mv: AnyMove) -> bool;
    }

    fn visit_moves<B>(&self, mut listener: impl FnMut(AnyMove) -> ControlFlow<B>) -> ControlFlow<B> {
        // A listener of a trait object cannot break with a value.
        let mut value = None;
        let _ = self.position.visit_moves(&mut |mv| listener(mv).map_break(|broken| value = Some(broken)));
        value.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn for_each_path(&self, mut listener: impl FnMut(AnyMove)) {
        self.position.for_each_path(&mut listener)
    }

    fn play(&self, mv: AnyMove) -> AnyPosition {
        self.position.play(mv.number)
    }

    fn make_canonical(&mut self) {
        self.position.make_canonical();
    }

    fn code(mv: AnyMove) -> u16 {
        mv.code
    }

    fn move_number(&self, mv: AnyMove) -> u16 {
        mv.number
    }
}

impl Notation for AnyPosition {
    plain_methods!(Notation: passed_on);
    passed_on! {
        parse_position(text: &str) -> Result<AnyPosition, PositionError>;
        parse_move(text: &str) -> Result<AnyMove, MoveError>;
    }

    fn show_move(&self, mv: AnyMove, style: MoveStyle) -> String {
        self.position.show_move(mv.number, style)
    }
}

impl Picture for AnyPosition {
    plain_methods!(Picture: passed_on);
    passed_on! {
        without(cell: &str) -> Option<AnyPosition>;
        with_pieces(pieces: &[(String, PicturePiece)], mover: Side) -> Result<AnyPosition, PositionError>;
    }

    fn move_cells(&self, mv: AnyMove) -> Vec<String> {
        self.position.move_cells(mv.number)
    }
}

impl Theory for AnyPosition {
    plain_methods!(Theory: passed_on);
    passed_on! {
        theory_until(stop: StopSignal) -> Option<TheoryAnswer<AnyMove>>;
        winning_moves() -> Option<Vec<AnyMove>>;
    }
}
