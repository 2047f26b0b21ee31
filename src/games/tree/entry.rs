//! Trees in the table of games.

use super::position::TreePosition;
use crate::search::Neutral;

/// Search knowledge for trees: none. The search sees who wins at a leaf; the textbook sees the payoffs.
pub type TreeKnowledge = Neutral<TreePosition>;
