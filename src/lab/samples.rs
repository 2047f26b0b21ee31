//! The positions of games on which evaluations are trained.

use super::game_file::reader::read_games;
use super::game_file::training_game::{GamesDigest, ScoredMove, TrainingGame, replay};
use super::game_tools::{AnyModel, QuietTest};
use super::position_list::PositionList;
use super::training_target::{LambdaReturn, TrainingTarget, fit_scale, sigmoid};
use crate::any_position::AnyPosition;
use crate::eval::nnue::FeatureSet;
use crate::game::Game;
use crate::games::GameInfo;
use crate::random::Random;
use crate::search::Score;
use crate::system::{interrupt, progress};
use anyhow::anyhow;
use serde::Serialize;
use std::path::PathBuf;

/// What is known of a training position.
#[derive(Clone, Copy, Debug)]
pub struct TrainingSample {
    /// The score of a search for the side to move, in centipawns.
    pub score: i16,
    /// The [λ-return](LambdaReturn) for the side to move, from 0 to 1. With a λ of 1 it is the result of the game: 1 for a win,
    /// 0.5 for a draw, 0 for a loss.
    pub result: f32,
    /// Whether it is used for validation instead of training.
    pub validation: bool,
}

/// A set of training and validation positions of one game.
pub struct SampleSet {
    /// The positions; a uniform random sample if there were too many.
    pub positions: Box<dyn PositionList>,
    /// What is known of each of them.
    pub list: Vec<TrainingSample>,
    /// The input features of networks for them.
    pub features: FeatureSet,
    /// The numbers of games and positions.
    pub counts: SampleCounts,
    /// The checksum of all games.
    pub digest: GamesDigest,
    is_quiet: QuietTest,
    selection: SampleSelection,
    lambda_return: LambdaReturn,
    random: Random,
}

/// How many games and positions there were.
#[derive(Clone, Copy, Serialize, Default, Debug)]
pub struct SampleCounts {
    /// The number of games for training.
    pub training_games: usize,
    /// The number of games for validation.
    pub validation_games: usize,
    /// The number of usable positions.
    pub usable: usize,
    /// The number of positions used: fewer if there were too many.
    pub positions: usize,
}

/// Which positions are used.
#[derive(Clone, Copy, Debug)]
pub struct SampleSelection {
    /// The largest number of positions.
    pub max_samples: usize,
    /// The number of positions to skip at the beginning of every game.
    pub skip_plies: usize,
    /// One game of this many is kept for validation.
    pub validation_every: u32,
}

/// Replays the games of files and collects their quiet positions. `None` if the program was interrupted.
///
/// # Errors
/// A file cannot be read, or a game is illegal.
pub fn collect_samples(
    files: &[PathBuf],
    kind: &'static GameInfo,
    wanted: SampleSelection,
    lambda_return: LambdaReturn,
) -> anyhow::Result<Option<SampleSet>> {
    let mut samples = SampleSet::new(kind, wanted, lambda_return);
    let bar = progress::counter("games");
    let read = read_games(files).try_for_each(|game| {
        bar.inc(1);
        let game = game?;
        samples.add_game(&game, kind).map_err(|error| anyhow!("game {}: {error}; see `datagen check`", game.number))
    });
    bar.finish_and_clear();
    if interrupt::raised() {
        return Ok(None);
    }
    read.map(|()| Some(samples))
}

impl SampleSet {
    fn new(kind: &'static GameInfo, selection: SampleSelection, lambda_return: LambdaReturn) -> SampleSet {
        SampleSet {
            positions: kind.position_list(),
            list: Vec::new(),
            features: kind.network_features(),
            counts: SampleCounts::default(),
            digest: GamesDigest::default(),
            is_quiet: kind.quiet_test(),
            selection,
            lambda_return,
            random: Random::new(1),
        }
    }

    fn add_game(&mut self, game: &TrainingGame, kind: &'static GameInfo) -> Result<(), String> {
        self.digest.add(game);
        let SampleSelection { skip_plies, validation_every, .. } = self.selection;
        let SampleCounts { training_games, validation_games, .. } = &mut self.counts;
        // In every selection of files the same games, so that a network that is trained further has not seen them.
        let validation = game.checksum_of_moves().is_multiple_of(validation_every);
        *(if validation { validation_games } else { training_games }) += 1;
        let mut scores = Vec::with_capacity(game.moves.len());
        let mut usable = Vec::with_capacity(game.moves.len());
        replay(game, kind, &mut |course, mv, ScoredMove { score, .. }| {
            let position = course.position();
            let ply = scores.len();
            scores.push((position.side_to_move(), score));
            let open = Score::estimate(score.into()).value() == i32::from(score);
            if ply >= skip_plies && open && (self.is_quiet)(position, mv) {
                usable.push((ply, position.clone()));
            }
        })?;
        let results = self.lambda_return.of_game(game.winner, &scores);
        for (ply, position) in usable {
            self.add(&position, TrainingSample { score: scores[ply].1, result: results[ply], validation });
        }
        Ok(())
    }

    /// Adds a position; if there are too many, each stays with the same probability (reservoir sampling,
    /// Waterman; Knuth 1969).
    fn add(&mut self, position: &AnyPosition, sample: TrainingSample) {
        let counts = &mut self.counts;
        counts.usable += 1;
        if counts.positions < self.selection.max_samples {
            self.positions.set(counts.positions, position);
            self.list.push(sample);
            counts.positions += 1;
            return;
        }
        let index = self.random.below(counts.usable);
        if let Some(place) = self.list.get_mut(index) {
            self.positions.set(index, position);
            *place = sample;
        }
    }

    /// Whether there is a position for training.
    pub fn has_training_positions(&self) -> bool {
        self.list.iter().any(|sample| !sample.validation)
    }

    /// The scale at which the scores of the training positions predict results best.
    pub fn fit_scale(&self) -> f64 {
        const ENOUGH: usize = 200_000;
        let step = self.list.len().div_ceil(ENOUGH).max(1);
        let some = self.list.iter().step_by(step).filter(|sample| !sample.validation);
        let known: Vec<_> = some.map(|sample| (sample.score.into(), sample.result.into())).collect();
        fit_scale(&known)
    }

    /// The mean squared error of a model on the validation positions, by which it is compared with the network in training;
    /// `None` if there are no such positions.
    pub fn validation_loss(&self, model: &AnyModel, target: TrainingTarget) -> Option<f64> {
        let mut evaluate = model();
        let (mut total, mut count) = (0.0, 0);
        for (index, sample) in self.list.iter().enumerate().filter(|(_, sample)| sample.validation) {
            let value = f64::from(evaluate(&*self.positions, index..index + 1)[0]);
            total += (sigmoid(value / target.scale) - target.value(sample.score, sample.result)).powi(2);
            count += 1;
        }
        (count > 0).then(|| total / f64::from(count))
    }

    /// The first positions of a game of chess with the scores and results of `evaluate`.
    #[cfg(test)]
    pub fn of_some_game(count: usize, evaluate: impl Fn(usize) -> (i16, f32)) -> SampleSet {
        let chess = crate::games::find_game("chess").unwrap();
        let selection = SampleSelection { max_samples: count, skip_plies: 0, validation_every: 1 };
        let mut samples = SampleSet::new(chess, selection, LambdaReturn::RESULT);
        let mut position = chess.start();
        for number in 0..count {
            let moves = position.moves();
            position = position.play(moves[number * 7 % moves.len()]);
            let (score, result) = evaluate(number);
            samples.add(&position, TrainingSample { score, result, validation: false });
        }
        samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Side, StartPosition};
    use crate::games::chess::ChessPosition;
    use crate::games::chess::eval::ChessFeatures;
    use crate::games::find_game;
    use crate::lab::game_file::training_game::EndReason;
    use crate::lab::game_file::writer::GameFileWriter;
    use crate::lab::position_list::TypedPositions;
    use crate::system::run_settings::RunSettings;

    /// A game of ten plies that the second side wins, and the position before each ply. `score` gives the search score of a ply.
    fn some_game(score: impl Fn(usize) -> i16) -> (TrainingGame, Vec<ChessPosition>) {
        let mut position = ChessPosition::start();
        let mut positions = Vec::new();
        let play = |ply: usize| {
            positions.push(position);
            let moves = position.moves();
            let mv = moves[ply * 7 % moves.len()];
            position = position.play(mv);
            ScoredMove { number: ChessPosition::code(mv), score: score(ply) }
        };
        let moves = (0..10).map(play).collect();
        let winner = Some(Side::Second);
        (TrainingGame { moves, winner, end_reason: EndReason::Score, ..TrainingGame::default() }, positions)
    }

    /// The samples of all positions but the first three.
    fn samples_of(game: &TrainingGame, lambda_return: LambdaReturn) -> SampleSet {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut writer = GameFileWriter::create(file.path(), &RunSettings::new("chess")).unwrap();
        writer.push(game).unwrap();
        writer.save().unwrap();
        let wanted = SampleSelection { max_samples: 100, skip_plies: 3, validation_every: 50 };
        let files = [file.path().to_owned()];
        collect_samples(&files, find_game("chess").unwrap(), wanted, lambda_return).unwrap().unwrap()
    }

    #[test]
    fn every_position_has_its_own_score_and_return() {
        // A forced win at ply 5, which is no training position but counts in the returns.
        let score = |ply: usize| [-170, -130, -90, -50, -10, i16::MAX, 70, 110, 150, 190][ply];
        let (game, positions) = some_game(score);
        let lambda_return = LambdaReturn { lambda: 0.7, scale: 120.0 };
        let scores: Vec<_> = positions.iter().map(ChessPosition::side_to_move).zip((0..).map(score)).collect();
        let returns = lambda_return.of_game(game.winner, &scores);
        let samples = samples_of(&game, lambda_return);
        let list = TypedPositions::<ChessPosition, ChessFeatures>::inside(&*samples.positions);
        assert_eq!(samples.list.len(), 6);
        for (index, ply) in [3, 4, 6, 7, 8, 9].into_iter().enumerate() {
            let sample = samples.list[index];
            assert_eq!(list[index], positions[ply]);
            assert_eq!((sample.score, sample.result), (scores[ply].1, returns[ply]), "{ply}");
        }
    }
}
