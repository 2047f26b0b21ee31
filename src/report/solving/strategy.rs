//! Strategies that secure a value, by the state graph or by a proof.

use super::{SolveAnswer, SolveMethod, SolveSettings};
use crate::any_position::AnyPosition;
use crate::drawing::tree::output::{TreeFormat, draw_strategy};
use crate::game::{Game, Side};
use crate::solve::{
    Hyperpath, ProofGoal, ProofResult, SMALL_GRAPH, SecuredRegion, SolvedPosition, StateGraph, StrategyPromise,
    graph_within, no_win_found, prove,
};
use anyhow::{Context, bail, ensure};
use serde::Deserialize;

/// Whose strategy is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrategyFor {
    First,
    Second,
    Value,
}

/// A strategy that is asked for.
#[derive(Clone, Copy)]
pub struct StrategyRequest<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The position.
    pub root: &'a AnyPosition,
    /// How it is solved.
    pub settings: &'a SolveSettings<'a>,
    /// Whose strategy.
    pub whom: StrategyFor,
    /// The least payoff that it must secure; the value if `None`.
    pub goal: Option<i32>,
    /// How it is written.
    pub format: TreeFormat,
}

/// Reads what a strategy must secure: win, draw, or the least payoff.
///
/// # Errors
/// It is something else.
pub fn read_goal(text: &str) -> Result<i32, String> {
    match text {
        "win" => Ok(1),
        "draw" => Ok(0),
        _ => text.parse().map_err(|_| "expected win, draw or a payoff".to_owned()),
    }
}

/// What proofs say about a strategy.
enum StrategyProof {
    Found(Hyperpath<AnyPosition>),
    NoneExists,
    /// It is not known, and why.
    Unknown(String),
}

/// What errors are about.
pub(super) const CONTEXT: &str = "the game from this position";

impl StrategyRequest<'_> {
    /// The strategies that are asked for, or a text that says why there are none.
    ///
    /// # Errors
    /// More positions can arise than the state graph may hold, or the strategy is too large for its format.
    pub fn answer(&self) -> anyhow::Result<SolveAnswer> {
        ensure!(
            self.format != TreeFormat::Svg || self.whom != StrategyFor::Value,
            "--format: found svg with --for value, expected --for first or --for second: a picture has one strategy"
        );
        match self.settings.method {
            SolveMethod::Theory | SolveMethod::Tables => {
                bail!("--method: theory and tables have no strategies, expected auto, graph or proof")
            }
            SolveMethod::Proof => self.by_proof(),
            SolveMethod::Auto => self.by_any_method(),
            SolveMethod::Graph => {
                let graph = StateGraph::new(self.root, &self.settings.search);
                self.by_graph(&graph.context(CONTEXT)?)
            }
        }
    }

    fn sides(&self) -> &'static [Side] {
        match self.whom {
            StrategyFor::First => &[Side::First],
            StrategyFor::Second => &[Side::Second],
            StrategyFor::Value => &Side::BOTH,
        }
    }

    /// By a small state graph, by proofs, or by a larger state graph.
    fn by_any_method(&self) -> anyhow::Result<SolveAnswer> {
        let limit = &self.settings.limit();
        let graph = |positions| graph_within(self.root, positions, limit).context(CONTEXT);
        if let Some(graph) = graph(self.settings.search.positions.min(SMALL_GRAPH))? {
            return self.by_graph(&graph);
        }
        let answer = self.by_proof()?;
        if answer.is_known || self.settings.search.positions <= SMALL_GRAPH {
            return Ok(answer);
        }
        let graph = graph(self.settings.search.positions)?;
        graph.map_or(Ok(answer), |graph| self.by_graph(&graph))
    }

    fn by_graph(&self, graph: &StateGraph<AnyPosition>) -> anyhow::Result<SolveAnswer> {
        let value = SolvedPosition::new(graph).value;
        let mut answer = SolveAnswer::known(String::new());
        for &side in self.sides() {
            let secured = if side == Side::First { value } else { -value };
            let promise = StrategyPromise { side, at_least: self.goal.unwrap_or(secured) };
            answer.text += &match Hyperpath::new(graph, &SecuredRegion::new(graph, promise)) {
                Some(hyperpath) => self.draw(&hyperpath)?,
                None => {
                    answer.is_found = false;
                    none_exists(promise) + "\n"
                }
            };
        }
        Ok(answer)
    }

    /// By proofs. A strategy that wins proves the value.
    fn by_proof(&self) -> anyhow::Result<SolveAnswer> {
        let mut answer = SolveAnswer::known(String::new());
        for &side in self.sides() {
            let (promise, proof) = self.proof_for(side)?;
            match proof {
                StrategyProof::Found(strategy) => {
                    let text = self.draw(&strategy)?;
                    if self.whom == StrategyFor::Value && promise.at_least > 0 {
                        return Ok(SolveAnswer::known(text));
                    }
                    answer.text += &text;
                }
                StrategyProof::NoneExists => {
                    answer.is_found = false;
                    answer.text += &(none_exists(promise) + "\n");
                }
                StrategyProof::Unknown(reason) => {
                    answer.is_known = false;
                    answer.is_found = false;
                    answer.text += &format!("unknown: {reason}\n");
                }
            }
        }
        Ok(answer)
    }

    /// The strategy of a side that secures the goal; without a goal one that wins, else one that does not lose.
    fn proof_for(&self, side: Side) -> anyhow::Result<(StrategyPromise, StrategyProof)> {
        let prove = |at_least| {
            let promise = StrategyPromise { side, at_least };
            Ok((promise, self.prove(promise)?))
        };
        if let Some(goal) = self.goal {
            return prove(goal);
        }
        let (promise, win) = prove(1)?;
        match win {
            StrategyProof::NoneExists => prove(0),
            StrategyProof::Found(_) if self.root.has_payoffs() => {
                let reason = "a proof does not show the greatest payoff, expected --goal or --method graph";
                Ok((promise, StrategyProof::Unknown(reason.to_owned())))
            }
            win => Ok((promise, win)),
        }
    }

    /// Searches for a strategy that keeps the promise. If endless play keeps it, the search is to disprove that the
    /// other side can break it.
    fn prove(&self, promise: StrategyPromise) -> anyhow::Result<StrategyProof> {
        let prevents = promise.is_kept_by_endless_play();
        let goal = ProofGoal { promise: if prevents { promise.prevented() } else { promise }, prevention: prevents };
        let attempt = prove(self.root, goal, &self.settings.limit()).context(CONTEXT)?;
        Ok(match attempt.result {
            ProofResult::Proved(_) if prevents => StrategyProof::NoneExists,
            ProofResult::Proved(win) => StrategyProof::Found(win.strategy),
            ProofResult::Disproved(Some(strategy)) => StrategyProof::Found(strategy),
            ProofResult::Disproved(None) if prevents => StrategyProof::Unknown(format!(
                "a strategy exists with which {promise}, but the limits of --nodes and --hash do not allow to find it"
            )),
            ProofResult::Disproved(None) => StrategyProof::NoneExists,
            ProofResult::Unknown(limit) => StrategyProof::Unknown(no_win_found(attempt.searched, &limit)),
        })
    }

    fn draw(&self, strategy: &Hyperpath<AnyPosition>) -> anyhow::Result<String> {
        draw_strategy(self.game, strategy, self.format)
    }
}

fn none_exists(promise: StrategyPromise) -> String {
    format!("none exists: no strategy with which {promise}")
}
