//! `kempelen egdb verify`.

use super::Tables;
use crate::games::draughts::egdb::tables::{Egdb, EgdbTable};
use crate::games::draughts::egdb::values::ValueLookup;
use crate::games::draughts::{DraughtsVariant, DraughtsVisitor};
use crate::retrograde::ThreadPool;
use crate::system::files::NamedOutput;
use crate::system::threads::ThreadCount;
use crate::system::{interrupt, progress};
use clap::Args;
use std::io::Write;
use std::ops::Range;
use std::process::ExitCode;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Check every value against the values after each move.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb verify --path tables --pieces 4")]
pub struct Verify {
    #[command(flatten)]
    pub(super) place: Tables,
    /// Largest number of pieces, both sides together
    #[arg(long, default_value_t = 6, value_name = "N")]
    pieces: u8,
    #[command(flatten)]
    threads: ThreadCount,
}

impl DraughtsVisitor for Verify {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: DraughtsVariant>(self) -> anyhow::Result<ExitCode> {
        let tables = self.place.open::<V>()?;
        let interrupted = interrupt::listen();
        let crew = ThreadPool {
            run_on_all_threads: &|work| self.threads.run_on_all(work),
            interrupted: &|| interrupted.load(Relaxed),
        };
        let (quiet, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
        let mut chosen: Vec<_> = tables.tables().collect();
        chosen.retain(|table| table.index.slice.pieces() <= self.pieces);
        let bar = progress::progress_bar("positions", 0);
        bar.set_length(chosen.iter().map(|table| table.index.size() as u64).sum());
        for table in chosen {
            let work = |range: Range<usize>| {
                let size = range.len() as u64;
                let [right, others] = check(&tables, table, range);
                quiet.fetch_add(right + others, Relaxed);
                wrong.fetch_add(others, Relaxed);
                bar.inc(size);
            };
            if crew.share(table.index.size(), work).is_err() {
                bar.finish_and_clear();
                return Ok(ExitCode::from(interrupt::STATUS));
            }
        }
        bar.finish_and_clear();
        let (quiet, wrong) = (quiet.into_inner(), wrong.into_inner());
        writeln!(
            NamedOutput::stdout(),
            "{quiet} positions without a capture, {wrong} do not follow from their moves"
        )?;
        Ok(ExitCode::from(u8::from(wrong > 0)))
    }
}

/// How many values of positions without a capture follow from their moves, and how many do not.
fn check<V: DraughtsVariant>(
    tables: &Egdb<V>,
    table: &EgdbTable<V>,
    range: Range<usize>,
) -> [u64; 2] {
    let mut counts = [0; 2];
    table.walk(range, |board, stored| {
        if !board.has_capture() {
            counts[usize::from(tables.value_by_moves(&board) != stored)] += 1;
        }
    });
    counts
}
