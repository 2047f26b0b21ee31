//! Rules files: any text is refused with an error of one line, or describes a game that can be played.
//!
//! Run it with `-detect_leaks=0 -rss_limit_mb=8000`: the rules of every game are leaked on purpose.
#![no_main]

use kempelen::game::Game;
use kempelen::games::draughts::rules_file::read::RulesDescription;
use kempelen::games::draughts::{DraughtsPosition, DraughtsVariant, DraughtsVisitor, fen};
use libfuzzer_sys::fuzz_target;

/// Plays a game in which every move is chosen by the number of moves.
struct PlayGame;

impl DraughtsVisitor for PlayGame {
    type Output = ();

    fn visit<V: DraughtsVariant>(self, variant: V) {
        let mut position = DraughtsPosition::initial(variant);
        for ply in 0..60 {
            let moves = position.moves();
            assert_eq!(position.count_moves(), moves.len() as u64);
            if position.outcome().is_some() {
                break;
            }
            position = position.play(moves[ply % moves.len()]);
            assert_eq!(fen::parse(variant, &fen::show(&position)), Ok(position));
        }
    }
}

fuzz_target!(|text: &str| {
    let one_line = |error: String| assert!(!error.contains(char::is_control), "{error:?}");
    // `from_text` would refuse every game after the first thousand.
    let described = RulesDescription::read(text);
    match described.and_then(|it| it.into_game("fuzz.toml#0", text)) {
        Ok(game) => game.visit(PlayGame),
        Err(error) => one_line(error),
    }
});
