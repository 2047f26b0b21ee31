//! The draw rules of the draughts family.

use super::geometry::Geometry;
use crate::board::Bitset;

/// When a game is drawn. Numbers of moves are in plies: moves of either side.
#[derive(Clone, Copy, Debug)]
pub struct DrawRules {
    /// Which moves count as progress.
    pub progress: Progress,
    /// The game is drawn after this number of plies without progress; 0 if never.
    pub plies: u16,
    /// The name of the rule.
    pub name: &'static str,
    /// The rules for few pieces. The first whose condition holds counts.
    few_pieces: &'static [FewPiecesRule],
    /// The most pieces on the board with which one of the rules for few pieces can hold; 0 if there is none.
    few: u32,
}

/// Which moves count as progress for the draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Captures and moves of men.
    Advance,
    /// Captures and promotions.
    Promotion,
}

/// A draw by a number of plies since certain pieces are on the board.
#[derive(Clone, Copy, Debug)]
pub struct FewPiecesRule {
    /// The pieces.
    pub pieces: FewPieces,
    /// The number of plies. They count from the move after which the condition holds, and anew after a capture; where
    /// both sides have kings, after a promotion too.
    pub plies: u16,
    /// The name of the rule.
    pub name: &'static str,
}

/// Pieces for which a special draw rule holds. The numbers are the smallest and the largest one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FewPieces {
    /// So many pieces, kings among them, against a lone king.
    AgainstKing {
        /// The number of pieces of the stronger side.
        pieces: [u8; 2],
        /// How many of them must be kings.
        kings: u8,
    },
    /// Three pieces, at least one of them a king, against a lone king on the main road, the long diagonal.
    MainRoad,
    /// So many pieces of both sides together, and both sides have kings.
    BothHaveKings {
        /// The number of pieces.
        pieces: [u8; 2],
    },
}

impl DrawRules {
    /// A draw after `plies` plies without captures and moves of men, 0 for never.
    pub const fn without_progress(plies: u16, name: &'static str) -> DrawRules {
        DrawRules { progress: Progress::Advance, plies, name, few_pieces: &[], few: 0 }
    }

    /// These rules with others for few pieces. The first whose condition holds counts.
    pub fn with_few_pieces(self, rules: &'static [FewPiecesRule]) -> DrawRules {
        let few = rules.iter().map(|rule| rule.pieces.most()).max();
        DrawRules { few_pieces: rules, few: few.unwrap_or(0), ..self }
    }

    /// The rules for few pieces. The first whose condition holds counts.
    pub const fn few_pieces(&self) -> &'static [FewPiecesRule] {
        self.few_pieces
    }

    /// A line for each rule, the general one first; the rules for few pieces in the order in which they are tried.
    pub fn texts(&self) -> Vec<String> {
        let without = match self.progress {
            Progress::Advance => "without a capture or a move of a man",
            Progress::Promotion => "without a capture or a promotion",
        };
        let general = (self.plies > 0).then(|| format!("{}: {} plies {without}", self.name, self.plies));
        let few = self.few_pieces.iter().map(|rule| {
            let pieces = rule.pieces.text();
            format!("{}: {} plies with {pieces}", rule.name, rule.plies)
        });
        general.into_iter().chain(few).collect()
    }

    /// Whether a rule for few pieces may hold where each side has these pieces, of which `kings` are kings. All of these
    /// rules need kings.
    #[inline(always)]
    pub(super) fn may_have_few_pieces(&self, sides: [Bitset; 2], kings: Bitset) -> bool {
        self.few > 0 && kings.any() && (sides[0] | sides[1]).count() <= self.few
    }

    /// The rule for few pieces that holds, if there is one, where each side has these pieces, of which `kings` are
    /// kings.
    #[inline]
    pub(super) fn of_few_pieces<G: Geometry>(
        &'static self,
        sides: [Bitset; 2],
        kings: Bitset,
    ) -> Option<&'static FewPiecesRule> {
        if !self.may_have_few_pieces(sides, kings) {
            return None;
        }
        let mut rules = self.few_pieces.iter();
        rules.find(|rule| rule.pieces.hold::<G>(sides, kings))
    }
}

impl FewPieces {
    fn text(self) -> String {
        let between = |[least, most]: [u8; 2]| match (least, most) {
            (least, most) if least == most => most.to_string(),
            (least, most) if most == least + 1 => format!("{least} or {most}"),
            (least, most) => format!("{least} to {most}"),
        };
        match self {
            FewPieces::AgainstKing { pieces: [_, 1], kings: 1 } => {
                "one king on each side and no other piece".to_owned()
            }
            FewPieces::AgainstKing { pieces: [_, 1], .. } => "one piece against a lone king".to_owned(),
            FewPieces::AgainstKing { pieces, kings } => {
                let kings = match kings {
                    0 => String::new(),
                    kings if kings == pieces[1] => ", all of them kings,".to_owned(),
                    1 => ", at least one of them a king,".to_owned(),
                    kings => format!(", at least {kings} of them kings,"),
                };
                format!("{} pieces{kings} against a lone king", between(pieces))
            }
            FewPieces::MainRoad => {
                "3 pieces, at least one of them a king, against a lone king on the main road, the long \
                                    diagonal"
                    .to_owned()
            }
            FewPieces::BothHaveKings { pieces } => {
                format!("{} pieces in all and kings on both sides", between(pieces))
            }
        }
    }

    /// The most pieces on the board with which it can hold.
    fn most(self) -> u32 {
        match self {
            FewPieces::AgainstKing { pieces: [_, most], .. } => u32::from(most) + 1,
            FewPieces::MainRoad => 4,
            FewPieces::BothHaveKings { pieces: [_, most] } => most.into(),
        }
    }

    #[inline(never)]
    fn hold<G: Geometry>(self, [one, other]: [Bitset; 2], kings: Bitset) -> bool {
        let within = |[least, most]: [u8; 2], count: u32| (u32::from(least)..=u32::from(most)).contains(&count);
        let against_lone_king = |condition: &dyn Fn(Bitset, Bitset) -> bool| {
            [(one, other), (other, one)]
                .into_iter()
                .any(|(many, lone)| lone.count() == 1 && (lone & kings).any() && condition(many, lone))
        };
        match self {
            FewPieces::AgainstKing { pieces, kings: few } => {
                against_lone_king(&|many, _| within(pieces, many.count()) && (many & kings).count() >= few.into())
            }
            FewPieces::MainRoad => against_lone_king(&|many, lone| {
                (lone & G::MAIN_ROAD).any() && many.count() == 3 && (many & kings).any()
            }),
            FewPieces::BothHaveKings { pieces } => {
                within(pieces, (one | other).count()) && (one & kings).any() && (other & kings).any()
            }
        }
    }
}
