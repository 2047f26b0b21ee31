//! The draughts family: one move generator, and a rules file for each game.
//!
//! Rules: `captures`, `colour`, `draw_rules`, `generate`, `geometry`, `keys`, `king_run`, `moves`
//! Rules: `paths`, `play`, `position`, `rules`, `squares`, `variant`, `view`
//!
//! | file | concept |
//! |---|---|
//! | [`geometry`] | squares as bits, steps as shifts |
//! | [`colour`] | the colours |
//! | [`rules`], [`draw_rules`] | the rules by which the games differ, and those of English draughts |
//! | [`variant`] | what the compiler must know of a game, and the four types of games that it is compiled for |
//! | [`family`], [`embedded_files`] | the games by name, and their files in the program |
//! | [`rules_file`] | the reader of rules files: those of the games of the table, in the folder `games`, and of games of one's own |
//! | [`king_run`] | how often a side has moved the same king in a row |
//! | [`position`], `keys` | positions and their Zobrist keys |
//! | [`moves`] | moves and their codes |
//! | `view`, `captures`, `generate` | the board as the side to move sees it, the search for captures, the move generator |
//! | `paths`, `play` | paths of captures, implementation of `Game` |
//! | [`fen`], [`hub`] | positions as text |
//! | [`eval`], [`knowledge`], [`parameters`] | evaluation, search knowledge, search parameters |
//! | [`egdb`], `endgame_tables` | endgame tables, and their use in the search |
//! | [`squares`], `written_move`, [`move_rules`], `illegal_move`, `notation` | moves as text, reasons why a move is illegal, implementation of `Notation` |
//! | `picture` | implementation of `Picture` |
//! | `entry` | the games in the table of games, and how they are played, in words |

mod captures;
pub mod colour;
pub mod draw_rules;
pub mod egdb;
pub mod embedded_files;
mod endgame_tables;
mod entry;
pub mod eval;
pub mod family;
pub mod fen;
mod generate;
pub mod geometry;
pub mod hub;
mod illegal_move;
mod keys;
pub mod king_run;
pub mod knowledge;
pub mod move_rules;
pub mod moves;
mod notation;
pub mod parameters;
mod paths;
mod picture;
mod play;
pub mod position;
pub mod rules;
pub mod rules_file;
pub mod squares;
pub mod variant;
mod view;
mod written_move;

pub use colour::Colour;
pub use geometry::Geometry;
pub use moves::DraughtsMove;
pub use position::DraughtsPosition;
pub use rules::DraughtsRules;
pub use variant::{DraughtsVariant, DraughtsVisitor, English, FlyingKings8x8, FlyingKings10x10, ShortKings8x8};

/// Search knowledge for a game of the draughts family.
pub struct Draughts<V: DraughtsVariant>(std::marker::PhantomData<V>);
