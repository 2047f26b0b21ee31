//! The methods of [`AnyPosition`] on the position inside.

use super::{AnyMove, AnyPosition, Erasable};
use crate::game::{Game, Key, Outcome, Side, TheoryAnswer};
use crate::notation::{MoveError, MoveStyle, PositionError};
use crate::picture::{BoardLayout, PictureCell};
use std::any::Any;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Hears moves, and says whether to go on.
pub(super) type ErasedListener<'a> = dyn FnMut(AnyMove) -> ControlFlow<()> + 'a;

/// The methods of [`Game`](crate::game::Game), [`Notation`](crate::notation::Notation), [`Picture`](crate::picture::Picture)
/// and [`Theory`](crate::game::Theory), object-safe: moves are numbers, and what returned `Self` is an [`AnyPosition`].
pub(super) trait ErasedPosition: Debug + Send + Sync {
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

    fn parse_position(&self, text: &str) -> Result<AnyPosition, PositionError>;
    fn show(&self) -> String;
    fn show_for_protocols(&self) -> String;
    fn parameters(&self) -> Vec<String>;
    fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError>;
    fn show_move(&self, number: u16, style: MoveStyle) -> String;

    fn has_fixed_board(&self) -> bool;
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>>;
    fn layout(&self) -> BoardLayout;
    fn side_name(&self, side: Side) -> &'static str;
    fn move_cells(&self, number: u16) -> Vec<String>;
    fn without(&self, cell: &str) -> Option<AnyPosition>;

    fn has_theory(&self) -> bool;
    fn theory(&self) -> Option<TheoryAnswer<AnyMove>>;
    fn winning_moves(&self) -> Option<Vec<AnyMove>>;
    fn grundy_value(&self) -> Option<u64>;
}

impl<G: Erasable> ErasedPosition for G {
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
        AnyPosition::new(Game::play(self, own_move(self, number)))
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

    fn parse_position(&self, text: &str) -> Result<AnyPosition, PositionError> {
        G::parse_position(self, text).map(AnyPosition::new)
    }

    fn show(&self) -> String {
        G::show(self)
    }

    fn show_for_protocols(&self) -> String {
        G::show_for_protocols(self)
    }

    fn parameters(&self) -> Vec<String> {
        G::parameters(self)
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        G::parse_move(self, text).map(|mv| erase(self, mv))
    }

    fn show_move(&self, number: u16, style: MoveStyle) -> String {
        G::show_move(self, own_move(self, number), style)
    }

    fn has_fixed_board(&self) -> bool {
        G::has_fixed_board(self)
    }

    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        G::rows(self)
    }

    fn layout(&self) -> BoardLayout {
        G::layout(self)
    }

    fn side_name(&self, side: Side) -> &'static str {
        G::side_name(self, side)
    }

    fn move_cells(&self, number: u16) -> Vec<String> {
        G::move_cells(self, own_move(self, number))
    }

    fn without(&self, cell: &str) -> Option<AnyPosition> {
        G::without(self, cell).map(AnyPosition::new)
    }

    fn has_theory(&self) -> bool {
        G::has_theory(self)
    }

    fn theory(&self) -> Option<TheoryAnswer<AnyMove>> {
        let TheoryAnswer { outcome, best, source, reason } = G::theory(self)?;
        Some(TheoryAnswer { outcome, best: best.map(|mv| erase(self, mv)), source, reason })
    }

    fn winning_moves(&self) -> Option<Vec<AnyMove>> {
        let moves = G::winning_moves(self)?;
        Some(moves.into_iter().map(|mv| erase(self, mv)).collect())
    }

    fn grundy_value(&self) -> Option<u64> {
        G::grundy_value(self)
    }
}

#[expect(clippy::expect_used, reason = "the contract of the caller")]
fn own_move<G: Game>(position: &G, number: u16) -> G::Move {
    position.numbered_move(number).expect("the move is legal")
}

fn erase<G: Game>(position: &G, mv: G::Move) -> AnyMove {
    AnyMove { number: position.move_number(mv), code: G::code(mv) }
}
