//! A match in parts: `--start` plays them, and `--add` shows what a single run would have shown.

use crate::prelude::*;

/// A match of two algorithms with fixed limits, so that a game depends on its opening alone.
fn play(folder: &Folder, game: &str, more: &str) -> String {
    let engines = "--engine builtin=search nodes=60 name=a --engine builtin=alpha-beta depth=2 name=b";
    folder.run(format!("match --game {game} {engines} --max-plies 40 --plies 4 {more}")).text()
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
