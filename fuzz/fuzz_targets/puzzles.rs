//! Files of puzzles in every form: any bytes are refused with an error of one line, or hold puzzles that can be solved.
#![no_main]

use kempelen::game::Game;
use kempelen::play::puzzle_file::read_puzzles;
use libfuzzer_sys::fuzz_target;
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    for extension in ["pgn", "csv", "json"] {
        for puzzle in read_puzzles(Cursor::new(bytes.to_vec()), extension, None).unwrap() {
            match puzzle {
                Ok(mut puzzle) => {
                    assert_eq!(puzzle.solution.len() % 2, 1);
                    for mv in puzzle.solution {
                        assert!(puzzle.line.position().is_legal(mv));
                        puzzle.line.play(mv);
                    }
                }
                Err(error) => assert!(!error.contains(char::is_control)),
            }
        }
    }
});
