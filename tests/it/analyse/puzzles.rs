//! `analyse --puzzles`.

use crate::prelude::*;

/// Black allows a mate in one, which White misses.
const CHESS: &str = "[White \"A\"]\n[Black \"B\"]\n[Site \"here\"]\n[FEN \"r5k1/5ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1\"]\n\n\
    1... Ra2 2. h3 *\n\n";

/// One move of Black's men holds the draw.
const RUSSIAN: &str = "[GameType \"25,W,8,8,A0,0\"]\n[White \"A\"]\n[FEN \"W:WKa1:Bh4,g3\"]\n\n1. a1-d4 *\n\n";

const COLUMNS: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n";

#[test]
fn puzzles_are_written_in_every_form() {
    let json = r#"{"version":1,"id":"K00001","game":"chess","white":"A","black":"B","position":"6k1/5ppp/8/8/8/8/r4PPP/4R1K1 w - - 1 2","last":{"long":"a8a2","short":"Ra2"},"solution":[{"long":"e1e8","short":"Re8#"}],"goal":"win","themes":["win in 1"],"rating":700}"#;
    let pgn = "[Event \"?\"]\n[Site \"here\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\
        [SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/r4PPP/4R1K1 w - - 1 2\"]\n[PuzzleId \"K00001\"]\n\
        [PuzzleRating \"700\"]\n[PuzzleThemes \"win in 1\"]\n\n2. Re8# *\n\n";
    let pdn = "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n[Result \"*\"]\n\
        [GameType \"25,W,8,8,A0,0\"]\n[SetUp \"1\"]\n[FEN \"B:WKd4:Bh4,g3:H1\"]\n[PuzzleId \"K00001\"]\n\
        [PuzzleRating \"700\"]\n\
        [PuzzleThemes \"only move by the endgame tables, the only move that holds the draw\"]\n\n1. g3-h2 *\n\n";
    let folder = Folder::with(&[("chess.pgn", CHESS), ("russian.pdn", RUSSIAN)]);
    for (game, name, expected) in [
        (
            "chess.pgn",
            "p.csv",
            format!("{COLUMNS}K00001,r5k1/5ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1,a8a2 e1e8,700,,,,mateIn1,here,\n"),
        ),
        ("chess.pgn", "p.json", format!("{json}\n")),
        ("chess.pgn", "p.pgn", pgn.to_owned()),
        ("--game russian russian.pdn", "p.pdn", pdn.to_owned()),
        (
            "--game russian russian.pdn",
            "r.csv",
            format!("{COLUMNS}K00001,\"W:WK29:B20,24\",29-18 24-28,700,,,,tablebase equality,,\n"),
        ),
    ] {
        let ran = folder.run(format!("analyse --nodes 3000 {game} --puzzles {name}"));
        ran.exits_with(0).remarks(format!("1 puzzle in '{name}'\n"));
        assert_eq!(folder.read(name), expected, "{name}");
    }
}

/// The same position of two games is one puzzle, and a plain recapture is none.
#[test]
fn a_puzzle_is_written_once_and_a_recapture_never() {
    let recapture = "[FEN \"3r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 b - - 0 1\"]\n\n1... Rxd2 *\n\n";
    let folder = Folder::with(&[("games.pgn", &(CHESS.repeat(2) + recapture))]);
    folder.run("analyse --nodes 3000 games.pgn --puzzles p.csv").exits_with(0).remarks("1 puzzle in 'p.csv'\n");
    assert_eq!(folder.read("p.csv").lines().count(), 2);
}

#[test]
fn files_that_cannot_be_written_are_refused_and_no_game_is_no_puzzle() {
    let folder = Folder::with(&[("games.pgn", CHESS), ("empty.pgn", ""), ("old.csv", "x")]);
    folder.run("analyse --depth 1 games.pgn --puzzles old.csv").fails_with("'old.csv' exists already");
    folder.run("analyse --depth 1 games.pgn --puzzles p.txt").fails_with("ends with .pgn, .pdn, .csv, .json or .html");
    folder.run("analyse --depth 1 --fen 8/8/8/8/8/8/8/8 --puzzles p.pgn").exits_with(2);
    for (name, expected) in [("p.csv", COLUMNS), ("p.json", ""), ("p.pgn", "")] {
        let ran = folder.run(format!("analyse --depth 1 empty.pgn --puzzles {name}"));
        ran.exits_with(0).remarks(format!("0 puzzles in '{name}'\n"));
        assert_eq!(folder.read(name), expected);
    }
}

/// The puzzles of the games before the interruption are in the file.
#[test]
#[cfg(unix)]
fn an_interrupted_run_keeps_its_puzzles() {
    let folder =
        Folder::with(&[("games.pgn", &(CHESS.to_owned() + &"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(50)))]);
    let child = piped(&mut folder.command("analyse --movetime 200 games.pgn --puzzles p.csv"));
    wait_until("a puzzle is written", || folder.has("p.csv") && folder.read("p.csv").contains("K00001"));
    signal(&child, "INT");
    wait_with_output(child).exits_with(130).remarks("interrupted; the games that were analysed until then are written");
    let text = folder.read("p.csv");
    assert!(text.starts_with(COLUMNS) && text.ends_with(",mateIn1,here,\n") && text.lines().count() == 2, "{text}");
    assert!(!folder.has("p.csv.lock"));
}
