//! Lines of Hub: any text is refused with an error of one line, or read, and then writing and reading restores it.
#![no_main]

use kempelen::protocol::hub::syntax::HubLine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match HubLine::parse(text) {
        Ok(Some(line)) => {
            let plain = |value: &str| !value.contains(['"', '\n', '\r']);
            let values = line.arguments.iter().filter_map(|(_, value)| value.as_deref());
            if values.clone().all(plain) {
                assert_eq!(HubLine::parse(&line.to_string()), Ok(Some(line)));
            }
        }
        Ok(None) => assert!(text.trim().is_empty()),
        Err(error) => assert!(!error.contains(char::is_control)),
    }
});
