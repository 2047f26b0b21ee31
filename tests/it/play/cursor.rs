//! The cursor of the screen, moved by keys.

use super::screen::Screen;

#[test]
fn arrows_and_tab_move_the_cursor() {
    let arguments = ["--game", "tictactoe", "--second", "person"];
    let screen = Screen::with_environment(&arguments, 80, 24, &[("NO_COLOR", "1")]);
    screen.wait_for("[c1]");
    let (up, down, right, left) = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D");
    let (tab, back_tab) = ("\t", "\x1b[Z");
    // Arrow keys stop at the edge of the board. Tab visits only the cells that can be picked, and begins again after the last one.
    for (key, cell) in [
        (left, "[b1]"),
        (up, "[b2]"),
        (right, "[c2]"),
        (down, "[c1]"),
        (tab, "[a3]"),
        (left, "[a3]"),
        (up, "[a3]"),
        (tab, "[b3]"),
        (back_tab, "[a3]"),
        (back_tab, "[c1]"),
        (right, "[c1]"),
        (back_tab, "[b1]"),
        ("\r", "1. b1"),
        (back_tab, "[a3]"),
        (back_tab, "[c1]"),
        (back_tab, "[a1]"),
    ] {
        screen.press(key, cell);
    }
}
