//! Games as match runners play them: the engines tell who is to move and when the game is over.

use super::{response, search, second_word, start};
use crate::prelude::*;

/// A longer game is broken off.
const MAX_PLIES: usize = 40;

/// Two engines that have introduced themselves, with the options that a runner sets for any engine.
fn engines() -> [Engine; 2] {
    [0, 1].map(|_| {
        let options = ["threads value 1", "hash value 1", "ownbook value false"];
        let options = options.map(|option| format!("setoption name {option}\n")).concat();
        Engine::greeted(&format!("ugi\n{options}isready"), "readyok")
    })
}

/// The moves of a game from `start` (`startpos` or `fen ...`), and its result if it has ended. The first engine plays
/// for the side that moves first in the game. The rules must agree with every answer.
fn play(engines: &mut [Engine; 2], start: &str, position: AnyPosition) -> (Vec<String>, String) {
    for engine in &mut *engines {
        engine.ask("uginewgame\nisready", "readyok");
    }
    let mut line = GameLine::new(position);
    let mut moves: Vec<String> = Vec::new();
    loop {
        let mut position = format!("position {start}");
        if !moves.is_empty() {
            position = format!("{position} moves {}", moves.join(" "));
        }
        for engine in &mut *engines {
            engine.tell(&position);
        }
        let first_moves = response(&mut engines[0], "p1turn") == "true";
        let mover = &mut engines[usize::from(!first_moves)];
        assert_eq!(line.position().side_to_move() == Side::First, first_moves);
        let is_over = response(mover, "gameover");
        let result = response(mover, "result");
        assert_eq!(result, expected_result(&line), "{position}");
        assert_eq!(is_over == "true", result != "none", "{position}");
        if is_over == "true" || moves.len() == MAX_PLIES {
            return (moves, result);
        }
        engines[0].ask("isready", "readyok");
        let (info, best) = search(&mut engines[usize::from(!first_moves)], "go nodes 30");
        assert!(info.starts_with("info nodes "), "{info}");
        line.play(line.position().parse_move(&best).unwrap());
        moves.push(best);
    }
}

fn expected_result(line: &GameLine<AnyPosition>) -> &'static str {
    let mover = line.position().side_to_move();
    match line.outcome() {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(outcome) if outcome.winner(mover) == Some(Side::First) => "p1win",
        Some(_) => "p2win",
    }
}

/// A game is chosen by the option, or by the start.
#[test]
fn every_game_is_played_as_runners_play_it() {
    let mut engines = engines();
    for game in games() {
        for engine in &mut engines {
            engine.tell(&format!("setoption name Game value {}", game.name));
        }
        let (moves, result) = play(&mut engines, "startpos", game.start());
        let is_over = result != "none";
        assert!(is_over || moves.len() > 4, "{}: {moves:?}", game.name);
        if game.name == "tictactoe" {
            assert!(result != "none", "{moves:?}");
        }
    }
    for game in games() {
        let start = game.bench[game.bench.len() - 1];
        let fen = named(game, start);
        play(&mut engines, &format!("fen {fen}"), game.start().parse_position(start).unwrap());
    }
}

/// The position with the name of its game before it, unless it begins with the name itself.
fn named(game: &GameInfo, position: &str) -> String {
    if position.split(' ').next() == Some(game.name) {
        position.to_owned()
    } else {
        format!("{} {position}", game.name)
    }
}

/// UGI separates moves by blanks.
#[test]
fn no_game_writes_a_blank_in_a_move() {
    for game in games() {
        for text in game.bench {
            let position = game.start().parse_position(text).unwrap();
            for mv in position.moves() {
                let mv = position.show_move(mv, MoveStyle::Long);
                assert!(!mv.contains(char::is_whitespace), "{}: '{mv}'", game.name);
            }
        }
    }
}

/// Tic-tac-toe has no other protocol, and English draughts is played over UGI on request, here against Hub.
#[test]
fn match_drives_ugi_engines() {
    for (game, one, other, more) in
        [("tictactoe", "proto=ugi", "option.Hash=1", "depth=9"), ("english", "proto=ugi", "proto=hub", "nodes=20")]
    {
        let two = format!("--engine cmd=$ENGINE {one} name=first --engine cmd=$ENGINE {other} name=second");
        let text = run(format!("match --game {game} {two} --each {more} --rounds 1 --max-plies 30")).text();
        assert_eq!(text.contains("endings: Draw by full board 2"), game == "tictactoe", "{text}");
        assert!(!text.contains("illegal"), "{text}");
    }
}

/// Clients divide by 100. The search ends when it has seen the end of every line, however deep it may go.
#[test]
fn a_payoff_is_told_in_hundredths() {
    let mut engine = start();
    engine.tell("setoption name Game value tree");
    for (position, remark, best) in [
        ("startpos", "info depth 3 seldepth 3 score cp 700 ", "2"),
        ("fen (A:1 B:5 C:9) p1", "info depth 1 seldepth 1 score cp 900 ", "C"),
        ("fen (A:1 B:5 C:9) p2", "info depth 1 seldepth 1 score cp -100 ", "A"),
    ] {
        let heard = engine.ask(&format!("position {position}\ngo depth 200"), "bestmove ");
        let [.., line, _totals, played] = &heard[..] else { panic!("{heard:?}") };
        assert!(line.starts_with(remark), "{heard:?}");
        assert_eq!(second_word(played), best);
    }
}
