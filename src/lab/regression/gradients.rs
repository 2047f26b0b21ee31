//! How much every weight counts in every position, found by changing it.

use crate::eval::Evaluator;
use crate::games::Entry;
use crate::lab::samples::Sample;
use crate::lab::target::Goal;
use crate::search::EvaluatorOf;
use crate::system::threads::side_by_side;
use indicatif::ProgressBar;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// By how much a weight is changed, in hundredths. Evaluations that mix stages of the game divide
/// by numbers like 16 and 24: of a multiple of these the quotient is exact.
pub const STEP: i64 = 240;

/// The evaluation of some positions as a linear function of the weights.
#[derive(Default, Debug)]
pub struct Slopes {
    rows: Vec<Row>,
    shares: Vec<Share>,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its value for the side to move, in hundredths.
    pub value: i32,
    /// The chances that the value should tell.
    pub aim: f32,
    /// Whether nothing is fitted to it.
    pub held_out: bool,
    /// Where its shares end.
    end: usize,
}

/// What a weight has to do with a position. It is kept small: there are many of them.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    weight: u16,
    change: i16,
}

impl Share {
    /// The number of the weight.
    pub fn weight(self) -> usize {
        self.weight.into()
    }

    /// By how much the value grows with the weight.
    pub fn slope(self) -> f64 {
        const ONE: f64 = 1.0 / STEP as f64;
        f64::from(self.change) * ONE
    }
}

impl Slopes {
    /// Adds a position with this value; the changes are those of the value, when each weight in
    /// turn is changed by [`STEP`].
    pub fn push(
        &mut self,
        value: i32,
        aim: f64,
        held_out: bool,
        changes: impl Iterator<Item = i32>,
    ) {
        for (weight, change) in (0..).zip(changes) {
            if change != 0 {
                let change = change.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                self.shares.push(Share { weight, change });
            }
        }
        self.rows.push(Row {
            value,
            aim: aim as f32,
            held_out,
            end: self.shares.len(),
        });
    }

    /// The positions, each with the weights that count in it.
    pub fn rows(&self) -> impl Iterator<Item = (Row, &[Share])> {
        let mut start = 0;
        self.rows.iter().map(move |&row| {
            let shares = &self.shares[start..row.end];
            start = row.end;
            (row, shares)
        })
    }
}

/// Models that differ in one weight each.
pub struct Models<K: Entry> {
    /// The one they differ from.
    pub base: Arc<K::Model>,
    /// One for every weight, which is greater by [`STEP`].
    pub changed: Vec<Arc<K::Model>>,
}

impl<K: Entry> Models<K> {
    /// Values the samples by all models, a part of them on each thread; none if the flag went up.
    pub fn slopes(
        &self,
        samples: &[Sample<K::Game>],
        goal: Goal,
        threads: usize,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> Option<Vec<Slopes>> {
        let size = samples.len().div_ceil(threads).max(1);
        let parts = samples.chunks(size);
        let valued = side_by_side(parts, |part| self.part(part, goal, bar, interrupted));
        valued.into_iter().collect()
    }

    fn part(
        &self,
        samples: &[Sample<K::Game>],
        goal: Goal,
        bar: &ProgressBar,
        interrupted: &AtomicBool,
    ) -> Option<Slopes> {
        let mut base = K::evaluator(&self.base);
        let mut changed: Vec<EvaluatorOf<K>> = self.changed.iter().map(K::evaluator).collect();
        let mut slopes = Slopes::default();
        for sample in samples {
            if interrupted.load(Relaxed) {
                return None;
            }
            let value = |evaluator: &mut EvaluatorOf<K>| {
                evaluator.reset(&sample.position);
                evaluator.score(&sample.position)
            };
            let plain = value(&mut base);
            let changes = changed.iter_mut().map(|changed| value(changed) - plain);
            slopes.push(
                plain,
                goal.aim(sample.score, sample.points),
                sample.held_out,
                changes,
            );
            bar.inc(1);
        }
        Some(slopes)
    }
}
