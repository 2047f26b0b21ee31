//! Puts the page, its scripts and the module into one file, which opens from a disk. Usage: MODULE OUTPUT

use anyhow::{Context, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;

const PAGE: &str = include_str!("../../page/page.html");
const STYLE: &str = include_str!("../../page/page.css");
/// The scripts of the worker and of the page, each after those that it imports.
const WORKER: [&str; 2] = [include_str!("../../page/module.js"), include_str!("../../page/worker.js")];
const SCRIPT: [&str; 7] = [
    include_str!("../../page/engine.js"),
    include_str!("../../page/dom.js"),
    include_str!("../../page/board.js"),
    include_str!("../../page/clocks.js"),
    include_str!("../../page/evaluation.js"),
    include_str!("../../page/moves.js"),
    include_str!("../../page/page.js"),
];

/// Unpacks the module, makes addresses of the texts, and starts.
const START: &str = r#"
try {
const textOf = (id) => document.getElementById(id).textContent.trim();
const bytes = Uint8Array.from(atob(textOf("module")), (letter) => letter.charCodeAt(0));
const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
const module = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
const script = new Blob([textOf("worker")], { type: "text/javascript" });
await begin(new Engine(module, () => new Worker(URL.createObjectURL(script))));
} catch (error) {
    document.getElementById("state").textContent = `The engine cannot start: ${error.message}`;
}
"#;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, output] = &arguments[..] else {
        bail!("found {} arguments, expected MODULE OUTPUT", arguments.len());
    };
    let module = fs::read(module).with_context(|| format!("cannot read '{module}'"))?;
    let page = one_file(&module)?;
    fs::write(output, page).with_context(|| format!("cannot write '{output}'"))
}

/// The page with everything in it.
fn one_file(module: &[u8]) -> anyhow::Result<String> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(module)?;
    let module = BASE64_STANDARD.encode(packed.finish()?);
    let scripts = format!(
        "<script type=\"text/plain\" id=\"module\">{module}</script>\n\
         <script type=\"text/plain\" id=\"worker\">\n{}</script>\n\
         <script type=\"module\">\n{}{START}</script>",
        joined(&WORKER)?,
        joined(&SCRIPT)?,
    );
    let page = PAGE.replace("<!-- STYLE -->", &format!("<style>\n{STYLE}</style>"));
    Ok(page.replace("<!-- SCRIPT -->", &scripts))
}

/// Scripts as one: without the lines by which they import one another.
fn joined(scripts: &[&str]) -> anyhow::Result<String> {
    let mut text = String::new();
    for line in scripts.iter().flat_map(|script| script.lines()) {
        if line.contains("</script") {
            bail!("found '</script' in a script, which would end it");
        }
        if !line.starts_with("import ") {
            text += line.strip_prefix("export ").unwrap_or(line);
            text.push('\n');
        }
    }
    Ok(text)
}
