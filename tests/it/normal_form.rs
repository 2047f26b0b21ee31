//! `kempelen solve --normal-form` and `--reduced`.

use super::shell::{contains_all, run};

#[test]
fn the_normal_form_has_no_json() {
    for form in ["--normal-form", "--reduced"] {
        run(format!("solve --game tree {form} --json")).exits_with(2);
    }
}

#[test]
fn the_normal_form_of_the_thesis() {
    let text = run("solve --game tree --reduced").text();
    let expected = "\
reduced normal form of (((6 -10)(8 2))((7 1)(11 -8))) p1

A1: 1; after 1 1: 1; after 1 2: 1
A2: 1; after 1 1: 2; after 1 2: 1
A3: 1; after 1 1: 1; after 1 2: 2
A4: 1; after 1 1: 2; after 1 2: 2
A5: 2; after 2 1: 1; after 2 2: 1
A6: 2; after 2 1: 2; after 2 2: 1
A7: 2; after 2 1: 1; after 2 2: 2
A8: 2; after 2 1: 2; after 2 2: 2

B1: after 1: 1; after 2: 1
B2: after 1: 2; after 2: 1
B3: after 1: 1; after 2: 2
B4: after 1: 2; after 2: 2

            B1     B2     B3     B4  | min
A1           6      8      6      8  | 6
A2         -10      8    -10      8  | -10
A3           6      2      6      2  | 2
A4         -10      2    -10      2  | -10
A5           7      7     11     11  | 7
A6           1      1     11     11  | 1
A7           7      7     -8     -8  | -8
A8           1      1     -8     -8  | -8
max          7      8     11     11  |

maximin = minimax = 7: the value
Nash pairs: (A5, B1)
";
    assert_eq!(text, expected);
    let text = run("solve --game tree --normal-form").text();
    assert!(text.starts_with("normal form of "), "{text}");
    assert!(text.contains("\nA32: "), "{text}");
    let error = run("solve --game tictactoe --moves a1 b1 c1 --normal-form").err();
    contains_all(&error, ["the normal form has ", "the limit is 10000 entries"]);
}
