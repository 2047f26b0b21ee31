//! The positions of games that evaluations are fitted to.

use super::game_file::data::{GameData, Ply};
use super::game_file::digest::Digest;
use super::game_file::reader::each_game;
use super::quiet::is_quiet;
use super::replay::replay;
use super::target::scale_of;
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
pub struct Sample<G> {
    /// The position.
    pub position: G,
    /// What a search found for the side to move, in hundredths.
    pub score: i16,
    /// What the side to move made of it: a win is 1, a draw one half.
    pub points: f32,
    /// Whether nothing is fitted to it, so that it shows how good the weights are for other games.
    pub held_out: bool,
}

/// The positions that are used.
#[derive(Debug)]
pub struct Samples<G> {
    /// An even choice of them, if there were too many.
    pub list: Vec<Sample<G>>,
    /// How many could be used.
    pub usable: usize,
    /// How many games weights are fitted to.
    pub games: usize,
    /// How many games are held out.
    pub games_held_out: usize,
    /// Of all these games.
    pub digest: Digest,
    wanted: Wanted,
    random: Random,
}

/// Which positions are used.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// So many at most.
    pub most: usize,
    /// Not the first ones of every game.
    pub skip: usize,
    /// Every so manieth game is held out.
    pub hold_out: usize,
}

/// Plays the games again and chooses positions; nothing, if the flag went up.
pub fn collect<K: Entry>(
    files: &[PathBuf],
    wanted: Wanted,
    interrupted: &AtomicBool,
) -> anyhow::Result<Option<Samples<K::Game>>> {
    let mut samples = Samples {
        list: Vec::new(),
        usable: 0,
        games: 0,
        games_held_out: 0,
        digest: Digest::default(),
        wanted,
        random: Random::new(1),
    };
    let bar = progress::counter("games", true);
    let read = each_game(files, |game| {
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

impl<G: Game> Samples<G> {
    fn add_game<K: Entry<Game = G>>(&mut self, game: &GameData) -> Result<(), String> {
        let Wanted { skip, hold_out, .. } = self.wanted;
        self.digest.add(game);
        let held_out = (self.games + self.games_held_out) % hold_out == hold_out - 1;
        match held_out {
            true => self.games_held_out += 1,
            false => self.games += 1,
        }
        let mut ply = 0;
        replay::<G>(game, |course, mv, Ply { score, .. }| {
            ply += 1;
            let known = Score::estimate(score.into()).value() == i32::from(score);
            let position = course.position();
            if ply > skip && known && is_quiet::<K>(position, mv) {
                self.add(Sample {
                    position: position.clone(),
                    score,
                    points: points(game.winner, position.side_to_move()),
                    held_out,
                });
            }
        })?;
        Ok(())
    }

    /// Adds one; if there are too many, each has the same chance to be among those that stay
    /// (Waterman's reservoir; Knuth 1969).
    fn add(&mut self, sample: Sample<G>) {
        self.usable += 1;
        if self.list.len() < self.wanted.most {
            self.list.push(sample);
        } else if let Some(place) = self.list.get_mut(self.random.below(self.usable)) {
            *place = sample;
        }
    }
}

impl<G> Samples<G> {
    /// The scale at which the scores of those that are not held out tell results best.
    pub fn scale(&self) -> f64 {
        const ENOUGH: usize = 200_000;
        let step = self.list.len().div_ceil(ENOUGH).max(1);
        let some = self.list.iter().step_by(step);
        let some = some.filter(|sample| !sample.held_out);
        let known = some.map(|sample| (sample.score.into(), sample.points.into()));
        scale_of(&known.collect::<Vec<_>>())
    }
}

/// What a side made of a game.
fn points(winner: Option<Side>, side: Side) -> f32 {
    match winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    }
}

/// The first positions of some game of chess; `judge` tells score and points of each.
#[cfg(test)]
pub fn of_some_game(
    count: usize,
    judge: impl Fn(usize) -> (i16, f32),
) -> Vec<Sample<crate::games::chess::ChessPosition>> {
    let mut position = crate::games::chess::ChessPosition::start();
    let play = |number: usize| {
        let moves = position.moves();
        position = position.play(moves[number * 7 % moves.len()]);
        let (score, points) = judge(number);
        Sample {
            position,
            score,
            points,
            held_out: false,
        }
    };
    (0..count).map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::{Chess, ChessPosition};
    use crate::lab::game_file::data::Ending;
    use crate::lab::game_file::header::Header;
    use crate::lab::game_file::writer::Writer;

    /// What is made of a game of ten plies that this side won.
    fn of_a_game(winner: Option<Side>) -> Samples<ChessPosition> {
        let mut position = ChessPosition::start();
        let play = |number: usize| {
            let moves = position.moves();
            let mv = moves[number * 7 % moves.len()];
            position = position.play(mv);
            let code = ChessPosition::code(mv);
            Ply { code, score: 0 }
        };
        let game = GameData {
            number: 0,
            start: None,
            opening: Vec::new(),
            plies: (0..10).map(play).collect(),
            winner,
            ending: Ending::Score,
        };
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut writer = Writer::create(file.path(), &Header::new("chess")).unwrap();
        writer.push(&game).unwrap();
        writer.save().unwrap();
        let wanted = Wanted {
            most: 100,
            skip: 0,
            hold_out: 50,
        };
        let files = [file.path().to_owned()];
        let samples = collect::<Chess>(&files, wanted, &AtomicBool::new(false));
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
                let points = its.next().unwrap().points;
                assert!(its.all(|it| it.points == points));
                points
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
