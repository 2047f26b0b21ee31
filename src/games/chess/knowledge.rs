//! Search knowledge for chess: evaluation, move ordering, pruning, endgame tables.

use super::attack_info::AttackInfo;
use super::cuckoo::has_reversible_move;
use super::eval::ChessModel;
use super::histories::{ChessHistories, MadeMove};
use super::picker::MovePicker;
use super::{Chess, ChessMove, ChessPosition, bare_king, node_pruning, selectivity};
use crate::eval::Evaluator;
#[cfg(feature = "syzygy")]
use crate::game::Outcome;
use crate::game::{Game, Key, mix};
#[cfg(feature = "syzygy")]
use crate::search::{Bound, RankedRootMove, TablebaseValue, task::SearchTask};
use crate::search::{Depth, Extension, Knowledge, Leaf, Node, Score, Search, Skip, Stopped};

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

    #[cfg(feature = "syzygy")]
    fn tablebase_result(tables: &Self::Tablebase, position: &ChessPosition) -> Option<Outcome> {
        super::syzygy_probe::result(tables, position)
    }

    #[cfg(feature = "syzygy")]
    fn tablebase_value(tables: &Self::Tablebase, position: &ChessPosition) -> Option<TablebaseValue> {
        super::syzygy_probe::value(tables, position)
    }

    fn is_conversion(_: &ChessPosition, child: &ChessPosition) -> bool {
        child.clock() == 0
    }

    fn raw_eval(search: &mut Search<Chess>, position: &ChessPosition) -> Option<Score> {
        if position.in_check() {
            return None;
        }
        let evaluated = || Score::estimate(search.evaluator.score(position));
        Some(bare_king::evaluate(position).unwrap_or_else(evaluated))
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

    fn prune_node(
        search: &mut Search<Chess>,
        position: &ChessPosition,
        node: &mut Node<Chess>,
    ) -> Result<Option<Score>, Stopped> {
        node_pruning::prune_node(search, position, node)
    }

    fn skip_move(search: &Search<Chess>, position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> Skip {
        selectivity::skip_move(search, position, node, mv)
    }

    fn extend(
        search: &mut Search<Chess>,
        position: &ChessPosition,
        _child: &ChessPosition,
        node: &Node<Chess>,
        mv: ChessMove,
    ) -> Result<Extension, Stopped> {
        selectivity::extend(search, position, node, mv)
    }

    fn reduce(
        search: &Search<Chess>,
        position: &ChessPosition,
        child: &ChessPosition,
        node: &Node<Chess>,
        mv: ChessMove,
    ) -> Depth {
        selectivity::reduce(search, position, child, node, mv)
    }

    fn re_search_extension(node: &Node<Chess>, score: Score) -> Depth {
        selectivity::re_search_extension(node, score)
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
