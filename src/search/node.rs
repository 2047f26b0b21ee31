//! The one node: principal-variation alpha-beta with a transposition table, and quiescence.

use super::clock::Clock;
use super::knowledge::{Knowledge, Leaf, MoveOf, Node, Skip};
use super::past::Past;
use super::picker::{Choice, Picker};
use super::score::Score;
use super::table::{Bound, Entry, Table};
use super::window::Window;
use super::{Depth, MAX_PLY};
use crate::eval::Evaluator;
use crate::game::Game;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// The search was told to stop, or met a limit: what it did last is worth nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The kind of a node, known when the search is compiled.
pub trait Kind {
    /// Whether its window is open.
    const PV: bool;
}

/// A node with an open window: it may stand on the principal variation.
pub struct Open;

/// A node with a null window: only the side of its score matters.
pub struct Null;

impl Kind for Open {
    const PV: bool = true;
}

impl Kind for Null {
    const PV: bool = false;
}

/// Positions visited between two looks at the clock.
const POLL: u64 = 1024;

/// Moves of one node that a cut-off can teach something about.
const TRIED: usize = 64;

/// In a table entry: no static value.
const NO_EVAL: i16 = i16::MIN;

/// One thread's search: what it keeps from move to move, and the search that is going on.
pub struct Search<K: Knowledge> {
    /// Shared with the other threads.
    pub table: Arc<Table>,
    /// Stands on the position being searched.
    pub eval: K::Eval,
    /// What the thread has learnt.
    pub memory: K::Memory,
    /// Positions found in endgame tables.
    pub table_hits: u64,
    pub(super) past: Past,
    pub(super) pv: Vec<Vec<MoveOf<K>>>,
    pub(super) clock: Clock,
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    pub(super) next_poll: u64,
    pub(super) reached: usize,
    /// The static values along the present line.
    evals: Vec<Option<Score>>,
    after_null: bool,
}

type Scored = Result<Score, Stopped>;

impl<K: Knowledge> Search<K> {
    /// A search that has learnt nothing yet.
    pub fn new(table: Arc<Table>, model: &Arc<K::Model>, clock: Clock) -> Search<K> {
        Search {
            table,
            eval: K::evaluator(model),
            memory: K::Memory::default(),
            table_hits: 0,
            past: Past::default(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            clock,
            nodes: 0,
            node_limit: u64::MAX,
            next_poll: 0,
            reached: 0,
            evals: vec![None; MAX_PLY + 2],
            after_null: false,
        }
    }

    /// Positions visited since the search began.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move stands better than at its last turn, as far as evaluations tell.
    pub fn improving(&self, ply: usize) -> bool {
        match (
            self.evals[ply],
            ply.checked_sub(2).map(|ply| self.evals[ply]),
        ) {
            (Some(now), Some(Some(before))) => now > before,
            (Some(_), _) => true,
            _ => false,
        }
    }

    /// The value of `position` for the side to move, from `depth` plies of search and quiescence.
    pub fn search<N: Kind>(
        &mut self,
        position: &K::Game,
        window: Window,
        depth: Depth,
        ply: usize,
    ) -> Scored {
        debug_assert!(window.alpha < window.beta && (N::PV || window.is_null()));
        if depth <= 0 {
            return self.quiesce::<N>(position, window, ply, 0);
        }
        if let Some(score) = self.end(position, ply) {
            return Ok(score);
        }
        // Nothing below is better than winning at once, nor worse than having lost already.
        let window = Window {
            alpha: window.alpha.max(Score::loss_in(ply)),
            beta: window.beta.min(Score::win_in(ply + 1)),
        };
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let hit = self.table.probe(position.key());
        if let Some(entry) = hit
            && !N::PV
            && Depth::from(entry.depth) >= depth
        {
            let score = Score::from_table(entry.score, ply);
            if entry.bound.decides(score, window) {
                return Ok(score);
            }
        }
        if let Some((score, bound)) = K::probe(self, position, ply)
            && bound.decides(score, window)
        {
            return Ok(score);
        }
        let eval = self.judge(position, hit, ply);
        let after_null = std::mem::take(&mut self.after_null);
        let mut node = Node {
            ply,
            depth,
            window,
            pv: N::PV,
            eval,
            hit,
            after_null,
            best: None,
        };
        if let Some(score) = K::prune(self, position, &node)? {
            return Ok(score);
        }
        self.search_moves::<N>(position, &mut node)
    }

    fn search_moves<N: Kind>(&mut self, position: &K::Game, node: &mut Node<MoveOf<K>>) -> Scored {
        let first = node.hit.map_or(Entry::NO_MOVE, |entry| entry.code);
        let mut picker = K::Picker::new(self, position, node.ply, first, Choice::All);
        let mut tried = ArrayVec::<MoveOf<K>, TRIED>::new();
        let mut best = Score::INFINITE_LOSS;
        let mut low = node.window.alpha;
        let mut nth = 0;
        while let Some(mv) = picker.next(self, position) {
            if !best.is_loss() && K::skip(self, position, node, mv, nth) == Skip::This {
                continue;
            }
            let child = position.play(mv);
            let score = self.try_move::<N>(position, &child, node, mv, low, nth)?;
            nth += 1;
            if score > best {
                best = score;
                if score > low {
                    low = score;
                    node.best = Some(mv);
                    self.extend_pv::<N>(mv, node.ply);
                    if score >= node.window.beta {
                        break;
                    }
                }
            }
            let _ = tried.try_push(mv);
        }
        if nth == 0 {
            return Ok(Score::of(position.stuck(), node.ply));
        }
        if let Some(mv) = node.best {
            tried.retain(|&mut other| other != mv);
            K::learn(self, position, node, mv, &tried);
        }
        self.remember(position, node, best);
        Ok(best)
    }

    /// The value of the `nth` move of a node: with the whole window if it is the first, else by
    /// the null-window question whether it beats `low`, reduced at first (PVS, Marsland 1982).
    pub(super) fn try_move<N: Kind>(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        node: &Node<MoveOf<K>>,
        mv: MoveOf<K>,
        low: Score,
        nth: usize,
    ) -> Scored {
        let (ply, beta) = (node.ply + 1, node.window.beta);
        let depth = node.depth - 1 + K::extend(self, position, child, node, mv);
        let reduction = match nth {
            0 => 0,
            _ => K::reduce(self, position, child, node, mv, nth).clamp(0, (depth - 1).max(0)),
        };
        let open = -Window { alpha: low, beta };
        let question = -Window::exceeds(low);
        self.descend(position, child, |it| {
            if nth == 0 {
                return Ok(-it.search::<N>(child, open, depth, ply)?);
            }
            let mut score = -it.search::<Null>(child, question, depth - reduction, ply)?;
            if score > low && reduction > 0 {
                score = -it.search::<Null>(child, question, depth, ply)?;
            }
            if N::PV && score > low && score < beta {
                score = -it.search::<N>(child, open, depth, ply)?;
            }
            Ok(score)
        })
    }

    /// The value once the forced moves and tactics are over.
    fn quiesce<N: Kind>(
        &mut self,
        position: &K::Game,
        window: Window,
        ply: usize,
        beyond: usize,
    ) -> Scored {
        if let Some(score) = self.end(position, ply) {
            return Ok(score);
        }
        let leaf = K::leaf(position, beyond);
        if leaf == Leaf::Deepen {
            return self.search::<N>(position, window, 1, ply);
        }
        let hit = self.table.probe(position.key());
        if let Some(entry) = hit
            && !N::PV
        {
            let score = Score::from_table(entry.score, ply);
            if entry.bound.decides(score, window) {
                return Ok(score);
            }
        }
        let (mut best, choice) = match leaf {
            Leaf::Forced => (Score::INFINITE_LOSS, Choice::All),
            _ => (self.value(position, hit), Choice::Tactical),
        };
        if best >= window.beta {
            return Ok(best);
        }
        let mut low = window.alpha.max(best);
        let mut best_move = None;
        let first = hit.map_or(Entry::NO_MOVE, |entry| entry.code);
        let mut picker = K::Picker::new(self, position, ply, first, choice);
        while let Some(mv) = picker.next(self, position) {
            let child = position.play(mv);
            let open = -Window {
                alpha: low,
                beta: window.beta,
            };
            let score = self.descend(position, &child, |it| {
                Ok(-it.quiesce::<N>(&child, open, ply + 1, beyond + 1)?)
            })?;
            if score > best {
                best = score;
                if score > low {
                    low = score;
                    best_move = Some(mv);
                    self.extend_pv::<N>(mv, ply);
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        if best == Score::INFINITE_LOSS {
            return Ok(Score::of(position.stuck(), ply));
        }
        let node = Node {
            ply,
            depth: 0,
            window,
            pv: N::PV,
            eval: None,
            hit,
            after_null: false,
            best: best_move,
        };
        self.remember(position, &node, best);
        Ok(best)
    }

    /// The score of a position that is not searched on: the game is over by rule, has come back
    /// to where it was, or the search is as deep as it can go. Starts the node's own variation.
    fn end(&mut self, position: &K::Game, ply: usize) -> Option<Score> {
        self.pv[ply].clear();
        self.reached = self.reached.max(ply);
        if let Some(outcome) = position.rule_end() {
            return Some(Score::of(outcome, ply));
        }
        if self.past.repeats(position.key(), position.reversible()) {
            return Some(Score::DRAW);
        }
        (ply >= MAX_PLY).then(|| self.value(position, None))
    }

    /// Runs `search` one move deeper, on `child`; what it stepped it steps back.
    pub fn descend(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        search: impl FnOnce(&mut Self) -> Scored,
    ) -> Scored {
        self.count_node()?;
        self.table.prefetch(child.key());
        self.past.push(position.key());
        self.eval.push(position, child);
        let score = search(self);
        self.eval.pop();
        self.past.pop();
        score
    }

    /// As [`descend`](Search::descend), by a null move: `child` is the position with the other
    /// side to move.
    pub fn descend_null(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        search: impl FnOnce(&mut Self) -> Scored,
    ) -> Scored {
        self.count_node()?;
        let floor = self.past.push_null(position.key());
        self.eval.push(position, child);
        self.after_null = true;
        let score = search(self);
        self.after_null = false;
        self.eval.pop();
        self.past.pop_null(floor);
        score
    }

    /// Counts one more position, unless a limit is met.
    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            if self.nodes >= self.node_limit || self.clock.expired() {
                return Err(Stopped);
            }
            self.next_poll = self.node_limit.min(self.nodes + POLL);
        }
        self.nodes += 1;
        Ok(())
    }

    /// The static value for hooks and for those who come back later.
    fn judge(&mut self, position: &K::Game, hit: Option<Entry>, ply: usize) -> Option<Score> {
        let known = hit.filter(|entry| entry.eval != NO_EVAL);
        let eval = match known {
            Some(entry) => Some(Score::estimate(i32::from(entry.eval))),
            None => K::judge(self, position),
        };
        self.evals[ply] = eval;
        eval
    }

    /// The static value where one is needed at any rate.
    fn value(&mut self, position: &K::Game, hit: Option<Entry>) -> Score {
        match hit.filter(|entry| entry.eval != NO_EVAL) {
            Some(entry) => Score::estimate(i32::from(entry.eval)),
            None => Score::estimate(self.eval.score(position)),
        }
    }

    /// The best line from `ply` now begins with `mv`.
    fn extend_pv<N: Kind>(&mut self, mv: MoveOf<K>, ply: usize) {
        if N::PV {
            let (here, below) = self.pv.split_at_mut(ply + 1);
            here[ply].clear();
            here[ply].push(mv);
            here[ply].extend_from_slice(&below[0]);
        }
    }

    fn remember(&mut self, position: &K::Game, node: &Node<MoveOf<K>>, score: Score) {
        let bound = match () {
            () if score >= node.window.beta => Bound::Lower,
            () if node.best.is_some() && node.pv => Bound::Exact,
            () => Bound::Upper,
        };
        let entry = Entry {
            code: node.best.map_or(Entry::NO_MOVE, K::Game::code),
            score: score.to_table(node.ply),
            eval: node.eval.map_or(NO_EVAL, |eval| eval.value() as i16),
            depth: node.depth.clamp(0, 255) as u8,
            bound,
            pv: node.pv || node.hit.is_some_and(|entry| entry.pv),
        };
        self.table.store(position.key(), entry);
    }
}
