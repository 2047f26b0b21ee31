//! The value of a position, by the method that is asked for or by the first that has an answer: theory, endgame tables, or a search.

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
    let seconds = || began.elapsed().as_secs_f64();
    if settings.allows(SolveMethod::Theory)
        && let Some(report) = theory_report(game, root)
    {
        return Ok(report.answer(settings, seconds()));
    }
    if settings.allows(SolveMethod::Tables) {
        let tables = game.open_tables(root, settings.tables);
        let tables = tables.map_err(|error| anyhow!("--tables: {error}"))?;
        let report = endgame_report(game, root, &*tables);
        if let Some(error) = tables.take_table_error() {
            bail!("--tables: {error}");
        }
        if let Some(report) = report {
            return Ok(report.answer(settings, seconds()));
        }
    }
    match settings.method {
        SolveMethod::Theory => bail!("--method theory: the game has no theory of this position"),
        SolveMethod::Tables => bail!("--method tables: the position is not in the endgame tables"),
        _ => (),
    }
    searched_value(game, root, settings, began)
}

/// The value by the state graph, or by proof searches.
fn searched_value(
    game: &'static GameInfo,
    root: &AnyPosition,
    settings: &SolveSettings,
    began: Instant,
) -> anyhow::Result<SolveAnswer> {
    let limit = &settings.limit();
    let solved = match settings.method {
        SolveMethod::Proof => ProvedPosition::new(root, limit).map(SolvedBy::Proof),
        SolveMethod::Graph => StateGraph::new(root, &limit.search).map(SolvedBy::Graph),
        _ => solve_by_any_method(root, limit),
    };
    let solved = solved.context(CONTEXT)?;
    let seconds = || began.elapsed().as_secs_f64();
    Ok(SolveAnswer {
        text: if settings.json { solved.json(game.name, root, seconds) } else { solved.text(root, seconds) },
        is_known: !matches!(&solved, SolvedBy::Proof(proved) if proved.is_unknown()),
        is_found: true,
    })
}
