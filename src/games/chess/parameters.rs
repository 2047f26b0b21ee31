//! The numbers that the chess search goes by; scores in hundredths as the evaluation counts them,
//! reductions in 1024ths of a ply.

use crate::search::parameters::parameters;

parameters! {
    /// Internal reduction: the least depth, in plies.
    internal_from: 4, 2..=8;
    /// Reverse futility: the greatest depth, in plies.
    reverse_depth: 8, 4..=14;
    /// Reverse futility: how far the static value must lie above beta for every ply.
    reverse_ply: 62, 30..=150;
    /// Null move: how far the static value must lie above beta for a ply less.
    null_surplus: 218, 80..=400;
    /// What a capture may lose by exchanges for every ply.
    capture_loss: 143, 30..=200;
    /// What a quiet check may lose by exchanges for every ply.
    check_loss: 78, 30..=200;
    /// What another quiet move may lose by exchanges, times the square of the reduced depth.
    quiet_loss: 23, 8..=60;
    /// Singular extension: the least depth, in plies.
    singular_from: 7, 4..=10;
    /// Singular extension: how much worse all other moves must be for every ply, in 16ths.
    singular_ply: 18, 4..=48;
    /// Singular extension: how much worse still for two plies.
    singular_double: 11, 0..=60;
    /// Late-move reduction: for every move but the first.
    reduction_base: 800, 0..=1500;
    /// Late-move reduction: times the logarithms of depth and number.
    reduction_growth: 512, 200..=800;
    /// Late-move reduction: less for captures and promotions.
    reduction_noisy: 768, 0..=2048;
    /// Late-move reduction: the history of a capture is divided by this, and taken off.
    reduction_noisy_history: 8, 3..=24;
    /// Late-move reduction: the history of a quiet move is divided by this, and taken off.
    reduction_history: 12, 4..=30;
    /// Late-move reduction: less for killers.
    reduction_killer: 1024, 0..=2048;
    /// Late-move reduction: less where a principal variation is or was.
    reduction_near_pv: 1536, 0..=2048;
    /// Late-move reduction: less still where it is.
    reduction_pv: 512, 0..=2048;
    /// Late-move reduction: less for checks.
    reduction_check: 1024, 0..=2048;
    /// Late-move reduction: more where a cut-off is expected.
    reduction_cut: 1696, 0..=3072;
    /// Late-move reduction: more where the static value does not improve.
    reduction_worse: 704, 0..=2048;
    /// Late-move reduction: more for quiet moves where a capture is known to be good.
    reduction_captures: 704, 0..=2048;
    /// After a reduced search: a ply more if the score is better than the best by so much.
    again_deeper: 34, 10..=200;
    /// After a reduced search: a ply less if the score is better than the best by less than this.
    again_shallower: 23, 0..=40;
    /// Razoring: the greatest depth, in plies.
    razor_depth: 5, 2..=8;
    /// Razoring: how far the static value must lie below alpha.
    razor_once: 224, 100..=600;
    /// Razoring: how much farther, times the square of the depth.
    razor_square: 187, 50..=500;
    /// Late-move pruning: how many quiet moves are tried at least, in quarters.
    late_base: 27, 0..=40;
    /// Late-move pruning: how many more, in quarters, times the square of the depth.
    late_square: 5, 1..=12;
    /// Futility: the greatest reduced depth, in plies.
    futility_depth: 7, 3..=12;
    /// Futility: what a quiet move may gain at once.
    futility_once: 67, 20..=300;
    /// Futility: what may be gained with every ply behind it.
    futility_ply: 89, 30..=200;
    /// Pruning by history: the greatest reduced depth, in plies.
    history_depth: 4, 1..=8;
    /// Pruning by history: how bad that of a move must be for every ply.
    history_ply: 6265, 1000..=9000;
    /// Quiescence: what a capture may gain beyond the piece.
    quiescence_gain: 329, 50..=400;
    /// Histories: the lesson of a cut-off for every ply.
    bonus_ply: 354, 50..=400;
    /// Histories: less so much.
    bonus_less: 53, 0..=300;
    /// Histories: the greatest lesson.
    bonus_most: 1620, 600..=4000;
    /// Histories: the lesson for the last move where no move is any good, in 1024ths.
    bonus_last: 495, 0..=2048;
    /// Corrections of the static value: the lesson for every hundredth and ply.
    correction_rate: 11, 2..=24;
    /// Corrections of the static value: the sum of lessons that makes a hundredth.
    correction_unit: 661, 200..=1500;
    /// Late-move reduction: more where some move is good already.
    reduction_raised: 768, 0..=2048;
    /// Hindsight: what the last move must have cost its side for a ply less.
    hindsight_loss: 175, 50..=400;
    /// Histories: the lesson for every hundredth that a quiet move gained by static values, in 16ths.
    bonus_gain: 32, 0..=100;
    /// Corrections of the static value: what the last two moves say, in 16ths.
    correction_two: 16, 0..=32;
}
