//! What all pages (HTML) share: the style, a part of the script, filled templates, data for the script. Pages need nothing from outside themselves.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Colours, texts and controls.
pub const PAGE_STYLE: &str = include_str!("html_page.css");

/// Functions that every page uses: elements, texts, the timer of the button "Play".
pub const PAGE_SCRIPT: &str = include_str!("html_page.js");

/// JSON that no text in it can end early, whatever the page holds, and without control characters.
pub fn json_in_html(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if matches!(c, '<' | '>' | '&') || c.is_control() {
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// A page: the template, in which `{{name}}` stands for a text, with the texts for its names. The texts are not searched for names.
///
/// `{{policy}}` stands for the content security policy: a browser applies the style of the template and runs its script, and
/// neither loads nor runs anything else. The texts in the style and the script must be of this program.
pub fn page(template: &str, texts: &[(&str, &str)]) -> String {
    let hash = |name: &str| csp_hash(&fill(element(template, name), texts));
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'",
        hash("style"),
        hash("script")
    );
    fill(template, &[texts, &[("policy", policy.as_str())]].concat())
}

/// The CSP hash of a template's script, with the parts of it by their names. A page that embeds such documents with `srcdoc`
/// must list it in its own policy, which the frame inherits.
pub fn script_hash(template: &str, parts: &[(&str, &str)]) -> String {
    csp_hash(&fill(element(template, "script"), parts))
}

/// The content of the first element with this name.
fn element<'a>(template: &'a str, name: &str) -> &'a str {
    let (_, rest) = template.split_once(&format!("<{name}>")).unwrap_or_default();
    rest.split_once(&format!("</{name}>")).unwrap_or_default().0
}

/// The hash by which a policy allows this content of an element (Content Security Policy Level 3).
fn csp_hash(content: &str) -> String {
    // A browser reads CR LF as LF.
    format!("'sha256-{}'", base64(&Sha256::digest(content.replace("\r\n", "\n"))))
}

/// Base64 (RFC 4648) with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let byte = |index: usize| group.get(index).map_or(0, |&byte| u32::from(byte));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = (bits >> (18 - 6 * digit)) & 63;
            text.push(if digit > group.len() { '=' } else { char::from(DIGITS[value as usize]) });
        }
    }
    text
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

/// The text between the first `begin` and the next `end`.
#[cfg(test)]
pub fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
    page.split_once(begin).unwrap().1.split_once(end).unwrap().0
}

/// Checks a page with [`HOSTILE`] in it, and returns how many elements the page
/// has: the text is no markup, and the policy allows the style and the script of the page, and nothing else.
#[cfg(test)]
pub fn check_hostile_page(page: &str) -> usize {
    let [style, script] = ["style", "script"].map(|name| csp_hash(element(page, name)));
    let policy = between(page, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">");
    assert!(policy.starts_with(&format!("default-src 'none'; style-src {style}; script-src {script}; ")), "{policy}");
    assert!(!policy.contains("unsafe") && !page.contains(" style=\""));
    let head = &page[..page.find("<style>").unwrap()];
    assert!(head.contains("Content-Security-Policy"), "{head}");
    assert!(!page.contains("<i ") && !page.contains("<!--"));
    assert_eq!(page.matches("</script>").count(), page.matches("<script").count());
    assert_eq!(page.find(|c: char| c.is_control() && c != '\n'), None);
    nested_elements(page)
}

/// A text of a user for [`check_hostile_page`].
#[cfg(test)]
pub const HOSTILE: &str =
    "</script><script>alert(1)</script><i onclick=alert(1)>&amp;'\"{{moves}}{{steps}}\u{1b}[31m\u{9b}\u{2028}<!--";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_has_the_hash_of_the_content() {
        // The example of the specification.
        assert_eq!(csp_hash("alert('Hello, world.');"), "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
        assert_eq!(csp_hash("a\r\nb"), csp_hash("a\nb"));
        assert_eq!(["f", "fo", "foo"].map(|text| base64(text.as_bytes())), ["Zg==", "Zm8=", "Zm9v"]);
        let text = page("{{policy}}<style>{{a}}</style><script>b</script>", &[("a", "c")]);
        assert!(text.contains(&format!("style-src {}; script-src {};", csp_hash("c"), csp_hash("b"))));
    }

    #[test]
    fn nothing_that_is_filled_in_is_read_again() {
        assert_eq!(fill("a {{one}} {{two}}", &[("one", "{{two}}"), ("two", "2")]), "a {{two}} 2");
    }

    #[test]
    fn a_name_that_begins_another_one_is_not_taken_for_it() {
        for texts in [[("step", "1"), ("steps", "2")], [("steps", "2"), ("step", "1")]] {
            assert_eq!(fill("{{steps}} {{step}}{{steps}}", &texts), "2 12");
        }
    }
}
