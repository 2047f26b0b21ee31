//! Faults of files are found and described.

use super::{check, datagen, game, games_of, read, write};
use crate::prelude::*;

/// What `check` says of games of which the first was changed.
fn verdict(game: &str, games: &[TrainingGame], change: impl Fn(&mut TrainingGame)) -> String {
    let folder = Folder::new();
    let mut games = games.to_vec();
    change(&mut games[0]);
    write(&folder, "changed", game, &games);
    let text = check(&folder, "changed").exits_with(1).out();
    contains_all(&text, [&format!("{} games and", games.len() - 1), "game 1 of the block at byte"]);
    text
}

#[test]
fn what_breaks_the_rules_is_found() {
    for game in ["chess", "english"] {
        let games = read(&games_of(game, 3), "games");
        contains_all(
            &verdict(game, &games, |game| game.moves[1].number = 0xffff),
            ["move 2: found move number 65535, expected a legal move"],
        );
        contains_all(
            &verdict(game, &games, |game| game.opening[0] = 0xffff),
            ["random move 1: found move number 65535"],
        );
        contains_all(&verdict(game, &games, |game| game.start = Some("nowhere".into())), ["the start: "]);
        let cut_short = |game: &mut TrainingGame| {
            game.moves.truncate(2);
            (game.end_reason, game.winner) = (EndReason::Rule, Some(Side::First));
        };
        contains_all(&verdict(game, &games, cut_short), ["expected a position where the game is over"]);
    }
}

/// Every command that replays games names the game that breaks the rules: `check` and `compare` by its place in the file,
/// the others by its number in the run that played it.
#[test]
fn the_wrong_game_is_named() {
    let folder = games_of("english", 3);
    let games = read(&folder, "games");
    for (nth, game) in (1..).zip(&games) {
        let mut games = games.clone();
        games[nth - 1].moves[1].number = 0xffff;
        write(&folder, "wrong", "english", &games);
        let reason = "move 2: found move number 65535, expected a legal move";
        let text = check(&folder, "wrong").exits_with(1).out();
        contains_all(&text, [&format!("'wrong', game {nth} of the block at byte "), reason]);
        let by_number = format!("game {}: {reason}", game.number);
        for (command, expected) in [
            ("compare --game english --depth 1 wrong", format!("'wrong': game {nth}: {reason}")),
            ("datagen export wrong", by_number.clone()),
            ("datagen rescore --nodes 1 --output output wrong", by_number.replacen(':', "; see `datagen check`:", 1)),
            ("tune weights --output output --data wrong", by_number),
        ] {
            folder.run(command).fails_with(expected);
            let _ = fs::remove_file(folder.path("output"));
        }
    }
}

#[test]
fn a_result_against_the_rules_is_found() {
    // The fool's mate.
    let mut position = ChessPosition::start();
    let mut game = TrainingGame { winner: Some(Side::Second), ..game(0, EndReason::Rule) };
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let mv = position.parse_move(text).unwrap();
        game.opening.push(ChessPosition::code(mv));
        position = position.play(mv);
    }
    let folder = Folder::new();
    write(&folder, "right", "chess", &[game.clone()]);
    check(&folder, "right").text();
    let without_winner = verdict("chess", &[game.clone()], |game| game.winner = None);
    contains_all(&without_winner, ["found a draw by rule, expected a win of the second side"]);
    contains_all(&verdict("chess", &[game], |game| game.opening.push(1)), ["a move after the game's end"]);
}

#[test]
fn damage_is_told_in_one_line() {
    let folder = games_of("english", 4);
    let whole = folder.bytes("games");
    for at in (0..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        folder.write("damaged", bytes);
        datagen(&folder, "stats damaged").fails_with("damaged': byte ").remarks("expected");
        folder.write("damaged", &whole[..at]);
        let cut = datagen(&folder, "stats damaged");
        // Only a header is a file without games.
        if !cut.status.success() {
            cut.fails_with("ends after");
        }
    }
}
