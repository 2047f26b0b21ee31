//! Where the games of a run go.

use super::header::GameFileHeader;
use super::training_game::TrainingGame;
use super::writer::{GameFileWriter, resume_file};
use crate::lab::selfplay::stop_condition::GameCount;
use anyhow::{Context, bail};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time after which a block is saved that is not full.
const SAVE_AFTER: Duration = Duration::from_secs(60);

/// The file, and what is in it.
#[derive(Debug)]
pub struct GameOutput {
    /// Where it is.
    pub path: PathBuf,
    writer: GameFileWriter,
    saved: Instant,
    /// How much there is in it.
    pub count: GameCount,
    /// The number of the last game.
    pub last: Option<u32>,
}

impl GameOutput {
    /// A file to write to: a new one, or one that may be gone on with.
    pub fn open(path: &Path, header: &GameFileHeader, resume: bool) -> anyhow::Result<GameOutput> {
        let there = path.metadata().is_ok_and(|file| file.len() > 0);
        match there {
            true if resume => GameOutput::resume(path, header),
            true => bail!(
                "'{}' is there already; --resume goes on with it",
                path.display()
            ),
            false => Ok(GameOutput::new(path, GameFileWriter::create(path, header)?)),
        }
    }

    /// A file that is there. Tells what was lost of it.
    fn resume(path: &Path, header: &GameFileHeader) -> anyhow::Result<GameOutput> {
        let shown = path.display();
        let resumed = resume_file(path, header).with_context(|| format!("'{shown}'"))?;
        if resumed.dropped > 0 {
            let dropped = resumed.dropped;
            writeln!(
                stderr(),
                "'{shown}': dropped {dropped} bytes of a block that was cut off"
            )?;
        }
        Ok(GameOutput {
            count: GameCount {
                games: resumed.games,
                positions: resumed.positions,
            },
            last: resumed.last,
            ..GameOutput::new(path, resumed.writer)
        })
    }

    fn new(path: &Path, writer: GameFileWriter) -> GameOutput {
        GameOutput {
            path: path.to_owned(),
            writer,
            saved: Instant::now(),
            count: GameCount::default(),
            last: None,
        }
    }

    /// Adds a game, which is on the disk a minute later at most if others follow.
    pub fn add(&mut self, game: &TrainingGame) -> anyhow::Result<()> {
        self.writer.push(game)?;
        self.count.games += 1;
        self.count.positions += game.moves.len() as u64;
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
