//! A position of any game, as one type: code that is generic over [`Game`] is compiled for it once, instead of once a game.

mod erased;

use crate::game::{Game, Key, Outcome, Side, Theory, TheoryAnswer};
use crate::notation::{MoveError, MoveStyle, Notation, PositionError};
use crate::picture::{BoardLayout, Picture, PictureCell, PicturePiece};
use erased::{Erased, ErasedListener, ErasedPosition};
use std::any::Any;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// A position of any game with its rules, text, picture and theory, for code in which speed does not matter: it lies on the
/// heap, and playing a move looks it up among the legal moves.
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
pub struct AnyPosition(Box<dyn ErasedPosition>);

/// A move of an [`AnyPosition`]: it is known by its [number](Game::move_number). If the codes of the game are
/// not [unique](Game::UNIQUE_CODES), the same move has other numbers in other positions. A move that a game does not list, since
/// it has too many, is known to the position that has read it, and to later copies of that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnyMove {
    number: u16,
    code: u16,
}

impl AnyMove {
    /// The moves of a line that begins at a position. If a move of the line is not legal, those after it are left out.
    pub fn of_line<G: Game>(position: &G, line: &[G::Move]) -> Vec<AnyMove> {
        if G::UNIQUE_CODES {
            return line.iter().map(|&mv| AnyMove { number: G::code(mv), code: G::code(mv) }).collect();
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
            None => AnyPosition(Box::new(Erased::new(position))),
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

    /// As [`perft`](crate::game::perft()), or as [`perft_paths`](crate::game::perft_paths), and as fast as for the position
    /// inside. If `stop` becomes true, the count ends soon and means nothing.
    pub fn perft(&self, depth: u32, by_paths: bool, stop: &AtomicBool) -> u64 {
        self.0.perft(depth, by_paths, stop)
    }

    fn erased<G: Game>(&self) -> Option<&Erased<G>> {
        self.0.as_any().downcast_ref()
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        self.0.to_any_position()
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.0.equals(other)
    }
}

impl Eq for AnyPosition {}

impl Game for AnyPosition {
    type Move = AnyMove;

    const UNIQUE_CODES: bool = false;

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn key(&self) -> Key {
        self.0.key()
    }

    fn visit_moves<B>(&self, listener: impl FnMut(AnyMove) -> ControlFlow<B>) -> ControlFlow<B> {
        with_erased(listener, |erased| self.0.visit_moves(erased))
    }

    fn for_each_path(&self, mut listener: impl FnMut(AnyMove)) {
        self.0.for_each_path(&mut listener)
    }

    fn play(&self, mv: AnyMove) -> AnyPosition {
        self.0.play(mv.number)
    }

    fn rule_outcome(&self) -> Option<Outcome> {
        self.0.rule_outcome()
    }

    fn outcome_without_moves(&self) -> Outcome {
        self.0.outcome_without_moves()
    }

    fn payoff(&self) -> Option<i32> {
        self.0.payoff()
    }

    fn has_payoffs(&self) -> bool {
        self.0.has_payoffs()
    }

    fn end_reason(&self) -> &'static str {
        self.0.end_reason()
    }

    fn without_counters(&self) -> AnyPosition {
        self.0.without_counters()
    }

    fn make_canonical(&mut self) {
        self.0.make_canonical();
    }

    fn reversible_plies(&self) -> u16 {
        self.0.reversible_plies()
    }

    fn plies_to_draw(&self) -> Option<u16> {
        self.0.plies_to_draw()
    }

    fn code(mv: AnyMove) -> u16 {
        mv.code
    }

    fn decode(&self, code: u16) -> Option<AnyMove> {
        self.0.decode(code)
    }

    fn move_number(&self, mv: AnyMove) -> u16 {
        mv.number
    }

    fn numbered_move(&self, number: u16) -> Option<AnyMove> {
        self.0.numbered_move(number)
    }

    fn is_legal(&self, mv: AnyMove) -> bool {
        self.0.is_legal(mv)
    }

    fn count_moves(&self) -> u64 {
        self.0.count_moves()
    }

    fn has_moves(&self) -> bool {
        self.0.has_moves()
    }
}

impl Notation for AnyPosition {
    fn parse_position(&self, text: &str) -> Result<AnyPosition, PositionError> {
        self.0.parse_position(text)
    }

    fn show(&self) -> String {
        self.0.show()
    }

    fn show_for_protocols(&self) -> String {
        self.0.show_for_protocols()
    }

    fn parameters(&self) -> Vec<String> {
        self.0.parameters()
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        self.0.parse_move(text)
    }

    fn show_move(&self, mv: AnyMove, style: MoveStyle) -> String {
        self.0.show_move(mv.number, style)
    }
}

impl Picture for AnyPosition {
    fn has_fixed_board(&self) -> bool {
        self.0.has_fixed_board()
    }

    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        self.0.rows()
    }

    fn layout(&self) -> BoardLayout {
        self.0.layout()
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.0.side_name(side)
    }

    fn move_cells(&self, mv: AnyMove) -> Vec<String> {
        self.0.move_cells(mv.number)
    }

    fn without(&self, cell: &str) -> Option<AnyPosition> {
        self.0.without(cell)
    }

    fn palette(&self) -> Vec<PicturePiece> {
        self.0.palette()
    }

    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<AnyPosition, PositionError> {
        self.0.with_pieces(pieces, mover)
    }
}

impl Theory for AnyPosition {
    fn has_theory(&self) -> bool {
        self.0.has_theory()
    }

    fn theory(&self) -> Option<TheoryAnswer<AnyMove>> {
        self.0.theory()
    }

    fn winning_moves(&self) -> Option<Vec<AnyMove>> {
        self.0.winning_moves()
    }

    fn grundy_value(&self) -> Option<u64> {
        self.0.grundy_value()
    }
}

/// A listener of any type as one of type [`ErasedListener`], which cannot break with a value: `visit`
/// breaks as the listener does, and the value is returned from here.
fn with_erased<B>(
    mut listener: impl FnMut(AnyMove) -> ControlFlow<B>,
    visit: impl FnOnce(&mut ErasedListener) -> ControlFlow<()>,
) -> ControlFlow<B> {
    let mut value = None;
    let _ = visit(&mut |mv| listener(mv).map_break(|broken| value = Some(broken)));
    value.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}
