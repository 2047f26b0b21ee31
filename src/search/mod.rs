//! One search for every game.
//!
//! [`node`] is the alpha-beta, quiescence ends it, [`deepen`] calls it ever deeper. What one game
//! knows beyond its rules comes in through the hooks of [`knowledge`]. The rest are parts that
//! stand alone: scores, windows, the transposition table, histories, move pickers, repetitions
//! and clocks.

pub mod bound;
pub mod clock;
pub mod deepen;
mod descend;
pub mod handicap;
pub mod history;
pub mod knowledge;
pub mod node;
pub mod parameters;
pub mod past;
pub mod picker;
mod quiesce;
pub mod rank;
pub mod report;
pub mod score;
pub mod table;
pub mod tables;
mod urgency;
pub mod window;

pub use bound::{Bound, Known};
pub use clock::{Budget, Clock, Limits, Signal, Time};
pub use handicap::Handicap;
pub use knowledge::{Extension, Knowledge, Leaf, MoveOf, Node, Skip};
pub use node::{Search, Stopped};
pub use report::{Finding, Report};
pub use score::Score;
pub use table::{Entry, Table};
pub use tables::{Probing, Ranked, Tables};
pub use window::Window;

/// Remaining plies to search, before quiescence.
pub type Depth = i32;

/// The search never looks farther ahead than this, in plies.
pub const MAX_PLY: usize = 240;
