//! The content security policy of the page.

use super::source;
use anyhow::Context;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

/// Where the page lies.
#[derive(Clone, Copy, PartialEq)]
pub enum Place {
    /// Everything is in one file.
    File,
    /// The page loads files of its folder.
    Folder,
}

/// Pages that this page shows in frames. They inherit its policy, so it has to allow their scripts.
const DOCUMENTS: [&str; 2] = ["src/report/game_page/template.html", "src/drawing/tree/page/template.html"];

/// The parts of their scripts.
const SCRIPTS: [(&str, &str); 3] = [
    ("{{page_script}}", "src/drawing/html_page.js"),
    ("{{board_script}}", "src/report/game_page/board.js"),
    ("{{exercise_script}}", "src/report/game_page/exercise.js"),
];

/// A policy that allows the script of the page and those of the documents, the module, and workers that the page makes.
pub fn policy(place: Place, script: &str) -> anyhow::Result<String> {
    let mut hashes = format!("'{}'", hash(script));
    for path in DOCUMENTS {
        hashes += &format!(" '{}'", hash(document_script(path)?));
    }
    let (own, more) = match place {
        Place::File => ("", ""),
        Place::Folder => (" 'self'", "; manifest-src 'self'"),
    };
    Ok(format!(
        "default-src 'none'; script-src {hashes} 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src{own} data: blob:; \
         worker-src{own} blob:; connect-src{own} blob:; object-src 'none'; base-uri 'none'; form-action 'none'{more}"
    ))
}

/// The script of the pages that are made from a template.
fn document_script(path: &str) -> anyhow::Result<String> {
    let template = source(path)?;
    let script = template.split_once("<script>").and_then(|(_, rest)| rest.split_once("</script>"));
    let (script, _) = script.with_context(|| format!("'{path}': found no script"))?;
    let mut script = script.to_owned();
    for (name, path) in SCRIPTS {
        script = script.replace(name, &source(path)?);
    }
    anyhow::ensure!(!script.contains("{{"), "'{path}': the script differs from page to page, so no hash allows it");
    Ok(script)
}

/// The hash of a content, as a policy and a request name it.
pub fn hash(content: impl AsRef<[u8]>) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)))
}
