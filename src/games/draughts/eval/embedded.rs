//! The evaluation files in the program.

use super::super::rules::Goal;
use super::super::variant::{DraughtsVariant, English, FlyingKings8x8, FlyingKings10x10, ShortKings8x8};
use crate::eval::nnue::embed;

/// The evaluation files of a game.
pub struct EmbeddedEvaluation {
    /// The game.
    game: &'static str,
    /// What wins it. Rules from a file that are like those of the game may have another goal.
    goal: Goal,
    /// The text weights.
    pub weights: &'static [u8],
    /// The network, if there is one.
    network: Option<&'static [u8]>,
}

impl EmbeddedEvaluation {
    /// The evaluation of `game`, which is won by `goal`, by weights alone.
    const fn new(game: &'static str, goal: Goal, weights: &'static [u8]) -> EmbeddedEvaluation {
        EmbeddedEvaluation { game, goal, weights, network: None }
    }

    /// The same with a network.
    const fn with(self, network: &'static [u8]) -> EmbeddedEvaluation {
        EmbeddedEvaluation { network: Some(network), ..self }
    }

    /// The network, or the weights if there is none.
    pub const fn file(&self) -> &'static [u8] {
        match self.network {
            Some(network) => network,
            None => self.weights,
        }
    }
}

/// A variant with evaluations in the program.
pub trait EvaluatedVariant: DraughtsVariant {
    /// Those of its games, the default first, and at least one for each goal.
    const EVALUATIONS: &'static [EmbeddedEvaluation];

    /// The name of the input features in network files.
    const INPUTS: &'static str;

    /// The evaluation of one of the games. Rules from a file have that of the game that they are like, if they have the same
    /// goal, or else that of another game with their goal: who wants to lose must not be told how to win.
    fn evaluation(self) -> &'static EmbeddedEvaluation {
        let (rules, all) = (self.rules(), Self::EVALUATIONS);
        let game = rules.built_in().name;
        let mut of_goal = all.iter().filter(|it| it.goal == rules.goal);
        let of_game = of_goal.clone().find(|it| it.game == game);
        of_game.or_else(|| of_goal.next()).unwrap_or(&all[0])
    }
}

/// The embedded file with a name. Files that several games share are constants, so that they are in the program once.
macro_rules! file {
    ($name:literal) => {
        embed!(concat!("../../../../eval/", $name))
    };
}

const ENGLISH_WEIGHTS: &[u8] = file!("english.toml");
const ITALIAN_WEIGHTS: &[u8] = file!("italian.toml");
const RUSSIAN_WEIGHTS: &[u8] = file!("russian.toml");
const SPANISH_WEIGHTS: &[u8] = file!("spanish.toml");
const GIVEAWAY_WEIGHTS: &[u8] = file!("giveaway.toml");
const RUSSIAN_NETWORK: &[u8] = file!("russian.nnue");
const SPANISH_NETWORK: &[u8] = file!("spanish.nnue");

impl EvaluatedVariant for English {
    const EVALUATIONS: &'static [EmbeddedEvaluation] =
        &[EmbeddedEvaluation::new("english", Goal::Capture, ENGLISH_WEIGHTS).with(file!("english.nnue"))];
    const INPUTS: &'static str = "english: men and kings on squares";
}

impl EvaluatedVariant for ShortKings8x8 {
    // Rules files that are like English draughts use the entry `english`. It has no network: that of English draughts was
    // trained with other input features. Rules files with other goals use the last two entries, which belong to no game.
    const EVALUATIONS: &'static [EmbeddedEvaluation] = &[
        EmbeddedEvaluation::new("italian", Goal::Capture, ITALIAN_WEIGHTS).with(file!("italian.nnue")),
        EmbeddedEvaluation::new("english", Goal::Capture, ENGLISH_WEIGHTS),
        EmbeddedEvaluation::new("pongor", Goal::Capture, file!("pongor.toml")),
        EmbeddedEvaluation::new("", Goal::LoseAll, GIVEAWAY_WEIGHTS),
        EmbeddedEvaluation::new("", Goal::FirstKing, ITALIAN_WEIGHTS),
    ];
    const INPUTS: &'static str = "draughts 8x8: men and kings on squares";
}

impl EvaluatedVariant for FlyingKings8x8 {
    // The last entry serves rules files only, so it names no game.
    const EVALUATIONS: &'static [EmbeddedEvaluation] = &[
        EmbeddedEvaluation::new("russian", Goal::Capture, RUSSIAN_WEIGHTS).with(RUSSIAN_NETWORK),
        EmbeddedEvaluation::new("brazilian", Goal::Capture, file!("brazilian.toml")).with(RUSSIAN_NETWORK),
        EmbeddedEvaluation::new("czech", Goal::Capture, file!("czech.toml")).with(file!("czech.nnue")),
        EmbeddedEvaluation::new("slovak", Goal::Capture, file!("slovak.toml")),
        EmbeddedEvaluation::new("pool", Goal::Capture, file!("pool.toml")).with(RUSSIAN_NETWORK),
        EmbeddedEvaluation::new("spanish", Goal::Capture, SPANISH_WEIGHTS).with(SPANISH_NETWORK),
        EmbeddedEvaluation::new("portuguese", Goal::Capture, SPANISH_WEIGHTS).with(SPANISH_NETWORK),
        EmbeddedEvaluation::new("thai", Goal::Capture, file!("thai.toml")).with(file!("thai.nnue")),
        EmbeddedEvaluation::new("giveaway", Goal::LoseAll, GIVEAWAY_WEIGHTS).with(file!("giveaway.nnue")),
        EmbeddedEvaluation::new("", Goal::FirstKing, RUSSIAN_WEIGHTS),
    ];
    const INPUTS: &'static str = "draughts 8x8: men and kings on squares";
}

impl EvaluatedVariant for FlyingKings10x10 {
    const EVALUATIONS: &'static [EmbeddedEvaluation] = &[
        EmbeddedEvaluation::new("international", Goal::Capture, file!("international.toml"))
            .with(file!("international.nnue")),
        EmbeddedEvaluation::new("killer", Goal::Capture, file!("killer.toml")).with(file!("killer.nnue")),
        EmbeddedEvaluation::new("frisian", Goal::Capture, file!("frisian.toml")).with(file!("frisian.nnue")),
        EmbeddedEvaluation::new("frysk", Goal::Capture, file!("frysk.toml")),
        EmbeddedEvaluation::new("losing", Goal::LoseAll, file!("losing.toml")).with(file!("losing.nnue")),
        EmbeddedEvaluation::new("bt", Goal::FirstKing, file!("bt.toml")).with(file!("bt.nnue")),
    ];
    const INPUTS: &'static str = "draughts 10x10: men and kings on squares";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::rules_file::from_text;
    use crate::games::draughts::variants::{BRAZILIAN, GIVEAWAY, RUSSIAN};

    /// The evaluation of rules that are like those of a game, but have this goal.
    fn evaluation<V: EvaluatedVariant>(
        variant: fn(&'static crate::games::draughts::DraughtsRules) -> V,
        like: &str,
        goal: &str,
    ) -> &'static EmbeddedEvaluation {
        let text = format!("like = \"{like}\"\norder = []\ngoal = \"{goal}\"\n");
        let game = from_text("goal.toml", text).unwrap();
        variant(game.rules).evaluation()
    }

    #[test]
    fn another_goal_has_another_evaluation() {
        let (won, lost, first) = ("capture all", "lose all", "first king");
        let flying = |like, goal| evaluation(FlyingKings8x8, like, goal);
        assert_eq!(flying("brazilian", won).game, "brazilian");
        assert_eq!(flying("brazilian", lost).game, "giveaway");
        assert_eq!(flying("giveaway", won).game, "russian");
        let weights = flying("russian", first);
        assert_eq!(weights.file(), weights.weights);
        let large = |like, goal| evaluation(FlyingKings10x10, like, goal);
        assert_eq!(large("killer", won).game, "killer");
        assert_eq!(large("killer", lost).game, "losing");
        assert_eq!(large("losing", first).game, "bt");
        let short = |like, goal| evaluation(ShortKings8x8, like, goal);
        assert_eq!(short("english", won).game, "english");
        assert_eq!(short("pongor", won).game, "pongor");
        assert_eq!(short("italian", lost).weights, GIVEAWAY_WEIGHTS);
        assert_eq!(short("italian", lost).file(), GIVEAWAY_WEIGHTS);
    }

    #[test]
    fn games_of_the_table_have_their_own() {
        for rules in [&RUSSIAN, &BRAZILIAN, &GIVEAWAY] {
            assert_eq!(FlyingKings8x8(rules).evaluation().game, rules.name);
        }
    }
}
