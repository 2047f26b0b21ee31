//! A book by searching: the best moves in the start position, or where another book ends, then in the
//! positions after these moves, ply by ply.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine, Key};
use crate::games::{AnySearch, GameInfo};
use crate::opening::{BookEvent, BookLookup, BookMove, OpeningBook, walk_book};
use crate::search::{Bound, Depth, Score, SearchInfo, SearchLimits};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The settings of a book by searching.
#[derive(Clone, Debug)]
pub struct SearchBookSettings {
    /// Length of the lines in plies.
    pub plies: usize,
    /// The largest number of moves in a position.
    pub width: usize,
    /// The largest difference of a move from the best one, in centipawns.
    pub margin: u16,
    /// The limits of the search of a position.
    pub limits: SearchLimits,
    /// The size of the transposition table in MiB.
    pub mebibytes: usize,
}

/// Extends the book `root`, whose own moves get weight 0; an empty one means the start of the game. Calls
/// `progress` before each search; if it breaks, the book is incomplete.
///
/// # Errors
/// There is too little memory for the transposition table.
pub fn book_from_search(
    settings: &SearchBookSettings,
    game: &'static GameInfo,
    root: &dyn BookLookup,
    progress: &mut dyn FnMut() -> ControlFlow<()>,
) -> anyhow::Result<OpeningBook> {
    let mut search = AnySearch::new(game.knowledge(&game.start(), None)?, settings.mebibytes)?;
    let (mut moves, mut positions, mut met) = frontier(game.start(), root);
    'plies: for _ in 0..settings.plies {
        positions.retain(|position| position.outcome().is_none());
        if positions.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for position in &positions {
            if progress().is_break() {
                break 'plies;
            }
            for (number, weight) in best_moves(&mut search, position, settings) {
                let Some(mv) = position.numbered_move(number) else { continue };
                moves.push(BookMove::new(position, mv, weight));
                let after = position.play(mv);
                if met.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        positions = next;
    }
    Ok(OpeningBook::new(moves))
}

/// The moves of a book with weight 0, the positions where it ends, and the keys of all its positions.
fn frontier(start: AnyPosition, root: &dyn BookLookup) -> (Vec<BookMove>, Vec<AnyPosition>, HashSet<Key>) {
    let mut moves = Vec::new();
    let mut met = HashSet::new();
    let mut positions = Vec::new();
    let mut reach = |position: AnyPosition| {
        if met.insert(position.key()) && root.moves(&position).is_empty() {
            positions.push(position);
        }
    };
    reach(start.clone());
    walk_book(root, &start, &mut |step| {
        if let BookEvent::Move { position, mv, .. } = step {
            moves.push(BookMove::new(position, mv, 0));
            reach(position.play(mv));
        }
    });
    (moves, positions, met)
}

/// The book moves in a position, as numbers, with their weights.
fn best_moves(search: &mut AnySearch, position: &AnyPosition, settings: &SearchBookSettings) -> Vec<(u16, u32)> {
    // Number, score and depth of the last exact report of each root move.
    let mut scores: Vec<(u16, Score, Depth)> = Vec::new();
    let history = GameLine::new(position.clone());
    let mut listener = |info: &SearchInfo, moves: &[AnyMove]| {
        if let (Bound::Exact, Some(&mv)) = (info.bound, moves.first()) {
            let number = position.move_number(mv);
            scores.retain(|&(known, ..)| known != number);
            scores.push((number, info.score, info.depth));
        }
    };
    let best = search.search_moves(&history, settings.limits.clone(), settings.width, &mut listener);
    let last = scores.into_iter().filter(|&(.., depth)| depth >= best.depth);
    weigh_moves(
        position.move_number(best.pv[0]),
        best.score,
        last.map(|(number, score, _)| (number, score)),
        settings.margin,
    )
}

/// The best move and those that are at most `margin` worse. The weight of the best move is the margin plus one, that
/// of another move is less by its distance from the best.
fn weigh_moves(best: u16, score: Score, others: impl Iterator<Item = (u16, Score)>, margin: u16) -> Vec<(u16, u32)> {
    let most = i32::from(margin) + 1;
    let mut kept = vec![(best, most as u32)];
    for (mv, other) in others {
        let weight = most - (score.value() - other.value()).max(0);
        if weight > 0 && mv != best {
            kept.push((mv, weight as u32));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_position::AnyPosition;
    use crate::game::StartPosition;
    use crate::games::find_game;
    use crate::games::tictactoe::TicTacToe;

    #[test]
    fn moves_within_the_margin_are_kept() {
        let score = Score::estimate;
        let others = [(1, score(20)), (2, score(15)), (3, score(-10)), (4, score(-11))];
        assert_eq!(weigh_moves(1, score(20), others.into_iter(), 30), [(1, 31), (2, 26), (3, 1)]);
        assert_eq!(weigh_moves(1, score(-20), [(2, Score::loss_in(4))].into_iter(), 30).len(), 1);
    }

    /// Keeps all best moves of a search to the end of the game.
    fn settings(plies: usize) -> SearchBookSettings {
        SearchBookSettings {
            plies,
            width: 9,
            margin: 0,
            limits: SearchLimits { depth: Some(9), ..SearchLimits::default() },
            mebibytes: 1,
        }
    }

    #[test]
    fn a_book_grows_ply_by_ply() {
        let settings = settings(2);
        let mut searched = 0;
        let nothing = OpeningBook::default();
        let game = find_game("tictactoe").unwrap();
        let book = book_from_search(&settings, game, &nothing, &mut || {
            searched += 1;
            ControlFlow::Continue(())
        });
        let book = book.unwrap();
        // Nobody can win, so every first move is as good as any.
        assert_eq!(searched, 1 + 9);
        let start = AnyPosition::new(TicTacToe::start());
        assert_eq!(book.moves(&start).len(), 9);
        // In the centre, or the corner is lost.
        let corner = start.play(start.moves()[0]);
        assert_eq!(book.moves(&corner).len(), 1);
        let none = book_from_search(&settings, game, &nothing, &mut || ControlFlow::Break(()));
        assert_eq!(none.unwrap().size().moves, 0);
    }

    #[test]
    fn a_book_grows_from_where_another_ends() {
        let settings = settings(1);
        let root = OpeningBook::parse(&TicTacToe::start(), "Corner: a3\nSide: b3 b2").unwrap();
        let game = find_game("tictactoe").unwrap();
        let book = book_from_search(&settings, game, &root, &mut || ControlFlow::Continue(())).unwrap();
        let start = TicTacToe::start();
        let weights: Vec<u16> = book.moves(&start).into_iter().map(|(_, weight)| weight).collect();
        assert_eq!(weights, [0, 0]);
        let corner = start.play(start.moves()[0]);
        assert_eq!(book.moves(&corner)[0].1, 1);
        let side = start.play(start.moves()[1]);
        assert_eq!(book.moves(&side)[0].1, 0);
    }
}
