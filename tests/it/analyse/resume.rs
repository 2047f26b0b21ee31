//! `analyse --resume`.

use super::{POSITIONS, with_input};
use crate::prelude::*;

/// The formats of the output; `--jobs=1` stands for the plain one.
const FORMATS: [&str; 3] = ["--json", "--csv", "--jobs=1"];

#[test]
fn a_truncated_run_is_resumed() {
    let folder = with_input(POSITIONS);
    let run = |more: &str| folder.run(format!("analyse --csv --depth 3 in --output out {more}"));
    run("");
    let positions = || -> Vec<String> {
        let cells = |row: &str| row.split(',').take(3).collect::<Vec<_>>().join(",");
        folder.read("out").lines().map(cells).collect()
    };
    let whole = positions();
    assert_eq!(whole.len(), 7);
    run("").remarks("--resume");
    let text = folder.read("out");
    for end in [0, 3, text.find('\n').unwrap() + 1, text.len() / 2, text.len() - 1] {
        folder.write("out", &text[..end]);
        run("--resume");
        assert_eq!(positions(), whole, "cut off after {end} bytes");
    }
}

/// Runs with this input, and returns what stands in `out`.
fn written(folder: &Folder, run: &str) -> String {
    folder.run(run);
    folder.read("out")
}

#[test]
fn a_damaged_line_is_reported() {
    for format in FORMATS {
        let folder = with_input(POSITIONS);
        let run = format!("analyse in --output out --depth 2 {format}");
        let whole = written(&folder, &run);
        let resume = || folder.run(format!("{run} --resume"));
        let lines: Vec<&str> = whole.lines().collect();
        for damage in ["{\"version\":1,\"li", "", "99,,,", lines[4]] {
            let mut damaged = lines.clone();
            damaged[2] = damage;
            folder.write("out", damaged.join("\n") + "\n");
            resume().exits_with(2).remarks("line 3: found '");
            assert_eq!(folder.read("out"), damaged.join("\n") + "\n");
        }
        folder.write("out", whole.clone() + lines[2] + "\n");
        resume().exits_with(2).remarks("expected its end");
        // What the message advises.
        folder.write("out", lines[..2].join("\n") + "\n");
        resume();
        assert_eq!(folder.read("out").lines().count(), lines.len());
    }
}

#[test]
fn lines_that_failed_before_are_told_again() {
    for format in FORMATS {
        let folder = with_input("nonsense\n8/8/8/3k4/8/8/8/K6R w - - 0 1\n");
        let run = format!("analyse in --output out --depth 2 {format}");
        folder.run(&run).exits_with(1).remarks("line 1: ");
        let whole = folder.read("out");
        folder.run(format!("{run} --resume")).exits_with(1).remarks("1 of the 2 lines before could not be analysed");
        assert_eq!(folder.read("out"), whole);
    }
}

/// A line without a score or a reason is not finished; one of another position is not taken for this one.
#[test]
fn a_line_without_a_score_and_one_of_another_position_are_refused() {
    for format in FORMATS {
        let folder = with_input(POSITIONS);
        let run = format!("analyse in --output out --depth 2 {format}");
        let whole = written(&folder, &run);
        let is_third = |row: &str| row.starts_with('3') || row.contains("\"line\":3,");
        let (index, row) = (whole.lines().enumerate()).find(|(_, row)| is_third(row)).unwrap();
        let refuse = |changed: &str, expected: &str| {
            let mut lines: Vec<&str> = whole.lines().collect();
            lines[index] = changed;
            let text = lines.join("\n") + "\n";
            folder.write("out", &text);
            folder.run(format!("{run} --resume")).exits_with(2).remarks(expected);
            assert_eq!(folder.read("out"), text);
        };
        let without_score = match format {
            "--json" => {
                let mut object: Value = serde_json::from_str(row).unwrap();
                object["lines"] = json!([]);
                object.to_string()
            }
            "--csv" => row.splitn(4, ',').take(3).collect::<Vec<_>>().join(",") + &",".repeat(14),
            _ => format!("{:<17}", 3),
        };
        refuse(&without_score, "expected a score in the analysis of line 3 of the input");
        if format != "--jobs=1" {
            let other = row.replacen("rnbqkbnr/", "1nbqkbnr/", 1);
            refuse(&other, "expected the analysis of line 3 of the input, 'rnbqkbnr/");
        }
    }
}
