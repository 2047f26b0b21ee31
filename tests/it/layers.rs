//! The layering test: a module sees only floors below its own.
//!
//! It reads every path that starts with `crate`, `super`, `self` or the crate's own name, in use
//! trees and in code. Unit tests (`#[cfg(test)]`) are left out: they may look anywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A top-level module and its floor.
struct Module {
    name: String,
    floor: u8,
}

/// The modules in reading order, as the table in `lib.rs` lists them, and `main` above them all.
/// A module sees the modules above it in the table, but games do not see one another.
struct House(Vec<Module>);

const GAMES: u8 = 3;

/// Modules that see less than their place would allow: the search knows no text, and the oracles
/// of the tests nothing that they are to check.
const NARROW: &[(&str, &[&str])] = &[
    ("search", &["system", "worker", "board", "game", "eval"]),
    ("textbook", &["game", "notation", "eval"]),
];

/// The files of a game that hold its rules; they see floors 0 and 1 and one another, nothing else.
const RULES: &[(&str, &[&str])] = &[
    (
        "chess",
        &[
            "attack", "end", "generate", "key", "legal", "moves", "piece", "play", "position",
            "see", "setup",
        ],
    ),
    (
        "draughts",
        &[
            "generate", "geometry", "keys", "moves", "paths", "play", "position", "variant",
        ],
    ),
];
const RULES_SEE_UP_TO: u8 = 1;

/// A path of module and item names below the crate's root.
type ModulePath = Vec<String>;

#[test]
fn arrows_go_down() {
    let mut files = BTreeMap::new();
    read_sources(Path::new("src"), Path::new("src"), &mut files);
    let house = House::read(&files["lib.rs"]);
    assert!(
        house.place("game") > house.place("board"),
        "no table in lib.rs"
    );
    let wrong = violations(&house, &files);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

const WHOLE_HOUSE: &str = "
//! | 0 | [`board`]: sets; [`system`] |
//! | 1 | [`game`]: rules |
//! | 2 | [`notation`], [`eval`], [`opening`], [`textbook`], [`search`] |
//! | 3 | [`chess`], [`draughts`]: [`chess`] again |
//! | 7 | [`tools`] |
";

#[test]
fn planted_imports_are_found() {
    let found = |planted: &[(&str, &str)]| {
        let files = planted
            .iter()
            .map(|&(file, text)| (file.to_owned(), text.to_owned()));
        violations(&House::read(WHOLE_HOUSE), &files.collect())
    };
    let one = |file, text, expected: &str| {
        assert_eq!(found(&[(file, text)]), [expected], "{text}");
    };
    one(
        "game.rs",
        "use crate::search::Score;",
        "game.rs sees search, of floor 2 (its own is 1)",
    );
    one(
        "eval/mod.rs",
        "use crate::{game::Game, board::{Bitset, bitset}, chess::{self, fen as text}};",
        "eval/mod.rs sees chess, of floor 3 (its own is 2)",
    );
    one(
        "draughts/fen.rs",
        "fn f() -> u8 { /* crate::tools */ let s = \"super::super::tools\"; super::super::chess::f(s, '\"') }",
        "draughts/fen.rs sees chess, another game",
    );
    one(
        "search/node.rs",
        "mod inner { use super::super::super::textbook::negamax; }",
        "search/node.rs sees textbook, which it should not know",
    );
    one(
        "search/node.rs",
        "type T = Vec<crate::opening::Book>;",
        "search/node.rs sees opening, which it should not know",
    );
    one(
        "eval/mod.rs",
        "use crate::opening::Book;",
        "eval/mod.rs sees opening, which comes later on its floor",
    );
    one(
        "chess/generate.rs",
        "use crate::notation::Style;",
        "chess/generate.rs, of the rules, sees notation",
    );
    one(
        "chess/play.rs",
        "use super::{fen::Fen, end};",
        "chess/play.rs, of the rules, sees chess::fen",
    );
    one(
        "attic/mod.rs",
        "",
        "attic/mod.rs belongs to no module of the house",
    );
    one(
        "game.rs",
        "use crate::attic::Ghost;",
        "game.rs sees attic, which is no module of the house",
    );
    one(
        "tools/play.rs",
        "use kempelen::main::f;",
        "tools/play.rs sees main, of floor 255 (its own is 7)",
    );
    let reexported = [
        (
            "chess/mod.rs",
            "mod fen; mod position; pub use fen::Fen; pub use position::{Position as Board};",
        ),
        ("chess/see.rs", "use super::Board; use crate::chess::Fen;"),
    ];
    assert_eq!(
        found(&reexported),
        ["chess/see.rs, of the rules, sees chess::fen"]
    );
    let cycle = [
        ("notation.rs", "use crate::textbook::Found;"),
        ("textbook/mod.rs", "use crate::search::S;"),
        ("search/mod.rs", "use crate::notation::N;"),
    ];
    let wrong = found(&cycle);
    assert!(
        wrong.contains(&"a cycle: notation -> textbook -> search -> notation".to_owned()),
        "{wrong:?}"
    );
}

#[test]
fn imports_of_tests_and_text_are_left_alone() {
    let harmless = "
        //! See [`crate::tools`] and crate::tools::play.
        use crate::board::Bitset; /* crate::tools /* nested */ crate::tools */
        const RAW: &str = r#\"crate::tools \" quoted\"#;
        pub(crate) fn lifetime<'a>(c: &'a char) -> bool { *c == '\\'' || *c == '{' }
        #[cfg(test)]
        #[allow(dead_code)]
        mod tests { use crate::tools::{play, bench}; fn f() { if true {} } }
        #[cfg(test)] use crate::protocol::uci;
        pub use self::Inner as Outer;
    ";
    let files = BTreeMap::from([("game.rs".to_owned(), harmless.to_owned())]);
    let wrong = violations(&House::read(WHOLE_HOUSE), &files);
    assert_eq!(wrong, Vec::<String>::new());
}

/// Every line of the house that the sources (path below `src` -> text) break.
fn violations(house: &House, files: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let exports = exports(files);
    for (file, text) in files.iter().filter(|(file, _)| *file != "lib.rs") {
        let here = module_path(file);
        let top = here.first().map_or("main", String::as_str);
        if house.place(top).is_none() {
            wrong.push(format!("{file} belongs to no module of the house"));
            continue;
        }
        let seen = imports(text, &here);
        let mut targets: BTreeSet<&String> = seen.iter().filter_map(|path| path.first()).collect();
        targets.retain(|target| *target != top);
        for target in targets {
            arrows
                .entry(top.to_owned())
                .or_default()
                .insert(target.clone());
            if let Some(objection) = house.objection(top, target) {
                wrong.push(format!("{file} sees {target}, {objection}"));
            }
        }
        if is_rules_file(&here) {
            let offence = |path: &ModulePath| rules_offence(house, path, &here, &exports);
            let offences: BTreeSet<String> = seen.iter().filter_map(offence).collect();
            let line = |target| format!("{file}, of the rules, sees {target}");
            wrong.extend(offences.iter().map(line));
        }
    }
    wrong.extend(cycle(&arrows).map(|names| format!("a cycle: {}", names.join(" -> "))));
    wrong
}

impl House {
    /// Reads the table in the documentation of `lib.rs`: the floor, then the names as links.
    fn read(lib: &str) -> House {
        let mut modules = Vec::new();
        for line in lib.lines() {
            let Some((floor, row)) = line
                .strip_prefix("//! | ")
                .and_then(|row| row.split_once(" | "))
            else {
                continue;
            };
            let Ok(floor) = floor.parse() else { continue };
            let names = row
                .split("[`")
                .skip(1)
                .filter_map(|link| link.split_once("`]"));
            modules.extend(names.map(|(name, _)| Module {
                name: name.to_owned(),
                floor,
            }));
        }
        modules.push(Module {
            name: "main".to_owned(),
            floor: u8::MAX,
        });
        House(modules)
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|module| module.name == name)
    }

    fn floor(&self, name: &str) -> Option<u8> {
        Some(self.0[self.place(name)?].floor)
    }

    /// Why the module `own` may not see the other module `target`.
    fn objection(&self, own: &str, target: &str) -> Option<String> {
        let (own_floor, Some(floor)) = (self.floor(own)?, self.floor(target)) else {
            return Some("which is no module of the house".into());
        };
        let narrow = NARROW.iter().find(|(name, _)| *name == own);
        if floor > own_floor {
            Some(format!("of floor {floor} (its own is {own_floor})"))
        } else if floor == own_floor && floor == GAMES {
            Some("another game".into())
        } else if self.place(target) > self.place(own) {
            Some("which comes later on its floor".into())
        } else if narrow.is_some_and(|(_, seen)| !seen.contains(&target)) {
            Some("which it should not know".into())
        } else {
            None
        }
    }
}

fn is_rules_file(here: &[String]) -> bool {
    let [game, file, ..] = here else { return false };
    RULES
        .iter()
        .any(|(name, files)| name == game && files.contains(&file.as_str()))
}

/// What a rules file at `here` should not see of `path`, if anything.
fn rules_offence(
    house: &House,
    path: &[String],
    here: &[String],
    exports: &Exports,
) -> Option<String> {
    let (top, rest) = path.split_first()?;
    if *top != here[0] {
        let allowed = house
            .floor(top)
            .is_some_and(|floor| floor <= RULES_SEE_UP_TO);
        return (!allowed).then(|| top.clone());
    }
    let Some(item) = rest.first() else {
        return Some(top.clone());
    };
    let file = exports.get(&(top.clone(), item.clone())).unwrap_or(item);
    let home = [top.clone(), file.clone()];
    (!is_rules_file(&home)).then(|| home.join("::"))
}

/// For what a folder's `mod.rs` re-exports: (folder, item) -> file.
type Exports = BTreeMap<(String, String), String>;

fn exports(files: &BTreeMap<String, String>) -> Exports {
    let mut exports = Exports::new();
    for (file, text) in files {
        let Some(folder) = file.strip_suffix("/mod.rs") else {
            continue;
        };
        let tokens = without_tests(tokens(text));
        for start in (0..tokens.len()).filter(|&index| tokens[index] == "use") {
            let mut leaves = Vec::new();
            use_tree(&tokens, start + 1, &Vec::new(), &mut leaves);
            for (path, name) in leaves {
                let path: Vec<&String> = path.iter().filter(|part| *part != "self").collect();
                if let [file, _, ..] = path[..] {
                    exports.insert((folder.to_owned(), name), file.clone());
                }
            }
        }
    }
    exports
}

/// The paths below the crate's root that `text`, the module `here`, names.
fn imports(text: &str, here: &[String]) -> Vec<ModulePath> {
    let tokens = without_tests(tokens(text));
    let mut found = Vec::new();
    let mut inner: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    for index in 0..tokens.len() {
        match tokens[index].as_str() {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inner.retain(|(_, opened)| *opened < depth + 1);
            }
            "mod" if tokens.get(index + 2).is_some_and(|next| next == "{") => {
                inner.push((tokens[index + 1].clone(), depth + 1));
            }
            "crate" | "super" | "self" | "kempelen"
                if tokens.get(index + 1).is_some_and(|next| next == "::")
                    && (index == 0 || tokens[index - 1] != "::") =>
            {
                let mut leaves = Vec::new();
                use_tree(&tokens, index, &Vec::new(), &mut leaves);
                let nested = inner.iter().map(|(name, _)| name.clone());
                let module: ModulePath = here.iter().cloned().chain(nested).collect();
                found.extend(leaves.into_iter().map(|(path, _)| resolve(&path, &module)));
            }
            _ => {}
        }
    }
    found
}

/// `path`, as the module `here` writes it, from the crate's root.
fn resolve(path: &[String], here: &[String]) -> ModulePath {
    let mut base = here.to_vec();
    for (index, part) in path.iter().enumerate() {
        match part.as_str() {
            "crate" | "kempelen" if index == 0 => base.clear(),
            "super" => drop(base.pop()),
            "self" => {}
            _ => base.push(part.clone()),
        }
    }
    base
}

/// Reads a path or tree of paths at `index`; adds each whole path, and the name it gets, to
/// `leaves`; returns the index after it.
fn use_tree(
    tokens: &[String],
    mut index: usize,
    prefix: &ModulePath,
    leaves: &mut Vec<(ModulePath, String)>,
) -> usize {
    let mut path = prefix.clone();
    loop {
        match tokens.get(index).map(String::as_str) {
            Some("{") => {
                index += 1;
                while index < tokens.len() && tokens[index] != "}" {
                    index = use_tree(tokens, index, &path, leaves);
                    if tokens.get(index).is_some_and(|token| token == ",") {
                        index += 1;
                    } else if tokens.get(index).is_some_and(|token| token != "}") {
                        return index; // Not a tree of paths after all.
                    }
                }
                return index + 1;
            }
            Some(token) if token == "*" || is_name(token) => path.push(token.to_owned()),
            _ => break,
        }
        index += 1;
        match tokens.get(index).map(String::as_str) {
            Some("::") => index += 1,
            _ => break,
        }
    }
    let mut name = path.last().cloned().unwrap_or_default();
    if tokens.get(index).is_some_and(|token| token == "as") {
        name = tokens.get(index + 1).cloned().unwrap_or_default();
        index += 2;
    }
    leaves.push((path, name));
    index
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The tokens without the items that `#[cfg(test)]` marks.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let marked = tokens[index..].iter().take(mark.len()).eq(mark.iter());
        if !marked {
            kept.push(tokens[index].clone());
            index += 1;
            continue;
        }
        let mut depth = 0;
        loop {
            match tokens.get(index).map(String::as_str) {
                Some("{") => depth += 1,
                Some("}") => depth -= 1,
                _ => {}
            }
            let token = tokens.get(index).map(String::as_str);
            index += 1;
            if depth == 0 && matches!(token, None | Some("}" | ";")) {
                break;
            }
        }
    }
    kept
}

/// Names, `::` and single characters; no comments, texts, characters, lifetimes or white space.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment_length(rest)
        } else if first == '"' {
            quoted_length(rest)
        } else if let Some(length) = raw_length(rest) {
            length
        } else if first == '\'' {
            quote_length(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let end = |c: char| !c.is_alphanumeric() && c != '_';
            let length = rest.find(end).unwrap_or(rest.len());
            tokens.push(rest[..length].to_owned());
            length
        } else {
            let length = if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            if !first.is_whitespace() {
                tokens.push(rest[..length].to_owned());
            }
            length
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of the comment, which may hold others, that `text` starts with.
fn comment_length(text: &str) -> usize {
    let mut depth = 0;
    for (index, _) in text.char_indices() {
        let here = &text[index..];
        if here.starts_with("/*") {
            depth += 1;
        } else if here.starts_with("*/") {
            depth -= 1;
            if depth == 0 {
                return index + 2;
            }
        }
    }
    text.len()
}

/// The length of the text in quotation marks that `text` starts with.
fn quoted_length(text: &str) -> usize {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the raw text (`r"..."`, `br#"..."#`) that `text` starts with, if it does.
fn raw_length(text: &str) -> Option<usize> {
    let after = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    let body = after[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let opened = text.len() - body.len();
    Some(
        body.find(&end)
            .map_or(text.len(), |index| opened + index + end.len()),
    )
}

/// The length of the character or lifetime that `text` starts with.
fn quote_length(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some((after, _))) => {
            let from = after + 1;
            text[from..]
                .find('\'')
                .map_or(text.len(), |index| from + index + 1)
        }
        (_, Some((index, '\''))) => index + 1,
        _ => 1,
    }
}

/// A cycle among the modules, its first module repeated at the end.
fn cycle(arrows: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn from<'a>(
        module: &'a String,
        arrows: &'a BTreeMap<String, BTreeSet<String>>,
        path: &mut Vec<&'a String>,
        finished: &mut BTreeSet<&'a String>,
    ) -> Option<Vec<String>> {
        if let Some(start) = path.iter().position(|earlier| *earlier == module) {
            let circle = path[start..].iter().copied().chain([module]);
            return Some(circle.cloned().collect());
        }
        if finished.contains(module) {
            return None;
        }
        path.push(module);
        let mut targets = arrows.get(module).into_iter().flatten();
        let found = targets.find_map(|target| from(target, arrows, path, finished));
        path.pop();
        finished.insert(module);
        found
    }
    let mut finished = BTreeSet::new();
    arrows
        .keys()
        .find_map(|module| from(module, arrows, &mut Vec::new(), &mut finished))
}

/// The module that a file below `src` is: `chess/fen.rs` is `chess::fen`.
fn module_path(file: &str) -> ModulePath {
    let path = file.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    match path {
        "lib" | "main" => Vec::new(),
        path => path.split('/').map(str::to_owned).collect(),
    }
}

fn read_sources(folder: &Path, root: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_sources(&path, root, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).expect("below the root");
            let name = name.to_string_lossy().replace('\\', "/");
            files.insert(name, fs::read_to_string(&path).expect("a source"));
        }
    }
}
