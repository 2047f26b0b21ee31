//! Which of the evaluation files in the program serves which rules.

use super::super::embedded_files::{self, EvaluationFiles, GameFiles};
use super::super::family::BUILT_IN_GAMES;
use super::super::rules::DraughtsRules;
use super::super::variant::VariantKind;

/// The game whose evaluation stands for all games of a kind.
pub(super) const fn first_game(kind: VariantKind) -> &'static GameFiles {
    match kind {
        VariantKind::English => &embedded_files::ENGLISH,
        VariantKind::ShortKings8x8 => &embedded_files::ITALIAN,
        VariantKind::FlyingKings8x8 => &embedded_files::RUSSIAN,
        VariantKind::FlyingKings10x10 => &embedded_files::INTERNATIONAL,
    }
}

/// The evaluation of a game of a kind. Rules from a file have that of the game that they are like, if it has the same
/// board, kings and goal, or else that of another such game: who wants to lose must not be told how to win.
pub(super) fn evaluation(kind: VariantKind, rules: &DraughtsRules) -> EvaluationFiles {
    let all = || BUILT_IN_GAMES.iter().zip(embedded_files::ALL.iter().copied());
    let games = || all().filter(|(game, _)| game.rules.goal == rules.goal);
    let board_and_kings = |kind: VariantKind| (kind.rows(), kind.flying_kings());
    let like =
        games().find(|(game, _)| game.rules.name == rules.like && board_and_kings(game.kind) == board_and_kings(kind));
    let alike = || games().find(|(game, files)| game.kind == kind && files.evaluation.network.is_some());
    let on_the_board = || games().find(|(game, _)| game.kind.rows() == kind.rows());
    match like.or_else(alike) {
        Some((game, files)) if game.kind == kind => files.evaluation,
        // The network was trained with other input features, or for another goal.
        other => {
            let files = other.or_else(on_the_board).map_or(first_game(kind), |(_, files)| files);
            EvaluationFiles { network: None, ..files.evaluation }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::rules_file::from_text;

    /// The names of the weights and of the network for rules that are like those of a game, but have this goal.
    fn names(like: &str, kings: &str, goal: &str) -> [&'static str; 2] {
        let text = format!("like = \"{like}\"\nkings = \"{kings}\"\norder = []\ngoal = \"{goal}\"\n");
        let game = from_text("goal.toml", text).unwrap();
        let found = evaluation(game.kind, game.rules);
        let name = |is_it: &dyn Fn(&EvaluationFiles) -> bool| {
            embedded_files::ALL.iter().find(|files| is_it(&files.evaluation)).unwrap().name
        };
        let network = found
            .network
            .map_or("", |_| name(&|it| it.network.map(|file| file.name) == found.network.map(|file| file.name)));
        [name(&|it| it.weights.name == found.weights.name), network]
    }

    #[test]
    fn another_goal_has_another_evaluation() {
        let (won, lost, first) = ("capture all", "lose all", "first king");
        let flying = |like, goal| names(like, "flying", goal);
        assert_eq!(flying("brazilian", won), ["brazilian"; 2]);
        assert_eq!(flying("brazilian", lost), ["giveaway"; 2]);
        assert_eq!(flying("giveaway", won), ["russian"; 2]);
        assert_eq!(flying("english", won), ["russian"; 2]);
        assert_eq!(flying("slovak", won), ["slovak", ""]);
        assert_eq!(flying("russian", first), ["russian", ""]);
        assert_eq!(flying("killer", won), ["killer"; 2]);
        assert_eq!(flying("killer", lost), ["losing"; 2]);
        assert_eq!(flying("losing", first), ["bt"; 2]);
        let short = |like, goal| names(like, "short", goal);
        assert_eq!(short("english", won), ["english", ""]);
        assert_eq!(short("pongor", won), ["pongor", ""]);
        assert_eq!(short("russian", won), ["italian"; 2]);
        assert_eq!(short("italian", lost), ["giveaway", ""]);
        assert_eq!(short("italian", first), ["italian", ""]);
    }

    #[test]
    fn games_of_the_table_have_their_own() {
        for (game, files) in BUILT_IN_GAMES.iter().zip(embedded_files::ALL) {
            let found = evaluation(game.kind, game.rules);
            assert_eq!(game.info.name, files.name);
            assert_eq!(found.file().name, files.evaluation.file().name);
            assert_eq!(found.weights.name, files.evaluation.weights.name);
        }
    }
}
