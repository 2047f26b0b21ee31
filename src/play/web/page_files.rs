//! The static files of the page, embedded in the program: those of `make web`, but with a client of the server instead of the
//! WebAssembly module.

use std::sync::LazyLock;

/// A file of the page.
#[derive(PartialEq, Eq, Debug)]
pub struct PageFile {
    /// The file name in the path; empty for the page itself.
    pub name: &'static str,
    /// The media type (`Content-Type`).
    pub media_type: &'static str,
    /// The content.
    pub text: String,
}

/// The scripts of the page with their names.
macro_rules! scripts {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("../../../web/page/", $name)))),*] };
}

const SCRIPTS: &[(&str, &str)] = &scripts![
    "board.js",
    "clocks.js",
    "dom.js",
    "evaluation.js",
    "files.js",
    "moves.js",
    "page.js",
    "rules.js",
    "server.js",
    "server_engine.js",
    "set_up.js",
    "study.js"
];

static FILES: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    let page = include_str!("../../../web/page/page.html")
        .replace("<!-- STYLE -->", "<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"page.css\">")
        .replace("<!-- SCRIPT -->", "<script type=\"module\" src=\"server.js\"></script>");
    let style = file("page.css", "text/css", include_str!("../../../web/page/page.css"));
    let scripts = SCRIPTS.iter().map(|(name, text)| file(name, "text/javascript", text));
    [file("", "text/html", &page), style].into_iter().chain(scripts).collect()
});

fn file(name: &'static str, media_type: &'static str, text: &str) -> PageFile {
    PageFile { name, media_type, text: text.to_owned() }
}

/// The file with this name.
pub(super) fn page_file(name: &str) -> Option<&'static PageFile> {
    FILES.iter().find(|file| file.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_that_is_imported_is_sent() {
        let mut missing = vec!["server.js"];
        let mut sent = Vec::new();
        while let Some(name) = missing.pop() {
            let file = page_file(name).unwrap_or_else(|| panic!("SCRIPTS lack {name}, which another script imports"));
            sent.push(name);
            let imports = file.text.lines().filter_map(|line| line.strip_prefix("import ")?.split_once("\"./"));
            let names = imports.filter_map(|(_, rest)| rest.strip_suffix("\";"));
            missing.extend(names.filter(|name| !sent.contains(name)));
        }
        assert!(SCRIPTS.iter().all(|(name, _)| sent.contains(name)), "SCRIPTS has more than {sent:?}");
    }
}
