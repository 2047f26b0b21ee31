//! Positions whose game can be searched out: their value, a strategy that secures it, and the normal form.
//!
//! [`StateGraph`] lists every position that can arise, equal ones once. [`SecuredRegion`] says where a side can keep a
//! [`StrategyPromise`], such as "first wins"; a [`Hyperpath`] is a strategy that keeps it, and [`check_hyperpath`] follows
//! a written one. [`NormalForm`] is the matrix of all strategies against each other. Play without end counts as a draw, as games with a repetition rule have it.

mod any_notation;
mod check_hyperpath;
mod hyperpath;
mod hyperpath_dot;
mod hyperpath_text;
mod limit;
mod normal_form;
mod normal_form_text;
mod promise;
mod region;
mod solution_text;
mod state_graph;
#[cfg(test)]
mod tests;
mod unfolded_tree;
mod value;

pub use any_notation::AnyNotation;
pub use check_hyperpath::{HyperpathError, WrittenHyperpath, check_hyperpath};
pub use hyperpath::{Hyperpath, HyperpathNode};
pub use hyperpath_dot::hyperpath_dot;
pub use hyperpath_text::hyperpath_text;
pub use limit::{SolveError, SolveLimit};
pub use normal_form::{NormalForm, NormalFormKind};
pub use normal_form_text::normal_form_text;
pub use promise::{PromiseError, StrategyPromise};
pub use region::SecuredRegion;
pub use solution_text::{solution_json, solution_text};
pub use state_graph::StateGraph;
pub use unfolded_tree::{PlannedChoices, UnfoldedTree};
pub use value::{SolvedMove, SolvedPosition};
