//! What the search should know of chess.

use super::eval::{Squarewise, Weights};
use super::{Move, Piece, Position};
use crate::board::Bitset;
use crate::eval::Evaluator;
use crate::game::Side;
use crate::search::history::{History, Killers};
use crate::search::node::Null;
use crate::search::picker::Ordered;
use crate::search::{Depth, Knowledge, Leaf, Node, Score, Search, Stopped, Window};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Chess, to the search.
pub enum Chess {}

/// What a thread learns: quiet moves that cut.
#[derive(Default)]
pub struct Memory {
    /// By side, and squares from and to.
    history: History<{ 2 << 12 }>,
    killers: Killers<Move>,
}

/// Enough for every position: the most known is 218.
const MAX_MOVES: usize = 256;

impl Knowledge for Chess {
    type Game = Position;
    type Model = Weights;
    type Eval = Squarewise;
    type Memory = Memory;
    type Picker = Ordered<Move, MAX_MOVES>;

    fn evaluator(model: &Arc<Weights>) -> Squarewise {
        Squarewise::new(model)
    }

    /// Captures of the most valuable by the least valuable piece, then killers, then history.
    fn order(search: &Search<Chess>, position: &Position, ply: usize, mv: Move) -> i32 {
        const NOISY: i32 = 1 << 20;
        const KILLER: i32 = 1 << 16;
        if let Some(gain) = gain(position, mv) {
            let mover = position.piece_at(mv.from()).map_or(0, Piece::index);
            return NOISY + 16 * gain - mover as i32;
        }
        match search.memory.killers.rank(ply, mv) {
            Some(rank) => KILLER - rank as i32,
            None => search.memory.history.value(slot(position.side(), mv)),
        }
    }

    fn tactical<B>(
        position: &Position,
        mut listener: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.generate_to(position.noisy(), |set| {
            set.into_iter().try_for_each(&mut listener)
        })
    }

    fn leaf(position: &Position, _beyond: usize) -> Leaf {
        match position.in_check() {
            true => Leaf::Forced,
            false => Leaf::StandPat,
        }
    }

    fn judge(search: &mut Search<Chess>, position: &Position) -> Option<Score> {
        (!position.in_check()).then(|| Score::estimate(search.eval.score(position)))
    }

    /// If not even giving up the move drops the score below beta, some move will keep it there
    /// (null move: Beal 1989, Donninger 1993). Not with pawns alone: zugzwang.
    fn prune(
        search: &mut Search<Chess>,
        position: &Position,
        node: &Node<Move>,
    ) -> Result<Option<Score>, Stopped> {
        let beta = node.window.beta;
        let hopeful = node.eval.is_some_and(|eval| eval >= beta);
        if node.pv || node.after_null || node.depth < 3 || !hopeful || !beta.is_estimate() {
            return Ok(None);
        }
        if pieces(position, position.side()).is_empty() {
            return Ok(None);
        }
        let child = position.null();
        let depth = node.depth - 3 - node.depth / 4;
        let window = -Window::reaches(beta);
        let score = search.descend_null(position, &child, |search| {
            Ok(-search.search::<Null>(&child, window, depth, node.ply + 1)?)
        })?;
        Ok((score >= beta).then(|| if score.is_estimate() { score } else { beta }))
    }

    fn extend(_: &Search<Chess>, _: &Position, child: &Position, _: &Node<Move>, _: Move) -> Depth {
        Depth::from(child.in_check())
    }

    /// Late moves are seldom best: a shallower search tells most of them (late-move reductions,
    /// after Romstad's Glaurung, 2005).
    fn reduce(
        search: &Search<Chess>,
        position: &Position,
        child: &Position,
        node: &Node<Move>,
        mv: Move,
        nth: usize,
    ) -> Depth {
        let quiet = gain(position, mv).is_none();
        if node.depth < 3 || nth < 3 || !quiet || node.eval.is_none() || child.in_check() {
            return 0;
        }
        let late = 0.5 + (node.depth as f32).ln() * (nth as f32).ln() / 2.2;
        let value = search.memory.history.value(slot(position.side(), mv));
        late as Depth - Depth::from(node.pv) - value / 8192
    }

    fn learn(
        search: &mut Search<Chess>,
        position: &Position,
        node: &Node<Move>,
        best: Move,
        tried: &[Move],
    ) {
        if gain(position, best).is_some() {
            return;
        }
        let side = position.side();
        let bonus = (16 * node.depth * node.depth + 32 * node.depth).min(1200);
        let memory = &mut search.memory;
        memory.killers.learn(node.ply, best);
        memory.history.learn(slot(side, best), bonus);
        for &mv in tried.iter().filter(|&&mv| gain(position, mv).is_none()) {
            memory.history.learn(slot(side, mv), -bonus);
        }
    }
}

fn slot(side: Side, mv: Move) -> usize {
    side.index() << 12 | usize::from(mv.bits() & 0xfff)
}

/// All but pawns and king.
fn pieces(position: &Position, side: Side) -> Bitset {
    position.of(side) & !position.kind(Piece::Pawn) & !position.kind(Piece::King)
}

/// What a capture or promotion to a queen wins at once, in steps of a piece's rank, if it is one.
fn gain(position: &Position, mv: Move) -> Option<i32> {
    let taken = (position.them().has(mv.to().number()))
        .then(|| position.piece_at(mv.to()))
        .flatten();
    let en_passant =
        position.en_passant() == Some(mv.to()) && position.piece_at(mv.from()) == Some(Piece::Pawn);
    let promoted = mv.promotion().map(|piece| piece.index() as i32);
    match (taken, promoted) {
        (None, None) if en_passant => Some(1),
        (None, None) => None,
        (taken, promoted) => {
            let taken = taken.map_or(0, |piece| piece.index() as i32 + 1);
            Some(taken + promoted.map_or(0, |piece| if piece == 4 { 5 } else { -1 }))
        }
    }
}
