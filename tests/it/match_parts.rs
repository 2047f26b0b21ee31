//! A match in parts: `--start` plays them, and `--add` shows what a single run would have shown.

use crate::prelude::*;

/// A match of two algorithms with fixed limits, so that a game depends on its opening alone.
fn play(folder: &Folder, game: &str, more: &str) -> String {
    let engines = "--engine builtin=search nodes=60 name=a --engine builtin=alpha-beta depth=2 name=b";
    folder.run(format!("match --game {game} {engines} --max-plies 40 --plies 4 {more}")).text()
}

/// A folder with the records of a match of chess: all.pgn in one run, 1.pgn to 4.pgn in parts of a pair each.
fn parts() -> Folder {
    let folder = Folder::new();
    play(&folder, "chess", "--openings random --rounds 4 --pgn all.pgn");
    let part = |nth| play(&folder, "chess", &format!("--openings random --start {nth} --pgn {nth}.pgn"));
    (1..=4).for_each(|nth| drop(part(nth)));
    folder
}

/// The table at the end of a run, without the lines of its games.
fn table(output: &str) -> &str {
    &output[output.rfind("engine ").unwrap()..]
}

#[test]
fn four_parts_add_up_to_a_single_run() {
    let sprt = "--sprt elo0=0 elo1=5";
    for (game, openings) in [("chess", "random --shuffle"), ("english", "ballots --shuffle"), ("tictactoe", "random")] {
        let folder = Folder::new();
        let whole = |more: &str| play(&folder, game, &format!("--openings {openings} --rounds 8 {sprt} {more}"));
        let (text, object) = (whole("--pgn all.pgn"), whole("--json"));
        for start in [1, 3, 5, 7] {
            let pgn = format!("--start {start} --rounds 2 --concurrency 2 --pgn {start}.pgn");
            let part = play(&folder, game, &format!("--openings {openings} {pgn}"));
            assert!(part.contains("    4 of 4  "), "{part}");
        }
        // Neither the order of the files nor their number matters.
        for files in ["1.pgn 3.pgn 5.pgn 7.pgn", "7.pgn 1.pgn 5.pgn 3.pgn", "all.pgn"] {
            let added = |more: &str| folder.run(format!("match --game {game} --add {files} {sprt} {more}"));
            assert_eq!((added("").text().as_str(), added("").err().as_str()), (table(&text), ""));
            assert_eq!(added("--json").text(), object, "{files}");
        }
        let moves = |name: &str| -> Vec<Vec<String>> {
            let games = crate::match_command::games(&folder.path(name));
            games.iter().map(|game| game.moves.iter().map(|mv| mv.text.clone()).collect()).collect()
        };
        let parts = ["1.pgn", "3.pgn", "5.pgn", "7.pgn"].map(|name| {
            let mut games = moves(name);
            games.sort();
            games
        });
        let whole = Vec::from_iter(moves("all.pgn").chunks(4).map(|games| {
            let mut games = games.to_vec();
            games.sort();
            games
        }));
        assert_eq!(parts.to_vec(), whole, "{game}");
    }
}

#[test]
fn parts_that_differ_overlap_or_are_damaged_are_refused() {
    let folder = parts();
    let (one, two) = (folder.read("1.pgn"), folder.read("2.pgn"));
    for [from, to, expected] in cases::<3>("refused", "match_parts") {
        assert!(two.contains(from), "{from}: {two}");
        folder.write("changed.pgn", two.replace(from, to));
        folder.run("match --add 1.pgn changed.pgn 3.pgn").fails_with("'changed.pgn': ").remarks(expected);
    }
    let first_move = two.split("\n1. ").nth(1).unwrap().split(' ').next().unwrap();
    for (text, expected) in [
        (two.replacen(&format!("\n1. {first_move} "), "\n1. Qh5 ", 1), "game of line 1: move 1: "),
        (two[..two.len() - 20].to_owned(), "its last game is cut off; --resume plays it again: "),
        (two[..two.len() - 20].to_owned() + &one, "only the last game may be cut off"),
        (one.clone(), "game of line 1: round 1.1 is in '1.pgn' already; --start gives each part rounds of its own"),
        ("notes\n".to_owned(), "found 'notes' at its beginning, expected '[Event \""),
        (String::new(), "found no game"),
    ] {
        folder.write("changed.pgn", text);
        folder.run("match --add 1.pgn changed.pgn 3.pgn").fails_with("'changed.pgn': ").remarks(expected);
    }
    folder.run("match --add 1.pgn 2.pgn 1.pgn").fails_with("'1.pgn': game of line 1: round 1.1 is in '1.pgn' already");
    folder.run("match --add none.pgn").fails_with("cannot read 'none.pgn': it does not exist");
    folder.run("match --game english --add 1.pgn").fails_with("'1.pgn': game of line 1: move 1: ");
}

/// Who plays other engines is another match; who gives the same engine another name, too.
#[test]
fn parts_of_other_engines_are_refused() {
    let folder = parts();
    let two = folder.read("2.pgn");
    folder.write("named.pgn", two.replace("\"b\"", "\"c\""));
    folder.run("match --add 1.pgn named.pgn").fails_with("game of line 1: engine 'c' plays in no file before this one");
    // The second game of the pair, but as its first: the colours are not reversed.
    let second = two[1 + two[1..].find("[Event").unwrap()..].replace("\"2.2\"", "\"2.1\"");
    folder.write("alike.pgn", second + &two[1 + two[1..].find("[Event").unwrap()..]);
    let message = ": the games of pair 2 are not of the same two engines with colours reversed";
    folder.run("match --add 1.pgn alike.pgn").fails_with("'alike.pgn': game of line ").remarks(message);
}

#[test]
fn games_that_no_file_holds_are_named() {
    let folder = parts();
    let whole = folder.run("match --add 1.pgn 2.pgn 3.pgn 4.pgn");
    assert_eq!((whole.text(), whole.err().as_str()), (folder.run("match --add all.pgn").text(), ""));
    let some = folder.run("match --add 4.pgn 1.pgn");
    assert_eq!(some.err(), "kempelen: 4 of 8 games are in no file; the first of them is round 2.1\n");
    some.says("pairs by points 0, 1/2, 1, 3/2, 2: [");
    let two = folder.read("2.pgn");
    folder.write("half.pgn", &two[..1 + two[1..].find("[Event").unwrap()]);
    let half = folder.run("match --add 1.pgn half.pgn --json");
    assert_eq!(half.err(), "kempelen: 1 of 4 games are in no file; the first of them is round 2.2\n");
    let half = half.json();
    assert_eq!((&half["games"], &half["engines"][0]["pairs"].as_array().unwrap().len()), (&3.into(), &5));
}

/// Each part is resumed on its own, and only with its own rounds.
#[test]
fn a_part_is_resumed() {
    let folder = parts();
    let two = folder.read("2.pgn");
    folder.write("2.pgn", &two[..two.len() - 30]);
    folder.run("match --add 1.pgn 2.pgn").fails_with("its last game is cut off");
    play(&folder, "chess", "--openings random --start 2 --pgn 2.pgn --resume");
    assert_eq!(folder.run("match --add 1.pgn 2.pgn 3.pgn 4.pgn").text(), folder.run("match --add all.pgn").text());
    let engines = "--engine builtin=search nodes=60 name=a --engine builtin=alpha-beta depth=2 name=b";
    let other = format!("match {engines} --max-plies 40 --plies 4 --openings random --start 3 --pgn 2.pgn --resume");
    folder.run(other).fails_with("round 2.1 does not belong to this match");
}

/// A match with more rounds than there are random openings uses some of them again: which ones depends on its length.
#[test]
fn a_later_part_needs_an_opening_for_each_round() {
    let match_of = |more: &str| {
        run(format!(
            "match --game tictactoe --engine builtin=random --engine builtin=search --each nodes=9 --openings random --plies 1 {more}"
        ))
    };
    match_of("--rounds 10").says("20 of 20");
    match_of("--rounds 4 --start 6").says("8 of 8");
    match_of("--rounds 5 --start 6").fails_with("--start: found 9 different random openings, expected 10");
}

#[test]
fn no_games_are_played_with_add() {
    for more in ["--rounds 2", "--start 2", "--pgn x.pgn", "--margin 5", "--openings book", "--concurrency 1"] {
        run(format!("match --add 1.pgn {more}")).exits_with(2).remarks("cannot be used with");
    }
    run("match --rounds 2").exits_with(2).remarks("--engine <NAME=VALUE>");
}
