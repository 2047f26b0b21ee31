//! The methods of [`AnyPosition`] on the position inside.

use super::passed_on::{declared, passed_on, plain_methods};
use super::{AnyMove, AnyPosition, Erasable};
use crate::game::perft::count_sequences;
use crate::game::{Game, Key, Outcome, Side, TheoryAnswer, sorted_indices};
use crate::notation::{MAX_UNLISTED, MoveError, MoveStyle, PositionError, excerpt};
use crate::picture::{BoardLayout, PictureCell, PicturePiece};
use crate::system::StopSignal;
use parking_lot::Mutex;
use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// Hears moves, and says whether to go on.
pub(super) type ErasedListener<'a> = dyn FnMut(AnyMove) -> ControlFlow<()> + 'a;

/// The methods of [`Game`](crate::game::Game), [`Notation`](crate::notation::Notation), [`Picture`](crate::picture::Picture)
/// and [`Theory`](crate::game::Theory), object-safe: moves are numbers, and what returned `Self` is an [`AnyPosition`].
pub(super) trait ErasedPosition: Debug + Send + Sync {
    plain_methods!(Game Notation Picture Theory: declared);

    fn as_any(&self) -> &dyn Any;
    fn to_any_position(&self) -> AnyPosition;
    fn equals(&self, other: &AnyPosition) -> bool;
    fn visit_moves(&self, listener: &mut ErasedListener) -> ControlFlow<()>;
    fn for_each_path(&self, listener: &mut dyn FnMut(AnyMove));
    fn play(&self, number: u16) -> AnyPosition;
    fn without_counters(&self) -> AnyPosition;
    fn make_canonical(&mut self);
    fn decode(&self, code: u16) -> Option<AnyMove>;
    fn is_legal(&self, mv: AnyMove) -> bool;
    fn numbered_move(&self, number: u16) -> Option<AnyMove>;
    fn perft(&self, depth: u32, by_paths: bool, stop: StopSignal) -> u64;

    fn parse_position(&self, text: &str) -> Result<AnyPosition, PositionError>;
    fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError>;
    fn show_move(&self, number: u16, style: MoveStyle) -> String;

    fn move_cells(&self, number: u16) -> Vec<String>;
    fn without(&self, cell: &str) -> Option<AnyPosition>;
    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<AnyPosition, PositionError>;

    fn theory_until(&self, stop: StopSignal) -> Option<TheoryAnswer<AnyMove>>;
    fn winning_moves(&self) -> Option<Vec<AnyMove>>;
}

/// A position of the game `G`.
pub(super) struct Erased<G: Game> {
    pub(super) position: G,
    /// The listed moves by their numbers, once they were asked for. A copy has no list, so that a stored position needs
    /// no memory for it.
    listed: OnceLock<Box<[G::Move]>>,
    /// Legal moves that the game does not list, since it has too many. All positions that come from one another share them.
    /// The numbers of these moves are the greatest ones.
    unlisted: Arc<Mutex<Vec<G::Move>>>,
}

impl<G: Game> Erased<G> {
    pub(super) fn new(position: G) -> Erased<G> {
        Erased { position, listed: OnceLock::new(), unlisted: Arc::default() }
    }

    /// The legal move of the position with this number. A number of the list never means a move that is not listed.
    pub(super) fn own_move(&self, number: u16) -> Option<G::Move> {
        let unlisted = || self.unlisted.lock().get(usize::from(u16::MAX - number)).copied();
        self.listed_move(number).or_else(unlisted)
    }

    #[expect(clippy::expect_used, reason = "the contract of the caller")]
    fn legal_move(&self, number: u16) -> G::Move {
        self.own_move(number).expect("the move is legal")
    }

    fn listed(&self) -> &[G::Move] {
        self.listed.get_or_init(|| self.position.moves_by_code().into_boxed_slice())
    }

    /// As [`Game::numbered_move`].
    fn listed_move(&self, number: u16) -> Option<G::Move> {
        if G::UNIQUE_CODES { self.position.decode(number) } else { self.listed().get(usize::from(number)).copied() }
    }

    /// A legal move by its number. `None` if it is not listed and there are [`MAX_UNLISTED`] other such moves.
    fn erase(&self, mv: G::Move) -> Option<AnyMove> {
        let code = G::code(mv);
        if G::UNIQUE_CODES {
            return Some(AnyMove::of_code(code));
        }
        let listed = self.listed();
        let first = listed.partition_point(|&other| G::code(other) < code);
        let number = match listed[first..].iter().position(|&other| other == mv) {
            Some(index) => (first + index) as u16,
            None => u16::MAX - self.add_unlisted(mv)?,
        };
        Some(AnyMove { number, code })
    }

    fn add_unlisted(&self, mv: G::Move) -> Option<u16> {
        let mut known = self.unlisted.lock();
        let index = known.iter().position(|&other| other == mv).unwrap_or(known.len());
        if index == MAX_UNLISTED {
            return None;
        }
        if index == known.len() {
            known.push(mv);
        }
        Some(index as u16)
    }

    /// A position that comes from this one.
    fn with(&self, position: G) -> AnyPosition
    where
        G: Erasable,
    {
        AnyPosition { position: Box::new(Erased { unlisted: Arc::clone(&self.unlisted), ..Erased::new(position) }) }
    }
}

impl<G: Game> Debug for Erased<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.position.fmt(formatter)
    }
}

impl<G: Erasable> ErasedPosition for Erased<G> {
    plain_methods!(Game Notation Picture Theory: passed_on);

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_any_position(&self) -> AnyPosition {
        self.with(self.position.clone())
    }

    fn equals(&self, other: &AnyPosition) -> bool {
        other.downcast_ref() == Some(&self.position)
    }

    fn visit_moves(&self, listener: &mut ErasedListener) -> ControlFlow<()> {
        if G::UNIQUE_CODES {
            return self.position.visit_moves(|mv| listener(AnyMove::of_code(G::code(mv))));
        }
        // As `move_number`, with one sort for all moves instead of one for each.
        let moves = self.position.moves();
        let codes: Vec<u16> = moves.into_iter().map(G::code).collect();
        let mut numbers = vec![0; codes.len()];
        for (index, number) in sorted_indices(&codes).into_iter().zip(0..) {
            numbers[index] = number;
        }
        let mut numbered = codes.into_iter().zip(numbers);
        numbered.try_for_each(|(code, number)| listener(AnyMove { number, code }))
    }

    fn for_each_path(&self, listener: &mut dyn FnMut(AnyMove)) {
        self.position.for_each_path(|mv| self.erase(mv).into_iter().for_each(&mut *listener))
    }

    fn play(&self, number: u16) -> AnyPosition {
        self.with(self.position.play(self.legal_move(number)))
    }

    fn without_counters(&self) -> AnyPosition {
        self.with(self.position.without_counters())
    }

    fn make_canonical(&mut self) {
        self.position.make_canonical();
        self.listed.take();
    }

    fn decode(&self, code: u16) -> Option<AnyMove> {
        self.position.decode(code).and_then(|mv| self.erase(mv))
    }

    fn is_legal(&self, mv: AnyMove) -> bool {
        self.own_move(mv.number).is_some_and(|own| G::code(own) == mv.code && self.position.is_legal(own))
    }

    fn numbered_move(&self, number: u16) -> Option<AnyMove> {
        self.listed_move(number).map(|mv| AnyMove { number, code: G::code(mv) })
    }

    fn perft(&self, depth: u32, by_paths: bool, stop: StopSignal) -> u64 {
        let count = if by_paths { count_sequences::<G, true> } else { count_sequences::<G, false> };
        count(&self.position, depth, stop)
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, PositionError> {
        self.position.parse_position(text).map(AnyPosition::new)
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        self.erase(self.position.parse_move(text)?).ok_or_else(|| MoveError::TooMany { found: excerpt(text) })
    }

    fn show_move(&self, number: u16, style: MoveStyle) -> String {
        self.position.show_move(self.legal_move(number), style)
    }

    fn move_cells(&self, number: u16) -> Vec<String> {
        self.position.move_cells(self.legal_move(number))
    }

    fn without(&self, cell: &str) -> Option<AnyPosition> {
        self.position.without(cell).map(|position| self.with(position))
    }

    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<AnyPosition, PositionError> {
        self.position.with_pieces(pieces, mover).map(|position| self.with(position))
    }

    fn theory_until(&self, stop: StopSignal) -> Option<TheoryAnswer<AnyMove>> {
        let TheoryAnswer { outcome, best, source, reason } = self.position.theory_until(stop)?;
        // An answer without a move would say that the game is over.
        let best = match best {
            Some(mv) => Some(self.erase(mv)?),
            None => None,
        };
        Some(TheoryAnswer { outcome, best, source, reason })
    }

    fn winning_moves(&self) -> Option<Vec<AnyMove>> {
        let moves = self.position.winning_moves().filter(|moves| moves.len() <= MAX_UNLISTED)?;
        moves.into_iter().map(|mv| self.erase(mv)).collect()
    }
}
