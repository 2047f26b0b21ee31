//! Endgame tables for the search: opening them, building those of four pieces at first use, and whether a decided position
//! can be converted in time.

use super::egdb::board::EgdbBoard;
use super::egdb::build::{EgdbBuildError, build};
use super::egdb::file::EgdbFileKind;
use super::egdb::game::EgdbGame;
use super::egdb::tables::{Egdb, EgdbBytes, EgdbFolderError, EgdbFolderProblem, table_path};
use super::embedded_files::files_of;
use super::{DraughtsPosition, DraughtsVariant};
use crate::game::{Game, Outcome};
use crate::notation::excerpt;
use crate::retrograde::ThreadPool;
use crate::search::{CachedTables, TableBuildError, Tablebase, TablebaseValue};
use crate::system::error_words::explain;
use crate::system::file_lock::FileLockError;
use crate::system::{StopSignal, resolve};
use std::fs;
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

    /// `None` unless the clock of the draw rule is at 0, or if a draw rule may come before the next conversion.
    fn result(&self, position: &DraughtsPosition<V>) -> Option<Outcome> {
        (position.clock() == 0).then(|| self.value(position))?.map(|value| value.outcome)
    }

    /// `None` too if a draw rule may come before the next conversion.
    fn value(&self, position: &DraughtsPosition<V>) -> Option<TablebaseValue> {
        let board = EgdbBoard::of(position);
        let outcome = self.probe(&board)?;
        let is_sure = outcome == Outcome::Draw || converts_within(self, &board, position.plies_to_draw());
        is_sure.then(|| TablebaseValue { outcome, distance: self.distance(&board).map(u32::from) })
    }

    fn cached(start: &DraughtsPosition<V>, folder: &Path) -> Option<CachedTables> {
        cached_tables(Box::new(start.variant()), folder)
    }
}

/// The embedded tables of a game, and those of a folder.
fn open(game: &dyn EgdbGame, path: &str) -> Result<Egdb, String> {
    let mut tables = Egdb::default();
    let name = game.rules().name;
    // A page tells the person which of them it could not load; the game goes on without these.
    let files = files_of(name);
    let pairs = files.map_or(&[][..], |files| files.tables).iter();
    let mut read = pairs.map_while(|[values, distances]| values.read().ok().zip(distances.read().ok()));
    let embedded = read.try_for_each(|(values, distances)| {
        tables.add(game, EgdbBytes::Embedded(values))?;
        tables.add_distances(game, EgdbBytes::Embedded(distances))
    });
    embedded.map_err(|error| format!("embedded endgame tables: {error}"))?;
    if path.is_empty() {
        return Ok(tables);
    }
    if files.is_none() {
        return Err("there are no endgame tables for the rules of a file".to_owned());
    }
    if !game.rules().have_endgame_tables() {
        return Err(format!("there are no endgame tables of '{name}': they store what the pieces alone decide"));
    }
    let found = tables.add_folder(game, &resolve(path)).map_err(|error| error.to_string())?;
    let none = || format!("no endgame tables of '{name}' in '{}'; kempelen egdb build makes them", excerpt(path));
    if found == 0 { Err(none()) } else { Ok(tables) }
}

/// Whether half of the plies without progress are left, which suffice nearly always to convert a decided position.
fn half_of_plies_left<V: DraughtsVariant>(position: &DraughtsPosition<V>) -> bool {
    let plies = position.rules().draws.plies;
    plies == 0 || position.clock() <= plies / 2
}

/// Whether a decided position can be converted in so many plies; `None`: in any number.
pub(super) fn converts_within<V: DraughtsVariant>(tables: &Egdb, board: &EgdbBoard<V>, plies: Option<u16>) -> bool {
    plies.is_none_or(|most| tables.distance(board).is_some_and(|distance| u16::from(distance) <= most))
}

/// Whether a won or lost position can probably be converted before a draw rule ends the game: half of the plies without progress are
/// left, and the distance is within the plies that a rule for few pieces leaves.
pub(super) fn leaves_time<V: DraughtsVariant>(
    tables: &Egdb,
    position: &DraughtsPosition<V>,
    board: &EgdbBoard<V>,
) -> bool {
    half_of_plies_left(position) && converts_within(tables, board, position.few_pieces_left())
}

/// The largest number of pieces of the tables that are built at first use: a few seconds are enough for them, half a minute on
/// 10 x 10 squares. On 8 x 8 squares those of fewer pieces are embedded.
const CACHED_PIECES: u8 = 4;

/// The tables of a game of the program in `folder`; `None` if all are embedded, or if it has none.
fn cached_tables(game: Box<dyn EgdbGame>, folder: &Path) -> Option<CachedTables> {
    let embedded = files_of(game.rules().name)?.tables.len();
    if embedded + 1 >= usize::from(CACHED_PIECES) || !game.rules().have_endgame_tables() {
        return None;
    }
    let files =
        (2..=CACHED_PIECES).flat_map(|pieces| EgdbFileKind::ALL.map(|kind| table_path(&*game, folder, pieces, kind)));
    let folder = folder.to_owned();
    Some(CachedTables { files: files.collect(), build: Box::new(move |stop| build_cached(&*game, &folder, stop)) })
}

/// Builds the missing files on the calling thread.
fn build_cached(game: &dyn EgdbGame, folder: &Path, stop: StopSignal) -> Result<(), TableBuildError> {
    fs::create_dir_all(folder).map_err(|error| {
        let (folder, why) = (folder.display(), explain(&error));
        TableBuildError::Failed(format!("'{folder}': {why}"))
    })?;
    let pool = ThreadPool { run_on_all_threads: &|work| work(), stop };
    let mut damaged = EgdbFileKind::ALL.len() * usize::from(CACHED_PIECES);
    loop {
        match build(game, folder, CACHED_PIECES, pool, &mut |_| ()) {
            Ok(()) => return Ok(()),
            Err(EgdbBuildError::Interrupted) => return Err(TableBuildError::Stopped),
            Err(EgdbBuildError::Lock(FileLockError::Busy(_))) => return Err(TableBuildError::Busy),
            // A file that was damaged is removed and built again, but not without end.
            Err(EgdbBuildError::File(EgdbFolderError { path, why: EgdbFolderProblem::File(_) }))
                if damaged > 0 && fs::remove_file(&path).is_ok() =>
            {
                damaged -= 1;
            }
            Err(error) => return Err(TableBuildError::Failed(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::family::with_variant;
    use crate::games::draughts::rules_file::from_text;
    use crate::games::draughts::variant::DraughtsVisitor;
    use crate::games::find_game;

    #[test]
    fn games_without_tables_say_why() {
        let mine = &from_text("mine.toml", "rows_of_men = 2".to_owned()).unwrap().info;
        for (game, expected) in [
            (find_game("frisian").unwrap(), "of 'frisian': they store what the pieces alone decide"),
            (mine, "for the rules of a file"),
        ] {
            let error = game.open_tables(&game.start(), "folder").err();
            assert_eq!(error, Some(format!("there are no endgame tables {expected}")));
        }
    }

    #[test]
    fn tables_of_four_pieces_are_built_where_they_are_not_embedded() {
        struct CountFiles;
        impl DraughtsVisitor for CountFiles {
            type Output = usize;

            fn visit<V: DraughtsVariant>(self, variant: V) -> usize {
                cached_tables(Box::new(variant), Path::new("folder")).map_or(0, |tables| tables.files.len())
            }
        }
        let built = ["brazilian", "pongor", "giveaway", "international", "killer", "bt", "losing"];
        for (names, files) in [(&built[..], 6), (&["english", "russian", "frisian", "frysk"], 0)] {
            for name in names {
                assert_eq!(with_variant(name, CountFiles), Some(files), "{name}");
            }
        }
    }
}
