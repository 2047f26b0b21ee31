//! Iterative deepening with aspiration windows: the root is searched to depth 1, 2, 3 and so on.

use super::alpha_beta::ScoreResult;
use super::knowledge::{Knowledge, MoveOf, Node, Search, wdl_of};
use super::node::PvNode;
use super::root_move::{RootMove, order_after_stop, sort_roots};
use super::task::SearchTask;
use super::time_manager::TimeManager;
use super::{
    Bound, Clock, Depth, MAX_PLY, RankedRootMove, Score, ScoreBounds, SearchInfo, SearchLimits, SearchListener,
    SearchResult, ShownScore, Stopped, Tablebase, Window,
};
use crate::eval::Evaluator;
use crate::game::{Game, Outcome, occurrences};

/// The greatest depth of an iteration.
const MAX_DEPTH: Depth = MAX_PLY as Depth - 1;

/// The first depth that is searched with an aspiration window around the score of the previous iteration.
const ASPIRATION_MIN_DEPTH: Depth = 5;

/// A score outside the aspiration window is reported only in a search for one line that has run this long.
const REPORT_FAILS_AFTER: std::time::Duration = std::time::Duration::from_secs(1);

/// An iteration of a search, and who hears of its lines.
struct Iteration<'a, K: Knowledge> {
    task: &'a SearchTask<'a, K::Game>,
    depth: Depth,
    listener: &'a mut dyn SearchListener<MoveOf<K>>,
}

type Roots<K> = [RootMove<MoveOf<K>>];

impl<K: Knowledge> Search<K> {
    /// Searches deeper and deeper until a limit is met. `listener` hears every line that is found, at least one.
    ///
    /// Never inlined, so that it is compiled once in the crate that defines the game, not in every crate that calls it.
    #[inline(never)]
    pub fn think(
        &mut self,
        task: SearchTask<K::Game>,
        listener: &mut dyn SearchListener<MoveOf<K>>,
    ) -> SearchResult<MoveOf<K>> {
        debug_assert!(!task.request.moves.is_empty());
        self.begin(&task);
        let mut roots = self.root_moves(&task);
        let limits = &task.request.limits;
        let last = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut time_manager = TimeManager::new();
        let (mut done, mut solved) = (0, false);
        for depth in 1..=last {
            self.root_depth = depth;
            if self.iterate(Iteration { task: &task, depth, listener: &mut *listener }, &mut roots).is_err() {
                break;
            }
            done = depth;
            solved = self.has_seen_all_ends(task.position);
            let share = roots[0].nodes as f64 / self.nodes.max(1) as f64;
            let time_factor =
                if roots.len() == 1 { 0.05 } else { time_manager.update(roots[0].ranked.mv, roots[0].score, share) };
            let lines = task.request.multi_pv.min(roots.len());
            if solved || is_done(limits, depth, &roots[..lines], &self.clock, time_factor) {
                break;
            }
        }
        let best = roots.swap_remove(0);
        let (score, nodes) = (best.shown_score(), self.nodes());
        SearchResult { score, pv: best.pv, depth: done, nodes, tb_hits: self.tb_hits, solved }
    }

    fn begin(&mut self, task: &SearchTask<K::Game>) {
        self.evaluator.reset(task.position);
        self.key_history.reset(task.game_keys);
        self.clock = task.clock.clone();
        self.nodes = 0;
        self.node_limit = task.request.limits.nodes.unwrap_or(u64::MAX);
        self.next_poll = 0;
        self.seldepth = 0;
        self.first_line_pending = true;
        self.tb_hits = 0;
        // Payoffs say what a draw is worth.
        self.contempt =
            if task.position.has_payoffs() { 0 } else { task.request.contempt * self.evaluator.pawn_value() / 100 };
        self.probe_settings = task.request.probe_settings;
        self.probe_limit = self.probe_settings.max_pieces.min(self.tablebase.max_pieces());
        self.role = task.role.clone();
        self.reported_nodes = 0;
    }

    /// The root moves, with what is known about them before the search: the result of the game if it is
    /// over by rule or repetition, else what endgame tables say.
    fn root_moves(&mut self, task: &SearchTask<K::Game>) -> Vec<RootMove<MoveOf<K>>> {
        let unranked = task.request.moves.iter().copied().map(RankedRootMove::unranked);
        let position = task.position;
        let (key, reversible) = (position.key(), position.reversible_plies());
        let third = || occurrences(task.game_keys, key, reversible) >= 3;
        let ranked = match position.rule_outcome().or_else(|| third().then_some(Outcome::Draw)) {
            Some(outcome) => {
                let score = Score::of_end(position, outcome, 0);
                let shown_bounds = ScoreBounds::from_bound(score, Bound::Exact);
                unranked.map(|root| RankedRootMove { shown_bounds, ..root }).collect()
            }
            None => K::rank_root_moves(self, task).unwrap_or_else(|| unranked.collect()),
        };
        ranked.into_iter().map(RootMove::new).collect()
    }

    /// Runs one iteration: finds the best lines and reports them, ordered by score. If it is stopped, it reports what is
    /// known of the best lines, the move to play first.
    fn iterate(&mut self, mut iteration: Iteration<K>, roots: &mut Roots<K>) -> Result<(), Stopped> {
        self.left_a_line = false;
        let lines = iteration.task.request.multi_pv.min(roots.len());
        roots.iter_mut().for_each(|root| root.previous_score = root.score);
        for rank in 0..lines {
            // The best of the moves of the highest class that have not been chosen yet.
            let class = roots[rank].ranked.class;
            let begin = roots.partition_point(|root| root.ranked.class > class);
            let end = roots.partition_point(|root| root.ranked.class >= class);
            if let Err(stopped) = self.aspiration_search(&mut iteration, &mut roots[rank..end]) {
                self.report_after_stop(iteration, rank, roots);
                return Err(stopped);
            }
            sort_roots(&mut roots[begin..=rank], |root| root.score);
            self.first_line_pending = false;
        }
        self.report_lines(iteration, &roots[..lines]);
        Ok(())
    }

    /// Finds the best of `roots` and moves it to the front. Searches with a window around the previous score of the first
    /// one, and widens the window while the score falls outside.
    fn aspiration_search(&mut self, iteration: &mut Iteration<K>, roots: &mut Roots<K>) -> Result<(), Stopped> {
        let Iteration { task, depth, .. } = *iteration;
        let expected = roots[0].previous_score;
        let mut width = 16;
        let mut window = if depth >= ASPIRATION_MIN_DEPTH && expected.is_estimate() {
            Window { alpha: expected - width, beta: expected + width }
        } else {
            Window::OPEN
        };
        loop {
            let result = self.search_root(iteration, window, roots);
            sort_roots(roots, |root| root.score);
            result?;
            let RootMove { score, bound, .. } = roots[0];
            if bound == Bound::Exact {
                return Ok(());
            }
            if task.request.multi_pv == 1 && self.clock.elapsed() >= REPORT_FAILS_AFTER {
                let info = self.info(task, depth, &roots[0], roots[0].ranked.shown_bounds.clamp(score));
                iteration.listener.info(&SearchInfo { bound, ..info }, &roots[0].pv);
            }
            width += width / 2;
            let open = width > 1000 || !score.is_estimate() || task.position.has_payoffs();
            if open {
                window = Window::OPEN;
            } else if bound == Bound::Upper {
                window.alpha = score - width;
            } else {
                window.beta = score + width;
            }
        }
    }

    /// Searches every move of `roots`. Moves that do not raise alpha get the lowest score.
    fn search_root(&mut self, iteration: &Iteration<K>, window: Window, roots: &mut Roots<K>) -> Result<(), Stopped> {
        let Iteration { task, depth, .. } = *iteration;
        let mut node = self.new_node::<PvNode>(task.position, None, window, depth, 0);
        for index in 0..roots.len() {
            let RankedRootMove { mv, search_bounds, .. } = roots[index].ranked;
            if index > 0 && search_bounds.upper <= node.alpha {
                continue;
            }
            let nodes = self.nodes;
            let score = self.search_root_move(task.position, &mut node, mv, search_bounds)?;
            roots[index].nodes += self.nodes - nodes;
            node.move_count += 1;
            if index == 0 {
                // From here on, a stopped search must be left with this iteration's scores only.
                roots.iter_mut().for_each(RootMove::clear_score);
                (roots[0].score, roots[0].bound) = (score, Bound::Upper);
            }
            let cut = self.raise_alpha::<PvNode>(&mut node, mv, score);
            if node.best_move == Some(mv) {
                (roots[index].score, roots[index].bound) = (score, node.bound(score));
                roots[index].set_pv(&self.pv[0], score, depth);
            }
            if cut {
                break;
            }
        }
        Ok(())
    }

    /// The score of a root move of which these bounds are known: scores outside them do not matter.
    fn search_root_move(
        &mut self,
        position: &K::Game,
        node: &mut Node<K>,
        mv: MoveOf<K>,
        known: ScoreBounds,
    ) -> ScoreResult {
        let (window, alpha) = (node.window, node.alpha);
        node.window = Window { alpha, beta: window.beta }.narrowed_to(known);
        node.alpha = node.window.alpha;
        self.pv[1].clear();
        let score = self.search_move::<PvNode>(position, &position.play(mv), node, mv, 0)?;
        (node.window, node.alpha) = (window, alpha);
        Ok(known.clamp(score))
    }

    /// Reports the best lines after a stop in the iteration of `depth`, which has found the first `finished` of them: the
    /// last report of each number must belong to one list of different moves, which begins with the move to play.
    fn report_after_stop(&mut self, iteration: Iteration<K>, finished: usize, roots: &mut Roots<K>) {
        let Iteration { task, depth, .. } = iteration;
        let lines = task.request.multi_pv.min(roots.len());
        let first = &mut roots[0];
        if first.pv_depth == 0 {
            // The search of the first move did not finish.
            first.score = self.evaluate(task.position);
        }
        // A first move that has failed low keeps its exact score from the last completed iteration.
        let keeps_score = first.bound == Bound::Upper && first.pv_depth == depth - 1;
        if lines == 1 && !keeps_score || first.pv_depth == 0 {
            // Another bound is called exact, because match programs ignore bounds, and the last line before a move should be
            // about that move.
            (first.pv_score, first.pv_depth) = (first.score, (depth - 1).max(1));
        }
        let known = order_after_stop(roots, finished.max(1), depth);
        self.report_lines(iteration, &roots[..lines.min(known)]);
    }

    /// Reports the lines of these root moves. No line is shown with a better score than the line before it, which the search
    /// prefers: a better score of an earlier iteration is out of date.
    fn report_lines(&self, Iteration { task, listener, .. }: Iteration<K>, roots: &Roots<K>) {
        let mut most = Score::INFINITE;
        for (rank, root) in roots.iter().enumerate() {
            most = most.min(root.shown_score());
            let info = SearchInfo { multi_pv: rank + 1, ..self.info(task, root.pv_depth, root, most) };
            listener.info(&info, &root.pv);
        }
    }

    /// The report of a root move as the first line, shown with this exact score.
    fn info(&self, task: &SearchTask<K::Game>, depth: Depth, root: &RootMove<MoveOf<K>>, score: Score) -> SearchInfo {
        let pawn_value = self.evaluator.pawn_value();
        SearchInfo {
            depth,
            seldepth: self.seldepth.max(depth as usize),
            multi_pv: 1,
            score,
            shown_score: ShownScore::of(task.position, score, pawn_value),
            wdl: wdl_of::<K>(score, root.ranked.shown_bounds, pawn_value),
            bound: Bound::Exact,
            nodes: self.nodes(),
            tb_hits: self.tb_hits,
            elapsed: task.clock.elapsed(),
            hashfull: self.tt.hashfull(),
        }
    }
}

/// Whether to stop after this iteration, which has found these lines.
fn is_done<M>(limits: &SearchLimits, depth: Depth, lines: &[RootMove<M>], clock: &Clock, time_factor: f64) -> bool {
    let distance = lines[0].score.distance();
    let found = limits.mate_within.zip(distance).is_some_and(|(wanted, end)| end.unsigned_abs() <= wanted);
    // A forced end that a much deeper search has confirmed will not be found to be nearer.
    let free = limits.depth.is_none() && limits.nodes.is_none();
    let is_proved = |line: &RootMove<M>| line.score.distance().is_some_and(|end| depth > end.abs() + 8);
    let proved = lines.iter().all(is_proved);
    found || free && proved || clock.soft_limit_reached(time_factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distances of ends are in plies.
    #[test]
    fn a_search_ends_when_the_end_of_every_shown_line_is_confirmed() {
        let line = |score| RootMove { score, ..RootMove::new(RankedRootMove::unranked('a')) };
        let is_done = |depth, scores: &[_]| {
            let lines: Vec<_> = scores.iter().copied().map(line).collect();
            is_done(&SearchLimits::default(), depth, &lines, &Clock::endless(), 1.0)
        };
        let [mate, late_mate] = [3, 5].map(Score::win_in);
        assert!(is_done(12, &[mate]) && !is_done(11, &[mate]));
        assert!(is_done(14, &[mate, late_mate]) && !is_done(13, &[mate, late_mate]));
        assert!(!is_done(100, &[mate, Score::estimate(600)]));
    }
}
