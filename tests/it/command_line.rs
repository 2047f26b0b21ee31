//! The command line: its help, its examples, its manual pages and its default values.

use crate::prelude::*;
use clap::{Command, CommandFactory};
use kempelen::commands::Cli;

#[test]
fn the_help_begins_with_what_users_want() {
    let help = run("--help").text();
    assert!(help.contains("Usage: kempelen [COMMAND]\n"), "{help}");
    let place = |name: &str| help.find(&format!("\n  {name} ")).expect(name);
    let order = "play web games analyse match rating dxp perft bench eval book completions man egdb nimber tree picture solve compare \
        datagen train tune genfens help";
    let order: Vec<&str> = order.split_whitespace().collect();
    assert!(order.is_sorted_by_key(|name| place(name)), "{help}");
    assert_eq!(Cli::command().get_subcommands().count() + 1, order.len());
}

/// The names of the games stand in `kempelen games` alone, and completion scripts know them.
#[test]
fn help_texts_do_not_repeat_the_list_and_completions_have_it() {
    let mut commands = 0;
    for (called, mut command) in leaves(&Cli::command(), "kempelen") {
        let help = command.render_long_help().to_string();
        assert!(!help.contains("frysk, "), "{called}: {help}");
        commands += usize::from(help.contains("The game: a name that 'kempelen games' lists"));
    }
    assert!(commands >= 12, "{commands}");
    let script = run("completions bash").text();
    assert!(script.contains("chess english pongor"), "{script}");
}

/// The commands that have no subcommands, with the words that call them.
pub fn leaves(command: &Command, called: &str) -> Vec<(String, Command)> {
    if !command.has_subcommands() {
        return vec![(called.to_owned(), command.clone())];
    }
    let called = |inner: &Command| format!("{called} {}", inner.get_name()).trim_start().to_owned();
    command.get_subcommands().flat_map(|inner| leaves(inner, &called(inner))).collect()
}

/// The examples in a help text: the words of each call of the program.
fn examples(help: &str) -> Vec<Vec<String>> {
    let help = help.replace("\\\n", " ");
    let lines = help.lines().filter(|line| line.starts_with("  "));
    lines.filter_map(|line| Some(&line[line.find("kempelen ")?..])).map(words).collect()
}

/// The words of a line up to a redirection, as a shell reads them.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in line.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(mark)) if mark == letter => quote = None,
            ('>', None) => break,
            (' ', None) => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_command_has_examples_that_are_read() {
    let root = Cli::command();
    for (called, command) in leaves(&root, "kempelen") {
        let own: Vec<_> = examples(&command.get_after_help().map(ToString::to_string).unwrap_or_default());
        let is_own = |words: &Vec<String>| words.join(" ").starts_with(called.as_str());
        assert!(own.iter().any(is_own), "{called} has no example");
        for words in own {
            let read = root.clone().try_get_matches_from(&words);
            assert!(read.is_ok(), "{called}: {words:?}: {}", read.unwrap_err());
            for game in words.windows(2).filter(|pair| pair[0] == "--game").map(|pair| &pair[1]) {
                assert!(game_info(game).is_some(), "{called}: {game}");
            }
        }
    }
}

#[test]
fn manual_pages_have_their_names_dates_and_examples() {
    let folder = tempfile::tempdir().unwrap();
    let mut man = program();
    man.args(["man", "--output"]).arg(folder.path());
    output(man.env("SOURCE_DATE_EPOCH", "86400")).exits_with(0);
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let head = format!(".TH KEMPELEN-BOOK-MAKE 1 1970-01-02 \"Kempelen {version}\" Kempelen\n.SH NAME\n");
    contains_all(
        &page("kempelen-book-make.1"),
        [&*head, "\nkempelen\\-book\\-make \\- ", ".SH EXAMPLES\n.nf\n  kempelen book make games.pgn"],
    );
    contains_all(&page("kempelen.1"), ["kempelen\\-play(1)\n", "\n.fi\n.PP\nWithout a command, kempelen runs"]);
    for file in fs::read_dir(folder.path()).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(!text.contains(" \n") && !text.contains("\n\n") && !text.contains("processor has"), "{text}");
        let mut lines = text.lines().zip(text.lines().skip(1));
        let is_short = |line: &str| line.len() <= 80 || line.starts_with(['.', ' ']);
        assert!(lines.all(|(last, line)| last == ".TP" || is_short(line)), "{text}");
    }
    let wrong = output(man.env("SOURCE_DATE_EPOCH", "today"));
    wrong.fails_with("kempelen: SOURCE_DATE_EPOCH: found 'today', expected seconds since 1970");
}

#[test]
fn the_version_says_whether_bits_are_counted_by_an_instruction() {
    let is_slow = cfg!(all(target_arch = "x86_64", not(target_feature = "popcnt")));
    assert_eq!(run("--version").text().contains("without POPCNT"), is_slow);
    assert_eq!(run("bench --game tictactoe --depth 1").err().contains("without POPCNT"), is_slow);
}

/// `KEMPELEN_WRITE=1` writes the file.
#[test]
fn arguments_have_these_default_values() {
    let mut found = String::new();
    for (called, command) in leaves(&Cli::command(), "kempelen") {
        for argument in command.get_arguments().filter(|it| !it.get_default_values().is_empty()) {
            let values = argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned());
            found += &format!("{called} {}: {}\n", argument.get_id(), values.collect::<Vec<_>>().join(" "));
        }
    }
    golden("tests/data/defaults.txt", &found);
}

/// They would have no effect. `clap` does not require what conflicts with an argument that is present, so each needs a
/// conflict of its own.
#[test]
fn options_of_an_absent_argument_are_refused() {
    const POSITION: &[&str] = &["--fen x", "--random heaps=3..5", "--moves e4"];
    let conflict = |line: String| {
        let read = Cli::command().try_get_matches_from(words(&line));
        read.err().is_some_and(|error| error.kind() == clap::error::ErrorKind::ArgumentConflict)
    };
    for (command, options, others) in [
        (
            "analyse",
            "--games|--jobs 2|--svg x.svg|--html x.html|--summary x.html|--puzzles x.csv|--reasons|--threshold 0.1|--output x",
            POSITION,
        ),
        ("compare", "--positions 5|--keep-history|x.pgn", POSITION),
        ("solve", "--goal win|--format dot", &["--json", "--reduced", "--normal-form"]),
        ("perft", "--max-nodes 5", &["--fen x", "--depth 3", "--divide", "--keep"]),
        ("dxp", "--hub", &["--listen"]),
    ] {
        for option in options.split('|') {
            for other in others {
                assert!(conflict(format!("kempelen {command} {option} {other}")), "{command} {option} {other}");
            }
        }
    }
    assert!(!conflict("kempelen solve --json --output x".to_owned()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_named() {
    let folder =
        Folder::with(&[("in.pgn", "[White \"a\"]\n[Black \"b\"]\n\n1-0\n\n[White \"b\"]\n[Black \"a\"]\n\n1-0\n")]);
    for arguments in [
        "rating in.pgn",
        "match --game nim --engine builtin=random name=a --engine builtin=random name=b",
        "play --plain --game nim",
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = folder.command(arguments);
        let child = command.stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        wait_with_output(child).exits_with(2).remarks("cannot write standard output: the disk is full");
    }
}

/// Each of these numbers takes memory before anything is played or searched.
#[test]
fn parallel_work_has_a_limit() {
    for command in [
        "match --game nim --engine builtin=random name=a --engine builtin=random name=b --concurrency",
        "analyse Cargo.toml --jobs",
        "datagen play --output never.games --threads",
    ] {
        for number in ["0", "1025", "100000000000000"] {
            run(format!("{command} {number}")).exits_with(2).remarks(format!("'{number}'"));
        }
    }
}
