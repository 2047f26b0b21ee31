//! How other programs talk to the engine.

pub mod client;
pub mod hub;
mod opponent;
pub mod options;
pub mod session;
pub mod talk;
pub mod uci;

pub use session::Session;
pub use talk::Output;

/// Whether a text begins like a line of one of the protocols.
pub fn is_line(text: &str) -> bool {
    text.split_whitespace().next() == Some("hub") || !matches!(uci::syntax::read(text), Ok(None))
}

/// Lets a panic make one remark, which clients pass over or show, instead of a page on standard
/// error.
pub fn report_panics(output: Output) {
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic
            .location()
            .map_or(String::new(), |place| format!(" at {place}"));
        let what = panic
            .payload_as_str()
            .unwrap_or("unknown")
            .replace('\n', " ");
        output.remark(&format!("internal error{place}: {what}"));
    }));
}
