//! The alpha-beta node: principal variation search with a transposition table.

use super::node::{NodeType, NonPvNode};
use super::{
    Bound, Depth, Extension, Knowledge, MAX_PLY, MoveOf, MoveSet, Node, Picker, Score, ScoreBounds, Search, Skip,
    Stopped, TtEntry, Window,
};
use crate::eval::Evaluator;
use crate::game::{Game, Outcome};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// How many moves of a node are remembered as tried in vain, for [`Knowledge::update_histories`].
const MAX_TRIED: usize = 64;

/// In a table entry: no static evaluation.
const NO_EVAL: i16 = i16::MIN;

/// The score of a node, unless the search was stopped.
pub(super) type ScoreResult = Result<Score, Stopped>;

impl<K: Knowledge> Search<K> {
    /// The score of `position` for the side to move, from a search of `depth` plies and quiescence.
    /// `cut_node`: some move is expected to reach beta.
    ///
    /// Exact inside the window; outside it a bound on the same side (fail-soft).
    pub fn search<N: NodeType>(
        &mut self,
        position: &K::Game,
        window: Window,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> ScoreResult {
        debug_assert!(window.alpha < window.beta && (N::PV || window.is_null()));
        if depth <= 0 {
            return self.quiesce::<N>(position, window, ply, 0);
        }
        if let Some(score) = self.terminal_score(position, ply) {
            return Ok(score);
        }
        let window = self.reachable_window(position, window, ply);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let tt_entry = self.tt.probe(K::tt_key(position));
        let excluded = self.stack[ply].excluded;
        let mut bounds = ScoreBounds::UNKNOWN;
        if excluded.is_none() {
            match self.cutoff_or_bounds::<N>(position, tt_entry, window, depth, ply) {
                ControlFlow::Break(score) => return Ok(score),
                ControlFlow::Continue(known) => bounds = known,
            }
        }
        let mut node = self.new_node::<N>(position, tt_entry, window.narrowed_to(bounds), depth, ply);
        node.bounds = bounds;
        node.cut_node = cut_node;
        node.excluded = excluded;
        if let Some(score) = K::prune_node(self, position, &mut node)? {
            self.leave_line(position);
            return Ok(score);
        }
        let left_above = self.begin_lines(position);
        let score = self.search_moves::<N>(position, node);
        self.end_lines(position, left_above);
        score
    }

    /// The part of the window that a score can reach: at best a win by the next move, at worst a loss here (mate
    /// distance pruning), and at least a draw if one move can repeat a position (upcoming repetition).
    fn reachable_window(&mut self, position: &K::Game, window: Window, ply: usize) -> Window {
        let mut alpha = window.alpha.max(Score::loss_in(ply));
        let draw = self.outcome_score(Outcome::Draw, ply);
        if alpha < draw {
            let one_move_apart = |difference| K::upcoming_repetition(position, difference);
            let (key, reversible) = (position.key(), position.reversible_plies());
            let history = &self.key_history;
            if history.has_upcoming_repetition(key, reversible, one_move_apart) {
                alpha = draw;
                self.leave_line(position);
            }
        }
        Window { alpha, beta: window.beta.min(Score::win_in(ply + 1)) }
    }

    /// The score of a result for the side to move, `ply` plies from the root. A draw is worth `contempt`
    /// less than equality to the side to move at the root, and as much more to its opponent.
    pub(super) fn outcome_score(&self, outcome: Outcome, ply: usize) -> Score {
        match (outcome, ply % 2) {
            (Outcome::Draw, 0) => Score::DRAW - self.contempt,
            (Outcome::Draw, _) => Score::DRAW + self.contempt,
            _ => Score::of(outcome, ply),
        }
    }

    /// Asks the transposition table and the endgame tables: breaks with the score if one of them causes a cutoff, else
    /// continues with the bounds that are known. A PV node has no cutoff by the transposition table.
    pub(super) fn cutoff_or_bounds<N: NodeType>(
        &mut self,
        position: &K::Game,
        tt_entry: Option<TtEntry>,
        window: Window,
        depth: Depth,
        ply: usize,
    ) -> ControlFlow<Score, ScoreBounds> {
        if let Some(entry) = tt_entry
            && !N::PV
            && Depth::from(entry.depth) >= depth
        {
            let score = entry.score_at(ply);
            if window.decided_by(score, entry.bound) {
                if entry.depth < TtEntry::SOLVED {
                    self.leave_line(position);
                }
                return ControlFlow::Break(score);
            }
        }
        let Some((score, bound)) = self.probe_tablebase(position, ply, depth) else {
            return ControlFlow::Continue(ScoreBounds::UNKNOWN);
        };
        if !window.decided_by(score, bound) {
            return ControlFlow::Continue(ScoreBounds::from_bound(score, bound));
        }
        let entry = TtEntry {
            move_code: TtEntry::NO_MOVE,
            score: score.to_table(ply),
            eval: NO_EVAL,
            // Deep enough not to be probed again in the next iterations, and not so deep that it crowds
            // out entries from searches.
            depth: (depth + 6).clamp(0, 255) as u8,
            bound,
            pv: N::PV,
        };
        self.tt.store(K::tt_key(position), entry);
        ControlFlow::Break(score)
    }

    /// The score by the endgame tables, with what a draw is worth.
    pub(super) fn probe_tablebase(&mut self, position: &K::Game, ply: usize, depth: Depth) -> Option<(Score, Bound)> {
        let (score, bound) = K::probe_tablebase(self, position, ply, depth)?;
        Some((if score == Score::DRAW { self.outcome_score(Outcome::Draw, ply) } else { score }, bound))
    }

    /// The node before any move is searched, with its static evaluation.
    pub(super) fn new_node<N: NodeType>(
        &mut self,
        position: &K::Game,
        tt_entry: Option<TtEntry>,
        window: Window,
        depth: Depth,
        ply: usize,
    ) -> Node<K> {
        let raw = match tt_entry.filter(|entry| entry.eval != NO_EVAL) {
            Some(entry) => Some(Score::estimate(i32::from(entry.eval))),
            None => K::raw_eval(self, position),
        };
        let eval = raw.map(|raw| K::corrected_eval(self, position, ply, raw));
        self.stack[ply].eval = eval;
        let better = |eval: Score| {
            let window = Window::exceeds(eval);
            let entry = tt_entry.filter(|entry| window.decided_by(entry.score_at(ply), entry.bound))?;
            Some(entry.score_at(ply)).filter(|score| score.is_estimate())
        };
        let before = ply.checked_sub(2).and_then(|ply| self.stack[ply].eval);
        Node::<K> {
            ply,
            depth,
            window,
            bounds: ScoreBounds::UNKNOWN,
            pv_node: N::PV,
            tt_pv: N::PV || tt_entry.is_some_and(|entry| entry.pv),
            cut_node: false,
            after_null: ply > 0 && self.stack[ply - 1].null_move,
            raw_eval: raw,
            eval,
            tt_adjusted_eval: eval.map(|eval| better(eval).unwrap_or(eval)),
            improving: eval.is_some_and(|now| before.is_none_or(|before| now > before)),
            tt_entry,
            excluded: None,
            alpha: window.alpha,
            move_count: 0,
            best_move: None,
            facts: K::Facts::default(),
        }
    }

    fn search_moves<N: NodeType>(&mut self, position: &K::Game, mut node: Node<K>) -> ScoreResult {
        let mut picker = K::Picker::new(MoveSet::All);
        let mut tried = ArrayVec::<MoveOf<K>, MAX_TRIED>::new();
        let mut best = Score::INFINITE_LOSS;
        while let Some(mv) = self.next_move(&mut picker, position, &node, &mut best) {
            let child = self.play(position, mv);
            let score = match K::extend(self, position, &child, &node, mv)? {
                Extension::By(plies) => self.search_move::<N>(position, &child, &node, mv, plies)?,
                Extension::Cutoff(score) => {
                    self.leave_line(position);
                    return Ok(score);
                }
            };
            node.move_count += 1;
            best = best.max(score);
            if self.raise_alpha::<N>(&mut node, mv, score) {
                break;
            }
            if node.best_move != Some(mv) {
                let _ = tried.try_push(mv);
            }
        }
        if node.move_count == 0 {
            return Ok(match node.excluded {
                Some(_) => node.window.alpha,
                None => self.end_score(position, position.outcome_without_moves(), node.ply),
            });
        }
        let best = node.bounds.clamp(best);
        K::update_histories(self, position, &node, best, &tried);
        if node.excluded.is_none() {
            self.store_in_tt(position, &node, best);
        }
        Ok(best)
    }

    /// The next move to search, or `None` when all have been searched or pruned. `best` is the best
    /// score so far; it is raised to the bounds of the moves that are pruned here.
    pub(super) fn next_move(
        &mut self,
        picker: &mut K::Picker,
        position: &K::Game,
        node: &Node<K>,
        best: &mut Score,
    ) -> Option<MoveOf<K>> {
        while let Some(mv) = picker.next(self, position, node) {
            if node.excluded == Some(mv) {
                continue;
            }
            if best.is_loss() {
                return Some(mv);
            }
            match K::skip_move(self, position, node, mv) {
                Skip::No => return Some(mv),
                Skip::This(most) => *best = most.max(*best),
                Skip::RestQuiet => picker.skip_quiet(position, node),
            }
            self.leave_line(position);
        }
        None
    }

    /// Raises alpha and updates the PV if the score of a move is above alpha. Returns whether the move
    /// causes a beta cutoff.
    pub(super) fn raise_alpha<N: NodeType>(&mut self, node: &mut Node<K>, mv: MoveOf<K>, score: Score) -> bool {
        if score <= node.alpha {
            return false;
        }
        node.alpha = score;
        node.best_move = Some(mv);
        self.update_pv::<N>(mv, node.ply);
        score >= node.window.beta
    }

    /// The score of a move, with its depth extended by `extension` plies (principal variation search, Marsland
    /// and Campbell 1982).
    ///
    /// The first move of a node is searched with the full window. Every other move is searched with a null
    /// window above `node.alpha`, at a depth reduced by [`Knowledge::reduce`]. If it fails high, it is searched
    /// again without the reduction, and in a PV node once more with the full window.
    pub(super) fn search_move<N: NodeType>(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        node: &Node<K>,
        mv: MoveOf<K>,
        extension: Depth,
    ) -> ScoreResult {
        let (ply, alpha, beta) = (node.ply + 1, node.alpha, node.window.beta);
        let depth = node.depth - 1 + extension;
        let least = if self.may_extend(node.ply) { -1 } else { 0 };
        let reduction = match node.move_count {
            0 => 0,
            _ => K::reduce(self, position, child, node, mv).clamp(least, (depth - 1).max(0)),
        };
        let open = -Window { alpha, beta };
        let null = -Window::exceeds(alpha);
        self.descend(position, child, node, mv, |search| {
            if node.move_count == 0 {
                return Ok(-search.search::<N>(child, open, depth, ply, !N::PV && !node.cut_node)?);
            }
            let child_cut_node = reduction > 0 || !node.cut_node;
            search.stack[node.ply].reduction = reduction;
            let mut score = -search.search::<NonPvNode>(child, null, depth - reduction, ply, child_cut_node)?;
            search.stack[node.ply].reduction = 0;
            if score > alpha && reduction > 0 {
                let depth = depth + K::re_search_extension(node, score);
                score = -search.search::<NonPvNode>(child, null, depth, ply, !node.cut_node)?;
            }
            if N::PV && score > alpha && score < beta {
                score = -search.search::<N>(child, open, depth, ply, false)?;
            }
            Ok(score)
        })
    }

    /// Whether a move at `ply` may be extended. No line is extended beyond twice the depth of the iteration, so
    /// that the iteration ends.
    pub fn may_extend(&self, ply: usize) -> bool {
        (ply as Depth) < 2 * self.root_depth
    }

    /// The score of a position where the search ends: the game is over by rule, the position is a
    /// repetition, or the greatest ply is reached. Clears the node's PV.
    pub(super) fn terminal_score(&mut self, position: &K::Game, ply: usize) -> Option<Score> {
        self.pv[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        if let Some(outcome) = position.rule_outcome() {
            return Some(self.end_score(position, outcome, ply));
        }
        let (key, reversible) = (position.key(), position.reversible_plies());
        if self.key_history.is_repetition(key, reversible) {
            self.leave_line(position);
            return Some(self.outcome_score(Outcome::Draw, ply));
        }
        (ply >= MAX_PLY).then(|| self.evaluate(position))
    }

    /// The static evaluation, without corrections, where a line ends.
    pub(super) fn evaluate(&mut self, position: &K::Game) -> Score {
        self.leave_line(position);
        Score::estimate(self.evaluator.score(position))
    }

    /// Makes `mv`, followed by the PV of the next ply, the PV of `ply`.
    fn update_pv<N: NodeType>(&mut self, mv: MoveOf<K>, ply: usize) {
        if N::PV {
            let (here, below) = self.pv.split_at_mut(ply + 1);
            here[ply].clear();
            here[ply].push(mv);
            here[ply].extend_from_slice(&below[0]);
        }
    }

    /// Stores the result of the node in the transposition table.
    pub(super) fn store_in_tt(&mut self, position: &K::Game, node: &Node<K>, score: Score) {
        let entry = TtEntry {
            move_code: node.best_move.map_or(TtEntry::NO_MOVE, K::Game::code),
            score: score.to_table(node.ply),
            eval: node.raw_eval.map_or(NO_EVAL, |eval| eval.value() as i16),
            depth: node.depth.clamp(0, 255) as u8,
            bound: node.bound(score),
            pv: node.tt_pv,
        };
        self.tt.store(K::tt_key(position), self.payoff_entry(position, entry, score));
    }
}
