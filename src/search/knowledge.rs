//! What a game knows beyond its rules: the hooks of the search, what they can tell it to do, and the search as hooks see it.
//!
//! A hook is named after a concept of the search, never after a game. Every hook has a neutral default,
//! with which a game is searched correctly: full width, no quiescence. (The trait and [`Search`] name each
//! other, so they are in one file.)

use super::history::Clear;
use super::key_history::KeyHistory;
use super::node::{SearchNode, StackEntry};
use super::task::{SearchTask, ThreadRole};
use super::{
    Bound, Clock, Depth, ProbeSettings, RankedRootMove, Score, ScoreBounds, Stopped, Tablebase, TranspositionTable,
};
use crate::eval::{Evaluator, ModelOf};
use crate::game::{Game, Key, Outcome};
use std::sync::Arc;

/// A move of the game that `K` knows.
pub type MoveOf<K> = <<K as Knowledge>::Game as Game>::Move;

/// The evaluator of the game that `K` knows.
pub type EvaluatorOf<K> = <<K as Knowledge>::Model as ModelOf<<K as Knowledge>::Game>>::Evaluator;

/// A node of the search of the game that `K` knows.
pub type Node<K> = SearchNode<MoveOf<K>, <K as Knowledge>::Facts>;

/// What a game tells the search. [`Neutral`](super::Neutral) is the knowledge of a game that has none of its own.
pub trait Knowledge: Sized + 'static {
    /// The rules.
    type Game: Game;
    /// What the evaluator is made from: weights or a network.
    type Model: ModelOf<Self::Game>;
    /// The history tables of a thread, which it keeps from move to move.
    type Histories: Default + Clear + Send;
    /// What the search stack stores about a move, for the plies below it; `()` for nothing.
    type StackMove: Copy + Default + Send;
    /// What hooks find out about the position of a node and use more than once; `()` for nothing.
    type Facts: Default;
    /// Its endgame tables; `()` for none.
    type Tablebase: Tablebase<Self::Game>;
    /// The move picker.
    type Picker: Picker<Self>;

    /// What the stack stores about a move.
    fn stack_move(_: &Self::Game, _: &Node<Self>, _: MoveOf<Self>) -> Self::StackMove {
        Self::StackMove::default()
    }

    /// Prefetches the history entries of `child`, which is searched next.
    fn prefetch(_search: &Search<Self>, _child: &Self::Game) {}

    /// How promising a move is; more is better. Used by [`SimplePicker`](super::picker::SimplePicker).
    fn move_score(_: &Search<Self>, _: &Self::Game, _ply: usize, _: MoveOf<Self>) -> i32 {
        0
    }

    /// Lists the tactical moves (captures, promotions): those that quiescence searches where the side to
    /// move may stand pat.
    fn tactical_moves(_: &Self::Game, _: impl FnMut(MoveOf<Self>)) {}

    /// What to do at a leaf, `qs_ply` plies below the end of the main search.
    fn leaf(_: &Self::Game, _qs_ply: usize) -> Leaf {
        Leaf::StandPat
    }

    /// Whether one reversible move changes the key of the position by exactly `difference` (xor).
    fn upcoming_repetition(_: &Self::Game, _difference: Key) -> bool {
        false
    }

    /// The key of a position in the transposition table.
    fn tt_key(position: &Self::Game) -> Key {
        position.key()
    }

    /// The score of a position by an endgame table or a theorem, if it is known. `depth` plies are still to search.
    fn probe_tablebase(_: &mut Search<Self>, _: &Self::Game, _ply: usize, _depth: Depth) -> Option<(Score, Bound)> {
        None
    }

    /// The root moves ranked by endgame tables, the best first: the moves that keep the result, but at
    /// least as many as there are lines to show. `None` if the tables do not know all of them.
    fn rank_root_moves(_: &mut Search<Self>, _: &SearchTask<Self::Game>) -> Option<Vec<RankedRootMove<MoveOf<Self>>>> {
        None
    }

    /// Whether the move that leads from a position to `child` is a conversion: the distance of endgame tables ends with it.
    fn is_conversion(_: &Self::Game, _child: &Self::Game) -> bool {
        false
    }

    /// A small number for the first step of a move: equal for chains of jumps that begin alike. The search does not ask for it, but the
    /// [textbook](crate::textbook::TextbookKnowledge::first_step) algorithms do.
    fn first_step(_: &Self::Game, mv: MoveOf<Self>) -> usize {
        Self::Game::code(mv).into()
    }

    /// The static evaluation for the hooks; `None` where it means nothing (in check), or if the game's
    /// hooks do not need it.
    fn raw_eval(search: &mut Search<Self>, position: &Self::Game) -> Option<Score> {
        Some(Score::estimate(search.evaluator.score(position)))
    }

    /// The chances of a win, a draw and a loss at a score, in thousandths, if a pawn or man is worth `pawn_value`; `None` if the
    /// game has no model of them.
    fn wdl(_: Score, _pawn_value: i32) -> Option<[u16; 3]> {
        None
    }

    /// The static evaluation `raw` of a position at `ply`, corrected by what was learnt (correction history).
    fn corrected_eval(_: &Search<Self>, _: &Self::Game, _ply: usize, raw: Score) -> Score {
        raw
    }

    /// Prunes the whole node by returning its score (reverse futility, null move). May search, and may
    /// change the depth of the node.
    fn prune_node(_: &mut Search<Self>, _: &Self::Game, _: &mut Node<Self>) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }

    /// Whether to prune a move. Not asked while every move searched so far loses, thus never about the first.
    fn skip_move(_: &Search<Self>, _: &Self::Game, _: &Node<Self>, _: MoveOf<Self>) -> Skip {
        Skip::No
    }

    /// How much deeper to search a move, which leads to `child`. May search.
    fn extend(
        _: &mut Search<Self>,
        _: &Self::Game,
        _child: &Self::Game,
        _: &Node<Self>,
        _: MoveOf<Self>,
    ) -> Result<Extension, Stopped> {
        Ok(Extension::By(0))
    }

    /// The late-move reduction, in plies, of a move that is not the first. A negative one extends the move by one
    /// ply, where [`Search::may_extend`] allows it.
    fn reduce(_: &Search<Self>, _: &Self::Game, _child: &Self::Game, _: &Node<Self>, _: MoveOf<Self>) -> Depth {
        0
    }

    /// By how many plies to deepen the re-search of a move whose reduced search returned `score`; may be negative.
    fn re_search_extension(_: &Node<Self>, _score: Score) -> Depth {
        0
    }

    /// Updates the histories after a node with this score. `tried` are the moves that did not raise alpha, at
    /// most 64.
    fn update_histories(_: &mut Search<Self>, _: &Self::Game, _: &Node<Self>, _: Score, _tried: &[MoveOf<Self>]) {}
}

/// Which moves of a position a picker hands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSet {
    /// Every legal move.
    All,
    /// The [tactical moves](Knowledge::tactical_moves).
    Tactical,
}

/// Hands out the moves of a node, the most promising first.
/// [`SimplePicker`](super::picker::SimplePicker) serves any game.
pub trait Picker<K: Knowledge>: Sized {
    /// A picker of these moves.
    fn new(moves: MoveSet) -> Self;

    /// The next move; `node` must be the same node at each call.
    fn next(&mut self, search: &Search<K>, position: &K::Game, node: &Node<K>) -> Option<MoveOf<K>>;

    /// Skips the remaining quiet moves; a game may keep some of them. Called after a quiet move was handed out.
    fn skip_quiet(&mut self, _position: &K::Game, _node: &Node<K>) {}
}

/// The search of one thread: what it keeps from move to move, and the search in progress.
pub struct Search<K: Knowledge> {
    /// The transposition table, shared by all threads.
    pub tt: Arc<TranspositionTable>,
    /// The evaluator; it stands on the position being searched.
    pub evaluator: EvaluatorOf<K>,
    /// What the thread has learnt.
    pub histories: K::Histories,
    /// The stack, one entry for each ply from the root.
    pub stack: Vec<StackEntry<MoveOf<K>, K::StackMove>>,
    /// The game's endgame tables, shared by all threads.
    pub tablebase: Arc<K::Tablebase>,
    /// When to probe them.
    pub probe_settings: ProbeSettings,
    /// The largest number of pieces for which this search probes them; 0: never.
    pub probe_limit: u32,
    /// Positions found in endgame tables.
    pub tb_hits: u64,
    /// The depth of the current iteration, in plies.
    pub root_depth: Depth,
    /// The keys of the positions before the current one.
    pub(super) key_history: KeyHistory,
    /// The best line from each ply.
    pub(super) pv: Vec<Vec<MoveOf<K>>>,
    pub(super) clock: Clock,
    /// Positions visited by this thread.
    pub(super) nodes: u64,
    pub(super) role: ThreadRole,
    /// How many of `nodes` a helper has added to the common counter.
    pub(super) reported_nodes: u64,
    pub(super) node_limit: u64,
    /// At how many nodes to look at the limits again.
    pub(super) next_poll: u64,
    /// The greatest ply reached.
    pub(super) seldepth: usize,
    /// Whether the first line of depth 1 is still being searched.
    pub(super) first_line_pending: bool,
    /// How much worse than equality a draw is to the side to move at the root, in the unit of the evaluation.
    pub(super) contempt: i32,
    /// In a game with payoffs: whether a line was left before the end of the game.
    pub(super) left_a_line: bool,
}

/// The chances of a win, a draw and a loss in thousandths: exact where the bounds leave one result, else
/// by the game's [`wdl`](Knowledge::wdl). `None` if the game has no model of them.
pub fn wdl_of<K: Knowledge>(score: Score, bounds: ScoreBounds, pawn_value: i32) -> Option<[u16; 3]> {
    let wdl = K::wdl(score, pawn_value)?;
    Some(bounds.outcome().map_or(wdl, Outcome::wdl))
}

/// What to do where the main search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// Stand pat: the static evaluation is a lower bound of the score, and tactical moves may improve on it.
    StandPat,
    /// Return the static evaluation; no move is tried.
    Settled,
    /// Try every move. The side to move has no free choice (it is in check, or must capture), so the
    /// position has no static evaluation.
    Forced,
    /// Search one more ply: the position is too unstable for quiescence.
    Deepen,
}

impl Leaf {
    /// Whether the position has a static evaluation. It has one where the search goes on because of a threat, too:
    /// deeper in quiescence, such positions are evaluated.
    pub fn has_static_eval(self) -> bool {
        self != Leaf::Forced
    }

    /// Whether the search may return the static evaluation.
    pub fn may_end(self) -> bool {
        matches!(self, Leaf::StandPat | Leaf::Settled)
    }
}

/// Whether to prune a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Search it.
    No,
    /// Prune this move. Its score is at most the one given here, which is at most [`alpha`](super::Node::alpha).
    This(Score),
    /// Prune this move and the remaining quiet moves, except those that the game's picker keeps; the
    /// hook is asked about these one by one.
    RestQuiet,
}

impl Skip {
    /// Prune this move; nothing is known about its score.
    pub const NO_BOUND: Skip = Skip::This(Score::INFINITE_LOSS);
}

/// How much deeper to search a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// By this many plies; shallower if it is negative.
    By(Depth),
    /// Do not search it: the hook has found that the node has this score (multi-cut).
    Cutoff(Score),
}
