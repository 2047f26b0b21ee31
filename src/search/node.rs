//! The one node: principal-variation alpha-beta with a transposition table.

use super::bound::Known;
use super::clock::Clock;
use super::deepen::Crew;
use super::history::Forget;
use super::knowledge::{Extension, Knowledge, MoveOf, Node, Skip};
use super::past::Past;
use super::picker::{Choice, Picker};
use super::score::Score;
use super::table::{Entry, Table};
use super::tables::Probing;
use super::window::Window;
use super::{Depth, MAX_PLY};
use crate::eval::Evaluator;
use crate::game::{Game, Outcome};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;
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

/// Moves of one node that a cut-off can teach something about.
const TRIED: usize = 64;

/// In a table entry: no static value.
const NO_EVAL: i16 = i16::MIN;

/// What is known of a ply of the present line.
pub struct Frame<K: Knowledge> {
    /// What is remembered of the move made there.
    pub trace: K::Trace,
    /// Whether that move was a null move.
    pub null: bool,
    /// The corrected static value of the position.
    pub eval: Option<Score>,
    /// By how many plies the search of that move is reduced just now.
    pub reduction: Depth,
    /// A move that is not to be tried there.
    pub excluded: Option<MoveOf<K>>,
}

impl<K: Knowledge> Default for Frame<K> {
    fn default() -> Self {
        Frame {
            trace: K::Trace::default(),
            null: false,
            eval: None,
            reduction: 0,
            excluded: None,
        }
    }
}

/// One thread's search: what it keeps from move to move, and the search that is going on.
pub struct Search<K: Knowledge> {
    /// Shared with the other threads.
    pub table: Arc<Table>,
    /// Stands on the position being searched.
    pub eval: K::Eval,
    /// What the thread has learnt.
    pub memory: K::Memory,
    /// The plies of the present line, from the root on.
    pub frames: Vec<Frame<K>>,
    /// The game's endgame tables, shared with the other threads.
    pub tables: Arc<K::Tables>,
    /// When to ask them.
    pub probing: Probing,
    /// The present search asks them about positions with so many men and fewer; 0: about none.
    pub probe_up_to: u32,
    /// Positions found in endgame tables.
    pub table_hits: u64,
    pub(super) past: Past,
    pub(super) pv: Vec<Vec<MoveOf<K>>>,
    pub(super) clock: Clock,
    pub(super) nodes: u64,
    pub(super) crew: Crew,
    /// Of `nodes`, how many the crew knows about.
    pub(super) told: u64,
    pub(super) node_limit: u64,
    pub(super) next_poll: u64,
    pub(super) reached: usize,
    /// Whether the first line of the first iteration is still being searched.
    pub(super) undecided: bool,
    /// Plies that the present iteration searches to the full.
    pub iteration: Depth,
    pub(super) contempt: i32,
}

pub(super) type Scored = Result<Score, Stopped>;

impl<K: Knowledge> Search<K> {
    /// A search that has learnt nothing yet.
    pub fn new(table: Arc<Table>, model: &Arc<K::Model>) -> Search<K> {
        Search {
            table,
            eval: K::evaluator(model),
            memory: K::Memory::default(),
            frames: (0..MAX_PLY + 2).map(|_| Frame::default()).collect(),
            tables: Arc::default(),
            probing: Probing::default(),
            probe_up_to: 0,
            table_hits: 0,
            past: Past::default(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            clock: Clock::endless(),
            nodes: 0,
            crew: Crew::alone(),
            told: 0,
            node_limit: u64::MAX,
            next_poll: 0,
            reached: 0,
            undecided: true,
            iteration: 0,
            contempt: 0,
        }
    }

    /// Forgets what it has learnt, the last line among it: it goes on like a new one.
    pub fn forget(&mut self) {
        self.memory.forget();
        self.frames.fill_with(Frame::default);
    }

    /// What is remembered of the last moves before `ply`, the latest first.
    #[inline]
    pub fn traces<const N: usize>(&self, ply: usize) -> [K::Trace; N] {
        std::array::from_fn(|back| match ply.checked_sub(back + 1) {
            Some(ply) => self.frames[ply].trace,
            None => K::Trace::default(),
        })
    }

    /// Whether the endgame tables are to be asked about a position with so many men, `depth` plies
    /// still to search.
    #[inline]
    pub fn may_ask(&self, men: u32, depth: Depth) -> bool {
        men < self.probe_up_to || (men == self.probe_up_to && depth >= self.probing.depth)
    }

    /// The value of `position` for the side to move, from `depth` plies of search and quiescence.
    /// `cut`: some move is expected to reach beta.
    pub fn search<N: Kind>(
        &mut self,
        position: &K::Game,
        window: Window,
        depth: Depth,
        ply: usize,
        cut: bool,
    ) -> Scored {
        debug_assert!(window.alpha < window.beta && (N::PV || window.is_null()));
        if depth <= 0 {
            return self.quiesce::<N>(position, window, ply, 0);
        }
        if let Some(score) = self.end(position, ply) {
            return Ok(score);
        }
        let window = self.possible(position, window, ply);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let hit = self.table.probe(K::table_key(position));
        let excluded = self.frames[ply].excluded;
        let mut known = Known::NOTHING;
        if excluded.is_none() {
            match self.known::<N>(position, hit, window, depth, ply) {
                ControlFlow::Break(score) => return Ok(score),
                ControlFlow::Continue(limits) => known = limits,
            }
        }
        let mut node = self.node::<N>(position, hit, window.within(known), depth, ply);
        node.known = known;
        node.cut = cut;
        node.excluded = excluded;
        if let Some(score) = K::prune(self, position, &mut node)? {
            return Ok(score);
        }
        self.search_moves::<N>(position, node)
    }

    /// The part of the window that can be reached: nothing below is better than winning at once,
    /// nor worse than having lost already, nor than a repetition that is one move away.
    fn possible(&self, position: &K::Game, window: Window, ply: usize) -> Window {
        let mut alpha = window.alpha.max(Score::loss_in(ply));
        let draw = self.of(Outcome::Draw, ply);
        if alpha < draw {
            let linked = |difference| K::linked(position, difference);
            let (key, reversible) = (position.key(), position.reversible());
            if self.past.can_repeat(key, reversible, linked) {
                alpha = draw;
            }
        }
        Window {
            alpha,
            beta: window.beta.min(Score::win_in(ply + 1)),
        }
    }

    /// A result as the side to move sees it, `ply` plies below the root; a draw is worth a little
    /// less to the side at the root, or more, as it was told to think of its opponent.
    pub(super) fn of(&self, outcome: Outcome, ply: usize) -> Score {
        match (outcome, ply % 2) {
            (Outcome::Draw, 0) => Score::DRAW - self.contempt,
            (Outcome::Draw, _) => Score::DRAW + self.contempt,
            _ => Score::of(outcome, ply),
        }
    }

    /// What the table or an endgame table says: the score, if it decides the node, or what is
    /// known of it. An open node takes no more than a limit from a table win, since its end may
    /// be in sight.
    pub(super) fn known<N: Kind>(
        &mut self,
        position: &K::Game,
        hit: Option<Entry>,
        window: Window,
        depth: Depth,
        ply: usize,
    ) -> ControlFlow<Score, Known> {
        if let Some(entry) = hit
            && !N::PV
            && Depth::from(entry.depth) >= depth
        {
            let score = entry.score_at(ply);
            if window.decided_by(score, entry.bound) {
                return ControlFlow::Break(score);
            }
        }
        let Some((score, bound)) = K::probe(self, position, ply, depth) else {
            return ControlFlow::Continue(Known::NOTHING);
        };
        if !window.decided_by(score, bound) {
            return ControlFlow::Continue(Known::by(score, bound));
        }
        let entry = Entry {
            code: Entry::NO_MOVE,
            score: score.to_table(ply),
            eval: NO_EVAL,
            // Deep enough to be asked once in several iterations, not to crowd out real searches.
            depth: (depth + 6).clamp(0, 255) as u8,
            bound,
            pv: N::PV,
        };
        self.table.store(K::table_key(position), entry);
        ControlFlow::Break(score)
    }

    /// The node before any move is tried, its static values among what is known.
    pub(super) fn node<N: Kind>(
        &mut self,
        position: &K::Game,
        hit: Option<Entry>,
        window: Window,
        depth: Depth,
        ply: usize,
    ) -> Node<K> {
        let known = hit.filter(|entry| entry.eval != NO_EVAL);
        let raw = match known {
            Some(entry) => Some(Score::estimate(i32::from(entry.eval))),
            None => K::judge(self, position),
        };
        let eval = raw.map(|raw| K::correct(self, position, ply, raw));
        self.frames[ply].eval = eval;
        let better = |eval: Score| {
            let window = Window::exceeds(eval);
            let entry = hit.filter(|entry| window.decided_by(entry.score_at(ply), entry.bound))?;
            Some(entry.score_at(ply)).filter(|score| score.is_estimate())
        };
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        Node {
            ply,
            depth,
            window,
            known: Known::NOTHING,
            pv: N::PV,
            near_pv: N::PV || hit.is_some_and(|entry| entry.pv),
            cut: false,
            after_null: ply > 0 && self.frames[ply - 1].null,
            raw,
            eval,
            estimate: eval.map(|eval| better(eval).unwrap_or(eval)),
            improving: eval.is_some_and(|now| before.is_none_or(|before| now > before)),
            hit,
            excluded: None,
            low: window.alpha,
            nth: 0,
            best: None,
            facts: K::Facts::default(),
        }
    }

    fn search_moves<N: Kind>(&mut self, position: &K::Game, mut node: Node<K>) -> Scored {
        let mut picker = K::Picker::new(Choice::All);
        let mut tried = ArrayVec::<MoveOf<K>, TRIED>::new();
        let mut best = Score::INFINITE_LOSS;
        while let Some(mv) = self.next_move(&mut picker, position, &node, &mut best) {
            let child = self.play(position, mv);
            let score = match K::extend(self, position, &child, &node, mv)? {
                Extension::By(plies) => self.try_move::<N>(position, &child, &node, mv, plies)?,
                Extension::Cut(score) => return Ok(score),
            };
            node.nth += 1;
            best = best.max(score);
            if self.improve::<N>(&mut node, mv, score) {
                break;
            }
            if node.best != Some(mv) {
                let _ = tried.try_push(mv);
            }
        }
        if node.nth == 0 {
            return Ok(match node.excluded {
                Some(_) => node.window.alpha,
                None => self.of(position.stuck(), node.ply),
            });
        }
        let best = node.known.correct(best);
        K::learn(self, position, &node, best, &tried);
        if node.excluded.is_none() {
            self.remember(position, &node, best);
        }
        Ok(best)
    }

    /// The next move that is worth a search, where the best so far has the score `best`; what is left
    /// out may be as good as that becomes.
    pub(super) fn next_move(
        &self,
        picker: &mut K::Picker,
        position: &K::Game,
        node: &Node<K>,
        best: &mut Score,
    ) -> Option<MoveOf<K>> {
        while let Some(mv) = picker.next(self, position, node) {
            if node.excluded == Some(mv) {
                continue;
            }
            if best.is_loss() {
                return Some(mv);
            }
            match K::skip(self, position, node, mv) {
                Skip::No => return Some(mv),
                Skip::This(most) => *best = most.max(*best),
                Skip::RestQuiet => picker.skip_quiet(position, node),
            }
        }
        None
    }

    /// Takes note of the score of a move; says whether it ends the node.
    pub(super) fn improve<N: Kind>(
        &mut self,
        node: &mut Node<K>,
        mv: MoveOf<K>,
        score: Score,
    ) -> bool {
        if score <= node.low {
            return false;
        }
        node.low = score;
        node.best = Some(mv);
        self.extend_pv::<N>(mv, node.ply);
        score >= node.window.beta
    }

    /// The value of a move, searched `extension` plies deeper: with the whole window if it is the
    /// first of the node, else by the null-window question whether it exceeds `node.low`, reduced
    /// at first (PVS, Marsland 1982).
    pub(super) fn try_move<N: Kind>(
        &mut self,
        position: &K::Game,
        child: &K::Game,
        node: &Node<K>,
        mv: MoveOf<K>,
        extension: Depth,
    ) -> Scored {
        let (ply, low, beta) = (node.ply + 1, node.low, node.window.beta);
        let depth = node.depth - 1 + extension;
        let reduction = match node.nth {
            0 => 0,
            _ => K::reduce(self, position, child, node, mv).clamp(0, (depth - 1).max(0)),
        };
        let open = -Window { alpha: low, beta };
        let question = -Window::exceeds(low);
        self.descend(position, child, node, mv, |it| {
            if node.nth == 0 {
                return Ok(-it.search::<N>(child, open, depth, ply, !N::PV && !node.cut)?);
            }
            let cut = reduction > 0 || !node.cut;
            it.frames[node.ply].reduction = reduction;
            let mut score = -it.search::<Null>(child, question, depth - reduction, ply, cut)?;
            if score > low && reduction > 0 {
                it.frames[node.ply].reduction = 0;
                let depth = depth + K::again(node, score);
                score = -it.search::<Null>(child, question, depth, ply, !node.cut)?;
            }
            if N::PV && score > low && score < beta {
                score = -it.search::<N>(child, open, depth, ply, false)?;
            }
            Ok(score)
        })
    }

    /// The score of a position that is not searched on: the game is over by rule, has come back
    /// to where it was, or the search is as deep as it can go. Starts the node's own variation.
    pub(super) fn end(&mut self, position: &K::Game, ply: usize) -> Option<Score> {
        self.pv[ply].clear();
        self.reached = self.reached.max(ply);
        if let Some(outcome) = position.rule_end() {
            return Some(self.of(outcome, ply));
        }
        if self.past.repeats(position.key(), position.reversible()) {
            return Some(self.of(Outcome::Draw, ply));
        }
        (ply >= MAX_PLY).then(|| self.value(position))
    }

    /// What the evaluation says.
    pub(super) fn value(&mut self, position: &K::Game) -> Score {
        Score::estimate(self.eval.score(position))
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

    /// Tells the table what was found out about the node.
    pub(super) fn remember(&mut self, position: &K::Game, node: &Node<K>, score: Score) {
        let entry = Entry {
            code: node.best.map_or(Entry::NO_MOVE, K::Game::code),
            score: score.to_table(node.ply),
            eval: node.raw.map_or(NO_EVAL, |eval| eval.value() as i16),
            depth: node.depth.clamp(0, 255) as u8,
            bound: node.bound(score),
            pv: node.near_pv,
        };
        self.table.store(K::table_key(position), entry);
    }
}
