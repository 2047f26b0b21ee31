//! `kempelen egdb verify`.

use super::{Place, Task};
use crate::draughts::Variant;
use crate::draughts::egdb::values::Oracle;
use crate::retrograde::Crew;
use crate::tools::interrupt;
use crate::tools::threads::threads;
use clap::Args;
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Check that every value follows from those of the positions after it.
#[derive(Args, Debug)]
pub struct Verify {
    #[command(flatten)]
    pub(super) place: Place,
    /// The most pieces, both sides together
    #[arg(long, default_value_t = 6, value_name = "N")]
    pieces: u8,
    /// Threads that work side by side; as many as the processor has if not given
    #[arg(long)]
    threads: Option<usize>,
}

impl Task for Verify {
    fn run<V: Variant>(self) -> anyhow::Result<ExitCode> {
        let tables = self.place.open::<V>()?;
        let interrupted = interrupt::listen();
        let crew = Crew {
            threads: threads(self.threads),
            interrupted: &|| interrupted.load(Relaxed),
        };
        let [seen, wrong] = [AtomicU64::new(0), AtomicU64::new(0)];
        let chosen = tables
            .tables()
            .filter(|table| table.index.slice.pieces() <= self.pieces);
        for table in chosen {
            let work = |range| {
                table.index.walk(range, |board| {
                    if !board.has_capture() {
                        let right = tables.value_by_moves(&board) == tables.value(&board);
                        seen.fetch_add(1, Relaxed);
                        wrong.fetch_add(u64::from(!right), Relaxed);
                    }
                })
            };
            if crew.share(table.index.size(), work).is_err() {
                return Ok(ExitCode::from(interrupt::STATUS));
            }
        }
        let (seen, wrong) = (seen.into_inner(), wrong.into_inner());
        writeln!(
            stdout(),
            "{seen} positions without a capture, {wrong} do not follow from their moves"
        )?;
        Ok(ExitCode::from(u8::from(wrong > 0)))
    }
}
