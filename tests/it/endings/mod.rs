//! Endgame tables of draughts.

mod build;
mod cached;
mod play;

use crate::prelude::*;
use kempelen::games::draughts::egdb::file::{EgdbFileError, EgdbFileKind};
use kempelen::games::draughts::egdb::folder::table_path;
use kempelen::games::draughts::egdb::tables::EgdbBytes;
use std::thread;

fn on_two_threads(work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

fn open<V: DraughtsVariant>(variant: V, folder: &Path, pieces: u8) -> Result<Egdb<V>, EgdbFileError> {
    let mut tables = Egdb::default();
    for pieces in 2..=pieces {
        let bytes = fs::read(table_path(variant, folder, pieces, EgdbFileKind::Values)).unwrap();
        tables.add(variant, EgdbBytes::Embedded(bytes.leak()))?;
    }
    Ok(tables)
}

/// The embedded tables.
fn embedded() -> Arc<Egdb<English>> {
    Arc::new(Tablebase::open(&DraughtsPosition::<English>::start(), "").unwrap())
}
