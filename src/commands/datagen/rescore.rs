//! `kempelen datagen rescore`: the same games with other scores. A network that is stronger than
//! what played them tells more of their positions than they themselves do.

use crate::games::{Entry, Visitor, by_name};
use crate::lab::game_file::digest::GamesDigest;
use crate::lab::game_file::header::GameFileHeader;
use crate::lab::game_file::output::GameOutput;
use crate::lab::game_file::reader::{common_header, for_each_game, read_games};
use crate::lab::game_file::training_game::{ScoredMove, TrainingGame};
use crate::lab::replay::replay;
use crate::lab::selfplay::game::PlayedGame;
use crate::lab::selfplay::generate::{GameWorker, StopReason, generate_games};
use crate::lab::selfplay::searcher::{FixedNodesSearcher, SearchSettings};
use crate::lab::selfplay::stop_condition::StopCondition;
use crate::system::interrupt;
use anyhow::{Context, anyhow};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// The field of a header that tells what was rescored.
const RESCORED: &str = "rescored";

/// Search all positions of files again, and write the games with the new scores.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen rescore old.games --nodes 1000 --threads 8 --output new.games")]
pub struct Rescore {
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
    thinking: SearchSettings,
}

impl Rescore {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let header = common_header(&self.files)?;
        let game = header.game().to_owned();
        by_name(&game, Job(self, header)).map_err(|error| anyhow!(error))?
    }

    /// How many games there are, and a word for them.
    fn count(&self) -> anyhow::Result<(u64, String)> {
        let (mut count, mut digest) = (0, GamesDigest::default());
        for_each_game(&self.files, |game| {
            count += 1;
            digest.add(&game);
            Ok(())
        })?;
        Ok((count, digest.to_hex()))
    }
}

/// The command, and what the headers of its files have in common.
struct Job(Rescore, GameFileHeader);

impl Visitor for Job {
    type Output = anyhow::Result<ExitCode>;

    fn visit<K: Entry>(self) -> Self::Output {
        let Job(command, common) = self;
        let interrupted = interrupt::listen();
        let (count, checksum) = command.count()?;
        let tables = command.thinking.tables::<K>()?;
        let settings = SearchSettings::FIELDS.iter().chain([&RESCORED]);
        let header = settings.fold(common, |header, field| header.without(field));
        let header = header.by_this_program();
        let header = command.thinking.add_to_header::<K>(header, &tables)?;
        let header = header.with(RESCORED, checksum);
        let thinkers = command.thinking.searchers::<K>(&tables)?;
        let mut store = GameOutput::open(&command.output, &header, command.resume)?;
        let work =
            |mut thinker: FixedNodesSearcher<K>| -> GameWorker<anyhow::Result<TrainingGame>> {
                Box::new(move |game| rescore(&mut thinker, game?))
            };
        let work = thinkers.into_iter().map(work).collect();
        let target = StopCondition {
            games: Some(count),
            positions: None,
        };
        let mut source = read_games(&command.files).skip(store.count.games as usize);
        let stop = generate_games(&mut source, work, &mut store, target, interrupted)?;
        SearchSettings::warn_of_trouble(&*tables)?;
        Ok(match stop {
            StopReason::Interrupted => ExitCode::from(interrupt::STATUS),
            StopReason::TargetReached | StopReason::OutOfGames => ExitCode::SUCCESS,
        })
    }
}

/// Thinks about every position of a game, as if it had just come up; gives the game up if the
/// program is interrupted.
fn rescore<K: Entry>(
    thinker: &mut FixedNodesSearcher<K>,
    game: TrainingGame,
) -> anyhow::Result<Option<PlayedGame>> {
    thinker.clear();
    let (mut plies, mut nodes) = (Vec::new(), 0);
    let replayed = replay::<K::Game>(&game, |course, _, ply| {
        if interrupt::raised() {
            return;
        }
        let thought = thinker.think(course);
        nodes += thought.nodes;
        plies.push(ScoredMove {
            score: thought.score.value() as i16,
            ..ply
        });
    });
    let replayed = replayed.map_err(|error| anyhow!(error));
    replayed.with_context(|| format!("game {}; `datagen check` tells where", game.number))?;
    if plies.len() < game.moves.len() {
        return Ok(None);
    }
    let game = TrainingGame {
        moves: plies,
        ..game
    };
    Ok(Some(PlayedGame { game, nodes }))
}
