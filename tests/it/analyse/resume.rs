//! `analyse --resume`.

use super::{POSITIONS, analyse, refused, stdout};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

#[test]
fn a_truncated_run_is_resumed() {
    let folder = TempDir::new().unwrap();
    let [input, output] = ["in", "out"].map(|name| folder.path().join(name));
    fs::write(&input, POSITIONS).unwrap();
    let [input, path] = [&input, &output].map(|path| path.to_str().unwrap());
    let run = |more: &[&str]| {
        let arguments = ["--csv", "--depth", "3", input, "--output", path];
        analyse(&[&arguments, more].concat(), "")
    };
    run(&[]);
    let positions = |path: &Path| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        let cells = |row: &str| row.split(',').take(3).collect::<Vec<_>>().join(",");
        text.lines().map(cells).collect()
    };
    let whole = positions(&output);
    assert_eq!(whole.len(), 7);
    assert!(String::from_utf8_lossy(&run(&[]).stderr).contains("--resume"));
    let text = fs::read_to_string(&output).unwrap();
    for end in [0, 3, text.find('\n').unwrap() + 1, text.len() / 2, text.len() - 1] {
        fs::write(&output, &text[..end]).unwrap();
        run(&["--resume"]);
        assert_eq!(positions(&output), whole, "cut off after {end} bytes");
    }
}

#[test]
fn a_run_with_other_settings_is_not_resumed() {
    let folder = TempDir::new().unwrap();
    let [input, output, plan] = ["in", "out", "out.plan"].map(|name| folder.path().join(name));
    fs::write(&input, POSITIONS).unwrap();
    let [from, to] = [&input, &output].map(|path| path.to_str().unwrap());
    let run = |more: &[&'static str]| [&[from, "--output", to], more].concat();
    analyse(&run(&["--json", "--depth", "3"]), "");
    let whole = fs::read_to_string(&output).unwrap();
    let resume = run(&["--json", "--depth", "3", "--resume", "--jobs", "2"]);
    assert_eq!(analyse(&resume, "").status.code(), Some(0), "nothing is left to do");
    let deeper = run(&["--json", "--depth", "4", "--resume"]);
    refused(&deeper, "was begun with depth 3, now it is 4");
    let nodes = run(&["--json", "--nodes", "50", "--resume"]);
    refused(&nodes, "was begun with depth 3, now it is nothing");
    refused(&run(&["--depth", "3", "--resume"]), "with format json, now it is plain");
    let lines = run(&["--json", "--depth", "3", "--multipv", "2", "--resume"]);
    refused(&lines, "with multipv 1, now it is 2");
    fs::write(&input, POSITIONS.replace("RNBQKBNR w KQkq", "RNBQKBNR w KQk")).unwrap();
    refused(&resume, "was begun with input of ");
    fs::write(&input, POSITIONS).unwrap();
    let noted = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, noted.replace("program: kempelen ", "program: kempelen 9")).unwrap();
    refused(&resume, "was begun with program kempelen 9");
    fs::write(&plan, "nonsense").unwrap();
    refused(&resume, "out.plan' is damaged");
    fs::remove_file(&plan).unwrap();
    refused(&resume, "should stand in '");
    assert_eq!(fs::read_to_string(&output).unwrap(), whole, "nothing was touched");
}

#[test]
fn a_damaged_line_is_reported() {
    let folder = TempDir::new().unwrap();
    for format in ["--json", "--csv", "--jobs=1"] {
        let [input, output] = ["in", format].map(|name| folder.path().join(name));
        fs::write(&input, POSITIONS).unwrap();
        let [from, to] = [&input, &output].map(|path| path.to_str().unwrap());
        let run = [from, "--output", to, "--depth", "2", format];
        analyse(&run, "");
        let whole = fs::read_to_string(&output).unwrap();
        let resume = [&run[..], &["--resume"]].concat();
        let lines: Vec<&str> = whole.lines().collect();
        for damage in ["{\"version\":1,\"li", "", "99,,,", lines[4]] {
            let mut damaged = lines.clone();
            damaged[2] = damage;
            fs::write(&output, damaged.join("\n") + "\n").unwrap();
            refused(&resume, "line 3: found '");
            assert_eq!(fs::read_to_string(&output).unwrap(), damaged.join("\n") + "\n");
        }
        let longer = whole.clone() + lines[2] + "\n";
        fs::write(&output, longer).unwrap();
        refused(&resume, "expected its end");
        // What the message advises.
        fs::write(&output, lines[..2].join("\n") + "\n").unwrap();
        analyse(&resume, "");
        let again = fs::read_to_string(&output).unwrap();
        assert_eq!(again.lines().count(), lines.len());
    }
}

#[test]
fn rows_of_payoffs_are_finished() {
    let folder = TempDir::new().unwrap();
    for format in ["--json", "--csv", "--jobs=1"] {
        let [input, output] = ["in", format].map(|name| folder.path().join(name));
        fs::write(&input, "(A:1 B:5) p1\n(A:1 B(2 3)) p2\n").unwrap();
        let [from, to] = [&input, &output].map(|path| path.to_str().unwrap());
        let run = [from, "--game", "tree", "--output", to, "--depth", "2", format];
        stdout(&analyse(&run, ""));
        let whole = fs::read_to_string(&output).unwrap();
        stdout(&analyse(&[&run[..], &["--resume"]].concat(), ""));
        assert_eq!(fs::read_to_string(&output).unwrap(), whole, "{format}");
    }
}

/// A line without a score or a reason is not finished; one of another position is not taken for this one.
#[test]
fn a_line_without_a_score_and_one_of_another_position_are_refused() {
    let folder = TempDir::new().unwrap();
    for format in ["--json", "--csv", "--jobs=1"] {
        let [input, output] = ["in", format].map(|name| folder.path().join(name));
        fs::write(&input, POSITIONS).unwrap();
        let [from, to] = [&input, &output].map(|path| path.to_str().unwrap());
        let run = [from, "--output", to, "--depth", "2", format];
        analyse(&run, "");
        let resume = [&run[..], &["--resume"]].concat();
        let whole = fs::read_to_string(&output).unwrap();
        let is_third = |row: &str| row.starts_with('3') || row.contains("\"line\":3,");
        let (index, row) = (whole.lines().enumerate()).find(|(_, row)| is_third(row)).unwrap();
        let refuse = |changed: &str, expected: &str| {
            let mut lines: Vec<&str> = whole.lines().collect();
            lines[index] = changed;
            let text = lines.join("\n") + "\n";
            fs::write(&output, &text).unwrap();
            refused(&resume, expected);
            assert_eq!(fs::read_to_string(&output).unwrap(), text);
        };
        let without_score = match format {
            "--json" => {
                let mut object: serde_json::Value = serde_json::from_str(row).unwrap();
                object["lines"] = serde_json::json!([]);
                object.to_string()
            }
            "--csv" => {
                let cells: Vec<&str> = row.splitn(4, ',').collect();
                cells[..3].join(",") + &",".repeat(14)
            }
            _ => format!("{:<17}", 3),
        };
        let no_score = "expected a score in the analysis of line 3 of the input";
        refuse(&without_score, no_score);
        if format != "--jobs=1" {
            let other = row.replacen("rnbqkbnr/", "1nbqkbnr/", 1);
            refuse(&other, "expected the analysis of line 3 of the input, 'rnbqkbnr/");
        }
    }
}
