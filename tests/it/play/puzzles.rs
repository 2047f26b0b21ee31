//! `kempelen play --puzzles`.

use crate::play::plain::play;
#[cfg(unix)]
use crate::play::screen::Screen;
use crate::prelude::*;
use kempelen::play::puzzle_file::read_puzzles;
use proptest::prelude::*;
use std::io::Cursor;

/// Black's rook has left the a-file: White mates in two.
const CSV: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
    K00001,r5k1/5ppp/8/8/8/4R3/4RPPP/6K1 b - - 0 1,a8d8 e3e8 d8e8 e2e8,760,,,,mateIn2,,\n";

const JSON: &str = r#"{"version":1,"id":"K00001","game":"chess","white":"A","black":"B","position":"3r2k1/5ppp/8/8/8/4R3/4RPPP/6K1 w - - 1 2","last":{"long":"a8d8","short":"Rd8"},"solution":[{"long":"e3e8","short":"Re8+"},{"long":"d8e8","short":"Rxe8"},{"long":"e2e8","short":"Rxe8#"}],"goal":"win","themes":["win in 2"],"rating":760}"#;

const PGN: &str = "[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"3r2k1/5ppp/8/8/8/4R3/4RPPP/6K1 w - - 1 2\"]\n\
    [PuzzleId \"K00001\"]\n[PuzzleRating \"760\"]\n[PuzzleThemes \"win in 2\"]\n\n2. Re8+ Rxe8 3. Rxe8# *\n";

const PDN: &str = "[GameType \"25,W,8,8,A0,0\"]\n[FEN \"W:Wa3,b4,g1:Bd6,h8\"]\n\n1. b4-c5 d6:b4 2. a3:c5 *\n";

/// What is printed while the puzzles of a file are solved.
fn solved(name: &str, file: &str, lines: &str) -> String {
    let folder = Folder::with(&[(name, file)]);
    play(["--puzzles", &folder.text_path(name)], lines, &folder).text()
}

/// The lines that are no board.
fn told(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with(' ') && !line.starts_with(|c: char| c.is_ascii_digit()))
        .collect()
}

#[test]
fn a_right_move_is_answered_by_the_reply_and_a_wrong_one_by_what_follows() {
    let text = solved("p.csv", CSV, "Rf3\nRe9\nhint\nhint\ne3e8\nlist\nRxe8\nhint\nnext\n");
    assert_eq!(
        told(&text),
        [
            "chess puzzle 1: K00001, rating 760 (the last move was Rd8)",
            "'help' lists the commands",
            "You (White) to move",
            "Rf3 is not the solution: Rd1+ Re1 Rxe1# follows (#-2)",
            "'Re9' is not a move; expected a move such as e2e4, e7e8q, Nf3, exd5, e8=Q or",
            "O-O; 'moves' lists the legal moves",
            "hint: e3 moves",
            "hint: Re8+",
            "right; the reply is Rxe8",
            "You (White) to move",
            "a draw after 100 more plies without progress",
            "solved: mateIn2 (1 of 1; 'next' or N opens the next puzzle)",
            "this puzzle is over",
            "there are no more puzzles",
            "solved 1 of 1 puzzle, 0 of them without a wrong move and a hint",
        ]
    );
}

#[test]
fn every_form_is_solved() {
    let title = "chess puzzle 1: K00001, rating 760";
    for (name, file, lines, expected) in [
        ("p.json", JSON, "Re8\nRxe8\n", [title, "right; the reply is Rxe8", "solved: win in 2"]),
        ("p.pgn", PGN, "Re8\nRxe8\n", [title, "right; the reply is Rxe8", "solved: win in 2"]),
        ("p.pdn", PDN, "b4-c5\na3:c5\n", ["russian puzzle 1", "right; the reply is d6:b4", "solved"]),
    ] {
        let text = solved(name, file, lines);
        let all = [&expected[..], &["solved 1 of 1 puzzle, 1 of them without a wrong move and a hint"]].concat();
        assert!(all.iter().all(|part| text.lines().any(|line| line.starts_with(part))), "{name}: {text}");
    }
}

#[test]
fn any_mate_is_right() {
    let file = PGN.replace("2. Re8+ Rxe8 3. Rxe8#", "2. Re8+ Rxe8 3. h3").replace("4R3/4RPPP/6K1", "4R3/4RPPP/4R1K1");
    contains_all(&solved("p.pgn", &file, "Re8\nRxe8\n"), ["\nsolved: win in 2 (1 of 1; "]);
}

#[test]
fn the_solution_is_shown_on_demand_and_does_not_count() {
    let text = solved("p.csv", CSV, "resign\nresign\ne3e8\nundo\nNEXT\nnew\n");
    assert_eq!(
        told(&text)[3..],
        [
            "the solution is Re8+ Rxe8 Rxe8#",
            "this puzzle is over",
            "this puzzle is over",
            "this cannot be done in a puzzle",
            "there are no more puzzles",
            "there are no more puzzles",
            "solved 0 of 1 puzzle, 0 of them without a wrong move and a hint",
        ]
    );
}

#[test]
fn a_puzzle_that_cannot_be_read_is_told_and_passed_over() {
    let row = CSV.lines().nth(1).unwrap();
    let file = format!("{CSV}{}\n{}\n", row.replace("a8d8", "a8d9"), row.replace("K00001", "K00003"));
    let text = solved("p.csv", &file, "next\nnext\n");
    let error = "line 3: move 1: 'a8d9' is not a move; expected a move such as e2e4, e7e8q, Nf3, exd5, e8=Q or O-O";
    assert!(on_one_line(&text).contains(error), "{text}");
    contains_all(&text, ["\nchess puzzle 2: K00003, rating 760 (the last move was Rd8)\n", "solved 0 of 2 puzzles"]);
}

#[test]
fn a_file_without_puzzles_is_refused_in_one_line() {
    let folder = Folder::new();
    for (name, file, expected) in [
        ("p.csv", "", "found no puzzle"),
        ("p.csv", &CSV[..CSV.find('\n').unwrap()], "found no puzzle"),
        ("p.json", "\n", "found no puzzle"),
        ("p.pgn", "", "found no puzzle"),
        ("p.csv", "FEN;Moves\n", "line 1: found 'FEN;Moves', expected the names of columns, FEN and Moves among them"),
        ("p.pgn", "1. e4 *\n", "line 1: found no tag FEN, expected the position of a puzzle"),
    ] {
        folder.write(name, file);
        let path = folder.text_path(name);
        play(["--puzzles", &path], "next\n", &folder).fails_with(format!("'{path}': {expected}"));
    }
    folder.write("p.pdn", PDN);
    let path = folder.text_path("p.pdn");
    let refused = play(["--game", "english", "--puzzles", &path], "", &folder);
    refused.fails_with("line 1: found a game of GameType '25,W,8,8,A0,0' (russian), expected a game of english");
    // Nothing is kept.
    assert_eq!(folder.count(), 4);
}

#[test]
#[cfg(unix)]
fn an_interruption_tells_how_many_puzzles_were_solved() {
    let folder = Folder::with(&[("p.csv", CSV)]);
    let mut child = piped(folder.command("play --puzzles p.csv").env("KEMPELEN_STATE", folder.path("state")));
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"hint\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let rest = in_time("the hint", move || {
        let mut line = String::new();
        while !line.starts_with("hint: ") {
            line.clear();
            assert!(lines.read_line(&mut line).unwrap() > 0);
        }
        lines
    });
    signal(&child, "INT");
    let status = wait(&mut child);
    let text: Vec<String> = rest.lines().map(Result::unwrap).collect();
    assert_eq!(
        (status.code(), text.concat().as_str()),
        (Some(130), "solved 0 of 1 puzzle, 0 of them without a wrong move and a hint")
    );
    drop(stdin);
}

#[test]
#[cfg(unix)]
fn a_puzzle_is_solved_on_the_screen() {
    let folder = Folder::with(&[("p.csv", CSV)]);
    let mut screen = Screen::play(&["--puzzles", &folder.text_path("p.csv")], 80, 24);
    screen.wait_for("chess puzzle 1: K00001, rating 760");
    screen.press("h", "hint: e3 moves");
    screen.press("tRf3\r", "Rf3 is not the solution: Rd1+ Re1 Rxe1# follows (#-2)");
    screen.press("u", "this cannot be done in a puzzle");
    screen.press("tRe8\r", "right; the reply is Rxe8");
    screen.press("tRxe8\r", "solved: mateIn2 (1 of 1; ");
    screen.press("N", "there are no more puzzles");
    screen.keys("q");
    assert!(screen.end().success());
    assert_eq!(fs::read_dir(&screen.state).unwrap().count(), 0, "nothing is kept");
}

/// What `analyse` writes can be solved.
#[test]
fn puzzles_of_games_are_solved() {
    let games = "[FEN \"r5k1/5ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1\"]\n\n1... Ra2 2. h3 *\n";
    let folder = Folder::with(&[("games.pgn", games)]);
    for name in ["p.csv", "p.json", "p.pgn"] {
        folder.run(format!("analyse --nodes 3000 games.pgn --puzzles {name}")).remarks(format!("1 puzzle in '{name}'"));
        let text = play(["--puzzles", &folder.text_path(name)], "Re8\n", &folder).text();
        contains_all(&text, ["chess puzzle 1: K00001, rating 700", "\nsolved: ", "solved 1 of 1 puzzle"]);
    }
}

/// Reads a text in every form: each puzzle can be solved, and each error has one line.
fn read(text: &[u8]) -> usize {
    let mut count = 0;
    for extension in ["pgn", "csv", "json"] {
        for puzzle in read_puzzles(Cursor::new(text.to_vec()), extension, None).unwrap() {
            count += 1;
            match puzzle {
                Ok(mut puzzle) => {
                    assert_eq!(puzzle.solution.len() % 2, 1);
                    for mv in puzzle.solution {
                        assert!(puzzle.line.position().is_legal(mv));
                        puzzle.line.play(mv);
                    }
                }
                Err(error) => assert!(!error.contains(char::is_control), "{error:?}"),
            }
        }
    }
    count
}

proptest! {
    #[test]
    fn reading_any_bytes_as_puzzles_ends(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read(&bytes) <= 3 * (bytes.len() + 1));
    }

    /// A file with a few bytes replaced is read, or refused in one line.
    #[test]
    fn damaged_puzzles_are_read_or_refused(
        file in prop::sample::select(vec![CSV, JSON, PGN, PDN]),
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        kept in any::<prop::sample::Index>(),
    ) {
        let mut bytes = file.as_bytes().to_vec();
        damages.into_iter().for_each(|(place, byte)| *place.get_mut(&mut bytes) = byte);
        read(&bytes);
        read(&bytes[..kept.index(bytes.len())]);
    }
}
