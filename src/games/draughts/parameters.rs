//! The numbers that the search goes by in the draughts family; scores in hundredths as the
//! evaluation counts them, reductions in 1024ths of a ply. What depends on a static value holds
//! where static evaluations are accurate enough ([`ModelOf::FINE`]).
//!
//! [`ModelOf::FINE`]: crate::eval::ModelOf::FINE

use crate::search::parameters::parameters;

parameters! {
    /// Reverse futility: the greatest depth, in plies.
    reverse_depth: 6, 2..=14;
    /// Reverse futility: how far the static value must lie above beta for every ply.
    reverse_ply: 30, 5..=120;
    /// ProbCut: by how much a shallower search must exceed beta.
    shallower_margin: 30, 5..=120;
    /// ProbCut: the least depth, in plies.
    shallower_from: 5, 3..=12;
    /// ProbCut: the depth of the shallower search, in 16ths of the full one.
    shallower_depth: 6, 3..=11;
    /// Futility: the greatest depth, in plies.
    futility_depth: 4, 1..=10;
    /// Futility: what a quiet move may gain at once.
    futility_once: 60, 5..=200;
    /// Futility: what may be gained with every ply behind it.
    futility_ply: 40, 5..=150;
    /// Late-move reduction: for every quiet move.
    reduction_base: 300, 0..=1200;
    /// Late-move reduction: times the logarithms of depth and number.
    reduction_growth: 300, 50..=900;
    /// Late-move reduction: less, times 1024ths of the history of the move.
    reduction_history: 300, 0..=1500;
    /// Late-move reduction: less on the principal variation.
    reduction_pv: 512, 0..=2048;
    /// Histories: the lesson of a cut-off, times the square of the depth.
    bonus_square: 16, 0..=60;
    /// Histories: the lesson of a cut-off for every ply.
    bonus_ply: 32, 0..=300;
    /// Histories: the greatest lesson.
    bonus_most: 1200, 300..=4000;
}
