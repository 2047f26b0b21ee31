//! The parameters of the search of draughts. Scores are in hundredths of the evaluation, reductions in 1024ths of a
//! ply, unless another unit is given.

use crate::search::parameters::parameters;

parameters! {
    /// Reverse futility pruning: the greatest depth, in plies.
    rfp_depth: 6, 2..=14;
    /// Reverse futility pruning: margin above beta for every ply of depth.
    rfp_margin: 30, 5..=120;
    /// ProbCut: margin above beta that the shallower search must reach.
    probcut_margin: 30, 5..=120;
    /// ProbCut: the least depth, in plies.
    probcut_min_depth: 5, 3..=12;
    /// ProbCut: the depth of the shallower search, in 16ths of the full one.
    probcut_depth: 6, 3..=11;
    /// Futility pruning: the greatest depth, in plies.
    futility_depth: 4, 1..=10;
    /// Futility pruning: constant part of the possible gain of a quiet move.
    futility_base: 60, 5..=200;
    /// Futility pruning: possible gain for every ply of depth.
    futility_factor: 40, 5..=150;
    /// Late-move reduction: constant part.
    lmr_base: 300, 0..=1200;
    /// Late-move reduction: factor of the logarithms of depth and move count.
    lmr_factor: 300, 50..=900;
    /// Late-move reduction: factor of the history of the move, in 1024ths, which is subtracted.
    lmr_history: 300, 0..=1500;
    /// Late-move reduction: less in PV nodes.
    lmr_pv: 512, 0..=2048;
    /// Histories: bonus of a cutoff, factor of the square of the depth.
    history_bonus_quadratic: 16, 0..=60;
    /// Histories: bonus of a cutoff for every ply of depth.
    history_bonus_linear: 32, 0..=300;
    /// Histories: the greatest bonus.
    history_bonus_max: 1200, 300..=4000;
}
