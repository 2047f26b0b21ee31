//! `kempelen tree`.

use crate::prelude::*;

fn tree(arguments: &str) -> Ran {
    run(format!("tree --game {arguments}"))
}

/// A position of Tic-tac-toe.
const CROSSES: &str = "tictactoe --position 'xxo/oo./x.. x'";

#[test]
fn a_tree_of_a_lecture() {
    assert_eq!(tree("tree --position '(A(6 8) B(7 11))'").text(), include_str!("../data/tree_lecture.txt"));
}

#[test]
fn the_windows_of_alpha_beta_stand_beside_the_values() {
    let text = tree("tree --position '(A(6 8) B(7 3 5))' --algorithm alpha-beta").text();
    assert_eq!(text.split_once('\n').unwrap().1, include_str!("../data/tree_windows.txt"));
}

#[test]
fn wins_and_losses() {
    let text = tree(&format!("{CROSSES} --depth 2")).text();
    assert!(text.starts_with("tictactoe: xxo/oo./x.. x, depth 2, values for MAX\nMAX +0.00\n"), "{text}");
    assert!(text.contains(": loss 2\n"), "{text}");
    let boards = tree(&format!("{CROSSES} --depth 0 --boards")).text();
    assert!(boards.ends_with("x x o/o o ./x . .\n"), "{boards}");
}

#[test]
fn the_extension_says_the_format() {
    let folder = Folder::new();
    for (name, begin) in [("a.svg", "<svg "), ("a.dot", "digraph {"), ("a.txt", "tree: ")] {
        assert_eq!(folder.run(format!("tree --game tree --and-or --output {name}")).text(), "");
        assert!(folder.read(name).starts_with(begin), "{}", folder.read(name));
    }
    let dot = tree("nim --position '1,2 p1' --graph --format dot").text();
    // p1: 1,2; 1; 0. p2: 2; 1,1; 1; 0.
    assert_eq!(dot.matches("shape=").count(), 7, "{dot}");
}

#[test]
fn a_page_of_steps() {
    let folder = Folder::new();
    let arguments = "tree --algorithm alpha-beta --steps";
    assert_eq!(folder.run(format!("tree --game {arguments} --output page.html")).text(), "");
    let page = folder.read("page.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!(page, tree(arguments).text());
    // The number that `compare` has for the same tree: 15 nodes, of which alpha-beta visits 13.
    assert!(page.contains("<dt>Least tree</dt><dd>11</dd>"), "{page}");
    assert!(page.contains("<span id=\"visited\">13</span> of 15"), "{page}");
    let boards = tree(&format!("{CROSSES} --boards --steps")).text();
    assert!(boards.contains("href=\"#mark-cross\"") && boards.contains("Minimax"));
}

#[test]
fn refused() {
    are_refused("tree --game", "tree");
}
