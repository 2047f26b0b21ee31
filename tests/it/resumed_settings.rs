//! A run is resumed only with the settings with which it began: another one is refused by its name.

use crate::command_line::leaves;
use crate::prelude::*;
use clap::{Command, CommandFactory};
use kempelen::commands::Cli;
use serde::Deserialize;

/// A command with `--resume`, and what that does if an argument has another value: all other arguments than the output.
#[derive(Deserialize)]
struct Resumable {
    command: String,
    /// The words of the first run. `ENGINE` stands for the program.
    words: String,
    /// Options that are refused when the run is resumed, each with a part of the message.
    refused: BTreeMap<String, [String; 2]>,
    /// It goes on with these words, since what was written does not depend on them.
    goes_on: BTreeMap<String, String>,
    /// These cannot be given together with those of the run.
    #[serde(default)]
    excluded: Vec<String>,
}

fn commands() -> Vec<Resumable> {
    from_data("resumed_settings", "commands")
}

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
    let mut kept = groups(&run.words);
    kept.retain(|group| !changed.iter().any(|other| option(other) == option(group)));
    run.command.split(' ').map(str::to_owned).chain(kept.concat()).chain(changed.concat()).collect()
}

/// The arguments of a command without those that name the output; empty if the command has no `--resume`.
fn settings(command: &Command) -> Option<Vec<String>> {
    let mut names: Vec<String> = command.get_arguments().map(|it| it.get_id().to_string()).collect();
    let has_resume = names.iter().any(|name| name == "resume");
    names.retain(|name| !["resume", "output", "pgn", "help"].contains(&&**name));
    has_resume.then_some(names)
}

#[test]
fn every_argument_of_a_run_that_can_be_resumed_is_known() {
    let all = leaves(&Cli::command(), "").into_iter();
    let mut found: Vec<_> = all.filter_map(|(called, command)| Some((called, settings(&command)?))).collect();
    let names = |run: Resumable| run.refused.into_keys().chain(run.goes_on.into_keys()).chain(run.excluded).collect();
    let mut known: Vec<_> = commands().into_iter().map(|run| (run.command.clone(), names(run))).collect();
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
    folder.run("train --data games --output older --neurons 32 --epochs 1 --threads 1").text();
    side_by_side(commands(), |resumable| {
        let resume = |words: &str| -> Ran {
            let mut words = command_line(&resumable, words);
            words.push("--resume".to_owned());
            folder.run(words)
        };
        let begun = folder.run(command_line(&resumable, ""));
        begun.exits_with(0);
        let before = contents(&folder, &resumable);
        assert!(before[0].is_some(), "{begun:?}");
        for [words, expected] in resumable.refused.values() {
            resume(words).fails_with(expected);
            assert!(contents(&folder, &resumable) == before, "{words}");
        }
        let free: Vec<&str> = resumable.goes_on.values().map(String::as_str).collect();
        for words in ["", &free.join(" ")] {
            resume(words).exits_with(0);
        }
    });
}
