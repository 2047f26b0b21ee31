//! An answer to the engine's line.

use super::{Answer, Effort, Info, Line, OptionDeclaration, OptionKind, ScoreBound, UciScore};
use std::fmt::{self, Display, Formatter};
use vampirc_uci::{UciInfoAttribute, UciMessage, UciMove, UciOptionConfig, parse_one};

impl Display for Answer {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let message = self.message();
        let line = message.map_or_else(|| NO_MOVE.to_owned(), |message| message.to_string());
        // A path or an error may hold a line end, and a client takes one line for one message.
        match line.contains(char::is_control) {
            true => f.write_str(&line.replace(char::is_control, " ")),
            false => f.write_str(&line),
        }
    }
}

impl Effort {
    fn attributes(self) -> [UciInfoAttribute; 5] {
        [
            UciInfoAttribute::Nodes(self.nodes),
            UciInfoAttribute::Nps(self.nps()),
            UciInfoAttribute::HashFull(self.hashfull),
            UciInfoAttribute::TbHits(self.tbhits),
            // The crate's own attribute holds a type of a crate that it does not pass on.
            any("time", self.time),
        ]
    }
}

/// There is no best move. The crate has no word for it but `0000`, which python-chess plays as a
/// null move; for this one it gives back no move.
const NO_MOVE: &str = "bestmove (none)";

impl Answer {
    /// `None` stands for [`NO_MOVE`].
    fn message(&self) -> Option<UciMessage> {
        Some(match self {
            Answer::Name(name) => UciMessage::id_name(name),
            Answer::Author(author) => UciMessage::id_author(author),
            Answer::Option(option) => UciMessage::Option(option.config()),
            Answer::UciOk => UciMessage::UciOk,
            Answer::ReadyOk => UciMessage::ReadyOk,
            Answer::BestMove { best, ponder } => {
                let first = |mv: &Option<String>| moves(mv.as_slice()).first().copied();
                UciMessage::BestMove {
                    best_move: first(best)?,
                    ponder: first(ponder),
                }
            }
            Answer::Info(info) => UciMessage::Info(info.attributes()),
        })
    }
}

impl OptionDeclaration {
    fn config(&self) -> UciOptionConfig {
        let name = self.name.clone();
        match &self.kind {
            OptionKind::Check(default) => UciOptionConfig::Check {
                name,
                default: Some(*default),
            },
            OptionKind::Spin { default, min, max } => {
                debug_assert!(
                    min <= default && default <= max,
                    "the default of {name} is out of range"
                );
                UciOptionConfig::Spin {
                    name,
                    default: Some(*default),
                    min: Some(*min),
                    max: Some(*max),
                }
            }
            OptionKind::String(default) => {
                let default = match default.as_str() {
                    "" => "<empty>",
                    text => text,
                };
                UciOptionConfig::String {
                    name,
                    default: Some(default.to_owned()),
                }
            }
            OptionKind::Button => UciOptionConfig::Button { name },
        }
    }
}

impl Info {
    fn attributes(&self) -> Vec<UciInfoAttribute> {
        match self {
            Info::Line(line) => line.attributes(),
            Info::Text(text) => vec![UciInfoAttribute::String(text.clone())],
        }
    }
}

impl Line {
    fn attributes(&self) -> Vec<UciInfoAttribute> {
        let mut attributes = vec![
            UciInfoAttribute::Depth(self.depth),
            UciInfoAttribute::SelDepth(self.seldepth),
        ];
        attributes.extend(self.multipv.map(UciInfoAttribute::MultiPv));
        attributes.push(self.score());
        // Clients look for it directly after the score.
        attributes.extend(
            self.wdl
                .map(|[win, draw, loss]| any("wdl", format!("{win} {draw} {loss}"))),
        );
        attributes.extend(self.effort.attributes());
        if !self.pv.is_empty() {
            attributes.push(UciInfoAttribute::Pv(moves(&self.pv)));
        }
        attributes
    }

    fn score(&self) -> UciInfoAttribute {
        let (cp, mate) = match self.score {
            UciScore::Cp(cp) => (Some(cp), None),
            UciScore::Mate(moves) => match i8::try_from(moves) {
                Ok(moves) => (None, Some(moves)),
                Err(_) => return any("score", format!("mate {moves}{}", self.bound)),
            },
        };
        // The crate writes a bound for `Some(false)` also.
        UciInfoAttribute::Score {
            cp,
            mate,
            lower_bound: (self.bound == ScoreBound::Lower).then_some(true),
            upper_bound: (self.bound == ScoreBound::Upper).then_some(true),
        }
    }
}

impl Display for ScoreBound {
    /// With a blank before it.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(match self {
            ScoreBound::Exact => "",
            ScoreBound::Lower => " lowerbound",
            ScoreBound::Upper => " upperbound",
        })
    }
}

/// The engine's own moves as the crate's; those after one that is none are left out.
fn moves(texts: &[String]) -> Vec<UciMove> {
    let moves = match parse_one(&format!("position startpos moves {}", texts.join(" "))) {
        UciMessage::Position { moves, .. } => moves,
        _ => Vec::new(),
    };
    debug_assert_eq!(
        moves.len(),
        texts.len(),
        "the engine writes moves that are none: {texts:?}"
    );
    moves
}

fn any(name: &str, value: impl Display) -> UciInfoAttribute {
    UciInfoAttribute::Any(name.to_owned(), value.to_string())
}
