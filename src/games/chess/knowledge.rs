//! Search knowledge for chess: evaluation, move ordering, pruning, endgame tables.

use super::attack_info::AttackInfo;
use super::cuckoo::has_reversible_move;
use super::eval::ChessModel;
use super::histories::{ChessHistories, MadeMove};
use super::node_pruning::{hindsight, null_move, razor, reverse_futility};
use super::picker::MovePicker;
use super::selectivity::{
    base_reduction, is_shallow, quiet_history, skip_if, skip_in_quiescence, skip_noisy, skip_quiet, tt_move_is_capture,
};
use super::{Chess, ChessMove, ChessPosition, bare_king, parameters};
use crate::eval::Evaluator;
use crate::game::{Game, Key, mix};
use crate::search::node::NonPvNode;
use crate::search::{Bound, Depth, Extension, Knowledge, Leaf, Node, Score, Search, Skip, Stopped, TtEntry, Window};
#[cfg(feature = "syzygy")]
use crate::search::{RankedRootMove, task::SearchTask};

/// The scale of the logistic win/draw/loss model, in pawns; fitted to self-play games at 1+0.01 seconds. With an advantage of one
/// pawn, half of these games are won.
const WDL_SCALE: f64 = 78.0 / 164.0;

impl Knowledge for Chess {
    type Game = ChessPosition;
    type Model = ChessModel;
    type Histories = ChessHistories;
    type StackMove = MadeMove;
    type Facts = AttackInfo;
    #[cfg(feature = "syzygy")]
    type Tablebase = super::syzygy::SyzygyTables;
    #[cfg(not(feature = "syzygy"))]
    type Tablebase = ();
    type Picker = MovePicker;

    fn stack_move(position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> MadeMove {
        MadeMove::of(position, &node.facts, mv)
    }

    #[inline]
    fn prefetch(search: &Search<Chess>, child: &ChessPosition) {
        search.histories.prefetch(child);
    }

    fn tactical_moves(position: &ChessPosition, mut listener: impl FnMut(ChessMove)) {
        position.for_each_move(|mv| {
            if position.is_noisy(mv) {
                listener(mv)
            }
        })
    }

    fn leaf(position: &ChessPosition, _beyond: usize) -> Leaf {
        if position.in_check() { Leaf::Forced } else { Leaf::StandPat }
    }

    /// Against a bare king the key depends on the fifty-move counter. The same positions occur again and again
    /// there, and entries from earlier moves would let the search put off the mate for ever.
    fn tt_key(position: &ChessPosition) -> Key {
        let key = position.key();
        if !bare_king::is_lost(position) {
            return key;
        }
        Key(key.0 ^ mix(position.clock().into()))
    }

    #[cfg(feature = "syzygy")]
    fn probe_tablebase(
        search: &mut Search<Chess>,
        position: &ChessPosition,
        ply: usize,
        depth: Depth,
    ) -> Option<(Score, Bound)> {
        super::syzygy_probe::probe(search, position, ply, depth)
    }

    #[cfg(feature = "syzygy")]
    fn rank_root_moves(
        search: &mut Search<Chess>,
        task: &SearchTask<ChessPosition>,
    ) -> Option<Vec<RankedRootMove<ChessMove>>> {
        super::syzygy_probe::rank_root_moves(search, task)
    }

    fn is_conversion(_: &ChessPosition, child: &ChessPosition) -> bool {
        child.clock() == 0
    }

    fn raw_eval(search: &mut Search<Chess>, position: &ChessPosition) -> Option<Score> {
        if position.in_check() {
            return None;
        }
        Some(bare_king::evaluate(position).unwrap_or_else(|| Score::estimate(search.evaluator.score(position))))
    }

    /// By a logistic model of the results of self-play games.
    fn wdl(score: Score, pawn_value: i32) -> Option<[u16; 3]> {
        let wins = |score: Score| match f64::from(score.value()) / f64::from(pawn_value) {
            _ if score.is_win() => 1000.0,
            _ if score.is_loss() => 0.0,
            pawns => 1000.0 / (1.0 + ((1.0 - pawns) / WDL_SCALE).exp()),
        };
        let [win, loss] = [score, -score].map(|score| wins(score).round() as u16);
        Some([win, 1000_u16.saturating_sub(win + loss), loss])
    }

    fn upcoming_repetition(position: &ChessPosition, difference: Key) -> bool {
        has_reversible_move(position, difference)
    }

    /// Adds the correction histories, and scales the sum down as the fifty-move counter rises. Against a bare
    /// king the evaluation stays as it is: there, small differences lead to the mate.
    fn corrected_eval(search: &Search<Chess>, position: &ChessPosition, ply: usize, raw: Score) -> Score {
        if bare_king::is_lost(position) {
            return raw;
        }
        let value = raw.value() + search.histories.correction(position, search.last_moves(ply));
        Score::estimate(value * (200 - i32::from(position.clock().min(100))) / 200)
    }

    /// By reverse futility, razoring or a null move. May change the depth of the node.
    fn prune_node(
        search: &mut Search<Chess>,
        position: &ChessPosition,
        node: &mut Node<Chess>,
    ) -> Result<Option<Score>, Stopped> {
        if node.excluded.is_some() {
            return Ok(None);
        }
        // Internal iterative reduction: a shallower search finds a move to begin with (Schröder's Rebel, 1999).
        let no_tt_move = node.tt_entry.is_none_or(|entry| entry.move_code == TtEntry::NO_MOVE);
        if no_tt_move && node.depth >= parameters::iir_depth() && (node.pv_node || node.cut_node) {
            node.depth -= 1;
        }
        hindsight(search, node);
        let Some(eval) = node.tt_adjusted_eval else { return Ok(None) };
        let beta = node.window.beta;
        if node.pv_node || !beta.is_estimate() || !eval.is_estimate() {
            return Ok(None);
        }
        if reverse_futility(position, node, eval) {
            return Ok(Some(Score::estimate((eval.value() + beta.value()) / 2)));
        }
        if let Some(score) = razor(search, position, node, eval)? {
            return Ok(Some(score));
        }
        null_move(search, position, node, eval)
    }

    fn skip_move(search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> Skip {
        let noisy = position.is_noisy(mv);
        if node.depth == 0 {
            skip_in_quiescence(position, node, mv, noisy)
        } else if noisy {
            skip_noisy(search, position, node, mv)
        } else if node.facts.check_info(position).gives_check(position, mv) {
            // Many combinations begin with a quiet check that gives up material.
            let margin = parameters::see_check_margin() * node.depth;
            skip_if(is_shallow(node.depth) && !node.facts.see_quiet(position, mv, -margin))
        } else {
            skip_quiet(search, position, node, mv)
        }
    }

    /// Singular extension: the transposition table's move is searched deeper if all other moves are clearly worse
    /// (Anantharaman, Campbell and Hsu 1988; for the table's move alone, after Stockfish). If they are not, the
    /// node may be cut off (multi-cut), or the move is searched shallower.
    fn extend(
        search: &mut Search<Chess>,
        position: &ChessPosition,
        _child: &ChessPosition,
        node: &Node<Chess>,
        mv: ChessMove,
    ) -> Result<Extension, Stopped> {
        let tt_entry = node.tt_entry.filter(|entry| entry.move_code == ChessPosition::code(mv));
        let Some(tt_entry) = tt_entry else { return Ok(Extension::By(0)) };
        let tt_score = tt_entry.score_at(node.ply);
        let reliable = matches!(tt_entry.bound, Bound::Lower | Bound::Exact)
            && Depth::from(tt_entry.depth) >= node.depth - 3
            && tt_score.is_estimate();
        let allowed = node.depth >= parameters::singular_depth()
            && search.may_extend(node.ply)
            && node.excluded.is_none()
            && node.ply > 0;
        if !reliable || !allowed {
            return Ok(Extension::By(0));
        }
        let singular_beta = tt_score - node.depth * parameters::singular_margin() / 16;
        let depth = (node.depth - 1) / 2;
        search.stack[node.ply].excluded = Some(mv);
        let others =
            search.search::<NonPvNode>(position, Window::reaches(singular_beta), depth, node.ply, node.cut_node);
        search.stack[node.ply].excluded = None;
        let others = others?;
        let double_beta = singular_beta - parameters::double_extension_margin();
        Ok(if !node.pv_node && others < double_beta {
            Extension::By(2)
        } else if others < singular_beta {
            Extension::By(1)
        } else if singular_beta >= node.window.beta {
            // Several moves reach beta, so the node probably does.
            Extension::Cutoff(singular_beta)
        } else if tt_score >= node.window.beta {
            Extension::By(-2)
        } else if node.cut_node {
            Extension::By(-1)
        } else {
            Extension::By(0)
        })
    }

    /// The late-move reduction in plies, for every move but the first (after Romstad's Glaurung, 2005). A negative
    /// reduction is an extension (Stockfish, 2021). It occurs mostly for the second move of a PV node,
    /// killers, checks, and moves with a good history.
    fn reduce(
        search: &Search<Chess>,
        position: &ChessPosition,
        child: &ChessPosition,
        node: &Node<Chess>,
        mv: ChessMove,
    ) -> Depth {
        // At most one ply is left after the move, which is never reduced or extended.
        if node.depth < 3 {
            return 0;
        }
        let histories = &search.histories;
        let mut reduction = base_reduction(node);
        if position.is_noisy(mv) {
            reduction -= histories.capture_score(position, mv) / parameters::lmr_capture_history_divisor();
            reduction -= parameters::lmr_noisy();
        } else {
            reduction -= quiet_history(search, position, node, mv) / parameters::lmr_history_divisor();
            if histories.killers(node.ply).contains(&Some(mv)) {
                reduction -= parameters::lmr_killer();
            }
            if tt_move_is_capture(position, node) {
                reduction += parameters::lmr_tt_capture();
            }
        }
        let terms = [
            (node.cut_node, parameters::lmr_cut_node()),
            (!node.improving, parameters::lmr_not_improving()),
            (node.best_move.is_some(), parameters::lmr_alpha_raised()),
            (node.tt_pv, -parameters::lmr_tt_pv()),
            (node.pv_node, -parameters::lmr_pv_node()),
            (child.in_check(), -parameters::lmr_check()),
        ];
        let sum: i32 = terms.iter().map(|&(holds, amount)| if holds { amount } else { 0 }).sum();
        (reduction + sum) / 1024
    }

    fn re_search_extension(node: &Node<Chess>, score: Score) -> Depth {
        let deeper = score > node.alpha + parameters::deeper_margin();
        let shallower = score < node.alpha + parameters::shallower_margin();
        Depth::from(deeper) - Depth::from(shallower)
    }

    fn update_histories(
        search: &mut Search<Chess>,
        position: &ChessPosition,
        node: &Node<Chess>,
        score: Score,
        tried: &[ChessMove],
    ) {
        search.histories.update(position, node, search.last_moves(node.ply), score, tried);
    }
}
