//! The evaluation and the endgame tables of a player. The tables are those that the user names, or the embedded ones and those that
//! are built at first use.

use crate::eval::{ModelError, ModelSource};
use crate::games::GameKnowledge;
use crate::search::{SearchLimits, TableBuild, TableBuildError, TimeLimit};
use crate::system::StopOnDrop;
use crate::system::error_words::explain;
use crate::system::threads::SMALL_STACK;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

/// The evaluation and the endgame tables in use. After an error the earlier ones stay in use.
pub(super) struct PlayerKnowledge {
    /// The embedded tables, and those in the path that the user names.
    opened: Arc<dyn GameKnowledge>,
    /// The tables in the cache folder, once they are open.
    cached: Option<Arc<dyn GameKnowledge>>,
    state: CacheState,
    /// Whether the last search used the tables in the cache folder.
    uses_cached: bool,
}

/// What is known about the tables in the cache folder.
enum CacheState {
    /// The folder has not been searched yet.
    Unknown,
    /// They are being built.
    Building(BackgroundBuild),
    /// Nothing is left to do: they are open, or cannot be used (the user named others, the game has none, the build failed).
    Settled,
}

impl PlayerKnowledge {
    /// This evaluation with the embedded tables and those in a path, which may be empty; with `use_cache` also with those in the cache
    /// folder, once they are built.
    pub(super) fn new(evaluation: &dyn GameKnowledge, path: &str, use_cache: bool) -> Result<PlayerKnowledge, String> {
        let opened = evaluation.with_tables(path)?;
        let state = if use_cache { CacheState::Unknown } else { CacheState::Settled };
        Ok(PlayerKnowledge { opened, cached: None, state, uses_cached: false })
    }

    /// The evaluation and the tables of the last search.
    pub(super) fn chosen(&self) -> &Arc<dyn GameKnowledge> {
        self.cached.as_ref().filter(|_| self.uses_cached).unwrap_or(&self.opened)
    }

    /// Changes the evaluation.
    pub(super) fn load_model(&mut self, source: &ModelSource) -> Result<(), ModelError> {
        let with_model = |tables: &Arc<dyn GameKnowledge>| tables.with_model(source);
        let (opened, cached) = (with_model(&self.opened)?, self.cached.as_ref().map(with_model).transpose()?);
        (self.opened, self.cached) = (opened, cached);
        Ok(())
    }

    /// Changes the tables as [`new`](PlayerKnowledge::new) takes them.
    pub(super) fn load_tables(&mut self, path: &str, use_cache: bool) -> Result<(), String> {
        *self = PlayerKnowledge::new(&*self.opened, path, use_cache)?;
        Ok(())
    }

    /// Chooses the tables for a search with these limits. If those of the cache folder are missing, a thread begins to build
    /// them, and later searches use them. `tell` gets messages for the user. Returns whether the tables have changed.
    pub(super) fn choose_tables(
        &mut self,
        folder: Option<&Path>,
        limits: &SearchLimits,
        tell: &mut dyn FnMut(&str),
    ) -> bool {
        let folder = folder.filter(|_| !is_reproducible(limits));
        if let Some(folder) = folder {
            self.look_up(folder, tell);
        }
        let use_cached = folder.is_some() && self.cached.is_some();
        std::mem::replace(&mut self.uses_cached, use_cached) != use_cached
    }

    /// Opens the tables in the cache folder if they are complete; else begins to build them.
    fn look_up(&mut self, folder: &Path, tell: &mut dyn FnMut(&str)) {
        let (is_first, was_built) = match &mut self.state {
            CacheState::Settled => return,
            CacheState::Unknown => (true, false),
            CacheState::Building(build) => match build.result() {
                None => return,
                Some(Ok(())) => (false, true),
                Some(Err(TableBuildError::Busy | TableBuildError::Stopped)) => (false, false),
                Some(Err(TableBuildError::Failed(why))) => {
                    tell(&format!("endgame tables cannot be built: {why}; those in the program are used"));
                    self.state = CacheState::Settled;
                    return;
                }
            },
        };
        self.state = CacheState::Settled;
        let Some((tables, path)) = self.opened.cached_tables(folder).zip(folder.to_str()) else { return };
        if tables.files.iter().all(|file| file.exists()) {
            let why = match self.opened.with_tables(path) {
                Ok(cached) => {
                    self.cached = Some(cached);
                    return;
                }
                Err(why) => why,
            };
            if was_built {
                return tell(&why);
            }
            tell(&format!("{why}; the tables are built again"));
            tables.files.iter().for_each(|file| drop(fs::remove_file(file)));
        } else if is_first {
            tell(&format!("endgame tables of this game are built in '{}', for this and later games", folder.display()));
        }
        match BackgroundBuild::start(tables.build) {
            Ok(build) => self.state = CacheState::Building(build),
            Err(error) => {
                tell(&format!("endgame tables cannot be built: {}; those in the program are used", explain(&error)))
            }
        }
    }
}

/// Whether a search with these limits should find the same whenever it is repeated, so that it must not depend on what is in
/// the cache folder.
fn is_reproducible(limits: &SearchLimits) -> bool {
    let counts = limits.depth.is_some() || limits.nodes.is_some();
    counts && matches!(limits.time, TimeLimit::Infinite)
}

/// A build on a thread of its own. It is stopped when this is dropped.
struct BackgroundBuild {
    _stop: StopOnDrop,
    /// `None` after its result has been taken.
    thread: Option<JoinHandle<Result<(), TableBuildError>>>,
}

impl BackgroundBuild {
    /// Starts the thread. The error: the system cannot start another one.
    fn start(build: TableBuild) -> io::Result<BackgroundBuild> {
        let stop = StopOnDrop::default();
        let signal = stop.signal();
        // Nobody waits for the thread: the program ends without it, and the next build continues there.
        let builder = Builder::new().name("endgame tables".to_owned()).stack_size(SMALL_STACK);
        let thread = Some(builder.spawn(move || build(&signal))?);
        Ok(BackgroundBuild { _stop: stop, thread })
    }

    /// The result, once; `None` while it works.
    fn result(&mut self) -> Option<Result<(), TableBuildError>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        Some(thread.join().unwrap_or_else(|_| Err(TableBuildError::Failed("internal error".to_owned()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ClockState;
    use std::sync::mpsc::channel;
    use std::thread::yield_now;
    use std::time::{Duration, Instant};

    #[test]
    fn a_build_hears_that_nobody_wants_it() {
        let (sender, stopped) = channel();
        let build = BackgroundBuild::start(Box::new(move |stop| {
            let begun = Instant::now();
            while !stop() && begun.elapsed() < Duration::from_secs(30) {
                yield_now();
            }
            sender.send(stop()).unwrap();
            Err(TableBuildError::Stopped)
        }));
        drop(build);
        assert_eq!(stopped.recv(), Ok(true));
    }

    /// Only a count alone makes a search that finds the same again.
    #[test]
    fn searches_limited_by_depth_or_nodes_alone_are_reproducible() {
        let times = [
            TimeLimit::Infinite,
            TimeLimit::Exact(Duration::from_secs(1)),
            TimeLimit::Clock { state: ClockState::default(), overhead: Duration::ZERO },
        ];
        for (time, depth, nodes) in [(0, None, None), (0, Some(9), None), (0, None, Some(9)), (0, Some(9), Some(9))]
            .into_iter()
            .chain([(1, None, None), (1, Some(9), None), (1, None, Some(9)), (2, None, None), (2, Some(9), Some(9))])
        {
            let limits = SearchLimits { depth, nodes, time: times[time], mate_within: None };
            let expected = time == 0 && (depth.is_some() || nodes.is_some());
            assert_eq!(is_reproducible(&limits), expected, "{limits:?}");
        }
    }
}
