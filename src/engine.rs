//! The engine of one game: its position, the game so far, the table, the book and a thread that
//! thinks. It knows no text and no protocol.

use crate::file::explain;
use crate::game::Game;
use crate::game_history::GameHistory;
use crate::opening::{BookLookup, choose_move};
use crate::search::clock::{Clock, SearchLimits, SearchSignal, TimeLimit};
use crate::search::deepen::{SearchTask, ThreadRole};
use crate::search::listener::Silent;
use crate::search::strength_limit::{LineChooser, StrengthLimit};
use crate::search::transposition_table::TableSizeError;
use crate::search::{
    Bound, Knowledge, MoveOf, ProbeSettings, Score, ScoreBounds, Search, SearchInfo,
    SearchListener, Tablebase, TranspositionTable,
};
use crate::system;
use crate::worker::Worker;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use thiserror::Error;

/// What the system does not have to give.
#[derive(Debug, Error)]
pub enum ResourceError {
    /// Memory for the transposition table.
    #[error(transparent)]
    Table(#[from] TableSizeError),
    /// One more thread to think.
    #[error("cannot start thread {nth}: {}", explain(reason))]
    Thread {
        /// Its number, counted from 1.
        nth: usize,
        /// What stands in the way.
        reason: io::Error,
    },
}

/// What a search ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision<M> {
    /// The move to play; `None` where there is no legal one.
    pub best: Option<M>,
    /// The reply to ponder on, if the game goes on after it.
    pub ponder: Option<M>,
}

/// Someone who waits for the decision, and listens to the search until then.
pub trait EngineListener<G: Game>: SearchListener<G> + Send {
    /// The search is over. Called exactly once.
    fn best_move(&mut self, decision: Decision<G::Move>);

    /// Something went wrong inside; the decision comes all the same.
    fn warning(&mut self, what: &str);
}

/// What to think about, beside the position.
#[derive(Clone, Debug)]
pub struct Order<M> {
    /// When to end.
    pub limits: SearchLimits,
    /// Keep the decision back until told to stop.
    pub hold: bool,
    /// Think on the opponent's time, until told that the expected move was played.
    pub ponder: bool,
    /// Choose among these moves; empty: among all.
    pub moves: Vec<M>,
    /// How the choice is made worse than it could be.
    pub handicap: Option<StrengthLimit>,
    /// How many best lines to show.
    pub lines: usize,
    /// How much worse than equality a draw is to the side to move, in hundredths.
    pub contempt: i32,
    /// Play from the opening book where it knows the position.
    pub use_book: bool,
    /// When to ask the endgame tables.
    pub probing: ProbeSettings,
    /// When the order came: the clock has run since.
    pub received: Instant,
}

/// Thinks about one game.
pub struct Engine<K: Knowledge> {
    game: GameHistory<K::Game>,
    model: Arc<K::Model>,
    book: Option<Arc<dyn BookLookup<K::Game>>>,
    tablebase: Arc<K::Tablebase>,
    tt: Arc<TranspositionTable>,
    /// How many threads were asked for.
    threads: usize,
    /// The threads, the leader first, no more than can run at once; each keeps its search from move
    /// to move.
    workers: Vec<Worker<Option<Search<K>>>>,
    /// The search of those who think on their own thread.
    local_search: Option<Search<K>>,
    /// Whether the threads may have learnt something since the last game began.
    threads_thought: bool,
    running: Option<(Arc<SearchSignal>, Clock)>,
}

impl<K: Knowledge> Engine<K>
where
    MoveOf<K>: Send,
{
    /// An engine at the start of a game, with a table of `mebibytes` MiB.
    pub fn new(
        model: Arc<K::Model>,
        tables: Arc<K::Tablebase>,
        mebibytes: usize,
    ) -> Result<Engine<K>, ResourceError> {
        let mut engine = Engine {
            game: GameHistory::new(K::Game::start()),
            model,
            book: None,
            tablebase: tables,
            tt: Arc::new(TranspositionTable::new(mebibytes)?),
            threads: 0,
            workers: Vec::new(),
            local_search: None,
            running: None,
            threads_thought: false,
        };
        engine.set_threads(1)?;
        Ok(engine)
    }

    /// The game as far as it has come.
    pub fn course(&self) -> &GameHistory<K::Game> {
        &self.game
    }

    /// Thinks about this game from now on.
    pub fn set_game(&mut self, course: GameHistory<K::Game>) {
        self.game = course;
    }

    /// Forgets everything learnt from earlier games.
    pub fn new_game(&mut self) {
        self.stop();
        self.wait();
        self.tt.clear();
        // Threads that have learnt nothing are not woken.
        if std::mem::take(&mut self.threads_thought) {
            for worker in &mut self.workers {
                worker.run(|search| search.iter_mut().for_each(Search::clear));
            }
        }
        self.local_search.iter_mut().for_each(Search::clear);
    }

    /// The size of the table, in MiB.
    pub fn mebibytes(&self) -> usize {
        self.tt.mebibytes()
    }

    /// Allocates a table of another size. On failure the size stays what it was.
    pub fn resize_table(&mut self, mebibytes: usize) -> Result<(), ResourceError> {
        let former = self.mebibytes();
        if mebibytes == former {
            return Ok(());
        }
        self.wait();
        let Err(error) = self.replace_table(mebibytes) else {
            return Ok(());
        };
        let free = system::available_memory();
        if free.is_some_and(|free| mebibytes as u64 > (free >> 20) + former as u64) {
            return Err(error.into());
        }
        // There may be no room for both, but for either.
        self.replace_table(0)?;
        let again = self.replace_table(mebibytes);
        if again.is_err() {
            self.replace_table(former)?;
        }
        Ok(again?)
    }

    fn replace_table(&mut self, mebibytes: usize) -> Result<(), TableSizeError> {
        self.tt = Arc::new(TranspositionTable::new(mebibytes)?);
        self.drop_searches();
        // Until then the threads hold the former one.
        self.wait();
        Ok(())
    }

    /// How many threads were asked for.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// How many threads search: no more than there are processors.
    pub fn active_threads(&self) -> usize {
        self.workers.len()
    }

    /// Lets so many threads think, at least one; fewer, if the system does not have them.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ResourceError> {
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

    /// What positions are valued by.
    pub fn model(&self) -> &Arc<K::Model> {
        &self.model
    }

    /// Values positions by another model.
    pub fn set_model(&mut self, model: Arc<K::Model>) {
        self.wait();
        self.model = model;
        self.tt.clear();
        self.drop_searches();
    }

    /// The endgame tables that it plays with.
    pub fn tables(&self) -> &K::Tablebase {
        &self.tablebase
    }

    /// Plays with other endgame tables, or with none.
    pub fn set_tablebase(&mut self, tables: Arc<K::Tablebase>) {
        self.wait();
        self.tablebase = tables;
        self.tt.clear();
    }

    /// Plays from another opening book, or from none.
    pub fn set_book(&mut self, book: Option<Arc<dyn BookLookup<K::Game>>>) {
        self.book = book;
    }

    /// The moves of the book here, with their weights.
    pub fn book_moves(&self) -> Vec<(MoveOf<K>, u16)> {
        let book = self.book.as_ref();
        book.map_or_else(Vec::new, |book| book.moves(self.game.position()))
    }

    /// Begins to think; returns at once. The audience hears the decision, whatever happens.
    pub fn think(
        &mut self,
        order: Order<MoveOf<K>>,
        mut audience: Box<dyn EngineListener<K::Game>>,
    ) {
        let job = Arc::new(self.job(order));
        self.threads_thought = true;
        self.running = Some((Arc::clone(&job.signal), job.clock.clone()));
        let [leader, helpers @ ..] = &mut self.workers[..] else {
            unreachable!("there is a leader always");
        };
        // A handicap was measured with one thread.
        let alone = job.order.handicap.is_some();
        let leading = Arc::clone(&job);
        leader.run(move |search| leading.run(search, &mut *audience));
        for helper in helpers.iter_mut().filter(|_| !alone) {
            let job = Arc::clone(&job);
            helper.run(move |search| job.help(search));
        }
    }

    /// Thinks on this thread, alone; returns when the audience has heard the decision.
    pub fn think_here(
        &mut self,
        order: Order<MoveOf<K>>,
        audience: &mut dyn EngineListener<K::Game>,
    ) {
        let job = self.job(order);
        job.run(&mut self.local_search, audience);
    }

    /// Sets up a search, when the one before has ended.
    fn job(&mut self, order: Order<MoveOf<K>>) -> SearchJob<K> {
        self.stop();
        self.wait();
        let signal = Arc::new(SearchSignal::new(order.ponder));
        self.tt.new_search();
        SearchJob {
            course: self.game.clone(),
            book_move: self.choose_from_book(&order),
            tables: Arc::clone(&self.tablebase),
            random: chance(),
            table: Arc::clone(&self.tt),
            model: Arc::clone(&self.model),
            clock: Clock::new(order.limits.time, order.received, Arc::clone(&signal)),
            order,
            signal,
            done: Arc::default(),
            helped: Arc::default(),
            short: AtomicBool::default(),
            making: Mutex::default(),
        }
    }

    /// Ends the search that is going on; its decision comes at once.
    pub fn stop(&self) {
        if let Some((signal, _)) = &self.running {
            signal.stop();
        }
    }

    /// The opponent has played the move pondered on.
    pub fn ponder_hit(&self) {
        if let Some((_, clock)) = &self.running {
            clock.ponder_hit();
        }
    }

    /// Waits until the search that is going on has ended.
    pub fn wait(&mut self) {
        self.workers.iter_mut().for_each(Worker::wait);
        self.running = None;
    }

    /// Lets go of searches whose table or model is another one.
    fn drop_searches(&mut self) {
        for worker in &mut self.workers {
            worker.run(|search| *search = None);
        }
        self.local_search = None;
    }

    fn choose_from_book(&self, order: &Order<MoveOf<K>>) -> Option<MoveOf<K>> {
        let timed = order.limits.depth.is_none() && order.limits.nodes.is_none();
        if !order.use_book || order.hold || !timed || !order.moves.is_empty() {
            return None;
        }
        choose_move(&self.book_moves(), chance())
    }
}

/// A thread that can search, if the system has one and the memory for it.
fn start<T: Default + Send + 'static>(nth: usize) -> Result<Worker<T>, ResourceError> {
    let worker = if system::has_spare_memory() {
        Worker::new(T::default())
    } else {
        Err(io::ErrorKind::OutOfMemory.into())
    };
    worker.map_err(|reason| ResourceError::Thread { nth, reason })
}

/// A number for a choice, another one each time.
fn chance() -> u64 {
    RandomState::new().hash_one(())
}

impl<K: Knowledge> Drop for Engine<K> {
    fn drop(&mut self) {
        if let Some((signal, _)) = &self.running {
            signal.stop();
        }
    }
}

/// One search, as the threads get it.
struct SearchJob<K: Knowledge> {
    course: GameHistory<K::Game>,
    book_move: Option<MoveOf<K>>,
    tables: Arc<K::Tablebase>,
    random: u64,
    table: Arc<TranspositionTable>,
    model: Arc<K::Model>,
    order: Order<MoveOf<K>>,
    clock: Clock,
    signal: Arc<SearchSignal>,
    /// Stops the helpers.
    done: Arc<SearchSignal>,
    /// Positions that the helpers visited.
    helped: Arc<AtomicU64>,
    /// Whether some thread lacked the memory for its search.
    short: AtomicBool,
    /// Held by a helper that makes its search.
    making: Mutex<()>,
}

impl<K: Knowledge> SearchJob<K> {
    /// The moves to choose from: those asked for, or all if none of them is legal.
    fn moves(&self) -> Vec<MoveOf<K>> {
        let mut moves = self.course.position().moves();
        if moves.iter().any(|mv| self.order.moves.contains(mv)) {
            moves.retain(|mv| self.order.moves.contains(mv));
        }
        moves
    }

    /// What a helper does until the leader is done.
    fn help(&self, search: &mut Option<Search<K>>) {
        let moves = self.moves();
        if moves.is_empty() || self.book_move.is_some() {
            return;
        }
        let clock = Clock::new(
            TimeLimit::Infinite,
            self.order.received,
            Arc::clone(&self.done),
        );
        let crew = ThreadRole::Helper(Arc::clone(&self.helped));
        let task = self.task(moves, SearchLimits::default(), clock, crew);
        let think = || {
            // One after the other, so that each sees what memory the one before has left.
            let making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            let searcher = (!self.done.stopped()).then(|| self.searcher(search));
            drop(making);
            if let Some(searcher) = searcher.flatten() {
                searcher.think(task, &mut Silent);
            }
        };
        if catch_unwind(AssertUnwindSafe(think)).is_err() {
            *search = None;
        }
    }

    fn run(&self, search: &mut Option<Search<K>>, audience: &mut dyn EngineListener<K::Game>) {
        let moves = self.moves();
        let first = moves.first().copied();
        let line = match (self.book_move, first) {
            (_, None) => self.announce(None, audience),
            (book_move @ Some(_), _) => self.announce(book_move, audience),
            (None, Some(first)) => {
                let think = AssertUnwindSafe(|| self.search(moves, search, audience));
                catch_unwind(think).unwrap_or_else(|_| {
                    // What the dead search knew may be half-written.
                    *search = None;
                    audience.warning("the search failed; playing a legal move");
                    vec![first]
                })
            }
        };
        self.done.stop();
        if self.short.load(Relaxed) {
            audience.warning("the memory is too short for the search of every thread");
        }
        if let Some(trouble) = self.tables.take_error() {
            audience.warning(&trouble);
        }
        if self.order.hold {
            self.signal.wait_for_stop();
        }
        self.signal.wait_while_pondering();
        audience.best_move(Decision {
            best: line.first().copied(),
            ponder: self.ponder_move(&line),
        });
    }

    fn search(
        &self,
        moves: Vec<MoveOf<K>>,
        search: &mut Option<Search<K>>,
        audience: &mut dyn EngineListener<K::Game>,
    ) -> Vec<MoveOf<K>> {
        let Some(searcher) = self.searcher(search) else {
            return moves[..1].to_vec();
        };
        let crew = ThreadRole::Main(Arc::clone(&self.helped));
        let limits = self.order.limits.clone();
        let mut task = self.task(moves, limits, self.clock.clone(), crew);
        let mut listener = Listener(audience);
        let Some(handicap) = &self.order.handicap else {
            return searcher.think(task, &mut listener).pv;
        };
        handicap.apply(&mut task);
        let mut hesitation = LineChooser::new(handicap, self.order.lines, &mut listener);
        let best = searcher.think(task, &mut hesitation).pv;
        hesitation.choose(best, self.random)
    }

    /// The search of a thread, with what it has learnt, or a new one; `None` if there is too little
    /// memory for that.
    fn searcher<'a>(&self, search: &'a mut Option<Search<K>>) -> Option<&'a mut Search<K>> {
        if search.is_none() && !system::has_spare_memory() {
            self.short.store(true, Relaxed);
            return None;
        }
        let new = || Search::new(Arc::clone(&self.table), &self.model);
        let search = search.get_or_insert_with(new);
        search.tablebase = Arc::clone(&self.tables);
        search.probing = self.order.probing;
        Some(search)
    }

    fn task(
        &self,
        moves: Vec<MoveOf<K>>,
        limits: SearchLimits,
        clock: Clock,
        crew: ThreadRole,
    ) -> SearchTask<'_, K::Game> {
        SearchTask {
            position: self.course.position(),
            game_keys: self.course.past(),
            moves,
            multi_pv: self.order.lines,
            contempt: self.order.contempt,
            limits,
            clock,
            role: crew,
        }
    }

    /// Tells a book move, or the end of the game, like a line of the search.
    fn announce(
        &self,
        mv: Option<MoveOf<K>>,
        audience: &mut dyn EngineListener<K::Game>,
    ) -> Vec<MoveOf<K>> {
        let line = Vec::from_iter(mv);
        let (score, known) = match mv {
            Some(_) => (Score::DRAW, ScoreBounds::UNKNOWN),
            None => {
                let result = Score::of(self.course.position().outcome_without_moves(), 0);
                (result, ScoreBounds::from_bound(result, Bound::Exact))
            }
        };
        let finding = SearchInfo {
            depth: line.len() as i32,
            seldepth: line.len(),
            multi_pv: 1,
            score,
            shown_score: K::shown_score(score),
            wdl: K::likely(score, known),
            bound: Bound::Exact,
            nodes: 1,
            tb_hits: 0,
            elapsed: self.clock.elapsed(),
            hashfull: 0,
        };
        audience.info(&finding, &line);
        line
    }

    /// The second move of the line, unless it ends the game.
    fn ponder_move(&self, line: &[MoveOf<K>]) -> Option<MoveOf<K>> {
        let &[best, reply, ..] = line else {
            return None;
        };
        let mut course = self.course.clone();
        course.play(best);
        course.play(reply);
        course.outcome().is_none().then_some(reply)
    }
}

/// Lets an audience listen where only a report is wanted.
struct Listener<'a, G: Game>(&'a mut dyn EngineListener<G>);

impl<G: Game> SearchListener<G> for Listener<'_, G> {
    fn info(&mut self, finding: &SearchInfo, line: &[G::Move]) {
        self.0.info(finding, line);
    }
}
