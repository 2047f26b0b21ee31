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

/// The lines of a protocol that the program's arguments are: each is one, or, where a shell has
/// divided a line at its blanks, all together.
pub fn lines(arguments: &[String]) -> Vec<String> {
    let is_hub = arguments.first().is_some_and(|first| first == "hub");
    if is_hub || arguments.iter().all(|argument| is_line(argument)) {
        arguments.to_vec()
    } else {
        vec![arguments.join(" ")]
    }
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

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn arguments_are_lines_or_the_words_of_one() {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        for (arguments, expected) in [
            (&["go", "depth", "5"][..], &["go depth 5"][..]),
            (&["position", "startpos"], &["position startpos"]),
            (
                &["setoption", "name", "Book File", "value", "a b"],
                &["setoption name Book File value a b"],
            ),
            (&["go infinite", "stop"], &["go infinite", "stop"]),
            (&["uci", "isready", "quit"], &["uci", "isready", "quit"]),
            (
                &["position startpos moves e2e4", "go depth 12"],
                &["position startpos moves e2e4", "go depth 12"],
            ),
            (
                &["hub", "init", "pos start", "go think"],
                &["hub", "init", "pos start", "go think"],
            ),
            (&["uci"], &["uci"]),
        ] {
            let arguments: Vec<String> = owned(arguments);
            let expected: Vec<String> = owned(expected);
            assert_eq!(lines(&arguments), expected);
        }
    }
}
