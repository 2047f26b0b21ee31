//! An answer of the engine to a line.

use super::{InfoLine, UciAnswer, UciScore};
use crate::protocol::options::OptionKind;
use crate::search::Bound;
use std::fmt::{self, Display, Formatter};
use vampirc_uci::{UciInfoAttribute, UciMessage, UciOptionConfig};

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
            UciAnswer::UciOk => UciMessage::UciOk,
            UciAnswer::ReadyOk => UciMessage::ReadyOk,
            UciAnswer::Info(info) => UciMessage::Info(info.attributes()),
            UciAnswer::InfoString(text) => UciMessage::info_string(text.clone()),
            // The crate's moves can only be made by its parser, and the engine's are text already.
            // Without a best move `bestmove 0000` would be a null move: python-chess takes it for a move that can be
            // played, and `(none)` for no move.
            UciAnswer::BestMove { best: None, .. } => return "bestmove (none)".to_owned(),
            UciAnswer::BestMove { best: Some(best), ponder: None } => return format!("bestmove {best}"),
            UciAnswer::BestMove { best: Some(best), ponder: Some(reply) } => {
                return format!("bestmove {best} ponder {reply}");
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
