//! The textbook against the real search with neutral hooks: where the plain algorithm sees the
//! end of the game, the search sees the same end, as near, or with the same payoff.

use crate::prelude::*;
use kempelen::eval::no_weights::NoWeights;
use kempelen::games::chess;
use kempelen::games::draughts;
use kempelen::search::Neutral;
use kempelen::search::clock::SearchLimits;
use kempelen::textbook::{TextbookResult, WIN, alpha_beta, negamax};

fn search<G: Game>(position: &G, limits: SearchLimits) -> SearchResult<G::Move> {
    search_result(&mut new_search::<Neutral<G>>(4, &<NoWeights>::embedded().unwrap()), position, limits)
}

pub fn agree<G: Erasable>(position: &G, depth: u32) {
    let zero = |_: &G| 0;
    let plain = negamax(position, depth, &zero);
    assert_eq!(relative(position, minimax(position, depth, &zero).value), plain.value);
    let pruned = alpha_beta(position, depth, &zero);
    assert_eq!((pruned.value, pruned.best), (plain.value, plain.best));
    assert!(pruned.counts.nodes <= plain.counts.nodes);
    let real = search(position, to_depth(depth as i32));
    agree_as_any_position(position, depth, &plain, &real);
    if position.has_payoffs() {
        assert_eq!(real.score.value(), plain.value, "{position:?}");
        return;
    }
    let end = |value: i32| match value {
        0 => None,
        value if value > 0 => Some(WIN - value),
        value => Some(-WIN - value),
    };
    match (end(plain.value), real.score.distance()) {
        (Some(plain), real) => assert_eq!(real, Some(plain), "{position:?}"),
        // A search with a table may see beyond its depth, never short of it.
        (None, Some(real)) => assert!(real.unsigned_abs() > depth, "{position:?}"),
        (None, None) => (),
    }
}

/// The textbook and the search find the same of an [`AnyPosition`], in as many nodes. The search orders
/// moves by what it has learnt of them in other positions; moves that share a code have other numbers there.
fn agree_as_any_position<G: Erasable>(
    position: &G,
    depth: u32,
    plain: &TextbookResult<G::Move>,
    real: &SearchResult<G::Move>,
) {
    let erased = AnyPosition::new(position.clone());
    let number = |mv| position.move_number(mv);
    let erased_number = |mv| erased.move_number(mv);
    let found = negamax(&erased, depth, &|_: &AnyPosition| 0);
    assert_eq!((found.value, found.counts.nodes), (plain.value, plain.counts.nodes));
    assert_eq!(found.best.map(erased_number), plain.best.map(number));
    if G::UNIQUE_CODES {
        let found = search(&erased, to_depth(depth as i32));
        assert_eq!((found.score, found.nodes), (real.score, real.nodes));
        assert_eq!(erased_number(found.pv[0]), number(real.pv[0]));
    }
}

fn agree_below<G: Erasable + StartPosition>(texts: &[&str], depth: u32) {
    for text in texts {
        let position = G::start().parse_position(text).unwrap();
        agree(&position, depth);
        for mv in position.moves() {
            let child = position.play(mv);
            if child.outcome().is_none() {
                agree(&child, depth - 1);
            }
        }
    }
}

#[test]
fn tictactoe() {
    agree_below::<TicTacToe>(&["x../.o./... x", "xo./.../... x", ".../.x./... o"], 8);
    assert_eq!(search(&TicTacToe::start(), to_depth(9)).score.value(), 0);
}

#[test]
fn a_chess_ending() {
    agree_below::<chess::ChessPosition>(&["7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "k7/8/1K6/8/8/8/8/7Q b - - 0 1"], 4);
}

#[test]
fn a_draughts_ending() {
    agree_below::<draughts::DraughtsPosition<English>>(&["B:WK10:BK1,K7", "W:WK18,22:BK4,12", "B:W27,32:BK18,19"], 6);
}

#[test]
fn nodes_are_met_exactly() {
    let nodes_of = |nodes| search(&chess::ChessPosition::start(), of_nodes(nodes)).nodes;
    // Every move of the start is searched once, whatever the limit.
    for nodes in [0, 1, 7, 20] {
        assert_eq!(nodes_of(nodes), 20);
    }
    for nodes in [21, 1000, 1024, 5000, 12345] {
        assert_eq!(nodes_of(nodes), nodes);
    }
}

/// A draw is worth less to the side at the root, whoever makes the last move.
#[test]
fn contempt_is_the_roots_at_every_ply() {
    for (text, depth) in [("xox/xoo/ox. x", 1), ("xox/xo./ox. o", 2)] {
        let position = TicTacToe::parse(text).unwrap();
        for contempt in [50, -50] {
            let mut task = SearchTask::new(&position, to_depth(depth + 1));
            task.request.contempt = contempt;
            let mut search = new_search::<Neutral<TicTacToe>>(1, &<NoWeights>::embedded().unwrap());
            let thought = search.think(task, &mut Silent);
            assert_eq!(thought.score.value(), -contempt, "{text}");
        }
    }
}
