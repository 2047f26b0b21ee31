//! What the engine can tell a client, and how it is written.

use crate::protocol::options::OptionKind;
use crate::search::Bound;
use std::fmt::{self, Display, Formatter};
use vampirc_uci::{UciInfoAttribute, UciMessage, UciOptionConfig};

/// An answer of the engine. Displayed as one line, without the line end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciAnswer {
    /// `id name`.
    Name(String),
    /// `id author`.
    Author(String),
    /// `option`: declares an option.
    Option {
        /// Its name, without the words `value` and `type`.
        name: String,
        /// Its type, default and range.
        kind: OptionKind,
    },
    /// `readyok`: all earlier commands are done.
    ReadyOk,
    /// `bestmove`: the end of a search.
    BestMove {
        /// The move to play, such as `e7e8q`; `None` without a legal move.
        best: Option<String>,
        /// The expected reply; left out if there is no best move.
        ponder: Option<String>,
    },
    /// `info` with a variation and its score.
    Info(InfoLine),
    /// `info string`: a message for the user.
    InfoString(String),
}

/// A variation with its score, and the state of the search.
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

impl Display for UciAnswer {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        // A path or an error may contain a line end, and a client takes every line for a message.
        f.write_str(&self.line().replace(char::is_control, " "))
    }
}

impl UciAnswer {
    fn line(&self) -> String {
        let message = match self {
            UciAnswer::Name(name) => UciMessage::id_name(name),
            UciAnswer::Author(author) => UciMessage::id_author(author),
            UciAnswer::Option { name, kind } => UciMessage::Option(config(name.clone(), *kind)),
            UciAnswer::ReadyOk => UciMessage::ReadyOk,
            UciAnswer::Info(info) => UciMessage::Info(info.attributes()),
            UciAnswer::InfoString(text) => UciMessage::info_string(text.clone()),
            // The crate's moves can only be made by its parser, and the engine's are text already.
            // Without a best move `bestmove 0000` would be a null move: python-chess takes it for a move that can be
            // played, and `(none)` for no move.
            UciAnswer::BestMove { best, ponder } => {
                let reply = ponder.as_ref().filter(|_| best.is_some()).map(|reply| format!(" ponder {reply}"));
                return format!("bestmove {}{}", best.as_deref().unwrap_or("(none)"), reply.unwrap_or_default());
            }
        };
        message.to_string()
    }
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

/// Positions visited per second; `time` is in milliseconds, and below one it counts as one.
pub(in crate::protocol) fn nodes_per_second(nodes: u64, time: u64) -> u64 {
    u64::try_from(u128::from(nodes) * 1000 / u128::from(time.max(1))).unwrap_or(u64::MAX)
}
