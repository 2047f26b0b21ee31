//! Iterative deepening with aspiration windows: from the root, one ply deeper each time.

use super::bound::{Bound, Known};
use super::clock::{Clock, Limits};
use super::knowledge::{Knowledge, MoveOf};
use super::node::{Open, Search, Stopped};
use super::past::occurrences;
use super::report::{Finding, Report};
use super::score::Score;
use super::tables::{Ranked, Tables};
use super::urgency::Urgency;
use super::window::Window;
use super::{Depth, MAX_PLY};
use crate::eval::Evaluator;
use crate::game::{Game, Key, Outcome};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// What to think about.
pub struct Task<'a, G: Game> {
    /// The position to find a move for.
    pub position: &'a G,
    /// The keys of the positions before it in the game, oldest first.
    pub past: &'a [Key],
    /// The moves to choose from; all legal, at least one.
    pub moves: Vec<G::Move>,
    /// How many best lines to find.
    pub lines: usize,
    /// When to end.
    pub limits: Limits,
    /// How much worse than equality a draw is to the side to move, in hundredths.
    pub contempt: i32,
    /// Watches the time.
    pub clock: Clock,
    /// The other threads at work on the same position.
    pub crew: Crew,
}

impl<'a, G: Game> Task<'a, G> {
    /// A position by itself: all its moves, one line, one thread, and no clock.
    pub fn new(position: &'a G, limits: Limits) -> Task<'a, G> {
        Task {
            position,
            past: &[],
            moves: position.moves(),
            lines: 1,
            limits,
            contempt: 0,
            clock: Clock::endless(),
            crew: Crew::alone(),
        }
    }

    /// The keys of the game, the position itself the last.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys = self.past.to_vec();
        keys.push(self.position.key());
        keys
    }
}

/// What a thread has to do with others that search the same position with the same table
/// (lazy SMP: Heinz 1999, Östensson 2013).
#[derive(Clone, Debug)]
pub enum Crew {
    /// It decides; the helpers have visited so many positions.
    Leader(Arc<AtomicU64>),
    /// It fills the table, and counts the positions it visits.
    Helper(Arc<AtomicU64>),
}

impl Crew {
    /// One thread alone.
    pub fn alone() -> Crew {
        Crew::Leader(Arc::default())
    }
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought<M> {
    /// The best line, the best move first; never empty.
    pub line: Vec<M>,
    /// The value for the side to move.
    pub score: Score,
    /// Plies searched to the full.
    pub depth: Depth,
    /// Positions visited.
    pub nodes: u64,
}

/// A move at the root, with what the present iteration found out.
struct RootMove<M> {
    ranked: Ranked<M>,
    score: Score,
    /// What the score says: until the end of an iteration it may be a limit.
    bound: Bound,
    /// The score of the iteration before.
    last: Score,
    /// Positions visited behind it, in all iterations.
    nodes: u64,
    line: Vec<M>,
}

/// The deepest iteration.
const MAX_DEPTH: Depth = MAX_PLY as Depth - 1;

/// From this depth on, windows are aimed at the score of the iteration before.
const ASPIRE_FROM: Depth = 5;

/// Failed windows are worth telling only to those who wait.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(1);

impl<K: Knowledge> Search<K> {
    /// Searches ever deeper until a limit is met, and tells `report` what it finds on the way:
    /// at least one line. Never inlined: so it is compiled where its game is, not where it is used.
    #[inline(never)]
    pub fn think(
        &mut self,
        task: Task<K::Game>,
        report: &mut dyn Report<K::Game>,
    ) -> Thought<MoveOf<K>> {
        debug_assert!(!task.moves.is_empty());
        self.begin(&task);
        let mut roots = self.roots(&task);
        let last = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut urgency = Urgency::new();
        let mut done = 0;
        for depth in 1..=last {
            self.iteration = depth;
            let result = self.iterate(&task, depth, &mut roots, report);
            if result.is_err() {
                if roots[0].nodes == 0 {
                    // Not even the first move was searched to the end.
                    roots[0].score = self.value(task.position);
                }
                // What was found until now, and at what cost. Referees pass over limits, and the
                // last word before a move should be about that move.
                roots[0].bound = Bound::Exact;
                self.tell(&task, done.max(1), 1, &roots[0], report);
                break;
            }
            done = depth;
            let share = roots[0].nodes as f64 / self.nodes.max(1) as f64;
            let urgency = match roots.len() {
                1 => 0.05,
                _ => urgency.after(roots[0].ranked.mv, roots[0].score, share),
            };
            if self.satisfied(&task, depth, &roots[0], urgency) {
                break;
            }
        }
        let best = roots.swap_remove(0);
        Thought {
            score: best.ranked.told.correct(best.score),
            line: best.line,
            depth: done,
            nodes: self.nodes(),
        }
    }

    fn begin(&mut self, task: &Task<K::Game>) {
        self.eval.reset(task.position);
        self.past.restart(task.past);
        self.clock = task.clock.clone();
        self.nodes = 0;
        self.node_limit = task.limits.nodes.unwrap_or(u64::MAX);
        self.next_poll = 0;
        self.reached = 0;
        self.undecided = true;
        self.table_hits = 0;
        self.contempt = task.contempt * K::PAWN / 100;
        self.probe_up_to = self.probing.men.min(self.tables.men());
        self.crew = task.crew.clone();
        self.told = 0;
    }

    /// The moves to choose from, with what is known of them: where the game is over by rule or
    /// repetition, its result, else what endgame tables say.
    fn roots(&mut self, task: &Task<K::Game>) -> Vec<RootMove<MoveOf<K>>> {
        let all = task.moves.iter().copied().map(Ranked::unknown);
        let position = task.position;
        let third = || occurrences(task.past, position.key(), position.reversible()) >= 3;
        let end = position.rule_end();
        let ranked = match end.or_else(|| third().then_some(Outcome::Draw)) {
            Some(outcome) => {
                let told = Known::by(Score::of(outcome, 0), Bound::Exact);
                all.map(|root| Ranked { told, ..root }).collect()
            }
            None => K::rank(self, task).unwrap_or_else(|| all.collect()),
        };
        ranked.into_iter().map(RootMove::new).collect()
    }

    /// One iteration: the best lines, in the order of their scores.
    fn iterate(
        &mut self,
        task: &Task<K::Game>,
        depth: Depth,
        roots: &mut [RootMove<MoveOf<K>>],
        report: &mut dyn Report<K::Game>,
    ) -> Result<(), Stopped> {
        let lines = task.lines.min(roots.len());
        roots.iter_mut().for_each(|root| root.last = root.score);
        for rank in 0..lines {
            let result = self.aspire(task, depth, rank, roots, report);
            rank_by_score(&mut roots[..=rank]);
            result?;
            self.undecided = false;
        }
        for (rank, root) in roots[..lines].iter().enumerate() {
            self.tell(task, depth, rank + 1, root, report);
        }
        Ok(())
    }

    /// Finds the best of `roots[rank..]` with a window around its last score, widened where the
    /// score falls outside.
    fn aspire(
        &mut self,
        task: &Task<K::Game>,
        depth: Depth,
        rank: usize,
        roots: &mut [RootMove<MoveOf<K>>],
        report: &mut dyn Report<K::Game>,
    ) -> Result<(), Stopped> {
        let expected = roots[rank].last;
        let mut width = 16;
        let mut window = match depth >= ASPIRE_FROM && expected.is_estimate() {
            true => Window {
                alpha: expected - width,
                beta: expected + width,
            },
            false => Window::OPEN,
        };
        loop {
            let result = self.search_root(task, window, depth, &mut roots[rank..]);
            rank_by_score(&mut roots[rank..]);
            result?;
            let RootMove { score, bound, .. } = roots[rank];
            if bound == Bound::Exact {
                return Ok(());
            }
            if rank == 0 && self.clock.elapsed() >= PATIENCE {
                self.tell(task, depth, 1, &roots[0], report);
            }
            width += width / 2;
            let open = width > 1000 || !score.is_estimate();
            match (bound, open) {
                (_, true) => window = Window::OPEN,
                (Bound::Upper, _) => window.alpha = score - width,
                _ => window.beta = score + width,
            }
        }
    }

    /// Every move of `roots`; those that do not raise the score get the least.
    fn search_root(
        &mut self,
        task: &Task<K::Game>,
        window: Window,
        depth: Depth,
        roots: &mut [RootMove<MoveOf<K>>],
    ) -> Result<(), Stopped> {
        let mut node = self.node::<Open>(task.position, None, window, depth, 0);
        for nth in 0..roots.len() {
            let Ranked { mv, searched, .. } = roots[nth].ranked;
            if nth > 0 && searched.most <= node.low {
                continue;
            }
            let child = task.position.play(mv);
            self.pv[1].clear();
            let nodes = self.nodes;
            let (window, low) = (node.window, node.low);
            let open = Window {
                alpha: low,
                beta: window.beta,
            };
            // Scores that the move cannot have do not matter.
            node.window = open.within(searched);
            node.low = node.window.alpha;
            let score = self.try_move::<Open>(task.position, &child, &node, mv, 0)?;
            (node.window, node.low) = (window, low);
            let score = searched.correct(score);
            roots[nth].nodes += self.nodes - nodes;
            node.nth += 1;
            if nth == 0 {
                // From here on a stop leaves this iteration's scores, not the last one's.
                roots.iter_mut().for_each(RootMove::forget_score);
                (roots[0].score, roots[0].bound) = (score, Bound::Upper);
            }
            let cut = self.improve::<Open>(&mut node, mv, score);
            if node.best == Some(mv) {
                (roots[nth].score, roots[nth].bound) = (score, node.bound(score));
                roots[nth].line.clone_from(&self.pv[0]);
            }
            if cut {
                break;
            }
        }
        Ok(())
    }

    /// Whether no deeper iteration is wanted.
    fn satisfied(
        &self,
        task: &Task<K::Game>,
        depth: Depth,
        best: &RootMove<MoveOf<K>>,
        urgency: f64,
    ) -> bool {
        if let (Some(wanted), Some(distance)) = (task.limits.distance, best.score.distance())
            && distance.unsigned_abs() <= wanted
        {
            return true;
        }
        // A proved end that far greater depth has confirmed will not come any closer.
        let free = task.limits.depth.is_none() && task.limits.nodes.is_none();
        let proved = best
            .score
            .distance()
            .is_some_and(|end| depth > end.abs() + 8);
        free && proved || self.clock.enough(urgency)
    }

    fn tell(
        &self,
        task: &Task<K::Game>,
        depth: Depth,
        rank: usize,
        root: &RootMove<MoveOf<K>>,
        report: &mut dyn Report<K::Game>,
    ) {
        let told = root.ranked.told;
        let score = told.correct(root.score);
        let finding = Finding {
            depth,
            reached: self.reached.max(depth as usize),
            rank,
            score,
            shown: K::shown(score),
            chances: K::likely(score, told),
            bound: root.bound,
            nodes: self.nodes(),
            table_hits: self.table_hits,
            elapsed: task.clock.elapsed(),
            fullness: self.table.fullness(),
        };
        report.found(&finding, &root.line);
    }
}

impl<M: Copy> RootMove<M> {
    fn new(ranked: Ranked<M>) -> RootMove<M> {
        RootMove {
            ranked,
            score: Score::DRAW,
            bound: Bound::Exact,
            last: Score::DRAW,
            nodes: 0,
            line: vec![ranked.mv],
        }
    }

    fn forget_score(&mut self) {
        self.score = Score::INFINITE_LOSS;
    }
}

/// The best first; moves that only proved worse keep their order.
///
/// By insertion, since few moves are out of place.
fn rank_by_score<M>(roots: &mut [RootMove<M>]) {
    for last in 1..roots.len() {
        let score = roots[last].score;
        let place = roots[..last].partition_point(|root| root.score >= score);
        roots[place..=last].rotate_right(1);
    }
}
