//! `kempelen nimber`.

use crate::prelude::*;

fn nimber(arguments: &str) -> Ran {
    run(format!("nimber {arguments}"))
}

#[test]
fn expressions() {
    assert_eq!(nimber("3+5 6*7 'mex 0 1 3'").text(), "3+5 = 6\n6*7 = 3\nmex 0 1 3 = 2\n");
    assert_eq!(nimber("2*(3+4) --json").text(), "{\"expression\":\"2*(3+4)\",\"value\":9}\n");
}

#[test]
fn values_and_their_period() {
    let text = nimber("--rules 0.77 --up-to 19").text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "       0: 0 1 2 3 1 4 3 2 1 4");
    assert_eq!(lines[1], "      10: 2 6 4 1 2 7 1 4 3 2");
    assert_eq!(lines[2], "period 12 from heap 71 on, proved by the values up to 242");
    // A period is looked for again and again, so most values follow from it.
    for (options, computed_to) in [("", 242), ("--all", 10_000)] {
        let table = nimber(&format!("--rules 0.77 --up-to 1000 --json {options}")).text();
        let end = format!("\"pre_period\":71,\"period\":12,\"computed_to\":{computed_to}}}\n");
        assert!(table.ends_with(&end), "{options:?}");
    }
    let json = nimber("--take 4,1,3 --up-to 6 --json").text();
    assert!(json.starts_with("{\"values\":[0,1,0,1,2,3,2],\"pre_period\":0,\"period\":7,"), "{json}");
    let grundy = nimber("--grundy --up-to 9").text();
    assert_eq!(grundy, "       0: 0 0 0 1 0 2 1 0 2 1\nno period is proved by the values up to 10000\n");
}

#[test]
fn refused() {
    are_misused("nimber", "nimber");
}
