//! The gradient of the evaluation of every position, by finite differences.

/// The change of a weight, in centipawns. It is a multiple of numbers by which tapered evaluations divide, such as 16
/// and 24, so that the differences are exact.
pub const STEP: i64 = 240;

/// The evaluation of positions as a linear function of the weights.
#[derive(Default, Debug)]
pub struct Gradients {
    positions: Vec<LinearizedPosition>,
    weight_gradients: Vec<WeightGradient>,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct LinearizedPosition {
    /// Its evaluation for the side to move, in centipawns.
    pub value: i32,
    /// The training target.
    pub target: f32,
    /// Whether it is used for validation.
    pub validation: bool,
    /// The end of its weight gradients.
    end: usize,
}

/// The derivative of the evaluation of a position by one weight. It is kept small: there are many.
#[derive(Clone, Copy, Debug)]
pub struct WeightGradient {
    weight: u16,
    change: i16,
}

impl WeightGradient {
    /// The index of the weight.
    pub fn weight(self) -> usize {
        self.weight.into()
    }

    /// The derivative.
    pub fn value(self) -> f64 {
        const ONE: f64 = 1.0 / STEP as f64;
        f64::from(self.change) * ONE
    }
}

impl Gradients {
    /// Adds a position with its evaluation, and the changes of that when each weight in turn is increased by [`STEP`].
    pub fn push(&mut self, value: i32, target: f64, validation: bool, changes: impl Iterator<Item = i32>) {
        for (weight, change) in (0..).zip(changes) {
            if change != 0 {
                let change = change.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                self.weight_gradients.push(WeightGradient { weight, change });
            }
        }
        let end = self.weight_gradients.len();
        self.positions.push(LinearizedPosition { value, target: target as f32, validation, end });
    }

    /// The positions with the derivatives that are not 0.
    pub fn rows(&self) -> impl Iterator<Item = (LinearizedPosition, &[WeightGradient])> {
        let mut start = 0;
        self.positions.iter().map(move |&row| {
            let gradients = &self.weight_gradients[start..row.end];
            start = row.end;
            (row, gradients)
        })
    }
}
