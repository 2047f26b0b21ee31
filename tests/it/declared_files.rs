//! Every source file belongs to a build: nobody compiles a module that is not declared, and its tests never run.

use super::style::sources;
use crate::prelude::*;
use syn::{Expr, ExprLit, Item, ItemMod, Lit, Meta};

const FOLDERS: [&str; 6] = ["src", "tests", "benches", "fuzz", "checkerboard", "web"];

#[test]
fn every_source_file_is_declared() {
    let mut declared = BTreeSet::new();
    for root in target_roots() {
        follow(&root, folder_of(&root), &mut declared);
    }
    let folders = FOLDERS.map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let forgotten = folders.iter().flat_map(|folder| sources(folder)).map(|(file, _)| file);
    let forgotten: Vec<PathBuf> = forgotten.filter(|file| !declared.contains(file)).collect();
    assert!(forgotten.is_empty(), "in no build: {forgotten:#?}");
}

#[test]
fn a_forgotten_file_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir_all(folder.join("inline/inner")).unwrap();
    fs::create_dir(folder.join("plain")).unwrap();
    for (file, text) in [
        ("main.rs", "mod inline { mod inner; } mod plain; #[path = \"odd.rs\"] mod other; // mod forgotten;"),
        ("inline/inner/mod.rs", ""),
        ("plain.rs", "mod child;"),
        ("plain/child.rs", ""),
        ("odd.rs", "#[cfg(test)] mod tests {}"),
        ("forgotten.rs", ""),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    let mut declared = BTreeSet::new();
    follow(&folder.join("main.rs"), folder, &mut declared);
    let files: BTreeSet<_> = sources(folder).into_iter().map(|(file, _)| file).collect();
    assert!(files.is_superset(&declared), "{declared:?}");
    let forgotten: Vec<_> = files.difference(&declared).collect();
    assert_eq!(forgotten, [&folder.join("forgotten.rs")]);
}

/// A registry takes packages of at most 10 MB; this one shall stay far below.
#[test]
fn the_package_is_small_and_has_every_file_that_is_embedded() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.args(["package", "--offline", "--allow-dirty", "--quiet"]).args(arguments).current_dir(root);
        output(command.env("CARGO_TARGET_DIR", folder.path())).text()
    };
    package(&["--no-verify"]);
    let file = format!("package/kempelen-{}.crate", env!("CARGO_PKG_VERSION"));
    let bytes = fs::metadata(folder.path().join(file)).unwrap().len();
    assert!(bytes <= 3_500_000, "{bytes} bytes");
    let list = package(&["--list"]);
    let list: BTreeSet<&str> = list.lines().collect();
    for folder in ["book", "book/ballots", "endgames", "eval", "web/page"] {
        for file in fs::read_dir(root.join(folder)).unwrap() {
            let name = format!("{folder}/{}", file.unwrap().file_name().display());
            assert!(list.contains(&*name) || root.join(&name).is_dir(), "{name} is not in the package");
        }
    }
}

/// The first file of every target of the workspace, as Cargo lists them.
fn target_roots() -> Vec<PathBuf> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    let metadata = stdout(&output(command.current_dir(env!("CARGO_MANIFEST_DIR"))));
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let targets = packages.flat_map(|package| package["targets"].as_array().unwrap());
    targets.map(|target| target["src_path"].as_str().unwrap().into()).collect()
}

/// Collects `file` and the files of the modules that it declares, which lie in `folder`.
fn follow(file: &Path, folder: &Path, declared: &mut BTreeSet<PathBuf>) {
    declared.insert(file.to_owned());
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    follow_items(&parsed.items, folder_of(file), folder, declared);
}

/// As [`follow`], for items of a file in the folder `here`.
fn follow_items(items: &[Item], here: &Path, folder: &Path, declared: &mut BTreeSet<PathBuf>) {
    for item in items {
        let Item::Mod(module) = item else { continue };
        let inside = folder.join(module.ident.to_string());
        if let Some((_, items)) = &module.content {
            follow_items(items, &inside, &inside, declared);
        } else if let Some(path) = path_attribute(module) {
            let file = here.join(path);
            follow(&file, folder_of(&file), declared);
        } else {
            let plain = inside.with_extension("rs");
            let file = if plain.exists() { plain } else { inside.join("mod.rs") };
            follow(&file, &inside, declared);
        }
    }
}

fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap()
}

/// The value of `#[path = "..."]`.
fn path_attribute(module: &ItemMod) -> Option<String> {
    module.attrs.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(path), .. }) => Some(path.value()),
            _ => None,
        },
        _ => None,
    })
}
