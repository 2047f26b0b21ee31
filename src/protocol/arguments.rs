//! Lines of a protocol as arguments of the program.

use super::uci::syntax::is_command;

/// The first lines of the protocols whose other lines are no commands of UCI.
const GREETINGS: [&str; 2] = ["hub", "ugi"];

/// Whether a text begins with a command of UCI, or with `hub` or `ugi`.
pub fn is_protocol_line(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    is_greeting(word) || is_command(word)
}

fn is_greeting(word: &str) -> bool {
    GREETINGS.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// The lines that the program's arguments stand for. Each argument is a line; if not all of them
/// begin with a command, they are the words of one line, which a shell has split at its blanks.
pub fn argument_lines(arguments: &[String]) -> Vec<String> {
    let greets = arguments.first().is_some_and(|first| is_greeting(first));
    if greets || arguments.iter().all(|argument| is_protocol_line(argument)) {
        arguments.to_vec()
    } else {
        vec![arguments.join(" ")]
    }
}

#[cfg(test)]
mod tests {
    use super::argument_lines;

    #[test]
    fn arguments_are_lines_or_the_words_of_one_line() {
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        for (arguments, expected) in [
            (&["go", "depth", "5"][..], &["go depth 5"][..]),
            (&["position", "startpos"], &["position startpos"]),
            (&["setoption", "name", "Book File", "value", "a b"], &["setoption name Book File value a b"]),
            (&["go infinite", "stop"], &["go infinite", "stop"]),
            (&["uci", "isready", "quit"], &["uci", "isready", "quit"]),
            (&["position startpos moves e2e4", "go depth 12"], &["position startpos moves e2e4", "go depth 12"]),
            (&["hub", "init", "pos start", "go think"], &["hub", "init", "pos start", "go think"]),
            (&["ugi", "position startpos", "query p1turn"], &["ugi", "position startpos", "query p1turn"]),
            (&["uci"], &["uci"]),
        ] {
            let arguments: Vec<String> = owned(arguments);
            let expected: Vec<String> = owned(expected);
            assert_eq!(argument_lines(&arguments), expected);
        }
    }
}
