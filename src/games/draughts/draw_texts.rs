//! The draw rules of a game in words.

use super::draw_rules::{DrawRules, FewPieces, Progress};

impl DrawRules {
    /// A line for each rule, the general one first; the rules for few pieces in the order in which they are tried.
    pub fn texts(&self) -> Vec<String> {
        let without = match self.progress {
            Progress::Advance => "without a capture or a move of a man",
            Progress::Promotion => "without a capture or a promotion",
        };
        let general = (self.plies > 0).then(|| format!("{}: {} plies {without}", self.name, self.plies));
        let few = self.few_pieces().iter().map(|rule| {
            let pieces = rule.pieces.text();
            format!("{}: {} plies with {pieces}", rule.name, rule.plies)
        });
        general.into_iter().chain(few).collect()
    }
}

impl FewPieces {
    fn text(self) -> String {
        let between = |[least, most]: [u8; 2]| match (least, most) {
            (least, most) if least == most => most.to_string(),
            (least, most) if most >= 12 => format!("{least} or more"),
            (least, most) => format!("{least} or {most}"),
        };
        match self {
            FewPieces::AgainstKing { pieces: [least, most], kings } => {
                if most == 1 {
                    return "one king on each side and no other piece".to_owned();
                }
                let pieces = between([least, most]);
                let kings = match kings {
                    kings if kings == most => "all of them kings".to_owned(),
                    1 => "at least one of them a king".to_owned(),
                    kings => format!("at least {kings} of them kings"),
                };
                format!("{pieces} pieces, {kings}, against a lone king")
            }
            FewPieces::MainRoad => "3 kings against a lone king on the main road, the long diagonal".to_owned(),
            FewPieces::BothHaveKings { pieces } => {
                format!("{} pieces in all and kings on both sides", between(pieces))
            }
        }
    }
}
