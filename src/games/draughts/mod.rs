//! The draughts family: one move generator, and one type of constants for each game.
//!
//! Rules: `capture_states`, `captures`, `colour`, `draw_rules`, `family`, `generate`, `geometry`, `keys`, `king_run`, `moves`
//! Rules: `path_search`, `paths`, `play`, `position`, `rules`, `variant`, `variants`, `view`
//!
//! | file | concept |
//! |---|---|
//! | [`geometry`] | squares as bits, steps as shifts |
//! | [`colour`] | the colours |
//! | [`rules`], [`draw_rules`] | the rules by which the games differ |
//! | [`variants`] | the rules of each game |
//! | [`variant`] | what the compiler must know of a game |
//! | [`family`] | the games by name |
//! | [`king_run`] | how often a side has moved the same king in a row |
//! | [`position`], `keys` | positions and their Zobrist keys |
//! | [`moves`] | moves and their codes |
//! | `view`, `captures`, `capture_states`, `generate` | the board as the side to move sees it, the search for captures, the move generator |
//! | `paths`, `play` | paths of captures, implementation of `Game` |
//! | [`fen`], [`hub`] | positions as text |
//! | [`eval`], [`knowledge`], [`parameters`] | evaluation, search knowledge, search parameters |
//! | `searched_variant` | which games of the table each type of variant stands for |
//! | [`egdb`], `embedded_tables`, `cached_tables`, `endgame_tables` | endgame tables, those in the program, those built at first use, and their use in the search |
//! | `squares`, [`pdn`], `written_move`, `path_search`, [`move_rules`], `illegal_move`, `notation` | moves as text, reasons why a move is illegal, implementation of `Notation` |
//! | [`rules_file`], [`variant_kind`] | games whose rules a file describes |
//! | `picture` | implementation of `Picture` |
//! | `entry`, `infos` | the games in the table of games, their names and data |
//! | `draw_texts` | the draw rules in words |
//! | `published_counts` | node counts from the literature |

mod cached_tables;
mod capture_states;
mod captures;
pub mod colour;
pub mod draw_rules;
mod draw_texts;
pub mod egdb;
mod embedded_tables;
mod endgame_tables;
mod entry;
pub mod eval;
pub mod family;
pub mod fen;
mod generate;
pub mod geometry;
mod how_to_play;
pub mod hub;
mod illegal_move;
mod infos;
mod keys;
pub mod king_run;
pub mod knowledge;
pub mod move_rules;
pub mod moves;
mod notation;
pub mod parameters;
mod path_search;
mod paths;
pub mod pdn;
mod picture;
mod play;
pub mod position;
mod published_counts;
pub mod rules;
pub mod rules_file;
mod searched_variant;
mod squares;
pub mod variant;
pub mod variant_kind;
pub mod variants;
mod view;
mod written_move;

pub use colour::Colour;
pub use geometry::Geometry;
pub use moves::DraughtsMove;
pub use position::DraughtsPosition;
pub use rules::DraughtsRules;
pub use searched_variant::Draughts;
pub use variant::{DraughtsVariant, English, FlyingKings8x8, FlyingKings10x10, ShortKings8x8};
