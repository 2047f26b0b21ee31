//! Game records of every draughts variant: any bytes are refused with an error of one line, or replayed by the rules; what is
//! written reads back, in the squares that the record demands.
#![no_main]

use kempelen::game::Game;
use kempelen::games::draughts::family::variant_names;
use kempelen::games::records::records_of;
use kempelen::games::{GameEntry, GameInfo, GameVisitor, by_name};
use kempelen::notation::reader::RecordReader;
use kempelen::notation::{MoveStyle, Notation};
use libfuzzer_sys::fuzz_target;

struct Replay<'a>(&'a [u8]);

impl GameVisitor for Replay<'_> {
    type Output = ();

    fn visit<K: GameEntry>(self, game: &'static GameInfo) {
        for record in records_of(game, RecordReader::new(self.0)) {
            let mut record = match record {
                Ok(record) => record,
                Err(error) => {
                    assert!(!error.to_string().contains(char::is_control));
                    continue;
                }
            };
            let start = match record.setup().map(|fen| K::start(game).parse_position(fen)) {
                Some(Ok(start)) => start,
                Some(Err(error)) => {
                    assert!(!error.to_string().contains(char::is_control));
                    continue;
                }
                None => K::start(game),
            };
            let mut position = start.clone();
            let mut legal = 0;
            for played in &mut record.moves {
                match position.parse_move(&played.text) {
                    Ok(mv) => {
                        assert!(position.is_legal(mv));
                        for style in [MoveStyle::Long, MoveStyle::Short] {
                            let shown = position.show_move(mv, style);
                            assert_eq!(position.parse_move(&shown), Ok(mv), "{shown}");
                        }
                        played.text = position.show_move(mv, MoveStyle::Short);
                        position = position.play(mv);
                        legal += 1;
                    }
                    Err(error) => {
                        assert!(!error.to_string().contains(char::is_control));
                        break;
                    }
                }
            }
            record.moves.truncate(legal);
            game.name_squares(&mut record);
            let text = record.to_string();
            let again = records_of(game, RecordReader::new(text.as_bytes())).next();
            let again = again.expect("a record").expect("of the same game");
            let mut same = match again.setup() {
                Some(fen) => K::start(game).parse_position(fen).expect("the same position"),
                None => K::start(game),
            };
            for played in &again.moves {
                same = same.play(same.parse_move(&played.text).expect("a legal move"));
            }
            assert_eq!(same.show(), position.show());
        }
    }
}

// The first byte chooses the variant.
fuzz_target!(|bytes: &[u8]| {
    if let Some((&first, text)) = bytes.split_first() {
        let count = variant_names().count();
        let name = variant_names().nth(usize::from(first) % count);
        by_name(name.unwrap_or_default(), Replay(text)).expect("a game");
    }
});
