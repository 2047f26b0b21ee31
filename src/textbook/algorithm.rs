//! Every algorithm as a value: its parameters, and one way to run it.

use super::averaging::{self, AveragedChildren};
use super::history::{self, History, HistoryOrder};
use super::run::{StoppedTextbook, TextbookKnowledge, TextbookRun, TextbookStop};
use super::variable_depth::{self, VariableDepth};
use super::{
    ComposedSearch, Fraction, GenerationOrder, MoveOrder, PongorOrder, StaticOrder, TextbookKillers, TextbookResult,
    alpha_beta, least_tree, minimax, negamax, relative, selective,
};
use crate::game::{Game, WorkLimit};

/// A textbook algorithm with its parameters. As text: `alpha-beta depth=6` (see [`parse`](TextbookAlgorithm::parse)).
///
/// ```
/// use kempelen::game::{Game, StartPosition, WorkLimit};
/// use kempelen::games::tictactoe::TicTacToe;
/// use kempelen::textbook::{TextbookAlgorithm, TextbookKnowledge};
///
/// let algorithm: TextbookAlgorithm = "alpha-beta depth=9".parse().unwrap();
/// let knowledge = TextbookKnowledge {
///     evaluate: &|_: &TicTacToe| 0,
///     first_step: &|_, mv| TicTacToe::code(mv).into(),
/// };
/// let found = algorithm.run(&TicTacToe::start(), knowledge, WorkLimit::default()).unwrap();
/// assert_eq!((found.value, found.counts.nodes), (0.into(), 20_866));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextbookAlgorithm {
    /// [`minimax`](super::minimax()).
    Minimax {
        /// Plies.
        depth: u32,
    },
    /// [`negamax`](super::negamax()).
    Negamax {
        /// Plies.
        depth: u32,
    },
    /// [`alpha_beta`](super::alpha_beta()).
    AlphaBeta {
        /// Plies.
        depth: u32,
    },
    /// Alpha-beta with [`TextbookKillers`].
    Killers {
        /// Plies.
        depth: u32,
    },
    /// Alpha-beta with the [`History`] and iterative deepening. The counts are those of the last iteration.
    History {
        /// Plies of the last iteration.
        depth: u32,
        /// By how many plies each iteration is deeper than the last; `depth` or more for one iteration.
        step: u32,
        /// How moves share history values.
        slots: HistorySlots,
    },
    /// Alpha-beta with [`PongorOrder`], in one iteration.
    Pongor {
        /// Plies.
        depth: u32,
        /// Whether it orders moves by the [`History`].
        by_history: bool,
    },
    /// [`averaging`](super::averaging()).
    Averaging {
        /// How many children a node takes the mean of.
        children: AveragedChildren,
        /// Plies.
        depth: u32,
    },
    /// [`variable_depth`](super::variable_depth()).
    Variable(VariableDepth),
    /// [`selective`](super::selective()).
    Selective {
        /// The number of moves that are searched at a position.
        width: u32,
        /// Plies.
        depth: u32,
    },
    /// [`composed`](super::composed()).
    Composed {
        /// Its parts.
        parts: ComposedSearch,
        /// The order of the moves.
        order: TextbookOrder,
    },
    /// [`least_tree`](super::least_tree()).
    LeastTree {
        /// Plies.
        depth: u32,
    },
}

/// How the moves of a game share history values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum HistorySlots {
    /// A chain of jumps counts as its first jump (Pongor 2009): [`TextbookKnowledge::first_step`].
    #[default]
    FirstStep,
    /// By the [code](Game::code) of the move: in draughts the start square and the captured pieces.
    Code,
}

/// The order of the moves of [`TextbookAlgorithm::Composed`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TextbookOrder {
    /// As the game lists them.
    #[default]
    Given,
    /// By the static evaluation of the position after the move.
    Static,
    /// [`TextbookKillers`].
    Killers,
    /// The [`History`].
    History,
}

/// The result of an algorithm: its value is for the side to move.
pub type AlgorithmResult<M> = Result<TextbookResult<M, Fraction>, StoppedTextbook<M>>;

/// The depth of an algorithm, to be read or changed.
enum DepthSetting<'a> {
    /// The same for all branches.
    Fixed(&'a mut u32),
    /// It differs from branch to branch.
    Variable(&'a mut VariableDepth),
}

impl TextbookAlgorithm {
    /// Runs the algorithm on a position.
    ///
    /// # Errors
    /// The limit was reached, or an exact mean has too many digits.
    pub fn run<G: Game>(
        &self,
        position: &G,
        knowledge: TextbookKnowledge<G>,
        limit: WorkLimit,
    ) -> AlgorithmResult<G::Move> {
        self.run_with_history(position, knowledge, limit, &mut History::default())
    }

    /// As [`run`](Self::run), but an algorithm that orders moves by the history uses these values and changes them. In one
    /// game they may be kept from move to move, as Pongor (2009) does.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn run_with_history<G: Game>(
        &self,
        position: &G,
        knowledge: TextbookKnowledge<G>,
        limit: WorkLimit,
        history: &mut History,
    ) -> AlgorithmResult<G::Move> {
        TextbookRun::limited(knowledge.evaluate, limit, |run| self.search(run, position, knowledge, history))
    }

    /// The greatest depth in plies to which it searches.
    pub fn depth(mut self) -> u32 {
        match self.depth_setting() {
            DepthSetting::Fixed(depth) => *depth,
            DepthSetting::Variable(depth) => depth.max,
        }
    }

    /// The same algorithm with this greatest depth. If the depth varies, the least depth is lowered to it where
    /// necessary; equal depths stay equal.
    pub fn with_depth(mut self, most: u32) -> TextbookAlgorithm {
        match self.depth_setting() {
            DepthSetting::Fixed(depth) => *depth = most,
            DepthSetting::Variable(depth) if depth.min == depth.max => {
                (depth.min, depth.max) = (most, most);
            }
            DepthSetting::Variable(depth) => {
                (depth.min, depth.max) = (depth.min.min(most), most);
            }
        }
        self
    }

    /// The same algorithm for an evaluation in which a pawn or man is worth `pawn_value`. The threshold of variable depth is
    /// in hundredths of it.
    pub fn for_pawn_value(mut self, pawn_value: i32) -> TextbookAlgorithm {
        if let DepthSetting::Variable(depth) = self.depth_setting() {
            depth.k = (f64::from(depth.k) * f64::from(pawn_value) / 100.0).round() as u32;
        }
        self
    }

    fn depth_setting(&mut self) -> DepthSetting<'_> {
        match self {
            TextbookAlgorithm::Minimax { depth }
            | TextbookAlgorithm::Negamax { depth }
            | TextbookAlgorithm::AlphaBeta { depth }
            | TextbookAlgorithm::Killers { depth }
            | TextbookAlgorithm::History { depth, .. }
            | TextbookAlgorithm::Pongor { depth, .. }
            | TextbookAlgorithm::Averaging { depth, .. }
            | TextbookAlgorithm::Selective { depth, .. }
            | TextbookAlgorithm::LeastTree { depth } => DepthSetting::Fixed(depth),
            TextbookAlgorithm::Variable(depth) => DepthSetting::Variable(depth),
            TextbookAlgorithm::Composed { parts, .. } => DepthSetting::Variable(&mut parts.depth),
        }
    }

    fn search<G: Game>(
        &self,
        run: &mut TextbookRun<G>,
        position: &G,
        knowledge: TextbookKnowledge<G>,
        history: &mut History,
    ) -> Result<Fraction, TextbookStop> {
        let for_mover = |value| relative(position, value);
        let value = match *self {
            TextbookAlgorithm::Minimax { depth } => minimax::node(run, position, 0, depth).map(for_mover)?,
            TextbookAlgorithm::Negamax { depth } => negamax::node(run, position, 0, depth)?,
            TextbookAlgorithm::AlphaBeta { depth } => alpha_beta::search(run, position, depth, &mut GenerationOrder)?,
            TextbookAlgorithm::Killers { depth } => {
                alpha_beta::search(run, position, depth, &mut TextbookKillers::default())?
            }
            TextbookAlgorithm::History { depth, step, slots } => {
                let by_history = |order: &mut dyn MoveOrder<G>| history::deepen(run, position, (depth, step), order);
                slots.with_order(knowledge, history, by_history)?
            }
            TextbookAlgorithm::Pongor { depth, by_history } => {
                let mut order =
                    PongorOrder { history: by_history.then_some(history), first_step: knowledge.first_step };
                alpha_beta::search(run, position, depth, &mut order)?
            }
            TextbookAlgorithm::Averaging { children, depth } => {
                return Ok(relative(position, averaging::node(run, position, 0, depth, children)?));
            }
            TextbookAlgorithm::Variable(depth) => variable_depth::node(run, position, 0, depth, None)?,
            TextbookAlgorithm::Selective { width, depth } => selective::node(run, position, 0, depth, width)?,
            TextbookAlgorithm::Composed { parts, order } => {
                let search = |order: &mut dyn MoveOrder<G>| parts.search(run, position, order);
                return order.with_order(knowledge, history, search);
            }
            TextbookAlgorithm::LeastTree { depth } => least_tree::search(run, position, depth)?,
        };
        Ok(value.into())
    }
}

impl TextbookOrder {
    /// Calls `search` with this order.
    fn with_order<G: Game, V>(
        self,
        knowledge: TextbookKnowledge<G>,
        history: &mut History,
        search: impl FnOnce(&mut dyn MoveOrder<G>) -> V,
    ) -> V {
        match self {
            TextbookOrder::Given => search(&mut GenerationOrder),
            TextbookOrder::Static => search(&mut StaticOrder(knowledge.evaluate)),
            TextbookOrder::Killers => search(&mut TextbookKillers::default()),
            TextbookOrder::History => HistorySlots::FirstStep.with_order(knowledge, history, search),
        }
    }
}

impl HistorySlots {
    /// Calls `search` with the order of a history.
    fn with_order<G: Game, V>(
        self,
        knowledge: TextbookKnowledge<G>,
        history: &mut History,
        search: impl FnOnce(&mut dyn MoveOrder<G>) -> V,
    ) -> V {
        let by_code = |_: &G, mv| G::code(mv).into();
        let slot: &dyn Fn(&G, G::Move) -> usize = match self {
            HistorySlots::FirstStep => knowledge.first_step,
            HistorySlots::Code => &by_code,
        };
        search(&mut HistoryOrder { history, slot })
    }
}
