//! A position of any game, as one type: code that is generic over [`Game`] is compiled for it once,
//! instead of once a game.

use super::{Game, Key, Outcome, Side};
use std::any::Any;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// A position of any game, for code in which speed does not matter: it lies on the heap, and playing a
/// move looks it up among the legal moves.
///
/// It lists the moves of the position inside in the same order, with the same codes and
/// [numbers](Game::move_number). Positions of different games are never equal.
///
/// ```
/// use kempelen::game::{AnyPosition, StartPosition, perft};
/// use kempelen::games::{chess::ChessPosition, tictactoe::TicTacToe};
///
/// let games = [AnyPosition::new(ChessPosition::start()), AnyPosition::new(TicTacToe::start())];
/// assert_eq!(games.map(|position| perft(&position, 2)), [400, 72]);
/// ```
#[derive(Debug)]
pub struct AnyPosition(Box<dyn ErasedPosition>);

/// A move of an [`AnyPosition`]: it is known by its [number](Game::move_number). If the codes of the game are
/// not [unique](Game::UNIQUE_CODES), the same move has other numbers in other positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnyMove {
    number: u16,
    code: u16,
}

impl AnyPosition {
    /// Hides the game to which a position belongs.
    pub fn new<G: Game>(position: G) -> AnyPosition {
        AnyPosition(Box::new(position))
    }

    /// The position inside, if it is one of the game `G`.
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// The position inside, where it is known to be one of the game `G`. Panics if it is not.
    #[expect(clippy::expect_used, reason = "the contract of the caller")]
    pub fn inside<G: Game>(&self) -> &G {
        self.downcast_ref().expect("a position of this game")
    }

    /// The move of the position inside, which must be one of the game `G`, that a legal move stands for.
    pub fn own_move<G: Game>(&self, mv: AnyMove) -> Option<G::Move> {
        self.inside::<G>().numbered_move(mv.number)
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

    fn visit_paths<B>(&self, listener: impl FnMut(AnyMove) -> ControlFlow<B>) -> ControlFlow<B> {
        with_erased(listener, |erased| self.0.visit_paths(erased))
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

    fn count_moves(&self) -> u64 {
        self.0.count_moves()
    }

    fn has_moves(&self) -> bool {
        self.0.has_moves()
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

type ErasedListener<'a> = dyn FnMut(AnyMove) -> ControlFlow<()> + 'a;

/// The methods of [`Game`], object-safe: moves are numbers, and what returned `Self` is an [`AnyPosition`].
trait ErasedPosition: Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn to_any_position(&self) -> AnyPosition;
    fn equals(&self, other: &AnyPosition) -> bool;
    fn side_to_move(&self) -> Side;
    fn key(&self) -> Key;
    fn visit_moves(&self, listener: &mut ErasedListener) -> ControlFlow<()>;
    fn visit_paths(&self, listener: &mut ErasedListener) -> ControlFlow<()>;
    fn play(&self, number: u16) -> AnyPosition;
    fn rule_outcome(&self) -> Option<Outcome>;
    fn outcome_without_moves(&self) -> Outcome;
    fn payoff(&self) -> Option<i32>;
    fn has_payoffs(&self) -> bool;
    fn end_reason(&self) -> &'static str;
    fn without_counters(&self) -> AnyPosition;
    fn make_canonical(&mut self);
    fn reversible_plies(&self) -> u16;
    fn plies_to_draw(&self) -> Option<u16>;
    fn decode(&self, code: u16) -> Option<AnyMove>;
    fn numbered_move(&self, number: u16) -> Option<AnyMove>;
    fn count_moves(&self) -> u64;
    fn has_moves(&self) -> bool;
}

impl<G: Game> ErasedPosition for G {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_any_position(&self) -> AnyPosition {
        AnyPosition::new(self.clone())
    }

    fn equals(&self, other: &AnyPosition) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn side_to_move(&self) -> Side {
        Game::side_to_move(self)
    }

    fn key(&self) -> Key {
        Game::key(self)
    }

    fn visit_moves(&self, listener: &mut ErasedListener) -> ControlFlow<()> {
        if G::UNIQUE_CODES {
            return Game::visit_moves(self, |mv| listener(erase(self, mv)));
        }
        // As `move_number`, with one sort for all moves instead of one for each.
        let moves = Game::moves(self);
        let mut by_code: Vec<usize> = (0..moves.len()).collect();
        by_code.sort_by_key(|&place| G::code(moves[place]));
        let mut numbers = vec![0; moves.len()];
        for (number, place) in (0..).zip(by_code) {
            numbers[place] = number;
        }
        let mut numbered = moves.into_iter().zip(numbers);
        numbered.try_for_each(|(mv, number)| {
            let code = G::code(mv);
            listener(AnyMove { number, code })
        })
    }

    fn visit_paths(&self, listener: &mut ErasedListener) -> ControlFlow<()> {
        Game::visit_paths(self, |mv| listener(erase(self, mv)))
    }

    fn play(&self, number: u16) -> AnyPosition {
        let mv = Game::numbered_move(self, number);
        AnyPosition::new(Game::play(self, mv.expect("the move is legal")))
    }

    fn rule_outcome(&self) -> Option<Outcome> {
        Game::rule_outcome(self)
    }

    fn outcome_without_moves(&self) -> Outcome {
        Game::outcome_without_moves(self)
    }

    fn payoff(&self) -> Option<i32> {
        Game::payoff(self)
    }

    fn has_payoffs(&self) -> bool {
        Game::has_payoffs(self)
    }

    fn end_reason(&self) -> &'static str {
        Game::end_reason(self)
    }

    fn without_counters(&self) -> AnyPosition {
        AnyPosition::new(Game::without_counters(self))
    }

    fn make_canonical(&mut self) {
        Game::make_canonical(self);
    }

    fn reversible_plies(&self) -> u16 {
        Game::reversible_plies(self)
    }

    fn plies_to_draw(&self) -> Option<u16> {
        Game::plies_to_draw(self)
    }

    fn decode(&self, code: u16) -> Option<AnyMove> {
        Game::decode(self, code).map(|mv| erase(self, mv))
    }

    fn numbered_move(&self, number: u16) -> Option<AnyMove> {
        Game::numbered_move(self, number).map(|mv| erase(self, mv))
    }

    fn count_moves(&self) -> u64 {
        Game::count_moves(self)
    }

    fn has_moves(&self) -> bool {
        Game::has_moves(self)
    }
}

fn erase<G: Game>(position: &G, mv: G::Move) -> AnyMove {
    AnyMove { number: position.move_number(mv), code: G::code(mv) }
}
