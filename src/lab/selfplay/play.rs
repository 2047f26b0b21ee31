//! `datagen play`: games of the engine against itself.

use super::generate::{PlayedGame, SearchSettings, StopCondition, StopReason, checksum, generate_games};
use super::random_starts::{GameStart, PlyRange, RandomStarts};
use crate::any_position::AnyPosition;
use crate::conditions::adjudication::{Adjudication, AdjudicationRules, Adjudicator};
use crate::conditions::openings::OpeningSource;
use crate::game::Game;
use crate::games::{AnySearch, FoundMove};
use crate::lab::any_game::{AnyGame, any_game};
use crate::lab::game_file::header::ORDER;
use crate::lab::game_file::training_game::{EndOfGame, EndReason, ScoredMove, end_by_rule};
use crate::lab::game_file::writer::GameFileWriter;
use crate::search::SearchLimits;
use crate::system::run_settings::RunSettings;
use crate::system::{files, interrupt};
use anyhow::ensure;
use std::fmt::Display;
use std::path::PathBuf;

/// A run of self-play.
pub struct SelfPlayRun {
    /// The name of the game.
    pub game: String,
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
    pub settings: SelfPlaySettings,
    /// The settings of the search.
    pub search: SearchSettings,
}

/// The settings that a game depends on, apart from the search.
#[derive(Clone, Debug)]
pub struct SelfPlaySettings {
    /// When a game is adjudicated.
    pub adjudication: AdjudicationRules,
    /// The largest score of the first search for either side, in centipawns; other starts are refused.
    pub max_start_score: i32,
}

impl SelfPlayRun {
    /// Plays games.
    ///
    /// # Errors
    /// A setting is wrong, a file cannot be read or written, or too many starts in a row are refused.
    pub fn run(&self) -> anyhow::Result<StopReason> {
        let kind = &any_game(&self.game)?;
        // The header begins with the settings before those of the search.
        let header = RunSettings::new(kind.info.name).with(ORDER, "played").with("seed", self.seed()?);
        let (searches, header) = self.search.searches(kind, header)?;
        let mut starts =
            RandomStarts::new(self.base_positions(kind)?, self.openings.is_some(), self.plies(), self.seed()?);
        let mut output = GameFileWriter::open(&self.output, &self.header_end(header)?, self.resume)?;
        if let Some(last) = output.last {
            starts.skip_to(last);
        }
        let limits = self.search.limits();
        let make = |search: &mut dyn AnySearch, start| Ok(play_game(search, &limits, &self.settings, start));
        generate_games(&mut starts, searches, &make, &mut output, self.stop)
    }

    fn plies(&self) -> PlyRange {
        let default = if self.openings.is_some() { PlyRange { min: 0, max: 0 } } else { PlyRange { min: 8, max: 12 } };
        self.random_plies.unwrap_or(default)
    }

    /// The seed of the random moves.
    ///
    /// # Errors
    /// A seed was given, but no random moves are played, so it has no effect.
    fn seed(&self) -> anyhow::Result<u64> {
        let plies = self.plies();
        ensure!(
            plies.max > 0 || self.seed.is_none(),
            "--seed has no effect: found --random-plies {plies}, expected random moves, as in --random-plies 2..8"
        );
        Ok(self.seed.unwrap_or(1))
    }

    /// The positions from which random moves are played.
    fn base_positions(&self, kind: &AnyGame) -> anyhow::Result<Vec<AnyPosition>> {
        let Some(path) = &self.openings else { return Ok(vec![kind.start()]) };
        let openings = OpeningSource::File(path.clone()).read(None, kind.info)?;
        Ok(openings.into_iter().map(|opening| opening.line.position().clone()).collect())
    }

    /// Adds all other settings that the games depend on.
    fn header_end(&self, header: RunSettings) -> anyhow::Result<RunSettings> {
        fn shown<T: Display>(value: &Option<T>) -> String {
            value.as_ref().map_or("none".to_owned(), T::to_string)
        }
        let openings = self.openings.as_deref().map(files::read).transpose()?.map(|file| checksum(&file));
        let rules = &self.settings.adjudication;
        Ok(header
            .with("openings", shown(&openings))
            .with("random-plies", self.plies())
            .with("balance", self.settings.max_start_score)
            .with("resign", shown(&rules.resign))
            .with("draw", shown(&rules.draw))
            .with("max-plies", rules.max_plies.unwrap_or_default()))
    }
}

/// Plays both sides of a game. `None` if the start is refused, or if the program was interrupted.
fn play_game(
    search: &mut dyn AnySearch,
    limits: &SearchLimits,
    settings: &SelfPlaySettings,
    start: GameStart,
) -> Option<PlayedGame> {
    // The scores of a game depend on this game alone.
    search.clear();
    let GameStart { mut game, mut history } = start;
    let mut adjudicator = Adjudicator::new(settings.adjudication);
    let mut nodes = 0;
    (game.end_reason, game.winner) = loop {
        if interrupt::raised() {
            return None;
        }
        let FoundMove { number, score, nodes: visited, .. } = search.search(&history, limits.clone());
        if game.moves.is_empty() && score.value().abs() > settings.max_start_score {
            return None;
        }
        nodes += visited;
        game.moves.push(ScoredMove { number, score: score.to_i16() });
        let mover = history.position().side_to_move();
        history.play(history.position().numbered_move(number)?);
        let adjudication = adjudicator.after_move(mover, Some(score));
        let adjudicated = adjudication.map(|adjudication| match adjudication {
            Adjudication::MaxPlies => (EndReason::Limit, None),
            _ => (EndReason::Score, adjudication.winner()),
        });
        let end = end_by_rule(&history).or_else(|| end_by_tables(search, history.position()));
        if let Some(end) = end.or(adjudicated) {
            break end;
        }
    };
    Some(PlayedGame { game, nodes })
}

/// The result by the endgame tables, if they have the position.
fn end_by_tables(search: &dyn AnySearch, position: &AnyPosition) -> Option<EndOfGame> {
    let outcome = search.table_result(position)?;
    Some((EndReason::Tables, outcome.winner(position.side_to_move())))
}
