//! The parameters of the chess search. Scores are in hundredths of the evaluation, reductions in 1024ths of
//! a ply, unless another unit is given.

use crate::search::parameters::parameters;

parameters! {
    /// Internal iterative reduction: the least depth, in plies.
    iir_depth: 4, 2..=8;
    /// Reverse futility pruning: the greatest depth, in plies.
    rfp_depth: 8, 4..=14;
    /// Reverse futility pruning: margin above beta for every ply of depth.
    rfp_margin: 62, 30..=150;
    /// Razoring: the greatest depth, in plies.
    razor_depth: 5, 2..=8;
    /// Razoring: constant part of the margin below alpha.
    razor_base: 224, 100..=600;
    /// Razoring: factor of the square of the depth in the margin.
    razor_factor: 187, 50..=500;
    /// Null-move pruning: evaluation above beta for every ply of additional reduction.
    nmp_eval_divisor: 218, 80..=400;
    /// Hindsight: loss of evaluation by the last move for one ply less.
    hindsight_margin: 175, 50..=400;
    /// Late-move pruning: constant part of the number of moves tried, in quarters.
    lmp_base: 27, 0..=40;
    /// Late-move pruning: factor of the square of the depth in that number, in quarters.
    lmp_factor: 5, 1..=12;
    /// Futility pruning: the greatest reduced depth, in plies.
    futility_depth: 7, 3..=12;
    /// Futility pruning: constant part of the possible gain of a quiet move.
    futility_base: 67, 20..=300;
    /// Futility pruning: possible gain for every ply of the reduced depth.
    futility_factor: 89, 30..=200;
    /// History pruning: the greatest reduced depth, in plies.
    history_pruning_depth: 4, 1..=8;
    /// History pruning: how far below 0 the history of a move is for every ply of depth.
    history_pruning_margin: 6265, 1000..=9000;
    /// Pruning by exchanges: allowed loss of a capture for every ply of depth.
    see_capture_margin: 143, 30..=200;
    /// Pruning by exchanges: allowed loss of a quiet check for every ply of depth.
    see_check_margin: 78, 30..=200;
    /// Pruning by exchanges: allowed loss of another quiet move, times the square of the reduced depth.
    see_quiet_margin: 23, 8..=60;
    /// Delta pruning in quiescence: possible gain of a capture beyond the captured piece.
    delta_margin: 329, 50..=400;
    /// Singular extension: the least depth, in plies.
    singular_depth: 7, 4..=10;
    /// Singular extension: margin below the table's score for every ply of depth, in 16ths.
    singular_margin: 18, 4..=48;
    /// Singular extension: additional margin for an extension by two plies.
    double_extension_margin: 11, 0..=60;
    /// Late-move reduction: constant part.
    lmr_base: 800, 0..=1500;
    /// Late-move reduction: factor of the logarithms of depth and move count.
    lmr_factor: 512, 200..=800;
    /// Late-move reduction: less for captures and promotions.
    lmr_noisy: 768, 0..=2048;
    /// Late-move reduction: divisor of the capture history, which is subtracted.
    lmr_capture_history_divisor: 8, 3..=24;
    /// Late-move reduction: divisor of the history of a quiet move, which is subtracted.
    lmr_history_divisor: 12, 4..=30;
    /// Late-move reduction: less for killers.
    lmr_killer: 1024, 0..=2048;
    /// Late-move reduction: less in nodes that are or were on a principal variation.
    lmr_tt_pv: 1536, 0..=2048;
    /// Late-move reduction: less in PV nodes, in addition.
    lmr_pv_node: 512, 0..=2048;
    /// Late-move reduction: less for moves that give check.
    lmr_check: 1024, 0..=2048;
    /// Late-move reduction: more in cut nodes.
    lmr_cut_node: 1696, 0..=3072;
    /// Late-move reduction: more if the evaluation does not improve.
    lmr_not_improving: 704, 0..=2048;
    /// Late-move reduction: more for quiet moves if the table's move is a capture.
    lmr_tt_capture: 704, 0..=2048;
    /// Late-move reduction: more if a move has raised alpha.
    lmr_alpha_raised: 768, 0..=2048;
    /// Re-search after a reduced search: margin above alpha for one ply more.
    deeper_margin: 34, 10..=200;
    /// Re-search after a reduced search: one ply less below this margin above alpha.
    shallower_margin: 23, 0..=40;
    /// Histories: bonus of a cutoff for every ply of depth.
    history_bonus_factor: 354, 50..=400;
    /// Histories: subtracted from that bonus.
    history_bonus_offset: 53, 0..=300;
    /// Histories: the greatest bonus.
    history_bonus_max: 1620, 600..=4000;
    /// Histories: bonus of the last move if no move raised alpha, in 1024ths of the usual bonus.
    last_move_bonus: 495, 0..=2048;
    /// Histories: bonus for every hundredth of evaluation that a quiet move gained, in 16ths.
    eval_gain_bonus: 32, 0..=100;
    /// Correction histories: bonus for every hundredth of error and ply of depth.
    correction_rate: 11, 2..=24;
    /// Correction histories: divisor of the sum of all corrections.
    correction_divisor: 661, 200..=1500;
    /// Correction histories: weight of the correction by the last two moves, in 16ths.
    continuation_correction_weight: 16, 0..=32;
}
