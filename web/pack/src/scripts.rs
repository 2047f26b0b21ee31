//! Modules in JavaScript as one script.

use super::source;
use anyhow::bail;

/// A script of the page with those that it imports, each after what it needs, without the lines by which they import one another.
pub fn joined(name: &str) -> anyhow::Result<String> {
    let (mut text, mut seen) = (String::new(), Vec::new());
    add(name, &mut seen, &mut text)?;
    Ok(text)
}

fn add(name: &str, seen: &mut Vec<String>, text: &mut String) -> anyhow::Result<()> {
    if seen.iter().any(|it| it == name) {
        return Ok(());
    }
    seen.push(name.to_owned());
    let mut own = String::new();
    for line in source(&format!("web/page/{name}"))?.lines() {
        if line.contains("</script") {
            bail!("{name}: found '</script', which would end the script");
        }
        if !line.starts_with("import ") {
            own += line.strip_prefix("export ").unwrap_or(line);
            own.push('\n');
            continue;
        }
        match line.split_once(" from \"./").and_then(|(_, rest)| rest.strip_suffix("\";")) {
            Some(imported) => add(imported, seen, text)?,
            None => bail!("{name}: found '{line}', expected an import of a file of this folder in one line"),
        }
    }
    *text += &own;
    Ok(())
}
