//! Games by lines of text.

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
fn moves_are_read_in_any_case_and_illegal_ones_are_explained() {
    let text = printed("--level 2", "E2E4\nKe3\nhint\nlist\nstatistics\npieces\n");
    contains_all(&text, ["Kempelen: ", "illegal move 'Ke3'", "hint: ", "at depth", "  1. e4", "White: B c1"]);
    contains_all(&printed("--game english", "12-20\n"), ["illegal move '12-20': rule "]);
}

#[test]
fn the_last_game_is_continued() {
    let state = Folder::new();
    play("--level 1", "d2d4\nquit\n", &state).text();
    play("", "quit\n", &state).says("an unfinished game of chess (1 move) is kept");
    play("--continue", "list\nresign\n", &state).says("1. d4").says("wins: resignation");
    play("--continue", "", &state).exits_with(2).remarks("no unfinished game");
}

#[test]
fn two_machines_play_to_the_end_of_the_input_and_of_the_game() {
    for game in kempelen::games::games() {
        let text = printed(format!("--game {} --first random name=one --second random name=two", game.name), "");
        assert!(text.contains(" wins: ") || text.contains("drawn: "), "{}: {text}", game.name);
    }
}

#[test]
fn games_are_changed_without_leaving() {
    let lines = "game nim\nrandom heaps=2 size=3..3\nmoves\ngame slovak\nrules\nballot\ngame nothing\nplace 8x5\n";
    let text = printed("--second person name=Ben", lines);
    contains_all(&text, ["Nim: take from one heap", "slovak: ", "1. ", "no game is called 'nothing'"]);
    contains_all(&text, ["no men are placed before a game of slovak"]);
}

#[test]
fn an_unfinished_game_is_set_aside_when_another_begins() {
    let state = Folder::new();
    play("--second person name=Ben", "e4\nnew\nd4\nquit\n", &state);
    assert!(state.read("previous-game.pgn").contains("1. e4"));
    assert!(state.read("last-game.pgn").contains("1. d4"));
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
fn a_level_is_the_depth_of_a_textbook_player() {
    let text = printed("--second alpha-beta --level 2", "level 1\ne4\nstatistics\n");
    contains_all(&text, ["Kempelen (Black, alpha-beta depth=2)", " at depth 1, "]);
    contains_all(&printed("--second random level=4", ""), ["Kempelen (Black, random)"]);
}

#[test]
fn a_new_game_begins_from_the_position_that_was_given() {
    let text = printed("--game nim --fen '3,4 misere p1' --second person name=B", "new\ngame nim\n");
    assert_eq!(text.lines().filter(|line| line.starts_with("nim misere: ")).count(), 2, "{text}");
    assert!(text.contains("\nNim: take from one heap\n"), "{text}");
}

#[test]
fn only_a_resignation_is_taken_back() {
    // The number of pieces stands where it changes.
    let text = printed("--second person name=Ben", "e4\nd5\nexd5\nresign\nundo\nlist\n");
    contains_all(&text, ["  1. e4  d5\n  2. exd5 (16:15)\n"]);
}

#[test]
fn bad_arguments_and_files_end_in_one_line() {
    for [arguments, expected] in cases("refused", "play") {
        play(arguments, "", &Folder::new()).exits_with(2).remarks(expected);
    }
}

#[test]
fn a_clock_runs_out() {
    // However busy the machine is, the input ends within a minute.
    let text = printed("--clock 60 --first person --second random", "moves\n");
    assert!(!text.contains("wins: time"), "the input ended first: {text}");
    // A search that does not look at the clock: no game ends on the board before its time is over.
    contains_all(&printed("--clock 0.3 --first search movetime=60000 --second random name=r", ""), ["wins: time"]);
}

#[test]
fn a_threat_is_a_move_of_the_other_side_or_a_compulsory_capture() {
    let two = "--second person name=B";
    let text = printed(format!("{two} --fen 'r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1'"), "threat\nh3\n");
    assert!(text.contains("threat: Ra1# (#1 at depth ") && text.contains("B (Black) to move"), "{text}");
    let text = printed(format!("--game russian {two} --fen W:Wc3,e3:Bd4,h8"), "threat\n");
    contains_all(&text, ["threat: White must capture: c3:e5, e3:c5"]);
    contains_all(&printed(format!("--game nim {two}"), "threat\n"), ["no side can pass in this game"]);
}

#[test]
fn a_bad_move_is_explained() {
    let text = printed("--second person name=B", "why\ne4\nd5\nQg4\nwhy\na6\n");
    contains_all(&text, ["there is no move yet", "\nQg4?? loses a queen: Bxg4\n"]);
}

#[test]
fn a_beginner_sees_the_level_and_how_to_change_it() {
    let text = printed("--elo 1000 --seed 1", "level\nlevel elo=1200\nlevel elo=700\nsecond minimax\nlevel elo=800\n");
    contains_all(
        &text,
        [
            "You (White, person) against Kempelen (Black, best elo=1000)\n\
         Kempelen plays at a rating of 1000; 'level N' changes it\n'help' lists the commands\n",
            "You (White) to move\nKempelen plays at a rating of 1000; 'level N' changes it\n\
         'level 1' to 'level 10' think so many plies ahead.\n\
         'level elo=800' to 'level elo=2400' play at this rating, measured in games of\n\
         chess between programs; it is no rating among people.\n\
         Others: 'level movetime=500' (milliseconds), 'level nodes=10000' (positions),\n'level clock'.\n",
            "found rating '700', expected a number from 800 to 2400\n",
            "found elo=800 for minimax depth=4, expected a depth such as level=4\n",
        ],
    );
    for (arguments, expected) in [
        ("", "Kempelen plays at level 4 of 10; 'level N' changes it"),
        ("--clock 5:00", "Kempelen thinks by the clock; 'level N' changes it"),
        ("--second best movetime=500", "Kempelen thinks 500 ms a move; 'level N' changes it"),
        ("--second best nodes=999", "Kempelen searches 999 nodes a move; 'level N' changes it"),
        ("--second best nodes=1002003", "Kempelen searches 1,002,003 nodes a move; 'level N' changes it"),
        (
            "--game tictactoe --first search level=2 name=A --second search nodes=1 name=B",
            "A plays at level 2 of 10, B searches 1 node a move; 'level N' changes both",
        ),
        (
            "--game tictactoe --first search level=2 name=A --second search level=2 name=B",
            "A plays at level 2 of 10; 'level N' changes it",
        ),
        (
            "--game nim --first best name=A --second search movetime=1 name=B",
            "A plays by the theory of the game, B thinks 1 ms a move; 'level N' changes it",
        ),
    ] {
        contains_all(&printed(arguments, ""), [format!("\n{expected}\n").as_str()]);
    }
    let changed = printed("", "level elo=900\n");
    assert!(changed.ends_with("to move\nKempelen plays at a rating of 900; 'level N' changes it\n"), "{changed}");
    contains_all(
        &printed("--game nim", ""),
        ["\nKempelen plays by the theory of the game; 'second random' is weaker\n"],
    );
    assert!(!printed("--second random", "").contains(" plays at "));
}

#[test]
fn a_rating_is_kept_with_the_game_and_ends_with_games_that_have_ratings() {
    let state = Folder::new();
    let lines = "11-15\ngame russian\nsecond best elo=2400 book=off\nc3b4\n";
    contains_all(&play("--game english --elo 800", lines, &state).text(), ["Kempelen (White, best elo=800)"]);
    assert!(state.read("last-game.pgn").contains("[BlackEngine \"best elo=2400 book=off\"]"));
    let text = play("--continue", "game nim\nlevel elo=800\n", &state).text();
    contains_all(
        &text,
        [
            "Kempelen (Black, best elo=2400 book=off)",
            "Kempelen (Player 2, best level=4 book=off)",
            "found elo=800, expected a depth such as level=4: there are no ratings in nim",
        ],
    );
    let file = state.text_path("wrong.pgn");
    let tags = "[Variant \"nim\"]\n[White \"A\"]\n[Black \"B\"]\n[BlackType \"program\"]\n[BlackEngine \"best elo=900\"]\n\n*\n";
    state.write("wrong.pgn", tags);
    let text = play(["--load", &file], "", &state).text();
    contains_all(&text, ["B plays as best level=4: found elo=900, expected a depth such as level=4"]);
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
fn the_same_seed_gives_the_same_new_games() {
    for (game, lines) in [
        ("english", "ballot\nlist\nballot\nlist\n"),
        ("nim", "random heaps=5 size=1..99\nrules\nrandom heaps=5 size=1..99\nrules\n"),
        ("northcott", "place 20x5\n1 1 1 1 1\nrules\nplace 20x5\n1 1 1 1 1\nrules\n"),
    ] {
        let text = printed(format!("--game {game} --second random --seed 4"), lines);
        assert_eq!(text, printed(format!("--game {game} --second random --seed 4"), lines));
        let drawn: Vec<&str> =
            text.lines().filter(|line| line.contains("position now: ") || line.contains("  1. ")).collect();
        assert!(drawn.len() == 2 && drawn[0] != drawn[1], "{game}: {drawn:?}");
    }
    let ballot = || printed("--game english --second random --seed 4 --ballot", "list\n");
    assert_eq!(ballot(), ballot());
}

#[test]
fn the_book_is_played_at_every_level_and_openings_are_named() {
    let state = Folder::new();
    for level in ["level=1", "elo=800", "nodes=10", "movetime=1"] {
        let text = play(format!("--second best {level}"), "e4\n", &state).text();
        contains_all(&text, ["a move of the opening book\nKempelen: "]);
    }
    for player in ["best level=1 book=off", "alpha-beta depth=1"] {
        assert!(!printed(format!("--second {player}"), "e4\n").contains("opening book"), "{player}");
    }
    let two = "--second person name=B";
    let lines = "e4\ne5\nNf3\nNc6\nBb5\nboard\na6\nundo\nh6\n";
    let names: Vec<String> = play(two, lines, &state)
        .text()
        .lines()
        .filter_map(|line| line.strip_prefix("opening: ").map(str::to_owned))
        .collect();
    assert_eq!(
        names,
        [
            "B00 King's Pawn Game",
            "C20 King's Pawn Game",
            "C40 King's Knight Opening",
            "C44 King's Knight Opening: Normal Variation",
            "C60 Ruy Lopez",
            "C70 Ruy Lopez: Morphy Defense",
            "C60 Ruy Lopez",
        ]
    );
    contains_all(&state.read("last-game.pgn"), ["[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]\n"]);
    // By another order of moves.
    contains_all(&printed(two, "c4\ne6\nd4\nd5\n"), ["opening: D30 Queen's Gambit Declined\n"]);
    contains_all(&printed(format!("--game english {two}"), "11-15\n23-19\n8-11\n"), ["opening: Old Faithful\n"]);
}

#[test]
fn misere_play_is_switched_on_and_off() {
    let two = "--second person name=B";
    let text = printed(format!("--game moore {two}"), "misere\nmisere\n");
    let titles: Vec<&str> = text.lines().filter(|line| line.contains("Moore's Nim: ")).collect();
    assert_eq!(
        titles.iter().map(|it| it.split(':').next().unwrap()).collect::<Vec<_>>(),
        ["Moore's Nim", "moore misere", "Moore's Nim"]
    );
    let text = printed(format!("--game northcott --fen 'northcott 6x1 1-6 p1' {two}"), "misere\nrules\n");
    contains_all(&text, ["The position now: northcott 6x1 1-6 misere p1"]);
    contains_all(
        &printed(format!("--game twentyone {two}"), "misere\n"),
        ["there is no normal play of twentyone: the last move always loses\n"],
    );
    for game in ["chess", "english", "tictactoe", "tree"] {
        contains_all(
            &printed(format!("--game {game} {two}"), "misere\n"),
            [&*format!("there is no misere play of {game}\n")],
        );
    }
}

#[test]
fn whether_a_capture_goes_on_stays_open_until_the_position_changes() {
    let slovak = "--game slovak --second person name=B --fen W:Wc1:Bd2,d4";
    let counts = |text: &str| ["jump on to ", " is withdrawn\n"].map(|part| text.matches(part).count());
    // None of these changes the position, and `no` answers the question after them.
    let telling = "list\nboard\nlevel\nstatistics\nhint\nthreat\nwhy\nsave a.doc\nundo\nsecond best\nlevel 2\n";
    let text = printed(slovak, &format!("c1e3\n{telling}no\nlist\n"));
    assert_eq!(counts(&text), [1 + telling.lines().count(), 0], "{text}");
    contains_all(&text, ["hint: ", "\n  1. c1xe3"]);
    for end in ["new", "resign", "first best", "quit"] {
        let text = printed(slovak, &format!("c1e3\n{end}\n"));
        assert_eq!(counts(&text), [1, 1], "{end}: {text}");
    }
}

#[test]
fn a_pawn_of_chess_becomes_a_queen() {
    let tree = printed("--game tree --fen '(Bq(1 2) A(5 6))' --second person name=B", "B\nlist\n");
    assert!(tree.contains("illegal move 'B'") && !tree.contains("1. Bq"), "{tree}");
    let text = printed(
        "--second person name=B --fen '8/P6k/8/8/8/8/8/K7 w - - 0 1'",
        "a7a8\nlist\nundo\na8\nlist\nundo\na8=N\nlist\n",
    );
    assert_eq!(text.matches("1. a8=Q").count(), 2, "{text}");
    contains_all(&text, ["1. a8=N"]);
    contains_all(
        &printed("--game international --second person name=B", "pieces\n"),
        ["B 1, B 2, B 3, ", "B 9, B 10, B 11, "],
    );
}

#[test]
fn a_tree_is_shown_and_northcotts_columns_have_numbers() {
    contains_all(
        &printed("--game tree --fen '(A(6 8) B:7)' --second person name=B", ""),
        ["moves: A B\n  A\n    1: 6\n    2: 8\n  B: 7\nYou (MAX) to move\n"],
    );
    let text = printed("--game northcott --second person name=B", "");
    contains_all(&text, ["1  1  .  .  1  .  1  .  .\n", "\n   1  2  3  4  5  6  7  8\n"]);
}

#[test]
fn a_single_move_without_a_place_on_the_board_is_told() {
    let text = printed("--game twentyone --fen '19 p1' --second person name=B", "+1\n");
    contains_all(&text, ["You (Player 1) to move\n", "B (Player 2) to move; the only move is +1\n"]);
}
