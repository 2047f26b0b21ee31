//! Endgame tables in the search: probes inside the tree, and the ranking of the root moves.

use super::cached_tables::cached_tables;
use super::egdb::board::EgdbBoard;
use super::egdb::game::EgdbGame;
use super::egdb::tables::{Egdb, EgdbBytes};
use super::egdb::values::ValueLookup;
use super::embedded_files::files_of;
use super::{Draughts, DraughtsMove, DraughtsPosition, DraughtsVariant};
use crate::game::{Game, Outcome};
use crate::notation::excerpt;
use crate::search::root_ranking::{RootRanking, TablebaseClass};
use crate::search::task::SearchTask;
use crate::search::{Bound, CachedTables, Depth, RankedRootMove, Score, Search, Tablebase, TablebaseValue};
use crate::system::resolve;
use std::path::Path;

impl<V: DraughtsVariant> Tablebase<DraughtsPosition<V>> for Egdb {
    const DISTANCE: &'static str = "plies to the next capture or promotion";

    /// Opens the tables of a folder in addition to the embedded ones; an empty path stands for these alone.
    fn open(start: &DraughtsPosition<V>, path: &str) -> Result<Egdb, String> {
        open(&start.variant(), path)
    }

    fn max_pieces(&self) -> u32 {
        Egdb::max_pieces(self)
    }

    fn summary(&self) -> String {
        match self.game() {
            None => "no endgame tables".to_owned(),
            Some(name) => format!("endgame tables of {name}, up to {} pieces", self.max_pieces()),
        }
    }

    /// Always `None`: files are checked when they are opened.
    fn take_error(&self) -> Option<String> {
        None
    }

    fn cached(start: &DraughtsPosition<V>, folder: &Path) -> Option<CachedTables> {
        cached_tables(Box::new(start.variant()), folder)
    }
}

/// The embedded tables of a game, and those of a folder.
fn open(game: &dyn EgdbGame, path: &str) -> Result<Egdb, String> {
    let mut tables = Egdb::default();
    let name = game.rules().name;
    let embedded = files_of(name).map_or(&[][..], |files| files.tables);
    let embedded = embedded.iter().try_for_each(|[values, distances]| {
        tables.add(game, EgdbBytes::Embedded(values))?;
        tables.add_distances(game, EgdbBytes::Embedded(distances))
    });
    embedded.map_err(|error| format!("embedded endgame tables: {error}"))?;
    let found = match path {
        "" => return Ok(tables),
        _ if !game.rules().have_endgame_tables() => return Err(format!("there are no endgame tables of '{name}'")),
        _ => tables.add_folder(game, &resolve(path)),
    };
    match found.map_err(|error| error.to_string())? {
        0 => {
            let path = excerpt(path);
            Err(format!("no endgame tables of '{name}' in '{path}'; kempelen egdb build makes them"))
        }
        _ => Ok(tables),
    }
}

/// The score of a position below the root by the tables. Positions with a capture are left to the search, and so
/// are decided positions that a draw rule may end before they are converted.
pub(super) fn probe<V: DraughtsVariant>(
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
    let board = EgdbBoard::of(position);
    let value = search.tablebase.value_of_quiet(&board.pieces);
    let is_sure = value == Outcome::Draw
        || half_of_plies_left(position) && few_pieces_leave_time(&search.tablebase, position, &board);
    if !is_sure {
        return None;
    }
    search.tb_hits += 1;
    Some(TablebaseClass::of(value).score(ply))
}

/// Whether half of the plies without progress are left, which suffice nearly always to convert a decided position.
fn half_of_plies_left<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> bool {
    let plies = position.rules().draws.plies;
    plies == 0 || position.clock() <= plies / 2
}

/// Whether a decided position can be converted before a draw rule for few pieces ends the game. These rules leave few
/// plies, so this goes by the distance.
fn few_pieces_leave_time<V: DraughtsVariant>(
    tables: &Egdb,
    position: &DraughtsPosition<V>,
    board: &EgdbBoard<V>,
) -> bool {
    position.few_pieces_left().is_none_or(|left| {
        let distance = tables.distance(board);
        distance.is_some_and(|plies| u16::from(plies) <= left)
    })
}

/// The result by the tables; `None` unless the clock of the draw rule is at 0, or if a rule for few pieces may come first.
pub(super) fn tablebase_result<V: DraughtsVariant>(tables: &Egdb, position: &DraughtsPosition<V>) -> Option<Outcome> {
    let begun = position.clock() == 0;
    let board = EgdbBoard::of(position);
    let outcome = begun.then(|| tables.probe(&board))??;
    let is_sure = outcome == Outcome::Draw || few_pieces_leave_time(tables, position, &board);
    is_sure.then_some(outcome)
}

/// The result and the distance. `None` too if the draw rule may come before the next conversion.
pub(super) fn value<V: DraughtsVariant>(tables: &Egdb, position: &DraughtsPosition<V>) -> Option<TablebaseValue> {
    let board = EgdbBoard::of(position);
    let outcome = tables.probe(&board)?;
    let distance = tables.distance(&board).map(u32::from);
    let clock = u32::from(position.clock());
    let most = u32::from(position.rules().draws.plies);
    let in_time = clock == 0 || most == 0 || distance.is_some_and(|plies| clock + plies <= most);
    let is_sure = outcome == Outcome::Draw || in_time && few_pieces_leave_time(tables, position, &board);
    is_sure.then_some(TablebaseValue { outcome, distance })
}

/// Whether a move captures or promotes.
pub(super) fn is_conversion<V: DraughtsVariant>(position: &DraughtsPosition<V>, child: &DraughtsPosition<V>) -> bool {
    let counts = |it: &DraughtsPosition<V>| (it.occupied().count(), it.kings.count());
    counts(position) != counts(child)
}

/// The root moves that keep the result, the best first; `None` if the tables lack the position.
pub(super) fn rank_root_moves<V: DraughtsVariant>(
    search: &mut Search<Draughts<V>>,
    task: &SearchTask<DraughtsPosition<V>>,
) -> Option<Vec<RankedRootMove<DraughtsMove>>> {
    let root = task.position;
    if !search.may_rank_root(root.occupied().count()) {
        return None;
    }
    let tables = &search.tablebase;
    let board = EgdbBoard::of(root);
    let is_drawn = tables.probe(&board)? == Outcome::Draw;
    if !is_drawn && !few_pieces_leave_time(tables, root, &board) {
        return None;
    }
    let past = task.keys();
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
    let by_result = |child: &DraughtsPosition<V>| Some((TablebaseClass::of(tables.probe(&EgdbBoard::of(child))?), 0));
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
