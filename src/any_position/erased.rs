//! The methods of [`AnyPosition`] on the position inside.

use super::{AnyMove, AnyPosition, Erasable};
use crate::game::perft::count_sequences;
use crate::game::{Game, Key, Outcome, Side, TheoryAnswer, sorted_indices};
use crate::notation::{MoveError, MoveStyle, PositionError};
use crate::picture::{BoardLayout, PictureCell, PicturePiece};
use parking_lot::Mutex;
use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

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
    fn for_each_path(&self, listener: &mut dyn FnMut(AnyMove));
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
    fn is_legal(&self, mv: AnyMove) -> bool;
    fn numbered_move(&self, number: u16) -> Option<AnyMove>;
    fn count_moves(&self) -> u64;
    fn has_moves(&self) -> bool;
    fn perft(&self, depth: u32, by_paths: bool, stop: &AtomicBool) -> u64;

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

    fn palette(&self) -> Vec<PicturePiece>;

    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<AnyPosition, PositionError>;

    fn has_theory(&self) -> bool;
    fn theory(&self) -> Option<TheoryAnswer<AnyMove>>;
    fn winning_moves(&self) -> Option<Vec<AnyMove>>;
    fn grundy_value(&self) -> Option<u64>;
}

/// A position of the game `G`.
pub(super) struct Erased<G: Game> {
    pub(super) position: G,
    /// Legal moves that the game does not list, since it has too many. The numbers of these are the greatest ones.
    unlisted: OnceLock<Box<Mutex<Vec<G::Move>>>>,
}

/// So many unlisted moves of a position are known at a time; the next one takes the place of the first.
const UNLISTED: usize = 256;

impl<G: Game> Erased<G> {
    pub(super) fn new(position: G) -> Erased<G> {
        Erased { position, unlisted: OnceLock::new() }
    }

    /// The move of the position with this number.
    pub(super) fn own_move(&self, number: u16) -> Option<G::Move> {
        let unlisted = || self.unlisted.get()?.lock().get(usize::from(u16::MAX - number)).copied();
        if G::UNIQUE_CODES {
            self.position.decode(number)
        } else {
            unlisted().or_else(|| self.position.numbered_move(number))
        }
    }

    #[expect(clippy::expect_used, reason = "the contract of the caller")]
    fn legal_move(&self, number: u16) -> G::Move {
        self.own_move(number).expect("the move is legal")
    }

    /// A legal move by its number.
    fn erase(&self, mv: G::Move) -> AnyMove {
        let number = match self.position.move_number(mv) {
            u16::MAX if !G::UNIQUE_CODES => u16::MAX - self.add_unlisted(mv),
            number => number,
        };
        AnyMove { number, code: G::code(mv) }
    }

    fn add_unlisted(&self, mv: G::Move) -> u16 {
        let mut known = self.unlisted.get_or_init(Box::default).lock();
        let place = known.iter().position(|it| *it == mv).unwrap_or_else(|| {
            if known.len() == UNLISTED {
                known.clear();
            }
            known.push(mv);
            known.len() - 1
        });
        place as u16
    }
}

impl<G: Game> Clone for Erased<G> {
    fn clone(&self) -> Erased<G> {
        let copy = Erased::new(self.position.clone());
        if let Some(known) = self.unlisted.get() {
            let _ = copy.unlisted.set(Box::new(Mutex::new(known.lock().clone())));
        }
        copy
    }
}

impl<G: Game> Debug for Erased<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.position.fmt(formatter)
    }
}

impl<G: Erasable> ErasedPosition for Erased<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_any_position(&self) -> AnyPosition {
        AnyPosition(Box::new(self.clone()))
    }

    fn equals(&self, other: &AnyPosition) -> bool {
        other.downcast_ref() == Some(&self.position)
    }

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn key(&self) -> Key {
        self.position.key()
    }

    fn visit_moves(&self, listener: &mut ErasedListener) -> ControlFlow<()> {
        if G::UNIQUE_CODES {
            return self.position.visit_moves(|mv| listener(self.erase(mv)));
        }
        // As `move_number`, with one sort for all moves instead of one for each.
        let moves = self.position.moves();
        let codes: Vec<u16> = moves.into_iter().map(G::code).collect();
        let mut numbers = vec![0; codes.len()];
        for (number, index) in (0..).zip(sorted_indices(&codes)) {
            numbers[index] = number;
        }
        let mut numbered = codes.into_iter().zip(numbers);
        numbered.try_for_each(|(code, number)| listener(AnyMove { number, code }))
    }

    fn for_each_path(&self, listener: &mut dyn FnMut(AnyMove)) {
        self.position.for_each_path(|mv| listener(self.erase(mv)))
    }

    fn play(&self, number: u16) -> AnyPosition {
        AnyPosition::new(self.position.play(self.legal_move(number)))
    }

    fn rule_outcome(&self) -> Option<Outcome> {
        self.position.rule_outcome()
    }

    fn outcome_without_moves(&self) -> Outcome {
        self.position.outcome_without_moves()
    }

    fn payoff(&self) -> Option<i32> {
        self.position.payoff()
    }

    fn has_payoffs(&self) -> bool {
        self.position.has_payoffs()
    }

    fn end_reason(&self) -> &'static str {
        self.position.end_reason()
    }

    fn without_counters(&self) -> AnyPosition {
        AnyPosition::new(self.position.without_counters())
    }

    fn make_canonical(&mut self) {
        self.position.make_canonical();
    }

    fn reversible_plies(&self) -> u16 {
        self.position.reversible_plies()
    }

    fn plies_to_draw(&self) -> Option<u16> {
        self.position.plies_to_draw()
    }

    fn decode(&self, code: u16) -> Option<AnyMove> {
        self.position.decode(code).map(|mv| self.erase(mv))
    }

    fn is_legal(&self, mv: AnyMove) -> bool {
        self.own_move(mv.number).is_some_and(|own| G::code(own) == mv.code && self.position.is_legal(own))
    }

    fn numbered_move(&self, number: u16) -> Option<AnyMove> {
        self.position.numbered_move(number).map(|mv| self.erase(mv))
    }

    fn count_moves(&self) -> u64 {
        self.position.count_moves()
    }

    fn has_moves(&self) -> bool {
        self.position.has_moves()
    }

    fn perft(&self, depth: u32, by_paths: bool, stop: &AtomicBool) -> u64 {
        let count = if by_paths { count_sequences::<G, true> } else { count_sequences::<G, false> };
        count(&self.position, depth, stop)
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, PositionError> {
        self.position.parse_position(text).map(AnyPosition::new)
    }

    fn show(&self) -> String {
        self.position.show()
    }

    fn show_for_protocols(&self) -> String {
        self.position.show_for_protocols()
    }

    fn parameters(&self) -> Vec<String> {
        self.position.parameters()
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        self.position.parse_move(text).map(|mv| self.erase(mv))
    }

    fn show_move(&self, number: u16, style: MoveStyle) -> String {
        self.position.show_move(self.legal_move(number), style)
    }

    fn has_fixed_board(&self) -> bool {
        self.position.has_fixed_board()
    }

    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        self.position.rows()
    }

    fn layout(&self) -> BoardLayout {
        self.position.layout()
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.position.side_name(side)
    }

    fn move_cells(&self, number: u16) -> Vec<String> {
        self.position.move_cells(self.legal_move(number))
    }

    fn without(&self, cell: &str) -> Option<AnyPosition> {
        self.position.without(cell).map(AnyPosition::new)
    }

    fn palette(&self) -> Vec<PicturePiece> {
        self.position.palette()
    }

    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<AnyPosition, PositionError> {
        self.position.with_pieces(pieces, mover).map(AnyPosition::new)
    }

    fn has_theory(&self) -> bool {
        self.position.has_theory()
    }

    fn theory(&self) -> Option<TheoryAnswer<AnyMove>> {
        let TheoryAnswer { outcome, best, source, reason } = self.position.theory()?;
        Some(TheoryAnswer { outcome, best: best.map(|mv| self.erase(mv)), source, reason })
    }

    fn winning_moves(&self) -> Option<Vec<AnyMove>> {
        let moves = self.position.winning_moves()?;
        Some(moves.into_iter().map(|mv| self.erase(mv)).collect())
    }

    fn grundy_value(&self) -> Option<u64> {
        self.position.grundy_value()
    }
}
