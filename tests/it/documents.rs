//! The documents name only files and links that exist.

use std::fs;
use std::path::{Path, PathBuf};

/// The pages of the project.
fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir("docs").unwrap();
    let docs = docs.map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|it| it == "md"));
    pages
        .chain(["README.md".into(), "book/README.md".into()])
        .collect()
}

/// The file paths in backquotes that begin with one of the project's folders.
fn paths(page: &str) -> impl Iterator<Item = &str> {
    let quoted = page.split('`').skip(1).step_by(2);
    let folders = [
        "src/",
        "tests/",
        "docs/",
        "scripts/",
        "benches/",
        "fuzz/",
        "eval/",
        "endgames/",
    ];
    quoted.filter(move |text| {
        let plain = !text.contains([' ', '*', '<', '{', '\n']);
        plain && folders.iter().any(|folder| text.starts_with(folder))
    })
}

/// The targets of links to files of the project.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split(')').next());
    let targets = targets.map(|target| target.split('#').next().unwrap_or_default());
    targets.filter(|target| !target.is_empty() && !target.contains("://") && !target.contains(' '))
}

#[test]
fn documents_name_files_that_exist() {
    let mut wrong = Vec::new();
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        let folder = path.parent().unwrap_or(Path::new(""));
        let missing_paths = paths(&text).filter(|path| !Path::new(path).exists());
        let missing_links = links(&text).filter(|link| !folder.join(link).exists());
        let missing = missing_paths.chain(missing_links);
        wrong.extend(missing.map(|name| format!("{} names {name}", path.display())));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn missing_files_are_found() {
    let page = "See `src/nowhere.rs`, `kempelen match` and [a page](nowhere.md#part), [a site](https://example.org).";
    assert_eq!(paths(page).collect::<Vec<_>>(), ["src/nowhere.rs"]);
    assert_eq!(links(page).collect::<Vec<_>>(), ["nowhere.md"]);
}
