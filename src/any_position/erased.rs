//! The methods of [`AnyPosition`] on the position inside.

use super::passed_on::{declared, passed_on, plain_methods};
use super::{AnyMove, AnyPosition, Erasable};
use crate::game::perft::count_sequences;
use crate::game::{Game, Key, Outcome, Side, TheoryAnswer, sorted_indices};
use crate::notation::{MoveError, MoveStyle, PositionError};
use crate::picture::{BoardLayout, PictureCell, PicturePiece};
use crate::system::StopSignal;
use parking_lot::Mutex;
use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::ControlFlow;
use std::sync::OnceLock;

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

    fn theory(&self) -> Option<TheoryAnswer<AnyMove>>;
    fn winning_moves(&self) -> Option<Vec<AnyMove>>;
}

/// A position of the game `G`.
pub(super) struct Erased<G: Game> {
    pub(super) position: G,
    /// Legal moves that the game does not list, since it has too many. The numbers of these are the greatest ones.
    unlisted: OnceLock<Box<Mutex<Vec<G::Move>>>>,
}

/// The greatest number of unlisted moves that a position remembers. One more move makes it forget all earlier ones.
const UNLISTED: usize = 1 << 14;

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
    plain_methods!(Game Notation Picture Theory: passed_on);

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn to_any_position(&self) -> AnyPosition {
        AnyPosition { position: Box::new(self.clone()) }
    }

    fn equals(&self, other: &AnyPosition) -> bool {
        other.downcast_ref() == Some(&self.position)
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

    fn without_counters(&self) -> AnyPosition {
        AnyPosition::new(self.position.without_counters())
    }

    fn make_canonical(&mut self) {
        self.position.make_canonical();
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

    fn perft(&self, depth: u32, by_paths: bool, stop: StopSignal) -> u64 {
        let count = if by_paths { count_sequences::<G, true> } else { count_sequences::<G, false> };
        count(&self.position, depth, stop)
    }

    fn parse_position(&self, text: &str) -> Result<AnyPosition, PositionError> {
        self.position.parse_position(text).map(AnyPosition::new)
    }

    fn parse_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        self.position.parse_move(text).map(|mv| self.erase(mv))
    }

    fn show_move(&self, number: u16, style: MoveStyle) -> String {
        self.position.show_move(self.legal_move(number), style)
    }

    fn move_cells(&self, number: u16) -> Vec<String> {
        self.position.move_cells(self.legal_move(number))
    }

    fn without(&self, cell: &str) -> Option<AnyPosition> {
        self.position.without(cell).map(AnyPosition::new)
    }

    fn with_pieces(&self, pieces: &[(String, PicturePiece)], mover: Side) -> Result<AnyPosition, PositionError> {
        self.position.with_pieces(pieces, mover).map(AnyPosition::new)
    }

    fn theory(&self) -> Option<TheoryAnswer<AnyMove>> {
        let TheoryAnswer { outcome, best, source, reason } = self.position.theory()?;
        Some(TheoryAnswer { outcome, best: best.map(|mv| self.erase(mv)), source, reason })
    }

    fn winning_moves(&self) -> Option<Vec<AnyMove>> {
        let moves = self.position.winning_moves().filter(|moves| moves.len() <= UNLISTED)?;
        if let Some(known) = self.unlisted.get() {
            let mut known = known.lock();
            // All of these moves must be remembered at the same time.
            if known.len() + moves.len() > UNLISTED {
                known.clear();
            }
        }
        Some(moves.into_iter().map(|mv| self.erase(mv)).collect())
    }
}
