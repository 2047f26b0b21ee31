//! `kempelen nimber`.

use super::shell::{run, stdout};

fn output(arguments: &[&str]) -> String {
    stdout(&run(&[&["nimber"], arguments].concat()))
}

#[test]
fn expressions() {
    let text = output(&["3+5", "6*7", "mex 0 1 3"]);
    assert_eq!(text, "3+5 = 6\n6*7 = 3\nmex 0 1 3 = 2\n");
    let json = output(&["2*(3+4)", "--json"]);
    assert_eq!(json, "{\"expression\":\"2*(3+4)\",\"value\":9}\n");
}

#[test]
fn values_and_their_period() {
    let text = output(&["--rules", "0.77", "--up-to", "19"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "       0: 0 1 2 3 1 4 3 2 1 4");
    assert_eq!(lines[1], "      10: 2 6 4 1 2 7 1 4 3 2");
    assert_eq!(lines[2], "period 12 from heap 71 on, proved by the values up to 242");
    // A period is looked for again and again, so most values follow from it.
    for (options, computed_to) in [(&[][..], 242), (&["--all"], 10_000)] {
        let table = [&["--rules", "0.77", "--up-to", "1000", "--json"], options].concat();
        let end = format!("\"pre_period\":71,\"period\":12,\"computed_to\":{computed_to}}}\n");
        assert!(output(&table).ends_with(&end), "{options:?}");
    }
    let json = output(&["--take", "4,1,3", "--up-to", "6", "--json"]);
    assert!(json.starts_with("{\"values\":[0,1,0,1,2,3,2],\"pre_period\":0,\"period\":7,"), "{json}");
    let grundy = output(&["--grundy", "--up-to", "9"]);
    assert_eq!(grundy, "       0: 0 0 0 1 0 2 1 0 2 1\nno period is proved by the values up to 10000\n");
}

#[test]
fn refused() {
    for (arguments, expected) in [
        (vec!["3+"], "'3+': found the end, expected a number"),
        (vec![], "required"),
        (vec!["--rules", "0.9"], "expected an octal code such as 0.77"),
        (vec!["--take", "0"], "0 is not in 1..=1000000"),
        (vec!["--rules", "0.77", "--take", "1"], "cannot be used with"),
    ] {
        let result = run(&[&["nimber"], &arguments[..]].concat());
        let error = String::from_utf8_lossy(&result.stderr).into_owned();
        assert!(!result.status.success() && error.contains(expected), "{arguments:?}: {error}");
    }
}
