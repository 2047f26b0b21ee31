//! The laws of `Picture`, `Evaluator` and `Knowledge`, checked for every game in the table by seeded
//! random play from the positions of its benchmark.

use super::conformance::in_every_game;
use crate::prelude::*;
use crate::walks::walks;
use kempelen::picture::{PictureCell, PieceKind};
use kempelen::search::ShownScore;

const GAMES_EACH: u64 = 3;

/// A test of every game in the table: `game`, of the type `K`.
macro_rules! law {
    ($name:ident<$K:ident>($game:ident) $body:block) => {
        #[test]
        fn $name() {
            #[derive(Clone, Copy)]
            struct Law;
            impl GameVisitor for Law {
                type Output = ();
                fn visit<$K: GameEntry>(self, $game: &'static GameInfo) $body
            }
            in_every_game(Law);
        }
    };
}

/// Random games from the positions of the benchmark.
fn games<K: GameEntry>(game: &'static GameInfo) -> Vec<Vec<K::Game>> {
    let start = K::start(game);
    let read = |text: &&str| start.parse_position(text).unwrap();
    let starts: Vec<K::Game> = game.bench.iter().map(read).collect();
    walks(&starts, GAMES_EACH)
}

law!(pictures_of_every_game<K>(game) {
    let board = board(&K::start(game));
    assert!(!board.is_empty());
    let mut letters = HashMap::new();
    let mut taken_away = 0;
    for position in games::<K>(game).iter().flatten() {
        let cells_of_position = self::board(position);
        if position.has_fixed_board() {
            assert_eq!(cells_of_position, board, "{position:?}");
        }
        for cell in cells(position) {
            letters_tell_pieces_apart(&cell, &mut letters);
            taken_away += usize::from(one_piece_is_taken_away(position, &cell));
        }
        assert_eq!(position.without("no cell"), None);
        moves_are_pointed_out_on_the_board(position);
    }
    let expected = K::start(game).has_fixed_board();
    let name = game.name;
    assert_eq!(taken_away > 0, expected, "{name}: {taken_away} taken away");
});

fn cells<G: Picture>(position: &G) -> Vec<PictureCell> {
    position.rows().into_iter().flatten().flatten().collect()
}

/// What all pictures of a game have in common: the cells without their pieces, each with a name of
/// its own.
fn board<G: Picture>(position: &G) -> Vec<Vec<Option<(String, bool)>>> {
    let names: HashSet<String> = cells(position).into_iter().map(|it| it.name).collect();
    assert_eq!(names.len(), cells(position).len(), "a name stands twice");
    let bare = |cell: Option<PictureCell>| cell.map(|cell| (cell.name, cell.dark));
    let rows = position.rows().into_iter();
    rows.map(|row| row.into_iter().map(bare).collect()).collect()
}

/// A letter stands for one kind of piece of one side.
fn letters_tell_pieces_apart(cell: &PictureCell, letters: &mut HashMap<(usize, PieceKind), char>) {
    let Some(piece) = cell.piece else {
        return;
    };
    let key = (piece.side.index(), piece.kind);
    assert_eq!(*letters.entry(key).or_insert(piece.letter), piece.letter);
    let others = letters.iter().filter(|(other, _)| **other != key);
    for (other, &letter) in others {
        assert_ne!(letter, piece.letter, "{key:?} and {other:?}");
    }
}

/// On a board every move but a pass has cells, they are cells of the picture, and a move from one to another begins with a piece of the
/// side to move. A single cell is where something new is placed, or a heap becomes smaller.
fn moves_are_pointed_out_on_the_board<G: Picture>(position: &G) {
    const MOVES: usize = 20;
    let cells = cells(position);
    let named = cells.iter().map(|cell| (cell.name.as_str(), cell));
    let named: HashMap<&str, &PictureCell> = named.collect();
    for mv in position.moves().into_iter().take(MOVES) {
        let pointed = position.move_cells(mv);
        // A pass has no cells.
        let is_pass = position.count_moves() == 1;
        assert!(!position.has_fixed_board() || !pointed.is_empty() || is_pass, "{mv:?}");
        let find = |name: &String| named.get(name.as_str()).copied();
        let found: Option<Vec<_>> = pointed.iter().map(find).collect();
        let found = found.unwrap_or_else(|| panic!("{pointed:?}: {mv:?} in {position:?}"));
        if let [first, _, ..] = found[..] {
            let piece = first.piece.expect("a piece that moves");
            let neutral = !position.has_fixed_board();
            assert!(neutral || piece.side == position.side_to_move(), "{mv:?}");
        }
    }
}

/// What is left has the same picture but for that piece, and is a position that can be written.
/// Says whether there is such a position.
fn one_piece_is_taken_away<G: Notation + Picture>(position: &G, cell: &PictureCell) -> bool {
    let Some(left) = position.without(&cell.name) else {
        return false;
    };
    assert!(cell.piece.is_some(), "{cell:?}: {position:?}");
    let mut expected = cells(position);
    for other in expected.iter_mut().filter(|it| it.name == cell.name) {
        other.piece = None;
    }
    assert_eq!(cells(&left), expected, "{cell:?}: {position:?}");
    assert_eq!(left.side_to_move(), position.side_to_move());
    assert_eq!(position.parse_position(&left.show()).unwrap(), left);
    true
}

law!(evaluations_of_every_game<K>(game) {
    let mut models = vec![K::Model::embedded().unwrap()];
    // There may be weights that people can name beside a network.
    models.extend(K::Model::read_file(K::Model::WEIGHTS));
    for model in models {
        let evaluators = || [K::Model::evaluator(&model), K::Model::evaluator(&model)];
        for walk in games::<K>(game) {
            let [mut kept, mut fresh] = evaluators();
            paths_agree(&walk, &mut kept, &mut fresh);
        }
    }
});

/// After any path an evaluator scores as if freshly reset, and what it explains adds up.
fn paths_agree<G: Game, E: Evaluator<G>>(game: &[G], kept: &mut E, fresh: &mut E) {
    let mut afresh = |position: &G| fresh_score(fresh, position);
    kept.reset(&game[0]);
    for (before, after) in game.iter().zip(&game[1..]) {
        // To other positions and back before the move that was made.
        for mv in before.moves().into_iter().step_by(7) {
            let other = before.play(mv);
            kept.push(before, &other);
            assert_eq!(kept.score(&other), afresh(&other), "{other:?}");
            kept.pop();
        }
        assert_eq!(kept.score(before), afresh(before), "{before:?}");
        kept.push(before, after);
    }
    for position in game.iter().rev() {
        let score = kept.score(position);
        assert_eq!(score, afresh(position), "{position:?}");
        let terms = kept.explain(position);
        if !terms.is_empty() {
            let us = position.side_to_move();
            let sum: i32 = terms.iter().map(|term| term.balance(us)).sum();
            assert_eq!(sum, score, "{position:?}: {terms:?}");
        }
        if position != &game[0] {
            kept.pop();
        }
    }
}

law!(knowledge_of_every_game<K>(game) {
    let walks = games::<K>(game);
    walks.iter().flatten().for_each(tactical_moves_are_legal::<K>);
    scores_are_shown_in_their_order::<K>();
    chances_follow_the_score::<K>();
});

/// Tactical moves are legal ones, each once; so a search of them alone ends.
fn tactical_moves_are_legal<K: GameEntry>(position: &K::Game) {
    let mut shown = Vec::new();
    K::tactical_moves(position, |mv| {
        assert!(!shown.contains(&mv), "{mv:?} twice: {position:?}");
        shown.push(mv);
    });
    let moves = position.moves();
    assert!(shown.iter().all(|mv| moves.contains(mv)), "{position:?}");
}

fn scores_are_shown_in_their_order<K: GameEntry>() {
    let pawn_value = K::Model::evaluator(&K::Model::embedded().unwrap()).pawn_value();
    let of_score = |score| ShownScore::of_score(score, pawn_value);
    let shown = |value| of_score(Score::estimate(value)).hundredths();
    for value in -2000..2000 {
        assert!(shown(value) <= shown(value + 1), "{value}");
        assert_eq!(shown(-value), -shown(value), "{value}");
    }
    for end in [Score::win_in(5), -Score::win_in(5), Score::DRAW] {
        assert_eq!(of_score(end), ShownScore::of_score(end, 100));
    }
}

/// The chances of all results are a thousand thousandths, the same for both sides, and the better the
/// higher the score is. With an advantage of one pawn, half of the games are won, whatever the unit of the evaluation is.
fn chances_follow_the_score<K: GameEntry>() {
    for pawn_value in [100, 164] {
        let wdl = |value| K::wdl(Score::estimate(value), pawn_value);
        let mut before = 0;
        for value in (-3000..=3000).step_by(50) {
            let Some([win, draw, loss]) = wdl(value) else {
                return;
            };
            assert_eq!(win + draw + loss, 1000, "{value}");
            assert!(win >= before, "{value}");
            before = win;
            assert_eq!(wdl(-value), Some([loss, draw, win]));
        }
        assert_eq!(wdl(pawn_value).map(|[win, ..]| win), Some(500));
    }
}

law!(counters_of_every_game<K>(game) {
    let games = games::<K>(game);
    games.iter().flatten().for_each(counters_change_only_draws);
});

/// Without its counters a position has the same key and moves, which lead to the same positions, and the same end unless a
/// counter has made a draw.
fn counters_change_only_draws<G: Game>(position: &G) {
    let plain = position.without_counters();
    assert_eq!(plain.without_counters(), plain, "{position:?}");
    assert_eq!(plain.key(), position.key(), "{position:?}");
    assert_eq!(plain.side_to_move(), position.side_to_move());
    assert_eq!(plain.moves(), position.moves(), "{position:?}");
    let same_end = position.outcome() == plain.outcome() && position.payoff() == plain.payoff();
    let drawn = position.outcome() == Some(Outcome::Draw);
    assert!(same_end || drawn, "{position:?}");
    if let Some(&mv) = position.moves().first() {
        assert_eq!(plain.play(mv).without_counters(), position.play(mv).without_counters(), "{position:?}");
    }
}

law!(canonical_positions_of_every_game<K>(game) {
    for position in games::<K>(game).into_iter().flatten() {
        let erased = AnyPosition::new(position.clone());
        assert_eq!(erased.clone().canonical(), AnyPosition::new(position.canonical()));
        the_canonical_position_is_the_same_to_play(&erased);
    }
});

/// The canonical position has the same side to move, the same end, and moves to positions with the same canonical ones. It is read
/// back from its text, and is canonical itself.
fn the_canonical_position_is_the_same_to_play(position: &AnyPosition) {
    let canonical = position.clone().canonical();
    assert_eq!(canonical.clone().canonical(), canonical, "{position:?}");
    assert_eq!(canonical.side_to_move(), position.side_to_move());
    assert_eq!(canonical.outcome(), position.outcome(), "{position:?}");
    assert_eq!(canonical.payoff(), position.payoff(), "{position:?}");
    assert_eq!(position.parse_position(&canonical.show()).as_ref(), Ok(&canonical), "{position:?}");
    let after = |position: &AnyPosition| {
        let after = position.moves().into_iter().map(|mv| position.play(mv));
        let keys: HashSet<_> = after.map(|it| it.canonical().key()).collect();
        keys
    };
    assert_eq!(after(&canonical), after(position), "{position:?}");
}
