//! The command line: its help, its examples, and the answers to what stands in the wrong place.

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
pub fn words(line: &str) -> Vec<String> {
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

/// What is written to standard error by a command line with a mistake.
fn mistake(arguments: impl Words) -> String {
    run(arguments).exits_with(2).err()
}

#[test]
fn a_word_in_the_wrong_place_is_answered_with_the_command_that_was_meant() {
    let fen = "8/8/8/8/8/8/8/K1k5 w - -";
    let quoted = format!("--fen \"{fen}\"");
    for [arguments, expected] in cases("command_line", "meant") {
        let error = mistake(arguments.replace("FEN", fen));
        let expected = expected.replace("QUOTED", &quoted);
        assert!(error.contains(&expected), "{arguments:?}: {error}");
    }
}

#[test]
fn a_word_that_means_nothing_gets_no_guess() {
    for arguments in ["nonsense", "perft nonsense", "bench e4", "match 6", "play --elo 900 -5", "perft -5"] {
        let error = mistake(arguments);
        assert!(!error.contains("tip: try"), "{arguments:?}: {error}");
    }
    let error = mistake("analyse nonsense");
    assert!(error.starts_with("kempelen: cannot read 'nonsense'"), "{error}");
}

#[test]
fn every_shell_has_completions() {
    for name in ["bash", "zsh", "fish", "powershell", "elvish"] {
        contains_all(&run(format!("completions {name}")).text(), ["kempelen", "analyse", "min-games"]);
    }
    run("completions bash").says("compgen -W \"chess english pongor ");
    run("completions --help")
        .says("For --game the scripts offer the names of games only; type the path of a file with rules");
    run("completions cmd").exits_with(2);
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
