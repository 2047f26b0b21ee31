//! Files that cannot be read: a folder in their place. The command ends with one line that names it, and changes nothing.

use crate::shell::{ENGINE, complaint, output, program, side_by_side};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Command lines, and the folder that each complains about. `DIR` is the folder of the test, and `ENGINE` the program.
const COMMANDS: [(&str, &str); 37] = [
    ("analyse DIR/games.pgn", "games.pgn"),
    ("analyse DIR/suite.epd", "suite.epd"),
    ("analyse DIR/positions --output DIR/rows --resume --depth 1", "rows.plan"),
    ("analyse --game DIR/rules.toml", "rules.toml"),
    ("perft --suite DIR/suite.epd", "suite.epd"),
    ("match MATCH --openings DIR/games.pgn", "games.pgn"),
    ("match MATCH --openings DIR/suite.epd", "suite.epd"),
    ("match MATCH --pgn DIR/games.pgn", "games.pgn"),
    ("match MATCH --pgn DIR/games.pgn --resume", "games.pgn"),
    ("tune options --engine cmd=ENGINE nodes=1 --option Hash=1,1..9 --output DIR/state --resume", "state"),
    ("tune weights --data DIR/old.games --output DIR/new", "old.games"),
    ("tune weights --data DIR/good.games --weights DIR/rules.toml --output DIR/new", "rules.toml"),
    ("datagen play --games 1 --output DIR/old.games", "old.games"),
    ("datagen play --games 1 --output DIR/old.games --resume", "old.games"),
    ("datagen play --games 1 --output DIR/new --openings DIR/suite.epd", "suite.epd"),
    ("datagen play --games 1 --output DIR/new --eval DIR/net", "net"),
    ("datagen check DIR/old.games", "old.games"),
    ("datagen stats DIR/old.games", "old.games"),
    ("datagen export DIR/old.games", "old.games"),
    ("datagen merge DIR/old.games --output DIR/new", "old.games"),
    ("datagen shuffle DIR/old.games --output DIR/new", "old.games"),
    ("datagen rescore DIR/old.games --output DIR/new", "old.games"),
    ("train --data DIR/old.games --output DIR/new", "old.games"),
    ("train --data DIR/good.games --output DIR/new --from DIR/net", "net"),
    ("train --data DIR/good.games --output DIR/late --resume", "late.checkpoint"),
    ("book show DIR/book.bin", "book.bin"),
    ("book merge DIR/book.bin --output DIR/new", "book.bin"),
    ("book make DIR/games.pgn --output DIR/new", "games.pgn"),
    ("book make --analyse --from DIR/book.bin --output DIR/new", "book.bin"),
    ("compare --game pongor DIR/games.pgn", "games.pgn"),
    ("compare --eval DIR/net", "net"),
    ("eval --weights DIR/net", "net"),
    ("solve --check DIR/state", "state"),
    ("play --load DIR/games.pgn", "games.pgn"),
    ("egdb stats --path DIR/tables", "english-2.wdl"),
    ("egdb build --pieces 2 --path DIR/tables", "english-2.wdl"),
    ("egdb build --pieces 2 --path DIR/begun", "english-2.wdl.part"),
];

/// The settings of the matches here.
const MATCH: &str = "--engine cmd=ENGINE name=a nodes=1 --engine cmd=ENGINE nodes=1 --max-plies 2";

/// The folders that stand where files are expected.
const FOLDERS: [&str; 13] = [
    "games.pgn",
    "suite.epd",
    "rules.toml",
    "rows.plan",
    "state",
    "old.games",
    "net",
    "late.checkpoint",
    "book.bin",
    "tables/english-2.wdl",
    "tables/english-2.dtc",
    "begun/english-2.wdl.part",
    "begun/english-2.dtc.part",
];

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
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in FOLDERS {
            fs::create_dir_all(path(name)).unwrap();
        }
        fs::write(path("positions"), "a position\n").unwrap();
        fs::write(path("rows"), "a row\n").unwrap();
        let run = |line: &str| {
            let words = line.replace("MATCH", MATCH);
            let words = words.split(' ').map(|word| {
                let word = word.replace("DIR", folder.path().to_str().unwrap());
                word.replace("ENGINE", ENGINE)
            });
            let state = ("KEMPELEN_STATE", path("play"));
            output(program().args(words).env(state.0, state.1))
        };
        fs::create_dir(path("play")).unwrap();
        run("datagen play --games 4 --nodes 9 --hash 1 --max-plies 30 --output DIR/good.games");
        let before = contents(folder.path());
        for (line, named) in COMMANDS.into_iter().skip(part).step_by(4) {
            let output = run(line);
            assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
            let told = complaint(&output);
            let is_named = told.contains(&format!("/{named}'"));
            assert!(is_named && !told.contains("os error"), "{line}: {told}");
            assert!(contents(folder.path()) == before, "{line}");
        }
    });
}
