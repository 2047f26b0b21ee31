//! Playing: what decides which games come, and when there are no more.

#[cfg(unix)]
use super::LIMITS;
use super::{check, games_of, play, read};
use crate::prelude::*;

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let folder = Folder::new();
    for game in ["chess", "english", "pongor"] {
        let play = |more: &str| {
            play(&folder, &format!("played --game {game} --games 12 {more}")).text();
            let bytes = folder.bytes("played");
            folder.remove("played");
            bytes
        };
        let one = play("");
        assert_eq!(one, play("--threads 2"), "{game}");
        assert_eq!(one, play("--threads 3"), "{game}");
        assert_ne!(one, play("--seed 2"), "{game}");
    }
}

#[test]
fn every_game_is_right() {
    for game in ["chess", "english", "pongor"] {
        let folder = games_of(game, 10);
        let games = read(&folder, "games");
        assert_eq!(games.len(), 10);
        let positions: usize = games.iter().map(|game| game.moves.len()).sum();
        let checked = check(&folder, "games");
        checked.says(format!("10 games and {positions} positions are correct, 0 games"));
        checked.says("0 games have the start position of another one");
        for game in &games {
            assert!((8..=12).contains(&game.opening.len()));
            assert!((1..=80).contains(&game.moves.len()));
            assert!(game.moves[0].score.abs() <= 400);
        }
    }
}

#[test]
fn a_run_that_was_cut_off_goes_on_as_if_nothing_had_happened() {
    for game in ["chess", "english"] {
        let folder = games_of(game, 8);
        let play = |more: &str| play(&folder, &format!("games --game {game} --games {more}"));
        let whole = folder.bytes("games");
        for length in [whole.len() - 1, whole.len() / 2, 500, 0] {
            folder.write("games", &whole[..length]);
            let resumed = play("8 --resume --threads 2");
            resumed.exits_with(0);
            assert_eq!(folder.bytes("games"), whole, "{game}, cut after {length}");
            assert_eq!(resumed.err().contains("truncated block"), length >= 500, "{resumed:?}");
        }
        // In two parts, of which the first ends in time.
        folder.remove("games");
        play("3").text();
        play("8 --resume").text();
        assert_eq!(folder.bytes("games"), whole, "{game}, in parts");
        play("5 --resume").text();
        assert_eq!(folder.bytes("games"), whole, "{game}, enough already");
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_what_was_saved() {
    let folder = games_of("chess", 8);
    let saved = folder.bytes("games");
    let command = folder.command(format!("datagen play {LIMITS} --games 60 --resume --output games"));
    // Files may have one block of 512 bytes more than there are.
    let most = (saved.len() / 512 + 1).to_string();
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"trap '' XFSZ; ulimit -f "$0"; exec "$@""#, &most]).current_dir(folder.at());
    output(shell.arg(command.get_program()).args(command.get_args())).exits_with(2);
    assert_eq!(folder.bytes("games"), saved);
}

#[test]
fn without_endgame_tables_games_go_on() {
    let folder = Folder::new();
    let ends = |name: &str, tables: &str| {
        let rules = "--resign count=0 --draw count=0";
        play(&folder, &format!("{name} --game english --games 20 {rules} {tables}")).text();
        let pieces = open_game_file(&folder.path(name)).unwrap().header.get("tables").map(str::to_owned);
        let by_tables = read(&folder, name).iter().filter(|game| game.end_reason == EndReason::Tables).count();
        (pieces.unwrap(), by_tables > 0)
    };
    assert_eq!(ends("with", ""), ("4".to_owned(), true));
    assert_eq!(ends("without", "--tables none"), ("0".to_owned(), false));
}

#[test]
fn enough_positions_end_a_run() {
    let folder = Folder::new();
    play(&folder, "games --game english --positions 300 --threads 2").text();
    let lengths: Vec<usize> = read(&folder, "games").iter().map(|game| game.moves.len()).collect();
    let (last, rest) = lengths.split_last().unwrap();
    let before: usize = rest.iter().sum();
    assert!(before < 300 && before + last >= 300, "{lengths:?}");
}

/// Runs a command that writes a file; interrupts it half a second after it has begun that.
#[cfg(unix)]
fn interrupted(folder: &Folder, words: &str, output: &str) {
    let mut command = folder.command(format!("datagen {words} --output {output}"));
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    wait_until("the file is begun", || folder.path(output).metadata().is_ok_and(|file| file.len() > 0));
    sleep(Duration::from_millis(500));
    signal(&child, "INT");
    assert_eq!(wait(&mut child).code(), Some(130));
    check(folder, output).text();
}

/// A move takes a fraction of a second, a game many.
#[cfg(unix)]
#[test]
fn games_that_have_begun_are_given_up_when_a_run_is_interrupted() {
    let folder = games_of("chess", 1);
    interrupted(&folder, "play --nodes 100000 --hash 1", "played");
    interrupted(&folder, "rescore games --nodes 100000 --hash 1", "rescored");
    assert_eq!((read(&folder, "played"), read(&folder, "rescored")), (Vec::new(), Vec::new()));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_a_whole_file() {
    let folder = Folder::new();
    interrupted(&folder, &format!("play {LIMITS} --threads 2"), "games");
    let more = read(&folder, "games").len() + 2;
    play(&folder, &format!("games --game chess --games {more} --resume")).text();
    play(&folder, &format!("again --game chess --games {more} --threads 2")).text();
    assert_eq!(folder.bytes("games"), folder.bytes("again"));
}

#[test]
fn openings_are_played_from_once_each() {
    let lines = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 9",
        "# Won by White",
        "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    ];
    let folder = Folder::with(&[("openings.epd", &lines.join("\n"))]);
    let play = |words: &str| play(&folder, &format!("{words} --game chess --openings openings.epd"));
    play("games").text();
    let starts: Vec<_> = read(&folder, "games").into_iter().map(|game| game.start.unwrap()).collect();
    assert_eq!(starts, lines[..2]);
    // The header names the openings, not the bytes of the file: a pipe can be read only once.
    let openings = |name: &str| open_game_file(&folder.path(name)).unwrap().header.get("openings").map(str::to_owned);
    folder.write("openings.epd", format!("# Other bytes\n{}", lines.join("\n")));
    play("same").text();
    assert_eq!(openings("same"), openings("games"));
    folder.write("openings.epd", lines[1]);
    play("other").text();
    assert_ne!(openings("other"), openings("games"));
    folder.write("openings.epd", lines.join("\n"));
    // With random moves, an opening begins several games.
    play("more --random-plies 1..2 --games 8").text();
    let games = read(&folder, "more");
    assert_eq!(games.len(), 8);
    assert!(games.iter().all(|game| (1..=2).contains(&game.opening.len())));
    check(&folder, "more").text();
}

/// The greatest `--balance` accepts a won start, and `--plies` plays more than 16 plies of a record.
#[test]
fn a_won_start_and_a_long_opening_are_played() {
    let long =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *";
    let folder = Folder::with(&[("won.epd", "4k3/8/8/8/8/8/8/3QK2R w - - 0 1"), ("long.pgn", long)]);
    let start = |openings: &str, words: &str| {
        play(&folder, &format!("{openings}.games --game chess --games 1 --openings {openings} {words}")).text();
        read(&folder, &format!("{openings}.games"))[0].start.clone().unwrap()
    };
    assert_eq!(start("won.epd", "--balance 65535"), "4k3/8/8/8/8/8/8/3QK2R w - - 0 1");
    assert!(start("long.pgn", "--plies 20").ends_with("1 11"));
}

/// A value that is not given keeps its default.
#[test]
fn one_value_of_an_adjudication_leaves_the_others() {
    let folder = Folder::new();
    play(&folder, "games --game chess --games 1 --resign score=900 --draw count=0").text();
    let header = open_game_file(&folder.path("games")).unwrap().header;
    assert_eq!((header.get("resign"), header.get("draw")), (Some("count=3 score=900 both=true"), Some("none")));
}

#[cfg(unix)]
#[test]
fn the_script_fills_one_file_after_the_other() {
    let folder = Folder::new();
    let script = |options: &[&str]| {
        let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/selfplay.sh"));
        command.arg(ENGINE).arg(folder.at()).args(["7", "3"]);
        output(command.args(LIMITS.split(' ')).args(options).env("POSITIONS", "300"))
    };
    for _ in 0..2 {
        script(&[]).text();
    }
    let files = fs::read_dir(folder.at()).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let last = format!("{}.games", 6 + files.len());
    files.retain(|file| *file != last);
    assert!(!files.is_empty());
    for file in files {
        let positions: usize = read(&folder, &file).iter().map(|game| game.moves.len()).sum();
        assert!((300..400).contains(&positions), "{file}: {positions}");
        check(&folder, &file).text();
    }
    script(&["--balance", "x"]).exits_with(2);
}
