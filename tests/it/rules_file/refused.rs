//! Rules files that are refused, with the line and the reason.

use crate::prelude::*;
use kempelen::games::draughts::rules_file::{from_text, load};

#[test]
fn wrong_rules_are_refused_with_their_line() {
    for [text, expected] in cases("rules_file", "wrong") {
        let Err(error) = from_text("wrong.toml", text.to_owned()) else { panic!("{text:?} was read") };
        assert!(error.starts_with(&format!("line {expected}")), "{text:?}: {error}");
        assert!(!error.contains(char::is_control), "{text:?}: {error:?}");
    }
}

#[test]
fn rows_with_other_squares_are_refused() {
    let rows = |fifth: &str| {
        let mut rows = ["........"; 8].map(|row| format!("\"{row}\""));
        rows[0] = "\".b.b.b.b\"".to_owned();
        rows[5] = fifth.to_owned();
        format!("start = [{}]", rows.join(",\n"))
    };
    for [row, expected] in cases("rules_file", "rows") {
        assert_eq!(from_text("rows.toml", rows(row)).map(|_| ()).unwrap_err(), expected);
    }
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let folder = Folder::with(&[("large.toml", &"#".repeat(65_537))]);
    folder.write("bytes.toml", b"# \xff");
    fs::create_dir(folder.path("folder.toml")).unwrap();
    for (file, expected) in [
        ("large.toml", "it is larger than 64 KiB"),
        ("bytes.toml", "byte 3 is not UTF-8 text"),
        ("folder.toml", "found a folder, expected a regular file"),
        ("missing.toml", "it does not exist"),
        ("a\nb.toml", "found a control character in its name, expected none"),
    ] {
        let error = load(&folder.text_path(file)).map(|_| ()).unwrap_err();
        assert!(error.starts_with("rules file '") && error.ends_with(expected), "{error}");
    }
}
