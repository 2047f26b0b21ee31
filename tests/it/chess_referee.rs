//! Random games of chess and Chess960 against the rules as shakmaty has them.

use crate::prelude::*;
use kempelen::games::chess::{CheckInfo, ChessSetup};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Position as _};

const GAMES: u64 = 60;
const PLIES: usize = 160;

#[test]
fn standard_games_agree() {
    for seed in 0..GAMES {
        agree(&ChessPosition::start(), CastlingMode::Standard, seed);
    }
}

#[test]
fn chess960_games_agree() {
    for seed in 0..GAMES {
        let mut random = Random::new(seed ^ 0x0960);
        agree(&ChessSetup::with_back_rank(back_rank(&mut random)).position().unwrap(), CastlingMode::Chess960, seed);
    }
}

fn agree(start: &ChessPosition, mode: CastlingMode, seed: u64) {
    let mut random = Random::new(seed);
    let mut ours = *start;
    let fen: Fen = ours.show().parse().unwrap();
    let mut theirs: Chess = fen.into_position(mode).unwrap();
    for _ in 0..PLIES {
        let fen = Fen::from_position(&theirs, EnPassantMode::PseudoLegal).to_string();
        assert_eq!(ours.show(), fen);
        assert_eq!(ChessPosition::parse(&fen).as_ref(), Ok(&ours), "{fen}");
        assert_eq!(ours.in_check(), theirs.is_check(), "{fen}");

        let their_moves: HashMap<String, shakmaty::Move> =
            theirs.legal_moves().into_iter().map(|mv| (mv.to_uci(CastlingMode::Chess960).to_string(), mv)).collect();
        let moves = ours.moves();
        provided_methods_agree(&ours, &moves);
        assert_eq!(moves.len(), their_moves.len(), "{fen}");
        for &mv in &moves {
            let text = ours.show_move(mv, MoveStyle::LongCastlingByRook);
            let their_move = their_moves.get(&text).unwrap_or_else(|| panic!("{fen} {text}"));
            let san = SanPlus::from_move(theirs.clone(), *their_move).to_string();
            assert_eq!(ours.show_move(mv, MoveStyle::Short), san, "{fen}");
            for style in [MoveStyle::Long, MoveStyle::LongCastlingByRook, MoveStyle::Short] {
                let text = ours.show_move(mv, style);
                assert_eq!(ours.parse_move(&text), Ok(mv), "{fen} {text}");
            }
        }
        assert_eq!(winner(&ours), their_winner(&theirs), "{fen}");
        let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
        let text = ours.show_move(mv, MoveStyle::LongCastlingByRook);
        ours = ours.play(mv);
        theirs = theirs.play(their_moves[&text]).unwrap();
    }
}

fn provided_methods_agree(position: &ChessPosition, moves: &[ChessMove]) {
    assert_eq!(position.count_moves(), moves.len() as u64);
    assert_eq!(position.has_moves(), !moves.is_empty());
    let legal = (0..=u16::MAX).filter(|&code| position.decode(code).is_some());
    let mut codes: Vec<u16> = moves.iter().map(|&mv| ChessPosition::code(mv)).collect();
    codes.sort_unstable();
    assert!(legal.eq(codes), "{position}");
    let mut parts = Vec::new();
    for targets in [position.noisy_targets(), position.quiet_targets()] {
        let _ = position.generate_to(targets, |set| {
            let before = parts.len();
            let _ = set.visit(|mv| {
                parts.push(mv);
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(set.count() as usize, parts.len() - before);
            ControlFlow::<()>::Continue(())
        });
    }
    let mut whole = moves.to_vec();
    parts.sort_unstable();
    whole.sort_unstable();
    assert_eq!(parts, whole, "{position}");
    let castles = |mv: ChessMove| position.of(position.side()).has(mv.to().number());
    let takes = |mv: ChessMove| position.of(!position.side()).has(mv.to().number());
    let plain = |&mv: &ChessMove| {
        if takes(mv) { mv.promotion().is_none() } else { !position.is_noisy(mv) && !castles(mv) }
    };
    let checks = CheckInfo::of(position);
    for mv in moves.iter().copied().filter(plain) {
        assert_eq!(checks.gives_check(position, mv), position.play(mv).in_check(), "{position} {mv:?}");
    }
}

/// The game's result, fifty moves apart, which shakmaty leaves to the players.
fn winner(position: &ChessPosition) -> Option<Option<Side>> {
    let end = position.is_dead_position().then_some(Outcome::Draw);
    let end = end.or_else(|| (!position.has_moves()).then(|| position.outcome_without_moves()));
    end.map(|outcome| outcome.winner(position.side_to_move()))
}

fn their_winner(position: &Chess) -> Option<Option<Side>> {
    match position.outcome() {
        shakmaty::Outcome::Unknown => None,
        shakmaty::Outcome::Known(KnownOutcome::Draw) => Some(None),
        shakmaty::Outcome::Known(KnownOutcome::Decisive { winner }) => Some(Some(match winner {
            Color::White => Side::First,
            Color::Black => Side::Second,
        })),
    }
}

/// Any arrangement with the king between the rooks and bishops of both colours.
fn back_rank(random: &mut Random) -> [Piece; 8] {
    use Piece::{Bishop, King, Knight, Queen, Rook};
    let mut pieces = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    loop {
        random.shuffle(&mut pieces);
        let places = |piece| (0..8).filter(move |&file| pieces[file] == piece);
        let king = places(King).sum::<usize>();
        let rooks: Vec<usize> = places(Rook).collect();
        let bishops: usize = places(Bishop).sum();
        if rooks[0] < king && king < rooks[1] && bishops % 2 == 1 {
            return pieces;
        }
    }
}
