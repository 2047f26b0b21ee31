//! The documents name only files and links that exist.

use crate::prelude::*;
use kempelen::games::DEFAULT_GAME;
use kempelen::games::entry::GameEntry;
use kempelen::games::heaps::HeapKnowledge;

/// The pages of the project.
pub fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|it| it == "md"));
    pages.chain(["README.md".into(), "book/README.md".into()]).collect()
}

/// The file paths in backquotes that begin with one of the project's folders.
fn paths(page: &str) -> impl Iterator<Item = &str> {
    let quoted = page.split('`').skip(1).step_by(2);
    let folders = ["src/", "tests/", "docs/", "scripts/", "benches/", "fuzz/", "eval/", "endgames/"];
    quoted.filter(move |text| {
        let plain = !text.contains([' ', '*', '<', '{', '\n']);
        plain && folders.iter().any(|folder| text.starts_with(folder))
    })
}

/// The targets of links to files of the project.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let targets = targets.map(|target| target.split('#').next().unwrap_or_default());
    // What `make web` and `make dist` write is not there yet.
    let is_made = |target: &str| target.contains("://") || target.starts_with("../dist/");
    targets.filter(move |target| !target.is_empty() && !is_made(target) && !target.contains(' '))
}

#[test]
fn documents_name_files_that_exist() {
    let mut wrong = Vec::new();
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        let folder = path.parent().unwrap_or(Path::new(""));
        let missing_paths = paths(&text).filter(|path| !Path::new(path).exists());
        let missing = missing_paths.chain(links(&text).filter(|link| !folder.join(link).exists()));
        wrong.extend(missing.map(|name| format!("{} names {name}", path.display())));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The commands of a page that write a picture, each split into words.
fn picture_commands(page: &str) -> Vec<Vec<String>> {
    let page = page.replace("\\\n", " ");
    let lines = page.lines().filter_map(|line| line.strip_prefix("    kempelen "));
    let words = lines.filter(|line| line.contains(PICTURES)).map(|line| {
        // Every second part is quoted.
        let words = line.split('"').enumerate().flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        words.collect()
    });
    words.collect()
}

const PICTURES: &str = "docs/pictures/";

#[test]
fn pictures_are_what_their_commands_draw() {
    let folder = Folder::new();
    let mut drawn = Vec::new();
    for page in pages() {
        for mut words in picture_commands(&fs::read_to_string(page).unwrap()) {
            let name = words.iter_mut().find(|word| word.starts_with(PICTURES)).unwrap();
            let path = PathBuf::from(name.clone());
            let copy = folder.path(path.file_name().unwrap().to_str().unwrap());
            *name = copy.to_str().unwrap().to_owned();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            run(&words).text();
            let [old, new] = [&path, &copy].map(|path| fs::read_to_string(path).unwrap());
            assert!(old == new, "{} is not what {words:?} draws", path.display());
            drawn.push(path);
        }
    }
    let files = fs::read_dir(PICTURES).unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    drawn.sort();
    drawn.dedup();
    assert_eq!(drawn, files);
}

#[test]
fn the_table_of_games_is_complete() {
    let readme = fs::read_to_string("README.md").unwrap();
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    assert_eq!(games().next().unwrap().name, DEFAULT_GAME);
    for game in games() {
        assert!(rows.contains(&game.name), "{}", game.name);
    }
    let words = on_one_line(&readme);
    let draughts = games().filter(|game| game.hub_variant.is_some()).count();
    let heaps = HeapKnowledge::games().len();
    for (before, others, after) in [
        ("(American checkers) and", draughts - 1, "more games of the draughts family"),
        ("Nim and", heaps - 1, "related games"),
    ] {
        let expected = format!("{before} {} {after}", NUMBERS[others - 16]);
        assert!(words.contains(&expected), "README.md does not say '{expected}'");
    }
}

/// From 16 on.
const NUMBERS: [&str; 8] =
    ["sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one", "twenty-two", "twenty-three"];

#[test]
fn missing_files_are_found() {
    let page = "See `src/nowhere.rs`, `kempelen match` and [a page](nowhere.md#part), [a site](https://example.org).";
    assert_eq!(paths(page).collect::<Vec<_>>(), ["src/nowhere.rs"]);
    assert_eq!(links(page).collect::<Vec<_>>(), ["nowhere.md"]);
}
