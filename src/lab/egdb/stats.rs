//! Counts of won, drawn and lost positions in endgame tables.

use crate::games::draughts::egdb::game::EgdbGame;
use crate::games::draughts::egdb::index::{EgdbSlice, Material};
use crate::games::draughts::egdb::tables::Egdb;
use std::io::Write;

/// Writes the counts of all tables up to `max_pieces`, those with the fewest pieces first.
///
/// # Errors
/// The output cannot be written.
pub fn show_counts(game: &dyn EgdbGame, tables: &Egdb, max_pieces: u8, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut writer = CountsWriter::new(output)?;
    let all: Vec<_> = tables.tables().collect();
    for (slice, place) in in_order(all.iter().map(|table| table.index.slice).collect()) {
        if slice.pieces() > max_pieces {
            continue;
        }
        let table = all[place];
        let mut counts = [0_u64; 3];
        for (pieces, stored) in table.boards(0..table.index.size()) {
            let value = if game.has_capture(pieces) { game.value_by_moves(pieces, tables) } else { stored };
            counts[value as usize] += 1;
        }
        let distances = table.distances.as_ref().map_or(0, |it| it.bytes());
        writer.write(slice, counts, [table.values.bytes(), distances])?;
    }
    writer.write_totals()
}

/// The slices with their places in the list, those with the fewest pieces first.
fn in_order(slices: Vec<EgdbSlice>) -> Vec<(EgdbSlice, usize)> {
    let mut placed: Vec<_> = slices.into_iter().zip(0..).collect();
    placed.sort_by_key(|&(slice, _)| (slice.pieces(), slice));
    placed
}

/// Writes counts of won, drawn and lost positions.
struct CountsWriter<'a> {
    output: &'a mut dyn Write,
    /// The sums for each number of pieces.
    totals: [[u64; 3]; 9],
}

impl CountsWriter<'_> {
    /// Writes the head line.
    fn new(output: &mut dyn Write) -> anyhow::Result<CountsWriter<'_>> {
        writeln!(
            output,
            "{:<28} {:>12} {:>12} {:>12} {:>10} {:>10}",
            "to move - other", "won", "drawn", "lost", "values", "distances"
        )?;
        Ok(CountsWriter { output, totals: [[0; 3]; 9] })
    }

    /// Writes one line: the counts of a table, and the sizes of its values and of its distances in bytes.
    fn write(&mut self, slice: EgdbSlice, counts: [u64; 3], [values, distances]: [usize; 2]) -> anyhow::Result<()> {
        let total = &mut self.totals[usize::from(slice.pieces())];
        (0..3).for_each(|value| total[value] += counts[value]);
        let name = format!("{} - {}", text(slice.own), text(slice.their));
        let [won, drawn, lost] = counts;
        writeln!(self.output, "{name:<28} {won:>12} {drawn:>12} {lost:>12} {values:>10} {distances:>10}")?;
        Ok(())
    }

    /// Writes the sums.
    fn write_totals(self) -> anyhow::Result<()> {
        let totals = self.totals.into_iter().enumerate();
        for (pieces, [won, drawn, lost]) in totals.filter(|(_, sum)| *sum != [0; 3]) {
            writeln!(self.output, "{:<28} {won:>12} {drawn:>12} {lost:>12}", format!("all {pieces} pieces"))?;
        }
        Ok(())
    }
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
