//! UCI as a client speaks it.

use super::syntax::cut;
use crate::protocol::client::{Allowance, Client, Declared, Heard, Task, Thinking};
use crate::search::Score;

/// Talks to an engine over UCI.
pub struct UciClient;

impl Client for UciClient {
    fn greeting(&self) -> &'static str {
        "uci"
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        match value {
            "" => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        }
    }

    fn are_you_ready(&self) -> &'static str {
        "isready"
    }

    fn ping(&self) -> &'static str {
        "isready"
    }

    fn variant(&self) -> (&'static str, &'static str) {
        ("UCI_Variant", "chess")
    }

    fn new_game(&self) -> &'static str {
        "ucinewgame"
    }

    fn go(&self, task: &Task) -> Vec<String> {
        let mut position = match task.start {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_owned(),
        };
        if !task.moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&task.moves.join(" "));
        }
        let ponder = if task.ponder { " ponder" } else { "" };
        vec![position, format!("go{ponder}{}", limits(&task.allowance))]
    }

    fn ponder_hit(&self) -> &'static str {
        "ponderhit"
    }

    fn stop(&self) -> &'static str {
        "stop"
    }

    fn quit(&self) -> &'static str {
        "quit"
    }

    fn hear(&self, line: &str) -> Heard {
        let (command, rest) = cut(line.trim());
        match command {
            "info" => match cut(rest) {
                ("string", text) => Heard::Remark(text.to_owned()),
                _ => Heard::Thinking,
            },
            "bestmove" => {
                let mut words = rest.split_whitespace();
                let real = |mv: &&str| !matches!(*mv, "(none)" | "0000" | "NULL");
                let best = words.next().filter(real).map(str::to_owned);
                let ponder = words.nth(1).filter(real).map(str::to_owned);
                Heard::Decided { best, ponder }
            }
            "option" => declared(rest).map_or(Heard::Nothing, Heard::Option),
            "readyok" => Heard::Ready,
            "uciok" => Heard::Introduced,
            "" | "id" => Heard::Nothing,
            _ => Heard::Remark(line.trim().to_owned()),
        }
    }

    /// Bounds and lines other than the best tell no score.
    fn thought(&self, line: &str) -> Option<Thinking> {
        let mut words = line.split_whitespace().skip(1);
        let (mut depth, mut line, mut score) = (0, "1", None);
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next()?.parse().ok()?,
                "multipv" => line = words.next()?,
                "lowerbound" | "upperbound" => return None,
                "score" => {
                    let (unit, value) = (words.next()?, words.next()?.parse::<i32>().ok()?);
                    score = Some(match unit {
                        "mate" => mate(value),
                        _ => Score::estimate(value),
                    });
                }
                "pv" | "string" => break,
                _ => (),
            }
        }
        let score = score.filter(|_| line == "1")?;
        Some(Thinking { depth, score })
    }

    fn nodes(&self, line: &str) -> Option<u64> {
        let mut words = line.split_whitespace();
        words.find(|&word| word == "nodes")?;
        words.next()?.parse().ok()
    }
}

/// What is behind `option`: `name Null Move type spin default 4 min 1 max 8`.
fn declared(rest: &str) -> Option<Declared> {
    let (name, kind) = rest.strip_prefix("name ")?.split_once(" type ")?;
    let (kind, rest) = cut(kind.trim());
    let number = |name| {
        let mut words = rest.split_whitespace();
        words.find(|&word| word == name)?;
        words.next()?.parse::<i64>().ok()
    };
    let bounds = number("min").zip(number("max"));
    Some(Declared {
        name: name.trim().to_owned(),
        range: bounds
            .filter(|_| kind == "spin")
            .map(|(min, max)| min..=max),
        values: match kind {
            "check" => Some(vec!["true".to_owned(), "false".to_owned()]),
            "combo" => Some(choices(rest)),
            _ => None,
        },
    })
}

/// The values after every `var`, which may be of several words.
fn choices(rest: &str) -> Vec<String> {
    let padded = format!(" {rest} ");
    let values = padded.split(" var ").skip(1);
    values.map(|value| value.trim().to_owned()).collect()
}

/// The score of a mate in so many moves.
fn mate(moves: i32) -> Score {
    let plies = moves.unsigned_abs().min(100) as usize;
    match moves > 0 {
        true => Score::win_in(2 * plies - 1),
        false => Score::loss_in(2 * plies),
    }
}

fn limits(allowance: &Allowance) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: u128| text += &format!(" {name} {value}");
    if let Some([own, other]) = allowance.clocks {
        let [white, black] = match allowance.first_moves {
            true => [own, other],
            false => [other, own],
        };
        add("wtime", white.remaining.as_millis());
        add("btime", black.remaining.as_millis());
        add("winc", white.increment.as_millis());
        add("binc", black.increment.as_millis());
        if let Some(moves) = own.moves_to_go {
            add("movestogo", moves.into());
        }
    }
    if let Some(time) = allowance.move_time {
        add("movetime", time.as_millis());
    }
    if let Some(depth) = allowance.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = allowance.nodes {
        add("nodes", nodes.into());
    }
    match text.is_empty() {
        true => " infinite".to_owned(),
        false => text,
    }
}
