//! The numbers that the search goes by in the draughts family; values in hundredths of a man.

use crate::search::parameters::parameters;

parameters! {
    /// Reverse futility: how deep the search left out may be,
    reverse_depth: 6, 2..=14;
    /// and how far the static value must lie above beta for every ply of it.
    reverse_ply: 30, 5..=120;
    /// ProbCut: by how much a shallower search must exceed beta,
    shallower_margin: 30, 5..=120;
    /// from which depth on it is worth a try,
    shallower_from: 5, 3..=12;
    /// and the part of the depth, in 16ths, that it searches.
    shallower_depth: 6, 3..=11;
    /// Futility: up to which depth,
    futility_depth: 4, 1..=10;
    /// what a quiet move may gain at once,
    futility_once: 60, 5..=200;
    /// and with every ply behind it.
    futility_ply: 40, 5..=150;
    /// Late-move reductions, in 1024ths of a ply: from the first quiet move on,
    reduction_base: 300, 0..=1200;
    /// growing with depth and number,
    reduction_growth: 300, 50..=900;
    /// less by a good history,
    reduction_history: 300, 0..=1500;
    /// and less on the principal variation.
    reduction_pv: 512, 0..=2048;
    /// What a cut-off teaches: by the square of the depth,
    bonus_square: 16, 0..=60;
    /// by the depth,
    bonus_ply: 32, 0..=300;
    /// and at most.
    bonus_most: 1200, 300..=4000;
}
