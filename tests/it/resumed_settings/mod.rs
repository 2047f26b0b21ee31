//! A run is resumed only with the settings with which it began: another one is refused by its name.

mod commands;

use crate::shell::{ENGINE, complaint, run, side_by_side, stdout};
use clap::{Command, CommandFactory};
use commands::AtResume::{Excluded, GoOn, Refuse};
use commands::{RESUMABLE, Resumable};
use kempelen::commands::Cli;
use kempelen::games::find_game;
use kempelen::notation::Notation;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The words of an option, or those before the first one.
fn groups(words: &str, folder: &Path) -> Vec<Vec<String>> {
    let mut groups = vec![Vec::new()];
    for word in words.split_whitespace() {
        if word.starts_with("--") {
            groups.push(Vec::new());
        }
        let word = word.replace("DIR", folder.to_str().unwrap());
        let group = groups.last_mut().unwrap();
        group.push(word.replace("ENGINE", ENGINE));
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// The words of the first run, those of `changed` in place of those of the same options.
fn command_line(run: &Resumable, changed: &str, folder: &Path) -> Vec<String> {
    let option = |group: &Vec<String>| group[0].strip_prefix("--").map(str::to_owned);
    let changed = groups(changed, folder);
    let mut kept = groups(run.words, folder);
    kept.retain(|group| !changed.iter().any(|other| option(other) == option(group)));
    let command = run.command.split(' ').map(str::to_owned);
    command.chain(kept.concat()).chain(changed.concat()).collect()
}

/// The commands with `--resume`, each with its arguments but those that name the output.
fn resumable(command: &Command, called: &str, found: &mut Vec<(String, Vec<String>)>) {
    for inner in command.get_subcommands() {
        let called = format!("{called} {}", inner.get_name());
        resumable(inner, called.trim_start(), found);
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

fn run_words(words: &[String], more: &[&str]) -> std::process::Output {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run(&[&words, more].concat())
}

/// The files of the folder that a run may write.
fn contents(folder: &Path, run: &Resumable) -> Vec<Option<Vec<u8>>> {
    let outputs = run.words.split(' ').skip_while(|word| !["--output", "--pgn"].contains(word));
    let output = outputs.skip(1).map(|word| word.replace("DIR/", "")).next().unwrap();
    let names = [output.clone(), format!("{output}.plan"), format!("{output}.checkpoint")];
    names.map(|name| fs::read(folder.join(name)).ok()).into()
}

#[test]
fn another_setting_is_refused_by_its_name_and_the_same_ones_go_on() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let start = |game| find_game(game).unwrap().start().show();
    fs::write(path("positions"), start("chess") + "\n").unwrap();
    fs::write(path("others"), start("chess") + "\n\n").unwrap();
    fs::write(path("openings"), start("international") + "\n").unwrap();
    let build = ["egdb", "build", "--game", "international", "--pieces", "2", "--path"];
    run(&[&build[..], &[&path("tables")]].concat());
    for (name, games) in [("games", "20"), ("more", "24")] {
        let play = ["datagen", "play", "--game", "international", "--nodes", "20", "--hash", "1"];
        let output = ["--max-plies", "60", "--games", games, "--output", &path(name)];
        stdout(&run(&[&play[..], &output].concat()));
    }
    side_by_side(RESUMABLE, |resumable| {
        let first = command_line(&resumable, "", folder.path());
        let begun = run_words(&first, &[]);
        assert!(begun.status.success(), "{first:?}: {begun:?}");
        let before = contents(folder.path(), &resumable);
        assert!(before[0].is_some(), "{first:?}");
        let mut free = String::new();
        for (name, at_resume) in resumable.arguments {
            match at_resume {
                Refuse(words, expected) => {
                    let changed = command_line(&resumable, words, folder.path());
                    let refused = run_words(&changed, &["--resume"]);
                    assert_eq!(refused.status.code(), Some(2), "{name}: {changed:?}: {refused:?}");
                    let told = complaint(&refused);
                    assert!(told.contains(expected), "{changed:?}: {told}");
                    assert!(contents(folder.path(), &resumable) == before, "{changed:?}");
                }
                GoOn(words) => free = free + " " + words,
                Excluded => (),
            }
        }
        for words in ["", &free] {
            let same = command_line(&resumable, words, folder.path());
            let resumed = run_words(&same, &["--resume"]);
            assert!(resumed.status.success(), "{same:?}: {resumed:?}");
        }
    });
}
