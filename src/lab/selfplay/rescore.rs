//! `datagen rescore`: the same games with new scores, for example of a stronger network.

use super::fixed_nodes::{FixedNodesSearcher, SearchSettings};
use super::game::PlayedGame;
use super::generate::{GameWorker, StopReason, generate_games};
use super::stop_condition::StopCondition;
use crate::games::{GameEntry, GameInfo, GameVisitor, by_name};
use crate::lab::game_file::digest::GamesDigest;
use crate::lab::game_file::output::GameOutput;
use crate::lab::game_file::reader::{common_header, for_each_game, read_games};
use crate::lab::game_file::training_game::{ScoredMove, TrainingGame};
use crate::lab::replay::replay;
use crate::system::interrupt;
use crate::system::run_plan::RunPlan;
use anyhow::{Context, anyhow};
use std::path::PathBuf;

/// The header field with the checksum of the old games.
const RESCORED: &str = "rescored";

/// A run that searches all positions of games again.
pub struct RescoreRun {
    /// The game files to read, all of one game.
    pub files: Vec<PathBuf>,
    /// The game file to write.
    pub output: PathBuf,
    /// Whether to continue an existing file.
    pub resume: bool,
    /// The settings of the search.
    pub search: SearchSettings,
}

impl RescoreRun {
    /// Rescores all games.
    ///
    /// # Errors
    /// A file cannot be read or written, or a game is illegal.
    pub fn run(self) -> anyhow::Result<StopReason> {
        let header = common_header(&self.files)?;
        let game = header.game().to_owned();
        let visitor = WithHeader(self, header);
        by_name(&game, visitor).map_err(|error| anyhow!(error))?
    }

    /// The number of games, and their checksum.
    fn count(&self) -> anyhow::Result<(u64, String)> {
        let (mut count, mut digest) = (0, GamesDigest::default());
        for_each_game(&self.files, &mut |game| {
            count += 1;
            digest.add(&game);
            Ok(())
        })?;
        Ok((count, digest.to_hex()))
    }
}

/// The run, and the common header of its files.
struct WithHeader(RescoreRun, RunPlan);

impl GameVisitor for WithHeader {
    type Output = anyhow::Result<StopReason>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let WithHeader(run, common) = self;
        let (count, checksum) = run.count()?;
        let tables = run.search.tables::<K>(&K::start(game))?;
        let replaced = SearchSettings::FIELDS.iter().chain([&RESCORED]);
        let header = replaced.fold(common, |header, field| header.without(field));
        let header = header.by_this_program();
        let header = run.search.add_to_header::<K>(&K::start(game), header, &tables)?;
        let header = header.with(RESCORED, checksum);
        let searchers = run.search.searchers::<K>(&K::start(game), &tables)?;
        let mut output = GameOutput::open(&run.output, &header, run.resume)?;
        let worker = |mut searcher: FixedNodesSearcher<K>| -> GameWorker<_> {
            let start = K::start(game);
            Box::new(move |game: anyhow::Result<TrainingGame>| rescore(&mut searcher, &start, game?))
        };
        let workers = searchers.into_iter().map(worker).collect();
        let stop = StopCondition { games: Some(count), positions: None };
        let mut source = read_games(&run.files).skip(output.count.games as usize);
        let reason = generate_games(&mut source, workers, &mut output, stop)?;
        SearchSettings::report_table_error::<K>(&tables)?;
        Ok(reason)
    }
}

/// Searches every position of a game in order. `None` if the program was interrupted.
fn rescore<K: GameEntry>(
    searcher: &mut FixedNodesSearcher<K>,
    start: &K::Game,
    game: TrainingGame,
) -> anyhow::Result<Option<PlayedGame>> {
    searcher.clear();
    let (mut moves, mut nodes) = (Vec::new(), 0);
    let replayed = replay(&game, start, |history, _, scored| {
        if interrupt::raised() {
            return;
        }
        let result = searcher.search(history);
        nodes += result.nodes;
        moves.push(ScoredMove { score: result.score.to_i16(), ..scored });
    });
    let replayed = replayed.map_err(|error| anyhow!(error));
    replayed.with_context(|| format!("game {}; see `datagen check`", game.number))?;
    if moves.len() < game.moves.len() {
        return Ok(None);
    }
    let game = TrainingGame { moves, ..game };
    Ok(Some(PlayedGame { game, nodes }))
}
