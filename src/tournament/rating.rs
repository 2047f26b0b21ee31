//! A common rating of the players of a tournament, by maximum likelihood.
//!
//! The expected score is Elo's function of the difference of the ratings, plus the advantage of the first move. A draw counts as half a win and
//! half a loss, so the likelihood is greatest where all players have as many points as expected, as in Ordo (Ballicora 2013). Draws become rarer
//! as the players differ: `draw = v * sqrt(win * loss)` (Davidson 1970). Here `v` follows from the number of draws and affects only the
//! errors. If it were a parameter of the likelihood, there would be no maximum in a tournament in which the weaker player never wins.

use super::cross_table::CrossTable;
use super::pair_statistics::{EloEstimate, Z_95};

/// Elo per unit of the logistic function: 400 / ln 10.
const ELO: f64 = super::pair_statistics::NORMALISED_ELO / 2.0;

/// The ratings of the greatest likelihood.
pub struct RatingFit {
    meetings: Vec<Meeting>,
    /// The ratings, of which the first is 0, and the advantage of the first move, in units of the logistic function.
    values: Vec<f64>,
    with_advantage: bool,
    /// Davidson's `v`.
    draw_odds: f64,
}

/// The games of two players in which the same one moves first.
struct Meeting {
    players: [usize; 2],
    games: f64,
    drawn: f64,
    /// The points of the first player.
    points: f64,
    /// The expected points per game.
    score: f64,
}

impl RatingFit {
    /// Rates the players of one of the [`groups`](CrossTable::groups) of the table. Takes the advantage of the first move as 0 if the games do not
    /// determine it. `None` if rounding errors are too great.
    pub fn new(table: &CrossTable, group: &[usize]) -> Option<RatingFit> {
        let meeting = |(players, &wdl): (&[usize; 2], &[u32; 3])| {
            let [Ok(first), Ok(second)] = players.map(|player| group.binary_search(&player)) else { return None };
            let [won, drawn, lost] = wdl.map(f64::from);
            let (games, points) = (won + drawn + lost, won + drawn / 2.0);
            Some(Meeting { players: [first, second], games, drawn, points, score: 0.5 })
        };
        [true, false].into_iter().find_map(|with_advantage| {
            let meetings = table.results.iter().filter_map(meeting).collect();
            let fit = RatingFit { meetings, values: vec![0.0; group.len() + 1], with_advantage, draw_odds: 0.0 };
            fit.maximised().filter(|fit| !with_advantage || fit.advantage().is_some())
        })
    }

    /// Newton's method.
    fn maximised(mut self) -> Option<RatingFit> {
        const STEPS: usize = 1000;
        for _ in 0..STEPS {
            let missing = self.sum(|it| it.points - it.games * it.score);
            if missing.iter().all(|points| points.abs() < 1e-8) {
                self.draw_odds = self.draw_odds();
                return Some(self);
            }
            let step = self.solve(missing)?;
            // The likelihood increases, since no difference changes by more than 1.
            let longest = self.meetings.iter().map(|it| it.difference(&step).abs()).fold(1.0, f64::max);
            add(&mut self.values, 1.0 / longest, &step);
            for meeting in &mut self.meetings {
                meeting.score = 1.0 / (1.0 + (-meeting.difference(&self.values)).exp());
            }
        }
        None
    }

    /// The value of Davidson's `v` for which as many draws are expected as there are.
    fn draw_odds(&self) -> f64 {
        let drawn: f64 = self.meetings.iter().map(|it| it.drawn).sum();
        let (mut low, mut high) = (0.0, if drawn > 0.0 { 1e18 } else { 0.0 });
        for _ in 0..130 {
            let middle = (low + high) / 2.0;
            let expected: f64 = self.meetings.iter().map(|it| it.games * it.draws(middle)).sum();
            *if expected < drawn { &mut low } else { &mut high } = middle;
        }
        high
    }

    /// The share of drawn games between equal players.
    pub fn draw_rate(&self) -> f64 {
        self.draw_odds / (2.0 + self.draw_odds)
    }

    /// The advantage of the first move; `None` if it was taken as 0.
    pub fn advantage(&self) -> Option<EloEstimate> {
        let last = self.values.len() - 1;
        let mut weights = vec![0.0; last + 1];
        weights[last] = 1.0;
        let column = self.solve(weights)?;
        // With a standard error of 5 units, 870 Elo, it is not determined.
        let is_determined = (0.0..25.0).contains(&column[last]);
        is_determined.then(|| EloEstimate { value: self.value(last), error: self.error(&column) })
    }

    /// The rating of a player of the group, relative to the first one, in Elo. The last value is the advantage of the first move.
    pub fn value(&self, index: usize) -> f64 {
        ELO * self.values[index] + 0.0
    }

    /// Half width of the 95 % confidence interval of a sum of the values, by the [solution](RatingFit::solve) for its weights. `None` if the sum
    /// is constant or all games are drawn. Games count as independent.
    pub fn error(&self, column: &[f64]) -> Option<f64> {
        let variance = self.meetings.iter().map(|it| it.variance(self.draw_odds) * it.difference(column).powi(2));
        Some(Z_95 * ELO * variance.sum::<f64>().sqrt()).filter(|&error| error > 0.0)
    }

    /// The sum of the gradients of the differences of all meetings, each with a factor.
    fn sum(&self, factor: impl Fn(&Meeting) -> f64) -> Vec<f64> {
        let last = self.values.len() - 1;
        let mut sum = vec![0.0; last + 1];
        for meeting in &self.meetings {
            let factor = factor(meeting);
            sum[meeting.players[0]] += factor;
            sum[meeting.players[1]] -= factor;
            sum[last] += if self.with_advantage { factor } else { 0.0 };
        }
        sum[0] = 0.0;
        sum
    }

    /// The solution of the linear equations with the information matrix and this right side, by conjugate gradients, since most players of a
    /// long list meet few others. `None` if the matrix is singular.
    pub fn solve(&self, mut rest: Vec<f64>) -> Option<Vec<f64>> {
        let information = |it: &Meeting| it.games * it.score * (1.0 - it.score);
        let mut diagonal = vec![f64::MIN_POSITIVE; rest.len()];
        for meeting in &self.meetings {
            let [first, second] = meeting.players;
            for index in [first, second, rest.len() - 1] {
                diagonal[index] += information(meeting);
            }
        }
        let scaled = |rest: &[f64]| Vec::from_iter(rest.iter().zip(&diagonal).map(|(rest, scale)| rest / scale));
        rest[0] = 0.0;
        let (mut solution, mut direction) = (vec![0.0; rest.len()], scaled(&rest));
        let mut size = dot(&rest, &direction);
        let goal = 1e-12 * size;
        let mut steps = 100 + 10 * rest.len();
        while size > goal && steps > 0 {
            let image = self.sum(|it| information(it) * it.difference(&direction));
            let step = size / dot(&direction, &image);
            add(&mut solution, step, &direction);
            add(&mut rest, -step, &image);
            let mut next = scaled(&rest);
            let before = std::mem::replace(&mut size, dot(&rest, &next));
            add(&mut next, size / before, &direction);
            direction = next;
            steps -= 1;
        }
        (size <= goal).then_some(solution)
    }
}

impl Meeting {
    /// What decides the score, if ratings and advantage are those of `values`.
    fn difference(&self, values: &[f64]) -> f64 {
        values[self.players[0]] - values[self.players[1]] + values[values.len() - 1]
    }

    /// The expected share of drawn games: the solution of Davidson's equation with the expected score.
    fn draws(&self, odds: f64) -> f64 {
        let product = self.score * (1.0 - self.score);
        4.0 * odds * product / (odds + (odds * odds * (1.0 - 4.0 * product).max(0.0) + 16.0 * product).sqrt())
    }

    /// The variance of the points.
    fn variance(&self, draw_odds: f64) -> f64 {
        self.games * (self.score * (1.0 - self.score) - self.draws(draw_odds) / 4.0)
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Adds a multiple of `other`.
fn add(one: &mut [f64], factor: f64, other: &[f64]) {
    one.iter_mut().zip(other).for_each(|(one, other)| *one += factor * other);
}
