//! The board on the screen of a terminal.

use super::screen::{Screen, random_keys};
use crate::prelude::*;
use nix::sys::signal::Signal;

const ENTER: &str = "\r";
const ESCAPE: &str = "\x1b";
const CTRL_C: &str = "\x03";

/// Chooses the line of a menu that begins with a text.
fn choose(screen: &Screen, text: &str) {
    for _ in 0..60 {
        if screen.text().lines().any(|line| line.contains(&format!("> {text}"))) {
            screen.keys(ENTER);
            return;
        }
        screen.keys("\x1b[B");
        sleep(Duration::from_millis(60));
    }
    panic!("no {text} in\n{}", screen.text());
}

#[test]
fn a_move_is_made_by_keys_and_answered() {
    let mut screen = Screen::play(&["--level", "1"], 80, 24);
    screen.wait_for("You (person)");
    // The cursor stands on the knight of g1, which goes to f3.
    screen.wait_for("[♞]");
    screen.keys("\r\x1b[A\x1b[A\x1b[D\r");
    screen.wait_until("an answer", |text| text.contains("1. Nf3") && text.contains("Kempelen: "));
    screen.keys("u");
    screen.wait_until("an empty list", |text| !text.contains("1. Nf3"));
    screen.press("r", "1. Nf3");
    assert!(screen.hears_mouse());
    screen.keys("q");
    assert!(screen.end().success());
    screen.wait_until("mouse of the terminal itself", |_| !screen.hears_mouse());
}

#[test]
fn a_move_is_made_by_the_mouse() {
    let screen = Screen::play(&["--level", "1"], 80, 24);
    screen.wait_for("[♞]");
    let (column, row) = screen.find("[♞]");
    screen.click(column + 1, row);
    screen.wait_until("targets", |text| text.matches("( )").count() == 2);
    let (target, above) = screen.find("( )");
    assert_eq!(above, row - 4);
    screen.click(target + 1, above);
    screen.wait_for("1. Nf3");
}

#[test]
fn wrong_picks_and_moves_are_explained() {
    let screen = Screen::play(&["--game", "english", "--first", "person", "--second", "person", "name=B"], 80, 24);
    screen.wait_for("Person (person)");
    // The row below has no square straight ahead of 12: the cursor goes to 16, beside it.
    screen.press("\r\x1b[B\r", "1. 12-16");
    screen.keys("u");
    screen.wait_until("an empty list", |text| !text.contains("1. 12-16"));
    screen.press("t11-30\r", "rule ");
    screen.press("txyz\r", "is not a move");
    screen.press("%", "does nothing");
    screen.press("t11-15\r", "11-15");
    // A ballot has three moves.
    screen.press("uB", "  2. ");
}

#[test]
fn a_machine_that_thinks_is_answered_at_once_and_can_be_hurried() {
    let screen = Screen::play(
        &["--first", "search", "movetime=60000", "book=off", "--threads", "2", "--second", "person"],
        100,
        30,
    );
    screen.wait_for("at depth");
    let mut slowest = Duration::ZERO;
    for (key, shown) in [("?", "Arrows or Tab"), ("m", "type a move")] {
        let began = Instant::now();
        screen.press(key, shown);
        slowest = slowest.max(began.elapsed());
        let began = Instant::now();
        screen.keys(ESCAPE);
        screen.wait_until("the board", |text| !text.contains(shown));
        slowest = slowest.max(began.elapsed());
    }
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    screen.keys("n");
    screen.wait_for("  1. ");
    screen.press("t", "Your move");
    // Without a screen too.
    let told = super::plain::printed("--first search movetime=600000 book=off --second person name=B", "now\nlist\n");
    assert!(told.contains("\n  1. "), "{told}");
}

#[test]
fn screens_of_many_sizes() {
    let screen = Screen::play(&["--second", "person", "name=B"], 40, 10);
    screen.wait_for("too small");
    screen.resize(80, 24);
    screen.wait_for("White: You");
    screen.resize(200, 60);
    screen.wait_until("a large board", |text| text.lines().nth(58).is_some_and(|line| line.contains("menu")));
    let rows = |text: &str| text.lines().filter(|line| line.contains('♟')).map(str::len).max();
    assert!(rows(&screen.text()) > Some(70), "{}", screen.text());
    screen.resize(20, 5);
    screen.wait_for("too small");
    // Keys are heard all the same.
    let mut screen = screen;
    screen.keys("q");
    assert!(screen.end().success());
}

#[test]
fn colours_and_signs_only_where_they_are_wanted() {
    let coloured = Screen::play(&[], 80, 24);
    coloured.wait_for("♞");
    assert!(coloured.has_colours());
    let plain = Screen::with_environment(&[], 80, 24, &[("NO_COLOR", "1")]);
    plain.wait_for("[N]");
    assert!(!plain.has_colours() && !plain.text().contains('♞'), "{}", plain.text());
    let ascii = Screen::with_environment(&[], 80, 24, &[("LC_ALL", "C"), ("LANG", "C")]);
    ascii.wait_for("[N]");
    ascii.press("m", "type a move");
    assert!(ascii.text().is_ascii(), "{}", ascii.text());
}

#[test]
fn the_last_game_is_offered_after_every_end() {
    for end in ["q", CTRL_C, "term", "hang up"] {
        let mut screen = Screen::play(&["--level", "1"], 80, 24);
        screen.wait_for("You (person)");
        screen.keys("te4\r");
        screen.wait_until("an answer", |text| text.contains("1. e4") && text.contains("Kempelen: "));
        match end {
            "term" => screen.signal(Signal::SIGTERM),
            "hang up" => screen.signal(Signal::SIGHUP),
            key => screen.keys(key),
        }
        screen.end();
        let state = screen.state.path().to_str().unwrap().to_owned();
        let kept = fs::read_to_string(screen.state.path().join("last-game.pgn"));
        assert!(kept.as_ref().is_ok_and(|text| text.contains("1. e4")), "{end}: {kept:?}");
        let again = Screen::with_environment(&[], 80, 24, &[("KEMPELEN_STATE", &state)]);
        again.wait_for("An unfinished game of chess");
        choose(&again, "go on with it");
        again.wait_for("1. e4");
    }
}

#[test]
fn a_flood_of_keys_and_bytes_does_no_harm() {
    let mut screen = Screen::play(&["--level", "1"], 80, 24);
    screen.wait_for("You (person)");
    for key in random_keys(34).take(3000) {
        screen.keys(key);
    }
    // Whatever is open closes, and the program still ends.
    sleep(Duration::from_millis(300));
    screen.keys(CTRL_C);
    screen.end();
}

/// What is pasted while the program is busy is more than it reads at once.
#[test]
fn a_long_paste_is_read_to_its_end() {
    let mut screen = Screen::play(&["--second", "person", "name=B"], 80, 24);
    screen.wait_for("You (person)");
    screen.signal(Signal::SIGSTOP);
    screen.keys(&format!("t{}{CTRL_C}", "e4 ".repeat(1000)));
    screen.signal(Signal::SIGCONT);
    screen.end();
}

#[test]
fn a_damaged_last_game_is_told() {
    let state = tempfile::tempdir().unwrap();
    fs::write(state.path().join("last-game.pgn"), "[Event \"x\"]\n\n1. e4 e9 *\n").unwrap();
    let path = state.path().to_str().unwrap().to_owned();
    let screen = Screen::with_environment(&[], 80, 24, &[("KEMPELEN_STATE", &path)]);
    screen.wait_for("last-game.pgn");
    screen.press("te4\r", "1. e4");
    assert!(fs::read_to_string(state.path().join("last-game-unreadable.pgn")).unwrap().contains("1. e4 e9"));
}

#[test]
fn the_mouse_chooses_in_menus_and_on_the_line_of_keys() {
    let mut screen = Screen::play(&["--second", "person", "name=B"], 80, 24);
    screen.wait_for("m menu");
    // The line of keys, not the message above it.
    let (column, row) = screen.find("m menu  ? help");
    screen.click(column + 3, row);
    screen.wait_for("type a move");
    // Outside the menu.
    screen.click(0, 2);
    screen.wait_until("no menu", |text| !text.contains("type a move"));
    screen.press("m", "list of the legal moves");
    let (column, row) = screen.find("list of the legal");
    screen.click(column, row);
    screen.wait_for("Legal moves");
    let (column, row) = screen.find("Nf3");
    screen.click(column, row);
    screen.wait_for("1. Nf3");
    let (column, row) = screen.find("q quit");
    screen.click(column, row);
    assert!(screen.end().success());
}

#[test]
fn letters_with_ctrl_and_alt_do_nothing_and_a_prompt_is_edited() {
    let screen = Screen::play(&["--second", "person", "name=B"], 80, 24);
    screen.wait_for("You (person)");
    screen.press("te4\r", "1. e4");
    // Ctrl+U is no u, and Alt+u neither.
    screen.keys("\x15\x1bu");
    screen.press("te9\x155\x1b[De\r", "1. e4              e5");
}

#[test]
fn an_unfinished_game_is_given_up_only_if_the_person_says_so_and_is_not_lost() {
    let screen = Screen::play(&["--second", "person", "name=B"], 80, 24);
    screen.wait_for("You (person)");
    screen.press("te4\r", "1. e4");
    for key in ["G", "H"] {
        screen.press(key, "The game is not over");
        screen.keys(ESCAPE);
        screen.wait_until("the board", |text| !text.contains("not over"));
    }
    screen.press("s", "Files");
    choose(&screen, "load");
    screen.wait_for("The game is not over");
    screen.keys(ESCAPE);
    screen.wait_until("the board", |text| !text.contains("not over"));
    screen.press("G", "The game is not over");
    choose(&screen, "give it up");
    screen.wait_for("Which game?");
    screen.wait_for("english        English draughts (American checkers)");
    choose(&screen, "english");
    screen.wait_for("English draughts");
    screen.press("t11-15\r", "1. 11-15");
    let kept = |file: &str| fs::read_to_string(screen.state.path().join(file)).unwrap();
    assert!(kept("previous-game.pgn").contains("1. e4"));
    assert!(kept("last-game.pgn").contains("11-15"));
}

#[test]
fn a_machine_that_is_to_move_in_a_loaded_game_moves() {
    let state = tempfile::tempdir().unwrap();
    let file = state.path().join("game.pgn");
    let text =
        "[White \"You\"]\n[Black \"Kempelen\"]\n[BlackType \"program\"]\n[BlackEngine \"best level=1\"]\n\n1. e4 *\n";
    fs::write(&file, text).unwrap();
    let screen = Screen::play(&[], 100, 24);
    screen.press("s", "Files");
    choose(&screen, "load");
    screen.wait_for("Load which file");
    screen.keys(&format!("{}\r", file.display()));
    screen.wait_until("an answer", |text| text.contains("1. e4") && text.contains("Kempelen: "));
}

#[test]
fn after_a_resignation_nothing_can_be_picked_and_the_result_stays() {
    let screen = Screen::play(&["--second", "person", "name=B"], 80, 24);
    screen.press("te4\r", "1. e4");
    screen.press("R", "Resign?");
    choose(&screen, "resign");
    screen.wait_for("new game, change sides");
    screen.keys(ESCAPE);
    screen.wait_until("the board", |text| !text.contains("new game, change sides"));
    screen.press("\r", "the game is over");
    screen.press("f", "White wins: resignation");
    screen.keys("u");
    screen.wait_until("the game", |text| !text.contains("White wins"));
    assert!(screen.text().contains("1. e4"), "{}", screen.text());
    screen.press("R", "Resign?");
    choose(&screen, "resign");
    screen.wait_for("new game, change sides");
    // A key of the board is not swallowed by the box.
    screen.keys("u");
    screen.wait_until("the game", |text| !text.contains("White wins") && !text.contains("new game, change sides"));
    screen.press("R", "Resign?");
    choose(&screen, "resign");
    screen.wait_for("new game, change sides");
    choose(&screen, "save");
    screen.wait_for("Files");
}

#[test]
fn the_person_who_plays_second_is_at_the_bottom() {
    let screen = Screen::play(&["--side", "second", "--level", "1"], 80, 24);
    screen.wait_for("1. ");
    let row = |screen: &Screen, label: &str| screen.text().lines().position(|line| line.starts_with(label));
    assert!(row(&screen, "8 ") > row(&screen, "1 "), "{}", screen.text());
    screen.press("u", "the machine waits");
    screen.press("g", "1. ");
    screen.keys("f");
    screen.wait_until("another side", |_| row(&screen, "8 ") < row(&screen, "1 "));
}

#[test]
fn a_piece_is_dragged_with_the_mouse() {
    let screen = Screen::play(&["--second", "person", "name=B"], 80, 24);
    screen.wait_for("[♞]");
    let (column, row) = screen.find("[♞]");
    let (knight, target, nowhere) = ((column + 1, row), (column - 3, row - 4), (column + 1, row - 6));
    // To a square where it cannot go: it stays picked, and is dragged from its own square all the same.
    screen.drag(knight, nowhere);
    screen.wait_for("a knight cannot go from g1 to g4");
    screen.drag(knight, target);
    screen.wait_for("1. Nf3");
    // From an empty square to a piece: nothing is picked.
    screen.drag(nowhere, (column + 1, row - 14));
    screen.wait_until("a refusal", |text| text.contains("begins on g4") || text.contains("'g4'"));
    assert!(!screen.text().contains("( )"), "{}", screen.text());
}

#[test]
fn a_beginner_finds_a_level_on_the_screen() {
    let screen = Screen::play(&["--seed", "1"], 80, 24);
    screen.wait_for("Kempelen plays at level 4 of 10; L changes it");
    screen.press("L", "Level of the machine: depth, or rating (of programs, not of people)");
    screen.wait_for("> depth     4");
    choose(&screen, "rating  800");
    screen.wait_for("Kempelen plays at a rating of 800; L changes it");
    screen.wait_for("Kempelen (best elo=800)");
    screen.resize(62, 24);
    screen.wait_for("Kempelen (elo=800)");
    screen.press("L", "> rating  800");
    screen.keys(ESCAPE);
    // Escape and a letter at once are the letter with Alt.
    screen.wait_until("no menu", |text| !text.contains("Level of the machine"));
    screen.press("te4\r", "King's Pawn Game");
    // A level that the menu does not always have is not lowered.
    for (level, shown) in
        [("elo=850", "rating  850"), ("nodes=10000", "10,000 nodes a move"), ("clock", "by the clock")]
    {
        let screen = Screen::play(&["--second", "best", level], 80, 24);
        screen.wait_for(&format!("Kempelen (best {level})"));
        screen.press("L", &format!("> {shown}"));
        screen.keys(ENTER);
        screen.wait_until("no menu", |text| !text.contains("Level of the machine"));
        screen.wait_for(&format!("Kempelen (best {level})"));
    }
    let nim = Screen::play(&["--game", "nim"], 80, 24);
    nim.wait_for("Kempelen plays by the theory of the game; P: another player is weaker");
    nim.press("L", "Level of the machine: depth");
    assert!(!nim.text().contains("rating"), "{}", nim.text());
}

#[test]
fn names_and_misere_play_are_set_on_the_screen() {
    let screen = Screen::play(&["--game", "nim", "--second", "random"], 80, 24);
    screen.press("P", "Whose player?");
    choose(&screen, "Player 1");
    screen.wait_for("Who plays Player 1?");
    choose(&screen, "the same player under another name");
    screen.press("Anna Mária\r", "Player 1: Anna Mária");
    screen.press("M", "nim misere: ");
    screen.wait_for("Player 1: Anna Mária");
    screen.keys("M");
    screen.wait_until("normal play", |text| !text.contains("misere"));
    let chess = Screen::play(&["--second", "person", "name=B"], 80, 24);
    chess.press("M", "there is no misere play of chess");
    chess.press("P", "Whose player?");
    choose(&chess, "White");
    choose(&chess, "the same player under another name");
    chess.press("b\r", "found the name 'b' for both players");
}

#[test]
fn a_word_says_that_the_machine_thinks() {
    let screen = Screen::play(&["--first", "search", "movetime=60000", "book=off", "--second", "person"], 80, 24);
    screen.wait_for("Kempelen is thinking");
    screen.keys("n");
    screen.wait_until("a move", |text| text.contains("  1. ") && !text.contains("is thinking"));
    let hurried = Screen::play(&["--first", "minimax", "depth=9", "--second", "person"], 80, 24);
    hurried.wait_for("Kempelen is thinking");
    hurried.press("n", "interrupted; playing the best");
}

#[test]
fn a_tree_is_drawn_on_the_screen() {
    let screen = Screen::play(&["--game", "tree", "--fen", "(A(6 8) B:7)", "--second", "person", "name=B"], 80, 24);
    screen.wait_for("[B]");
    for line in ["\n  A", "\n    1: 6", "\n    2: 8", "\n  B: 7"] {
        screen.wait_for(line);
    }
}

#[test]
fn enter_plays_a_single_move_that_cannot_be_picked() {
    let screen = Screen::play(&["--game", "twentyone", "--fen", "20 p1", "--second", "person", "name=B"], 80, 24);
    screen.wait_for("the only move is +1: Enter");
    screen.press(ENTER, "wins: ");
}
