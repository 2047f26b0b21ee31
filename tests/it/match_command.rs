//! The command `match` with the real engine: whole games, openings, results and ratings.

use crate::prelude::*;
use kempelen::notation::reader::RecordReader;

/// A match of the engine against itself.
const ITSELF: &str = "match --engine cmd=$ENGINE name=a --engine cmd=$ENGINE name=b";

/// The games of a file.
pub fn games(path: &Path) -> Vec<GameRecord> {
    RecordReader::new(&fs::read(path).unwrap()[..]).map(Result::unwrap).collect()
}

/// The games of a file in which all ended without a fault of an engine.
pub fn good_games(path: &Path) -> Vec<GameRecord> {
    let games = games(path);
    for game in &games {
        assert!(["normal", "adjudication"].contains(&game.tag("Termination").unwrap()), "{game}");
    }
    games
}

/// A match of the engine against itself with few nodes per move.
fn itself(folder: &Folder, pgn: &str, more: &str) -> Ran {
    folder.run(format!("{ITSELF} --each nodes=50 --max-plies 40 --pgn {pgn} {more}"))
}

/// A terminal shows them above the bar.
#[test]
#[cfg(unix)]
fn games_are_listed_on_a_terminal_too() {
    let engines = ["--engine", "builtin=random", "name=a", "--engine", "builtin=random", "name=b"];
    let screen =
        crate::play::screen::Screen::run(&[&["match", "--game", "tictactoe"][..], &engines].concat(), 100, 24, &[]);
    for line in ["    1 of 2  a - b  ", "    2 of 2  b - a  ", "engine  games"] {
        screen.wait_for(line);
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    let folder = Folder::new();
    for game in ["chess", "english", "pongor"] {
        itself(&folder, game, &format!("--game {game} --rounds 2 --concurrency 2")).says("4 of 4");
        let games = good_games(&folder.path(game));
        assert_eq!(games.len(), 4);
        for game in games {
            assert_eq!(game.tag("PlyCount").unwrap(), game.moves.len().to_string());
            assert_ne!(game.result, GameResult::Unknown);
        }
    }
}

#[test]
fn openings_come_from_many_sources() {
    let folder = Folder::with(&[("lines.txt", "# two\nA: 1. e4 e5 2. Nf3 *3\nB, C: d4? d5\n")]);
    for (game, source, plies) in
        [("chess", "random", 8), ("english", "ballots", 3), ("english", "book", 16), ("chess", "lines.txt", 3)]
    {
        let pgn = format!("{game}.{source}.pgn");
        itself(&folder, &pgn, &format!("--game {game} --openings {source} --rounds 2")).text();
        let games = games(&folder.path(&pgn));
        // Only moves of engines have comments.
        let opening = |game: &GameRecord| -> Vec<String> {
            game.moves.iter().take_while(|mv| mv.comment.is_empty()).map(|mv| mv.text.clone()).collect()
        };
        let openings: Vec<_> = games.iter().map(opening).collect();
        assert!((1..=plies).contains(&openings[0].len()), "{source}: {openings:?}");
        assert_eq!(openings[0], openings[1], "a pair has one opening");
        assert_ne!(openings[1], openings[2], "{source}");
    }
}

#[test]
fn results_as_json() {
    let summary = itself(&Folder::new(), "games.pgn", "--json").json();
    assert_eq!(summary["games"], 2);
    assert_eq!(summary["engines"][0]["name"], "a");
    let results = summary["engines"][0]["results"].as_array().unwrap();
    assert_eq!(results.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 2);
}

#[test]
fn algorithms_are_players() {
    let engines = "--engine builtin=alpha-beta depth=9 --engine builtin=random";
    let summary = run(format!("match --game tictactoe --rounds 4 --json {engines}")).json();
    let engine = &summary["engines"][0];
    assert_eq!(engine["name"], "alpha-beta depth=9");
    let losses = engine["results"].as_array().unwrap().last().unwrap();
    assert_eq!((&summary["games"], losses), (&8.into(), &0.into()), "{summary}");
}

#[test]
fn a_match_of_three_has_ratings() {
    let engines = "--engine builtin=random name=a --engine builtin=random name=b --engine builtin=random name=c";
    let folder = Folder::new();
    let line = format!("match --game tictactoe --rounds 20 --pgn games.pgn {engines}");
    let text = folder.run(&line).text();
    let summary = folder.run(format!("{line} --resume --json")).json();
    let table = folder.run("rating --json games.pgn").json();
    for engine in summary["engines"].as_array().unwrap() {
        let rated = table["players"].as_array().unwrap().iter().find(|row| row["name"] == engine["name"]).unwrap();
        let [one, other] = [&engine["rating"], &rated["rating"]].map(|it| it.as_f64().unwrap());
        assert!((one - other).abs() < 1e-6, "{summary} {table}");
        // A rating that is rounded to zero has no sign.
        let one = format!("{one:.1}").replace("-0.0", "0.0");
        assert!(text.contains(&format!("{one} +- {:.1} ", engine["rating_error"].as_f64().unwrap())), "{text}");
    }
    assert!(text.contains("rating     LOS\n") && text.contains("\nElo to the opponents: a "), "{text}");
}
