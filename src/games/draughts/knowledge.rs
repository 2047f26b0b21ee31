//! What the search should know of the draughts family.

use super::egdb::tables::Egdb;
use super::moves::MAX_MOVES;
use super::searched_variant::{Draughts, SearchedVariant};
use super::{DraughtsMove, DraughtsPosition, endgame_tables, parameters};
use crate::eval::{Evaluator, ModelOf};
use crate::game::{Game, Outcome, Side};
use crate::search::node::NonPvNode;
use crate::search::picker::SimplePicker;
use crate::search::task::SearchTask;
use crate::search::{
    Bound, Depth, Knowledge, Leaf, MoveHistories, Node, RankedRootMove, Score, Search, Skip,
    Stopped, Window,
};

/// Of moves without a capture, by side and squares from and to.
type QuietHistories = MoveHistories<DraughtsMove, { 2 << 12 }>;

impl<V: SearchedVariant> Knowledge for Draughts<V> {
    type Game = DraughtsPosition<V>;
    type Model = V::Model;
    type Histories = QuietHistories;
    type StackMove = ();
    type Facts = ();
    type Tablebase = Egdb<V>;
    type Picker = SimplePicker<DraughtsMove, MAX_MOVES>;

    /// The longest captures; otherwise killers, then history.
    fn move_score(
        search: &Search<Self>,
        position: &DraughtsPosition<V>,
        ply: usize,
        mv: DraughtsMove,
    ) -> i32 {
        if mv.captures() {
            return 2 * QuietHistories::KILLER + mv.captured.count() as i32;
        }
        let slot = slot(position.side_to_move(), mv);
        search.histories.order(ply, slot, mv)
    }

    /// A position with a capture is never quiet, and neither is one in which the opponent
    /// threatens to capture: one ply more shows whether the threat can be met.
    fn leaf(position: &DraughtsPosition<V>, beyond: usize) -> Leaf {
        let us = position.side_to_move();
        if position.has_capture(us) || !position.has_moves() {
            Leaf::Forced
        } else if beyond == 0 && position.has_capture(!us) {
            Leaf::Deepen
        } else {
            Leaf::Settled
        }
    }

    fn probe_tablebase(
        search: &mut Search<Self>,
        position: &DraughtsPosition<V>,
        ply: usize,
        depth: Depth,
    ) -> Option<(Score, Bound)> {
        endgame_tables::probe(search, position, ply, depth)
    }

    fn rank_root_moves(
        search: &mut Search<Self>,
        task: &SearchTask<DraughtsPosition<V>>,
    ) -> Option<Vec<RankedRootMove<DraughtsMove>>> {
        endgame_tables::rank(search, task)
    }

    fn tablebase_result(tables: &Egdb<V>, position: &DraughtsPosition<V>) -> Option<Outcome> {
        endgame_tables::verdict(tables, position)
    }

    /// A position in which something can be captured has no value of its own.
    fn raw_eval(search: &mut Search<Self>, position: &DraughtsPosition<V>) -> Option<Score> {
        let lively = |side| position.has_capture(side);
        let quiet = V::Model::FINE && !Side::BOTH.into_iter().any(lively);
        quiet.then(|| Score::estimate(search.evaluator.score(position)))
    }

    fn prune_node(
        search: &mut Search<Self>,
        position: &DraughtsPosition<V>,
        node: &mut Node<Self>,
    ) -> Result<Option<Score>, Stopped> {
        let beta = node.window.beta;
        if !V::Model::FINE || node.pv_node || !beta.is_estimate() {
            return Ok(None);
        }
        // So good that no shallow search is likely to spoil it (reverse futility).
        if let Some(eval) = node.tt_adjusted_eval
            && node.depth <= parameters::reverse_depth()
            && eval - parameters::reverse_ply() * node.depth >= beta
        {
            return Ok(Some(eval));
        }
        probable_cut(
            search,
            position,
            node,
            beta + parameters::shallower_margin(),
        )
    }

    /// A quiet move that cannot make up for what is missing is not worth a shallow search (futility).
    fn skip_move(
        _: &Search<Self>,
        _: &DraughtsPosition<V>,
        node: &Node<Self>,
        _: DraughtsMove,
    ) -> Skip {
        if !V::Model::FINE || node.pv_node || node.depth > parameters::futility_depth() {
            return Skip::No;
        }
        let gain = parameters::futility_once() + parameters::futility_ply() * node.depth;
        let hopeless = |eval: Score| eval + gain <= node.alpha;
        if node.eval.is_some_and(hopeless) {
            Skip::NO_BOUND
        } else {
            Skip::No
        }
    }

    /// Late moves are seldom best: a shallower search tells most of them.
    fn reduce(
        search: &Search<Self>,
        position: &DraughtsPosition<V>,
        child: &DraughtsPosition<V>,
        node: &Node<Self>,
        mv: DraughtsMove,
    ) -> Depth {
        if node.depth < 2 || mv.captures() || child.has_capture(child.side_to_move()) {
            return 0;
        }
        let value = search.histories.value(slot(position.side_to_move(), mv));
        let mut less = value * parameters::reduction_history() / 1024;
        if node.pv_node {
            less += parameters::reduction_pv();
        }
        let late = node.lmr_product() * parameters::reduction_growth() as f32;
        (parameters::reduction_base() + late as i32 - less) / 1024
    }

    fn update_histories(
        search: &mut Search<Self>,
        position: &DraughtsPosition<V>,
        node: &Node<Self>,
        _score: Score,
        tried: &[DraughtsMove],
    ) {
        let Some(best) = node.best_move.filter(|mv| !mv.captures()) else {
            return;
        };
        let side = position.side_to_move();
        let bonus = parameters::bonus_square() * node.depth + parameters::bonus_ply();
        let bonus = (bonus * node.depth).min(parameters::bonus_most());
        let slot = |mv| slot(side, mv);
        search.histories.update(node.ply, best, tried, bonus, slot);
    }
}

/// If a shallower search exceeds beta by a margin, the full one is likely to reach beta (ProbCut,
/// Buro 1995).
fn probable_cut<V: SearchedVariant>(
    search: &mut Search<Draughts<V>>,
    position: &DraughtsPosition<V>,
    node: &Node<Draughts<V>>,
    target: Score,
) -> Result<Option<Score>, Stopped> {
    // What has a static value has no capture.
    let forced = || node.eval.is_none() && position.has_capture(position.side_to_move());
    if node.depth < parameters::shallower_from() || !target.is_estimate() || forced() {
        return Ok(None);
    }
    let window = Window::reaches(target);
    let depth = node.depth * parameters::shallower_depth() / 16;
    let score = search.search::<NonPvNode>(position, window, depth, node.ply, node.cut_node)?;
    Ok((score >= target).then_some(score))
}

fn slot(side: Side, mv: DraughtsMove) -> usize {
    side.index() << 12 | usize::from(mv.from) << 6 | usize::from(mv.to)
}
