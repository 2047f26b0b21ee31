//! Games by lines of text. `tests/data/transcripts/play.md` has the dialogues.

use crate::prelude::*;

/// Runs `kempelen play` with these lines as its input. `state` keeps the games.
pub fn play(arguments: impl Words, lines: impl AsRef<[u8]>, state: &Folder) -> Ran {
    let mut command = kempelen("play");
    output_for(command.args(arguments.words()).env("KEMPELEN_STATE", state.at()), lines.as_ref())
}

/// What a game prints; it must exit with status 0.
pub fn printed(arguments: impl Words, lines: &str) -> String {
    play(arguments, lines, &Folder::new()).text()
}

#[test]
fn lines_are_short_and_have_no_blanks_at_their_ends() {
    for game in ["chess", "slovak", "nim", "tictactoe"] {
        let text = printed(format!("--game {game} --level 2"), "help\nrules\nmoves\npieces\ngame none\nboard\nhint\n");
        for line in text.lines() {
            // A position is one word, and stays whole.
            let is_short = line.chars().count() <= 78 || !line.contains(' ');
            assert!(is_short && line.trim_end() == line, "{game}: '{line}'");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_others_differ() {
    let moves = |arguments: &str| {
        let text = printed(format!("{arguments} --first search name=A --second search name=B --moves e4"), "");
        let moves = text.lines().filter_map(|line| Some(line.split_once(": ")?.1.split(' ').next()?.to_owned()));
        moves.take(24).collect::<Vec<_>>().join(" ")
    };
    let games: Vec<String> = (1..=6).map(|seed| moves(&format!("--level 1 --seed {seed}"))).collect();
    assert_eq!(games[0], moves("--level 1 --seed 1"));
    assert!(games.iter().any(|game| *game != games[0]), "{games:?}");
    // Equal moves are chosen by lot without the book, too; random players repeat themselves with a seed.
    let random =
        |seed: u8| printed(format!("--game tictactoe --first random name=A --second random name=B --seed {seed}"), "");
    assert_eq!(random(5), random(5));
    let first = |seed: u8| printed(format!("--first search book=off --second person --seed {seed}"), "");
    let openings: std::collections::HashSet<String> = (1..=12)
        .filter_map(|seed| {
            first(seed).lines().find(|line| line.starts_with("Kempelen: "))?.get(..13).map(str::to_owned)
        })
        .collect();
    assert!(openings.len() > 1, "{openings:?}");
}

#[test]
fn moves_are_listed_with_the_numbers_of_their_record() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 20";
    let people = ["--first", "person name=a", "--second", "person name=b"];
    let words = [&people[..], &["--fen", fen, "--moves", "e5", "Nf3", "Nc6"]].concat();
    let text = printed(words, "list\n");
    assert!(text.contains(" 20. ...  e5\n 21. Nf3  Nc6\n"), "{text}");
}

/// The squares of the start have the names of the record, in whatever form they were typed.
#[test]
fn a_saved_start_is_written_as_records_write_it() {
    for (game, typed, fen) in [
        ("thai", "BWeeebbeeeeeeeeeeeeeeeeeeeeeeewwB", "B:WK32,3,2:B28,27,K1"),
        ("russian", "WWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB", "W:WKb8:BKg1"),
        ("international", "W:Wc3,31-33:B1-5:H3:F7.", "W:W31,32,33,37:B1,2,3,4,5:H3"),
    ] {
        let folder = Folder::new();
        let saved = folder.text_path("saved.pdn");
        let text = play(format!("--plain --game {game} --fen {typed}"), format!("save {saved}\n"), &folder).text();
        assert!(text.contains(&format!("saved to '{saved}'")), "{text}");
        contains_all(&folder.read("saved.pdn"), [&*format!("[FEN \"{fen}\"]")]);
    }
}

#[test]
fn players_of_one_name_are_told_apart() {
    let folder = Folder::with(&[("game.pgn", "[White \"Stockfish\"]\n[Black \"stockfish\"]\n\n1. e4 e5 *\n")]);
    let file = folder.at().join("game.pgn");
    let text = printed(["--load", file.to_str().unwrap()], "");
    assert!(text.contains("stockfish 2"), "{text}");
}

#[test]
fn the_rules_of_every_game_say_how_it_is_played_and_how_it_ends() {
    for game in kempelen::games::games() {
        let text = printed(["--game", game.name], "rules\n");
        let rules = text.split(&format!("{}: ", game.name)).last().unwrap();
        let says = |words: &[&str]| words.iter().any(|word| rules.contains(word));
        assert!(says(&["win", "lost", "loses"]), "{}: {rules}", game.name);
        assert!(says(&["The position now:"]), "{}: {rules}", game.name);
        assert!(rules.len() > 200, "{}: {rules}", game.name);
    }
}
