//! The positions of games on which evaluations are trained.

use super::game_file::digest::GamesDigest;
use super::game_file::reader::for_each_game;
use super::game_file::training_game::{ScoredMove, TrainingGame};
use super::lambda_return::LambdaReturn;
use super::quiet_position::is_quiet;
use super::replay::replay;
use super::training_target::fit_scale;
use crate::game::Game;
use crate::games::{GameEntry, GameInfo};
use crate::random::Random;
use crate::search::Score;
use crate::system::{interrupt, progress};
use anyhow::anyhow;
use serde::Serialize;
use std::path::PathBuf;

/// A training position with its search score and its result.
#[derive(Clone, Debug)]
pub struct TrainingSample<G> {
    /// The position.
    pub position: G,
    /// The score of a search for the side to move, in centipawns.
    pub score: i16,
    /// The [λ-return](LambdaReturn) for the side to move, from 0 to 1. With a λ of 1 it is the result of the game: 1 for a win,
    /// 0.5 for a draw, 0 for a loss.
    pub result: f32,
    /// Whether it is used for validation instead of training.
    pub validation: bool,
}

/// A set of training and validation positions.
#[derive(Debug)]
pub struct SampleSet<G> {
    /// The positions; a uniform random sample if there were too many.
    pub list: Vec<TrainingSample<G>>,
    /// The numbers of games and positions.
    pub counts: SampleCounts,
    /// The checksum of all games.
    pub digest: GamesDigest,
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
    /// Every n-th game is kept for validation.
    pub validation_every: usize,
}

/// Replays the games of files and collects their quiet positions. `None` if the program was interrupted.
///
/// # Errors
/// A file cannot be read, or a game is illegal.
pub fn collect_samples<K: GameEntry>(
    files: &[PathBuf],
    game: &'static GameInfo,
    wanted: SampleSelection,
    lambda_return: LambdaReturn,
) -> anyhow::Result<Option<SampleSet<K::Game>>> {
    let start = K::start(game);
    let mut samples = SampleSet {
        list: Vec::new(),
        counts: SampleCounts::default(),
        digest: GamesDigest::default(),
        selection: wanted,
        lambda_return,
        random: Random::new(1),
    };
    let bar = progress::counter("games", true);
    let read = for_each_game(files, &mut |game| {
        bar.inc(1);
        let added = samples.add_game::<K>(&game, &start);
        added.map_err(|error| anyhow!("game {}: {error}; see `datagen check`", game.number))
    });
    bar.finish_and_clear();
    if interrupt::raised() {
        return Ok(None);
    }
    read.map(|()| Some(samples))
}

impl<G: Game> SampleSet<G> {
    fn add_game<K: GameEntry<Game = G>>(&mut self, game: &TrainingGame, start: &G) -> Result<(), String> {
        let SampleSelection { skip_plies: skip, validation_every: hold_out, .. } = self.selection;
        self.digest.add(game);
        let games = self.counts.training_games + self.counts.validation_games;
        let validation = games % hold_out == hold_out - 1;
        if validation {
            self.counts.validation_games += 1;
        } else {
            self.counts.training_games += 1;
        }
        let mut scores = Vec::with_capacity(game.moves.len());
        let mut usable = Vec::with_capacity(game.moves.len());
        replay(game, start, |course, mv, ScoredMove { score, .. }| {
            let position = course.position();
            let ply = scores.len();
            scores.push((position.side_to_move(), score));
            let open = Score::estimate(score.into()).value() == i32::from(score);
            if ply >= skip && open && is_quiet::<K>(position, mv) {
                usable.push((ply, position.clone()));
            }
        })?;
        let results = self.lambda_return.of_game(game.winner, &scores);
        for (ply, position) in usable {
            self.add(TrainingSample { position, score: scores[ply].1, result: results[ply], validation });
        }
        Ok(())
    }

    /// Adds a position; if there are too many, each stays with the same probability (reservoir sampling,
    /// Waterman; Knuth 1969).
    fn add(&mut self, sample: TrainingSample<G>) {
        let counts = &mut self.counts;
        counts.usable += 1;
        if counts.positions < self.selection.max_samples {
            counts.positions += 1;
            self.list.push(sample);
        } else if let Some(place) = self.list.get_mut(self.random.below(counts.usable)) {
            *place = sample;
        }
    }
}

impl<G> SampleSet<G> {
    /// The scale at which the scores of the training positions predict results best.
    pub fn fit_scale(&self) -> f64 {
        const ENOUGH: usize = 200_000;
        let step = self.list.len().div_ceil(ENOUGH).max(1);
        let some = self.list.iter().step_by(step);
        let some = some.filter(|sample| !sample.validation);
        let known = some.map(|sample| (sample.score.into(), sample.result.into()));
        fit_scale(&known.collect::<Vec<_>>())
    }
}

/// The first positions of a game of chess with the scores and results of `evaluate`.
#[cfg(test)]
pub fn samples_of_some_game(
    count: usize,
    evaluate: impl Fn(usize) -> (i16, f32),
) -> Vec<TrainingSample<crate::games::chess::ChessPosition>> {
    let mut position: crate::games::chess::ChessPosition = crate::game::StartPosition::start();
    let play = |number: usize| {
        let moves = position.moves();
        position = position.play(moves[number * 7 % moves.len()]);
        let (score, result) = evaluate(number);
        TrainingSample { position, score, result, validation: false }
    };
    (0..count).map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Side, StartPosition};
    use crate::games::chess::{Chess, ChessPosition};
    use crate::lab::game_file::training_game::EndReason;
    use crate::lab::game_file::writer::GameFileWriter;
    use crate::notation::Notation;
    use crate::system::run_plan::RunPlan;

    /// A game of ten plies, and the position before each ply. `score` gives the search score of a ply.
    fn some_game(winner: Option<Side>, score: impl Fn(usize) -> i16) -> (TrainingGame, Vec<ChessPosition>) {
        let mut position = ChessPosition::start();
        let mut positions = Vec::new();
        let play = |ply: usize| {
            positions.push(position);
            let moves = position.moves();
            let mv = moves[ply * 7 % moves.len()];
            position = position.play(mv);
            ScoredMove { number: ChessPosition::code(mv), score: score(ply) }
        };
        let game = TrainingGame {
            number: 0,
            start: None,
            opening: Vec::new(),
            moves: (0..10).map(play).collect(),
            winner,
            end_reason: EndReason::Score,
        };
        (game, positions)
    }

    fn samples_of(
        game: &TrainingGame,
        skip_plies: usize,
        lambda_return: LambdaReturn,
    ) -> Vec<TrainingSample<ChessPosition>> {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut writer = GameFileWriter::create(file.path(), &RunPlan::new("chess")).unwrap();
        writer.push(game).unwrap();
        writer.save().unwrap();
        let wanted = SampleSelection { max_samples: 100, skip_plies, validation_every: 50 };
        let files = [file.path().to_owned()];
        let samples = collect_samples::<Chess>(&files, Chess::games()[0], wanted, lambda_return);
        samples.unwrap().unwrap().list
    }

    #[test]
    fn results_are_those_of_the_side_to_move() {
        for winner in [Some(Side::First), Some(Side::Second), None] {
            let (game, _) = some_game(winner, |_| 0);
            let samples = samples_of(&game, 0, LambdaReturn::RESULT);
            let of = |side| {
                let mut its = samples.iter().filter(|it| it.position.side_to_move() == side);
                let result = its.next().unwrap().result;
                assert!(its.all(|it| it.result == result));
                result
            };
            let expected = match winner {
                Some(Side::First) => [1.0, 0.0],
                Some(Side::Second) => [0.0, 1.0],
                None => [0.5, 0.5],
            };
            assert_eq!(Side::BOTH.map(of), expected, "{winner:?}");
        }
    }

    #[test]
    fn every_position_has_its_own_score_and_return() {
        // A forced win at ply 5, which is no training position but counts in the returns.
        let score = |ply: usize| [-170, -130, -90, -50, -10, i16::MAX, 70, 110, 150, 190][ply];
        let (game, positions) = some_game(Some(Side::Second), score);
        let lambda_return = LambdaReturn { lambda: 0.7, scale: 120.0 };
        let scores = positions.iter().map(ChessPosition::side_to_move);
        let scores: Vec<_> = scores.zip((0..).map(score)).collect();
        let returns = lambda_return.of_game(game.winner, &scores);
        let samples = samples_of(&game, 3, lambda_return);
        assert_eq!(samples.len(), 6);
        for (sample, ply) in samples.iter().zip([3, 4, 6, 7, 8, 9]) {
            assert_eq!(sample.position.show(), positions[ply].show());
            assert_eq!((sample.score, sample.result), (scores[ply].1, returns[ply]), "{ply}");
        }
    }
}
