//! The games of the documents that Kempelen follows, each played to its end on the screen of a terminal.

use super::screen::Screen;
use crate::prelude::*;

/// Plays the first legal move of the list whenever a person is to move, until the game is over.
fn play_to_the_end(screen: &Screen) {
    let is_over = |text: &str| text.contains("new game, change sides");
    let waits = |text: &str| text.contains("is to move;");
    for _ in 0..400 {
        if is_over(&screen.text()) {
            return;
        }
        screen.keys("l");
        // If a machine moves between the key and the next drawing of the screen, its move hides the answer to the key.
        let is_answered = screen.comes_within(Duration::from_millis(50), |text| {
            text.contains("Legal moves") || waits(text) || is_over(text)
        });
        if !is_answered {
            continue;
        }
        if screen.text().contains("Legal moves") {
            screen.keys("\r");
            screen.wait_until("the board", |text| !text.contains("Legal moves"));
        } else {
            screen.wait_until("a move", |text| !waits(text));
        }
    }
    panic!("no end:\n{}", screen.text());
}

#[test]
fn autocheckers_with_levels_and_statistics() {
    let screen = Screen::play(&["--game", "pongor", "--second", "alpha-beta", "depth=4", "name=AutoCheckers"], 80, 24);
    screen.press("L", "Level of the machine");
    // The menu begins at the level of now.
    screen.press("\x1b[A\r", "level 3");
    screen.wait_for("depth=3");
    play_to_the_end(&screen);
    screen.wait_for("nodes in");
    screen.wait_until("a result", |text| text.contains("wins: ") || text.contains("drawn: "));
}

#[test]
fn nim_with_given_random_and_bounded_heaps() {
    let given = Screen::play(&["--game", "nim", "--fen", "nim 3,4,5 p1"], 80, 24);
    given.wait_for("3: 5");
    given.press("x", "no side can pass in this game");
    given.press("h", "hint: ");
    given.wait_for("Bouton");
    play_to_the_end(&given);
    let random = Screen::play(&["--game", "nim"], 80, 24);
    random.press("H", "Bounds");
    random.press("heaps=2 size=2..2 misere\r", "2: 2");
    play_to_the_end(&random);
}

#[test]
fn northcott_with_men_placed_in_secret() {
    let screen = Screen::play(&["--game", "northcott", "--second", "person", "name=Ben"], 80, 24);
    screen.press("W", "Rows and columns");
    screen.press("6x2\r", "You, while the other looks away");
    screen.press("1 9\r", "expected a number from 1 to 3");
    screen.press("1 2\r", "Ben, while the other looks away");
    assert!(!screen.text().contains("1 2"), "{}", screen.text());
    screen.keys("6 5\r");
    play_to_the_end(&screen);
}

#[test]
fn chess_by_typed_moves_between_two_persons() {
    let screen = Screen::play(&["--first", "person", "name=Anna", "--second", "person", "name=Bela"], 80, 24);
    screen.wait_for("Anna (person)");
    for (mv, shown) in [("F2F3", "f3"), ("e7e5", "e5"), ("g2-g4", "g4")] {
        screen.press(&format!("t{mv}\r"), shown);
    }
    screen.press("tQh4\r", "Bela (Black) wins: checkmate");
    contains_all(&fs::read_to_string(screen.state.path().join("last-game.pgn")).unwrap(), ["Qh4#", "0-1"]);
}

#[test]
fn slovak_draughts_with_an_edited_evaluation_undo_save_and_load() {
    let folder = tempfile::tempdir().unwrap();
    let weights = fs::read_to_string("eval/slovak.toml").unwrap();
    let edited = weights.replace("\nman = 3\n", "\nman = 4\n");
    assert_ne!(edited, weights);
    let eval = folder.path().join("edited.toml");
    fs::write(&eval, edited).unwrap();
    let eval = format!("eval={}", eval.display());
    let screen = Screen::play(&["--game", "slovak", "--second", "search", "level=2", &eval], 100, 30);
    screen.press("l", "Legal moves");
    screen.press("\r", "  1. ");
    screen.wait_until("an answer", |text| text.contains("Kempelen: "));
    let before = screen.text();
    screen.keys("u");
    screen.wait_until("an empty list", |text| !text.contains("  1. "));
    screen.press("r", "  1. ");
    let file = folder.path().join("game.pdn");
    screen.press("s", "Files");
    screen.press("\r", "Save as");
    screen.press(&format!("{}\r", file.display()), "saved to");
    play_to_the_end(&screen);
    screen.keys("\x1b");
    screen.wait_until("the board", |text| !text.contains("new game, change sides"));
    screen.press("s", "Files");
    screen.press("\x1b[B\r", "Load which file");
    screen.press(&format!("{}\r", file.display()), "  1. ");
    let first_move =
        |text: &str| text.lines().find_map(|line| line.split_once("  1. ")).map(|it| it.1.trim_end().to_owned());
    assert_eq!(first_move(&before), first_move(&screen.text()));
}
