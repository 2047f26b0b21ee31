//! `kempelen play --puzzles`: interruptions, the screen and damaged files. `tests/data/transcripts/play_puzzles.md` has the dialogues.

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
