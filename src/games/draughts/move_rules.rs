//! The numbered rules that a move can break. A number stands for the same rule in all games; a game has those rules that hold
//! in it, with a text that is true for it.

use super::rules::{CapturePromotion, Criterion, DraughtsRules, KingLanding};
use crate::notation::MoveRule;
use std::borrow::Cow;

/// Declares the rules once: the type, and the list of all.
macro_rules! draughts_rules {
    ($($(#[$text:meta])* $rule:ident,)*) => {
        /// A rule that a move can break.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum DraughtsRule {
            $($(#[$text])* $rule,)*
        }

        impl DraughtsRule {
            /// All rules, by number.
            pub const ALL: &[DraughtsRule] = &[$(DraughtsRule::$rule),*];
        }
    };
}

draughts_rules! {
    /// The squares are on the board.
    OnBoard,
    /// The player moves an own piece.
    OwnPiece,
    /// Captures are compulsory.
    CaptureCompulsory,
    /// The most pieces are captured.
    MostPieces,
    /// The target is empty.
    EmptyTarget,
    /// A piece that does not capture, or a man, goes one step.
    OneStep,
    /// Men go forward.
    MenForward,
    /// A capture jumps over pieces.
    Jump,
    /// A capture goes on while it can.
    GoOn,
    /// A man stops on its king row.
    StopOnKingRow,
    /// The highest value is captured.
    HighestValue,
    /// Kings capture before men.
    WithKing,
    /// The most kings are captured.
    MostKings,
    /// Kings are captured soonest.
    KingsSoonest,
    /// A flying king goes along a diagonal.
    KingSlides,
    /// A flying king lands where it can go on.
    LandToGoOn,
    /// What becomes of a man that passes its king row.
    PassKingRow,
    /// Kings land directly behind a captured piece.
    LandBehind,
    /// Men do not capture kings.
    MenSpareKings,
    /// The same king may move only so often in a row.
    KingRests,
}

impl DraughtsRule {
    /// The rule by which captures are compared.
    pub(super) fn of_criterion(criterion: Criterion) -> DraughtsRule {
        match criterion {
            Criterion::Pieces => DraughtsRule::MostPieces,
            Criterion::Value => DraughtsRule::HighestValue,
            Criterion::ByKing => DraughtsRule::WithKing,
            Criterion::Kings => DraughtsRule::MostKings,
            Criterion::KingsSoonest => DraughtsRule::KingsSoonest,
        }
    }

    /// The rule with its number, from 1 on, and its text; `None` if it does not hold in the game.
    pub(super) fn of(self, rules: &DraughtsRules, flying_kings: bool) -> Option<MoveRule> {
        let text = self.text(rules, flying_kings)?;
        Some(MoveRule { number: self as u8 + 1, text, listed: true })
    }

    fn text(self, rules: &DraughtsRules, flying: bool) -> Option<Cow<'static, str>> {
        let promotes_by = |promotion| rules.promotion == promotion;
        let (holds, text) = match self {
            DraughtsRule::OnBoard => (true, "a move names playing squares of the board"),
            DraughtsRule::OwnPiece => (true, "a move starts with a piece of the side to move"),
            DraughtsRule::CaptureCompulsory => (true, "a capture must be made if there is one"),
            DraughtsRule::EmptyTarget => (true, "a piece goes to an empty square"),
            DraughtsRule::OneStep if flying => (true, "a man that does not capture goes one step diagonally"),
            DraughtsRule::OneStep => (true, "a piece that does not capture goes one step diagonally"),
            DraughtsRule::MenForward => (true, men_forward(rules)),
            DraughtsRule::Jump => return Some(jump(rules, flying).into()),
            DraughtsRule::GoOn => (!rules.may_stop, "a capture must go on while it can"),
            DraughtsRule::StopOnKingRow => {
                (promotes_by(CapturePromotion::Ends), "a man that captures its way to the king row stops there")
            }
            DraughtsRule::MostPieces
            | DraughtsRule::HighestValue
            | DraughtsRule::WithKing
            | DraughtsRule::MostKings
            | DraughtsRule::KingsSoonest => return precedence(self, rules).map(Cow::Owned),
            DraughtsRule::KingSlides => {
                (flying, "a king that does not capture goes along a diagonal, over empty squares only")
            }
            DraughtsRule::LandToGoOn => (
                flying && !rules.may_stop && rules.landing != KingLanding::Behind,
                "behind a captured piece a king lands where it can go on capturing, if it can",
            ),
            DraughtsRule::PassKingRow if promotes_by(CapturePromotion::ContinuesAsMan) => (
                true,
                "a man that reaches the king row in a capture goes on as a man, and becomes a king only if it ends there",
            ),
            // Without the duty to go on, nothing can be done wrong.
            DraughtsRule::PassKingRow => (
                promotes_by(CapturePromotion::ContinuesAsKing) && !rules.may_stop,
                "a man that reaches the king row in a capture becomes a king at once, and goes on as one if it can",
            ),
            DraughtsRule::LandBehind if rules.landing == KingLanding::BehindLastKing => {
                (flying, "if the last piece that a king captures is a king, it stops directly behind it")
            }
            DraughtsRule::LandBehind => (
                flying && rules.landing == KingLanding::Behind,
                "a king lands directly behind the piece that it captures",
            ),
            DraughtsRule::MenSpareKings => (!rules.men_capture_kings, "men do not capture kings"),
            DraughtsRule::KingRests => {
                let most = rules.king_moves_in_a_row;
                let text =
                    format!("a side that has men moves the same king at most {most} times in a row without a capture");
                return (most > 0).then_some(text.into());
            }
        };
        holds.then_some(text.into())
    }
}

/// The rules that a move can break in a game, by number.
pub fn rules_of(rules: &DraughtsRules, flying_kings: bool) -> Vec<MoveRule> {
    DraughtsRule::ALL.iter().filter_map(|rule| rule.of(rules, flying_kings)).collect()
}

fn men_forward(rules: &DraughtsRules) -> &'static str {
    match (rules.men_capture_backward, rules.captures_along_rows) {
        (true, _) => "men move forward only; they capture backward too",
        (false, false) => "men move and capture forward only",
        (false, true) => "men move forward only; on diagonals they capture forward only",
    }
}

fn jump(rules: &DraughtsRules, flying: bool) -> String {
    let lines = if rules.captures_along_rows { "along diagonals, rows and columns " } else { "" };
    let once = if rules.lifts_at_once { "which is lifted at once" } else { "each piece once" };
    if flying {
        format!(
            "a capture leaps {lines}over one piece of the opponent at a time, {once}, to an empty square behind it; a man over an \
             adjacent piece, to the next square"
        )
    } else {
        format!(
            "a capture leaps {lines}over adjacent pieces of the opponent, {once}, onto the empty squares behind them"
        )
    }
}

/// The text of a rule by which captures are compared.
fn precedence(rule: DraughtsRule, rules: &DraughtsRules) -> Option<String> {
    let place = (rules.precedence.iter()).position(|&criterion| DraughtsRule::of_criterion(criterion) == rule)?;
    let what = match rule {
        DraughtsRule::MostPieces => "the capture of the most pieces must be made",
        DraughtsRule::HighestValue => {
            "the capture of the highest value must be made, where a king counts a little less than two men"
        }
        DraughtsRule::WithKing => "a king must capture if one can",
        DraughtsRule::MostKings => "the capture of the most kings must be made",
        _ => "the capture that takes kings soonest must be made",
    };
    Some(if place == 0 { what.to_owned() } else { format!("among captures that are equal so far, {what}") })
}
