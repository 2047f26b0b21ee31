//! Lines of UGI: any text is read, or refused with an error of one line.
#![no_main]

use kempelen::protocol::ugi::syntax::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for command in ["", "go", "position", "position fen", "setoption name", "query"] {
        if let Err(error) = read(&format!("{command} {text}")) {
            assert!(!error.to_string().contains(char::is_control));
        }
    }
});
