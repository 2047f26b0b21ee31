//! How the answers of the engine are written, each as one line without the line end.

use crate::protocol::options::OptionKind;
use crate::search::{Bound, SearchInfo};
use std::fmt::Display;
use vampirc_uci::{UciInfoAttribute, UciMessage, UciOptionConfig};

/// `info string`: a message for the user.
pub fn info_string(text: &str) -> String {
    one_line(&UciMessage::info_string(text.to_owned()).to_string())
}

/// `option`: declares an option with its type, default and range.
pub fn option_line(name: &str, kind: OptionKind) -> String {
    UciMessage::Option(config(name.to_owned(), kind)).to_string()
}

fn config(name: String, kind: OptionKind) -> UciOptionConfig {
    match kind {
        OptionKind::Check { default } => UciOptionConfig::Check { name, default: Some(default) },
        OptionKind::Spin { default, min, max } => {
            debug_assert!(min <= default && default <= max, "the default of {name} is out of range");
            UciOptionConfig::Spin { name, default: Some(default), min: Some(min), max: Some(max) }
        }
        OptionKind::Combo { values } => UciOptionConfig::Combo {
            name,
            default: values.first().map(|&word| word.to_owned()),
            var: values.iter().map(|&word| word.to_owned()).collect(),
        },
        OptionKind::Text { default } => {
            let default = if default.is_empty() { "<empty>" } else { default };
            UciOptionConfig::String { name, default: Some(default.to_owned()) }
        }
        OptionKind::Button => UciOptionConfig::Button { name },
    }
}

/// `bestmove`: the end of a search, with the move to play, such as `e7e8q`, and the expected reply; without a legal move there is
/// neither.
pub fn best_move_line(best: Option<&str>, ponder: Option<&str>) -> String {
    // `vampirc-uci` can write only moves that it has parsed, and these are text already. Without a move it would write `0000`,
    // which python-chess plays as a null move; it reads `(none)` as no move.
    let Some(best) = best else { return "bestmove (none)".to_owned() };
    let reply = ponder.map(|reply| format!(" ponder {reply}"));
    one_line(&format!("bestmove {best}{}", reply.unwrap_or_default()))
}

/// A score as UCI writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in this many moves (in UGI: plies); negative if the side to move is mated.
    Mate(i32),
}

/// The fields of `info` that not every search shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InfoFields {
    /// The number of the variation, as several were asked for.
    pub multipv: bool,
    /// The probabilities of a win, a draw and a loss.
    pub wdl: bool,
    /// The number of positions found in endgame tables.
    pub tbhits: bool,
}

/// The line `info` with the state of the search, a score and the principal variation, which may be empty.
pub fn info_line(info: &SearchInfo, score: UciScore, pv: &[String], fields: InfoFields) -> String {
    let time = info.elapsed.as_millis() as u64;
    let (depth, seldepth) = (info.depth.clamp(0, 255) as u8, info.seldepth.min(255) as u8);
    let mut attributes = vec![UciInfoAttribute::Depth(depth), UciInfoAttribute::SelDepth(seldepth)];
    attributes.extend(fields.multipv.then_some(UciInfoAttribute::MultiPv(info.multi_pv as u16)));
    attributes.push(any("score", score_text(score, info.bound)));
    // Clients look for it directly after the score.
    let wdl = info.wdl.filter(|_| fields.wdl);
    attributes.extend(wdl.map(|[win, draw, loss]| any("wdl", format!("{win} {draw} {loss}"))));
    attributes.extend([
        UciInfoAttribute::Nodes(info.nodes),
        UciInfoAttribute::Nps(nodes_per_second(info.nodes, time)),
        UciInfoAttribute::HashFull(info.hashfull),
    ]);
    attributes.extend(fields.tbhits.then_some(UciInfoAttribute::TbHits(info.tb_hits)));
    // The crate's own attribute holds a type of a crate that it does not re-export.
    attributes.push(any("time", time));
    if !pv.is_empty() {
        attributes.push(any("pv", pv.join(" ")));
    }
    one_line(&UciMessage::Info(attributes).to_string())
}

/// A score as text: the crate's own attribute holds only small distances to mate.
fn score_text(score: UciScore, bound: Bound) -> String {
    let bound = match bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    };
    match score {
        UciScore::Cp(cp) => format!("cp {cp}{bound}"),
        UciScore::Mate(moves) => format!("mate {moves}{bound}"),
    }
}

/// An attribute that the crate has no type for, or not one that is wide enough.
fn any(name: &str, value: impl Display) -> UciInfoAttribute {
    UciInfoAttribute::Any(name.to_owned(), value.to_string())
}

/// A path or an error may contain a line end, and a client takes every line for a message.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Positions visited per second; `time` is in milliseconds, and below one it counts as one.
pub(in crate::protocol) fn nodes_per_second(nodes: u64, time: u64) -> u64 {
    u64::try_from(u128::from(nodes) * 1000 / u128::from(time.max(1))).unwrap_or(u64::MAX)
}
