//! Search knowledge for the draughts family: move ordering, quiescence, endgame tables, pruning, reductions, histories.

use super::egdb::board::{EgdbBoard, ValueLookup};
use super::egdb::tables::Egdb;
use super::endgame_tables::{converts_within, leaves_time};
use super::eval::DraughtsModel;
use super::{Draughts, DraughtsMove, DraughtsPosition, DraughtsVariant, parameters};
use crate::eval::Evaluator;
use crate::game::{Game, Outcome, Side};
use crate::search::node::NonPvNode;
use crate::search::picker::SimplePicker;
use crate::search::root_ranking::{RootRanking, TablebaseClass};
use crate::search::task::SearchTask;
use crate::search::{
    Bound, Depth, Extension, Knowledge, Leaf, MoveHistories, Node, RankedRootMove, Score, Search, Skip, Stopped, Window,
};

/// More legal moves than this need an allocation. Positions full of short kings have fewer.
const USUAL_MOVES: usize = 64;

/// Histories of moves without capture, indexed by side, start and target square.
type QuietHistories = MoveHistories<DraughtsMove, { 2 << 12 }>;

impl<V: DraughtsVariant> Knowledge for Draughts<V> {
    type Game = DraughtsPosition<V>;
    type Model = DraughtsModel<V>;
    type Histories = QuietHistories;
    type StackMove = ();
    type Facts = ();
    type Tablebase = Egdb;
    type Picker = SimplePicker<DraughtsMove, USUAL_MOVES>;

    /// Captures of more pieces first; without captures killers, then the order of the history.
    #[inline]
    fn move_score(search: &Search<Self>, position: &DraughtsPosition<V>, ply: usize, mv: DraughtsMove) -> i32 {
        if mv.captures() {
            return 2 * QuietHistories::KILLER + mv.captured.count() as i32;
        }
        search.histories.order(ply, history_index(position.side_to_move(), mv), mv)
    }

    /// A position with a capture is never quiet: captures are compulsory. If the opponent threatens to capture, the
    /// first ply beyond the horizon is searched too, to see whether the threat can be met.
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

    /// Positions with a capture are left to the search, and so are decided positions that a draw rule may end before they are
    /// converted.
    fn probe_tablebase(
        search: &mut Search<Self>,
        position: &DraughtsPosition<V>,
        ply: usize,
        depth: Depth,
    ) -> Option<(Score, Bound)> {
        let us = position.side_to_move();
        let over = position.pieces(us).is_empty();
        if !search.may_probe(position.occupied().count(), depth) || over || position.has_capture(us) {
            return None;
        }
        let board = EgdbBoard::of(position);
        let value = search.tablebase.value_of_quiet(&board.pieces);
        let is_sure = value == Outcome::Draw || leaves_time(&search.tablebase, position, &board);
        if !is_sure {
            return None;
        }
        search.tb_hits += 1;
        Some(TablebaseClass::of(value).score(ply))
    }

    fn rank_root_moves(
        search: &mut Search<Self>,
        task: &SearchTask<DraughtsPosition<V>>,
    ) -> Option<Vec<RankedRootMove<DraughtsMove>>> {
        let root = task.position;
        if !search.may_rank_root(root.occupied().count()) {
            return None;
        }
        let tables = &search.tablebase;
        let board = EgdbBoard::of(root);
        let is_drawn = tables.probe(&board)? == Outcome::Draw;
        let in_time = || leaves_time(tables, root, &board) || converts_within(tables, &board, root.plies_to_draw());
        if !is_drawn && !in_time() {
            return None;
        }
        let past = task.keys();
        let converts = |_, child: &DraughtsPosition<V>| Self::is_conversion(root, child);
        let ranked = |by_distance: bool| {
            let probe = |child: &DraughtsPosition<V>| {
                let board = EgdbBoard::of(child);
                let value = tables.probe(&board)?;
                let counts = by_distance && value != Outcome::Draw;
                let plies = if counts { tables.distance(&board)? } else { 0 };
                Some((TablebaseClass::of(value), plies.into()))
            };
            RootRanking::of(task, &past, probe, converts)
        };
        let by_distance = ranked(true);
        let known = by_distance.is_some();
        let moves = by_distance.or_else(|| ranked(false))?;
        search.tb_hits += task.request.moves.len() as u64;
        if known || moves.class() == TablebaseClass::DRAW {
            // The result is safe. Without probes the search can prefer the move that sets the opponent more problems.
            search.probe_limit = 0;
        }
        Some(moves.into_root_moves(task.request.multi_pv, known, true))
    }

    /// Whether the move captures or promotes.
    fn is_conversion(position: &DraughtsPosition<V>, child: &DraughtsPosition<V>) -> bool {
        let counts = |it: &DraughtsPosition<V>| (it.occupied().count(), it.kings.count());
        counts(position) != counts(child)
    }

    fn first_step(position: &DraughtsPosition<V>, mv: DraughtsMove) -> usize {
        position.first_step(mv)
    }

    /// `None` if either side can capture: then a static evaluation says little. So does a coarse evaluation.
    fn raw_eval(search: &mut Search<Self>, position: &DraughtsPosition<V>) -> Option<Score> {
        let us = position.side_to_move();
        let quiet = !position.has_capture(us) && !position.has_capture(!us);
        let known = quiet && !search.evaluator.coarse();
        known.then(|| Score::estimate(search.evaluator.score(position)))
    }

    fn prune_node(
        search: &mut Search<Self>,
        position: &DraughtsPosition<V>,
        node: &mut Node<Self>,
    ) -> Result<Option<Score>, Stopped> {
        let beta = node.window.beta;
        // A coarse evaluation must not lead to ProbCut either.
        if node.pv_node || !beta.is_estimate() || search.evaluator.coarse() {
            return Ok(None);
        }
        // Reverse futility pruning: the evaluation is so far above beta that a shallow search would hardly change that.
        if let Some(eval) = node.tt_adjusted_eval
            && node.depth <= parameters::rfp_depth()
            && eval - parameters::rfp_margin() * node.depth >= beta
        {
            return Ok(Some(eval));
        }
        probcut(search, position, node, beta + parameters::probcut_margin())
    }

    /// Futility pruning: at low depth, moves without capture are skipped if the evaluation is too far below alpha.
    fn skip_move(_: &Search<Self>, _: &DraughtsPosition<V>, node: &Node<Self>, _: DraughtsMove) -> Skip {
        if node.pv_node || node.depth > parameters::futility_depth() {
            return Skip::No;
        }
        let gain = parameters::futility_base() + parameters::futility_factor() * node.depth;
        if node.eval.is_some_and(|eval| eval + gain <= node.alpha) { Skip::NO_BOUND } else { Skip::No }
    }

    /// A capture that is the only legal move is searched one ply deeper, as in Letouzey's Scan: there is nothing to choose, and
    /// exchanges would use up the depth. With a coarse evaluation no move is extended, so that depths are those of its thesis.
    fn extend(
        search: &mut Search<Self>,
        position: &DraughtsPosition<V>,
        _child: &DraughtsPosition<V>,
        node: &Node<Self>,
        mv: DraughtsMove,
    ) -> Result<Extension, Stopped> {
        let may_extend = search.may_extend(node.ply) && !search.evaluator.coarse();
        let is_only = || node.move_count == 0 && mv.captures() && position.count_moves() == 1;
        Ok(Extension::By((may_extend && is_only()).into()))
    }

    /// Late-move reduction: late moves are seldom best, so they are first searched to a smaller depth.
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
        let value = search.histories.value(history_index(position.side_to_move(), mv));
        let mut less = value * parameters::lmr_history() / 1024;
        if node.pv_node {
            less += parameters::lmr_pv();
        }
        let late = node.lmr_product() * parameters::lmr_factor() as f32;
        // No extensions.
        ((parameters::lmr_base() + late as i32 - less) / 1024).max(0)
    }

    fn update_histories(
        search: &mut Search<Self>,
        position: &DraughtsPosition<V>,
        node: &Node<Self>,
        _score: Score,
        tried: &[DraughtsMove],
    ) {
        let Some(best) = node.best_move.filter(|mv| !mv.captures()) else { return };
        let side = position.side_to_move();
        let bonus = parameters::history_bonus_quadratic() * node.depth + parameters::history_bonus_linear();
        let bonus = (bonus * node.depth).min(parameters::history_bonus_max());
        search.histories.update(node.ply, best, tried, bonus, |mv| history_index(side, mv));
    }
}

/// ProbCut (Buro 1995): if a shallower search reaches beta plus a margin, a full search will probably reach beta.
fn probcut<V: DraughtsVariant>(
    search: &mut Search<Draughts<V>>,
    position: &DraughtsPosition<V>,
    node: &Node<Draughts<V>>,
    target: Score,
) -> Result<Option<Score>, Stopped> {
    // A position with a static evaluation has no capture.
    let forced = || node.eval.is_none() && position.has_capture(position.side_to_move());
    if node.depth < parameters::probcut_min_depth() || !target.is_estimate() || forced() {
        return Ok(None);
    }
    let window = Window::reaches(target);
    let depth = node.depth * parameters::probcut_depth() / 16;
    let score = search.search::<NonPvNode>(position, window, depth, node.ply, node.cut_node)?;
    Ok((score >= target).then_some(score))
}

fn history_index(side: Side, mv: DraughtsMove) -> usize {
    side.index() << 12 | usize::from(mv.from) << 6 | usize::from(mv.to)
}
