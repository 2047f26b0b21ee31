//! A run is resumed only with the settings with which it began: another one is refused by its name.

mod commands;

use crate::prelude::*;
use clap::{Command, CommandFactory};
use commands::AtResume::{Excluded, GoOn, Refuse};
use commands::{RESUMABLE, Resumable};
use kempelen::commands::Cli;

/// The words of an option, or those before the first one.
fn groups(words: &str) -> Vec<Vec<String>> {
    let mut groups = vec![Vec::new()];
    for word in words.split_whitespace() {
        if word.starts_with("--") {
            groups.push(Vec::new());
        }
        groups.last_mut().unwrap().push(word.replace("ENGINE", ENGINE));
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// The words of the first run, those of `changed` in place of those of the same options.
fn command_line(run: &Resumable, changed: &str) -> Vec<String> {
    let option = |group: &Vec<String>| group[0].strip_prefix("--").map(str::to_owned);
    let changed = groups(changed);
    let mut kept = groups(run.words);
    kept.retain(|group| !changed.iter().any(|other| option(other) == option(group)));
    run.command.split(' ').map(str::to_owned).chain(kept.concat()).chain(changed.concat()).collect()
}

/// The commands with `--resume`, each with its arguments but those that name the output.
fn resumable(command: &Command, called: &str, found: &mut Vec<(String, Vec<String>)>) {
    for inner in command.get_subcommands() {
        resumable(inner, format!("{called} {}", inner.get_name()).trim_start(), found);
    }
    let names = command.get_arguments().map(|it| it.get_id().to_string());
    let names: Vec<String> = names.collect();
    if names.iter().any(|name| name == "resume") {
        let is_setting = |name: &String| !["resume", "output", "pgn", "help"].contains(&&**name);
        found.push((called.to_owned(), names.into_iter().filter(is_setting).collect()));
    }
}

#[test]
fn every_argument_of_a_run_that_can_be_resumed_is_known() {
    let mut found = Vec::new();
    resumable(&Cli::command(), "", &mut found);
    let mut known: Vec<(String, Vec<String>)> = RESUMABLE
        .iter()
        .map(|run| {
            let names = run.arguments.iter().map(|(name, _)| name.to_string());
            (run.command.to_owned(), names.collect())
        })
        .collect();
    for list in [&mut found, &mut known] {
        list.iter_mut().for_each(|(_, names)| names.sort());
        list.sort();
    }
    assert_eq!(found, known);
}

/// The files that a run may write.
fn contents(folder: &Folder, run: &Resumable) -> [Option<Vec<u8>>; 3] {
    let mut words = run.words.split(' ').skip_while(|word| !["--output", "--pgn"].contains(word));
    let output = words.nth(1).unwrap();
    ["", ".plan", ".checkpoint"].map(|end| fs::read(folder.path(&format!("{output}{end}"))).ok())
}

#[test]
fn another_setting_is_refused_by_its_name_and_the_same_ones_go_on() {
    let start = |game| find_game(game).unwrap().start().show() + "\n";
    let folder = Folder::with(&[
        ("positions", &start("chess")),
        ("others", &(start("chess") + "\n")),
        ("openings", &start("international")),
    ]);
    folder.run("egdb build --game international --pieces 2 --path tables").text();
    folder.run("egdb build --game english --pieces 2 --path endgames").text();
    for games in ["--games 20 --output games", "--games 24 --output more"] {
        let cheap = "--game international --nodes 20 --hash 1 --max-plies 60";
        folder.run(format!("datagen play {cheap} {games}")).text();
    }
    side_by_side(RESUMABLE, |resumable| {
        let resume = |words: &str| -> Ran {
            let mut words = command_line(&resumable, words);
            words.push("--resume".to_owned());
            folder.run(words)
        };
        let begun = folder.run(command_line(&resumable, ""));
        begun.exits_with(0);
        let before = contents(&folder, &resumable);
        assert!(before[0].is_some(), "{begun:?}");
        let mut free = String::new();
        for (_, at_resume) in resumable.arguments {
            match at_resume {
                Refuse(words, expected) => {
                    resume(words).fails_with(expected);
                    assert!(contents(&folder, &resumable) == before, "{words}");
                }
                GoOn(words) => free = free + " " + words,
                Excluded => (),
            }
        }
        for words in ["", &free] {
            resume(words).exits_with(0);
        }
    });
}
