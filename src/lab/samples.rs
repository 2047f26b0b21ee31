//! The positions of games that evaluations are fitted to.

use super::game_file::digest::GamesDigest;
use super::game_file::reader::for_each_game;
use super::game_file::training_game::{ScoredMove, TrainingGame};
use super::quiet_position::is_quiet;
use super::replay::replay;
use super::training_target::fit_scale;
use crate::game::{Game, Side};
use crate::games::Entry;
use crate::random::Random;
use crate::search::Score;
use crate::system::progress;
use anyhow::anyhow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A position, and what is known of it.
#[derive(Clone, Debug)]
pub struct TrainingSample<G> {
    /// The position.
    pub position: G,
    /// What a search found for the side to move, in hundredths.
    pub score: i16,
    /// What the side to move made of it: a win is 1, a draw one half.
    pub result: f32,
    /// Whether nothing is fitted to it, so that it shows how good the weights are for other games.
    pub validation: bool,
}

/// The positions that are used.
#[derive(Debug)]
pub struct SampleSet<G> {
    /// An even choice of them, if there were too many.
    pub list: Vec<TrainingSample<G>>,
    /// How many could be used.
    pub usable: usize,
    /// How many games weights are fitted to.
    pub games: usize,
    /// How many games are held out.
    pub validation_games: usize,
    /// Of all these games.
    pub digest: GamesDigest,
    selection: SampleSelection,
    random: Random,
}

/// Which positions are used.
#[derive(Clone, Copy, Debug)]
pub struct SampleSelection {
    /// So many at most.
    pub max_samples: usize,
    /// Not the first ones of every game.
    pub skip_plies: usize,
    /// Every so manieth game is held out.
    pub validation_every: usize,
}

/// Plays the games again and chooses positions; nothing, if the flag went up.
pub fn collect_samples<K: Entry>(
    files: &[PathBuf],
    wanted: SampleSelection,
    interrupted: &AtomicBool,
) -> anyhow::Result<Option<SampleSet<K::Game>>> {
    let mut samples = SampleSet {
        list: Vec::new(),
        usable: 0,
        games: 0,
        validation_games: 0,
        digest: GamesDigest::default(),
        selection: wanted,
        random: Random::new(1),
    };
    let bar = progress::counter("games", true);
    let read = for_each_game(files, |game| {
        bar.inc(1);
        let added = samples.add_game::<K>(&game);
        added.map_err(|error| anyhow!("game {}: {error}; see `datagen check`", game.number))
    });
    bar.finish_and_clear();
    match interrupted.load(Relaxed) {
        true => Ok(None),
        false => read.map(|()| Some(samples)),
    }
}

impl<G: Game> SampleSet<G> {
    fn add_game<K: Entry<Game = G>>(&mut self, game: &TrainingGame) -> Result<(), String> {
        let SampleSelection {
            skip_plies: skip,
            validation_every: hold_out,
            ..
        } = self.selection;
        self.digest.add(game);
        let held_out = (self.games + self.validation_games) % hold_out == hold_out - 1;
        match held_out {
            true => self.validation_games += 1,
            false => self.games += 1,
        }
        let mut ply = 0;
        replay::<G>(game, |course, mv, ScoredMove { score, .. }| {
            ply += 1;
            let known = Score::estimate(score.into()).value() == i32::from(score);
            let position = course.position();
            if ply > skip && known && is_quiet::<K>(position, mv) {
                self.add(TrainingSample {
                    position: position.clone(),
                    score,
                    result: result_for(game.winner, position.side_to_move()),
                    validation: held_out,
                });
            }
        })?;
        Ok(())
    }

    /// Adds one; if there are too many, each has the same chance to be among those that stay
    /// (Waterman's reservoir; Knuth 1969).
    fn add(&mut self, sample: TrainingSample<G>) {
        self.usable += 1;
        if self.list.len() < self.selection.max_samples {
            self.list.push(sample);
        } else if let Some(place) = self.list.get_mut(self.random.below(self.usable)) {
            *place = sample;
        }
    }
}

impl<G> SampleSet<G> {
    /// The scale at which the scores of those that are not held out tell results best.
    pub fn fit_scale(&self) -> f64 {
        const ENOUGH: usize = 200_000;
        let step = self.list.len().div_ceil(ENOUGH).max(1);
        let some = self.list.iter().step_by(step);
        let some = some.filter(|sample| !sample.validation);
        let known = some.map(|sample| (sample.score.into(), sample.result.into()));
        fit_scale(&known.collect::<Vec<_>>())
    }
}

/// What a side made of a game.
fn result_for(winner: Option<Side>, side: Side) -> f32 {
    match winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    }
}

/// The first positions of some game of chess; `judge` tells score and result of each.
#[cfg(test)]
pub fn samples_of_some_game(
    count: usize,
    judge: impl Fn(usize) -> (i16, f32),
) -> Vec<TrainingSample<crate::games::chess::ChessPosition>> {
    let mut position = crate::games::chess::ChessPosition::start();
    let play = |number: usize| {
        let moves = position.moves();
        position = position.play(moves[number * 7 % moves.len()]);
        let (score, result) = judge(number);
        TrainingSample {
            position,
            score,
            result,
            validation: false,
        }
    };
    (0..count).map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::{Chess, ChessPosition};
    use crate::lab::game_file::header::GameFileHeader;
    use crate::lab::game_file::training_game::EndReason;
    use crate::lab::game_file::writer::GameFileWriter;

    /// What is made of a game of ten plies that this side won.
    fn of_a_game(winner: Option<Side>) -> SampleSet<ChessPosition> {
        let mut position = ChessPosition::start();
        let play = |number: usize| {
            let moves = position.moves();
            let mv = moves[number * 7 % moves.len()];
            position = position.play(mv);
            let code = ChessPosition::code(mv);
            ScoredMove { code, score: 0 }
        };
        let game = TrainingGame {
            number: 0,
            start: None,
            opening: Vec::new(),
            moves: (0..10).map(play).collect(),
            winner,
            end_reason: EndReason::Score,
        };
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut writer =
            GameFileWriter::create(file.path(), &GameFileHeader::new("chess")).unwrap();
        writer.push(&game).unwrap();
        writer.save().unwrap();
        let wanted = SampleSelection {
            max_samples: 100,
            skip_plies: 0,
            validation_every: 50,
        };
        let files = [file.path().to_owned()];
        let samples = collect_samples::<Chess>(&files, wanted, &AtomicBool::new(false));
        samples.unwrap().unwrap()
    }

    #[test]
    fn the_winner_has_the_point() {
        for winner in [Some(Side::First), Some(Side::Second), None] {
            let samples = of_a_game(winner).list;
            let of = |side| {
                let mut its = samples
                    .iter()
                    .filter(|it| it.position.side_to_move() == side);
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
}
