//! One search by the engine's threads, from the request to the best move.

use super::chooser::{ChosenMove, MoveChoice, MoveChooser};
use super::line_chooser::{LineChoice, LineChooser};
use super::thread_lines::ThreadLines;
use crate::any_position::{AnyMove, AnyPosition};
use crate::game::{Game, GameLine};
use crate::games::{GameKnowledge, GameSearch};
use crate::search::task::{SearchTask, ThreadRole};
use crate::search::{
    Bound, Clock, Score, ScoreBounds, SearchInfo, SearchLimits, SearchListener, SearchRequest, SearchResult,
    SearchSignal, ShownScore, StrengthLimit, TimeLimit, TranspositionTable,
};
use crate::system;
use parking_lot::Mutex;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// One search, shared by the threads that take part in it.
pub(super) struct SearchJob {
    pub(super) game: GameLine<AnyPosition>,
    pub(super) request: SearchRequest<AnyMove>,
    pub(super) knowledge: Arc<dyn GameKnowledge>,
    pub(super) tt: Arc<TranspositionTable>,
    /// The move of the opening book to play without a search.
    pub(super) book_move: Option<AnyMove>,
    /// What is asked before the search.
    pub(super) chooser: Option<MoveChooser>,
    /// The random number for choices among lines.
    pub(super) random: u64,
    pub(super) clock: Clock,
    pub(super) signal: Arc<SearchSignal>,
    pub(super) helpers: Helpers,
    /// The best lines of the helpers.
    pub(super) lines: ThreadLines,
}

/// What the main thread and the helpers of one search have in common.
#[derive(Default)]
pub(super) struct Helpers {
    /// Whether there is a search at all, once the main thread has what it needs for its own: a book or a [`MoveChooser`] may choose
    /// the move.
    wanted: OnceLock<bool>,
    /// Stops the helpers.
    stop: Arc<SearchSignal>,
    /// Positions that they visited.
    nodes: Arc<AtomicU64>,
    /// Whether some thread lacked the memory for its search.
    out_of_memory: AtomicBool,
    /// Held by a helper while it allocates what it needs for its search.
    allocation: Mutex<()>,
}

/// Ends the work of the helpers when it is dropped, also if the main thread panics.
struct HelperRelease<'a>(&'a Helpers);

impl Drop for HelperRelease<'_> {
    fn drop(&mut self) {
        self.0.stop.stop();
        let _ = self.0.wanted.set(false);
    }
}

impl SearchJob {
    /// The main thread's part: searches, and tells the listener the best move.
    pub(super) fn run(&self, search: &mut Option<Box<dyn GameSearch>>, listener: &mut dyn SearchListener<AnyMove>) {
        let release = HelperRelease(&self.helpers);
        let moves = self.moves();
        let first = moves.first().copied();
        let choose = || {
            let chosen = match self.book_move {
                _ if moves.is_empty() => return self.announce_end(listener),
                Some(book_move) => Some(vec![ChosenMove::of_book(book_move)]),
                None => self.chosen_moves(listener),
            };
            match chosen {
                Some(chosen) => self.announce(&chosen, listener),
                None => self.search(moves, search, listener),
            }
        };
        let pv = catch_unwind(AssertUnwindSafe(choose)).unwrap_or_else(|_| {
            // The search that panicked may have left its data half-written.
            *search = None;
            listener.message("the search failed; playing a legal move");
            Vec::from_iter(first)
        });
        drop(release);
        if self.helpers.out_of_memory.load(Relaxed) {
            listener.message("the memory is too short for the search of every thread");
        }
        if let Some(error) = self.knowledge.take_table_error() {
            listener.message(&error);
        }
        if self.request.infinite {
            self.signal.wait_for_stop();
        }
        self.signal.wait_while_pondering();
        listener.best_move(pv.first().copied(), self.ponder_move(&pv));
    }

    /// A helper's part: searches if the main thread does, until that is done. It shares the transposition table and votes for a move.
    pub(super) fn help(&self, search: &mut Option<Box<dyn GameSearch>>) {
        if !self.helpers.wanted.wait() {
            return;
        }
        let think = || {
            // One helper after the other, so that each sees what memory the one before has left.
            let guard = self.helpers.allocation.lock();
            if self.helpers.stop.stopped() {
                return;
            }
            let Some(search) = self.prepared(search) else { return };
            let task = self.helper_task();
            drop(guard);
            search.think(task, &mut self.lines.listener());
        };
        if catch_unwind(AssertUnwindSafe(think)).is_err() {
            *search = None;
        }
    }

    /// The moves to choose from: those of the request that are legal, or all if none of them is.
    fn moves(&self) -> Vec<AnyMove> {
        let mut moves = self.game.position().moves();
        if moves.iter().any(|mv| self.request.moves.contains(mv)) {
            moves.retain(|mv| self.request.moves.contains(mv));
        }
        moves
    }

    /// Searches, and returns the line to play.
    fn search(
        &self,
        moves: Vec<AnyMove>,
        search: &mut Option<Box<dyn GameSearch>>,
        listener: &mut dyn SearchListener<AnyMove>,
    ) -> Vec<AnyMove> {
        let Some(search) = self.prepared(search) else { return moves[..1].to_vec() };
        let mut task = self.task(moves);
        // The helpers get the memory that this thread has left.
        let _ = self.helpers.wanted.set(true);
        let limit = self.request.strength_limit;
        if limit.is_some() {
            let nodes = task.request.limits.nodes.unwrap_or(u64::MAX);
            task.request.limits.nodes = Some(nodes.min(StrengthLimit::NODES));
        }
        let choice = match limit {
            Some(limit) if limit.is_random_move(self.random) => LineChoice::Weak,
            _ if self.request.varies => LineChoice::Equal,
            Some(_) => return search.think(task, listener).pv,
            None => return self.elected_line(search.think(task, listener), listener),
        };
        let lines = self.request.multi_pv;
        task.request.multi_pv = lines.max(choice.candidates());
        let mut chooser = LineChooser::new(choice, lines, listener);
        let pv = search.think(task, &mut chooser).pv;
        chooser.choose(pv, self.random)
    }

    /// Lets the threads vote for the line to play. If a helper's line wins, it is reported again, because the last report
    /// should be about the move that is played. There is no vote if the score is known to be exact, or in searches for several
    /// lines or to a fixed depth.
    ///
    /// Called before the helpers are stopped, so that their lines come from complete iterations.
    fn elected_line(&self, found: SearchResult<AnyMove>, listener: &mut dyn SearchListener<AnyMove>) -> Vec<AnyMove> {
        let SearchRequest { multi_pv, limits, .. } = &self.request;
        if found.solved || *multi_pv > 1 || limits.depth.is_some() {
            return found.pv;
        }
        let better = self.lines.better_than(found.pv[0], found.depth, found.score);
        let Some(line) = better else { return found.pv };
        let info = SearchInfo {
            nodes: found.nodes,
            tb_hits: found.tb_hits,
            elapsed: self.clock.elapsed(),
            hashfull: self.tt.hashfull(),
            ..line.info
        };
        listener.info(&info, &line.moves);
        line.moves
    }

    /// The search of a thread, with what it has learnt, or a new one; `None` if there is too little
    /// memory for a new one.
    fn prepared<'a>(&self, search: &'a mut Option<Box<dyn GameSearch>>) -> Option<&'a mut dyn GameSearch> {
        if search.is_none() && !system::has_spare_memory() {
            self.helpers.out_of_memory.store(true, Relaxed);
            return None;
        }
        Some(&mut **search.get_or_insert_with(|| self.knowledge.search(Arc::clone(&self.tt))))
    }

    /// The main thread's task.
    fn task(&self, moves: Vec<AnyMove>) -> SearchTask<'_, AnyPosition> {
        SearchTask {
            position: self.game.position(),
            game_keys: self.game.earlier_keys(),
            request: self.request.clone().with_moves(moves),
            clock: self.clock.clone(),
            role: ThreadRole::Main(Arc::clone(&self.helpers.nodes)),
        }
    }

    /// A helper's task: a search without limits, which is stopped when the main thread's search ends.
    fn helper_task(&self) -> SearchTask<'_, AnyPosition> {
        let mut task = self.task(self.moves());
        task.request.limits = SearchLimits::default();
        task.clock = Clock::new(TimeLimit::Infinite, self.request.received, Arc::clone(&self.helpers.stop));
        task.role = ThreadRole::Helper(Arc::clone(&self.helpers.nodes));
        task
    }

    /// The moves of the chooser, if there is one and it has an answer.
    fn chosen_moves(&self, listener: &mut dyn SearchListener<AnyMove>) -> Option<Vec<ChosenMove>> {
        match self.chooser.as_ref()?(&self.clock, &self.request, self.random) {
            MoveChoice::Play(chosen) => Some(chosen),
            MoveChoice::Search(reason) => {
                reason.iter().for_each(|why| listener.message(why));
                None
            }
        }
    }

    /// Tells why moves were not searched, and reports those with a score like lines of the search; returns the first line.
    fn announce(&self, moves: &[ChosenMove], listener: &mut dyn SearchListener<AnyMove>) -> Vec<AnyMove> {
        for (rank, chosen) in moves.iter().enumerate() {
            chosen.reason.iter().for_each(|why| listener.reason(why));
            if let Some(score) = chosen.score {
                let info = self.info(score, chosen.bounds, chosen.depth, chosen.nodes);
                listener.info(&SearchInfo { multi_pv: rank + 1, ..info }, &[chosen.mv]);
            }
        }
        moves.iter().take(1).map(|chosen| chosen.mv).collect()
    }

    /// Reports the result of a game that is over; returns an empty line.
    fn announce_end(&self, listener: &mut dyn SearchListener<AnyMove>) -> Vec<AnyMove> {
        let position = self.game.position();
        let score = Score::of_end(position, position.outcome_without_moves(), 0);
        listener.info(&self.info(score, ScoreBounds::from_bound(score, Bound::Exact), 0, 1), &[]);
        Vec::new()
    }

    fn info(&self, score: Score, bounds: ScoreBounds, depth: usize, nodes: u64) -> SearchInfo {
        let shown_score = ShownScore::of(self.game.position(), score, self.knowledge.evaluation().pawn_value);
        SearchInfo {
            depth: depth as i32,
            seldepth: depth,
            wdl: self.knowledge.wdl(score, bounds),
            nodes,
            elapsed: self.clock.elapsed(),
            ..SearchInfo::known(score, shown_score)
        }
    }

    /// The second move of the line, unless it ends the game.
    fn ponder_move(&self, pv: &[AnyMove]) -> Option<AnyMove> {
        let &[best, reply, ..] = pv else { return None };
        let mut game = self.game.clone();
        game.play(best);
        game.play(reply);
        game.outcome().is_none().then_some(reply)
    }
}
