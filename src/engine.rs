//! The engine of one game: the game up to now, the transposition table, an evaluation and endgame tables, an opening book, and
//! the threads that search. Notation and protocols are left to its callers.

mod chooser;
mod job;
mod line_chooser;
mod thread_lines;

pub use chooser::{ChosenMove, MoveChoice, MoveChooser};

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::GameLine;
use crate::games::{GameKnowledge, GameSearch};
use crate::opening::{BookLookup, choose_move};
use crate::search::transposition_table::TableSizeError;
use crate::search::{BookUse, Clock, SearchListener, SearchRequest, SearchSignal, TranspositionTable};
use crate::system;
use crate::system::error_words::explain;
use crate::worker::Worker;
use anyhow::anyhow;
use job::{Helpers, SearchJob};
use std::io;
use std::sync::Arc;
use thread_lines::ThreadLines;

/// Plays one game.
pub struct Engine {
    /// The game up to now.
    pub game: GameLine<AnyPosition>,
    /// The opening book.
    pub book: Option<Arc<dyn BookLookup>>,
    /// What is asked for a move before the search.
    pub chooser: Option<MoveChooser>,
    knowledge: Arc<dyn GameKnowledge>,
    tt: Arc<TranspositionTable>,
    /// How many threads were asked for.
    threads: usize,
    /// The threads that search, the main thread first; no more than there are processors. Each keeps
    /// its search, with what it has learnt, from move to move.
    workers: Vec<Worker<Option<Box<dyn GameSearch>>>>,
    /// Whether the threads have searched since the last new game.
    threads_searched: bool,
    running: Option<(Arc<SearchSignal>, Clock)>,
}

impl Engine {
    /// An engine at the position `start`, with the knowledge of its game, one thread and a transposition table of `mebibytes`
    /// MiB.
    ///
    /// # Errors
    /// The system has too little memory.
    pub fn new(start: AnyPosition, knowledge: Arc<dyn GameKnowledge>, mebibytes: usize) -> anyhow::Result<Engine> {
        let mut engine = Engine {
            game: GameLine::new(start),
            knowledge,
            book: None,
            chooser: None,
            tt: Arc::new(TranspositionTable::new(mebibytes)?),
            threads: 0,
            workers: Vec::new(),
            running: None,
            threads_searched: false,
        };
        engine.set_threads(1)?;
        Ok(engine)
    }

    /// Stops the search, and forgets what was learnt in earlier games.
    pub fn new_game(&mut self) {
        self.stop();
        self.wait();
        self.tt.clear();
        // Threads that have not searched are not woken.
        if std::mem::take(&mut self.threads_searched) {
            for worker in &mut self.workers {
                worker.run(|search| search.iter_mut().for_each(|search| search.clear()));
            }
        }
    }

    /// The size of the transposition table, in MiB.
    pub fn tt_mebibytes(&self) -> usize {
        self.tt.mebibytes()
    }

    /// Changes the size of the transposition table and clears it. On an error the size stays as it was.
    pub fn resize_tt(&mut self, mebibytes: usize) -> anyhow::Result<()> {
        let former = self.tt_mebibytes();
        if mebibytes == former {
            return Ok(());
        }
        self.wait();
        let Err(error) = self.replace_tt(mebibytes) else { return Ok(()) };
        let free = system::available_memory();
        if free.is_some_and(|free| mebibytes as u64 > (free >> 20) + former as u64) {
            return Err(error.into());
        }
        // There may be too little memory for both tables at once.
        self.replace_tt(0)?;
        let resized = self.replace_tt(mebibytes);
        if resized.is_err() {
            self.replace_tt(former)?;
        }
        Ok(resized?)
    }

    fn replace_tt(&mut self, mebibytes: usize) -> Result<(), TableSizeError> {
        self.tt = Arc::new(TranspositionTable::new(mebibytes)?);
        self.drop_searches();
        // The threads hold the former table until their searches are dropped.
        self.wait();
        Ok(())
    }

    /// How many threads were asked for.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How many threads search: not more than there are processors.
    pub fn active_threads(&self) -> usize {
        self.workers.len()
    }

    /// Sets the number of threads, at least one. On an error it is the number that could be started.
    pub fn set_threads(&mut self, threads: usize) -> anyhow::Result<()> {
        if threads == self.threads {
            return Ok(());
        }
        self.wait();
        let useful = threads.clamp(1, system::processors());
        self.workers.truncate(useful);
        for nth in self.workers.len() + 1..=useful {
            self.threads = nth - 1;
            self.workers.push(start(nth)?);
        }
        self.threads = threads.max(1);
        Ok(())
    }

    /// Replaces what is known of the game, and forgets what was learnt with it.
    pub fn set_knowledge(&mut self, knowledge: Arc<dyn GameKnowledge>) {
        self.wait();
        self.knowledge = knowledge;
        self.tt.clear();
        self.drop_searches();
    }

    /// Starts a search and returns at once. The listener hears the best move, whatever happens.
    pub fn think(&mut self, request: SearchRequest<AnyMove>, mut listener: Box<dyn SearchListener<AnyMove> + Send>) {
        let job = Arc::new(self.job(request));
        self.threads_searched = true;
        self.running = Some((Arc::clone(&job.signal), job.clock.clone()));
        let [main, helpers @ ..] = &mut self.workers[..] else { unreachable!("there is always a main thread") };
        // The strength limit was measured with one thread.
        let single = job.request.strength_limit.is_some();
        let main_job = Arc::clone(&job);
        main.run(move |search| main_job.run(search, &mut *listener));
        for helper in helpers.iter_mut().filter(|_| !single) {
            let job = Arc::clone(&job);
            helper.run(move |search| job.help(search));
        }
    }

    /// Sets up a search, when the one before has ended.
    fn job(&mut self, request: SearchRequest<AnyMove>) -> SearchJob {
        self.stop();
        self.wait();
        let signal = Arc::new(SearchSignal::new(request.ponder));
        self.tt.new_search();
        let random = request.random.unwrap_or_else(system::random);
        SearchJob {
            game: self.game.clone(),
            book_move: self.book_move(&request, random),
            // Only the search can choose among certain moves.
            chooser: (self.chooser.clone()).filter(|_| request.moves.is_empty()),
            knowledge: Arc::clone(&self.knowledge),
            tt: Arc::clone(&self.tt),
            random,
            clock: Clock::new(request.limits.time, request.received, Arc::clone(&signal)),
            request,
            signal,
            helpers: Helpers::default(),
            lines: ThreadLines::default(),
        }
    }

    /// Stops the search; its best move follows at once.
    pub fn stop(&self) {
        if let Some((signal, _)) = &self.running {
            signal.stop();
        }
    }

    /// The opponent has played the expected move: the search goes on with the clock running.
    pub fn ponder_hit(&self) {
        if let Some((_, clock)) = &self.running {
            clock.ponder_hit();
        }
    }

    /// Waits until the search has ended.
    pub fn wait(&mut self) {
        self.workers.iter_mut().for_each(Worker::wait);
        self.running = None;
    }

    /// Drops the threads' searches, which hold the former table or model.
    fn drop_searches(&mut self) {
        for worker in &mut self.workers {
            worker.run(|search| *search = None);
        }
    }

    /// A move of the book, chosen by weight. `None` if the request does not [allow](BookUse) the book, or asks for a search: of
    /// certain moves, or until it is stopped.
    fn book_move(&self, request: &SearchRequest<AnyMove>, random: u64) -> Option<AnyMove> {
        let limits = &request.limits;
        let may_play = match request.book_use {
            BookUse::Never => false,
            BookUse::TimedSearches => limits.depth.is_none() && limits.nodes.is_none() && limits.mate_within.is_none(),
            BookUse::Always => true,
        };
        if !may_play || request.infinite || !request.moves.is_empty() {
            return None;
        }
        choose_move(&self.book.as_ref()?.moves(self.game.position()), random)
    }
}

/// Starts a search thread, if there is memory for it.
fn start(nth: usize) -> anyhow::Result<Worker<Option<Box<dyn GameSearch>>>> {
    let worker = if system::has_spare_memory() { Worker::new(None) } else { Err(io::ErrorKind::OutOfMemory.into()) };
    let mut worker = worker.map_err(|reason| anyhow!("cannot start thread {nth}: {}", explain(&reason)))?;
    // The thread takes the memory that it begins with before anyone asks how much is left.
    worker.run(|_| ());
    worker.wait();
    Ok(worker)
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}
