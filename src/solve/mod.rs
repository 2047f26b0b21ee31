//! Positions whose game can be searched out: their value, a strategy that secures it, and the normal form.
//!
//! [`StateGraph`] lists every position that can arise, equal ones once. [`SecuredRegion`] says where a side can keep a
//! [`StrategyPromise`], such as "first wins"; a [`Hyperpath`] is a strategy that keeps it, and [`check_hyperpath`](check_hyperpath()) follows
//! a written one. [`prove`] finds a forced win in games that are too large for that. [`NormalForm`] is the matrix of all strategies against each other. Play without end counts as a draw, as games with a repetition rule have it.

mod check_hyperpath;
mod error;
mod hyperpath;
mod method;
mod normal_form;
mod normal_form_text;
mod numbered_positions;
mod promise;
mod proof;
mod region;
mod state_graph;
mod unfolded_tree;
mod value;

pub use check_hyperpath::{WrittenHyperpath, check_hyperpath};
pub use error::SolveError;
pub use hyperpath::{Hyperpath, HyperpathNode, hyperpath_text};
pub use method::{SMALL_GRAPH, SolvedBy, graph_within, solve_by_any_method};
pub use normal_form::{NormalForm, NormalFormKind};
pub use normal_form_text::{normal_form_json, normal_form_text};
pub(crate) use numbered_positions::NumberedPositions;
pub use promise::{StrategyPromise, side_name};
pub use proof::{
    ForcedWin, ProofAttempt, ProofGoal, ProofLimit, ProofResult, ProvedPosition, ProvedValue, no_win_found, prove,
};
pub use region::SecuredRegion;
pub use state_graph::StateGraph;
pub use unfolded_tree::{PlannedChoices, UnfoldedTree};
pub use value::{SolvedMove, SolvedPosition};

/// Values against minimax, and strategies against the checker.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_position::{AnyPosition, Erasable};
    use crate::game::{Game, Key, Outcome, Side, StartPosition, Theory, WorkLimit};
    use crate::games::heaps::HeapPosition;
    use crate::games::tictactoe::TicTacToe;
    use crate::games::tree::TreePosition;
    use crate::notation::{MoveError, MoveStyle, Notation, PositionError};
    use crate::picture::{Picture, PictureCell};
    use crate::random::Random;
    use crate::textbook::{WIN, minimax, negamax, relative};
    use std::ops::ControlFlow;
    use std::sync::Arc;

    /// Positions of heap games that have a theory.
    pub(super) const HEAP_GAMES: [&str; 8] = [
        "nim 1,2,3 p1",
        "nim 2,3,4 p2",
        "nim 1,1,1 misere p1",
        "kayles 5,3 p1",
        "wythoff 3,5 p1",
        "moore 1,2,3 k=2 misere p1",
        "fibonacci 13 p1",
        "grundy 9 p1",
    ];

    pub(super) fn limit(positions: u64) -> WorkLimit<'static> {
        WorkLimit { positions, ..WorkLimit::default() }
    }

    pub(super) fn graph<G: Erasable>(position: &G) -> StateGraph<AnyPosition> {
        StateGraph::new(&AnyPosition::new(position.clone()), &limit(1_000_000)).unwrap()
    }

    /// A strategy as text, if there is one.
    pub(super) fn strategy<G: Erasable>(position: &G, side: Side, at_least: i32) -> Option<String> {
        let graph = graph(position);
        let region = SecuredRegion::new(&graph, StrategyPromise { side, at_least });
        Some(hyperpath_text("game", &Hyperpath::new(&graph, &region)?))
    }

    pub(super) fn check<G: Erasable>(start: &G, text: &str) -> Result<(), String> {
        let start = AnyPosition::new(start.clone());
        WrittenHyperpath::read_all(text)?.iter().try_for_each(|strategy| check_hyperpath(strategy, &start))
    }

    pub(super) fn heaps(text: &str) -> HeapPosition {
        HeapPosition::parse(text).unwrap()
    }

    pub(super) fn tree(text: &str) -> TreePosition {
        TreePosition::parse(text).unwrap()
    }

    /// Where moves lead from state to state, also in circles.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(super) struct Walk {
        moves: Arc<[Vec<u8>]>,
        state: u8,
        side: Side,
    }

    impl Walk {
        pub(super) fn random(random: &mut Random, states: usize) -> Walk {
            let moves = (0..states).map(|_| {
                let mut moves = Vec::new();
                for _ in 0..random.below(4) {
                    let mv = random.below(states) as u8;
                    if !moves.contains(&mv) {
                        moves.push(mv);
                    }
                }
                moves
            });
            Walk { moves: moves.collect(), state: 0, side: Side::First }
        }

        /// The value for the first side: the result after this many plies, where a game that goes on is drawn.
        fn value(&self, plies: u32) -> i32 {
            let end = super::state_graph::end_payoff(self);
            let values = || self.moves[usize::from(self.state)].iter().map(|&mv| self.play(mv).value(plies - 1));
            let best = || match self.side {
                Side::First => values().max(),
                Side::Second => values().min(),
            };
            let goes_on = Some(0).filter(|_| plies == 0);
            end.or(goes_on).or_else(best).unwrap()
        }
    }

    impl Game for Walk {
        type Move = u8;

        fn side_to_move(&self) -> Side {
            self.side
        }

        /// Many positions share a key.
        fn key(&self) -> Key {
            Key(u64::from(self.state % 4))
        }

        fn visit_moves<B>(&self, listener: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
            self.moves[usize::from(self.state)].iter().copied().try_for_each(listener)
        }

        fn play(&self, mv: u8) -> Walk {
            Walk { moves: Arc::clone(&self.moves), state: mv, side: !self.side }
        }

        fn outcome_without_moves(&self) -> Outcome {
            [Outcome::Loss, Outcome::Draw, Outcome::Win][usize::from(self.state % 3)]
        }

        fn code(mv: u8) -> u16 {
            mv.into()
        }
    }

    #[test]
    fn games_that_can_go_on_for_ever_have_the_value_of_long_play() {
        let mut random = Random::new(3);
        let mut values = [0; 3];
        for _ in 0..300 {
            let walk = Walk::random(&mut random, 12);
            let graph = StateGraph::new(&walk, &limit(100)).unwrap();
            let solved = SolvedPosition::new(&graph);
            // No forced end is farther than there are positions; few are farther than this.
            let deep = walk.value(9);
            values[(solved.value + 1) as usize] += 1;
            if deep != 0 || solved.plies.is_none_or(|plies| plies <= 9) {
                assert_eq!(solved.value, deep, "{walk:?}");
            }
            if let Some(plies) = solved.plies {
                assert!(plies.checked_sub(1).map(|plies| walk.value(plies)).is_none_or(|value| value == 0), "{walk:?}");
            }
            for side in Side::BOTH {
                let secured = |at_least| {
                    let region = SecuredRegion::new(&graph, StrategyPromise { side, at_least });
                    Hyperpath::new(&graph, &region).is_some()
                };
                let value = side.relative(solved.value);
                assert!(secured(value) && !secured(value + 1), "{walk:?}");
            }
        }
        assert!(values.iter().all(|&count| count > 10), "{values:?}");
    }

    #[test]
    fn tic_tac_toe_is_a_draw_in_all_its_positions() {
        let graph = graph(&TicTacToe::start());
        assert_eq!(graph.len(), 5478);
        let solved = SolvedPosition::new(&graph);
        assert_eq!((solved.value, solved.plies, solved.best.len()), (0, None, 9));
        let regions = Side::each(|side| SecuredRegion::new(&graph, StrategyPromise { side, at_least: 1 }));
        for node in (0..graph.len()).rev().step_by(3) {
            let position = graph.position(node);
            let value = negamax(position, 9, &|_| 0).value;
            let expected = match relative(position, value) {
                1.. => [true, false],
                0 => [false, false],
                ..0 => [false, true],
            };
            let found = [0, 1].map(|side| regions[side].contains(node));
            assert_eq!(found, expected, "{position:?}");
            if value != 0 {
                assert_eq!(regions[usize::from(!found[0])].plies(node), Some((WIN - value.abs()) as u32));
            }
        }
    }

    #[test]
    fn random_trees_have_their_minimax_value() {
        fn grow(random: &mut Random, depth: usize) -> String {
            if depth == 0 || random.below(6) == 0 {
                return format!("{} ", random.below(19) as i32 - 9);
            }
            let count = 1 + random.below(3);
            let children: String = (0..count).map(|_| grow(random, depth - 1)).collect();
            format!("({children})")
        }
        let mut random = Random::new(8);
        for _ in 0..200 {
            let position = tree(&grow(&mut random, 5));
            let solved = SolvedPosition::new(&graph(&position));
            let expected = minimax(&position, 5, &|_| 0);
            assert_eq!(solved.value, expected.value, "{}", position.show());
            let best = expected.best.map(TreePosition::code);
            let found: Vec<_> = solved.best.iter().map(|it| AnyPosition::code(it.mv)).collect();
            assert!(best.is_none_or(|best| found.contains(&best)));
            for (side, value) in [(Side::First, solved.value), (Side::Second, -solved.value)] {
                let text = strategy(&position, side, value).unwrap();
                assert_eq!(check(&position, &text), Ok(()), "{text}");
                assert_eq!(strategy(&position, side, value + 1), None);
            }
        }
    }

    #[test]
    fn heap_games_follow_their_theory() {
        for text in HEAP_GAMES {
            let position = heaps(text);
            let solved = SolvedPosition::new(&graph(&position));
            let won = position.theory().unwrap().outcome == Outcome::Win;
            assert_eq!(position.side_to_move().relative(solved.value), if won { 1 } else { -1 }, "{text}");
            let winner = if solved.value > 0 { Side::First } else { Side::Second };
            let strategy = strategy(&position, winner, 1).unwrap();
            assert_eq!(check(&position, &strategy), Ok(()), "{strategy}");
        }
    }

    #[test]
    fn limits_are_kept() {
        let start = TicTacToe::start();
        assert!(StateGraph::new(&start, &limit(5478)).is_ok());
        assert_eq!(StateGraph::new(&start, &limit(5477)).err(), Some(SolveError::Positions(5477)));
        let stopped = WorkLimit { stop: &|| true, ..limit(10_000) };
        assert_eq!(StateGraph::new(&start, &stopped).err(), Some(SolveError::Interrupted));
        let large = heaps("nim 9000000000000000000 p1");
        assert_eq!(StateGraph::new(&AnyPosition::new(large), &limit(100)).err(), Some(SolveError::Moves));
    }

    impl Notation for Walk {
        fn parse_position(&self, text: &str) -> Result<Walk, PositionError> {
            let (state, side) = text.split_once(" p").unwrap();
            Ok(Walk {
                moves: Arc::clone(&self.moves),
                state: state.parse().unwrap(),
                side: Side::BOTH[side.parse::<usize>().unwrap() - 1],
            })
        }

        fn show(&self) -> String {
            format!("{} p{}", self.state, self.side.index() + 1)
        }

        fn parse_move(&self, text: &str) -> Result<u8, MoveError> {
            Ok(text.parse().unwrap())
        }

        fn show_move(&self, mv: u8, _: MoveStyle) -> String {
            mv.to_string()
        }
    }

    impl Picture for Walk {
        fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
            Vec::new()
        }

        fn move_cells(&self, _: u8) -> Vec<String> {
            Vec::new()
        }

        fn without(&self, _: &str) -> Option<Walk> {
            None
        }
    }

    impl Theory for Walk {}

    #[test]
    fn a_strategy_that_goes_round_in_a_circle_keeps_only_a_draw() {
        let start = Walk { moves: [vec![1], vec![0, 2], vec![]].into(), state: 0, side: Side::First };
        let draw = "game walk\nfirst does not lose\n\
             1 | 0 p1 | 1 -> 2\n2 | 1 p2 | 0 -> 1; 2 -> 3\n3 | 2 p1 | end 1\n";
        assert_eq!(check(&start, draw), Ok(()));
        let win = draw.replace("does not lose", "wins");
        let circle = "line 3: play need not end here: the moves lead around in a circle";
        assert_eq!(check(&start, &win), Err(circle.to_owned()));
    }
}
