//! What one game knows beyond its rules: the hooks of the search.
//!
//! A hook is named after what the search does with it, never after a game. Every hook has a
//! neutral default, so a new game plays correctly at once: full width, no quiescence.

use super::Depth;
use super::bound::{Bound, ScoreBounds};
use super::history::Clear;
use super::node::{Search, Stopped};
use super::picker::Picker;
use super::score::Score;
use super::tablebase::{RankedRootMove, Tablebase};
use super::task::SearchTask;
use super::transposition_table::TtEntry;
use super::window::Window;
use crate::eval::{Evaluator, ModelOf};
use crate::game::{Game, Key, Outcome};
use once_cell::sync::Lazy;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A move of the game that `K` knows.
pub type MoveOf<K> = <<K as Knowledge>::Game as Game>::Move;

/// What values the positions of the game that `K` knows.
pub type EvaluatorOf<K> = <<K as Knowledge>::Model as ModelOf<<K as Knowledge>::Game>>::Evaluator;

/// What to do where the main search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// The position may be valued as it stands; tactical moves may improve on that.
    StandPat,
    /// The position may be valued as it stands, and no move is worth a look.
    Settled,
    /// The side to move has no free choice ("in check" and "must capture" are one thing):
    /// every move is tried, and the position itself has no value.
    Forced,
    /// The position is too lively for quiescence: search one ply more.
    Deepen,
}

impl Leaf {
    /// Whether the position has a value of its own.
    pub fn has_static_eval(self) -> bool {
        matches!(self, Leaf::StandPat | Leaf::Settled)
    }
}

/// Whether to leave out a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// Search it.
    No,
    /// Leave out this one. Its score is not above the one given here, nor is that above
    /// [`alpha`](Node::alpha).
    This(Score),
    /// Leave out this one and the quiet ones that are still to come, but for those that the game's
    /// picker keeps, which are asked about one by one.
    RestQuiet,
}

impl Skip {
    /// Leave out this one, whatever its score.
    pub const NO_BOUND: Skip = Skip::This(Score::INFINITE_LOSS);
}

/// How much deeper to search a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// So many plies; less than none: shallower.
    By(Depth),
    /// Not at all: on the way it was found that the node has this score.
    Cutoff(Score),
}

/// The node being searched, as hooks see it.
pub struct Node<K: Knowledge> {
    /// Plies from the root.
    pub ply: usize,
    /// Plies still to search; 0 in quiescence.
    pub depth: Depth,
    /// The scores that matter.
    pub window: Window,
    /// What an endgame table knows of the score.
    pub bounds: ScoreBounds,
    /// Whether it may stand on the principal variation (its window is open).
    pub pv_node: bool,
    /// Whether it stands, or has stood, near the principal variation.
    pub tt_pv: bool,
    /// Whether some move is expected to reach beta (a cut node; Knuth and Moore 1975).
    pub cut_node: bool,
    /// Whether the node was reached by a null move.
    pub after_null: bool,
    /// The static value as the evaluation gives it, where it means something.
    pub raw_eval: Option<Score>,
    /// The static value, corrected by what was learnt.
    pub eval: Option<Score>,
    /// The static value, or the score in the table where that is nearer the truth.
    pub tt_adjusted_eval: Option<Score>,
    /// Whether the side to move stands better than at its last turn, by static values.
    pub improving: bool,
    /// What the table knew.
    pub tt_entry: Option<TtEntry>,
    /// A move that is not to be tried: the search asks how good the others are.
    pub excluded: Option<MoveOf<K>>,
    /// The score that the next move must exceed to matter.
    pub alpha: Score,
    /// How many moves have been searched.
    pub move_count: usize,
    /// The best move so far, of those that exceeded alpha.
    pub best_move: Option<MoveOf<K>>,
    /// What else the hooks found out about the position.
    pub facts: K::Facts,
}

impl<K: Knowledge> Node<K> {
    /// The code of the move to try first.
    pub fn tt_move_code(&self) -> u16 {
        match (self.tt_entry, &self.excluded) {
            (Some(entry), None) => entry.move_code,
            _ => TtEntry::NO_MOVE,
        }
    }

    /// How late the next move comes for so deep a search: the product of the logarithms of the depth
    /// and of the moves searched.
    pub fn lmr_product(&self) -> f32 {
        static LOGARITHMS: Lazy<[f32; 64]> =
            Lazy::new(|| std::array::from_fn(|n| (n.max(1) as f32).ln()));
        let logarithm = |n: usize| LOGARITHMS[n.min(63)];
        logarithm(self.depth as usize) * logarithm(self.move_count)
    }

    /// What `score`, the best found in the node, says about the true one.
    pub fn bound(&self, score: Score) -> Bound {
        match () {
            () if score >= self.window.beta || score <= self.bounds.lower => Bound::Lower,
            () if self.best_move.is_some() && self.pv_node => Bound::Exact,
            () => Bound::Upper,
        }
    }
}

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
