//! Parts of the search that ordinary play does not show: the transposition table, the histories, the distances of mates.

use crate::prelude::*;
use kempelen::any_position::AnyMove;
use kempelen::engine::Engine;
use kempelen::eval::ModelSource;
use kempelen::eval::no_weights::{NoEvaluation, NoWeights};
use kempelen::games::TypedKnowledge;
use kempelen::games::breakthrough::{Breakthrough, BreakthroughMove};
use kempelen::search::node::NonPvNode;
use kempelen::search::picker::SimplePicker;
use kempelen::search::{MoveSet, Picker};
use kempelen::search::{Node, ScoreBounds, Window};
use std::sync::mpsc;

fn search() -> Search<Chess> {
    new_search(16, &<Chess as Knowledge>::Model::embedded().unwrap())
}

/// A mate is kept as far as it is from its own position, wherever that stands in the tree.
#[test]
fn a_mate_in_the_table_counts_from_its_position() {
    let mut position = ChessPosition::parse("7k/8/8/4K3/8/8/8/6R1 w - - 0 1").unwrap();
    let mut search = search();
    let thought = search_result(&mut search, &position, to_depth(9));
    assert_eq!(thought.score, Score::win_in(7));
    let mut met = 0;
    for (nth, &mv) in thought.pv.iter().enumerate().take(5) {
        position = position.play(mv);
        let (ply, entry) = (nth + 1, search.tt.probe(Chess::tt_key(&position)));
        let Some(entry) = entry.filter(|entry| entry.bound == Bound::Exact) else {
            continue;
        };
        let score = entry.score_at(ply);
        assert_eq!(score.distance().map(i32::abs), Some(7), "ply {ply}: {score:?}");
        met += 1;
    }
    assert!(met > 1, "{met}");
}

/// Against a bare king, what was found earlier in the game is not looked up again.
#[test]
fn only_against_a_bare_king_the_clock_is_in_the_tables_key() {
    let keys = |pieces: &str| {
        let at = |clock: u32| ChessPosition::parse(&format!("{pieces} w - - {clock} 60")).unwrap();
        assert_eq!(Chess::tt_key(&at(0)), at(0).key());
        [0, 1, 40].map(|clock| Chess::tt_key(&at(clock)))
    };
    let [begun, next, later] = keys("8/8/3k4/8/8/8/8/KBN5");
    assert!(begun != next && next != later && begun != later);
    let [begun, next, later] = keys("8/8/3kp3/8/8/8/8/KBN5");
    assert!(begun == next && next == later);
}

/// How good the other moves are says nothing about the position.
#[test]
fn a_search_without_the_best_move_is_not_kept() {
    let position = ChessPosition::start();
    let mut search = search();
    search_result(&mut search, &position, to_depth(1));
    let window = Window::exceeds(Score::DRAW);
    for (excluded, kept) in [(Some(position.moves()[0]), false), (None, true)] {
        search.tt.clear();
        search.stack[1].excluded = excluded;
        assert!(search.search::<NonPvNode>(&position, window, 4, 1, true).is_ok());
        assert_eq!(search.tt.probe(position.key()).is_some(), kept);
    }
}

/// A node of `position`, whose best move is known.
fn node(best: Option<ChessMove>) -> Node<Chess> {
    Node::<Chess> {
        ply: 1,
        depth: 4,
        window: Window::exceeds(Score::DRAW),
        bounds: ScoreBounds::UNKNOWN,
        pv_node: false,
        tt_pv: false,
        cut_node: true,
        after_null: false,
        raw_eval: None,
        eval: None,
        tt_adjusted_eval: None,
        improving: false,
        tt_entry: None,
        excluded: None,
        alpha: Score::DRAW,
        move_count: 0,
        best_move: best,
        facts: Default::default(),
    }
}

#[test]
fn a_capture_that_caused_a_cutoff_is_tried_first() {
    let position = ChessPosition::parse("4k3/8/8/3n1n2/4P3/8/8/4K3 w - - 0 1").unwrap();
    let captures = ["e4d5", "e4f5"].map(|text| position.parse_move(text).unwrap());
    for [best, other] in [captures, [captures[1], captures[0]]] {
        let mut search = search();
        let score = Score::estimate(100);
        Chess::update_histories(&mut search, &position, &node(Some(best)), score, &[other]);
        let mut picker = <Chess as Knowledge>::Picker::new(MoveSet::All);
        let picked = [(); 2].map(|()| picker.next(&search, &position, &node(None)));
        assert_eq!(picked, [Some(best), Some(other)]);
    }
}

/// The knowledge of English draughts with endgame tables or without.
fn english(tablebase: Option<<Draughts<English> as Knowledge>::Tablebase>) -> Arc<TypedKnowledge<Draughts<English>>> {
    let knowledge = TypedKnowledge::new(DraughtsPosition::start(), &ModelSource::Embedded).unwrap();
    Arc::new(TypedKnowledge { tablebase: tablebase.map(Arc::new).unwrap_or_default(), ..knowledge })
}

fn english_engine(mebibytes: usize) -> Engine {
    let start = AnyPosition::new(DraughtsPosition::<English>::start());
    Engine::new(start, english(None), mebibytes).unwrap()
}

fn visited(engine: &mut Engine) -> u64 {
    let (nodes, reports) = mpsc::channel();
    let listener = move |info: &SearchInfo, _: &[AnyMove]| nodes.send(info.nodes).unwrap();
    engine.think(SearchRequest { limits: to_depth(8), ..SearchRequest::default() }, Box::new(listener));
    reports.iter().last().unwrap()
}

/// What was found without the tables is worth nothing with them: the search visits what one with an empty table visits.
#[test]
fn other_endgame_tables_empty_the_hash_table() {
    let tables = Tablebase::open(&DraughtsPosition::<English>::start(), "").unwrap();
    let knowledge = english(Some(tables));
    let mut used = english_engine(16);
    assert_ne!(visited(&mut used), visited(&mut used), "the hash table changes the second search");
    used.set_knowledge(knowledge.clone());
    let mut empty = english_engine(16);
    empty.set_knowledge(knowledge);
    assert_eq!(visited(&mut used), visited(&mut empty));
}

#[test]
fn active_threads_are_limited_by_the_processors() {
    let mut engine = english_engine(1);
    assert_eq!((engine.threads(), engine.active_threads()), (1, 1));
    engine.set_threads(1000).unwrap();
    assert_eq!(engine.threads(), 1000);
    assert_eq!(engine.active_threads(), std::thread::available_parallelism().unwrap().get().min(1000));
    engine.set_threads(1).unwrap();
    assert_eq!(engine.active_threads(), 1);
}

/// Panics at every report, and keeps the best move.
#[derive(Clone, Default)]
struct Panicking(Arc<Mutex<Option<Option<AnyMove>>>>);

impl SearchListener<AnyMove> for Panicking {
    fn info(&mut self, _: &SearchInfo, _: &[AnyMove]) {
        panic!("a report");
    }

    fn message(&mut self, _: &str) {}

    fn reason(&mut self, _: &str) {
        panic!("a reason");
    }

    fn best_move(&mut self, best: Option<AnyMove>, _: Option<AnyMove>) {
        *self.0.lock() = Some(best);
    }
}

/// The helpers wait for the main thread.
#[test]
fn a_panic_before_the_search_leaves_no_thread_waiting() {
    let start = DraughtsPosition::<English>::start();
    let book = OpeningBook::parse(&start, "A: 11-15").unwrap();
    let lost = AnyPosition::new(start.parse_position("B:W5,K10:B").unwrap());
    for (position, is_over) in [(AnyPosition::new(start), false), (lost, true)] {
        let mut engine = Engine::new(position, english(None), 1).unwrap();
        engine.set_threads(2).unwrap();
        engine.book = Some(Arc::new(book.clone()));
        let listener = Panicking::default();
        engine.think(SearchRequest::default(), Box::new(listener.clone()));
        Engine::wait(&mut engine);
        let best = listener.0.lock().take();
        assert_eq!(best.map(|best| best.is_none()), Some(is_over));
    }
}

/// Another evaluation for every position, so that late moves are often the best.
#[derive(Default)]
struct ByKey;

impl Evaluator<Breakthrough> for ByKey {
    fn score(&mut self, position: &Breakthrough) -> i32 {
        (position.key().0 % 201) as i32 - 100
    }
}

/// Alpha-beta with the evaluation `E`, which searches every move but the first this many plies less deep.
struct LateMoves<E, const REDUCTION: i32>(E);

impl<E: Evaluator<Breakthrough> + Default + Send + 'static, const REDUCTION: i32> Knowledge
    for LateMoves<E, REDUCTION>
{
    type Game = Breakthrough;
    type Model = NoWeights<E>;
    type Histories = ();
    type StackMove = ();
    type Facts = ();
    type Tablebase = ();
    type Picker = SimplePicker<BreakthroughMove, 64>;

    fn move_score(_: &Search<Self>, _: &Breakthrough, _: usize, _: BreakthroughMove) -> i32 {
        0
    }

    fn reduce(_: &Search<Self>, _: &Breakthrough, _: &Breakthrough, _: &Node<Self>, _: BreakthroughMove) -> i32 {
        REDUCTION
    }
}

/// How many plies a search of the start position to a depth looks ahead, and the nodes that it visits.
fn reach<E: Evaluator<Breakthrough> + Default + Send + 'static, const REDUCTION: i32>(depth: i32) -> (usize, u64) {
    let model = NoWeights::embedded().unwrap();
    let mut search = new_search::<LateMoves<E, REDUCTION>>(4, &model);
    let mut seldepth = 0;
    let mut listener = |info: &SearchInfo, _: &[BreakthroughMove]| seldepth = info.seldepth;
    let found = search.think(SearchTask::new(&Breakthrough::start(), to_depth(depth)), &mut listener);
    (seldepth, found.nodes)
}

/// Without an evaluation one side always plays its first move, so that a line is at most twice as long. With one, a line of
/// late moves alone keeps its depth for twice the depth of the iteration, where extensions end.
#[test]
fn late_moves_are_extended_by_one_ply_and_the_iteration_ends() {
    for depth in 1..=4 {
        let seldepth = depth as usize;
        assert_eq!(reach::<NoEvaluation, 1>(depth).0, seldepth);
        assert_eq!(reach::<NoEvaluation, 0>(depth).0, seldepth);
        let extended = reach::<NoEvaluation, { -1 }>(depth);
        assert_eq!(extended.0, 2 * seldepth);
        assert_eq!(reach::<NoEvaluation, { -3 }>(depth), extended, "more than one ply");
        if depth <= 2 {
            assert_eq!(reach::<ByKey, { -1 }>(depth).0, 3 * seldepth);
        }
    }
}
