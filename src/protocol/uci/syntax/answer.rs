//! What an engine has to say.

/// What the engine tells a client. Shown as one line, without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The name of the engine.
    Name(String),
    /// Who made it.
    Author(String),
    /// An option that the client may change.
    Option(OptionDeclaration),
    /// All options have been told.
    UciOk,
    /// All that came before is done.
    ReadyOk,
    /// The end of thinking.
    BestMove {
        /// The move to play, such as `e7e8q`; `None` if there is none.
        best: Option<String>,
        /// The reply to ponder on; not told without a best move.
        ponder: Option<String>,
    },
    /// News of the thinking.
    Info(Info),
}

/// An option that a client may change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDeclaration {
    /// Its name, without the words `value` and `type`.
    pub name: String,
    /// What it may be.
    pub kind: OptionKind,
}

/// What an option may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check(bool),
    /// A whole number from `min` to `max`.
    Spin {
        /// At the start.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// Any text; at the start this one.
    String(String),
    /// Something to be done at once.
    Button,
}

/// News of the thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Info {
    /// What was found.
    Line(Line),
    /// A text for people.
    Text(String),
}

/// A line of play and its worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The depth in plies.
    pub depth: u8,
    /// The longest line that was looked at, in plies.
    pub seldepth: u8,
    /// Its rank from 1 among several lines, if several were asked for.
    pub multipv: Option<u16>,
    /// For the side to move.
    pub score: UciScore,
    /// How exact the score is.
    pub bound: ScoreBound,
    /// Chances of a win, a draw and a loss for the side to move, in a thousand each.
    pub wdl: Option<[u16; 3]>,
    /// What was spent.
    pub effort: Effort,
    /// The moves from the position; may be empty.
    pub pv: Vec<String>,
}

/// What the thinking has cost since `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds.
    pub time: u64,
    /// The filled part of the transposition table, in a thousand.
    pub hashfull: u16,
    /// Positions found in endgame tables.
    pub tbhits: u64,
}

/// The worth of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves (not plies); below zero: being mated.
    Mate(i32),
}

/// How exact a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScoreBound {
    /// The score itself.
    #[default]
    Exact,
    /// The score or more.
    Lower,
    /// The score or less.
    Upper,
}

impl Effort {
    /// Nodes a second; the first millisecond counts as whole.
    pub fn nps(self) -> u64 {
        let nps = u128::from(self.nodes) * 1000 / u128::from(self.time.max(1));
        u64::try_from(nps).unwrap_or(u64::MAX)
    }
}
