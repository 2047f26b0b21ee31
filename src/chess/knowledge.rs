//! What the search should know of chess.

use super::eval::{Choice, Chosen};
use super::memory::{Memory, Trace};
use super::parameters;
use super::picker::Staged;
use super::undo::linked;
use super::{EXCHANGE_VALUES, Move, Piece, Position};
use crate::board::Bitset;
use crate::eval::Evaluator;
use crate::game::{Game, Key, Side};
use crate::search::node::Null;
use crate::search::{
    Bound, Depth, Entry, Extension, Knowledge, Leaf, Node, Score, Search, Skip, Stopped, Window,
};
#[cfg(feature = "syzygy")]
use crate::search::{Ranked, deepen::Task};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Chess, to the search.
pub enum Chess {}

/// The score at which every second game is won, by games of 10,000 nodes a move.
const EVEN_CHANCE: i32 = 115;

/// How fast the chances change around that score, in hundredths of a pawn.
const SPREAD: f64 = 91.0;

impl Knowledge for Chess {
    type Game = Position;
    type Model = Choice;
    type Eval = Chosen;
    type Memory = Memory;
    type Trace = Trace;
    #[cfg(feature = "syzygy")]
    type Tables = super::syzygy::Syzygy;
    #[cfg(not(feature = "syzygy"))]
    type Tables = ();
    type Picker = Staged;

    fn evaluator(model: &Arc<Choice>) -> Chosen {
        model.evaluator()
    }

    fn trace(position: &Position, mv: Move) -> Trace {
        Trace::of(position, mv)
    }

    fn tactical<B>(
        position: &Position,
        mut listener: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        position.visit(|mv| match position.is_noisy(mv) {
            true => listener(mv),
            false => ControlFlow::Continue(()),
        })
    }

    fn leaf(position: &Position, _beyond: usize) -> Leaf {
        match position.in_check() {
            true => Leaf::Forced,
            false => Leaf::StandPat,
        }
    }

    #[cfg(feature = "syzygy")]
    fn probe(
        search: &mut Search<Chess>,
        position: &Position,
        ply: usize,
        depth: Depth,
    ) -> Option<(Score, Bound)> {
        super::endgame::probe(search, position, ply, depth)
    }

    #[cfg(feature = "syzygy")]
    fn rank(search: &mut Search<Chess>, task: &Task<Position>) -> Option<Vec<Ranked<Move>>> {
        super::endgame::rank(search, task)
    }

    fn judge(search: &mut Search<Chess>, position: &Position) -> Option<Score> {
        (!position.in_check()).then(|| Score::estimate(search.eval.score(position)))
    }

    /// The share of games between equals that were won, lost and drawn at such a score.
    fn chances(score: Score) -> Option<[u16; 3]> {
        let wins = |score: Score| match score.value() {
            _ if score.is_win() => 1000.0,
            _ if score.is_loss() => 0.0,
            value => 1000.0 / (1.0 + (f64::from(EVEN_CHANCE - value) / SPREAD).exp()),
        };
        let [win, loss] = [score, -score].map(|score| wins(score).round() as u16);
        Some([win, 1000_u16.saturating_sub(win + loss), loss])
    }

    fn linked(position: &Position, difference: Key) -> bool {
        linked(position, difference)
    }

    /// What similar positions taught, and less the nearer the fifty-move rule comes.
    fn correct(search: &Search<Chess>, position: &Position, ply: usize, raw: Score) -> Score {
        let [last] = search.traces(ply);
        let value = raw.value() + search.memory.correction(position, last);
        Score::estimate(value * (200 - i32::from(position.clock().min(100))) / 200)
    }

    fn prune(
        search: &mut Search<Chess>,
        position: &Position,
        node: &mut Node<Move>,
    ) -> Result<Option<Score>, Stopped> {
        let unknown = node.hit.is_none_or(|hit| hit.code == Entry::NO_MOVE);
        // Without a move to begin with, a shallower search finds one (Schröder's Rebel, 1999).
        if unknown
            && node.depth >= parameters::internal_from()
            && (node.pv || node.cut)
            && node.excluded.is_none()
        {
            node.depth -= 1;
        }
        let Some(eval) = node.estimate else {
            return Ok(None);
        };
        let beta = node.window.beta;
        if node.pv || node.excluded.is_some() || !beta.is_estimate() || !eval.is_estimate() {
            return Ok(None);
        }
        // So good that no shallow search is likely to spoil it (reverse futility).
        let margin = parameters::reverse_ply() * (node.depth - Depth::from(node.improving));
        if node.depth <= parameters::reverse_depth() && eval - margin >= beta {
            return Ok(Some(Score::estimate((eval.value() + beta.value()) / 2)));
        }
        if let Some(score) = razor(search, position, node, eval)? {
            return Ok(Some(score));
        }
        null_move(search, position, node, eval)
    }

    fn skip(search: &Search<Chess>, position: &Position, node: &Node<Move>, mv: Move) -> Skip {
        match (node.depth, position.is_noisy(mv)) {
            (0, noisy) => skip_in_quiescence(position, node, mv, noisy),
            (depth, true)
                if depth <= 8 && !position.see(mv, -parameters::capture_loss() * depth) =>
            {
                Skip::This
            }
            (_, true) => Skip::No,
            // Many a combination begins with material given up for a quiet check.
            (depth, false) if position.gives_check(mv) => {
                match depth > 8 || position.see(mv, -parameters::check_loss() * depth) {
                    true => Skip::No,
                    false => Skip::This,
                }
            }
            (_, false) => skip_quiet(search, position, node, mv),
        }
    }

    /// The table's move is searched deeper if all others are clearly worse (singular extension,
    /// Anantharaman, Campbell and Hsu 1988; by the table's move alone, after Stockfish).
    fn extend(
        search: &mut Search<Chess>,
        position: &Position,
        _child: &Position,
        node: &Node<Move>,
        mv: Move,
    ) -> Result<Extension, Stopped> {
        let none = Ok(Extension::By(0));
        let Some(hit) = node.hit.filter(|hit| hit.code == Position::code(mv)) else {
            return none;
        };
        let score = hit.score_at(node.ply);
        let known = matches!(hit.bound, Bound::Lower | Bound::Exact)
            && Depth::from(hit.depth) >= node.depth - 3
            && score.is_estimate();
        let shallow =
            node.depth < parameters::singular_from() || node.ply as Depth >= 2 * search.iteration;
        if shallow || !known || node.excluded.is_some() || node.ply == 0 {
            return none;
        }
        let target = score - node.depth * parameters::singular_ply() / 16;
        search.frames[node.ply].excluded = Some(mv);
        let window = Window::reaches(target);
        let others =
            search.search::<Null>(position, window, (node.depth - 1) / 2, node.ply, node.cut);
        search.frames[node.ply].excluded = None;
        let others = others?;
        Ok(match () {
            () if !node.pv && others < target - parameters::singular_double() => Extension::By(2),
            () if others < target => Extension::By(1),
            // Several moves reach beta: so will this node.
            () if target >= node.window.beta => Extension::Cut(target),
            () if score >= node.window.beta => Extension::By(-2),
            () if node.cut => Extension::By(-1),
            () => Extension::By(0),
        })
    }

    /// Late moves are seldom best: a shallower search tells most of them (late-move reductions,
    /// after Romstad's Glaurung, 2005).
    fn reduce(
        search: &Search<Chess>,
        position: &Position,
        child: &Position,
        node: &Node<Move>,
        mv: Move,
    ) -> Depth {
        if node.depth < 2 {
            return 0;
        }
        let less_if = |yes: bool, much: i32| if yes { -much } else { 0 };
        let mut reduction = logarithmic(node);
        match position.is_noisy(mv) {
            true => {
                let value = search.memory.noisy(position, mv);
                reduction -= parameters::reduction_noisy();
                reduction -= value / parameters::reduction_noisy_history();
            }
            false => {
                let value = search.memory.quiet(position, search.traces(node.ply), mv);
                reduction -= value / parameters::reduction_history();
                let killer = search.memory.is_killer(node.ply, mv);
                reduction += less_if(killer, parameters::reduction_killer())
                    - less_if(
                        known_capture(position, node),
                        parameters::reduction_captures(),
                    );
            }
        }
        let often_cut = search.frames[node.ply + 1].cutoffs > 3;
        reduction += less_if(node.near_pv, parameters::reduction_near_pv())
            + less_if(node.pv, parameters::reduction_pv())
            + less_if(child.in_check(), parameters::reduction_check())
            - less_if(node.cut, parameters::reduction_cut())
            - less_if(!node.improving, parameters::reduction_worse())
            - less_if(often_cut, parameters::reduction_cutoffs());
        reduction / 1024
    }

    fn again(node: &Node<Move>, score: Score) -> Depth {
        let deeper = score > node.low + parameters::again_deeper();
        let shallower = score < node.low + parameters::again_shallower();
        Depth::from(deeper) - Depth::from(shallower)
    }

    fn learn(
        search: &mut Search<Chess>,
        position: &Position,
        node: &Node<Move>,
        score: Score,
        tried: &[Move],
    ) {
        let traces = search.traces(node.ply);
        search.memory.learn(position, node, traces, score, tried);
    }
}

/// So bad that only captures could help: quiescence tells whether they do (Birmingham and Kent,
/// 1977).
fn razor(
    search: &mut Search<Chess>,
    position: &Position,
    node: &Node<Move>,
    eval: Score,
) -> Result<Option<Score>, Stopped> {
    let margin = parameters::razor_once() + parameters::razor_square() * node.depth * node.depth;
    let alpha = node.window.alpha;
    if node.depth > parameters::razor_depth() || !alpha.is_estimate() || eval + margin >= alpha {
        return Ok(None);
    }
    let score = search.search::<Null>(position, node.window, 0, node.ply, node.cut)?;
    Ok((score <= alpha).then_some(score))
}

/// If not even giving up the move drops the score below beta, some move will keep it there
/// (null move: Beal 1989, Donninger 1993). With pawns alone it would not be safe: zugzwang; for
/// the same reason a deep search is verified without null moves.
fn null_move(
    search: &mut Search<Chess>,
    position: &Position,
    node: &Node<Move>,
    eval: Score,
) -> Result<Option<Score>, Stopped> {
    let beta = node.window.beta;
    let safe = pieces(position, position.side()).any();
    if node.after_null
        || node.depth < 3
        || eval < beta
        || !safe
        || node.ply < search.memory.verified_from
    {
        return Ok(None);
    }
    let surplus = (eval.value() - beta.value()) / parameters::null_surplus();
    let depth = node.depth - 4 - node.depth / 4 - surplus.min(3);
    let child = position.null();
    let window = Window::reaches(beta);
    let score = search.descend_null(position, &child, node.ply, |search| {
        Ok(-search.search::<Null>(&child, -window, depth, node.ply + 1, !node.cut)?)
    })?;
    if score < beta {
        return Ok(None);
    }
    let score = if score.is_estimate() { score } else { beta };
    if node.depth < 14 || search.memory.verified_from > 0 {
        return Ok(Some(score));
    }
    search.memory.verified_from = node.ply + 3 * depth.max(1) as usize / 4;
    let verified = search.search::<Null>(position, window, depth, node.ply, false);
    search.memory.verified_from = 0;
    Ok((verified? >= beta).then_some(score))
}

/// Quiet moves that come late, or that cannot make up for what is missing, or that lose material,
/// are not worth a shallow search.
fn skip_quiet(search: &Search<Chess>, position: &Position, node: &Node<Move>, mv: Move) -> Skip {
    let depth = node.depth;
    let enough = parameters::late_base() + parameters::late_square() * depth * depth;
    let enough = enough / 4 / if node.improving { 1 } else { 2 };
    if node.nth as Depth >= enough {
        return Skip::RestQuiet;
    }
    let value = search.memory.quiet(position, search.traces(node.ply), mv);
    let reduced =
        (depth - 1 - (logarithmic(node) - value / parameters::reduction_history()) / 1024).max(0);
    let gain = parameters::futility_once() + parameters::futility_ply() * reduced;
    let hopeless = |eval: Score| eval + gain <= node.low;
    if reduced <= parameters::futility_depth() && node.eval.is_some_and(hopeless) {
        return Skip::RestQuiet;
    }
    let bad = reduced <= parameters::history_depth() && value < -parameters::history_ply() * depth;
    let loss = -parameters::quiet_loss() * reduced * reduced;
    match bad || reduced <= 8 && !position.see(mv, loss) {
        true => Skip::This,
        false => Skip::No,
    }
}

/// Quiet evasions are left out once a move is known that does not lose, captures if what they
/// gain could not matter.
fn skip_in_quiescence(position: &Position, node: &Node<Move>, mv: Move, noisy: bool) -> Skip {
    let Some(eval) = node.eval else {
        return if noisy { Skip::No } else { Skip::This };
    };
    let gain = position
        .victim(mv)
        .map_or(0, |piece| EXCHANGE_VALUES[piece.index()]);
    let hopeless =
        eval + gain + parameters::quiescence_gain() <= node.low && mv.promotion().is_none();
    if hopeless { Skip::This } else { Skip::No }
}

/// Whether the table's move takes something.
fn known_capture(position: &Position, node: &Node<Move>) -> bool {
    let code = node.hit.map(|hit| hit.code);
    let code = code.filter(|&code| code != Entry::NO_MOVE);
    code.is_some_and(|code| position.them().has(Move::from_bits(code).to().number()))
}

/// The plies by which a move is reduced that is neither better nor worse than others, in 1024ths.
fn logarithmic<M>(node: &Node<M>) -> i32 {
    let [base, growth] = [parameters::reduction_base(), parameters::reduction_growth()];
    (base as f32 + node.lateness() * growth as f32) as i32
}

/// All but pawns and king.
fn pieces(position: &Position, side: Side) -> Bitset {
    position.of(side) & !position.kind(Piece::Pawn) & !position.kind(Piece::King)
}
