//! What the search should know of chess.

use super::attack_info::AttackInfo;
use super::eval::ChessModel;
use super::histories::{Histories, MadeMove};
use super::parameters;
use super::picker::MovePicker;
use super::undo::linked;
use super::{ChessMove, ChessPosition, bare_king, prune, reduce, skip};
use crate::eval::Evaluator;
#[cfg(feature = "syzygy")]
use crate::game::Outcome;
use crate::game::{Game, Key, mix};
use crate::search::node::NonPvNode;
use crate::search::{
    Bound, Depth, Extension, Knowledge, Leaf, Node, Score, Search, Skip, Stopped, Window,
};
#[cfg(feature = "syzygy")]
use crate::search::{RankedRootMove, task::SearchTask};
use std::ops::ControlFlow;

/// Chess, to the search.
pub enum Chess {}

/// How fast the chances of a win change around a pawn, by games of 1+0.01 between equals, in hundredths
/// of the evaluation's pawn.
const SPREAD: f64 = 78.0;

impl Knowledge for Chess {
    type Game = ChessPosition;
    type Model = ChessModel;
    type Histories = Histories;
    type StackMove = MadeMove;
    type Facts = AttackInfo;
    #[cfg(feature = "syzygy")]
    type Tablebase = super::syzygy::SyzygyTables;
    #[cfg(not(feature = "syzygy"))]
    type Tablebase = ();
    type Picker = MovePicker;

    /// A pawn wins every second game, by games of 1+0.01 between equals.
    const PAWN_VALUE: i32 = 164;

    fn stack_move(position: &ChessPosition, node: &Node<Chess>, mv: ChessMove) -> MadeMove {
        MadeMove::of(position, &node.facts, mv)
    }

    #[inline]
    fn prefetch(search: &Search<Chess>, child: &ChessPosition) {
        search.histories.prepare(child);
    }

    fn tactical_moves<B>(
        position: &ChessPosition,
        mut listener: impl FnMut(ChessMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.visit_moves(|mv| match position.is_noisy(mv) {
            true => listener(mv),
            false => ControlFlow::Continue(()),
        })
    }

    fn leaf(position: &ChessPosition, _beyond: usize) -> Leaf {
        match position.in_check() {
            true => Leaf::Forced,
            false => Leaf::StandPat,
        }
    }

    /// Against a bare king the same positions come again and again. What was found about them some
    /// moves ago would say again and again that the way to the mate can wait, so it is not found.
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
        super::endgame::probe(search, position, ply, depth)
    }

    #[cfg(feature = "syzygy")]
    fn rank_root_moves(
        search: &mut Search<Chess>,
        task: &SearchTask<ChessPosition>,
    ) -> Option<Vec<RankedRootMove<ChessMove>>> {
        super::endgame::rank(search, task)
    }

    #[cfg(feature = "syzygy")]
    fn tablebase_result(tables: &Self::Tablebase, position: &ChessPosition) -> Option<Outcome> {
        super::endgame::verdict(tables, position)
    }

    fn raw_eval(search: &mut Search<Chess>, position: &ChessPosition) -> Option<Score> {
        if position.in_check() {
            return None;
        }
        let evaluated = || Score::estimate(search.evaluator.score(position));
        Some(bare_king::value(position).unwrap_or_else(evaluated))
    }

    /// The share of games between equals that were won, lost and drawn at such a score.
    fn wdl(score: Score) -> Option<[u16; 3]> {
        let wins = |score: Score| match score.value() {
            _ if score.is_win() => 1000.0,
            _ if score.is_loss() => 0.0,
            value => 1000.0 / (1.0 + (f64::from(Self::PAWN_VALUE - value) / SPREAD).exp()),
        };
        let [win, loss] = [score, -score].map(|score| wins(score).round() as u16);
        Some([win, 1000_u16.saturating_sub(win + loss), loss])
    }

    fn upcoming_repetition(position: &ChessPosition, difference: Key) -> bool {
        linked(position, difference)
    }

    /// Adds the correction histories, and scales the sum down as the fifty-move counter rises. Neither
    /// is done against a bare king, where small differences show the way to the mate.
    fn corrected_eval(
        search: &Search<Chess>,
        position: &ChessPosition,
        ply: usize,
        raw: Score,
    ) -> Score {
        if bare_king::is_lost(position) {
            return raw;
        }
        let value = raw.value()
            + search
                .histories
                .correction(position, search.last_moves(ply));
        Score::estimate(value * (200 - i32::from(position.clock().min(100))) / 200)
    }

    fn prune_node(
        search: &mut Search<Chess>,
        position: &ChessPosition,
        node: &mut Node<Chess>,
    ) -> Result<Option<Score>, Stopped> {
        prune::prune(search, position, node)
    }

    fn skip_move(
        search: &Search<Chess>,
        position: &ChessPosition,
        node: &Node<Chess>,
        mv: ChessMove,
    ) -> Skip {
        skip::skip(search, position, node, mv)
    }

    /// The table's move is searched deeper if all others are clearly worse (singular extension,
    /// Anantharaman, Campbell and Hsu 1988; by the table's move alone, after Stockfish).
    fn extend(
        search: &mut Search<Chess>,
        position: &ChessPosition,
        _child: &ChessPosition,
        node: &Node<Chess>,
        mv: ChessMove,
    ) -> Result<Extension, Stopped> {
        let none = Ok(Extension::By(0));
        let Some(hit) = node
            .tt_entry
            .filter(|hit| hit.move_code == ChessPosition::code(mv))
        else {
            return none;
        };
        let score = hit.score_at(node.ply);
        let known = matches!(hit.bound, Bound::Lower | Bound::Exact)
            && Depth::from(hit.depth) >= node.depth - 3
            && score.is_estimate();
        let shallow =
            node.depth < parameters::singular_from() || node.ply as Depth >= 2 * search.root_depth;
        if shallow || !known || node.excluded.is_some() || node.ply == 0 {
            return none;
        }
        let target = score - node.depth * parameters::singular_ply() / 16;
        search.stack[node.ply].excluded = Some(mv);
        let window = Window::reaches(target);
        let others = search.search::<NonPvNode>(
            position,
            window,
            (node.depth - 1) / 2,
            node.ply,
            node.cut_node,
        );
        search.stack[node.ply].excluded = None;
        let others = others?;
        Ok(match () {
            () if !node.pv_node && others < target - parameters::singular_double() => {
                Extension::By(2)
            }
            () if others < target => Extension::By(1),
            // Several moves reach beta: so will this node.
            () if target >= node.window.beta => Extension::Cutoff(target),
            () if score >= node.window.beta => Extension::By(-2),
            () if node.cut_node => Extension::By(-1),
            () => Extension::By(0),
        })
    }

    fn reduce(
        search: &Search<Chess>,
        position: &ChessPosition,
        child: &ChessPosition,
        node: &Node<Chess>,
        mv: ChessMove,
    ) -> Depth {
        reduce::reduce(search, position, child, node, mv)
    }

    fn re_search_extension(node: &Node<Chess>, score: Score) -> Depth {
        let deeper = score > node.alpha + parameters::again_deeper();
        let shallower = score < node.alpha + parameters::again_shallower();
        Depth::from(deeper) - Depth::from(shallower)
    }

    fn update_histories(
        search: &mut Search<Chess>,
        position: &ChessPosition,
        node: &Node<Chess>,
        score: Score,
        tried: &[ChessMove],
    ) {
        let traces = search.last_moves(node.ply);
        search.histories.learn(position, node, traces, score, tried);
    }
}
