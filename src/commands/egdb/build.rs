//! `kempelen egdb build`.

use super::Tables;
use crate::games::draughts::egdb::build::{EgdbBuildError, build};
use crate::games::draughts::egdb::file::EgdbFileKind;
use crate::games::draughts::egdb::folder::path;
use crate::games::draughts::egdb::index::{EgdbSlice, SliceIndex};
use crate::games::draughts::egdb::solve::slices;
use crate::games::draughts::{DraughtsVariant, DraughtsVisitor};
use crate::retrograde::ThreadPool;
use crate::system::threads::ThreadCount;
use crate::system::{interrupt, progress};
use anyhow::Context;
use clap::Args;
use std::fs;
use std::io::{Write, stderr};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

/// Build the tables; continues where it was interrupted.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen egdb build --pieces 5 --path tables")]
pub struct Build {
    #[command(flatten)]
    pub(super) place: Tables,
    /// Largest number of pieces, both sides together
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    #[command(flatten)]
    threads: ThreadCount,
}

impl DraughtsVisitor for Build {
    type Output = anyhow::Result<ExitCode>;

    fn visit<V: DraughtsVariant>(self) -> anyhow::Result<ExitCode> {
        let folder = &self.place.path;
        let made = fs::create_dir_all(folder);
        made.with_context(|| format!("cannot make the folder '{}'", folder.display()))?;
        let interrupted = interrupt::listen();
        let crew = ThreadPool {
            run_on_all_threads: &|work| self.threads.run_on_all(work),
            interrupted: &|| interrupted.load(Relaxed),
        };
        let bar = progress::progress_bar("positions", 0);
        bar.set_length((2..=self.pieces).map(positions::<V>).sum());
        let told = |positions: usize| bar.inc(positions as u64);
        let built = build::<V>(folder, self.pieces, crew, told);
        bar.finish_and_clear();
        match built {
            Err(EgdbBuildError::Interrupted) => {
                let _ = writeln!(stderr(), "kempelen: {}", EgdbBuildError::Interrupted);
                return Ok(ExitCode::from(interrupt::STATUS));
            }
            built => built?,
        }
        for pieces in 2..=self.pieces {
            let files = EgdbFileKind::ALL.map(|kind| fs::metadata(path::<V>(folder, pieces, kind)));
            let [values, distances] = files.map(|file| file.map_or(0, |file| file.len()));
            let count = positions::<V>(pieces);
            writeln!(
                stderr(),
                "{pieces} pieces: {count} positions; values {values} bytes, distances {distances}"
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// How many positions have so many pieces.
fn positions<V: DraughtsVariant>(pieces: u8) -> u64 {
    let both = |slice: EgdbSlice| if slice == slice.turned() { 1 } else { 2 };
    let size = |slice| both(slice) * SliceIndex::<V>::new(slice).size() as u64;
    slices(pieces).into_iter().map(size).sum()
}
