//! By what a player chooses its moves: the search, the theory of the game, chance, or a textbook algorithm.

use super::textbook_knowledge::AnyTextbookKnowledge;
use crate::engine::{ChosenMove, MoveChoice, MoveChooser};
use crate::game::{AnyPosition, Game, Outcome, Theory, TheoryAnswer, WorkLimit};
use crate::game_history::GameHistory;
use crate::games::GameEntry;
use crate::random::Random;
use crate::search::{Bound, Clock, MoveOf, Score, ScoreBounds};
use crate::textbook::{AlgorithmResult, Fraction, TextbookAlgorithm, TextbookStop, WIN};
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;
use std::sync::Arc;

/// By what a player chooses its moves. As text: `best`, `search`, `theory`, `random`, or a textbook algorithm such as
/// `alpha-beta depth=6`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PlayerAlgorithm {
    /// The theory of the game where it has an answer, else the search.
    #[default]
    Best,
    /// The search alone.
    Search,
    /// As [`Best`](PlayerAlgorithm::Best), but only for games with a theory, and it says when it has no answer.
    Theory,
    /// A legal move, each with the same probability.
    Random,
    /// A textbook algorithm, with the evaluation of the player.
    Textbook(TextbookAlgorithm),
}

/// The algorithms without parameters.
const NAMED: [(&str, PlayerAlgorithm); 4] = [
    ("best", PlayerAlgorithm::Best),
    ("search", PlayerAlgorithm::Search),
    ("theory", PlayerAlgorithm::Theory),
    ("random", PlayerAlgorithm::Random),
];

impl FromStr for PlayerAlgorithm {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerAlgorithm, String> {
        PlayerAlgorithm::parse(text, None)
    }
}

impl PlayerAlgorithm {
    /// Reads an algorithm. If `depth` is given, it stands for the depth of a textbook algorithm that the text leaves out.
    ///
    /// # Errors
    /// There is no such algorithm, or a parameter of a textbook algorithm is wrong or missing.
    pub fn parse(text: &str, depth: Option<u32>) -> Result<PlayerAlgorithm, String> {
        if let Some((_, algorithm)) = NAMED.iter().find(|(name, _)| *name == text.trim()) {
            return Ok(*algorithm);
        }
        match TextbookAlgorithm::parse(text, depth) {
            Ok(TextbookAlgorithm::LeastTree { .. }) => {
                Err("least-tree counts positions and chooses no move".to_owned())
            }
            Ok(algorithm) => Ok(PlayerAlgorithm::Textbook(algorithm)),
            Err(error) => Err(format!("{error}; or best, search, theory, random")),
        }
    }

    /// As [`TextbookAlgorithm::with_depth`]; other algorithms stay as they are.
    pub fn with_depth(self, depth: u32) -> PlayerAlgorithm {
        match self {
            PlayerAlgorithm::Textbook(algorithm) => PlayerAlgorithm::Textbook(algorithm.with_depth(depth)),
            other => other,
        }
    }
}

impl fmt::Display for PlayerAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let PlayerAlgorithm::Textbook(algorithm) = self {
            return algorithm.fmt(f);
        }
        let name = NAMED.iter().find(|(_, algorithm)| algorithm == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

impl PlayerAlgorithm {
    /// What the engine asks before the search; `None` if it only searches.
    pub(super) fn chooser<K: GameEntry>(
        self,
        position: &K::Game,
        model: &Arc<K::Model>,
    ) -> Option<Arc<dyn MoveChooser<K::Game>>> {
        match self {
            PlayerAlgorithm::Search => None,
            PlayerAlgorithm::Best | PlayerAlgorithm::Theory if !position.has_theory() => None,
            PlayerAlgorithm::Best | PlayerAlgorithm::Theory => {
                Some(Arc::new(TheoryChooser { says_why_not: self == PlayerAlgorithm::Theory }))
            }
            PlayerAlgorithm::Random => Some(Arc::new(RandomChooser)),
            PlayerAlgorithm::Textbook(algorithm) => {
                Some(Arc::new(TextbookChooser::<K> { algorithm, model: Arc::clone(model) }))
            }
        }
    }
}

/// Plays by the theory of the game.
struct TheoryChooser {
    says_why_not: bool,
}

impl<G: Theory> MoveChooser<G> for TheoryChooser {
    fn choose(&self, game: &GameHistory<G>, _clock: &Clock, _nodes: Option<u64>) -> MoveChoice<G::Move> {
        match game.position().theory() {
            Some(TheoryAnswer { outcome, best: Some(mv), reason, .. }) => {
                let score = match outcome {
                    Outcome::Win => Score::tablebase_win_in(1),
                    Outcome::Draw => Score::DRAW,
                    Outcome::Loss => Score::tablebase_loss_in(1),
                };
                MoveChoice::Play(ChosenMove {
                    mv,
                    score: Some(score),
                    bounds: ScoreBounds::from_bound(score, Bound::Exact),
                    depth: 1,
                    nodes: 1,
                    reason: Some(reason),
                })
            }
            _ => MoveChoice::Search(
                self.says_why_not.then(|| "the theory has no answer for this position: search".to_owned()),
            ),
        }
    }
}

/// Plays a legal move, each with the same probability.
struct RandomChooser;

impl<G: Game> MoveChooser<G> for RandomChooser {
    fn choose(&self, game: &GameHistory<G>, _: &Clock, _: Option<u64>) -> MoveChoice<G::Move> {
        let moves = game.position().moves();
        let index = Random::new(RandomState::new().hash_one(())).below(moves.len().max(1));
        match moves.get(index) {
            Some(&mv) => MoveChoice::Play(ChosenMove::unknown(mv)),
            None => MoveChoice::Search(None),
        }
    }
}

/// Plays by a textbook algorithm.
struct TextbookChooser<K: GameEntry> {
    algorithm: TextbookAlgorithm,
    model: Arc<K::Model>,
}

impl<K: GameEntry> MoveChooser<K::Game> for TextbookChooser<K> {
    fn choose(&self, game: &GameHistory<K::Game>, clock: &Clock, nodes: Option<u64>) -> MoveChoice<MoveOf<K>> {
        let own = game.position();
        let position = AnyPosition::new(own.clone());
        let knowledge = AnyTextbookKnowledge::new::<K>(&self.model);
        let algorithm = self.algorithm.for_pawn_value(knowledge.pawn_value);
        let found = run(algorithm, &position, &knowledge, clock, nodes);
        let (value, best, counts, stop) = match found {
            Ok(found) => (Some(found.value), found.best, found.counts, None),
            Err(stopped) => (None, stopped.best, stopped.counts, Some(stopped.stop)),
        };
        let best = best.and_then(|mv| position.own_move::<K::Game>(mv));
        let Some(mv) = best.or_else(|| own.find_move(|_| true)) else {
            return MoveChoice::Search(None);
        };
        MoveChoice::Play(ChosenMove {
            mv,
            score: value.map(|value| score_of(value, position.has_payoffs())),
            bounds: ScoreBounds::UNKNOWN,
            depth: self.algorithm.depth() as usize,
            nodes: counts.nodes,
            reason: stop.map(|stop| self.explain(stop, best.is_some())),
        })
    }
}

impl<K: GameEntry> TextbookChooser<K> {
    /// Why a move is played although the algorithm was stopped.
    fn explain(&self, stop: TextbookStop, is_searched: bool) -> String {
        let which = if is_searched {
            "the best of the moves that were searched"
        } else {
            "the first legal move, since none was searched"
        };
        format!("{}: {stop}; playing {which}", self.algorithm)
    }
}

/// Runs an algorithm; compiled once for all games.
fn run(
    algorithm: TextbookAlgorithm,
    position: &AnyPosition,
    knowledge: &AnyTextbookKnowledge,
    clock: &Clock,
    nodes: Option<u64>,
) -> AlgorithmResult<<AnyPosition as Game>::Move> {
    let expired = || clock.expired();
    let limit = WorkLimit { positions: nodes.unwrap_or(u64::MAX), stop: &expired, ..WorkLimit::default() };
    algorithm.run(position, knowledge.knowledge(), limit)
}

/// The score of a value of the textbook: a payoff, or in games without payoffs an estimate, where a win in `n` plies is
/// `WIN - n`.
fn score_of(value: Fraction, is_payoff: bool) -> Score {
    let value = value.to_f64().round() as i32;
    if is_payoff {
        return Score::payoff(value);
    }
    let is_end = value.abs() > WIN / 2;
    let distance = (WIN - value.abs()).max(0) as usize;
    match (is_end, value > 0) {
        (false, _) => Score::estimate(value),
        (true, true) => Score::win_in(distance),
        (true, false) => Score::loss_in(distance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_lead_back() {
        for text in ["best", "search", "theory", "random", "alpha-beta depth=6"] {
            let algorithm: PlayerAlgorithm = text.parse().unwrap();
            assert_eq!(algorithm.to_string(), text);
        }
        for text in ["", "bost", "alpha-beta", "least-tree depth=3", "minimax depth=0x"] {
            let error = text.parse::<PlayerAlgorithm>().unwrap_err();
            assert_eq!(error.lines().count(), 1, "{text}: {error}");
        }
    }

    #[test]
    fn a_depth_is_given_or_changed() {
        for (text, expected) in [
            ("alpha-beta", "alpha-beta depth=3"),
            ("variable min=2 max=6 k=50", "variable min=2 max=3 k=50"),
            ("composed m=2", "composed m=2 n=1 min=3 max=3"),
            ("random", "random"),
        ] {
            let algorithm = PlayerAlgorithm::parse(text, Some(9)).unwrap();
            assert_eq!(algorithm.with_depth(3).to_string(), expected);
        }
        let read = PlayerAlgorithm::parse("minimax", Some(9)).unwrap();
        assert_eq!(read.to_string(), "minimax depth=9");
    }

    #[test]
    fn values_of_ends_are_scores_of_ends() {
        assert_eq!(score_of((WIN - 3).into(), false), Score::win_in(3));
        assert_eq!(score_of((2 - WIN).into(), false), Score::loss_in(2));
        assert_eq!(score_of(Fraction::new(15, 2), false), Score::estimate(8));
        assert_eq!(score_of(999_999.into(), true), Score::payoff(999_999));
    }
}
