//! Endgame tables of draughts.

mod build;
mod cached;
mod play;

use crate::prelude::*;
use kempelen::games::draughts::egdb::file::EgdbFileKind;
use kempelen::games::draughts::egdb::game::EgdbGame;
use kempelen::games::draughts::egdb::tables::EgdbBytes;
use kempelen::games::draughts::egdb::tables::table_path;
use std::thread;

fn on_two_threads(work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

fn open(game: &dyn EgdbGame, folder: &Path, pieces: u8) -> Result<Egdb, String> {
    let mut tables = Egdb::default();
    for pieces in 2..=pieces {
        let bytes = fs::read(table_path(game, folder, pieces, EgdbFileKind::Values)).unwrap();
        tables.add(game, EgdbBytes::Embedded(bytes.leak()))?;
    }
    Ok(tables)
}

/// The embedded tables.
fn embedded() -> Arc<Egdb> {
    Arc::new(Tablebase::open(&DraughtsPosition::<English>::start(), "").unwrap())
}
