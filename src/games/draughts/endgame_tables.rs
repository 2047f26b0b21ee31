//! Endgame tables in the search: probes inside the tree, and the ranking of the root moves.

use super::egdb::board::EgdbBoard;
use super::egdb::tables::{Egdb, EgdbBytes};
use super::egdb::values::ValueLookup;
use super::searched_variant::{Draughts, SearchedVariant};
use super::{DraughtsMove, DraughtsPosition};
use crate::game::{Game, Outcome};
use crate::notation::excerpt;
use crate::search::root_ranking::{RootRanking, TablebaseClass};
use crate::search::task::SearchTask;
use crate::search::{Bound, Depth, RankedRootMove, Score, Search, Tablebase, TablebaseValue};
use crate::system::resolve;

impl<V: SearchedVariant> Tablebase<DraughtsPosition<V>> for Egdb<V> {
    const DISTANCE: &'static str = "plies to the next capture or promotion";

    /// Opens the tables of a folder in addition to the embedded ones; an empty path stands for these alone.
    fn open(start: &DraughtsPosition<V>, path: &str) -> Result<Egdb<V>, String> {
        let variant = start.variant();
        let mut tables = Egdb::default();
        let embedded = variant
            .embedded_tables()
            .iter()
            .try_for_each(|[values, distances]| {
                tables.add(variant, EgdbBytes::Embedded(values))?;
                tables.add_distances(variant, EgdbBytes::Embedded(distances))
            });
        embedded.map_err(|error| format!("embedded endgame tables: {error}"))?;
        let found = match path {
            "" => return Ok(tables),
            _ if !variant.rules().have_endgame_tables() => {
                let name = variant.rules().name;
                return Err(format!("there are no endgame tables of '{name}'"));
            }
            _ => tables.add_folder(variant, &resolve(path)),
        };
        match found.map_err(|error| error.to_string())? {
            0 => Err(format!(
                "no endgame tables of '{}' in '{}'; kempelen egdb build makes them",
                variant.rules().name,
                excerpt(path)
            )),
            _ => Ok(tables),
        }
    }

    fn max_pieces(&self) -> u32 {
        Egdb::max_pieces(self)
    }

    fn summary(&self) -> String {
        match self.variant() {
            None => "no endgame tables".to_owned(),
            Some(variant) => {
                let (name, pieces) = (variant.rules().name, self.max_pieces());
                format!("endgame tables of {name}, up to {pieces} pieces")
            }
        }
    }

    /// Always `None`: files are checked when they are opened.
    fn take_error(&self) -> Option<String> {
        None
    }
}

/// The score of a position below the root by the tables. Positions with a capture are left to the search.
/// So are decided positions with more than half of the draw rule's plies on the clock, since the rest may not
/// suffice to convert them; half of the plies suffice nearly always.
pub(super) fn probe<V: SearchedVariant>(
    search: &mut Search<Draughts<V>>,
    position: &DraughtsPosition<V>,
    ply: usize,
    depth: Depth,
) -> Option<(Score, Bound)> {
    let us = position.side_to_move();
    let over = position.pieces(us).is_empty();
    if !search.may_probe(position.occupied().count(), depth) || over || position.has_capture(us) {
        return None;
    }
    let value = search.tablebase.value_of_quiet(&EgdbBoard::of(position));
    if value != Outcome::Draw && position.clock() > position.rules().draws.plies / 2 {
        return None;
    }
    search.tb_hits += 1;
    Some(TablebaseClass::of(value).score(ply))
}

/// The result by the tables; `None` unless the clock of the draw rule is at 0.
pub(super) fn tablebase_result<V: SearchedVariant>(
    tables: &Egdb<V>,
    position: &DraughtsPosition<V>,
) -> Option<Outcome> {
    let begun = position.clock() == 0;
    begun.then(|| tables.probe(&EgdbBoard::of(position)))?
}

/// The result and the distance. `None` too if the draw rule may come before the next conversion.
pub(super) fn value<V: SearchedVariant>(
    tables: &Egdb<V>,
    position: &DraughtsPosition<V>,
) -> Option<TablebaseValue> {
    let board = EgdbBoard::of(position);
    let outcome = tables.probe(&board)?;
    let distance = tables.distance(&board).map(u32::from);
    let clock = u32::from(position.clock());
    let in_time =
        distance.is_some_and(|plies| clock + plies <= u32::from(position.rules().draws.plies));
    let is_sure = outcome == Outcome::Draw || clock == 0 || in_time;
    is_sure.then_some(TablebaseValue { outcome, distance })
}

/// Whether a move captures or promotes.
pub(super) fn is_conversion<V: SearchedVariant>(
    position: &DraughtsPosition<V>,
    child: &DraughtsPosition<V>,
) -> bool {
    let counts = |it: &DraughtsPosition<V>| (it.occupied().count(), it.kings.count());
    counts(position) != counts(child)
}

/// The root moves that keep the result, the best first; `None` if the tables lack the position.
pub(super) fn rank_root_moves<V: SearchedVariant>(
    search: &mut Search<Draughts<V>>,
    task: &SearchTask<DraughtsPosition<V>>,
) -> Option<Vec<RankedRootMove<DraughtsMove>>> {
    let root = task.position;
    if root.occupied().count() > search.probe_limit {
        return None;
    }
    let past = task.keys();
    let tables = &search.tablebase;
    let converts = |_, child: &DraughtsPosition<V>| is_conversion(root, child);
    let by_distance = |child: &DraughtsPosition<V>| {
        let board = EgdbBoard::of(child);
        let value = tables.probe(&board)?;
        let plies = match value {
            Outcome::Draw => 0,
            _ => tables.distance(&board)?,
        };
        Some((TablebaseClass::of(value), plies.into()))
    };
    let by_result = |child: &DraughtsPosition<V>| {
        Some((TablebaseClass::of(tables.probe(&EgdbBoard::of(child))?), 0))
    };
    let by_distance = RootRanking::of(task, &past, by_distance, converts);
    let known = by_distance.is_some();
    let moves = by_distance.or_else(|| RootRanking::of(task, &past, by_result, converts))?;
    search.tb_hits += task.request.moves.len() as u64;
    if known || moves.class() == TablebaseClass::DRAW {
        // The result is safe. Without probes the search can prefer the move that sets the opponent more problems.
        search.probe_limit = 0;
    }
    Some(moves.into_root_moves(task.request.multi_pv, known, true))
}
