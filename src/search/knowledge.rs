//! What one game knows beyond its rules: the hooks of the search.
//!
//! A hook is named after what the search does with it, never after a game. Every hook has a
//! neutral default, so a new game plays correctly at once: full width, no quiescence.

use super::Depth;
use super::node::{Search, Stopped};
use super::picker::Picker;
use super::score::Score;
use super::table::{Bound, Entry};
use super::window::Window;
use crate::eval::{Evaluator, Model};
use crate::game::Game;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A move of the game that `K` knows.
pub type MoveOf<K> = <<K as Knowledge>::Game as Game>::Move;

/// What to do where the main search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The position may be valued as it stands; tactical moves may improve on that.
    StandPat,
    /// The side to move has no free choice ("in check" and "must capture" are one thing):
    /// every move is tried, and the position is not valued as it stands.
    Forced,
    /// Too restless to value: search one ply more.
    Deepen,
}

/// Whether to leave out a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Search it.
    No,
    /// Leave out this one.
    This,
}

/// The node being searched, as hooks see it.
#[derive(Clone, Debug)]
pub struct Node<M> {
    /// Plies from the root.
    pub ply: usize,
    /// Plies still to search.
    pub depth: Depth,
    /// The scores that matter.
    pub window: Window,
    /// Whether it may stand on the principal variation (its window is open).
    pub pv: bool,
    /// The static value, where it means something.
    pub eval: Option<Score>,
    /// What the table knew.
    pub hit: Option<Entry>,
    /// Whether the node was reached by a null move.
    pub after_null: bool,
    /// The best move so far.
    pub best: Option<M>,
}

/// A game's knowledge for the search.
pub trait Knowledge: Sized + 'static {
    /// The rules.
    type Game: Game;
    /// What the evaluator is made of.
    type Model: Model;
    /// Values positions.
    type Eval: Evaluator<Self::Game> + Send;
    /// What a thread learns while it searches and keeps from move to move.
    type Memory: Default + Send;
    /// The order of moves.
    type Picker: Picker<Self>;

    /// An evaluator of a model.
    fn evaluator(model: &Arc<Self::Model>) -> Self::Eval;

    /// How promising a move is, for [`Ordered`](super::picker::Ordered).
    fn order(_: &Search<Self>, _: &Self::Game, _ply: usize, _: MoveOf<Self>) -> i32 {
        0
    }

    /// Shows the moves that may change the value of a position on which one could stand pat.
    fn tactical<B>(
        _: &Self::Game,
        _: impl FnMut(MoveOf<Self>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }

    /// What to do at a leaf, `beyond` plies below the end of the main search.
    fn leaf(_: &Self::Game, _beyond: usize) -> Leaf {
        Leaf::StandPat
    }

    /// What an endgame table or a theorem says.
    fn probe(_: &mut Search<Self>, _: &Self::Game, _ply: usize) -> Option<(Score, Bound)> {
        None
    }

    /// The static value; `None` where it would mean nothing.
    fn judge(search: &mut Search<Self>, position: &Self::Game) -> Option<Score> {
        Some(Score::estimate(search.eval.score(position)))
    }

    /// A score that makes it needless to try any move. May search.
    fn prune(
        _: &mut Search<Self>,
        _: &Self::Game,
        _: &Node<MoveOf<Self>>,
    ) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }

    /// Whether to leave out the move that would be tried as the `nth` (from 0).
    fn skip(
        _: &Search<Self>,
        _: &Self::Game,
        _: &Node<MoveOf<Self>>,
        _: MoveOf<Self>,
        _nth: usize,
    ) -> Skip {
        Skip::No
    }

    /// Plies to search a move deeper; `child` is the position after it.
    fn extend(
        _: &Search<Self>,
        _: &Self::Game,
        _child: &Self::Game,
        _: &Node<MoveOf<Self>>,
        _: MoveOf<Self>,
    ) -> Depth {
        0
    }

    /// Plies to search the `nth` move shallower at first, until it proves good.
    fn reduce(
        _: &Search<Self>,
        _: &Self::Game,
        _child: &Self::Game,
        _: &Node<MoveOf<Self>>,
        _: MoveOf<Self>,
        _nth: usize,
    ) -> Depth {
        0
    }

    /// The best move of a node is known; the moves in `tried` were searched before it in vain.
    fn learn(
        _: &mut Search<Self>,
        _: &Self::Game,
        _: &Node<MoveOf<Self>>,
        _best: MoveOf<Self>,
        _tried: &[MoveOf<Self>],
    ) {
    }
}
