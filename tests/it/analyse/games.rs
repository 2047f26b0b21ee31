//! `analyse` annotates games.

use super::{analyse, with_input};
use crate::prelude::*;

#[test]
fn an_analysis_of_an_analysis_changes_nothing() {
    let games = include_str!("../../data/annotated.pgn");
    let run = |input: &str| analyse("--games --nodes 2000 -", input).out();
    let once = run(games);
    assert_eq!(run(&once), once);
    let kept = [
        "{First. [%eval ",
        "[%clk 0:01:00]}",
        "e5 $1 {[%eval ",
        "( 1... d5 {solid [%eval 0.1]} 2. e4 ( 2. d4 $14 Nf6 ) 2... dxe4 ) {after} 2. g4 $4",
        "{why? [%csl Gg4][%cal Rd8h4] [%eval #-1,",
        "Qh4# {mate} 0-1 {resigned really}",
        "1. e4 {best [%eval ",
        "2. Ke2 $6 $14 ",
        "( 3. Nf3 )",
        "9. Qf7 $4 {oh [%eval 0.00]}",
    ];
    contains_all(&on_one_line(&once), kept);
    assert!(!on_one_line(&once).contains("[%eval 99]"), "{once}");
}

#[test]
fn a_game_that_cannot_be_read_is_written_as_far_as_it_goes() {
    let games =
        "[Event \"a\"]\n\n1. e4 {good} ) e5 *\n\n1. c4 *\n\n[Event \"b\"]\n[GameType \"25\"]\n\n1. c3-d4 f6-g5 *\n";
    let run = |format: &str| analyse(&format!("--games --nodes 100 {format} -"), games);
    let plain = run("");
    plain.exits_with(1);
    let kept = ["[Event \"a\"] 1. e4 {good} *", "1. c4 {", "[Event \"b\"] [GameType \"25\"] 1. c3-d4 f6-g5 *"];
    contains_all(&on_one_line(&plain.out()), kept);
    assert!(plain.err().contains("2 games could not be analysed"), "{plain:?}");
    let lines: Vec<_> = run("--json").objects().iter().map(|game| game["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 5, 7]);
}

/// In English draughts Black begins.
#[test]
fn the_page_counts_the_marks_of_each_colour() {
    let folder = Folder::with(&[("game.pdn", "[GameType \"21\"]\n\n1. 11-15 22-18 2. 15x22 26x17 3. 9-13 17-14 *\n")]);
    let row = folder
        .run("analyse --game english --nodes 5000 --threshold 0.02,0.05,0.1 --json --html game.html game.pdn")
        .objects()
        .remove(0);
    let moves = row["moves"].as_array().unwrap();
    let marked = |mark: &str, side: usize| moves.iter().skip(side).step_by(2).filter(|mv| mv["mark"] == mark).count();
    let page = folder.read("game.html");
    let mut count = 0;
    for mark in ["inaccuracy", "mistake", "blunder"] {
        let [black, white] = [0, 1].map(|side| marked(mark, side));
        let cells = format!("</b> {mark}</th><td>{white}</td><td>{black}</td>");
        assert!(page.contains(&cells), "{cells}: {page}");
        count += white.abs_diff(black);
    }
    assert!(count > 0, "{row}");
}

#[test]
fn a_loss_is_that_of_the_side_that_moved() {
    // Black gives the queen away, White takes it and then gives the queen back.
    let game = "1. e4 e5 2. Nf3 Qh4 3. Nxh4 d6 4. Qh5 Nf6 5. Qxf7+ Kxf7 *";
    let rows = |game: &str| analyse("--games --nodes 5000 --json -", game).objects();
    let row = &rows(game)[0];
    let moves = row["moves"].as_array().unwrap();
    let marks: Vec<_> = moves.iter().map(|mv| mv["mark"].as_str().unwrap_or("")).collect();
    assert_eq!(marks[3], "blunder", "{row}");
    assert_eq!(marks[8], "blunder", "{row}");
    assert_eq!(marks.iter().filter(|mark| **mark == "blunder").count(), 2, "{row}");
    // What White can expect grows by Black's blunder, and that is Black's loss.
    let white = |ply: usize| moves[ply]["white"].as_f64().unwrap();
    let loss = |ply: usize| moves[ply]["loss"].as_f64().unwrap();
    assert!(white(3) > white(2) + 0.3 && white(8) < white(7) - 0.3, "{row}");
    assert!((loss(3) - (white(3) - white(2))).abs() < 1e-3, "{row}");
    assert!((loss(8) - (white(7) - white(8))).abs() < 1e-3, "{row}");
    contains_all(&on_one_line(&analyse("--games --nodes 5000 -", game).out()), [" 2... Qh4 $4 {", " 5. Qxf7+ $4 {"]);
    // The accuracy of a side falls by its own blunder alone.
    let row = &rows("1. e4 e5 2. Nf3 Qh4 3. Nxh4 *")[0];
    let accuracy = |side: usize| row["accuracy"][side].as_f64().unwrap();
    assert!(accuracy(0) > 90.0 && accuracy(1) < 80.0, "{row}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_game_keeps_what_was_analysed() {
    let mut child = piped(program().args(["analyse", "--games", "--movetime", "300", "-"]));
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 \
           7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 \
           13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 17. dxe5 Nxe4 18. Bxe7 Qxe7 *";
    let games = format!(
        "[FEN \"8/8/8/8/8/3k4/8/3K4 w - - 0 1\"]\n\n*\n\n\
         [White \"Long\"]\n[WhiteAccuracy \"12.0\"]\n[BlackAccuracy \"13.0\"]\n\n{long}\n\n[White \"Later\"]\n\n1. e4 *\n\n"
    );
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(games.as_bytes()).unwrap();
    let mut output = child.stdout.take().unwrap();
    // The first game is over before it begins.
    child.stdout = Some(in_time("the first game", move || {
        output.read_exact(&mut [0; 8]).unwrap();
        output
    }));
    sleep(Duration::from_millis(1500));
    let interrupted = Instant::now();
    signal(&child, "INT");
    let ran = wait_with_output(child);
    assert!(interrupted.elapsed() < Duration::from_secs(8));
    ran.exits_with(130).remarks("the game in line 5 up to ");
    let text = ran.out();
    assert!((1..34).contains(&text.matches("[%eval").count()), "{text}");
    assert!(on_one_line(&text).contains("18. Bxe7 Qxe7 *"), "{text}");
    assert!(!text.contains("Later") && !text.contains("Accuracy"), "{text}");
    drop(stdin);
}

/// Every game that was begun is in the output, with its pictures; those after it are not, and no lock is left.
#[test]
#[cfg(unix)]
fn an_interrupted_run_of_many_games_leaves_those_that_were_begun() {
    let long =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 *\n\n";
    let folder = with_input(&("1. e4 *\n\n".to_owned() + &long.repeat(6)));
    let words = "analyse in --games --json --movetime 150 --jobs 2 --output out --svg curve.svg --html page.html";
    let child = piped(&mut folder.command(words));
    wait_until("a game is written", || folder.has("out") && folder.read("out").contains('\n'));
    sleep(Duration::from_millis(200));
    signal(&child, "INT");
    let ran = wait_with_output(child);
    let complaint = ran.exits_with(130).err();
    let text = folder.read("out");
    let rows: Vec<Value> = text.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert!((2..=3).contains(&rows.len()), "{text}");
    assert!(rows[0].get("interrupted").is_none(), "{text}");
    for row in &rows[1..] {
        assert_eq!(row["interrupted"], true, "{text}");
        let moves = row["moves"].as_array().unwrap().len();
        assert!(moves < 19, "{text}");
        let told = format!("; the game in line {} up to {moves} of 19 moves", row["line"]);
        assert!(complaint.contains(&told), "{complaint}");
    }
    assert_eq!(complaint.matches("the game in line").count(), rows.len() - 1, "{complaint}");
    for picture in ["curve", "page"] {
        let extension = if picture == "curve" { "svg" } else { "html" };
        let drawn = (2..=7).filter(|number| folder.has(&format!("{picture}-{number}.{extension}"))).count();
        assert!(folder.has(&format!("{picture}.{extension}")) && drawn == rows.len() - 1, "{picture}: {drawn}");
    }
    assert_eq!(folder.count(), 2 + 2 * rows.len(), "the input, the output and the pictures");
}
