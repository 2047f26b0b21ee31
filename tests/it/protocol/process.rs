//! The process: its arguments, its input and its output.

use crate::prelude::*;

#[test]
fn the_end_of_input_ends_a_search() {
    let mut engine = Engine::start();
    engine.ask("go infinite", "info");
}

#[test]
fn a_misspelt_command_gets_a_suggestion() {
    run("anlyse").exits_with(2).remarks("analyse");
    run("uci").says("uciok");
    // An empty argument is none: some clients always give one.
    run_for([""], "hub\n").says("\nwait\n");
}

/// A shell divides a line that is not quoted.
#[test]
fn the_words_of_one_line_may_be_arguments() {
    let text = run("go depth 3").out();
    assert!(text.contains("info depth 3 ") && !text.contains("info depth 4 "), "{text}");
    assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
}

/// A client that was killed may leave the input open to others.
#[cfg(unix)]
#[test]
fn closed_output_ends_the_process() {
    for said in ["", "uci\nisready\n", "go infinite\n", "go perft 12\n"] {
        let mut process = program().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = process.stdin.take().unwrap();
        input.write_all(said.as_bytes()).unwrap();
        sleep(Duration::from_millis(100));
        drop(process.stdout.take());
        let status = wait(&mut process);
        assert!(status.success(), "{said:?}: {status}");
        drop(input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let mut command = program();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = wait_with_output(command.arg("uci").stdout(full).stderr(Stdio::piped()).spawn().unwrap());
    output.exits_with(2);
    assert_eq!(output.err(), "kempelen: cannot write to standard output: the disk is full\n");
}

#[test]
fn a_search_of_command_line_arguments_ends_without_stop() {
    run(["go infinite", "stop"]).says("bestmove ");
}

#[test]
fn the_protocol_begins_with_its_first_line() {
    let mut engine = Engine::start();
    engine.answers("what", "info string", "expected uci, hub, ugi, help or quit");
    let answer = engine.ask("help", "Analysis");
    assert!(answer.iter().any(|line| line.starts_with("go depth ")), "{answer:?}");
    engine.ask("hub", "wait");
}
