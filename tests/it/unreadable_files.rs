//! Files that cannot be read: a folder in their place. The command ends with one line that names it, and changes nothing.

use crate::prelude::*;

/// The settings of the matches here.
const MATCH: &str = "--engine cmd=$ENGINE name=a nodes=1 --engine cmd=$ENGINE nodes=1 --max-plies 2";

/// The folders that stand where files are expected.
const FOLDERS: &str = "games.pgn suite.epd rules.toml rows.plan state old.games net late.checkpoint \
    book.bin tables/english-2.wdl tables/english-2.dtc begun/english-2.wdl.part begun/english-2.dtc.part";

/// Everything in a folder, with the contents of files.
fn contents(folder: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(contents(&path));
        }
        let content = fs::read(&path).ok();
        found.push((path, content));
    }
    found.sort();
    found
}

#[test]
fn a_folder_in_place_of_a_file_is_named_and_nothing_changes() {
    side_by_side(0..4, |part| {
        let folder = Folder::with(&[("positions", "a position\n"), ("rows", "a row\n")]);
        for name in FOLDERS.split(' ').chain(["play"]) {
            fs::create_dir_all(folder.path(name)).unwrap();
        }
        let run = |line: &str| {
            output(folder.command(line.replace("MATCH", MATCH)).env("KEMPELEN_STATE", folder.path("play")))
        };
        run("datagen play --games 4 --nodes 9 --hash 1 --max-plies 30 --output good.games");
        let before = contents(folder.at());
        for [line, named] in cases("commands_with_files", "unreadable").into_iter().skip(part).step_by(4) {
            let error = complaint(run(line).exits_with(2));
            let is_named = ['\'', '/'].iter().any(|before| error.contains(&format!("{before}{named}'")));
            assert!(is_named && !error.contains("os error"), "{line}: {error}");
            assert!(contents(folder.at()) == before, "{line}");
        }
    });
}
