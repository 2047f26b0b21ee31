//! `kempelen egdb verify`.

use super::{Tables, Task};
use crate::draughts::Variant;
use crate::draughts::egdb::values::Oracle;
use crate::retrograde::Crew;
use crate::tools::threads::Threads;
use crate::tools::{interrupt, progress};
use clap::Args;
use std::io::{Write, stdout};
use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Check that every value follows from those of the positions after it.
#[derive(Args, Debug)]
pub struct Verify {
    #[command(flatten)]
    pub(super) place: Tables,
    /// The most pieces, both sides together
    #[arg(long, default_value_t = 6, value_name = "N")]
    pieces: u8,
    #[command(flatten)]
    threads: Threads,
}

impl Task for Verify {
    fn run<V: Variant>(self) -> anyhow::Result<ExitCode> {
        let tables = self.place.open::<V>()?;
        let interrupted = interrupt::listen();
        let crew = Crew {
            threads: self.threads.count(),
            interrupted: &|| interrupted.load(Relaxed),
        };
        let [seen, wrong] = [AtomicU64::new(0), AtomicU64::new(0)];
        let mut chosen: Vec<_> = tables.tables().collect();
        chosen.retain(|table| table.index.slice.pieces() <= self.pieces);
        let bar = progress::toward("positions", 0);
        bar.set_length(chosen.iter().map(|table| table.index.size() as u64).sum());
        for table in chosen {
            let work = |range: Range<usize>| {
                let (size, mut quiet, mut odd) = (range.len(), 0, 0);
                table.walk(range, |board, stored| {
                    if !board.has_capture() {
                        quiet += 1;
                        odd += u64::from(tables.value_by_moves(&board) != stored);
                    }
                });
                seen.fetch_add(quiet, Relaxed);
                wrong.fetch_add(odd, Relaxed);
                bar.inc(size as u64);
            };
            if crew.share(table.index.size(), work).is_err() {
                bar.finish_and_clear();
                return Ok(ExitCode::from(interrupt::STATUS));
            }
        }
        bar.finish_and_clear();
        let (seen, wrong) = (seen.into_inner(), wrong.into_inner());
        writeln!(
            stdout(),
            "{seen} positions without a capture, {wrong} do not follow from their moves"
        )?;
        Ok(ExitCode::from(u8::from(wrong > 0)))
    }
}
