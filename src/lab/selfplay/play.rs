//! `datagen play`: games of the engine against itself.

use super::fixed_nodes::{SearchSettings, checksum};
use super::game::{SelfPlaySettings, SelfPlayer};
use super::generate::{GameWorker, StopReason, generate_games};
use super::random_starts::{BasePosition, PlyRange, RandomStarts};
use super::stop_condition::StopCondition;
use crate::games::{GameEntry, GameInfo, GameVisitor};
use crate::lab::game_file::header::ORDER;
use crate::lab::game_file::output::GameOutput;
use crate::system::files;
use crate::system::run_plan::RunPlan;
use anyhow::bail;
use std::fmt::Display;
use std::path::PathBuf;

/// A run of self-play.
pub struct SelfPlayRun {
    /// The game file to write.
    pub output: PathBuf,
    /// Whether to continue an existing file.
    pub resume: bool,
    /// When there are enough games.
    pub stop: StopCondition,
    /// The seed of the random moves; `None`: 1.
    pub seed: Option<u64>,
    /// The openings before the random moves.
    pub openings: Option<PathBuf>,
    /// The number of random moves; `None`: 0 after openings, else 8 to 12.
    pub random_plies: Option<PlyRange>,
    /// The settings of a game.
    pub game: SelfPlaySettings,
    /// The settings of the search.
    pub search: SearchSettings,
}

impl SelfPlayRun {
    fn plies(&self) -> PlyRange {
        let default = match self.openings {
            Some(_) => PlyRange { min: 0, max: 0 },
            None => PlyRange { min: 8, max: 12 },
        };
        self.random_plies.unwrap_or(default)
    }

    /// The seed of the random moves.
    ///
    /// # Errors
    /// A seed was given, but no random moves are played, so it has no effect.
    fn seed(&self) -> anyhow::Result<u64> {
        let plies = self.plies();
        if plies.max == 0 && self.seed.is_some() {
            bail!(
                "--seed has no effect: found --random-plies {plies}, expected random moves, as in \
                 --random-plies 2..8"
            );
        }
        Ok(self.seed.unwrap_or(1))
    }

    fn base_positions<K: GameEntry>(&self, game: &'static GameInfo) -> anyhow::Result<Vec<BasePosition<K::Game>>> {
        let start = K::start(game);
        match &self.openings {
            Some(path) => BasePosition::read(path, game.name),
            None => Ok(vec![BasePosition::start(start)]),
        }
    }

    /// All settings that the games depend on.
    fn header<K: GameEntry>(&self, game: &'static GameInfo, tables: &K::Tablebase) -> anyhow::Result<RunPlan> {
        fn shown<T: Display>(value: &Option<T>) -> String {
            value.as_ref().map_or("none".to_owned(), T::to_string)
        }
        let openings = self.openings.as_deref().map(files::read).transpose()?;
        let openings = openings.map(|file| checksum(&file));
        let header = RunPlan::new(game.name).with(ORDER, "played").with("seed", self.seed()?);
        let header = self.search.add_to_header::<K>(&K::start(game), header, tables)?;
        let rules = &self.game.adjudication;
        Ok(header
            .with("openings", shown(&openings))
            .with("random-plies", self.plies())
            .with("balance", self.game.max_start_score)
            .with("resign", shown(&rules.resign))
            .with("draw", shown(&rules.draw))
            .with("max-plies", rules.max_plies.unwrap_or_default()))
    }
}

impl GameVisitor for SelfPlayRun {
    type Output = anyhow::Result<StopReason>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let tables = self.search.tables::<K>(&K::start(game))?;
        let header = self.header::<K>(game, &tables)?;
        let mut starts = RandomStarts::new(self.base_positions::<K>(game)?, self.plies(), self.seed()?);
        let searchers = self.search.searchers::<K>(&K::start(game), &tables)?;
        let mut output = GameOutput::open(&self.output, &header, self.resume)?;
        if let Some(last) = output.last {
            starts.skip_to(last);
        }
        let worker = |searcher| -> GameWorker<_> {
            let mut player = SelfPlayer::<K>::new(searcher, self.game.clone());
            Box::new(move |start| Ok(player.play(start)))
        };
        let workers = searchers.into_iter().map(worker).collect();
        let reason = generate_games(&mut starts, workers, &mut output, self.stop)?;
        SearchSettings::report_table_error::<K>(&tables)?;
        Ok(reason)
    }
}
