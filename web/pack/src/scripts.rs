//! Modules in JavaScript as one script.

use super::source;
use anyhow::bail;
use std::collections::HashSet;

/// Concatenates a script and its imports in dependency order, without the import lines.
pub fn joined(name: &str) -> anyhow::Result<String> {
    let (mut text, mut seen) = (String::new(), Vec::new());
    add(name, &mut seen, &mut text)?;
    check_names(&text)?;
    Ok(text)
}

/// Refuses two declarations of the same top-level name: the modules have separate scopes, the concatenated script has one.
fn check_names(script: &str) -> anyhow::Result<()> {
    let mut names = HashSet::new();
    for line in script.lines() {
        let mut words = line.split([' ', '(', ';', '*']).filter(|word| !matches!(*word, "" | "async"));
        let declares = words.next().is_some_and(|word| ["const", "let", "class", "function"].contains(&word));
        if let Some(name) = words.next().filter(|name| declares && !line.starts_with(' ') && !names.insert(*name)) {
            bail!("found two declarations of '{name}' in the scripts, expected different names");
        }
    }
    Ok(())
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
