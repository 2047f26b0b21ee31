//! The terms of the evaluations in `eval/simay-full.toml` and `eval/shannon.toml`: each in a position of its own, and
//! what holds in all positions.

use crate::random::Random;
use kempelen::board::{Bitset, Square};
use kempelen::eval::{Evaluator, Model, Term};
use kempelen::game::{Game, Side, StartPosition};
use kempelen::games::chess::eval::{ChessHandCrafted, ChessWeights, terms};
use kempelen::games::chess::{ChessPosition, ChessSetup, Piece};
use kempelen::notation::Notation;

const FULL: &str = include_str!("../../eval/simay-full.toml");
const SHANNON: &str = include_str!("../../eval/shannon.toml");
const SIMPLE: &str = include_str!("../../eval/simay.toml");
const DEFAULT: &str = include_str!("../../eval/default.toml");
const QUEENS: &str = include_str!("../../eval/queens.toml");

fn evaluator(text: &str) -> ChessHandCrafted {
    ChessHandCrafted::new(&ChessWeights::read(text.as_bytes()).unwrap().into())
}

/// With the switched tables of the king nothing is rounded.
fn full() -> ChessHandCrafted {
    let switched = FULL.replace(
        "king_tables = \"interpolated\"",
        "king_tables = \"switched\"",
    );
    assert_ne!(switched, FULL);
    evaluator(&switched)
}

/// The value for White.
fn white_score(evaluator: &mut ChessHandCrafted, position: &ChessPosition) -> i32 {
    evaluator.reset(position);
    match position.side() {
        Side::First => evaluator.score(position),
        Side::Second => -evaluator.score(position),
    }
}

fn values(terms: &[Term], name: &str) -> Option<[i32; 2]> {
    let term = terms.iter().find(|term| term.name == name)?;
    Some(term.values)
}

/// The same position on other squares: 56 turns the ranks around and swaps the colours, 7 turns the files around.
fn turned(position: &ChessPosition, by: u8) -> ChessPosition {
    let from = ChessSetup::from(position);
    let swapped = |side: Side| if by == 56 { !side } else { side };
    let square = |square: Square| Square::new(square.number() ^ by);
    let mut to = ChessSetup::empty();
    for place in (0..64).map(Square::new) {
        let piece = from.board[place.index()];
        to.board[square(place).index()] = piece.map(|(side, piece)| (swapped(side), piece));
    }
    to.side = swapped(from.side);
    to.castling = (0..64)
        .filter(|&place| from.castling.has(place))
        .fold(Bitset::EMPTY, |set, place| set | Bitset::of(place ^ by));
    to.en_passant = from.en_passant.map(square);
    to.position().unwrap()
}

/// Positions of random games.
fn random_positions(seed: u64, games: usize) -> Vec<ChessPosition> {
    let mut random = Random(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = ChessPosition::start();
        for _ in 0..100 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(random.choose(&moves));
            positions.push(position);
        }
    }
    positions
}

/// A term, a position, and the value of the term to White and to Black there.
#[rustfmt::skip]
const EXAMPLES: &[(&str, &str, [i32; 2])] = &[
    // The fixed values of the text.
    ("trapped_bishop_seventh", "4k3/5p1B/6p1/8/8/8/8/4K3 w - - 0 1", [-150, 0]),
    ("trapped_bishop_seventh", "4k3/5p1B/8/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("trapped_bishop_seventh", "4k3/7B/6p1/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("trapped_bishop_sixth", "4k3/8/5p1B/6p1/8/8/8/4K3 w - - 0 1", [-50, 0]),
    ("trapped_bishop_sixth", "4k3/8/5P1B/6p1/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/8/5K1R w - - 0 1", [-40, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/8/1RK5 w - - 0 1", [-40, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", [0, 0]),
    ("shut_in_rook", "4k3/8/8/8/8/8/8/5RK1 w - - 0 1", [0, 0]),
    // The text says what is bad and what is good; the weights are those of the file.
    ("trapped_knight_eighth", "4k2N/7p/8/8/8/8/8/4K3 w - - 0 1", [-150, 0]),
    ("trapped_knight_eighth", "4k2N/5p2/8/8/8/8/8/4K3 w - - 0 1", [-150, 0]),
    ("trapped_knight_seventh", "4k3/6pN/7p/8/8/8/8/4K3 w - - 0 1", [-100, 0]),
    ("trapped_knight_seventh", "4k3/6pN/8/8/8/8/8/4K3 w - - 0 1", [0, 0]),
    ("bishop_pair", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", [50, 0]),
    ("knight_pair", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", [-8, 0]),
    ("knight_by_pawns", "1n2k3/8/8/8/8/8/PPPPPPPP/1N2K3 w - - 0 1", [19, -31]),
    ("rook_by_pawns", "r3k2r/8/8/8/8/8/P7/R3K3 w - - 0 1", [50, 126]),
    ("rook_pawn", "4k3/p7/8/8/8/8/P6P/4K3 w - - 0 1", [-30, -15]),
    ("centre_pawn", "4k3/3p4/8/8/8/8/3PP3/4K3 w - - 0 1", [10, 5]),
    ("no_pawns", "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", [0, -25]),
    ("knight_outpost", "4k3/p6p/8/3N4/4P3/8/8/4K3 w - - 0 1", [20, 0]),
    ("bishop_outpost", "4k3/p6p/8/3B4/4P3/8/8/4K3 w - - 0 1", [10, 0]),
    ("knight_attacks_outpost", "4k3/p6p/8/8/4P3/4N3/8/4K3 w - - 0 1", [5, 0]),
    ("bishop_attacks_outpost", "4k3/p6p/8/8/4P3/1B6/8/4K3 w - - 0 1", [3, 0]),
    ("knight_moves", "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", [4 * 2 + 4, 0]),
    // A pin leaves no legal move.
    ("knight_moves", "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", [0, 0]),
    ("bishop_moves", "4k3/8/8/8/4B3/8/8/4K3 w - - 0 1", [7 * 2 + 6, 0]),
    ("rook_moves", "4k3/8/8/8/R7/8/8/4K3 w - - 0 1", [4 * 2 + 3 + 7, 0]),
    ("queen_moves", "4k3/8/8/8/8/Q7/8/4K3 w - - 0 1", [10, 0]),
    // Of the knight's eight squares a pawn attacks c5.
    ("knight_safe_moves", "4k3/8/1p6/8/4N3/8/8/4K3 w - - 0 1", [7 * 2, 0]),
    // A pawn attacks d5 and f5.
    ("bishop_safe_moves", "4k3/8/4p3/8/4B3/8/8/4K3 w - - 0 1", [5 * 2 + 6, 0]),
    // A knight attacks a6.
    ("rook_safe_moves", "4k3/8/8/2n5/R7/8/8/4K3 w - - 0 1", [3 + 3, 0]),
    // A rook attacks f3.
    ("queen_safe_moves", "4kr2/8/8/8/8/Q7/8/4K3 w - - 0 1", [10 + 4 + 6, 0]),
    ("knight_guards", "4k3/8/8/8/4N3/8/5P2/4K3 w - - 0 1", [1, 0]),
    ("bishop_guards", "4k3/8/8/8/4B3/8/6P1/4K3 w - - 0 1", [1, 0]),
    ("rook_guards", "4k3/8/8/8/R7/8/P7/4K3 w - - 0 1", [1, 0]),
    ("queen_guards", "4k3/8/8/8/Q2P4/8/P7/4K3 b - - 0 1", [2, 0]),
];

#[test]
fn every_term_has_an_example() {
    let mut evaluator = full();
    for &(name, fen, expected) in EXAMPLES {
        let position = ChessPosition::parse(fen).unwrap();
        let mut found = |position: &ChessPosition| {
            evaluator.reset(position);
            values(&evaluator.explain(position), name).unwrap()
        };
        let [white, black] = expected;
        assert_eq!(found(&position), expected, "{name}: {fen}");
        assert_eq!(
            found(&turned(&position, 56)),
            [black, white],
            "colours of {name}: {fen}"
        );
        if position.castling().is_empty() {
            assert_eq!(
                found(&turned(&position, 7)),
                expected,
                "wings of {name}: {fen}"
            );
        }
    }
    let start = ChessPosition::start();
    evaluator.reset(&start);
    for Term { name, .. } in evaluator.explain(&start).into_iter().skip(Piece::ALL.len()) {
        let has_example =
            |&(term, _, values): &(&str, _, [i32; 2])| term == name && values != [0; 2];
        assert!(
            name == "unlikely_win" || EXAMPLES.iter().any(has_example),
            "{name}"
        );
    }
}

#[test]
fn a_win_without_pawns_is_unlikely_if_little_is_ahead() {
    let mut evaluator = full();
    let mut remains = |fen: &str| {
        let position = ChessPosition::parse(fen).unwrap();
        let score = white_score(&mut evaluator, &position);
        let [white, black] = values(&evaluator.explain(&position), "unlikely_win").unwrap();
        let whole = score - (white - black);
        assert!(whole > 0, "{fen}: {whole}");
        (score, whole)
    };
    for fen in [
        "4kb2/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
        "4kb2/8/8/8/8/8/8/1NB1K3 w - - 0 1",
        "4k2r/8/8/8/8/8/8/1NB1K3 w - - 0 1",
        "4k2r/8/8/8/8/8/8/RN2K3 w - - 0 1",
        "4k3/6p1/8/8/8/8/8/2B1K3 w - - 0 1",
    ] {
        let (score, whole) = remains(fen);
        assert_eq!(score, whole / 10, "{fen}");
    }
    for fen in [
        "1nb1k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/6p1/8/8/8/8/3P4/1NB1K3 w - - 0 1",
    ] {
        let (score, whole) = remains(fen);
        assert_eq!(score, whole, "{fen}");
    }
}

#[test]
fn the_king_goes_over_from_one_table_to_the_other() {
    let king = |file: &str, fen: &str| {
        let mut evaluator = evaluator(file);
        let position = ChessPosition::parse(fen).unwrap();
        evaluator.reset(&position);
        values(&evaluator.explain(&position), "king").unwrap()[0]
    };
    // In the corner a1 the king is worth 20 in the middlegame and -50 in the endgame.
    for (fen, parts_of_24, switched) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/KNBQRBNR w - - 0 1",
            24,
            20,
        ),
        ("k2qr3/8/8/8/8/8/8/K2QR3 w - - 0 1", 12, 20),
        ("k2q4/8/8/8/8/8/8/K2Q4 w - - 0 1", 8, -50),
        ("k3r3/8/8/8/8/8/8/K3R3 w - - 0 1", 4, -50),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1", 0, -50),
    ] {
        assert_eq!(king(SIMPLE, fen), switched, "{fen}");
        let expected = -50 + 70 * parts_of_24 / 24;
        assert!(
            king(FULL, fen).abs_diff(expected) <= 1,
            "{fen}: {}",
            king(FULL, fen)
        );
    }
}

/// The formula of Shannon's paper for one side, in twentieths of a pawn, without the number of moves.
fn shannon(position: &ChessPosition, side: Side) -> i32 {
    let of = |piece: Piece, side| position.kind(piece) & position.of(side);
    let count = |piece| of(piece, side).count() as i32;
    // Ranks as this side sees them.
    let pawns = |of_side: Side| {
        let squares: Vec<(i8, i8)> = (0..64)
            .filter(|&place| of(Piece::Pawn, of_side).has(place))
            .map(|place| {
                (
                    place as i8 % 8,
                    (place as i8 / 8) ^ if side == Side::First { 0 } else { 7 },
                )
            })
            .collect();
        squares
    };
    let (own, theirs) = (pawns(side), pawns(!side));
    let mut weak = 0;
    for &(file, rank) in &own {
        let beside = |other: &&(i8, i8)| (other.0 - file).abs() == 1;
        let doubled = own.iter().any(|other| other.0 == file && other.1 < rank);
        let isolated = !own.iter().any(|other| beside(&other));
        let supported = own.iter().any(|other| beside(&other) && other.1 <= rank);
        let held = theirs
            .iter()
            .any(|other| beside(&other) && other.1 == rank + 2);
        let backward = !isolated && !supported && held;
        weak += i32::from(doubled) + i32::from(isolated) + i32::from(backward);
    }
    20 * (count(Piece::Pawn) + 3 * (count(Piece::Knight) + count(Piece::Bishop)))
        + 20 * (5 * count(Piece::Rook) + 9 * count(Piece::Queen))
        - 10 * weak
}

#[test]
fn the_example_of_shannon_is_its_formula() {
    let mut evaluator = evaluator(SHANNON);
    for position in random_positions(3, 15) {
        if position.in_check() {
            continue;
        }
        let moves = |position: &ChessPosition| position.moves().len() as i32;
        let mobility = moves(&position) - moves(&position.after_null_move());
        let other = !position.side();
        let expected = 5 * (shannon(&position, position.side()) - shannon(&position, other));
        evaluator.reset(&position);
        let found = evaluator.score(&position);
        assert_eq!(found, expected + 10 * mobility, "{}", position.show());
    }
}

#[test]
fn wrong_terms_are_refused_with_the_reason() {
    for (right, wrong, message) in [
        (
            "knight_pair",
            "knight_pairs",
            "[terms]: there is no term 'knight_pairs'",
        ),
        (
            "queen_moves = [1,",
            "queen_moves = [",
            "[terms] queen_moves: found 2 numbers, expected 3",
        ),
        (
            "no_pawns = -25",
            "no_pawns = [-25, 1]",
            "[terms] no_pawns: found 2 numbers, expected 1",
        ),
        (
            "unlikely_win = 10",
            "unlikely_win = 101",
            "[terms] unlikely_win: found 101, expected a percentage from 0 to 100",
        ),
        (
            "\"interpolated\"\n",
            "\"both\"\n",
            "line 21: unknown variant `both`, expected `switched` or `interpolated`",
        ),
        (
            "king_tables",
            "king_table",
            "line 21: unknown field `king_table`, expected one of",
        ),
        (
            "[terms]",
            "[term]",
            "unknown field `term`, expected one of `values`, `squares`, `terms`",
        ),
        (
            "no_pawns = -25",
            "no_pawns = 1.5",
            "expected a whole number from -32768 to 32767, or a list of them",
        ),
    ] {
        assert!(FULL.contains(right), "{right}");
        let error = ChessWeights::read(FULL.replacen(right, wrong, 1).as_bytes()).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    let tapered = DEFAULT.replace("[endgame]", "no_pawns = -30\n[endgame]");
    assert!(ChessWeights::read(tapered.as_bytes()).is_ok());
    let tapered = DEFAULT.replace("[endgame]", "no_pawn = -30\n[endgame]");
    let error = ChessWeights::read(tapered.as_bytes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[middlegame]: there is no term 'no_pawn'"
    );
}

#[test]
fn without_its_terms_the_full_evaluation_is_the_simple_one() {
    let (tables, _) = FULL.split_once("[terms]").unwrap();
    let switched = tables.replace("\"interpolated\"\n", "\"switched\"\n");
    let (mut bare, mut simple) = (evaluator(&switched), evaluator(SIMPLE));
    for position in random_positions(4, 15) {
        assert_eq!(
            white_score(&mut bare, &position),
            white_score(&mut simple, &position)
        );
    }
}

#[test]
fn with_other_colours_the_value_is_the_opposite_and_the_terms_add_up() {
    let mut evaluators = [FULL, SHANNON, SIMPLE, DEFAULT, QUEENS].map(evaluator);
    for position in random_positions(1, 15) {
        let other = turned(&position, 56);
        for evaluator in &mut evaluators {
            let value = white_score(evaluator, &position);
            let terms = evaluator.explain(&position);
            let sum: i32 = terms.iter().map(|term| term.balance(Side::First)).sum();
            assert_eq!(value, sum, "{}", position.show());
            assert_eq!(
                value,
                -white_score(evaluator, &other),
                "{}",
                position.show()
            );
        }
    }
}

#[test]
fn both_wings_count_alike() {
    let mut evaluator = full();
    let mut explained = |position: &ChessPosition| {
        evaluator.reset(position);
        let terms = evaluator.explain(position);
        let optional = terms::LAYOUT[terms::REQUIRED..].iter();
        let of_terms = optional.filter_map(|&(name, _)| Some((name, values(&terms, name)?)));
        of_terms.collect::<Vec<_>>()
    };
    for position in random_positions(2, 15) {
        let mut setup = ChessSetup::from(&position);
        setup.castling = Bitset::EMPTY;
        let position = setup.position().unwrap();
        assert_eq!(
            explained(&position),
            explained(&turned(&position, 7)),
            "{}",
            position.show()
        );
    }
}
