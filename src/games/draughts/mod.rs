//! The draughts family: one generator, and a type of constants for each game.
//!
//! Rules: `generate`, `geometry`, `keys`, `moves`, `paths`, `play`, `position`, `variant`
//!
//! | file | concept |
//! |---|---|
//! | [`geometry`] | squares and steps as bits and shifts |
//! | [`variant`] | the rules by which the games differ |
//! | [`position`], `keys` | who stands where, and the number of that |
//! | [`moves`] | a move and its number |
//! | `generate`, `paths`, `play` | the legal moves, the ways to make one, the rules as a `Game` |
//! | [`fen`], [`hub`] | positions as text |
//! | [`eval`], [`knowledge`], [`parameters`] | what the search should know, and by which numbers |
//! | `searched_variant` | the evaluation and the endgame tables of each variant |
//! | [`egdb`], `endgame_tables` | endgame tables, and what they tell the search |
//! | [`pdn`], `written_move`, [`illegal_move`], `notation` | moves as text, what is wrong with one, the `Notation` |
//! | `picture` | the board as it is drawn |
//! | `entry` | the games in the table of games |

pub mod egdb;
mod endgame_tables;
mod entry;
pub mod eval;
pub mod fen;
mod generate;
pub mod geometry;
pub mod hub;
pub mod illegal_move;
mod keys;
pub mod knowledge;
pub mod moves;
mod notation;
pub mod parameters;
mod paths;
pub mod pdn;
mod picture;
mod play;
pub mod position;
mod searched_variant;
pub mod variant;
mod written_move;

pub use geometry::Geometry;
pub use moves::DraughtsMove;
pub use position::DraughtsPosition;
pub use searched_variant::Draughts;
pub use variant::{
    Colour, DraughtsVariant, DraughtsVisitor, English, Pongor, VARIANTS, with_variant,
};
