//! `analyse --puzzles`.

use crate::prelude::*;

/// Black allows a mate in one, which White misses.
const CHESS: &str = "[White \"A\"]\n[Black \"B\"]\n[Site \"here\"]\n[FEN \"r5k1/5ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1\"]\n\n\
    1... Ra2 2. h3 *\n\n";

const COLUMNS: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n";

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
