//! Which source file imports which: by the paths in use trees, code and macro calls, re-exports followed.

use crate::prelude::*;
use crate::style::sources;
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ItemFn, ItemMod, ItemUse, Macro, UseTree, Visibility};

/// Module and item names from the crate's root.
pub type ModulePath = Vec<String>;

/// The text of every module that has a file of its own.
pub type Sources = BTreeMap<ModulePath, String>;

/// The module that a file below `src` holds: `chess/fen.rs` is `chess::fen`.
pub fn module_path(file: &str) -> ModulePath {
    let path = file.trim_end_matches(".rs");
    path.strip_suffix("/mod").unwrap_or(path).split('/').map(str::to_owned).collect()
}

/// The sources, except the crate root.
pub fn read_sources() -> Sources {
    let files = sources(Path::new("src")).into_iter().filter(|(path, _)| path != Path::new("src/lib.rs"));
    let name = |path: &Path| path.strip_prefix("src").unwrap().to_string_lossy().replace('\\', "/");
    files.map(|(path, text)| (module_path(&name(&path)), text)).collect()
}

/// By files: the files that it imports. A path of no module stays as its first name.
pub type Arrows = BTreeMap<ModulePath, BTreeSet<ModulePath>>;

/// The imports of all files, but for those between a module and the modules inside it.
pub fn arrows(sources: &Sources) -> Arrows {
    let imports: BTreeMap<_, _> = sources.keys().map(|here| (here, Imports::of(here, sources))).collect();
    let exports: BTreeMap<_, _> = imports.values().flat_map(|file| file.exports.clone()).collect();
    let targets = |(here, file): (&ModulePath, &Imports)| {
        let targets = file.paths.iter().map(|path| file_of(path, sources, &exports));
        let apart = |target: &ModulePath| !target.starts_with(here) && !here.starts_with(target);
        (here.clone(), targets.filter(apart).collect())
    };
    imports.iter().map(|(here, file)| targets((here, file))).collect()
}

/// The module whose file defines what `path` names.
fn file_of(path: &[String], sources: &Sources, exports: &BTreeMap<ModulePath, ModulePath>) -> ModulePath {
    for length in (1..=path.len()).rev() {
        let (name, rest) = path.split_at(length);
        if let Some(target) = exports.get(name).filter(|target| !target.starts_with(name)) {
            return file_of(&[target, rest].concat(), sources, exports);
        }
        if sources.contains_key(name) {
            return name.to_vec();
        }
    }
    path[..1].to_vec()
}

/// The imports between the top-level modules.
pub fn of_modules(files: &Arrows) -> Arrows {
    let mut modules = Arrows::new();
    for (here, targets) in files {
        let others = targets.iter().filter(|target| target[0] != here[0]).map(|target| target[..1].to_vec());
        modules.entry(here[..1].to_vec()).or_default().extend(others);
    }
    modules
}

/// A circle of arrows, its first module repeated at the end.
pub fn circle(arrows: &Arrows) -> Option<Vec<String>> {
    // A file whose imports are all taken away is in no circle: what is left in the end leads to one.
    let mut left = arrows.clone();
    let free = |left: &Arrows| {
        let free = |imports: &BTreeSet<ModulePath>| !imports.iter().any(|file| left.contains_key(file));
        left.iter().find(|(_, imports)| free(imports)).map(|(file, _)| file.clone())
    };
    while let Some(file) = free(&left) {
        left.remove(&file);
    }
    let mut way = vec![left.keys().next()?];
    loop {
        let next = left[way[way.len() - 1]].iter().find(|file| left.contains_key(*file))?;
        let start = way.iter().position(|earlier| *earlier == next);
        way.push(next);
        if let Some(start) = start {
            return Some(way[start..].iter().map(|file| file.join("::")).collect());
        }
    }
}

/// What a file names of the crate, outside of unit tests.
struct Imports<'a> {
    /// From the crate's root.
    paths: BTreeSet<ModulePath>,
    /// Re-exported names, and what they stand for.
    exports: Vec<(ModulePath, ModulePath)>,
    sources: &'a Sources,
    /// The module being read, inner modules included.
    here: ModulePath,
}

impl<'a> Imports<'a> {
    /// Reads the file `here` of `sources`.
    fn of(here: &ModulePath, sources: &'a Sources) -> Imports<'a> {
        let file = syn::parse_file(&sources[here]).unwrap_or_else(|error| panic!("{}: {error}", here.join("::")));
        let here = if here == &["main"] { Vec::new() } else { here.clone() };
        let mut imports = Imports { paths: BTreeSet::new(), exports: Vec::new(), sources, here };
        imports.visit_file(&file);
        imports
    }

    /// `path` from the crate's root, if it is one of the crate.
    fn resolve(&self, path: &[String]) -> Option<ModulePath> {
        let mut base = self.here.clone();
        match path.first()?.as_str() {
            "crate" | "kempelen" => base.clear(),
            "self" | "super" => (),
            child if self.is_file(&base, child) => (),
            _ => return None,
        }
        for part in path {
            match part.as_str() {
                "crate" | "kempelen" | "self" => (),
                "super" => drop(base.pop()),
                name => base.push(name.to_owned()),
            }
        }
        Some(base).filter(|path| !path.is_empty())
    }

    fn is_file(&self, folder: &[String], name: &str) -> bool {
        self.sources.contains_key(&[folder, &[name.to_owned()]].concat())
    }

    fn name(&mut self, path: &[String]) {
        self.paths.extend(self.resolve(path));
    }

    /// Every path of a use tree, with the name that it gets.
    fn leaves(tree: &UseTree, path: &[String], leaves: &mut Vec<(ModulePath, String)>) {
        let longer = |name: &dyn ToString| [path, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(inner) => Self::leaves(&inner.tree, &longer(&inner.ident), leaves),
            UseTree::Name(leaf) => leaves.push((longer(&leaf.ident), leaf.ident.to_string())),
            UseTree::Rename(leaf) => leaves.push((longer(&leaf.ident), leaf.rename.to_string())),
            UseTree::Glob(_) => leaves.push((path.to_vec(), "*".to_owned())),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| Self::leaves(tree, path, leaves));
            }
        }
    }

    /// The paths among the tokens of a macro call.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Ident(name) if colons == 2 => path.push(name.to_string()),
                TokenTree::Ident(name) => {
                    self.name(&std::mem::replace(&mut path, vec![name.to_string()]));
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.name(&std::mem::take(&mut path));
                }
            }
            colons = 0;
        }
        self.name(&path);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    let condition = |attribute: &Attribute| attribute.parse_args::<syn::Path>();
    let test = |path: syn::Path| path.is_ident("test");
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg") && condition(attribute).is_ok_and(test))
}

impl<'ast> Visit<'ast> for Imports<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_test(&item.attrs) {
            self.here.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.here.pop();
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut leaves = Vec::new();
        Self::leaves(&item.tree, &[], &mut leaves);
        for (path, name) in leaves {
            match (&item.vis, self.resolve(&path)) {
                (_, None) => (),
                (Visibility::Inherited, Some(path)) => drop(self.paths.insert(path)),
                (_, Some(path)) => {
                    self.exports.push(([&self.here[..], &[name]].concat(), path.clone()));
                    self.paths.insert(path);
                }
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if names.len() > 1 {
            self.name(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.tokens(call.tokens.clone());
    }
}
