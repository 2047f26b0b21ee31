//! `analyse --reasons`.

use super::analyse;
use crate::prelude::*;
use kempelen::notation::record::RecordedMove;

/// The reasons of a game's moves: the number of the ply, the kind and the text.
fn reasons(game: &str, moves: &str) -> Vec<(usize, String, String)> {
    let rows = analyse(&format!("--game {game} --games --nodes 5000 --reasons --json -"), moves).objects();
    let found = rows[0]["moves"].as_array().unwrap().iter().enumerate().filter_map(|(ply, mv)| {
        let why = mv.get("why")?;
        let text = |name: &str| why[name].as_str().unwrap().to_owned();
        Some((ply + 1, text("kind"), text("text")))
    });
    found.collect()
}

#[test]
fn what_can_be_shown_of_a_bad_move_is_said() {
    for [game, moves, ply, kind, text] in cases("records", "reasons") {
        let found = reasons(game, moves);
        let is_it = |it: &&(usize, String, String)| it.0.to_string() == ply && it.1 == kind && it.2.starts_with(text);
        assert!(found.iter().find(is_it).is_some(), "{game} {moves}: {found:?}");
    }
}

/// The sentence stands with the better line, and the next analysis replaces it.
#[test]
fn reasons_stand_in_the_record_and_on_the_page() {
    let folder = Folder::with(&[("game.pgn", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n")]);
    let run = "analyse --nodes 2000 --reasons --html game.html game.pgn";
    let once = folder.run(run).text();
    assert!(on_one_line(&once).contains("( {Kempelen: ??; allows mate in 1: 3. Qxe5#} 2... "), "{once}");
    assert!(folder.read("game.html").contains("\"why\":\"allows mate in 1: 3. Qxe5#\""));
    folder.write("game.pgn", &once);
    assert_eq!(folder.run(run).text(), once);
}

/// Spanish draughts counts its squares from White's right; the program itself counts in reading order.
#[test]
fn reasons_name_squares_as_the_record_does() {
    let game = "[GameType \"24,W,8,8,N1,1\"]\n\n1. 11-14 21-18 2. 14x21 26x17 3. 10-13 17x10 4. 6x13 30-26 5. 3-6 23-19 \
                6. 5-10 25-21 7. 13-18 21x5 8. 1x10 *\n";
    let text = on_one_line(&analyse("--game spanish --games --nodes 10000 --reasons -", game).text());
    assert!(text.contains("loses a man: 7... 21x5 8. 1x10"), "{text}");
}

/// No game has a move whose reasons or puzzles are a panic.
#[test]
fn every_game_can_be_searched_for_reasons_and_puzzles() {
    let folder = Folder::new();
    let mut random = Random::new(7);
    for game in games() {
        let mut line = GameLine::new(game.start());
        let mut record = GameRecord::default();
        while record.moves.len() < 8 && line.outcome().is_none() {
            let mv = random.choose(&line.position().moves());
            record.moves.push(RecordedMove::new(line.position().show_move(mv, MoveStyle::Short)));
            line.play(mv);
        }
        game.set_tags(&mut record);
        game.name_squares(&mut record);
        folder.write("game.pgn", record.to_string());
        let name = game.name;
        folder
            .run(format!("analyse --game {name} --nodes 100 --reasons game.pgn --puzzles {name}.json --html game.html"))
            .exits_with(0);
    }
}
