//! Evaluations of draughts that say what each piece is worth on each square.

use crate::prelude::*;
use kempelen::games::draughts::{FlyingKings8x8, FlyingKings10x10};

type RussianModel = <Draughts<FlyingKings8x8> as Knowledge>::Model;

const SLOVAK: &str = include_str!("../../eval/slovak.toml");

/// The evaluation of a position of the first game of `K` for the side to move.
fn value<K: GameEntry>(weights: &str, position: &str) -> i32 {
    value_in::<K>(K::games()[0], weights, position)
}

/// The same in any game of `K`.
fn value_in<K: GameEntry>(game: &'static GameInfo, weights: &str, position: &str) -> i32 {
    let model = Arc::new(K::Model::read(weights.as_bytes()).unwrap());
    let position = K::start(game).parse_position(position).unwrap();
    fresh_score(&mut K::Model::evaluator(&model), &position)
}

#[test]
fn a_man_of_the_file_is_a_hundred() {
    let weights = "man = 3\nking = 10\nwhite.man.22 = 4.5\nblack.king.5 = -3\n";
    for (position, expected) in from_data::<Vec<(String, i32)>>("weights", "square_values") {
        assert_eq!(value::<Draughts<FlyingKings8x8>>(weights, &position), expected, "{position}");
    }
}

#[test]
fn a_man_that_is_promoted_on_its_own_square_is_counted_as_a_king() {
    type K = Draughts<FlyingKings8x8>;
    let model = Arc::new(<K as Knowledge>::Model::read(b"man = 1\nking = 2\n").unwrap());
    let start = K::start(K::games()[0]);
    let before = start.parse_position("W:Wd6:Be7,g7,g5,e5").unwrap();
    let mv = before.parse_move("d6:f8:h6:f4:d6").unwrap();
    let after = before.play(mv);
    let mut evaluator = <K as Knowledge>::Model::evaluator(&model);
    evaluator.reset(&before);
    evaluator.push(&before, &after);
    assert_eq!(evaluator.score(&after), -200);
    assert_eq!(fresh_score(&mut evaluator, &after), -200);
}

#[test]
fn every_draughts_game_takes_such_a_file() {
    let weights = "man = 1\nking = 2\n[white.man]\n20 = 3\n";
    assert_eq!(value::<Draughts<English>>(weights, "W:W20,21:B1"), 300);
    assert_eq!(value_in::<Draughts<ShortKings8x8>>(game_info("italian").unwrap(), weights, "W:W21:BK1"), -100);
    assert_eq!(value::<Draughts<FlyingKings10x10>>(weights, "W:W20,50:B1"), 300);
    assert!(reads::<Draughts<FlyingKings10x10>>("man = 1\nking = 2\nblack.king.50 = 1"));
    assert!(!reads::<Draughts<English>>("man = 1\nking = 2\nblack.king.50 = 1"));
}

/// Whether a text is an evaluation of a game.
fn reads<K: GameEntry>(text: &str) -> bool {
    K::Model::read(text.as_bytes()).is_ok()
}

struct EmbeddedValue(&'static str);

impl GameVisitor for EmbeddedValue {
    type Output = i32;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> i32 {
        let start = K::start(game);
        let position = start.parse_position(self.0).unwrap();
        fresh_score(&mut K::Model::evaluator(&K::Model::embedded_for(&start).unwrap()), &position)
    }
}

/// Back rows and side edges are good, for both sides alike.
#[test]
fn slovak_is_played_by_its_file() {
    let value = |position| by_name("slovak", EmbeddedValue(position)).unwrap();
    assert_eq!(value("W:W25-32:B1-8"), 0);
    assert_eq!(value("W:W18:B15"), 0);
    assert_eq!(value("W:WK18:B15"), 233);
    for better in ["30", "26", "21", "20"] {
        let (white, black) = (format!("W:W{better}:B15"), 33 - better.parse::<u8>().unwrap());
        let gain = value(white.leak());
        assert!(gain > 0, "{better}");
        assert_eq!(value(format!("B:W18:B{black}").leak()), gain, "{better}");
    }
    let edges = value("W:WK21:BK15");
    assert!(edges > 0, "{edges}");
    assert!(reads::<Draughts<FlyingKings8x8>>(SLOVAK));
    // Such a file has a unit of its own.
    assert!(!RussianModel::is_tunable(SLOVAK));
    assert!(RussianModel::is_tunable(include_str!("../../eval/russian.toml")));
}

#[test]
fn wrong_files_are_refused_with_their_line() {
    let error = |text: &str| match RussianModel::read(text.as_bytes()) {
        Ok(_) => panic!("{text:?} was read"),
        Err(error) => error.to_string(),
    };
    for [text, expected] in cases("weights", "wrong_square_values") {
        assert_eq!(error(text), format!("line {expected}"), "{text:?}");
    }
    let twice = error("man = 3\nking = 10\n[white.man]\n9 = 1\n9 = 2");
    assert!(twice.starts_with("line "), "{twice}");
}
