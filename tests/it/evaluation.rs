//! The fixed values of the two theses, and what is said of broken weights.

use crate::prelude::*;
use kempelen::games::chess::{self, eval::ChessHandCrafted};
use proptest::prelude::*;

type EnglishModel = DraughtsModel<English>;

/// The evaluation of the thesis.
fn simay() -> ChessHandCrafted {
    ChessHandCrafted::new(&chess::eval::ChessWeights::read(include_bytes!("../../eval/simay.toml")).unwrap().into())
}

fn chess_score(position: &chess::ChessPosition) -> i32 {
    fresh_score(&mut simay(), position)
}

fn after<G: Notation + StartPosition>(moves: &[&str]) -> G {
    let play = |position: G, text: &&str| position.play(position.parse_move(text).unwrap());
    moves.iter().fold(G::start(), play)
}

#[test]
fn chess_has_the_values_of_the_thesis() {
    assert_eq!(chess_score(&chess::ChessPosition::start()), 0);
    assert_eq!(-chess_score(&after(&["e4"])), 40);
    assert_eq!(-chess_score(&after(&["Nf3"])), 50);
}

#[test]
fn draughts_have_the_values_of_the_thesis() {
    let black = |position: &DraughtsPosition<English>| {
        let weights = EnglishModel::read(include_bytes!("../../eval/pongor.toml"));
        let mut evaluator = EnglishModel::evaluator(&weights.unwrap().into());
        relative(position, fresh_score(&mut evaluator, position))
    };
    assert_eq!(black(&DraughtsPosition::start()), 0);
    assert_eq!(black(&after(&["9-13"])), -75);
    assert_eq!(black(&after(&["11-15"])), -35);
    assert_eq!(black(&after(&["12-16"])), 5);
    let position = |text| DraughtsPosition::parse(English, text).unwrap();
    assert_eq!(black(&position("B:WK18:BK29")), -30);
    assert_eq!(black(&position("B:W:B1-12")), 1780);
}

#[test]
fn broken_weights_are_refused_with_the_reason() {
    let refused = |text: &str| EnglishModel::read(text.as_bytes()).err().unwrap();
    let good = include_str!("../../eval/pongor.toml");
    assert!(EnglishModel::read(good.as_bytes()).is_ok());
    let message = refused(&good.replace("king = 170", "king = many")).to_string();
    assert!(message.starts_with("line 11:"), "{message}");
    contains_all(&refused(&good.replace("36,  36,  36,  36,", "36,")).to_string(), ["found 29 numbers"]);
    contains_all(&refused(&good.replace("man = 100", "men = 100")).to_string(), ["man: found 0 numbers"]);
    let message = refused(&good.replace("coarse = true", "coarse = 3")).to_string();
    assert!(message.starts_with("line 7:"), "{message}");
    assert!(refused(good.split("[endgame]").next().unwrap()).to_string().contains("missing"));
    assert!(chess::eval::ChessWeights::read(&[0xff, 0xfe]).is_err());
    let good = include_str!("../../eval/default.toml");
    let refused = |text: &str| chess::eval::ChessWeights::read(text.as_bytes()).unwrap_err();
    let message = refused(&good.replace("bishop_pair", "bishop_pairs")).to_string();
    assert!(message.contains("bishop_pair: found 0 numbers, expected 1"), "{message}");
    contains_all(&refused(&good.replace("tempo = ", "tempi = 3\ntempo = ")).to_string(), ["there is no term 'tempi'"]);
    contains_all(&refused(&format!("coarse = true\n{good}")).to_string(), ["unknown field `coarse`"]);
}

/// Weights are read, or refused in one line.
fn check_harmless<M: Model>(bytes: &[u8]) {
    if let Err(error) = M::read(bytes) {
        assert!(!error.to_string().contains(char::is_control), "{error}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_no_harmful_weights(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        check_harmless::<chess::eval::ChessWeights>(&bytes);
        check_harmless::<EnglishModel>(&bytes);
    }

    #[test]
    fn damaged_weights_do_no_harm(place in any::<prop::sample::Index>(), damage in "[0-9a-z=\\[\\]\n,.\"#é-]{0,4}") {
        let files = [
            include_str!("../../eval/default.toml"),
            include_str!("../../eval/simay.toml"),
            include_str!("../../eval/simay-full.toml"),
            include_str!("../../eval/pongor.toml"),
        ];
        for file in files {
            let mut text = file.to_owned();
            text.replace_range(place.index(text.len())..=place.index(text.len()), &damage);
            check_harmless::<chess::eval::ChessWeights>(text.as_bytes());
            check_harmless::<EnglishModel>(text.as_bytes());
        }
    }
}
