//! Lines that a thread reads ahead, so that waiting for one takes no longer than asked for.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Builder;

/// Reads lines, at most `most` of them ahead, until the input ends or nobody receives them any more. Bytes that are no text are
/// replaced.
///
/// # Errors
/// No thread can be started.
pub fn lines_ahead(input: impl BufRead + Send + 'static, most: usize) -> io::Result<Receiver<String>> {
    let (sender, lines) = sync_channel(most);
    Builder::new().name("lines".to_owned()).spawn(move || {
        let mut lines = input.split(b'\n').map_while(Result::ok);
        lines.try_for_each(|line| sender.send(String::from_utf8_lossy(&line).into_owned()))
    })?;
    Ok(lines)
}
