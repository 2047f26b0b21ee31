//! The value of a position, by the method that is asked for or by the first that has an answer: theory, endgame tables, or a search.

use super::position_report::PositionReport;
use super::searched::{graph_report, proof_report};
use super::strategy::CONTEXT;
use super::tables::endgame_report;
use super::theory::theory_report;
use super::{SolveAnswer, SolveMethod, SolveSettings};
use crate::any_position::AnyPosition;
use crate::games::GameInfo;
use crate::solve::{ProvedPosition, SolvedBy, StateGraph, solve_by_any_method};
use crate::system::Instant;
use anyhow::{Context, anyhow, bail};

/// The value of a position with the moves that keep it.
///
/// # Errors
/// The method has no answer, or more positions can arise than the state graph may hold.
pub fn value_of(game: &'static GameInfo, root: &AnyPosition, settings: &SolveSettings) -> anyhow::Result<SolveAnswer> {
    let began = Instant::now();
    let report = report_by(game, root, settings)?;
    Ok(report.answer(settings, began.elapsed().as_secs_f64()))
}

/// What the method says, or the first that has an answer.
fn report_by(game: &'static GameInfo, root: &AnyPosition, settings: &SolveSettings) -> anyhow::Result<PositionReport> {
    if settings.allows(SolveMethod::Theory)
        && let Some(report) = theory_report(game, root)
    {
        return Ok(report);
    }
    if settings.allows(SolveMethod::Tables) {
        let tables = game.open_tables(root, settings.tables);
        let tables = tables.map_err(|error| anyhow!("--tables: {error}"))?;
        let report = endgame_report(game, root, &*tables);
        if let Some(error) = tables.take_table_error() {
            bail!("--tables: {error}");
        }
        if let Some(report) = report {
            return Ok(report);
        }
    }
    let limit = &settings.limit();
    let solved = match settings.method {
        SolveMethod::Theory => bail!("--method theory: the game has no theory of this position"),
        SolveMethod::Tables => bail!("--method tables: the position is not in the endgame tables"),
        SolveMethod::Proof => ProvedPosition::new(root, limit).map(SolvedBy::Proof),
        SolveMethod::Graph => StateGraph::new(root, &limit.search).map(SolvedBy::Graph),
        SolveMethod::Auto => solve_by_any_method(root, limit),
    };
    Ok(match solved.context(CONTEXT)? {
        SolvedBy::Graph(graph) => graph_report(game, root, &graph),
        SolvedBy::Proof(proved) => proof_report(game, root, &proved),
    })
}
