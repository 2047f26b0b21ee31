//! Building, checking and showing endgame tables of draughts.

use crate::game::{Game, Outcome};
use crate::games::draughts::egdb::board::{EgdbBoard, EgdbPieces};
use crate::games::draughts::egdb::build::{EgdbBuildError, build};
use crate::games::draughts::egdb::file::EgdbFileKind;
use crate::games::draughts::egdb::game::EgdbGame;
use crate::games::draughts::egdb::index::Material;
use crate::games::draughts::egdb::solve::{memory_needed, positions};
use crate::games::draughts::egdb::tables::table_path;
use crate::games::draughts::egdb::tables::{Egdb, EgdbTable};
use crate::games::draughts::{DraughtsPosition, DraughtsVariant};
use crate::notation::{MoveStyle, Notation};
use crate::retrograde::ThreadPool;
use crate::system::error_words::NameFile;
use crate::system::threads::{SMALL_STACK, run_on_threads};
use crate::system::{interrupt, progress};
use indicatif::{HumanBytes, HumanDuration};
use std::fs;
use std::io::{Write, stderr};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Builds all tables up to `max_pieces` that are missing in the folder. Returns false if the program was interrupted.
///
/// # Errors
/// A file cannot be read or written, or there is too little memory.
pub fn build_tables(game: &dyn EgdbGame, folder: &Path, max_pieces: u8, threads: usize) -> anyhow::Result<bool> {
    fs::create_dir_all(folder).writing(folder)?;
    let is_missing =
        |pieces: &u8| EgdbFileKind::ALL.iter().any(|&kind| !table_path(game, folder, *pieces, kind).exists());
    for pieces in (2..=max_pieces).filter(is_missing) {
        if let Some(text) = estimate(game, pieces, threads) {
            writeln!(stderr(), "{text}")?;
        }
    }
    let pool =
        ThreadPool { run_on_all_threads: &|work| run_on_threads(threads, SMALL_STACK, work), stop: &interrupt::raised };
    let bar = progress::progress_bar("positions", 0);
    bar.set_length((2..=max_pieces).map(|pieces| positions(game.width(), pieces)).sum());
    let built = build(game, folder, max_pieces, pool, &mut |positions| bar.inc(positions as u64));
    bar.finish_and_clear();
    match built {
        Err(EgdbBuildError::Interrupted) => {
            let _ = writeln!(stderr(), "kempelen: {}", EgdbBuildError::Interrupted);
            return Ok(false);
        }
        built => built?,
    }
    for pieces in 2..=max_pieces {
        let files = EgdbFileKind::ALL.map(|kind| fs::metadata(table_path(game, folder, pieces, kind)));
        let [values, distances] = files.map(|file| file.map_or(0, |file| file.len()));
        let count = positions(game.width(), pieces);
        writeln!(stderr(), "{pieces} pieces: {count} positions; values {values} bytes, distances {distances}")?;
    }
    Ok(true)
}

/// What it takes to build the tables of a number of pieces, if that takes minutes.
fn estimate(game: &dyn EgdbGame, pieces: u8, threads: usize) -> Option<String> {
    const POSITIONS_A_SECOND: u64 = 2_500_000;
    const POSITIONS_A_BYTE: u64 = 12;
    let count = positions(game.width(), pieces);
    let time = Duration::from_secs(count / POSITIONS_A_SECOND / threads as u64);
    let (memory, disk) = (memory_needed(game.width(), pieces), count / POSITIONS_A_BYTE);
    (count > 1_000_000_000).then(|| {
        let (time, memory, disk) = (HumanDuration(time), HumanBytes(memory), HumanBytes(disk));
        format!(
            "{pieces} pieces: {count} positions, about {time} (threads: {threads}), {memory} of memory, {disk} of disk"
        )
    })
}

/// Writes the counts of all tables up to `max_pieces`, those with the fewest pieces first.
///
/// # Errors
/// The output cannot be written.
pub fn show_counts(game: &dyn EgdbGame, tables: &Egdb, max_pieces: u8, output: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        output,
        "{:<28} {:>12} {:>12} {:>12} {:>10} {:>10}",
        "to move - other", "won", "drawn", "lost", "values", "distances"
    )?;
    let mut chosen: Vec<_> = tables.tables().filter(|table| table.index.slice.pieces() <= max_pieces).collect();
    chosen.sort_by_key(|table| (table.index.slice.pieces(), table.index.slice));
    // The sums for each number of pieces.
    let mut totals = [[0_u64; 3]; 9];
    for table in chosen {
        let slice = table.index.slice;
        let mut counts = [0_u64; 3];
        for (pieces, stored) in table.boards(0..table.index.size()) {
            let value = if game.has_capture(pieces) { derived_value(game, tables, pieces) } else { stored };
            counts[value as usize] += 1;
        }
        let total = &mut totals[usize::from(slice.pieces())];
        (0..3).for_each(|value| total[value] += counts[value]);
        let name = format!("{} - {}", text(slice.own), text(slice.their));
        let [won, drawn, lost] = counts;
        let (values, distances) = (table.values.bytes(), table.distances.as_ref().map_or(0, |it| it.bytes()));
        writeln!(output, "{name:<28} {won:>12} {drawn:>12} {lost:>12} {values:>10} {distances:>10}")?;
    }
    let counted = totals.into_iter().enumerate().filter(|(_, sum)| *sum != [0; 3]);
    for (pieces, [won, drawn, lost]) in counted {
        writeln!(output, "{:<28} {won:>12} {drawn:>12} {lost:>12}", format!("all {pieces} pieces"))?;
    }
    Ok(())
}

/// `2 men 1 king`.
fn text(material: Material) -> String {
    let part = |count: u8, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let parts = [part(material.men, "man", "men"), part(material.kings, "king", "kings")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Checks all tables up to `max_pieces`, and writes the counts. Returns whether all values are right, or `None` if the
/// program was interrupted.
///
/// # Errors
/// The output cannot be written.
pub fn verify_tables(
    game: &dyn EgdbGame,
    tables: &Egdb,
    max_pieces: u8,
    threads: usize,
    output: &mut dyn Write,
) -> anyhow::Result<Option<bool>> {
    let pool =
        ThreadPool { run_on_all_threads: &|work| run_on_threads(threads, SMALL_STACK, work), stop: &interrupt::raised };
    let (quiet, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
    let chosen: Vec<_> = tables.tables().filter(|table| table.index.slice.pieces() <= max_pieces).collect();
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
        counts[usize::from(derived_value(game, tables, pieces) != stored)] += 1;
    }
    counts
}

/// The value by the rules where the game is over, or else by the moves.
fn derived_value(game: &dyn EgdbGame, tables: &Egdb, pieces: EgdbPieces) -> Outcome {
    pieces.result(game.rules()).unwrap_or_else(|| game.value_by_moves(pieces, tables))
}

/// Writes the value of a position and of every move.
///
/// # Errors
/// The position is malformed, or the output cannot be written.
pub fn show_values<V: DraughtsVariant>(
    variant: V,
    tables: &Egdb,
    fen: &str,
    output: &mut dyn Write,
) -> anyhow::Result<bool> {
    let position = DraughtsPosition::parse(variant, fen)?;
    let board = EgdbBoard::of(&position);
    let value = tables.probe(&board);
    writeln!(output, "{}", describe(value, tables.distance(&board)))?;
    for mv in position.moves() {
        let after = EgdbBoard::of(&position.play(mv));
        let value = tables.probe(&after).map(Outcome::flipped);
        let name = position.show_move(mv, MoveStyle::Short);
        writeln!(output, "{name:<10} {}", describe(value, tables.distance(&after)))?;
    }
    Ok(value.is_some())
}

fn describe(value: Option<Outcome>, plies: Option<u8>) -> String {
    let text = value.map_or("not in the tables", Outcome::participle);
    match plies {
        Some(1) => format!("{text}, a ply to a conversion"),
        Some(plies) => format!("{text}, {plies} plies to a conversion"),
        None => text.to_owned(),
    }
}
