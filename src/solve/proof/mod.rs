//! Proof search: whether a side can force a win, without searching the game out.

mod forced_win;
mod frame;
mod numbers;
mod prevention;
mod search;
mod table;
mod value;

pub use forced_win::{ForcedWin, ProofAttempt, ProofGoal, ProofLimit, ProofResult, no_win_found, prove};
pub use value::{ProvedPosition, ProvedValue};

/// Proofs against searching the game out, and against the checker of strategies.
#[cfg(test)]
mod tests {
    use super::super::hyperpath::{Hyperpath, HyperpathNode};
    use super::super::tests::{HEAP_GAMES, Walk, check, limit};
    use super::super::{SecuredRegion, SolveError, StateGraph, StrategyPromise, hyperpath_text};
    use super::{ForcedWin, ProofGoal, ProofLimit, ProofResult, prove};
    use crate::any_position::{AnyPosition, Erasable};
    use crate::game::{Game, Side, StartPosition, WorkLimit};
    use crate::games::chess::ChessPosition;
    use crate::games::draughts::egdb::board::EgdbBoard;
    use crate::games::draughts::egdb::tables::Egdb;
    use crate::games::draughts::{DraughtsPosition, English};
    use crate::games::heaps::HeapPosition;
    use crate::games::tree::TreePosition;
    use crate::notation::Notation;
    use crate::random::Random;
    use crate::search::Tablebase;

    fn wins(side: Side) -> StrategyPromise {
        StrategyPromise { side, at_least: 1 }
    }

    /// A search for a win with a table of at most `table_bytes` bytes.
    fn search<G: Game>(root: &G, side: Side, positions: u64, table_bytes: usize) -> ProofResult<G> {
        let limit = ProofLimit { search: limit(positions), table_bytes };
        prove(root, ProofGoal { promise: wins(side), prevention: true }, &limit).unwrap().result
    }

    fn proof<G: Game>(root: &G, side: Side) -> Option<ForcedWin<G>> {
        match search(root, side, 100_000, 1 << 22) {
            ProofResult::Proved(win) => Some(win),
            ProofResult::Disproved(_) => None,
            ProofResult::Unknown(why) => panic!("{why:?}: {root:?}"),
        }
    }

    /// The strategy on positions of any game.
    fn any_strategy<G: Erasable>(strategy: Hyperpath<G>) -> Hyperpath<AnyPosition> {
        let nodes = strategy.nodes.into_iter().map(|node| {
            let position = AnyPosition::new(node.position.clone());
            let any = |&(mv, child): &(G::Move, usize)| {
                (position.numbered_move(node.position.move_number(mv)).unwrap(), child)
            };
            HyperpathNode { end: node.end, moves: node.moves.iter().map(any).collect(), position: position.clone() }
        });
        Hyperpath { promise: strategy.promise, nodes: nodes.collect() }
    }

    fn is_correct<G: Erasable>(root: &G, strategy: Hyperpath<G>) {
        let text = hyperpath_text("game", &any_strategy(strategy));
        assert_eq!(check(root, &text), Ok(()), "{}", root.show());
    }

    /// Whether the proofs for both sides agree with the state graph; counts the wins.
    fn agrees_with_the_graph<G: Erasable>(root: &G, wins_found: &mut usize) {
        let graph = StateGraph::new(root, &limit(100_000)).unwrap();
        for side in Side::BOTH {
            let region = SecuredRegion::new(&graph, wins(side));
            let found = match search(root, side, 100_000, 1 << 22) {
                ProofResult::Proved(win) => Some(win),
                ProofResult::Disproved(prevention) => {
                    is_correct(root, prevention.unwrap());
                    None
                }
                ProofResult::Unknown(why) => panic!("{why:?}: {root:?}"),
            };
            assert_eq!(found.is_some(), region.contains(0), "{side:?} {root:?}");
            if let Some(win) = found {
                *wins_found += 1;
                assert!(win.line.len() >= region.plies(0).unwrap() as usize, "{root:?}");
                let end = win.line.iter().fold(root.clone(), |it, &mv| it.play(mv));
                assert_eq!(end.outcome().unwrap().winner(end.side_to_move()), Some(side), "{root:?}");
                is_correct(root, win.strategy);
            }
        }
    }

    fn walks(count: usize, states: usize) {
        let mut random = Random::new(states as u64);
        let mut wins_found = 0;
        for _ in 0..count {
            agrees_with_the_graph(&Walk::random(&mut random, states), &mut wins_found);
        }
        assert!(wins_found > count / 8, "{wins_found}");
    }

    #[test]
    fn games_with_circles_are_solved_as_by_the_state_graph() {
        for states in [3, 6, 12, 24, 48] {
            walks(400, states);
        }
    }

    #[test]
    #[ignore = "20 seconds"]
    fn many_games_with_circles_are_solved_as_by_the_state_graph() {
        for states in [5, 9, 17, 33, 65, 120] {
            walks(10_000, states);
        }
    }

    #[test]
    fn a_small_table_makes_no_wrong_proofs() {
        let mut random = Random::new(5);
        let mut counts = [0; 2];
        let mut preventions = 0;
        for _ in 0..300 {
            let walk = Walk::random(&mut random, 60);
            let graph = StateGraph::new(&walk, &limit(1000)).unwrap();
            for side in Side::BOTH {
                let expected = SecuredRegion::new(&graph, wins(side)).contains(0);
                let found = match search(&walk, side, 2000, 1 << 11) {
                    ProofResult::Proved(_) => Some(true),
                    ProofResult::Disproved(prevention) => {
                        if let Some(strategy) = prevention {
                            is_correct(&walk, strategy);
                            preventions += 1;
                        }
                        Some(false)
                    }
                    ProofResult::Unknown(_) => None,
                };
                assert!(found.is_none_or(|it| it == expected), "{walk:?}");
                counts[usize::from(found.is_some())] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
        assert!(preventions > 20, "{preventions}");
    }

    #[test]
    fn heap_games_and_trees_are_solved_as_by_the_state_graph() {
        let mut wins_found = 0;
        let in_any_order = [
            "nim 5,1,3 p1",
            "kayles 4,2,3 misere p2",
            "circular 3,1,2,1 k=2 misere p1",
            "endwythoff 3,1,2 p1",
            "northcott 5x3 2-3,1-5,1-4 p1",
        ];
        for text in HEAP_GAMES.iter().chain(&in_any_order) {
            agrees_with_the_graph(&HeapPosition::parse(text).unwrap(), &mut wins_found);
        }
        assert_eq!(wins_found, 13);
        for text in ["((1 -1)(2 0))", "((1 3)(2 0))", "((0 -1)(-2 -3))", "5"] {
            agrees_with_the_graph(&TreePosition::parse(text).unwrap(), &mut wins_found);
        }
        assert_eq!(wins_found, 16);
    }

    #[test]
    fn equal_heaps_are_searched_once() {
        let solve = |text: &str| {
            let goal = ProofGoal { promise: wins(Side::First), prevention: true };
            let limit = ProofLimit { search: limit(3_000), table_bytes: 1 << 22 };
            prove(&HeapPosition::parse(text).unwrap(), goal, &limit).unwrap()
        };
        let [one, other] = ["nim 4,4,4,4 p1", "nim 4,4,0,4,4 p1"].map(solve);
        let ProofResult::Disproved(Some(strategy)) = one.result else {
            panic!("the nim-sum is 0");
        };
        // There are 70 ways to fill four heaps, and the nim-sum tells the side to move.
        assert!(strategy.nodes.len() <= 70, "{}", strategy.nodes.len());
        assert_eq!(one.searched, other.searched);
    }

    fn chess(fen: &str) -> ChessPosition {
        ChessPosition::start().parse_position(fen).unwrap()
    }

    /// A mate in this many moves has a proof, and the checker accepts the strategy.
    fn is_mate(fen: &str, moves: usize) {
        let position = chess(fen);
        let win = proof(&position, position.side()).unwrap_or_else(|| panic!("{fen}"));
        assert!(win.line.len() > 2 * (moves - 1), "{fen}: {:?}", win.line);
        is_correct(&position, win.strategy);
    }

    /// Positions of "Win at Chess" (F. Reinfeld 1945); the lengths are by another program.
    #[test]
    fn mates_in_2_to_8() {
        is_mate("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2);
        is_mate("4r1k1/5bpp/2p5/3pr3/8/1B3pPq/PPR2P2/2R2QK1 b - - 0 1", 3);
        is_mate("3r2k1/p6p/2Q3p1/4q3/2P1p3/P3Pb2/1P3P1P/2K2BR1 b - - 0 1", 4);
        is_mate("7Q/ppp2q2/3p2k1/P2Ppr1N/1PP5/7R/5rP1/6K1 b - - 0 1", 5);
        is_mate("2r1r2k/1q3ppp/p2Rp3/2p1P3/6QB/p3P3/bP3PPP/3R2K1 w - - 0 1", 6);
        is_mate("1b5k/7P/p1p2np1/2P2p2/PP3P2/4RQ1R/q2r3P/6K1 w - - 0 1", 8);
    }

    #[test]
    #[ignore = "5 seconds"]
    fn harder_mates() {
        is_mate("2b2r1k/4q2p/3p2pQ/2pBp3/8/6P1/1PP2P1P/R5K1 w - - 0 1", 6);
        is_mate("r1bq1r2/pp4k1/4p2p/3pPp1Q/3N1R1P/2PB4/6P1/6K1 w - - 0 1", 8);
        is_mate("r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - - 0 1", 9);
        is_mate("r3k2r/pb1q1p2/8/2p1pP2/4p1p1/B1P1Q1P1/P1P3K1/R4R2 b kq - 0 1", 10);
    }

    #[test]
    fn stalemate_is_no_win() {
        // The queen must let the king go, or it is stalemate.
        is_mate("7k/8/6Q1/6K1/8/8/8/8 w - - 0 1", 2);
        // A rook pawn cannot drive the king out of its corner.
        let drawn = search(&chess("k7/8/1K6/P7/8/8/8/8 w - - 0 1"), Side::First, 5_000, 1 << 22);
        assert!(!matches!(drawn, ProofResult::Proved(_)));
        assert!(proof(&chess("k7/P7/1K6/8/8/8/8/8 b - - 0 1"), Side::First).is_none());
    }

    #[test]
    fn a_mate_must_come_before_the_fifty_moves_end() {
        let mate_in_2 = |clock| chess(&format!("k7/8/2K5/8/8/8/8/7R w - - {clock} 70"));
        for (clock, in_time) in [(0, true), (97, true), (98, false), (99, false)] {
            assert_eq!(proof(&mate_in_2(clock), Side::First).is_some(), in_time, "{clock}");
        }
    }

    #[test]
    fn perpetual_check_holds_the_draw() {
        // Black threatens mate, and White checks on e8 and h5 for ever.
        assert!(proof(&chess("6k1/6p1/8/7Q/8/1r6/2r5/K7 w - - 0 1"), Side::Second).is_none());
    }

    /// Proofs of both sides agree with the endgame tables, where the search is long enough.
    #[test]
    fn draughts_endings_are_as_in_the_endgame_tables() {
        let tables = Egdb::open(&DraughtsPosition::<English>::start(), "").unwrap();
        let mut random = Random::new(11);
        let mut counts = [0; 3];
        for _ in 0..250 {
            let Some(position) = random_ending(&mut random) else { continue };
            let winner = tables.probe(&EgdbBoard::of(&position)).unwrap().winner(position.side_to_move());
            for side in Side::BOTH {
                let index = match search(&position, side, 3_000, 1 << 22) {
                    ProofResult::Proved(_) => 0,
                    ProofResult::Disproved(_) => 1,
                    ProofResult::Unknown(_) => 2,
                };
                let expected = usize::from(winner != Some(side));
                assert!(index == expected || index == 2, "{}", position.show());
                counts[index] += 1;
            }
        }
        assert!(counts[0] > 60 && counts[1] > 100, "{counts:?}");
    }

    /// A position of English draughts with two to four pieces, a square each.
    fn random_ending(random: &mut Random) -> Option<DraughtsPosition<English>> {
        let mut sides = [Vec::new(), Vec::new()];
        let mut squares = Vec::new();
        for index in 0..2 + random.below(3) {
            let square = 1 + random.below(32);
            let king = if random.below(2) == 0 { "K" } else { "" };
            sides[index % 2].push(format!("{king}{square}"));
            squares.push(square);
        }
        squares.sort_unstable();
        squares.dedup();
        let [white, black] = sides.map(|it| it.join(","));
        DraughtsPosition::start().parse_position(&format!("B:W{white}:B{black}")).ok()
    }

    #[test]
    fn limits_are_kept() {
        let position = chess("2b2r1k/4q2p/3p2pQ/2pBp3/8/6P1/1PP2P1P/R5K1 w - - 0 1");
        let unknown = |positions, bytes| match search(&position, Side::First, positions, bytes) {
            ProofResult::Unknown(why) => why,
            _ => panic!("{positions} {bytes}"),
        };
        assert_eq!(unknown(500, 1 << 22), SolveError::Positions(500));
        assert_eq!(unknown(100_000, 1 << 12), SolveError::Memory);
        let stopped = WorkLimit { stop: &|| true, ..limit(1000) };
        let limits = ProofLimit { search: stopped, table_bytes: 1 << 22 };
        let goal = ProofGoal { promise: wins(Side::First), prevention: false };
        assert_eq!(prove(&position, goal, &limits).err(), Some(SolveError::Interrupted));
    }

    /// Counts down from a number, one at a time.
    #[test]
    fn long_lines_need_no_recursion() {
        let one_move = HeapPosition::parse("subtraction 9000 take=1 p1").unwrap();
        assert_eq!(proof(&one_move, Side::Second).unwrap().line.len(), 9000);
        let longer = HeapPosition::parse("subtraction 10001 take=1 p1").unwrap();
        let found = search(&longer, Side::First, 100_000, 1 << 24);
        assert!(matches!(found, ProofResult::Unknown(SolveError::LongLine)));
    }
}
