//! Where the games of a run go.

use super::data::GameData;
use super::header::Header;
use super::writer::{Writer, resume};
use crate::lab::selfplay::goal::Count;
use anyhow::{Context, bail};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time after which a block is saved that is not full.
const SAVE_AFTER: Duration = Duration::from_secs(60);

/// The file, and what is in it.
#[derive(Debug)]
pub struct Store {
    /// Where it is.
    pub path: PathBuf,
    writer: Writer,
    saved: Instant,
    /// How much there is in it.
    pub count: Count,
    /// The number of the last game.
    pub last: Option<u32>,
}

impl Store {
    /// A file to write to: a new one, or one that may be gone on with.
    pub fn open(path: &Path, header: &Header, resume: bool) -> anyhow::Result<Store> {
        let there = path.metadata().is_ok_and(|file| file.len() > 0);
        match there {
            true if resume => Store::resume(path, header),
            true => bail!(
                "'{}' is there already; --resume goes on with it",
                path.display()
            ),
            false => Ok(Store::new(path, Writer::create(path, header)?)),
        }
    }

    /// A file that is there. Tells what was lost of it.
    fn resume(path: &Path, header: &Header) -> anyhow::Result<Store> {
        let shown = path.display();
        let resumed = resume(path, header).with_context(|| format!("'{shown}'"))?;
        if resumed.dropped > 0 {
            let dropped = resumed.dropped;
            writeln!(
                stderr(),
                "'{shown}': dropped {dropped} bytes of a block that was cut off"
            )?;
        }
        Ok(Store {
            count: Count {
                games: resumed.games,
                positions: resumed.positions,
            },
            last: resumed.last,
            ..Store::new(path, resumed.writer)
        })
    }

    fn new(path: &Path, writer: Writer) -> Store {
        Store {
            path: path.to_owned(),
            writer,
            saved: Instant::now(),
            count: Count::default(),
            last: None,
        }
    }

    /// Adds a game, which is on the disk a minute later at most if others follow.
    pub fn add(&mut self, game: &GameData) -> anyhow::Result<()> {
        self.writer.push(game)?;
        self.count.games += 1;
        self.count.positions += game.plies.len() as u64;
        if self.saved.elapsed() >= SAVE_AFTER {
            self.save()?;
        }
        Ok(())
    }

    /// Brings everything to the disk, and tells the length of the file.
    pub fn save(&mut self) -> anyhow::Result<u64> {
        self.saved = Instant::now();
        self.writer.save()
    }
}
