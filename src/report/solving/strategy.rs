//! Strategies that secure a value, by the state graph or by a proof.

use super::SolveAnswer;
use super::settings::{SolveMethod, SolveSettings};
use crate::game::{AnyPosition, Side};
use crate::notation::AnyNotation;
use crate::report::tree::command::{TreeFormat, draw_strategy};
use crate::solve::{
    Hyperpath, ProofResult, SMALL_GRAPH, SecuredRegion, SolvedPosition, StateGraph,
    StrategyPromise, graph_within, no_win_found, prove,
};
use anyhow::{Context, bail};
use clap::ValueEnum;

/// Whose strategy is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
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
    /// Its notation.
    pub notation: AnyNotation,
    /// Whose strategy.
    pub whom: StrategyFor,
    /// The least payoff that it must secure; the value if `None`.
    pub goal: Option<i32>,
    /// How it is written.
    pub format: TreeFormat,
}

/// What errors are about.
pub(super) const PLACE: &str = "the game from this position";

/// The strategies that are asked for, or that there are none.
///
/// # Errors
/// More positions can arise than the state graph may hold, or the strategy is too large for its format.
pub fn strategy_of(
    root: &AnyPosition,
    request: &StrategyRequest,
    settings: &SolveSettings,
) -> anyhow::Result<SolveAnswer> {
    // A proof search finds only ends that are forced, and a draw may be play without end.
    let only_by_graph = request.goal.is_some_and(|goal| goal < 1);
    match settings.method {
        SolveMethod::Theory | SolveMethod::Tables => {
            bail!("--method: theory and tables have no strategies, expected auto, graph or proof")
        }
        SolveMethod::Proof if only_by_graph => {
            bail!("--goal: found a draw or less with --method proof, expected a win")
        }
        SolveMethod::Proof => request.by_proof(root, settings),
        SolveMethod::Auto if !only_by_graph => request.by_any_method(root, settings),
        SolveMethod::Auto | SolveMethod::Graph => {
            let graph = settings.with_limit(|limit| StateGraph::new(root, &limit.search));
            request.by_graph(&graph.context(PLACE)?)
        }
    }
}

impl StrategyRequest<'_> {
    fn sides(&self) -> &'static [Side] {
        match self.whom {
            StrategyFor::First => &[Side::First],
            StrategyFor::Second => &[Side::Second],
            StrategyFor::Value => &Side::BOTH,
        }
    }

    /// By a small state graph, by proofs, or by a larger state graph.
    fn by_any_method(
        &self,
        root: &AnyPosition,
        settings: &SolveSettings,
    ) -> anyhow::Result<SolveAnswer> {
        let graph = |positions| {
            let graph = settings.with_limit(|limit| graph_within(root, positions, limit));
            graph.context(PLACE)
        };
        if let Some(graph) = graph(settings.positions.min(SMALL_GRAPH))? {
            return self.by_graph(&graph);
        }
        let answer = self.by_proof(root, settings)?;
        if answer.is_known || settings.positions <= SMALL_GRAPH {
            return Ok(answer);
        }
        let graph = graph(settings.positions)?;
        graph.map_or(Ok(answer), |graph| self.by_graph(&graph))
    }

    fn by_graph(&self, graph: &StateGraph<AnyPosition>) -> anyhow::Result<SolveAnswer> {
        let value = SolvedPosition::new(graph).value;
        let mut answer = SolveAnswer::known(String::new());
        for &side in self.sides() {
            let secured = match side {
                Side::First => value,
                Side::Second => -value,
            };
            let at_least = self.goal.unwrap_or(secured);
            let promise = StrategyPromise { side, at_least };
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

    /// Strategies that force a win, or the payoff that is asked for. One that wins proves the value.
    fn by_proof(
        &self,
        root: &AnyPosition,
        settings: &SolveSettings,
    ) -> anyhow::Result<SolveAnswer> {
        let mut answer = SolveAnswer::known(String::new());
        for &side in self.sides() {
            let at_least = self.goal.unwrap_or(1);
            let promise = StrategyPromise { side, at_least };
            let attempt = settings.with_limit(|limit| prove(root, promise, limit));
            let attempt = attempt.context(PLACE)?;
            answer.text += &match attempt.result {
                ProofResult::Proved(win) if self.goal.is_none() && win.has_payoffs() => {
                    answer.is_known = false;
                    answer.is_found = false;
                    "unknown: a proof does not show the greatest payoff, expected --goal or --method graph\n".to_owned()
                }
                ProofResult::Proved(win) if self.whom == StrategyFor::Value => {
                    return self.draw(&win.strategy).map(SolveAnswer::known);
                }
                ProofResult::Proved(win) => self.draw(&win.strategy)?,
                ProofResult::Disproved => {
                    answer.is_found = false;
                    let mut text = none_exists(promise);
                    if self.goal.is_none() {
                        answer.is_known = false;
                        text += "; a proof search does not look for draws";
                    }
                    text + "\n"
                }
                ProofResult::Unknown(reason) => {
                    answer.is_known = false;
                    answer.is_found = false;
                    format!("unknown: {}\n", no_win_found(attempt.searched, reason))
                }
            };
        }
        Ok(answer)
    }

    fn draw(&self, strategy: &Hyperpath<AnyPosition>) -> anyhow::Result<String> {
        draw_strategy(self.game, strategy, self.notation, self.format)
    }
}

fn none_exists(promise: StrategyPromise) -> String {
    format!("none exists: no strategy with which {promise}")
}
