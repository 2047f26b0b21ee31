//! Bundles the web page, its scripts, the WebAssembly module and the data files of the games as a single HTML file, a folder for
//! a web server, or an npm package. Usage: MODULE file|folder|package OUTPUT

mod module;
mod policy;
mod scripts;

use anyhow::{Context, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::write::GzEncoder;
use flate2::{Compression, Crc};
use policy::{Place, hash, policy};
use scripts::joined;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A network, endgame table or book.
struct DataFile {
    /// Its path in the repository.
    name: String,
    packed: Vec<u8>,
    /// The CRC-32 of its content.
    checksum: u32,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, what, output] = &arguments[..] else {
        bail!("found {} arguments, expected MODULE file|folder|package OUTPUT", arguments.len());
    };
    let module = fs::read(module).with_context(|| format!("cannot read '{module}'"))?;
    let module = packed(&module::slim(&module).context("the module")?)?;
    let output = Path::new(output);
    match what.as_str() {
        "file" => write(output, one_file(&module)?.as_bytes()),
        "folder" => write_folder(&module, output),
        "package" => write_package(&module, output),
        _ => bail!("found '{what}', expected file, folder or package"),
    }
}

/// The page with everything in it.
fn one_file(module: &[u8]) -> anyhow::Result<String> {
    let mut texts = text_element("module", &BASE64_STANDARD.encode(module));
    for DataFile { name, packed, .. } in data_files()? {
        texts += &text_element(&name, &BASE64_STANDARD.encode(packed));
    }
    let icon = BASE64_STANDARD.encode(read("web/page/icon.svg")?);
    let head = format!("<link rel=\"icon\" href=\"data:image/svg+xml;base64,{icon}\">\n");
    page(Place::File, "start_file.js", &head, &texts)
}

/// The page for a server, in a folder: it loads what it needs, and a service worker keeps all of it.
fn write_folder(module: &[u8], folder: &Path) -> anyhow::Result<()> {
    let module_name = format!("kempelen-{:08x}.wasm.gzip", checksum(module));
    let head = "<link rel=\"icon\" href=\"icon.svg\">\n<link rel=\"apple-touch-icon\" href=\"icon.png\">\n<link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
                <meta name=\"theme-color\" content=\"#345480\">\n";
    let page = page(Place::Folder, "start_folder.js", head, &text_element("module", &module_name))?;
    let mut files = vec![(String::new(), page.into_bytes()), (module_name, module.to_owned())];
    for name in ["icon.svg", "icon.png", "manifest.webmanifest"] {
        files.push((name.to_owned(), read(&format!("web/page/{name}"))?));
    }
    for DataFile { name, packed, checksum } in data_files()? {
        files.push((format!("{}.gzip", name.replacen('.', &format!("-{checksum:08x}."), 1)), packed));
    }
    let entry = |(name, bytes): &(String, Vec<u8>)| format!("[\"./{name}\", \"{}\"]", hash(bytes));
    let list: Vec<String> = files.iter().map(entry).collect();
    let all: Vec<u8> = files.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]).flatten().copied().collect();
    let worker = source("web/page/service_worker.js")?
        .replace("{{version}}", &format!("{:08x}", checksum(&all)))
        .replace("{{files}}", &format!("[\n{}\n]", list.join(",\n")));
    for (name, bytes) in &files {
        write(&folder.join(if name.is_empty() { "index.html" } else { name }), bytes)?;
    }
    write(&folder.join("service_worker.js"), worker.as_bytes())
}

/// The package for other sites: scripts, types, the module and the files of the games.
fn write_package(module: &[u8], folder: &Path) -> anyhow::Result<()> {
    let manifest = source("Cargo.toml")?;
    let version =
        manifest.lines().find_map(|line| line.strip_prefix("version = ")).context("Cargo.toml has no version")?;
    for name in ["engine.js", "module.js", "unpack.js", "worker.js"] {
        write(&folder.join(name), source(&format!("web/page/{name}"))?.as_bytes())?;
    }
    for entry in fs::read_dir(root().join("web/package"))? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?.replace("\"{{version}}\"", version);
        write(&folder.join(path.file_name().unwrap_or_default()), text.as_bytes())?;
    }
    write(&folder.join("LICENSE"), source("LICENSE")?.as_bytes())?;
    write(&folder.join("kempelen.wasm.gzip"), module)?;
    let mut files =
        "// Where the files are. A bundler finds them by these lines.\n\nexport const files = {\n".to_owned();
    let mut add = |name: &str| files += &format!("    \"{name}\": new URL(\"./{name}.gzip\", import.meta.url),\n");
    add("kempelen.wasm");
    for DataFile { name, packed, .. } in data_files()? {
        add(&name);
        write(&folder.join(format!("{name}.gzip")), &packed)?;
    }
    write(&folder.join("files.js"), (files + "};\n").as_bytes())
}

/// A page with its style, policy and scripts.
fn page(place: Place, start: &str, head: &str, texts: &str) -> anyhow::Result<String> {
    let script = format!("\n{}", joined(start)?);
    let policy = policy(place, &script)?;
    let style = source("web/page/page.css")?;
    let head =
        format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n{head}<style>\n{style}</style>");
    let worker = text_element("worker", &format!("\n{}", joined("worker.js")?));
    let scripts = format!("{texts}{worker}<script type=\"module\">{script}</script>");
    Ok(source("web/page/page.html")?.replace("<!-- STYLE -->", &head).replace("<!-- SCRIPT -->", &scripts))
}

/// A text in a page that a script reads.
fn text_element(id: &str, text: &str) -> String {
    format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>\n")
}

/// The files that games need, in the order of their names. The page does not load the names of openings.
fn data_files() -> anyhow::Result<Vec<DataFile>> {
    let mut files = Vec::new();
    for folder in ["book", "endgames", "eval"] {
        for entry in fs::read_dir(root().join(folder))? {
            let path = entry?.path();
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if ["txt", "wdl", "dtc", "nnue"].contains(&&*extension) && !name.ends_with("-names.txt") {
                let bytes = fs::read(&path)?;
                files.push(DataFile {
                    name: format!("{folder}/{name}"),
                    packed: packed(&bytes)?,
                    checksum: checksum(&bytes),
                });
            }
        }
    }
    files.sort_by(|one, two| one.name.cmp(&two.name));
    Ok(files)
}

/// The bytes in the format gzip.
fn packed(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    Ok(packed.finish()?)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> anyhow::Result<Vec<u8>> {
    fs::read(root().join(path)).with_context(|| format!("cannot read '{path}'"))
}

/// The text of a file of the repository, with line feeds at the ends of lines.
fn source(path: &str) -> anyhow::Result<String> {
    Ok(String::from_utf8(read(path)?)?.replace("\r\n", "\n"))
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    fs::write(path, bytes).with_context(|| format!("cannot write '{}'", path.display()))
}
