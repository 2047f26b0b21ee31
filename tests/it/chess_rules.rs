//! Rules of chess beyond the list of moves: ends, keys, null moves, exchanges.

use crate::chess_terms::random_positions;
use crate::prelude::*;
use kempelen::board::Square;
use kempelen::board::square::squares;
use kempelen::games::chess::EXCHANGE_VALUES;

/// The position of a FEN.
pub fn position(fen: &str) -> ChessPosition {
    ChessPosition::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn the_fifty_move_rule_leaves_mate_alone() {
    assert_eq!(position("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").outcome(), Some(Outcome::Draw));
    assert_eq!(position("4k3/8/8/8/8/8/8/R3K3 w - - 99 80").outcome(), None);
    assert_eq!(position("R3k3/8/4K3/8/8/8/8/8 b - - 100 80").outcome(), Some(Outcome::Loss));
    assert_eq!(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 80").outcome(), Some(Outcome::Draw));
}

#[test]
fn dead_material_is_less_than_hardly_winnable_material() {
    for [pieces, dead, hard] in cases("chess_text", "material") {
        let position = position(&format!("{pieces} w - - 0 1"));
        assert_eq!(position.is_dead_position().to_string(), dead, "{pieces}");
        assert_eq!(position.is_hardly_winnable().to_string(), hard, "{pieces}");
    }
}

#[test]
fn the_key_counts_en_passant_only_when_it_is_legal() {
    let key = |fen: &str| position(fen).key();
    // The pawn on d4 can take; in the second pair it is pinned.
    assert_ne!(key("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), key("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
    assert_eq!(key("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1"), key("3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"));
}

#[test]
fn a_null_move_passes_the_turn_and_nothing_else() {
    let start = ChessPosition::start();
    let passed = start.after_null_move();
    assert_eq!(passed.show(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(passed.key(), ChessPosition::parse(&passed.show()).unwrap().key());
    assert_eq!(passed.after_null_move().key(), start.key());
}

#[test]
fn exchanges_of_known_worth() {
    for (fen, text, worth) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -220),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100),
        ("3r1k2/2P5/8/8/8/8/8/K7 w - - 0 1", "cxd8=Q", 1300),
        ("3r1k2/2P5/8/8/8/8/8/K7 w - - 0 1", "c8=Q", -100),
    ] {
        let position = position(fen);
        let mv = position.parse_move(text).unwrap();
        assert!(position.see(mv, worth), "{text} gains {worth}");
        assert!(!position.see(mv, worth + 1), "{text} gains no more than {worth}");
    }
}

#[test]
fn exchanges_agree_with_taking_in_turn() {
    let mut compared = 0;
    for position in random_positions(1, 360) {
        for mv in position.moves() {
            let worth = exchange(&position, mv);
            let text = position.show_move(mv, MoveStyle::Short);
            assert!(position.see(mv, worth), "{position} {text} {worth}");
            assert!(!position.see(mv, worth + 1), "{position} {text} {worth}");
            compared += 1;
        }
    }
    assert!(compared > 100_000, "{compared}");
}

/// What the exchange gains, by trying: after each capture the other side takes with its least
/// valuable attacker, or stops if that is better.
fn exchange(position: &ChessPosition, mv: ChessMove) -> i32 {
    let value = |piece: Piece| EXCHANGE_VALUES[piece.index()];
    let (from, to) = (mv.from(), mv.to());
    if position.of(position.side()).has(to.number()) {
        return 0;
    }
    let mover = position.piece_at(from).unwrap();
    let mut occupied = position.occupied() & !from.set();
    let mut gain = position.piece_at(to).map_or(0, value);
    let mut standing = value(mover);
    if mover == Piece::Pawn && position.piece_at(to).is_none() && from.file() != to.file() {
        gain += value(Piece::Pawn);
        occupied &= !Square::at(to.file(), from.rank()).set();
    }
    if let Some(piece) = mv.promotion() {
        gain += value(piece) - value(Piece::Pawn);
        standing = value(piece);
    }
    return gain - retake(position, to, occupied, !position.side(), standing);

    fn retake(position: &ChessPosition, to: Square, occupied: Bitset, side: Side, standing: i32) -> i32 {
        let attackers = position.attackers(to, occupied) & occupied;
        let takers = attackers & position.of(side);
        let Some(taker) = squares(takers).min_by_key(|&taker| position.piece_at(taker)) else { return 0 };
        let piece = position.piece_at(taker).unwrap();
        if piece == Piece::King && (attackers & position.of(!side)).any() {
            return 0;
        }
        let next_standing = EXCHANGE_VALUES[piece.index()];
        (standing - retake(position, to, occupied & !taker.set(), !side, next_standing)).max(0)
    }
}
