//! `kempelen datagen rescore`: the same games with new scores, for example of a stronger network.

use super::{SearchArgs, begin};
use crate::games::{AnySearch, GameInfo, find_game};
use crate::lab::game_file::reader::{common_header, read_games};
use crate::lab::game_file::training_game::{GamesDigest, ScoredMove, TrainingGame, replay};
use crate::lab::game_file::writer::GameFileWriter;
use crate::lab::selfplay::generate::{GameJob, PlayedGame, StopCondition, StopReason, generate_games};
use crate::search::SearchLimits;
use crate::system::interrupt;
use anyhow::{Context, anyhow};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// The header field with the checksum of the old games.
const RESCORED: &str = "rescored";

/// Search all positions of files again, and write the games with the new scores.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen rescore old.games --nodes 1000 --threads 8 --output new.games")]
pub struct DatagenRescore {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Continue an interrupted run
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    search: SearchArgs,
}

impl DatagenRescore {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let _lock = begin([&self.output])?;
        Ok(match self.rescore()? {
            StopReason::Interrupted => ExitCode::from(interrupt::STATUS),
            StopReason::TargetReached | StopReason::OutOfGames => ExitCode::SUCCESS,
        })
    }

    /// Rescores all games.
    ///
    /// # Errors
    /// A file cannot be read or written, or a game is illegal.
    fn rescore(&self) -> anyhow::Result<StopReason> {
        let common = common_header(&self.files)?;
        let kind = find_game(common.game())?;
        let (count, checksum) = self.count()?;
        let replaced = SearchArgs::FIELDS.iter().chain([&RESCORED]);
        let header = replaced.fold(common, |header, field| header.without(field));
        let (searches, header) = self.search.searches(kind, header.by_this_program())?;
        let mut output = GameFileWriter::open(&self.output, &header.with(RESCORED, checksum), self.resume)?;
        let limits = &self.search.limits();
        let job =
            |game: anyhow::Result<_>| -> GameJob { Box::new(move |search| rescored(search, limits, kind, game?)) };
        let stop = StopCondition { games: Some(count), positions: None };
        let mut jobs = read_games(&self.files).skip(output.count.games as usize).map(job);
        generate_games(&mut jobs, searches, &mut output, stop)
    }

    /// The number of games, and their checksum.
    fn count(&self) -> anyhow::Result<(u64, String)> {
        let (mut count, mut digest) = (0, GamesDigest::default());
        for game in read_games(&self.files) {
            count += 1;
            digest.add(&game?);
        }
        Ok((count, digest.to_hex()))
    }
}

/// Searches every position of a game in order. `None` if the program was interrupted.
fn rescored(
    search: &mut AnySearch,
    limits: &SearchLimits,
    kind: &'static GameInfo,
    game: TrainingGame,
) -> anyhow::Result<Option<PlayedGame>> {
    search.clear();
    let (mut moves, mut nodes) = (Vec::new(), 0);
    let replayed = replay(&game, kind, &mut |history, _, scored| {
        if interrupt::raised() {
            return;
        }
        let result = search.search(history, limits.clone());
        nodes += result.nodes;
        moves.push(ScoredMove { score: result.score.to_i16(), ..scored });
    });
    replayed.map_err(|error| anyhow!(error)).with_context(|| format!("game {}; see `datagen check`", game.number))?;
    if moves.len() < game.moves.len() {
        return Ok(None);
    }
    Ok(Some(PlayedGame { game: TrainingGame { moves, ..game }, nodes }))
}
