//! The engines of a session: those of the machines, and one that advises persons. At most one of them thinks at a time.

use super::players::MachineSettings;
use super::thinking::{Purpose, SearchWatcher, Thinking};
use crate::any_position::AnyPosition;
use crate::game::{GameLine, Side};
use crate::games::GameInfo;
use crate::player::{Player, PlayerAlgorithm, player};
use crate::search::{SearchLimits, SearchRequest};
use crate::system::cache_folder::table_cache;

/// The place of the adviser behind the engines of the two sides.
const ADVISER: usize = 2;

/// Resources of each engine of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineResources {
    /// Threads of its searches.
    pub threads: usize,
    /// The memory of its transposition table.
    pub table_mebibytes: usize,
    /// Folders with Syzygy tables, for chess.
    pub syzygy: Option<String>,
}

impl Default for EngineResources {
    fn default() -> EngineResources {
        EngineResources { threads: 1, table_mebibytes: 16, syzygy: None }
    }
}

/// The engines of a session.
pub struct Engines {
    game: &'static GameInfo,
    resources: EngineResources,
    engines: [Option<Player>; 3],
    thinking: Option<Thinking>,
    /// Callback for the progress of searches.
    pub watcher: Option<SearchWatcher>,
}

impl Engines {
    /// No engine yet.
    pub fn new(game: &'static GameInfo, resources: EngineResources) -> Engines {
        Engines { game, resources, engines: [None, None, None], thinking: None, watcher: None }
    }

    /// Gives a side an engine with these settings, or none.
    ///
    /// # Errors
    /// The evaluation cannot be read, or there is not enough memory; the old engine stays.
    pub fn set(&mut self, side: Side, settings: Option<&MachineSettings>) -> Result<(), String> {
        let engine = settings.map(|settings| self.make(settings)).transpose()?;
        self.stop();
        self.engines[side.index()] = engine;
        Ok(())
    }

    fn make(&self, settings: &MachineSettings) -> Result<Player, String> {
        let mut engine = player(self.game.name, self.resources.table_mebibytes)?;
        if let Some(path) = &settings.eval_file {
            engine.load_model(path)?;
        }
        if let Some(path) = self.resources.syzygy.as_ref().filter(|_| self.game.name == "chess") {
            engine.load_tables(path)?;
        }
        let options = engine.settings();
        options.algorithm = settings.algorithm;
        options.threads = self.resources.threads.max(1);
        options.table_cache = table_cache();
        let searches = [PlayerAlgorithm::Best, PlayerAlgorithm::Search];
        options.use_book = self.game.book().is_some() && searches.contains(&settings.algorithm);
        engine.prepare()?;
        Ok(engine)
    }

    /// Starts a search of the engine of `side`.
    ///
    /// # Errors
    /// The side has no engine.
    pub fn think(&mut self, side: Side, game: &GameLine<AnyPosition>, limits: SearchLimits) -> Result<(), String> {
        self.start(side.index(), game, limits, 1, Purpose::Move)
    }

    /// Starts a search of the adviser with this number of lines (MultiPV).
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn advise(
        &mut self,
        game: &GameLine<AnyPosition>,
        limits: SearchLimits,
        lines: usize,
        purpose: Purpose,
    ) -> Result<(), String> {
        if self.engines[ADVISER].is_none() {
            self.engines[ADVISER] = Some(self.make(&MachineSettings::default())?);
        }
        self.start(ADVISER, game, limits, lines, purpose)
    }

    fn start(
        &mut self,
        engine: usize,
        game: &GameLine<AnyPosition>,
        limits: SearchLimits,
        multi_pv: usize,
        purpose: Purpose,
    ) -> Result<(), String> {
        self.stop();
        let Some(engine) = &mut self.engines[engine] else { return Err("no engine plays this side".to_owned()) };
        engine.set_line(game.clone());
        // Without threads nothing could stop a search that waits for `stop`.
        let infinite = purpose == Purpose::Analysis && !cfg!(target_family = "wasm");
        // A hint from the book would have no reason.
        let use_book = engine.settings().use_book && purpose == Purpose::Move;
        let request = SearchRequest { limits, infinite, multi_pv, use_book, ..engine.settings().request() };
        self.thinking = Some(Thinking::start(engine, request, purpose, self.watcher.clone()));
        Ok(())
    }

    /// The search that runs, or whose answer was not taken yet.
    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// Takes the search if it is over.
    pub fn take_answer(&mut self) -> Option<Thinking> {
        self.thinking.take_if(|thinking| thinking.is_over())
    }

    /// Ends the search soon; its answer is the best move up to now.
    pub fn hurry(&mut self) {
        for engine in self.engines.iter_mut().flatten() {
            engine.stop();
        }
    }

    /// Stops the search, whose answer is not used.
    pub fn stop(&mut self) {
        if self.thinking.take().is_some() {
            self.hurry();
            for engine in self.engines.iter_mut().flatten() {
                engine.wait();
            }
        }
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.stop();
    }
}
