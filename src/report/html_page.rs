//! What all pages (HTML) share: the style, a part of the script, filled templates, data for the script. Pages need nothing from outside themselves.

/// Colours, texts and controls.
pub const PAGE_STYLE: &str = include_str!("html_page.css");

/// Functions that every page uses: elements, texts, the timer of the button "Play".
pub const PAGE_SCRIPT: &str = include_str!("html_page.js");

/// JSON that no text in it can end early, whatever the page holds.
pub fn json_in_html(json: &str) -> String {
    let escaped = json.replace('<', "\\u003c").replace('>', "\\u003e");
    escaped.replace('&', "\\u0026")
}

/// The template, in which `{{name}}` stands for a text, with the texts for its names. What is filled in is not read again.
pub fn fill(template: &str, texts: &[(&str, &str)]) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        let text = texts.iter().find(|(it, _)| *it == name);
        debug_assert!(text.is_some(), "{name}");
        page += text.map_or("", |(_, text)| text);
        page += rest;
    }
    page
}

/// Checks that the elements of a page close in the order in which they open, and returns how many there are.
#[cfg(test)]
pub fn nested_elements(page: &str) -> usize {
    const EMPTY: [&str; 2] = ["meta", "input"];
    let mut open: Vec<&str> = Vec::new();
    let mut count = 0;
    let mut rest = page.strip_prefix("<!DOCTYPE html>").unwrap();
    while let Some((_, tag)) = rest.split_once('<') {
        let (tag, after) = tag.split_once('>').unwrap();
        let name = tag.split([' ', '/', '\n']).next().unwrap();
        rest = after;
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed));
            continue;
        }
        count += 1;
        if !EMPTY.contains(&name) && !tag.ends_with('/') {
            open.push(name);
        }
        if ["script", "style"].contains(&name) {
            rest = &rest[rest.find(&format!("</{name}>")).unwrap()..];
        }
    }
    assert_eq!(open, [""; 0]);
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_filled_in_is_read_again() {
        let filled = fill("a {{one}} {{two}}", &[("one", "{{two}}"), ("two", "2")]);
        assert_eq!(filled, "a {{two}} 2");
    }
}
