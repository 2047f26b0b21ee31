//! Counts of won, drawn and lost positions in endgame tables.

use crate::games::draughts::DraughtsVariant;
use crate::games::draughts::egdb::index::Material;
use crate::games::draughts::egdb::tables::Egdb;
use crate::games::draughts::egdb::values::ValueLookup;
use crate::system::files::NamedOutput;
use std::io::Write;

/// Writes the counts of all tables up to `max_pieces` to standard output.
///
/// # Errors
/// Standard output cannot be written.
pub fn show_counts<V: DraughtsVariant>(tables: &Egdb<V>, max_pieces: u8) -> anyhow::Result<()> {
    let mut output = NamedOutput::stdout();
    writeln!(
        output,
        "{:<28} {:>12} {:>12} {:>12} {:>10} {:>10}",
        "to move - other", "won", "drawn", "lost", "values", "distances"
    )?;
    let mut all: Vec<_> = tables.tables().collect();
    all.retain(|table| table.index.slice.pieces() <= max_pieces);
    all.sort_by_key(|table| (table.index.slice.pieces(), table.index.slice));
    let mut totals = [[0_u64; 3]; 9];
    for table in all {
        let mut counts = [0_u64; 3];
        let size = table.index.size();
        table.walk(0..size, |board, stored| {
            let value = if board.has_capture() {
                tables.value_by_moves(&board)
            } else {
                stored
            };
            counts[value as usize] += 1;
        });
        let slice = table.index.slice;
        let total = &mut totals[usize::from(slice.pieces())];
        (0..3).for_each(|value| total[value] += counts[value]);
        let name = format!("{} - {}", text(slice.own), text(slice.their));
        let [won, drawn, lost] = counts;
        writeln!(
            output,
            "{name:<28} {won:>12} {drawn:>12} {lost:>12} {:>10} {:>10}",
            table.values.bytes(),
            table
                .distances
                .as_ref()
                .map_or(0, |distances| distances.bytes())
        )?;
    }
    for (pieces, [won, drawn, lost]) in totals
        .into_iter()
        .enumerate()
        .filter(|(_, sum)| *sum != [0; 3])
    {
        writeln!(
            output,
            "{:<28} {won:>12} {drawn:>12} {lost:>12}",
            format!("all {pieces} pieces")
        )?;
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
    let parts = [
        part(material.men, "man", "men"),
        part(material.kings, "king", "kings"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
