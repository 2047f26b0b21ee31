//! Random lines of UCI: sensible, hasty and wrong ones.

use crate::prelude::*;

/// A line without its end.
pub fn random_line(random: &mut Random, position: &ChessPosition) -> Vec<u8> {
    let line = match random.below(100) {
        0..=29 => random_position(random),
        30..=54 => random_go(random, position),
        55..=63 => "stop".to_owned(),
        64..=69 => "ponderhit".to_owned(),
        70..=81 => random_option(random),
        82..=84 => "ucinewgame".to_owned(),
        85..=93 => "isready".to_owned(),
        _ => {
            let words = "uci|debug on|debug|register later|xboard||?|hub|quit now|position|go searchmoves|setoption\
                |setoption name|bestmove e2e4";
            word(random, words).to_owned()
        }
    };
    match random.below(9) {
        0 => broken(random, line.into_bytes()),
        _ => line.into_bytes(),
    }
}

/// One of the words between the strokes.
fn word<'a>(random: &mut Random, words: &'a str) -> &'a str {
    random.choose(&words.split('|').collect::<Vec<_>>())
}

/// Starts of games that have trouble in them.
const STARTS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/3k4/8/8/4R3/4K3 w - - 97 120",
    "8/8/8/3k4/8/8/4R3/4K3 w - - 100 121",
    "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
];

fn random_position(random: &mut Random) -> String {
    let (mut line, mut position) = match random.below(3) {
        0 => {
            let fen = random.choose(STARTS);
            let position = ChessPosition::parse(fen).unwrap();
            (format!("position fen {fen}"), position)
        }
        _ => ("position startpos".to_owned(), ChessPosition::start()),
    };
    let longest = random.choose(&[0, 4, 40, 120, 120, 600]);
    line += " moves";
    for _ in 0..random.below(longest + 1) {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mv = random.choose(&moves);
        line += " ";
        line += &position.show_move(mv, MoveStyle::Long);
        position = position.play(mv);
    }
    match random.below(12) {
        0 => line + " e2e5",
        1 => line.replace("moves", ""),
        _ => line,
    }
}

fn random_go(random: &mut Random, position: &ChessPosition) -> String {
    let mut line = "go".to_owned();
    for _ in 0..random.below(4) {
        let mut number = |bound| random.below(bound);
        line += &match number(15) {
            0 => " infinite".to_owned(),
            1 => " ponder".to_owned(),
            2 | 3 => format!(" depth {}", number(8)),
            4 | 5 => format!(" nodes {}", number(30_000)),
            6 => format!(" movetime {}", number(40)),
            7 | 8 => format!(" wtime {} btime {}", number(3000), number(3000)),
            9 => format!(" wtime -{}", number(1000)),
            10 => format!(" winc {} binc {}", number(50), number(50)),
            11 => format!(" movestogo {}", number(300)),
            12 => format!(" mate {}", number(6)),
            13 => format!(" perft {}", number(3)),
            _ => {
                let mut words = " searchmoves a1a1 0000".to_owned();
                for mv in position.moves().into_iter().take(number(4)) {
                    words += &format!(" {}", position.show_move(mv, MoveStyle::Long));
                }
                words
            }
        };
    }
    line
}

fn random_option(random: &mut Random) -> String {
    let names = "Hash|hash|Clear Hash|Threads|Ponder|MultiPV|Move Overhead|OwnBook|UCI_ShowWDL|UCI_Chess960\
        |UCI_AnalyseMode|Book File|Eval File|Nothing";
    let values = "1|2|3|16|31|256|0|-1|99999999999999999999|true|false|true|false||<empty>|/no/such/file|value|name";
    let (name, value) = (word(random, names), word(random, values));
    match random.below(15) {
        0 => format!("setoption name {name}"),
        1 => format!("setoption {name} {value}"),
        _ => format!("setoption name {name} value {value}"),
    }
}

/// The line with something wrong in it; perhaps it still means something.
fn broken(random: &mut Random, mut line: Vec<u8>) -> Vec<u8> {
    for _ in 0..=random.below(3) {
        let place = random.below(line.len() + 1);
        let byte = match random.below(4) {
            0 => random.choose(&[0, b'\r', b'\t', b' ', 0x7f, 0xff, 0xc3]),
            1 => random.below(256) as u8,
            _ => b' ' + random.below(95) as u8,
        };
        match random.below(6) {
            0 => line.truncate(place),
            1 if place < line.len() => drop(line.remove(place)),
            2 if place < line.len() => line[place] = byte,
            3 => line.extend_from_within(place..),
            4 if place < line.len() => line[place] = line[place].to_ascii_uppercase(),
            _ => line.insert(place, byte),
        }
    }
    line.retain(|&byte| byte != b'\n');
    line
}
