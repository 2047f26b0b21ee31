//! DXP messages: arbitrary bytes either give an error of one line, or a message that survives writing and reading.
#![no_main]

use kempelen::protocol::dxp::{Message, MoveMessage, read_message};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut input = bytes;
    loop {
        match read_message(&mut input) {
            Ok(message) => {
                assert_eq!(message.to_string().parse(), Ok(message.clone()));
                if let Message::Move(mv) = message {
                    let read = MoveMessage::of_hub_move(&mv.hub_move(), mv.seconds.into());
                    assert_eq!(read, Some(mv));
                }
            }
            Err(error) => {
                assert!(!error.to_string().contains(char::is_control), "{error:?}");
                return;
            }
        }
    }
});
