//! How a player chooses its moves: by the search, the theory of the game, chance, or a textbook algorithm.

use crate::any_position::{AnyMove, AnyPosition};
use crate::engine::{ChosenMove, MoveChoice, MoveChooser};
use crate::game::{Game, Outcome, Theory, TheoryAnswer, WorkLimit};
use crate::games::{AnyEvaluation, GameKnowledge};
use crate::notation::excerpt;
use crate::random::Random;
use crate::search::{Bound, Clock, Score, ScoreBounds, SearchRequest};
use crate::textbook::{Fraction, TextbookAlgorithm, TextbookMethod, TextbookResult, TextbookStop, WIN};
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

/// How a player chooses its moves. As text: `best`, `search`, `theory`, `random`, or a textbook algorithm such as
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

impl PlayerAlgorithm {
    /// Reads an algorithm. If `depth` is given, it stands for the depth of a textbook algorithm that the text leaves out.
    ///
    /// # Errors
    /// There is no such algorithm, or a parameter of a textbook algorithm is wrong or missing.
    pub fn parse(text: &str, depth: Option<u32>) -> Result<PlayerAlgorithm, String> {
        let (name, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        if let Some((_, algorithm)) = NAMED.iter().find(|(named, _)| *named == name) {
            let is_alone = rest.is_empty();
            let wrong = || format!("{name}: found '{}', expected nothing behind it", excerpt(rest.trim()));
            return is_alone.then_some(*algorithm).ok_or_else(wrong);
        }
        match TextbookAlgorithm::parse(text, depth) {
            Ok(algorithm) if algorithm.method == TextbookMethod::LeastTree => {
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

    /// The chooser that the engine asks before the search of `position`; `None` if it only searches. `knowledge` has
    /// the evaluation of textbook algorithms.
    pub(super) fn chooser(self, position: &AnyPosition, knowledge: &Arc<dyn GameKnowledge>) -> Option<MoveChooser> {
        let (position, knowledge) = (position.clone(), Arc::clone(knowledge));
        // Only the search and the theory can show several lines.
        let is_for_one = |request: &SearchRequest<AnyMove>| request.multi_pv == 1;
        match self {
            PlayerAlgorithm::Search => None,
            PlayerAlgorithm::Best | PlayerAlgorithm::Theory => {
                let says_why_not = self == PlayerAlgorithm::Theory;
                position.has_theory().then(|| -> MoveChooser {
                    Arc::new(move |clock, request, _| by_theory(&position, clock, request, says_why_not))
                })
            }
            PlayerAlgorithm::Random => Some(Arc::new(move |_, request, random| {
                if is_for_one(request) { by_chance(&position, random) } else { MoveChoice::Search(None) }
            })),
            PlayerAlgorithm::Textbook(algorithm) => Some(Arc::new(move |clock, request, _| {
                if !is_for_one(request) {
                    return MoveChoice::Search(None);
                }
                by_textbook(algorithm, &position, &knowledge.evaluation(), clock, request.limits.nodes)
            })),
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

/// The moves by the theory of the game.
fn by_theory(
    position: &AnyPosition,
    clock: &Clock,
    request: &SearchRequest<AnyMove>,
    says_why_not: bool,
) -> MoveChoice {
    let moves = match position.theory_until(&|| clock.expired()) {
        Some(TheoryAnswer { outcome, best: Some(mv), reason, .. }) => {
            let best = ChosenMove { reason: Some(reason), ..known(mv, outcome) };
            match request.multi_pv {
                1 => Some(vec![best]),
                lines => ranked_by_theory(position, clock, best, lines),
            }
        }
        _ => None,
    };
    let why_not = || says_why_not.then(|| "the theory has no answer for this position: search".to_owned());
    moves.map_or_else(|| MoveChoice::Search(why_not()), MoveChoice::Play)
}

/// As many of the best moves as `lines`, with `best` before others of the same result; of those that are rated in time. `None` if
/// the theory does not know the position after one of them.
fn ranked_by_theory(position: &AnyPosition, clock: &Clock, best: ChosenMove, lines: usize) -> Option<Vec<ChosenMove>> {
    let mut rated = vec![best];
    for mv in position.moves() {
        if mv == rated[0].mv {
            continue;
        }
        match position.play(mv).theory_until(&|| clock.expired()) {
            Some(answer) => rated.push(known(mv, answer.outcome.flipped())),
            None if clock.expired() => break,
            None => return None,
        }
    }
    rated.sort_by_key(|chosen| Reverse(chosen.score));
    rated.truncate(lines);
    Some(rated)
}

/// A move with this result for the side to move, whose distance is not known.
fn known(mv: AnyMove, outcome: Outcome) -> ChosenMove {
    let score = match outcome {
        Outcome::Win => Score::tablebase_win_in(1),
        Outcome::Draw => Score::DRAW,
        Outcome::Loss => Score::tablebase_loss_in(1),
    };
    let bounds = ScoreBounds::from_bound(score, Bound::Exact);
    ChosenMove { score: Some(score), bounds, ..ChosenMove::unknown(mv) }
}

/// A legal move, each with the same probability.
fn by_chance(position: &AnyPosition, random: u64) -> MoveChoice {
    let moves = position.moves();
    let index = Random::new(random).below(moves.len().max(1));
    match moves.get(index) {
        Some(&mv) => MoveChoice::Play(vec![ChosenMove::unknown(mv)]),
        None => MoveChoice::Search(None),
    }
}

/// A move by a textbook algorithm.
fn by_textbook(
    algorithm: TextbookAlgorithm,
    position: &AnyPosition,
    evaluation: &AnyEvaluation,
    clock: &Clock,
    nodes: Option<u64>,
) -> MoveChoice {
    let expired = || clock.expired();
    let limit = WorkLimit { positions: nodes.unwrap_or(u64::MAX), stop: &expired, ..WorkLimit::default() };
    let run = |algorithm: TextbookAlgorithm, limit| {
        algorithm.for_pawn_value(evaluation.pawn_value).run(position, evaluation.knowledge(), limit)
    };
    let TextbookResult { value, best, counts } = run(algorithm, limit);
    // A person who hurries the machine still wants a sensible move.
    let is_hurried = best.is_none() && value == Err(TextbookStop::Interrupted);
    let shallow = is_hurried.then(|| run(algorithm.with_depth(1), WorkLimit::default()).best).flatten();
    let Some(mv) = best.or(shallow).or_else(|| position.find_move(|_| true)) else {
        return MoveChoice::Search(None);
    };
    MoveChoice::Play(vec![ChosenMove {
        mv,
        score: value.ok().map(|value| score_of(value, position.has_payoffs())),
        bounds: ScoreBounds::UNKNOWN,
        depth: algorithm.depth() as usize,
        nodes: counts.nodes,
        reason: value.err().map(|stop| explain(algorithm, stop, best.is_some(), shallow.is_some())),
    }])
}

/// Why a move is played although the algorithm was stopped.
fn explain(algorithm: TextbookAlgorithm, stop: TextbookStop, is_searched: bool, is_shallow: bool) -> String {
    let which = match (is_searched, is_shallow) {
        (true, _) => "the best of the moves that were searched",
        (false, true) => "the best move at depth 1, since none was searched to the end",
        (false, false) => "the first legal move, since none was searched",
    };
    format!("{algorithm}: {stop}; playing {which}")
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
            assert_eq!(PlayerAlgorithm::parse(text, None).unwrap().to_string(), text);
        }
        for text in ["", "bost", "alpha-beta", "least-tree depth=3", "minimax depth=0x"] {
            let error = PlayerAlgorithm::parse(text, None).unwrap_err();
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

    #[test]
    fn a_stopped_algorithm_says_which_move_it_plays() {
        let algorithm: TextbookAlgorithm = "minimax depth=3".parse().unwrap();
        for (is_searched, is_shallow, playing) in [
            (true, false, "the best of the moves that were searched"),
            (false, true, "the best move at depth 1, since none was searched to the end"),
            (false, false, "the first legal move, since none was searched"),
        ] {
            let expected = format!("minimax depth=3: interrupted; playing {playing}");
            assert_eq!(explain(algorithm, TextbookStop::Interrupted, is_searched, is_shallow), expected);
        }
    }
}
