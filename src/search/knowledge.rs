//! What one game knows beyond its rules: the hooks of the search.
//!
//! A hook is named after what the search does with it, never after a game. Every hook has a
//! neutral default, so a new game plays correctly at once: full width, no quiescence.

use super::Depth;
use super::bound::{Bound, ScoreBounds};
use super::clock::{Clock, Stopped};
use super::decision::{Extension, Leaf, Skip};
use super::history::Clear;
use super::key_history::KeyHistory;
use super::node::SearchNode;
use super::score::Score;
use super::stack::StackEntry;
use super::tablebase::{ProbeSettings, RankedRootMove, Tablebase};
use super::task::{SearchTask, ThreadRole};
use super::transposition_table::TranspositionTable;
use crate::eval::{Evaluator, ModelOf};
use crate::game::{Game, Key, Outcome};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A move of the game that `K` knows.
pub type MoveOf<K> = <<K as Knowledge>::Game as Game>::Move;

/// What values the positions of the game that `K` knows.
pub type EvaluatorOf<K> = <<K as Knowledge>::Model as ModelOf<<K as Knowledge>::Game>>::Evaluator;

/// A node of the search of the game that `K` knows.
pub type Node<K> = SearchNode<MoveOf<K>, <K as Knowledge>::Facts>;

/// A game's knowledge for the search.
pub trait Knowledge: Sized + 'static {
    /// The rules.
    type Game: Game;
    /// What the evaluator is made of.
    type Model: ModelOf<Self::Game>;
    /// What a thread learns while it searches and keeps from move to move.
    type Histories: Default + Clear + Send;
    /// What a ply remembers of the move made there, for the plies below.
    type StackMove: Copy + Default + Send;
    /// What hooks find out about the position of a node, once; `()` if there is nothing of the kind.
    type Facts: Default;
    /// Its endgame tables; `()` if there are none.
    type Tablebase: Tablebase;
    /// The order of moves.
    type Picker: Picker<Self>;

    /// What people and programs are told as a pawn or man, in hundredths of the evaluation's.
    const PAWN_VALUE: i32 = 100;

    /// An evaluator of a model.
    fn evaluator(model: &Arc<Self::Model>) -> EvaluatorOf<Self> {
        Self::Model::evaluator(model)
    }

    /// What to remember of a move.
    fn stack_move(_: &Self::Game, _: &Node<Self>, _: MoveOf<Self>) -> Self::StackMove {
        Self::StackMove::default()
    }

    /// Asks the processor to bring near what was learnt about `child`, which is searched next.
    fn prefetch(_search: &Search<Self>, _child: &Self::Game) {}

    /// How promising a move is, for [`SimplePicker`](super::picker::SimplePicker).
    fn move_score(_: &Search<Self>, _: &Self::Game, _ply: usize, _: MoveOf<Self>) -> i32 {
        0
    }

    /// Shows the moves that may change the value of a position on which one could stand pat.
    fn tactical_moves<B>(
        _: &Self::Game,
        _: impl FnMut(MoveOf<Self>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }

    /// What to do at a leaf, `beyond` plies below the end of the main search.
    fn leaf(_: &Self::Game, _beyond: usize) -> Leaf {
        Leaf::StandPat
    }

    /// Whether a single reversible move leads from the position to one whose key differs so.
    fn upcoming_repetition(_: &Self::Game, _difference: Key) -> bool {
        false
    }

    /// The key under which the transposition table has a position.
    fn tt_key(position: &Self::Game) -> Key {
        position.key()
    }

    /// What an endgame table or a theorem says of a position, `depth` plies still to search.
    fn probe_tablebase(
        _: &mut Search<Self>,
        _: &Self::Game,
        _ply: usize,
        _: Depth,
    ) -> Option<(Score, Bound)> {
        None
    }

    /// What endgame tables say of the moves at the root, if they know them all: those that keep
    /// the result, but as many as lines are to be shown, the best first.
    fn rank_root_moves(
        _: &mut Search<Self>,
        _: &SearchTask<Self::Game>,
    ) -> Option<Vec<RankedRootMove<MoveOf<Self>>>> {
        None
    }

    /// The result of a position that a capture or the like has just led to, if the tables know it.
    fn tablebase_result(_: &Self::Tablebase, _: &Self::Game) -> Option<Outcome> {
        None
    }

    /// The static value for the hooks; `None` where it would mean nothing or no hook asks for it.
    fn raw_eval(search: &mut Search<Self>, position: &Self::Game) -> Option<Score> {
        Some(Score::estimate(search.evaluator.score(position)))
    }

    /// A score in hundredths of what is told as a pawn or man; wins and losses are what they are.
    fn shown_score(score: Score) -> Score {
        match score.is_estimate() {
            true => {
                let pawns = f64::from(score.value()) / f64::from(Self::PAWN_VALUE);
                Score::estimate((100.0 * pawns).round() as i32)
            }
            false => score,
        }
    }

    /// The chances of a win, a draw and a loss at such a score, in thousandths.
    fn wdl(_: Score) -> Option<[u16; 3]> {
        None
    }

    /// The static value `raw` of a position at `ply`, less the error that was learnt from others.
    fn corrected_eval(_: &Search<Self>, _: &Self::Game, _ply: usize, raw: Score) -> Score {
        raw
    }

    /// A score that makes it needless to try any move. May search, and change the depth.
    fn prune_node(
        _: &mut Search<Self>,
        _: &Self::Game,
        _: &mut Node<Self>,
    ) -> Result<Option<Score>, Stopped> {
        Ok(None)
    }

    /// Whether to leave out a move. The first is never asked about, nor is any before one has
    /// been found that does not lose.
    fn skip_move(_: &Search<Self>, _: &Self::Game, _: &Node<Self>, _: MoveOf<Self>) -> Skip {
        Skip::No
    }

    /// How much deeper to search a move; `child` is the position after it. May search.
    fn extend(
        _: &mut Search<Self>,
        _: &Self::Game,
        _child: &Self::Game,
        _: &Node<Self>,
        _: MoveOf<Self>,
    ) -> Result<Extension, Stopped> {
        Ok(Extension::By(0))
    }

    /// Plies to search a move that is not the first shallower, until it proves good.
    fn reduce(
        _: &Search<Self>,
        _: &Self::Game,
        _child: &Self::Game,
        _: &Node<Self>,
        _: MoveOf<Self>,
    ) -> Depth {
        0
    }

    /// How much deeper than usual to search a move again, whose reduced search had the `score`.
    fn re_search_extension(_: &Node<Self>, _score: Score) -> Depth {
        0
    }

    /// The node has this score; the moves in `tried` were searched, the best move not among them.
    fn update_histories(
        _: &mut Search<Self>,
        _: &Self::Game,
        _: &Node<Self>,
        _: Score,
        _tried: &[MoveOf<Self>],
    ) {
    }
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
    fn next(&mut self, search: &Search<K>, position: &K::Game, node: &Node<K>)
    -> Option<MoveOf<K>>;

    /// Skips the remaining quiet moves; a game may keep some of them. Called after a quiet move was
    /// handed out.
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
    /// How much less than a draw a draw is worth to the side at the root, in the evaluation's
    /// hundredths.
    pub(super) contempt: i32,
}

/// The chances of a win, a draw and a loss in thousandths: exact where the bounds leave one result, else
/// by the game's [`wdl`](Knowledge::wdl). `None` if the game has no model of them.
pub fn wdl_of<K: Knowledge>(score: Score, bounds: ScoreBounds) -> Option<[u16; 3]> {
    let wdl = K::wdl(score)?;
    Some(match bounds.outcome() {
        Some(Outcome::Win) => [1000, 0, 0],
        Some(Outcome::Draw) => [0, 1000, 0],
        Some(Outcome::Loss) => [0, 0, 1000],
        None => wdl,
    })
}
