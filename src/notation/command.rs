//! Commands in the comments of game records, such as `[%eval 0.35,14]` or `[%clk 0:03:00]`: data that programs add to a
//! move.

/// Sets the value of a command in a comment: in its place if the comment has the command, otherwise at the end. `None`
/// removes it. The result has the command at most once; blanks may change.
pub fn set_command(comment: &str, name: &str, value: Option<&str>) -> String {
    let command = value.map(|value| format!("[%{name} {value}]"));
    let mut command = command.as_deref();
    let mut parts = Vec::new();
    let mut rest = comment;
    while let Some((start, end)) = find(rest, name) {
        parts.push(&rest[..start]);
        parts.extend(command.take());
        rest = &rest[end..];
    }
    parts.push(rest);
    parts.extend(command);
    parts.iter().flat_map(|part| part.split_whitespace()).collect::<Vec<_>>().join(" ")
}

/// Whether a comment has the command.
pub fn has_command(comment: &str, name: &str) -> bool {
    find(comment, name).is_some()
}

/// The value of the first command with this name; `None` if the comment has none.
pub fn command_value<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let (start, end) = find(comment, name)?;
    comment[start..end].strip_prefix("[%")?.strip_prefix(name)?.strip_suffix(']').map(str::trim)
}

/// The comment without its commands; blanks may change.
pub fn without_commands(comment: &str) -> String {
    let mut rest = comment.to_owned();
    while let Some((start, end)) = rest.find("[%").and_then(|start| Some((start, start + rest[start..].find(']')?))) {
        rest.replace_range(start..=end, " ");
    }
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The start and end of the first command with this name.
fn find(comment: &str, name: &str) -> Option<(usize, usize)> {
    let begins = |(start, opening): (usize, &str)| {
        let rest = comment[start + opening.len()..].strip_prefix(name)?;
        let whole_name = rest.starts_with(|c: char| c.is_whitespace() || c == ']');
        let end = rest.find(['[', ']']).filter(|_| whole_name)?;
        rest[end..].starts_with(']').then_some((start, comment.len() - rest.len() + end + 1))
    };
    comment.match_indices("[%").find_map(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_set_in_its_place() {
        for (comment, expected) in [
            ("", "[%eval 1.5]"),
            ("a good move", "a good move [%eval 1.5]"),
            ("[%eval 0.2,9] [%clk 0:01]", "[%eval 1.5] [%clk 0:01]"),
            ("a[%eval 0.2]b [%eval #3] c", "a [%eval 1.5] b c"),
            ("[%eval] [%evaluated 3]", "[%eval 1.5] [%evaluated 3]"),
            ("[%clk 0:01] [%eval 3", "[%clk 0:01] [%eval 3 [%eval 1.5]"),
        ] {
            let set = set_command(comment, "eval", Some("1.5"));
            assert_eq!(set, expected);
            assert_eq!(set_command(&set, "eval", Some("1.5")), expected);
        }
    }

    #[test]
    fn a_command_is_taken_away() {
        let comment = "[%eval 0.2] sharp [%csl Ra1,Gb2] [%eval 7]";
        assert!(has_command(comment, "eval"));
        for (comment, text) in [(comment, "sharp"), ("a[%clk 0:01]b [%] [% c", "a b [% c"), ("", "")] {
            assert_eq!(without_commands(comment), text);
        }
        let without = set_command(comment, "eval", None);
        assert_eq!(without, "sharp [%csl Ra1,Gb2]");
        assert!(!has_command(&without, "eval"));
    }
}
