//! The horizon effect (Berliner 1973) and what quiescence does about it: the positions of
//! `tests/data/horizon.epd`, which `docs/search.md` shows.
//!
//! In each record `am` is the move that a fixed depth of `acd` plies falls for, `c0` what happens.

use crate::prelude::*;
use kempelen::games::chess::EXCHANGE_VALUES;
use kempelen::games::chess::eval::ChessModel;
use kempelen::search::Leaf;
use kempelen::search::picker::SimplePicker;
use kempelen::textbook::alpha_beta;

/// What a blunder loses at least by a deep search, in hundredths of a pawn.
const A_PIECE: i32 = 300;
const DEEP: i32 = 10;

/// One line of a file.
struct Record {
    fen: String,
    position: ChessPosition,
    operations: String,
}

impl Record {
    /// The operand of an operation.
    fn operand(&self, code: &str) -> Option<&str> {
        let mut operations = self.operations.split(';');
        operations.find_map(|it| Some(it.trim().strip_prefix(code)?.trim()))
    }

    fn mv(&self, code: &str) -> Option<ChessMove> {
        Some(self.position.parse_move(self.operand(code)?).unwrap())
    }

    fn blunder(&self) -> ChessMove {
        self.mv("am ").expect("a move to avoid")
    }

    fn depth(&self) -> u32 {
        self.operand("acd ").unwrap().parse().unwrap()
    }
}

fn records(path: &str) -> Vec<Record> {
    const FEN_FIELDS: usize = 4;
    let text = fs::read_to_string(path).unwrap();
    let read = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let fen = words[..FEN_FIELDS].join(" ");
        Record { position: ChessPosition::parse(&fen).unwrap(), operations: words[FEN_FIELDS..].join(" "), fen }
    };
    text.lines().map(read).collect()
}

fn blunders() -> Vec<Record> {
    records("tests/data/horizon.epd")
}

/// The page that shows the positions.
fn page() -> String {
    fs::read_to_string("docs/search.md").unwrap()
}

/// The evaluation of the thesis, which stays as it is.
fn of_the_thesis() -> Arc<ChessModel> {
    ChessModel::read(include_bytes!("../../eval/simay.toml")).unwrap().into()
}

fn worth(weights: &Arc<ChessModel>, position: &ChessPosition) -> i32 {
    fresh_score(&mut ChessModel::evaluator(weights), position)
}

/// What a search with the knowledge `K` thinks at `depth`, from a fresh table.
fn think<K>(weights: &Arc<ChessModel>, position: &ChessPosition, depth: i32) -> SearchResult<ChessMove>
where
    K: Knowledge<Game = ChessPosition, Model = ChessModel>,
{
    search_result(&mut new_search::<K>(4, weights), position, to_depth(depth))
}

/// The value of a move by a deep search.
fn value_of(weights: &Arc<ChessModel>, position: &ChessPosition, mv: ChessMove) -> i32 {
    -think::<Chess>(weights, &position.play(mv), DEEP - 1).score.value()
}

#[test]
fn a_search_without_quiescence_plays_the_losing_move() {
    let weights = of_the_thesis();
    let worth = |position: &ChessPosition| worth(&weights, position);
    for record in blunders() {
        let (position, blunder, depth) = (&record.position, record.blunder(), record.depth());
        assert_eq!(alpha_beta(position, depth, &worth).best, Some(blunder), "{}", record.fen);
        if depth <= 3 {
            let for_white = |it: &ChessPosition| relative(it, worth(it));
            assert_eq!(minimax(position, depth, &for_white).best, Some(blunder), "{}", record.fen);
        }
    }
}

#[test]
fn quiescence_avoids_the_losing_move() {
    for weights in [of_the_thesis(), ChessModel::embedded().unwrap()] {
        for record in blunders() {
            let (position, depth) = (&record.position, record.depth() as i32);
            let quiet = think::<Quiescent<true>>(&weights, position, depth).pv[0];
            let real = think::<Chess>(&weights, position, depth).pv[0];
            assert!(![quiet, real].contains(&record.blunder()), "{}", record.fen);
        }
    }
}

#[test]
fn the_move_loses_a_piece_and_the_other_keeps_it() {
    let weights = ChessModel::embedded().unwrap();
    for record in blunders() {
        let (position, depth) = (&record.position, record.depth() as i32);
        let best = think::<Chess>(&weights, position, DEEP).score.value();
        let lost = |mv| best - value_of(&weights, position, mv);
        let (blunder, chosen) = (record.blunder(), think::<Chess>(&weights, position, depth).pv[0]);
        assert!(lost(blunder) >= A_PIECE, "{}: {}", record.fen, lost(blunder));
        assert!(lost(chosen) < A_PIECE / 2, "{}: {}", record.fen, lost(chosen));
    }
}

#[test]
fn the_page_shows_every_position() {
    let (page, blunders) = (page(), blunders());
    assert_eq!(blunders.len(), 10);
    for record in blunders.iter().chain(&pair()) {
        assert!(page.contains(&record.fen), "{}", record.fen);
    }
}

/// Alpha-beta and quiescence and nothing else. With `FORCED` in check every move is tried at a
/// leaf, else one may stand pat there too.
struct Quiescent<const FORCED: bool>;

impl<const FORCED: bool> Knowledge for Quiescent<FORCED> {
    type Game = ChessPosition;
    type Model = ChessModel;
    type Histories = ();
    type StackMove = ();
    type Facts = ();
    type Tablebase = ();
    type Picker = SimplePicker<ChessMove, 256>;

    fn tactical_moves(position: &ChessPosition, listener: impl FnMut(ChessMove)) {
        Chess::tactical_moves(position, listener)
    }

    fn leaf(position: &ChessPosition, beyond: usize) -> Leaf {
        if FORCED { Chess::leaf(position, beyond) } else { Leaf::StandPat }
    }

    fn raw_eval(_: &mut Search<Self>, _: &ChessPosition) -> Option<Score> {
        None
    }

    fn move_score(_: &Search<Self>, position: &ChessPosition, _: usize, mv: ChessMove) -> i32 {
        position.victim(mv).map_or(0, |piece| EXCHANGE_VALUES[piece.index()])
    }
}

/// A bait: in the first position it is mate by a capture (`am`), in the second the check can be
/// met, and the bait is good (`bm`).
fn pair() -> Vec<Record> {
    records("tests/data/in_check.epd")
}

#[test]
fn nobody_stands_pat_in_check() {
    let weights = of_the_thesis();
    let pair = pair();
    assert_eq!(pair.len(), 2);
    for record in pair {
        let (position, good) = (&record.position, record.mv("bm "));
        let bait = good.unwrap_or_else(|| record.blunder());
        let takes = |thought: SearchResult<ChessMove>| thought.pv[0] == bait;
        // Who may stand pat in check cannot tell the two apart.
        assert!(takes(think::<Quiescent<false>>(&weights, position, 1)), "{}", record.fen);
        let forced = think::<Quiescent<true>>(&weights, position, 1);
        let real = think::<Chess>(&weights, position, 1);
        assert_eq!([takes(forced), takes(real)], [good.is_some(); 2], "{}", record.fen);
    }
}
