//! The layering test: a module sees only floors below its own, the files with a game's rules see only floors 0 and 1,
//! and neither folders nor files import one another in a circle. Unit tests (`#[cfg(test)]`) may look anywhere.

use crate::imports::{ModulePath, Sources, arrows, circle, module_path, of_modules, read_sources};
use crate::prelude::*;

/// The module of the games, which do not see one another.
const GAMES: &str = "games";
/// What every game sees: the contract of an entry in the table of games.
const ENTRY: &str = "entry";
/// What sees every game: the table of games as one type.
const TABLE: &str = "table";
/// The highest floor that the rules of a game see.
const BELOW_RULES: usize = 1;

/// Modules that see less than their floor would allow: the search knows no text, and the textbook algorithms, which test
/// the search, know nothing of it.
const NARROW: &[(&str, &[&str])] =
    &[("search", &["system", "worker", "board", "game", "eval"]), ("textbook", &["game", "notation", "eval"])];

/// Words of code that stand only in some modules: commands read arguments, and they write to standard output.
const RESERVED: &[(&str, &[&str])] = &[("clap", &["commands"]), ("stdout()", &["commands", "main", "system"])];

#[test]
fn modules_import_only_from_lower_floors() {
    let sources = read_sources();
    let wrong = violations(&floors(&fs::read_to_string("src/lib.rs").unwrap()), &sources);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let rules = rules(&sources);
    for file in &rules {
        assert!(sources.contains_key(file), "no file {}", file.join("::"));
    }
    for file in sources.keys().filter(|file| file[0] == GAMES) {
        let listed = file.len() < 3
            || file[1] == TABLE
            || file[1] == ENTRY
            || rules.iter().any(|of_rules| of_rules[1] == file[1]);
        assert!(listed, "games::{} does not list its rules", file[1]);
    }
}

#[test]
fn planted_imports_are_found() {
    let lib = "// | 0 | [`board`] |\n// | 1 | [`game`] |\n// | 2 | [`notation`], [`eval`], [`textbook`], [`search`] |\n\
               // | 3 | [`games`]: [`games`] again |\n// | 7 | [`commands`] |";
    let found = |planted: &[(&str, &str)]| {
        let files = planted.iter().map(|(file, text)| (module_path(file), (*text).to_owned()));
        violations(&floors(lib), &files.collect())
    };
    let listed = ("games/chess/mod.rs", "//! Rules: `play`, `see`.");
    for [file, text, expected] in cases("layers", "planted") {
        assert_eq!(found(&[(file, text), listed]), [expected], "{text}");
    }
    let other_game = [("games/draughts/fen.rs", "use super::super::chess::f;"), ("games/chess/mod.rs", "")];
    assert_eq!(found(&other_game), ["games::draughts::fen sees games::chess, another game"]);
    let exported = [
        ("games/chess/mod.rs", "//! Rules: `see`\nmod fen; pub use fen::Fen as F;"),
        ("games/chess/fen.rs", ""),
        ("games/chess/see.rs", "use super::F;"),
    ];
    assert_eq!(found(&exported), ["games::chess::see, of the rules, sees games::chess::fen"]);
    let circle = [
        ("notation.rs", "use crate::textbook::T;"),
        ("textbook/a.rs", "use crate::eval::E;"),
        ("eval/mod.rs", "use crate::notation::N;"),
    ];
    assert!(found(&circle).contains(&"a circle: eval -> notation -> textbook -> eval".to_owned()));
    let in_one_folder = [("search/a.rs", "use super::b::B;"), ("search/b.rs", "use super::a::A;")];
    assert_eq!(found(&in_one_folder), ["a circle: search::a -> search::b -> search::a"]);
    let harmless = "//! See [`crate::commands`].\n/* crate::commands */ #[cfg(test)] mod tests { use crate::commands::f; }\n\
                    #[cfg(test)] fn f() { crate::commands::f() } const T: &str = r#\"crate::commands \"#;";
    assert_eq!(found(&[("game.rs", harmless)]), [""; 0]);
}

/// The modules in reading order with their floors, as the table in `lib.rs` lists them.
fn floors(lib: &str) -> Vec<(String, usize)> {
    let mut floors = Vec::new();
    let rows = lib.lines().filter_map(|line| line.strip_prefix("// | "));
    for (floor, row) in rows.filter_map(|row| row.split_once(" | ")) {
        let Ok(floor) = floor.parse() else { continue };
        let names = row.split("[`").skip(1).filter_map(|link| link.split_once("`]"));
        floors.extend(names.map(|(name, _)| (name.to_owned(), floor)));
    }
    floors.push(("main".to_owned(), usize::MAX));
    floors
}

/// Every rule of the house that the sources break.
fn violations(floors: &[(String, usize)], sources: &Sources) -> Vec<String> {
    let mut wrong = Vec::new();
    let arrows = arrows(sources);
    let rules = rules(sources);
    for (here, targets) in &arrows {
        if floors.iter().any(|(name, _)| *name == here[0]) {
            let objections = targets.iter().filter_map(|to| objection(floors, &rules, here, to));
            wrong.extend(objections.collect::<BTreeSet<_>>());
        } else {
            let here = here.join("::");
            wrong.push(format!("{here} belongs to no module of the house"));
        }
    }
    wrong.extend(sources.iter().flat_map(|(here, text)| misused(here, text)));
    let circles = [circle(&of_modules(&arrows)), circle(&arrows)].into_iter().flatten();
    wrong.extend(circles.map(|path| format!("a circle: {}", path.join(" -> "))));
    wrong
}

/// The [`RESERVED`] words in the code of a file that may not have them.
fn misused(here: &[String], text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let has = |word: &str| code.lines().any(|line| !line.trim_start().starts_with("//") && line.contains(word));
    let wrong = RESERVED.iter().filter(|(word, modules)| !modules.contains(&here[0].as_str()) && has(word));
    wrong.map(|(word, may)| format!("{} uses {word}, which only {} may", here.join("::"), may.join(", "))).collect()
}

/// The files with the rules of games: the documentation of a game's module lists them in a line that begins with `Rules:`.
fn rules(sources: &Sources) -> BTreeSet<ModulePath> {
    let lists = sources.iter().filter(|(path, _)| path[0] == GAMES).flat_map(|(game, text)| {
        text.lines().filter_map(|line| line.strip_prefix("//! Rules: ")).map(move |line| (game, line))
    });
    lists
        .flat_map(|(game, line)| {
            line.split('`').skip(1).step_by(2).map(move |name| [game.as_slice(), &[name.to_owned()]].concat())
        })
        .collect()
}

/// Why the file `here` may not see the file `target`.
fn objection(
    floors: &[(String, usize)],
    rules: &BTreeSet<ModulePath>,
    here: &[String],
    target: &[String],
) -> Option<String> {
    let place = |name| floors.iter().position(|(module, _)| module == name);
    let (own, Some(other)) = (place(&here[0])?, place(&target[0])) else {
        return Some(format!("{} sees {}, which is no module of the house", here.join("::"), target[0]));
    };
    let (own_floor, floor) = (floors[own].1, floors[other].1);
    if rules.contains(here) && floor > BELOW_RULES && !rules.contains(target) {
        return Some(format!("{}, of the rules, sees {}", here.join("::"), target.join("::")));
    }
    let is_table = here.get(1).is_some_and(|it| it == TABLE);
    let other_game = |target: &[String]| !is_table && here.get(1) != target.get(1) && target[1] != ENTRY;
    if own == other && here[0] == GAMES && target.len() > 1 && other_game(target) {
        let game = target[..2].join("::");
        return Some(format!("{} sees {game}, another game", here.join("::")));
    }
    let narrow = NARROW.iter().find(|(name, _)| *name == here[0]);
    let why = if own == other {
        return None;
    } else if floor > own_floor {
        format!("of floor {floor} (its own is {own_floor})")
    } else if narrow.is_some_and(|(_, seen)| !seen.contains(&target[0].as_str())) {
        "which it should not know".to_owned()
    } else if other > own {
        "which comes later on its floor".to_owned()
    } else {
        return None;
    };
    Some(format!("{} sees {}, {why}", here.join("::"), target[0]))
}
