//! In a game with payoffs the search plays for the greatest one.

use super::conformance::obeys_the_rules;
use crate::prelude::*;
use kempelen::any_position::AnyMove;
use kempelen::engine::Engine;
use kempelen::eval::ModelSource;
use kempelen::eval::no_weights::NoWeights;
use kempelen::game::{Theory, mix};
use kempelen::games::TypedKnowledge;
use kempelen::notation::PositionError;
use kempelen::picture::PictureCell;
use kempelen::search::{Neutral, ShownScore};
use std::sync::mpsc::{Sender, channel};

/// A row of numbers. A side takes the first or the last one, then the other side does; the payoff is the difference of the
/// sums.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    numbers: Vec<i32>,
    /// What the first side has taken, less what the second has.
    margin: i32,
    side_to_move: Side,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    First,
    Last,
}

impl Row {
    fn random(random: &mut Random, length: usize, greatest: usize) -> Row {
        let number = |_| random.below(2 * greatest + 1) as i32 - greatest as i32 / 2;
        Row { numbers: (0..length).map(number).collect(), margin: 0, side_to_move: Side::First }
    }
}

impl Game for Row {
    type Move = End;

    fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    fn key(&self) -> Key {
        let counts = (2 * self.numbers.len() + self.side_to_move.index() + 1) as u64;
        let first = mix(self.margin as u64 ^ counts << 40);
        let numbers = self.numbers.iter();
        Key(numbers.fold(first, |key, &number| mix(key.rotate_left(1) ^ mix(number as u64))))
    }

    fn visit_moves<B>(&self, listener: impl FnMut(End) -> ControlFlow<B>) -> ControlFlow<B> {
        let ends = [End::First, End::Last];
        ends.into_iter().take(self.numbers.len()).try_for_each(listener)
    }

    fn play(&self, mv: End) -> Row {
        let mut numbers = self.numbers.clone();
        let taken = match mv {
            End::First => numbers.remove(0),
            End::Last => numbers.pop().unwrap(),
        };
        Row { numbers, margin: self.margin + relative(self, taken), side_to_move: !self.side_to_move }
    }

    fn outcome_without_moves(&self) -> Outcome {
        match relative(self, self.margin) {
            ..0 => Outcome::Loss,
            0 => Outcome::Draw,
            1.. => Outcome::Win,
        }
    }

    fn payoff(&self) -> Option<i32> {
        self.numbers.is_empty().then_some(self.margin)
    }

    fn has_payoffs(&self) -> bool {
        true
    }

    fn code(mv: End) -> u16 {
        mv as u16
    }
}

impl Notation for Row {
    fn parse_position(&self, _: &str) -> Result<Row, PositionError> {
        Err(PositionError("rows are not read".to_owned()))
    }

    fn show(&self) -> String {
        format!("{self:?}")
    }

    fn parse_move(&self, text: &str) -> Result<End, MoveError> {
        let mv = self.find_move(|mv| format!("{mv:?}") == text);
        mv.ok_or_else(|| MoveError::Syntax { found: text.to_owned(), expected: "First or Last" })
    }

    fn show_move(&self, mv: End, _: MoveStyle) -> String {
        format!("{mv:?}")
    }
}

impl Picture for Row {
    fn rows(&self) -> Vec<Vec<Option<PictureCell>>> {
        Vec::new()
    }

    fn move_cells(&self, _: End) -> Vec<String> {
        Vec::new()
    }

    fn without(&self, _: &str) -> Option<Row> {
        None
    }
}

impl Theory for Row {}

/// The margin up to now. It is not coarse, so late moves are reduced.
#[derive(Default)]
struct Margin;

impl Evaluator<Row> for Margin {
    fn score(&mut self, position: &Row) -> i32 {
        relative(position, position.margin)
    }
}

type RowKnowledge = Neutral<Row, NoWeights<Margin>>;

/// The payoff of the side to move if both sides play for it to the end.
fn value<G: Game>(position: &G) -> i32 {
    let evaluate = |_: &G| -> i32 { panic!("a line is longer than its depth") };
    relative(position, minimax(position, 200, &evaluate).value)
}

fn is_best<G: Game>(position: &G, mv: G::Move) -> bool {
    -value(&position.play(mv)) == value(position)
}

/// Searches without limits, which ends when the search has seen all ends.
fn solve<K: Knowledge>(search: &mut Search<K>, position: &K::Game) -> SearchResult<<K::Game as Game>::Move> {
    search.tt.new_search();
    let found = search_result(search, position, SearchLimits::default());
    assert!(found.solved && found.depth < 50, "{position:?}: {found:?}");
    assert_eq!(found.score, Score::payoff(value(position)), "{position:?}");
    assert!(is_best(position, found.pv[0]), "{position:?}: {found:?}");
    found
}

/// The text of a random tree.
fn random_tree(random: &mut Random, depth: usize, greatest: usize) -> String {
    let children = if depth == 0 { 0 } else { random.below(4) };
    if children == 0 {
        return (random.below(2 * greatest + 1) as i32 - greatest as i32).to_string();
    }
    let below = (0..children).map(|_| random_tree(random, depth - 1, greatest));
    format!("({})", below.collect::<Vec<_>>().join(" "))
}

/// Random trees that are no leaves, with small payoffs and with all that are possible.
fn random_trees() -> impl Iterator<Item = TreePosition> {
    let mut random = Random::new(7);
    let texts = (0..).map(move |number| {
        let greatest = [6, 40_000, 999_999][number % 3];
        let side = ["p1", "p2"][random.below(2)];
        format!("{} {side}", random_tree(&mut random, 6, greatest))
    });
    texts.map(|text| TreePosition::parse(&text).unwrap()).filter(Game::has_moves)
}

/// The hash table is used on: what is stored of a tree holds in every other one.
#[test]
fn in_random_trees_the_best_move_is_played() {
    let model = NoWeights::embedded().unwrap();
    let mut searches = [0, 1].map(|mebibytes| new_search::<Neutral<TreePosition>>(mebibytes, &model));
    for (number, tree) in random_trees().take(10_000).enumerate() {
        solve(&mut searches[number % 2], &tree);
    }
}

#[test]
fn a_game_for_points_is_played_for_the_margin() {
    let model = NoWeights::embedded().unwrap();
    let mut searches = [0, 4].map(|mebibytes| new_search::<RowKnowledge>(mebibytes, &model));
    let mut random = Random::new(11);
    for number in 0..200 {
        let greatest = [9, 9_000, 900_000][number % 3];
        let row = Row::random(&mut random, 4 + number % 9, greatest);
        assert!(solve(&mut searches[number % 2], &row).depth as usize >= row.numbers.len());
    }
}

/// A search that is cut off plays by the evaluation, which is in the unit of payoffs.
#[test]
fn an_estimate_of_a_payoff_is_shown_as_a_payoff() {
    let row = Row { numbers: vec![5, 1, 2, 9], margin: 0, side_to_move: Side::First };
    let mut search = new_search::<RowKnowledge>(1, &NoWeights::embedded().unwrap());
    for (depth, payoff, solved) in [(1, 9, false), (2, 4, false), (4, 9 - 5 + 2 - 1, true)] {
        let mut last = None;
        let mut task = SearchTask::new(&row, to_depth(depth));
        task.request.contempt = 300;
        let found = search.think(task, &mut |info: &SearchInfo, _: &[End]| last = Some(*info));
        let shown = last.unwrap().shown_score;
        assert_eq!((shown, found.solved), (ShownScore::Payoff(payoff), solved), "{depth}");
    }
}

#[test]
fn rows_obey_the_rules() {
    let mut random = Random::new(5);
    let rows: Vec<_> = (0..5).map(|length| Row::random(&mut random, length, 3)).collect();
    obeys_the_rules(&rows, 20);
}

/// Sends the move that is played.
struct Played(Sender<Option<AnyMove>>);

impl SearchListener<AnyMove> for Played {
    fn info(&mut self, _: &SearchInfo, _: &[AnyMove]) {}

    fn best_move(&mut self, best: Option<AnyMove>, _: Option<AnyMove>) {
        self.0.send(best).unwrap();
    }

    fn message(&mut self, what: &str) {
        panic!("{what}");
    }
}

/// An engine with two threads plays the best move in each position.
fn plays_the_best_moves<K: Knowledge<Game: Erasable>>(positions: Vec<K::Game>) {
    let knowledge = TypedKnowledge::<K>::new(positions[0].clone(), &ModelSource::Embedded).unwrap();
    let positions: Vec<_> = positions.into_iter().map(AnyPosition::new).collect();
    let mut engine = Engine::new(positions[0].clone(), Arc::new(knowledge), 0).unwrap();
    engine.set_threads(2).unwrap();
    for position in positions {
        engine.game = GameLine::new(position.clone());
        let (sender, played) = channel();
        engine.think(SearchRequest::default(), Box::new(Played(sender)));
        let played = played.recv_timeout(Duration::from_secs(120)).unwrap().unwrap();
        assert!(is_best(&position, played), "{position:?}: {played:?}");
    }
}

#[test]
fn threads_do_not_outvote_the_best_move() {
    plays_the_best_moves::<Neutral<TreePosition>>(random_trees().take(300).collect());
    let mut random = Random::new(13);
    let rows = (0..30).map(|_| Row::random(&mut random, 10, 50)).collect();
    plays_the_best_moves::<RowKnowledge>(rows);
}
