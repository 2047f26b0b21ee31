//! Where the lines of the engine are written.

use super::uci::syntax::info_string;
use crate::debug_log::{DebugLog, Direction};
use parking_lot::Mutex;
use std::io::Write;
use std::sync::{Arc, OnceLock};

/// Writes the lines of a protocol, each flushed, from any thread. Clones share the destination.
#[derive(Clone)]
pub struct ProtocolOutput {
    writer: Arc<Mutex<dyn Write + Send>>,
    debug_log: DebugLog,
    diagnostic_format: Arc<OnceLock<DiagnosticFormat>>,
}

/// Makes a line of a message for the user, such as an error.
pub type DiagnosticFormat = fn(&str) -> String;

impl ProtocolOutput {
    /// Writes to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> ProtocolOutput {
        ProtocolOutput {
            writer: Arc::new(Mutex::new(writer)),
            debug_log: DebugLog::default(),
            diagnostic_format: Arc::default(),
        }
    }

    /// Sets how messages for the user are written. Before it is called they are written as in UCI;
    /// the first call counts.
    pub fn set_diagnostic_format(&self, format: DiagnosticFormat) {
        let _ = self.diagnostic_format.set(format);
    }

    /// Writes a message for the user.
    pub fn diagnostic(&self, text: &str) {
        let format = self.diagnostic_format.get().copied().unwrap_or(info_string);
        self.line(&format(text));
    }

    /// The log of the lines in both directions.
    pub fn debug_log(&self) -> &DebugLog {
        &self.debug_log
    }

    /// Writes one line. Errors are ignored here: they are the business of the writer.
    pub fn line(&self, text: &str) {
        debug_assert!(!text.contains('\n'), "more than one line: {text}");
        let mut writer = self.writer.lock();
        self.debug_log.write_line(Direction::Out, text);
        let _ = writeln!(writer, "{text}").and_then(|()| writer.flush());
    }
}

/// From now on, reports a panic by one message in `output` instead of a page on standard error.
pub fn report_panics(output: ProtocolOutput) {
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map_or(String::new(), |place| format!(" at {place}"));
        output.diagnostic(&internal_error(&place, panic.payload_as_str()));
    }));
}

/// The message about a panic, in one line.
fn internal_error(place: &str, what: Option<&str>) -> String {
    let what = what.unwrap_or("unknown").replace('\n', " ");
    format!("internal error{place}: {what}")
}

#[cfg(test)]
mod tests {
    use super::internal_error;

    #[test]
    fn a_panic_is_one_line() {
        let text = internal_error(" at src/a.rs:1:2", Some("assertion failed\n  left: 1\n right: 2"));
        assert_eq!(text, "internal error at src/a.rs:1:2: assertion failed   left: 1  right: 2");
        assert_eq!(internal_error("", None), "internal error: unknown");
    }
}
