//! `kempelen tree`.

use crate::prelude::*;

const LECTURE: &str = "(A(6 8) B(7 11))";

fn tree(arguments: &[&str]) -> crate::shell::Ran {
    run([&["tree"], arguments].concat())
}

#[test]
fn a_tree_of_a_lecture() {
    let text = stdout(&tree(&["--game", "tree", "--position", LECTURE]));
    let expected = "\
tree: (A(6 8) B(7 11)) p1
MAX 7
├─ A: MIN 6
│  ├─ 1: 6
│  └─ 2: 8
└─ *B: MIN 7
   ├─ *1: 7
   └─ 2: 11
";
    assert_eq!(text, expected);
}

#[test]
fn the_windows_of_alpha_beta_stand_beside_the_values() {
    let arguments = ["--game", "tree", "--position", "(A(6 8) B(7 3 5))", "--algorithm", "alpha-beta"];
    let expected = "\
MAX 6 [−∞, ∞] visit 1
├─ *A: MIN 6 [−∞, ∞] visit 2
│  ├─ *1: 6 [−∞, ∞] visit 3
│  └─ 2: 8 [−∞, 6] visit 4
└─ B: MIN ≤ 3 [6, ∞] visit 5
   ├─ 1: 7 [6, ∞] visit 6
   ├─ 2: 3 [6, 7] visit 7
   └─ x 3: 5
";
    let text = stdout(&tree(&arguments));
    assert_eq!(text.split_once('\n').unwrap().1, expected);
}

#[test]
fn wins_and_losses() {
    let position = ["--game", "tictactoe", "--position", "xxo/oo./x.. x"];
    let text = stdout(&tree(&[&position[..], &["--depth", "2"]].concat()));
    let head = "tictactoe: xxo/oo./x.. x, depth 2, values for MAX\nMAX +0.00\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains(": loss 2\n"), "{text}");
    let boards = stdout(&tree(&[&position[..], &["--depth", "0", "--boards"]].concat()));
    assert!(boards.ends_with("x x o/o o ./x . .\n"), "{boards}");
}

#[test]
fn the_extension_says_the_format() {
    let folder = tempfile::tempdir().unwrap();
    for (name, begin) in [("a.svg", "<svg "), ("a.dot", "digraph {"), ("a.txt", "tree: ")] {
        let path = folder.path().join(name);
        let output = ["--output", path.to_str().unwrap()];
        let arguments = [&["--game", "tree", "--and-or"], &output[..]].concat();
        assert_eq!(stdout(&tree(&arguments)), "");
        let text = fs::read_to_string(path).unwrap();
        assert!(text.starts_with(begin), "{text}");
    }
    let dot = stdout(&tree(&["--game", "nim", "--position", "1,2 p1", "--graph", "--format", "dot"]));
    // p1: 1,2; 1; 0. p2: 2; 1,1; 1; 0.
    assert_eq!(dot.matches("shape=").count(), 7, "{dot}");
}

#[test]
fn a_page_of_steps() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let output = ["--output", path.to_str().unwrap()];
    let arguments = ["--game", "tree", "--algorithm", "alpha-beta", "--steps"];
    assert_eq!(stdout(&tree(&[&arguments[..], &output[..]].concat())), "");
    let page = fs::read_to_string(path).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!(page, stdout(&tree(&arguments)));
    // The number that `compare` has for the same tree: 15 nodes, of which alpha-beta visits 13.
    assert!(page.contains("<dt>Least tree</dt><dd>11</dd>"), "{page}");
    assert!(page.contains("<span id=\"visited\">13</span> of 15"), "{page}");
    let boards = ["--game", "tictactoe", "--position", "xxo/oo./x.. x"];
    let boards = stdout(&tree(&[&boards[..], &["--boards", "--steps"]].concat()));
    assert!(boards.contains("href=\"#mark-cross\"") && boards.contains("Minimax"));
}

#[test]
fn refused() {
    for (arguments, expected) in [
        (
            &["--game", "chess", "--depth", "3"][..],
            "the tree to depth 3 has 9323 nodes, expected at most 1000: depth 2 has 421",
        ),
        (
            &["--game", "chess"],
            "the tree to depth 100 has more than 100000 nodes, expected at most 1000: depth 2 has 421",
        ),
        (
            &["--game", "tree", "--output", "tree.png"],
            "found 'tree.png', expected a name that ends in .svg, .dot or .txt",
        ),
        (
            &["--game", "tree", "--graph", "--algorithm", "alpha-beta"],
            "found alpha-beta with --graph, expected minimax",
        ),
        (&["--game", "tree", "--position", "(1 2"], "the position: "),
        (&["--game", "tree", "--steps", "--graph"], "--steps: found --graph, expected a tree"),
        (&["--game", "tree", "--steps", "--format", "svg"], "--steps: found --format svg, expected no --format"),
        (
            &["--game", "tree", "--steps", "--output", "tree.svg"],
            "found 'tree.svg', expected a name that ends in .html with --steps",
        ),
        (
            &["--game", "chess", "--depth", "3", "--steps"],
            "the tree to depth 3 has 9323 nodes, expected at most 1000: depth 2 has 421",
        ),
    ] {
        let complaint = complaint(&tree(arguments));
        assert!(complaint.contains(expected), "{complaint}");
    }
}
