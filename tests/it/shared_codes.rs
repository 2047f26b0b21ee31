//! A game all of whose moves have the same code: nothing but speed depends on codes.

use super::conformance::obeys_the_rules;
use super::oracle::agree;
use crate::prelude::*;
use kempelen::game::Theory;
use kempelen::games::breakthrough::Breakthrough;
use kempelen::notation::PositionError;
use kempelen::picture::PictureCell;

/// The game `G`, but for the codes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedCodes<G>(pub G);

impl<G: Game> Game for SharedCodes<G> {
    type Move = G::Move;

    const UNIQUE_CODES: bool = false;

    fn code(_: G::Move) -> u16 {
        7
    }

    fn side_to_move(&self) -> Side {
        self.0.side_to_move()
    }

    fn key(&self) -> Key {
        self.0.key()
    }

    fn visit_moves<B>(&self, listener: impl FnMut(G::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.visit_moves(listener)
    }

    fn play(&self, mv: G::Move) -> Self {
        SharedCodes(self.0.play(mv))
    }

    fn rule_outcome(&self) -> Option<Outcome> {
        self.0.rule_outcome()
    }

    fn outcome_without_moves(&self) -> Outcome {
        self.0.outcome_without_moves()
    }
}

impl<G: Notation> Notation for SharedCodes<G> {
    fn parse_position(&self, text: &str) -> Result<Self, PositionError> {
        self.0.parse_position(text).map(SharedCodes)
    }

    fn show(&self) -> String {
        self.0.show()
    }

    fn parse_move(&self, text: &str) -> Result<G::Move, MoveError> {
        self.0.parse_move(text)
    }

    fn show_move(&self, mv: G::Move, style: MoveStyle) -> String {
        self.0.show_move(mv, style)
    }
}

impl<G: Picture> Picture for SharedCodes<G> {
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        self.0.rows()
    }

    fn move_cells(&self, mv: G::Move) -> Vec<String> {
        self.0.move_cells(mv)
    }

    fn without(&self, cell: &str) -> Option<Self> {
        self.0.without(cell).map(SharedCodes)
    }
}

impl<G: Game> Theory for SharedCodes<G> {}

#[test]
fn the_laws_hold() {
    assert!(obeys_the_rules(&[SharedCodes(TicTacToe::start())], 100) > 0);
    assert!(obeys_the_rules(&[SharedCodes(Breakthrough::start())], 10) > 0);
}

#[test]
fn the_search_finds_the_same() {
    for text in ["x../.o./... x", ".../.x./... o"] {
        agree(&SharedCodes(TicTacToe::parse(text).unwrap()), 8);
    }
    for text in ["8/8/1P6/3p4/8/2p2P2/8/8 w", "8/3p4/1P6/8/8/2p5/5P2/8 b"] {
        let position = Breakthrough::parse(text).unwrap();
        agree(&position, 6);
        agree(&SharedCodes(position), 6);
    }
}

#[test]
fn a_book_tells_the_moves_apart() {
    let text = "Edge: a3 b2 c1\nMiddle: b2 a1\nCorner: c1 b2\n";
    let start = TicTacToe::start();
    let shared = OpeningBook::parse(&SharedCodes(start), text).unwrap();
    let unique = OpeningBook::parse(&start, text).unwrap();
    let moves = unique.moves(&start);
    assert_eq!(moves.len(), 3);
    assert_eq!(shared.moves(&SharedCodes(start)), moves);
}
