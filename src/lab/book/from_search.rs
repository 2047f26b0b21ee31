//! A book by searching: the best moves in the start position, or where another book ends, then in the
//! positions after these moves, ply by ply.

use crate::eval::ModelOf;
use crate::game::{Game, Key};
use crate::opening::{BookEvent, BookLookup, BookMove, OpeningBook, walk_book};
use crate::search::task::SearchTask;
use crate::search::{
    Bound, Clock, Depth, Knowledge, MoveOf, Score, Search, SearchInfo, SearchLimits, SearchListener, TranspositionTable,
};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

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

/// Extends the book `root`, whose own moves get weight 0; an empty one means the position `start`. Calls
/// `progress` before each search; if it breaks, the book is incomplete.
///
/// # Errors
/// There is too little memory for the transposition table.
pub fn book_from_search<K: Knowledge>(
    settings: &SearchBookSettings,
    start: K::Game,
    root: &dyn BookLookup<K::Game>,
    mut progress: impl FnMut() -> ControlFlow<()>,
) -> anyhow::Result<OpeningBook> {
    let table = Arc::new(TranspositionTable::new(settings.mebibytes)?);
    let mut search = Search::<K>::new(Arc::clone(&table), &K::Model::embedded_for(&start)?);
    let (mut moves, mut positions, mut met) = frontier(start, root);
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
            table.new_search();
            for (mv, weight) in best_moves(&mut search, position, settings) {
                moves.push(entry(position, mv, weight));
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
fn frontier<G: Game>(start: G, root: &dyn BookLookup<G>) -> (Vec<BookMove>, Vec<G>, HashSet<Key>) {
    let mut moves = Vec::new();
    let mut met = HashSet::new();
    let mut positions = Vec::new();
    let mut reach = |position: G| {
        if met.insert(position.key()) && root.moves(&position).is_empty() {
            positions.push(position);
        }
    };
    reach(start.clone());
    walk_book(root, &start, |step| {
        if let BookEvent::Move { position, mv, .. } = step {
            moves.push(entry(position, mv, 0));
            reach(position.play(mv));
        }
    });
    (moves, positions, met)
}

fn entry<G: Game>(position: &G, mv: G::Move, weight: u32) -> BookMove {
    BookMove { key: position.key().0, code: position.move_number(mv), weight }
}

/// The book moves in a position with their weights.
fn best_moves<K: Knowledge>(
    search: &mut Search<K>,
    position: &K::Game,
    settings: &SearchBookSettings,
) -> Vec<(MoveOf<K>, u32)> {
    let mut task = SearchTask::new(position, settings.limits.clone());
    task.request.multi_pv = settings.width;
    task.clock = Clock::new(settings.limits.time, Instant::now(), Arc::default());
    let mut scores = RootMoveScores(Vec::new());
    let thought = search.think(task, &mut scores);
    let last = scores.0.into_iter();
    let last = last.filter(|root_move| root_move.depth >= thought.depth);
    let others = last.map(|root_move| (root_move.mv, root_move.score));
    weigh_moves(thought.pv[0], thought.score, others, settings.margin)
}

/// The best move and those that are at most `margin` worse. The weight of the best move is the margin plus one, that
/// of another move is less by its distance from the best.
fn weigh_moves<M: Copy + PartialEq>(
    best: M,
    score: Score,
    others: impl Iterator<Item = (M, Score)>,
    margin: u16,
) -> Vec<(M, u32)> {
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

/// The exact scores of root moves that the search reported.
struct RootMoveScores<M>(Vec<RootMoveScore<M>>);

/// The last report of a root move.
struct RootMoveScore<M> {
    mv: M,
    score: Score,
    depth: Depth,
}

impl<M: Copy + PartialEq> SearchListener<M> for RootMoveScores<M> {
    fn info(&mut self, finding: &SearchInfo, line: &[M]) {
        let Some(&mv) = line.first().filter(|_| finding.bound == Bound::Exact) else {
            return;
        };
        self.0.retain(|known| known.mv != mv);
        self.0.push(RootMoveScore { mv, score: finding.score, depth: finding.depth });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_position::AnyPosition;
    use crate::game::StartPosition;
    use crate::games::table::small_games::SmallGames;
    use crate::games::tictactoe::TicTacToe;

    #[test]
    fn moves_within_the_margin_are_kept() {
        let score = Score::estimate;
        let others = [('a', score(20)), ('b', score(15)), ('c', score(-10)), ('d', score(-11))];
        let kept = weigh_moves('a', score(20), others.into_iter(), 30);
        assert_eq!(kept, [('a', 31), ('b', 26), ('c', 1)]);
        let lost = [('b', Score::loss_in(4))];
        assert_eq!(weigh_moves('a', score(-20), lost.into_iter(), 30).len(), 1);
    }

    fn start() -> AnyPosition {
        AnyPosition::new(<TicTacToe as StartPosition>::start())
    }

    /// Keeps all best moves of a search to the end of the game.
    fn plan(plies: usize) -> SearchBookSettings {
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
        let plan = plan(2);
        let mut told = 0;
        let nothing = OpeningBook::default();
        let book = book_from_search::<SmallGames>(&plan, start(), &nothing, || {
            told += 1;
            ControlFlow::Continue(())
        });
        let book = book.unwrap();
        // Nobody can win, so every first move is as good as any.
        assert_eq!(told, 1 + 9);
        let start = start();
        assert_eq!(book.moves(&start).len(), 9);
        // In the centre, or the corner is lost.
        let corner = start.play(start.moves()[0]);
        assert_eq!(book.moves(&corner).len(), 1);
        let none = book_from_search::<SmallGames>(&plan, start.clone(), &nothing, || ControlFlow::Break(()));
        assert!(none.unwrap().is_empty());
    }

    #[test]
    fn a_book_grows_from_where_another_ends() {
        let plan = plan(1);
        let root = OpeningBook::parse(&start(), "Corner: a3\nSide: b3 b2").unwrap();
        let book = book_from_search::<SmallGames>(&plan, start(), &root, || ControlFlow::Continue(())).unwrap();
        let start = start();
        let weights = book.moves(&start).into_iter().map(|(_, weight)| weight);
        assert_eq!(weights.collect::<Vec<_>>(), [0, 0]);
        let corner = start.play(start.moves()[0]);
        assert_eq!(book.moves(&corner)[0].1, 1);
        let side = start.play(start.moves()[1]);
        assert_eq!(book.moves(&side)[0].1, 0);
    }
}
