//! The text of an algorithm: its name and its parameters, `composed m=2 n=2 min=4 max=6 k=30 width=8`.

use super::algorithm_parameters::{AlgorithmError, AlgorithmParameters, DEPTHS, POSITIVE};
use super::{AveragedChildren, ComposedSearch, HistorySlots, TextbookAlgorithm, TextbookOrder, VariableDepth};
use crate::notation::excerpt;
use std::fmt;
use std::str::FromStr;

/// An algorithm as text.
struct AlgorithmSyntax {
    name: &'static str,
    /// Its parameters; those in brackets may be left out.
    parameters: &'static str,
    read: fn(&mut AlgorithmParameters) -> Result<TextbookAlgorithm, AlgorithmError>,
}

const fn syntax(
    name: &'static str,
    parameters: &'static str,
    read: fn(&mut AlgorithmParameters) -> Result<TextbookAlgorithm, AlgorithmError>,
) -> AlgorithmSyntax {
    AlgorithmSyntax { name, parameters, read }
}

const ALGORITHMS: [AlgorithmSyntax; 10] = [
    syntax("minimax", "depth", |it| Ok(TextbookAlgorithm::Minimax { depth: it.depth()? })),
    syntax("negamax", "depth", |it| Ok(TextbookAlgorithm::Negamax { depth: it.depth()? })),
    syntax("alpha-beta", "depth [order]", |it| {
        let depth = it.depth()?;
        if it.choice("order", &MOVE_ORDERS)? {
            return Ok(TextbookAlgorithm::Pongor { depth, by_history: false });
        }
        Ok(TextbookAlgorithm::AlphaBeta { depth })
    }),
    syntax("killers", "depth", |it| Ok(TextbookAlgorithm::Killers { depth: it.depth()? })),
    syntax("history", "depth [step] [slots], or depth order", |it| {
        let depth = it.depth()?;
        if it.choice("order", &MOVE_ORDERS)? {
            return Ok(TextbookAlgorithm::Pongor { depth, by_history: true });
        }
        Ok(TextbookAlgorithm::History {
            depth,
            step: it.number("step", DEPTHS, Some(2))?,
            slots: it.choice("slots", &SLOTS)?,
        })
    }),
    syntax("averaging", "m n depth", |it| {
        Ok(TextbookAlgorithm::Averaging { children: it.children(None)?, depth: it.depth()? })
    }),
    syntax("variable", "min max k", |it| it.variable().map(TextbookAlgorithm::Variable)),
    syntax("selective", "width depth", |it| {
        Ok(TextbookAlgorithm::Selective { width: it.number("width", POSITIVE, None)?, depth: it.depth()? })
    }),
    syntax("composed", "[m] [n] min max [k] [width] [order]", |it| {
        let parts = ComposedSearch {
            children: it.children(Some(1))?,
            depth: it.variable()?,
            width: it.optional_number("width", POSITIVE)?,
        };
        Ok(TextbookAlgorithm::Composed { parts, order: it.choice("order", &ORDERS)? })
    }),
    syntax("least-tree", "depth", |it| Ok(TextbookAlgorithm::LeastTree { depth: it.depth()? })),
];

const SLOTS: [(&str, HistorySlots); 2] = [("first-step", HistorySlots::FirstStep), ("code", HistorySlots::Code)];

/// The move orders of `alpha-beta` and `history`; true for that of Pongor's program.
const MOVE_ORDERS: [(&str, bool); 2] = [("given", false), ("pongor", true)];

const ORDERS: [(&str, TextbookOrder); 4] = [
    ("given", TextbookOrder::Given),
    ("static", TextbookOrder::Static),
    ("killers", TextbookOrder::Killers),
    ("history", TextbookOrder::History),
];

impl TextbookAlgorithm {
    /// Reads a name and parameters. If `depth` is given, it stands for depths that the text leaves out: `depth`, `min` and
    /// `max`.
    ///
    /// | text | |
    /// |---|---|
    /// | `minimax depth=4`, `negamax depth=4`, `alpha-beta depth=6`, `killers depth=6` | |
    /// | `history depth=6 step=2 slots=first-step` | `step` plies an iteration (default 2); `slots` may be `code` |
    /// | `alpha-beta depth=8 order=pongor`, `history depth=8 order=pongor` | the moves in the order of Pongor's program |
    /// | `averaging m=2 n=2 depth=4` | |
    /// | `variable min=2 max=6 k=50` | |
    /// | `selective width=5 depth=4` | |
    /// | `composed m=2 n=2 min=4 max=6 k=30 width=8 order=given` | `m` and `n` default to 1, `width` to all moves; `k` is needed if `max` is greater than `min`; `order` may be `static`, `killers` or `history` |
    /// | `least-tree depth=4` | |
    ///
    /// # Errors
    /// There is no such algorithm; a parameter is unknown, given twice, missing or out of range.
    pub fn parse(text: &str, depth: Option<u32>) -> Result<TextbookAlgorithm, AlgorithmError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let Some(syntax) = ALGORITHMS.iter().find(|it| it.name == name) else {
            let names = ALGORITHMS.map(|it| it.name).join(", ");
            return Err(AlgorithmError::Name(format!("no algorithm is called '{}'; there are {names}", excerpt(name))));
        };
        let expected = syntax.parameters;
        let split = words.map(|word| {
            word.split_once('=').ok_or_else(|| {
                format!("{name}: found '{}', expected parameters as in depth=4: {expected}", excerpt(word))
            })
        });
        let mut parameters = AlgorithmParameters {
            name: syntax.name,
            unread: split.collect::<Result<_, _>>().map_err(AlgorithmError::Parameter)?,
            default_depth: depth,
        };
        let algorithm = (syntax.read)(&mut parameters)?;
        if let Some((key, _)) = parameters.unread.first() {
            let found = excerpt(key);
            return Err(AlgorithmError::Parameter(format!(
                "{name}: found the parameter '{found}', expected each of these once: {expected}"
            )));
        }
        Ok(algorithm)
    }
}

impl FromStr for TextbookAlgorithm {
    type Err = AlgorithmError;

    fn from_str(text: &str) -> Result<TextbookAlgorithm, AlgorithmError> {
        TextbookAlgorithm::parse(text, None)
    }
}

/// The text that [`parse`](TextbookAlgorithm::parse) reads; it leaves out what has its default value.
impl fmt::Display for TextbookAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextbookAlgorithm::Minimax { depth } => write!(f, "minimax depth={depth}"),
            TextbookAlgorithm::Negamax { depth } => write!(f, "negamax depth={depth}"),
            TextbookAlgorithm::AlphaBeta { depth } => write!(f, "alpha-beta depth={depth}"),
            TextbookAlgorithm::Killers { depth } => write!(f, "killers depth={depth}"),
            TextbookAlgorithm::History { depth, step, slots } => {
                write!(f, "history depth={depth}")?;
                if *step != 2 {
                    write!(f, " step={step}")?;
                }
                write_choice(f, "slots", *slots, &SLOTS)
            }
            TextbookAlgorithm::Pongor { depth, by_history } => {
                let name = if *by_history { "history" } else { "alpha-beta" };
                write!(f, "{name} depth={depth} order=pongor")
            }
            TextbookAlgorithm::Averaging { children, depth } => write!(f, "averaging {children} depth={depth}"),
            TextbookAlgorithm::Variable(depth) => write!(f, "variable {depth}"),
            TextbookAlgorithm::Selective { width, depth } => write!(f, "selective width={width} depth={depth}"),
            TextbookAlgorithm::Composed { parts, order } => {
                write!(f, "composed {} {}", parts.children, parts.depth)?;
                if let Some(width) = parts.width {
                    write!(f, " width={width}")?;
                }
                write_choice(f, "order", *order, &ORDERS)
            }
            TextbookAlgorithm::LeastTree { depth } => write!(f, "least-tree depth={depth}"),
        }
    }
}

impl fmt::Display for AveragedChildren {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "m={} n={}", self.m, self.n)
    }
}

impl fmt::Display for VariableDepth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VariableDepth { min, max, k } = self;
        write!(f, "min={min} max={max}")?;
        if min < max || *k > 0 {
            write!(f, " k={k}")?;
        }
        Ok(())
    }
}

fn write_choice<T: Copy + PartialEq + Default>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    chosen: T,
    choices: &[(&str, T)],
) -> fmt::Result {
    match choices.iter().find(|(_, choice)| *choice == chosen).filter(|_| chosen != T::default()) {
        Some((name, _)) => write!(f, " {key}={name}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_reads_back() {
        for text in [
            "minimax depth=4",
            "negamax depth=4",
            "alpha-beta depth=6",
            "killers depth=6",
            "history depth=6",
            "history depth=6 step=1 slots=code",
            "alpha-beta depth=8 order=pongor",
            "history depth=8 order=pongor",
            "averaging m=2 n=3 depth=4",
            "variable min=2 max=6 k=50",
            "variable min=2 max=2 k=50",
            "selective width=5 depth=4",
            "composed m=2 n=2 min=4 max=6 k=30 width=8",
            "composed m=1 n=1 min=4 max=4 order=history",
            "least-tree depth=239",
        ] {
            let algorithm: TextbookAlgorithm = text.parse().unwrap();
            assert_eq!(algorithm.to_string(), text);
            assert_eq!(algorithm.with_depth(3).depth(), 3, "{text}");
        }
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let read = |text| TextbookAlgorithm::parse(text, Some(7)).unwrap().to_string();
        assert_eq!(read("history"), "history depth=7");
        assert_eq!(read("history order=given"), "history depth=7");
        assert_eq!(read("alpha-beta order=given"), "alpha-beta depth=7");
        assert_eq!(read("minimax depth=3"), "minimax depth=3");
        assert_eq!(read("composed m=2"), "composed m=2 n=1 min=7 max=7");
        assert_eq!(read("variable k=5 min=6"), "variable min=6 max=7 k=5");
    }

    #[test]
    fn a_bad_text_is_one_clear_line() {
        for (text, expected) in [
            ("", "no algorithm is called ''; there are minimax, negamax, alpha-beta,"),
            ("mini\u{7}", "no algorithm is called 'mini?'; there are minimax"),
            ("minimax", "minimax: depth is missing, expected depth=NUMBER from 1 to 239"),
            ("minimax depth=0", "minimax: found depth=0, expected a number from 1 to 239"),
            ("killers depth=240", "killers: found depth=240, expected a number from 1"),
            ("killers depth=-1", "killers: found depth=-1, expected a number from 1 to 239"),
            ("killers depth=99999999999", "killers: found depth=99999999999, expected"),
            ("minimax 4", "minimax: found '4', expected parameters as in depth=4: depth"),
            ("minimax depth=4 depth=4", "minimax: found the parameter 'depth', expected each"),
            ("minimax depth=4 m=1", "minimax: found the parameter 'm', expected each of these"),
            ("averaging m=0 n=2 depth=4", "averaging: found m=0, expected a number from 1 to"),
            ("averaging m=2 depth=4", "averaging: n is missing, expected n=NUMBER from 1 to"),
            ("variable min=4 max=2 k=1", "variable: found min=4 and max=2, expected a max of 4"),
            ("variable min=2 max=4", "variable: k is missing, expected k=NUMBER from 0 to"),
            ("composed min=2 max=2 order=best", "composed: found order=best, expected one of given,"),
            ("composed min=2 max=2 width=", "composed: found width=, expected a number from 1 to"),
            ("alpha-beta depth=2 order=killers", "alpha-beta: found order=killers, expected one of given, pongor"),
            (
                "history depth=2 order=pongor step=2",
                "history: found the parameter 'step', expected each of these once: depth [step]",
            ),
            ("history depth=2 slots=to", "history: found slots=to, expected one of first-step"),
        ] {
            let error = text.parse::<TextbookAlgorithm>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
            assert!(!error.contains('\n'));
        }
    }
}
