//! The static files of the page, embedded in the program: those of `make web`, but with a client of the server instead of the
//! WebAssembly module.

use std::borrow::Cow;

/// A file of the page.
#[derive(PartialEq, Eq, Debug)]
pub struct PageFile {
    /// The media type (`Content-Type`).
    pub media_type: &'static str,
    /// The content.
    pub text: Cow<'static, str>,
}

/// The scripts of the page with their names.
macro_rules! scripts {
    ($($name:ident)*) => {
        &[$((concat!(stringify!($name), ".js"), include_str!(concat!("../../../web/page/", stringify!($name), ".js")))),*]
    };
}

const SCRIPTS: &[(&str, &str)] =
    scripts![board clocks dom evaluation files links moves page rules server server_engine set_up study];

/// The file with this name; that of the page itself is empty.
pub(super) fn page_file(name: &str) -> Option<PageFile> {
    let (media_type, text) = match name {
        "" => {
            let head = "<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"page.css\">";
            let page = include_str!("../../../web/page/page.html").replace("<!-- STYLE -->", head);
            let script = "<script type=\"module\" src=\"server.js\"></script>";
            ("text/html", page.replace("<!-- SCRIPT -->", script).into())
        }
        "page.css" => ("text/css", include_str!("../../../web/page/page.css").into()),
        _ => ("text/javascript", SCRIPTS.iter().find(|script| script.0 == name)?.1.into()),
    };
    Some(PageFile { media_type, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_that_is_imported_is_sent() {
        let mut missing = vec!["server.js"];
        let mut sent = Vec::new();
        while let Some(name) = missing.pop() {
            let script = SCRIPTS.iter().find(|script| script.0 == name);
            let (_, text) = script.unwrap_or_else(|| panic!("SCRIPTS lack {name}, which another script imports"));
            sent.push(name);
            let imports = text.lines().filter_map(|line| line.strip_prefix("import ")?.split_once("\"./"));
            let names = imports.filter_map(|(_, rest)| rest.strip_suffix("\";"));
            missing.extend(names.filter(|name| !sent.contains(name)));
        }
        assert!(SCRIPTS.iter().all(|(name, _)| sent.contains(name)), "SCRIPTS has more than {sent:?}");
    }
}
