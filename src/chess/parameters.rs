//! The numbers that the chess search goes by; values in hundredths of a pawn.

use crate::search::parameters::parameters;

parameters! {
    /// Internal reduction: from which depth on.
    internal_from: 4, 2..=8;
    /// Reverse futility: how deep the search left out may be,
    reverse_depth: 8, 4..=14;
    /// and how far the static value must lie above beta for every ply of it.
    reverse_ply: 80, 30..=150;
    /// Null move: what the static value must exceed beta by for another ply less.
    null_surplus: 200, 80..=400;
    /// Exchanges: what a capture may lose for every ply,
    capture_loss: 100, 30..=200;
    /// a quiet check,
    check_loss: 80, 30..=200;
    /// and another quiet move, for the square of the reduced depth.
    quiet_loss: 25, 8..=60;
    /// Singular extension: from which depth on,
    singular_from: 7, 4..=10;
    /// how much worse all other moves must be for every ply, in 16ths,
    singular_ply: 16, 4..=48;
    /// and how much worse still for two plies.
    singular_double: 20, 0..=60;
    /// Late-move reductions, in 1024ths of a ply: from the first move on,
    reduction_base: 700, 0..=1500;
    /// growing with depth and number,
    reduction_growth: 460, 200..=800;
    /// less for captures and promotions,
    reduction_noisy: 1024, 0..=2048;
    /// by their history: how much of it makes one 1024th,
    reduction_noisy_history: 8, 3..=24;
    /// less for quiet moves by theirs,
    reduction_history: 10, 4..=30;
    /// for killers,
    reduction_killer: 1024, 0..=2048;
    /// where a principal variation was,
    reduction_near_pv: 1024, 0..=2048;
    /// where it is,
    reduction_pv: 512, 0..=2048;
    /// for checks,
    reduction_check: 1024, 0..=2048;
    /// more where a cut-off is expected,
    reduction_cut: 1536, 0..=3072;
    /// where the static value does not improve,
    reduction_worse: 512, 0..=2048;
    /// and where most moves below are cut off.
    reduction_cutoffs: 1024, 0..=2048;
    /// Late-move pruning: quiet moves that are tried before, in quarters,
    late_base: 12, 0..=40;
    /// and by the square of the depth.
    late_square: 4, 1..=12;
    /// Futility: up to which reduced depth,
    futility_depth: 7, 3..=12;
    /// what a quiet move may gain at once,
    futility_once: 120, 20..=300;
    /// and with every ply behind it.
    futility_ply: 90, 30..=200;
    /// Pruning by history: up to which reduced depth,
    history_depth: 4, 1..=8;
    /// and how bad a move must be for every ply.
    history_ply: 4000, 1000..=9000;
    /// What a capture may gain beyond the piece in quiescence.
    quiescence_gain: 200, 50..=400;
    /// What a cut-off teaches for every ply,
    bonus_ply: 160, 50..=400;
    /// less so much,
    bonus_less: 80, 0..=300;
    /// and at most.
    bonus_most: 1800, 600..=4000;
    /// Corrections of the static value: what is learnt for every hundredth and ply,
    correction_rate: 8, 2..=24;
    /// and what makes a hundredth.
    correction_unit: 512, 200..=1500;
}
