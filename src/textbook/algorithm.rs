//! Every algorithm as a value: what it does, and its parameters; and node counts from the literature, to compare with our own.

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
/// let found = algorithm.run(&TicTacToe::start(), knowledge, WorkLimit::default());
/// assert_eq!((found.value, found.counts.nodes), (Ok(0.into()), 20_866));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextbookAlgorithm {
    /// What it does. Parameters that the method does not have keep the values of [`new`](Self::new).
    pub method: TextbookMethod,
    /// How deep it searches. The depths are equal if the method has no variable depth.
    pub depth: VariableDepth,
    /// The number of children that are averaged at a node, at least 1; all of them if there are fewer. The first number is for
    /// nodes where the first side (MAX) moves, and counts the greatest values; the second is for MIN, and counts the smallest.
    pub children: [u32; 2],
    /// The greatest number of moves that are searched at a position, at least 1; `None` for all. They are those with the best
    /// static evaluation of the position after them.
    pub width: Option<u32>,
    /// The order of the moves.
    pub order: TextbookOrder,
    /// By how many plies each iteration is deeper than the last; `None` for one iteration. The counts are those of the last
    /// iteration.
    pub step: Option<u32>,
}

/// How deep the tree goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VariableDepth {
    /// The depth in plies to which every line goes, at least 1.
    pub min: u32,
    /// The depth in plies that no line exceeds, at least `min`.
    pub max: u32,
    /// Below `min` a position is searched only if its static evaluation differs from that of its parent by this much or
    /// more, seen from the same side.
    pub k: u32,
}

/// What an algorithm does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextbookMethod {
    /// [`minimax`](super::minimax()).
    Minimax,
    /// [`negamax`](super::negamax()).
    Negamax,
    /// [`alpha_beta`](super::alpha_beta()).
    AlphaBeta,
    /// Alpha-beta with [killers](TextbookOrder::Killers).
    Killers,
    /// Alpha-beta with the [`History`](super::History) and iterative deepening, or with
    /// [`Pongor`](TextbookOrder::Pongor)'s order in one iteration.
    History,
    /// (m,n)-averaging: a node takes the mean of several children. With m = n = 1 it is minimax.
    Averaging,
    /// Minimax of variable depth.
    Variable,
    /// Minimax over the most promising moves of each position (Shannon's type B, 1950).
    Selective,
    /// Averaging, variable depth and selection together, with cuts that do not change the value. If all three are switched
    /// off it is alpha-beta.
    Composed,
    /// [`least_tree`](super::least_tree()).
    LeastTree,
}

/// The order of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextbookOrder {
    /// As the game lists them.
    Given,
    /// By the static evaluation of the position after the move.
    Static,
    /// The killers of every ply, then the other moves as the game lists them: the two moves with the most cutoffs so far at
    /// that ply (Pongor 2009). Moves are known by their [codes](crate::game::Game::code).
    Killers,
    /// The [`History`](super::History), in which a chain of jumps counts as its
    /// [first jump](super::TextbookKnowledge::first_step) (Pongor 2009).
    History,
    /// The [`History`](super::History) by the [code](crate::game::Game::code) of the move: in draughts the start square and
    /// the captured pieces.
    HistoryByCode,
    /// The order of the program of G. Pongor, "A computer implementation of a two-player game" (Debrecen 2009): moves are
    /// listed by their [first steps](super::TextbookKnowledge::first_step). The method [`History`](TextbookMethod::History)
    /// sorts the untried moves again before each of them, by an unstable sort, and learns the best move of every inner node.
    ///
    /// The node counts of the thesis depend on the order in which its program lists the moves, on the sort of its standard
    /// library, and on the nodes from which its history learns. From the start position this order reproduces the published
    /// counts to depth 8 (`docs/compare.md`).
    Pongor,
}

impl VariableDepth {
    /// The same depth for all lines.
    pub const fn fixed(depth: u32) -> VariableDepth {
        VariableDepth { min: depth, max: depth, k: 0 }
    }
}

impl TextbookAlgorithm {
    /// An algorithm with this depth for all lines; its other parameters have their defaults.
    pub fn new(method: TextbookMethod, depth: u32) -> TextbookAlgorithm {
        TextbookAlgorithm {
            method,
            depth: VariableDepth::fixed(depth),
            children: [1, 1],
            width: None,
            order: method.default_order(),
            step: (method == TextbookMethod::History).then_some(2),
        }
    }

    /// The greatest depth in plies to which it searches.
    pub fn depth(&self) -> u32 {
        self.depth.max
    }

    /// The same algorithm with this greatest depth. If the depth varies, the least depth is lowered to it where
    /// necessary; equal depths stay equal.
    pub fn with_depth(mut self, most: u32) -> TextbookAlgorithm {
        let VariableDepth { min, max, .. } = self.depth;
        self.depth.min = if min == max { most } else { min.min(most) };
        self.depth.max = most;
        self
    }

    /// The same algorithm for an evaluation in which a pawn or man is worth `pawn_value`. The threshold of variable depth is
    /// in hundredths of it.
    pub fn for_pawn_value(mut self, pawn_value: i32) -> TextbookAlgorithm {
        self.depth.k = (f64::from(self.depth.k) * f64::from(pawn_value) / 100.0).round() as u32;
        self
    }
}

/// How many nodes an algorithm has visited from the start position of a game, as published.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedCount {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// Plies.
    pub depth: u32,
    /// The nodes, with the root.
    pub nodes: u64,
}

impl PublishedCount {
    /// The count of an algorithm among `counts`, if it is there. Negamax visits the nodes of minimax.
    pub fn find(counts: &[PublishedCount], algorithm: &TextbookAlgorithm) -> Option<u64> {
        let text = algorithm.to_string();
        let text = text.strip_suffix(" order=pongor").unwrap_or(&text);
        // Beside the name and the depth only parameters stand in it that differ from their defaults.
        if text.split(' ').count() > 2 {
            return None;
        }
        let name = match algorithm.method {
            TextbookMethod::Negamax => "minimax",
            _ => text.split(' ').next().unwrap_or_default(),
        };
        let wanted = (name, algorithm.depth());
        counts.iter().find(|it| (it.algorithm, it.depth) == wanted).map(|it| it.nodes)
    }
}
