//! Checks endgame tables: every value must follow from the values after each move.

use crate::games::draughts::egdb::game::EgdbGame;
use crate::games::draughts::egdb::tables::{Egdb, EgdbTable};
use crate::retrograde::ThreadPool;
use crate::system::threads::ThreadCount;
use crate::system::{interrupt, progress};
use std::io::Write;
use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Checks all tables up to `max_pieces`, and writes the counts. Returns whether all values are right, or `None` if the
/// program was interrupted.
///
/// # Errors
/// The output cannot be written.
pub fn verify_tables(
    game: &dyn EgdbGame,
    tables: &Egdb,
    max_pieces: u8,
    threads: ThreadCount,
    output: &mut dyn Write,
) -> anyhow::Result<Option<bool>> {
    let pool =
        ThreadPool { run_on_all_threads: &|work| threads.run_on_all(work), interrupted: &|| interrupt::raised() };
    let (quiet, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut chosen: Vec<_> = tables.tables().collect();
    chosen.retain(|table| table.index.slice.pieces() <= max_pieces);
    let bar = progress::progress_bar("positions", 0);
    bar.set_length(chosen.iter().map(|table| table.index.size() as u64).sum());
    for table in chosen {
        let work = |range: Range<usize>| {
            let size = range.len() as u64;
            let [right, others] = check(game, tables, table, range);
            quiet.fetch_add(right + others, Relaxed);
            wrong.fetch_add(others, Relaxed);
            bar.inc(size);
        };
        if pool.share(table.index.size(), work).is_err() {
            bar.finish_and_clear();
            return Ok(None);
        }
    }
    bar.finish_and_clear();
    let (quiet, wrong) = (quiet.into_inner(), wrong.into_inner());
    writeln!(output, "{quiet} positions without a capture, {wrong} do not follow from their moves")?;
    Ok(Some(wrong == 0))
}

/// Counts the positions without a capture whose values follow from their moves, and the positions whose values do not.
fn check(game: &dyn EgdbGame, tables: &Egdb, table: &EgdbTable, range: Range<usize>) -> [u64; 2] {
    let mut counts = [0; 2];
    for (pieces, stored) in table.boards(range).filter(|&(pieces, _)| !game.has_capture(pieces)) {
        let value = pieces.result(game.rules()).unwrap_or_else(|| game.value_by_moves(pieces, tables));
        counts[usize::from(value != stored)] += 1;
    }
    counts
}
