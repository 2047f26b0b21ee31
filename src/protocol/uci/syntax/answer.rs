//! How the answers of the engine are written, each as one line without the line end.

use crate::protocol::options::OptionKind;
use crate::search::Bound;
use std::fmt::{self, Display, Formatter};
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

/// `info`: a variation with its score, and the state of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InfoLine {
    /// Depth in plies.
    pub depth: u8,
    /// Depth of the longest variation searched, in plies.
    pub seldepth: u8,
    /// Number of the variation, from 1, if several were asked for.
    pub multipv: Option<u16>,
    /// The score for the side to move.
    pub score: UciScore,
    /// Whether the score is exact; [`Bound::None`] is written like [`Bound::Exact`].
    pub bound: Bound,
    /// Probabilities of a win, a draw and a loss for the side to move, in thousandths.
    pub wdl: Option<[u16; 3]>,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since `go`.
    pub time: u64,
    /// Filled part of the transposition table, in thousandths.
    pub hashfull: u16,
    /// Positions found in endgame tables; `None` if the protocol has no such field.
    pub tbhits: Option<u64>,
    /// The moves of the variation; may be empty.
    pub pv: Vec<String>,
}

/// A score as UCI writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in this many moves (in UGI: plies); negative if the side to move is mated.
    Mate(i32),
}

impl Display for InfoLine {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&one_line(&UciMessage::Info(self.attributes()).to_string()))
    }
}

impl InfoLine {
    /// Positions visited per second.
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }

    fn attributes(&self) -> Vec<UciInfoAttribute> {
        let mut attributes = vec![UciInfoAttribute::Depth(self.depth), UciInfoAttribute::SelDepth(self.seldepth)];
        attributes.extend(self.multipv.map(UciInfoAttribute::MultiPv));
        attributes.push(self.score());
        // Clients look for it directly after the score.
        attributes.extend(self.wdl.map(|[win, draw, loss]| any("wdl", format!("{win} {draw} {loss}"))));
        attributes.extend([
            UciInfoAttribute::Nodes(self.nodes),
            UciInfoAttribute::Nps(self.nps()),
            UciInfoAttribute::HashFull(self.hashfull),
        ]);
        attributes.extend(self.tbhits.map(UciInfoAttribute::TbHits));
        // The crate's own attribute holds a type of a crate that it does not re-export.
        attributes.push(any("time", self.time));
        if !self.pv.is_empty() {
            attributes.push(any("pv", self.pv.join(" ")));
        }
        attributes
    }

    /// The crate's own attribute holds only small distances to mate.
    fn score(&self) -> UciInfoAttribute {
        let bound = match self.bound {
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
            Bound::Exact | Bound::None => "",
        };
        let score = match self.score {
            UciScore::Cp(cp) => format!("cp {cp}{bound}"),
            UciScore::Mate(moves) => format!("mate {moves}{bound}"),
        };
        any("score", score)
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
