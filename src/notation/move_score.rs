//! Scores in the comments of moves: `+0.35/12 0.521s`, as match programs write them, and `[%eval 0.35]`, as lichess does.

use super::command::command_value;

/// The score that a comment tells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoveScore {
    /// An evaluation in pawns or men.
    Pawns(f64),
    /// Moves to the end of the game, negative for a loss.
    MovesToEnd(i32),
}

impl MoveScore {
    /// The score of the position before the move for the side that moves: `+0.35/12`, `-M3/20`.
    pub fn before(comment: &str) -> Option<MoveScore> {
        let (score, depth) = comment.split_whitespace().next()?.split_once('/')?;
        let is_depth = !depth.is_empty() && depth.bytes().all(|byte| byte.is_ascii_digit());
        MoveScore::parse(score, 'M').filter(|_| is_depth)
    }

    /// The score of the position after the move for White: `[%eval 0.35]`, `[%eval #-3]`, `[%eval 0.35,12]`.
    pub fn after(comment: &str) -> Option<MoveScore> {
        let value = command_value(comment, "eval")?;
        MoveScore::parse(value.split(',').next()?.trim(), '#')
    }

    /// The score of the side to move, if this is White's and `is_white` says whether White is to move.
    pub fn for_mover(self, is_white: bool) -> MoveScore {
        match self {
            score if is_white => score,
            MoveScore::Pawns(pawns) => MoveScore::Pawns(-pawns),
            MoveScore::MovesToEnd(moves) => MoveScore::MovesToEnd(-moves),
        }
    }

    /// Reads pawns with a point, or moves behind a sign: `+M3` or `#-3`.
    fn parse(text: &str, sign: char) -> Option<MoveScore> {
        let moves = text.replacen(sign, "", 1);
        if moves.len() < text.len() {
            let number: Option<i16> = moves.parse().ok().filter(|&moves| moves != 0);
            return number.map(|moves| MoveScore::MovesToEnd(moves.into()));
        }
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, fraction) = text.trim_start_matches(['+', '-']).split_once('.')?;
        let pawns = text.parse().ok().filter(|_| is_number(whole) && is_number(fraction));
        pawns.map(MoveScore::Pawns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_before_a_move() {
        let pawns = |pawns| Some(MoveScore::Pawns(pawns));
        let moves = |moves| Some(MoveScore::MovesToEnd(moves));
        for (comment, expected) in [
            ("+0.35/12 0.521s", pawns(0.35)),
            ("-12.00/1", pawns(-12.0)),
            ("0.00/30 1.0s, a draw", pawns(0.0)),
            ("+M3/20 0.1s", moves(3)),
            ("-M12/7", moves(-12)),
            ("book", None),
            ("", None),
            ("+M0/1", None),
            ("0.35 12", None),
            ("1/2", None),
            ("0.5/x", None),
            ("0.5/", None),
            ("1e9.0/3", None),
            ("+inf/3 NaN/3", None),
            ("M99999999999999/1", None),
            ("[%eval 0.35]", None),
        ] {
            assert_eq!(MoveScore::before(comment), expected, "{comment}");
        }
    }

    #[test]
    fn scores_after_a_move() {
        for (comment, expected) in [
            ("[%eval 0.35]", Some(MoveScore::Pawns(0.35))),
            ("good [%clk 0:01:00] [%eval -1.20,18] here", Some(MoveScore::Pawns(-1.2))),
            ("[%eval #3]", Some(MoveScore::MovesToEnd(3))),
            ("[%eval #-12]", Some(MoveScore::MovesToEnd(-12))),
            ("[%eval #-2147483648]", None),
            ("[%eval #0]", None),
            ("[%eval 5]", None),
            ("+0.35/12", None),
        ] {
            assert_eq!(MoveScore::after(comment), expected, "{comment}");
        }
        assert_eq!(MoveScore::Pawns(0.5).for_mover(true), MoveScore::Pawns(0.5));
        assert_eq!(MoveScore::Pawns(0.5).for_mover(false), MoveScore::Pawns(-0.5));
        assert_eq!(MoveScore::MovesToEnd(-2).for_mover(false), MoveScore::MovesToEnd(2));
    }
}
