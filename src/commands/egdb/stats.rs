//! `kempelen egdb stats`.

use super::Tables;
use crate::games::draughts::egdb::index::Material;
use crate::games::draughts::egdb::values::ValueLookup;
use crate::games::draughts::{DraughtsVariant, DraughtsVisitor};
use crate::system::files::NamedOutput;
use clap::Args;
use std::io::Write;
use std::process::ExitCode;

/// Count won, drawn and lost positions.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb stats --path tables")]
pub struct Stats {
    #[command(flatten)]
    pub(super) place: Tables,
    /// Largest number of pieces, both sides together
    #[arg(long, default_value_t = 6, value_name = "N")]
    pieces: u8,
}

impl DraughtsVisitor for Stats {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: DraughtsVariant>(self) -> anyhow::Result<ExitCode> {
        let tables = self.place.open::<V>()?;
        let mut output = NamedOutput::stdout();
        writeln!(
            output,
            "{:<28} {:>12} {:>12} {:>12} {:>10} {:>10}",
            "to move - other", "won", "drawn", "lost", "values", "distances"
        )?;
        let mut all: Vec<_> = tables.tables().collect();
        all.retain(|table| table.index.slice.pieces() <= self.pieces);
        all.sort_by_key(|table| (table.index.slice.pieces(), table.index.slice));
        let mut totals = [[0_u64; 3]; 9];
        for table in all {
            let mut counts = [0_u64; 3];
            let size = table.index.size();
            table.walk(0..size, |board, stored| {
                let value = match board.has_capture() {
                    true => tables.value_by_moves(&board),
                    false => stored,
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
        Ok(ExitCode::SUCCESS)
    }
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
