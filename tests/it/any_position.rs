//! A position of any game is as good as the position inside.

use crate::conformance::{Transpositions, in_every_game, obeys_the_rules};
use crate::law_positions::law_positions;
use crate::prelude::*;
use crate::shared_codes::SharedCodes;
use crate::walks::walks;
use kempelen::any_position::AnyMove;
use kempelen::game::Theory;
use kempelen::games::entry::SmallGame;
use kempelen::games::heaps::HeapPosition;
use kempelen::notation::show_moves;
use kempelen::player::player;

#[derive(Clone, Copy)]
struct SaysTheSame<'a>(&'a Transpositions);

impl GameVisitor for SaysTheSame<'_> {
    type Output = ();

    fn visit<K: GameEntry>(self, game: &'static GameInfo) {
        let texts = law_positions(game);
        let start = K::start(game);
        let read = texts.iter().map(|text| start.parse_position(text).unwrap());
        let starts = read.chain([start.clone()]).collect::<Vec<_>>();
        self.0.add::<K>(check(&starts));
    }
}

#[test]
fn of_every_game() {
    let transpositions = Transpositions::default();
    in_every_game(SaysTheSame(&transpositions));
    transpositions.are_in_every_entry();
}

/// The table of games holds small games only as `AnyPosition`, so they are checked here by their own types.
#[test]
fn of_small_games() {
    fn check_games<G: SmallGame>() {
        for game in G::games() {
            let start = G::start(game);
            let read = game.bench.iter().map(|text| start.parse_position(text).unwrap());
            check(&read.chain([start.clone()]).collect::<Vec<_>>());
        }
    }
    check_games::<TicTacToe>();
    check_games::<TreePosition>();
}

#[test]
fn of_a_game_whose_moves_share_codes() {
    let starts = [(); 8].map(|()| SharedCodes(<TicTacToe as StartPosition>::start()));
    assert!(check(&starts) > 0);
}

/// Returns how often two ways led to one position.
fn check<G: Erasable>(starts: &[G]) -> usize {
    const GAMES: u64 = 4;
    let erased: Vec<_> = starts.iter().cloned().map(AnyPosition::new).collect();
    let transpositions = obeys_the_rules(&erased, GAMES);
    for (start, erased) in starts.iter().zip(&erased) {
        assert_eq!(perft(erased, 2), perft(start, 2));
        assert_eq!(perft_paths(erased, 2), perft_paths(start, 2));
    }
    for position in walks(starts, GAMES).iter().flatten() {
        says_the_same(position, &AnyPosition::new(position.clone()));
    }
    transpositions
}

fn says_the_same<G: Erasable>(position: &G, erased: &AnyPosition) {
    assert_eq!(erased.downcast_ref(), Some(position));
    assert_eq!(erased.side_to_move(), position.side_to_move());
    assert_eq!(erased.key(), position.key());
    assert_eq!(erased.outcome(), position.outcome());
    assert_eq!(erased.payoff(), position.payoff());
    assert_eq!(erased.has_payoffs(), position.has_payoffs());
    assert_eq!(erased.end_reason(), position.end_reason());
    assert_eq!(erased.reversible_plies(), position.reversible_plies());
    let (erased_moves, moves) = (erased.moves(), position.moves());
    assert_eq!(erased_moves.len(), moves.len());
    for (&erased_move, &mv) in erased_moves.iter().zip(&moves) {
        assert_eq!(AnyPosition::code(erased_move), G::code(mv));
        assert_eq!(erased.move_number(erased_move), position.move_number(mv));
        let after = erased.play(erased_move);
        assert_eq!(after, AnyPosition::new(position.play(mv)));
        assert_ne!(after, *erased);
    }
}

#[test]
fn positions_of_different_games_differ() {
    let start = AnyPosition::new(<TicTacToe as StartPosition>::start());
    assert_eq!(start, start.clone());
    assert_ne!(start, AnyPosition::new(SharedCodes(<TicTacToe as StartPosition>::start())));
}

/// A heap of millions has too many moves to list them, and any of them can be played.
#[test]
fn moves_that_are_not_listed_are_played_and_taken_back() {
    let start = AnyPosition::new(HeapPosition::parse("nim 90000000,5 p1").unwrap());
    let mut line = GameLine::new(start.clone());
    let texts = ["1:90000000-80000003", "2:5-1", "1:80000003-7"];
    for text in texts {
        let position = line.position();
        let moves = [text, "1:1"].map(|text| position.parse_move(text));
        let mv = moves[0].clone().unwrap();
        assert!(moves[1].is_err() && position.is_legal(mv));
        assert_eq!(position.clone().show_move(mv, MoveStyle::Long), text);
        line.play(mv);
    }
    assert_eq!(line.position().show(), "nim 7,1 p2");
    assert_eq!(line.position().inside::<HeapPosition>().show(), "nim 7,1 p2");
    let moves = line.moves().to_vec();
    while line.take_back().is_some() {}
    assert_eq!(line, GameLine::new(start.clone()));
    let mut again = line.clone();
    again.play(moves[0]);
    assert_eq!(again.position().show(), "nim 80000003,5 p2");
    // The line is replayed from its start.
    assert_eq!(show_moves(&start, &moves, MoveStyle::Long), texts);
    moves.iter().for_each(|&mv| line.play(mv));
    assert_eq!(line.position().show(), "nim 7,1 p2");
    // Every heap can be emptied to win. All of these moves are known at the same time.
    let heaps = vec!["1000"; 301].join(",");
    let position = AnyPosition::new(HeapPosition::parse(&format!("nim {heaps} p1")).unwrap());
    let winning: Vec<_> = position.winning_moves().unwrap();
    let texts_of_winning = winning.into_iter().map(|mv| position.show_move(mv, MoveStyle::Long));
    assert!(texts_of_winning.eq((1..=301).map(|heap| format!("{heap}:1000-0"))));
    let mut player = player("nim", 1).unwrap();
    player.set_position(Some("nim 90000000,5 p1"), &texts.map(str::to_owned)).unwrap();
    assert_eq!(player.position().show(), "nim 7,1 p2");
}

/// What was read keeps its meaning when no more can be read; a position that is read from text begins anew.
#[test]
fn too_many_moves_that_are_not_listed_are_refused() {
    let start = AnyPosition::new(HeapPosition::parse("nim 90000000 p1").unwrap());
    let text = |size: usize| format!("1:90000000-{}", 10_000 + size);
    let read: Vec<AnyMove> = (0..).map_while(|size| start.parse_move(&text(size)).ok()).collect();
    assert_eq!(read.len(), 1 << 14);
    for size in [0, 1, read.len() - 1] {
        assert_eq!(start.parse_move(&text(size)), Ok(read[size]));
        assert_eq!(show_moves(&start, &[read[size]], MoveStyle::Long), [text(size)]);
    }
    let refused = text(read.len());
    let why = "the game does not list all its moves, and 16384 others have been read";
    assert_eq!(start.parse_move(&refused).unwrap_err().to_string(), format!("cannot read '{refused}': {why}"));
    assert!(start.parse_position(&start.show()).unwrap().parse_move(&refused).is_ok());
}

/// As many moves as a game may list; all of them are looked up.
#[test]
fn the_moves_of_a_large_heap_are_looked_up_at_once() {
    let start = AnyPosition::new(HeapPosition::parse("nim 65535 p1").unwrap());
    let moves = start.moves();
    let texts = moves.iter().map(|&mv| start.show_move(mv, MoveStyle::Long));
    assert!(texts.eq((0..65_535).rev().map(|size| format!("1:65535-{size}"))));
    assert!(moves.iter().all(|&mv| start.is_legal(mv) && start.move_number(mv) != u16::MAX));
}

/// The canonical position has its own moves, also after those of the first one were looked up.
#[test]
fn a_canonical_position_lists_its_own_moves() {
    let position = AnyPosition::new(HeapPosition::parse("nim 9,1 p1").unwrap());
    let texts = |position: &AnyPosition| {
        position.moves().into_iter().map(|mv| position.show_move(mv, MoveStyle::Long)).collect::<Vec<_>>()
    };
    let (own, fresh) = (texts(&position), texts(&position.clone().canonical()));
    assert_ne!(own, fresh);
    assert_eq!(texts(&position.canonical()), fresh);
}
