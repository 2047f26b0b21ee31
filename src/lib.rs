//! Kempelen plays two-player games of perfect information: chess, the draughts family, Nim and its relations.
//!
//! This library has their rules, notations and pictures, one search for all of them, and theory where a game has one. A program that uses it
//! needs no features: `kempelen = { version = "0.1", default-features = false }` leaves out the commands and what they need.
//!
//! ```
//! use kempelen::{Game, MoveStyle, Notation, SearchLimits, search, start_position};
//!
//! let mut position = start_position("chess")?;
//! for text in ["f3", "e5", "g4"] {
//!     let mv = position.parse_move(text)?;
//!     position = position.play(mv);
//! }
//! let found = search(&position, SearchLimits { depth: Some(4), ..SearchLimits::default() })?;
//! let best = found.best_move.expect("the game is not over");
//! assert_eq!(position.show_move(best, MoveStyle::Short), "Qh4#");
//! assert_eq!(position.play(best).end_reason(), "checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - An [`AnyPosition`] is a position of any game, and a value: [`play`](Game::play) returns another one. [`start_position`] and
//!   [`read_position`] make it by the name of the game, [`games`] lists the games. The traits [`Game`], [`Notation`], [`Theory`] and
//!   [`Picture`] have its methods.
//! - A [`ChessPosition`] is a position of chess alone, with the same methods, and as fast as the program itself. [`AnyPosition::new`] and
//!   [`AnyPosition::downcast_ref`] lead from one to the other.
//! - A [`GameLine`] is a game up to now, which knows repetitions.
//! - [`search`] and [`evaluate`] answer for one position. A [`Player`] searches one position after another, in the background if
//!   wanted, with threads, table, book, endgame tables, several lines, and a limited strength.
//!
//! Other modules are public for the program's own packages. Only what this page lists is meant for other programs; it stays compatible in all
//! versions 0.1.x. `docs/library.md` says what else does not change.

// Tests get the dependencies of all tests.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]
// Without `lab`, nobody calls some functions of other modules.
#![cfg_attr(not(feature = "lab"), allow(dead_code, unused_imports))]

// The modules in reading order, from the ground floor up; a module sees only floors below its
// own, and of its own floor only modules named before it (the layering test reads this table, and
// knows some narrower rules):
//
// | floor | modules |
// |---|---|
// | 0 | [`system`]: the operating system: files, signals, threads, the terminal; [`worker`]: a thread that lives on; [`bytes`]: numbers in the bytes of a file; [`debug_log`]: a log of the lines of a protocol; [`board`]: bit sets and squares, geometry without rules |
// | 1 | [`game`]: the rules of a game, as a trait; a game up to now; perft; [`random`]: reproducible random numbers |
// | 2 | [`notation`], [`picture`], [`any_position`], [`eval`], [`opening`], [`retrograde`], [`search`], [`textbook`], [`solve`]: any game |
// | 3 | [`games`]: the games, each with its rules, notation, picture and whatever else it brings; the table of games |
// | 4 | [`engine`]: table, book and threads that think about one; no text |
// | 5 | [`player`]: the faces through which protocols and tools see any game; [`library`]: the functions with which other programs begin |
// | 6 | [`protocol`]: UCI, Hub, UGI and DXP; [`conditions`]: openings, time controls, adjudication |
// | 7 | [`tournament`]: games between engines; [`drawing`]: game trees, state graphs, strategies, charts, and pages that play an algorithm; [`lab`]: tools for developers: games as data and what is learnt from them, books, counts; [`report`]: analyses of positions and games, solutions and comparisons as text, tables, pictures and pages; [`play`]: games between people and the program |
// | 8 | [`commands`]: one file a command |
//
// The feature `cli` brings floor 8, [`tournament`], and of [`report`] and [`play`] what needs files or a terminal; the feature `lab` brings
// the module [`lab`].
#[cfg_attr(docsrs, doc(hidden))]
pub mod any_position;
#[cfg_attr(docsrs, doc(hidden))]
pub mod board;
#[cfg_attr(docsrs, doc(hidden))]
pub mod bytes;
#[cfg(feature = "cli")]
#[cfg_attr(docsrs, doc(hidden))]
pub mod commands;
mod conditions;
#[cfg_attr(docsrs, doc(hidden))]
pub mod debug_log;
mod drawing;
#[cfg_attr(docsrs, doc(hidden))]
pub mod engine;
#[cfg_attr(docsrs, doc(hidden))]
pub mod eval;
#[cfg_attr(docsrs, doc(hidden))]
pub mod game;
#[cfg_attr(docsrs, doc(hidden))]
pub mod games;
#[cfg(feature = "lab")]
#[cfg_attr(docsrs, doc(hidden))]
pub mod lab;
#[cfg_attr(docsrs, doc(hidden))]
pub mod library;
#[cfg_attr(docsrs, doc(hidden))]
pub mod notation;
#[cfg_attr(docsrs, doc(hidden))]
pub mod opening;
#[cfg_attr(docsrs, doc(hidden))]
pub mod picture;
#[cfg_attr(docsrs, doc(hidden))]
pub mod play;
#[cfg_attr(docsrs, doc(hidden))]
pub mod player;
#[cfg_attr(docsrs, doc(hidden))]
pub mod protocol;
#[cfg_attr(docsrs, doc(hidden))]
pub mod random;
mod report;
#[cfg_attr(docsrs, doc(hidden))]
pub mod retrograde;
#[cfg_attr(docsrs, doc(hidden))]
pub mod search;
#[cfg_attr(docsrs, doc(hidden))]
pub mod solve;
#[cfg_attr(docsrs, doc(hidden))]
pub mod system;
#[cfg_attr(docsrs, doc(hidden))]
pub mod textbook;
#[cfg(feature = "cli")]
mod tournament;
#[cfg_attr(docsrs, doc(hidden))]
pub mod worker;

#[doc(inline)]
pub use {
    any_position::{AnyMove, AnyPosition, Erasable},
    game::{Game, GameLine, Outcome, Side, Theory, TheoryAnswer, TheorySource, perft},
    games::chess::ChessPosition,
    games::{GameInfo, GameNameError, games},
    library::{LibraryError, SearchAnswer, evaluate, read_position, search, start_position},
    notation::{MoveError, MoveStyle, Notation, PositionError},
    picture::Picture,
    player::{Player, PlayerAlgorithm, PlayerListener, PlayerSettings, player},
    search::{
        BookUse, Bound, ClockState, ProbeSettings, Score, SearchInfo, SearchLimits, SearchLine, SearchListener,
        SearchRequest, ShownScore, StrengthLimit, TimeLimit,
    },
};
