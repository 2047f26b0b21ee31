//! The output file of a long run, with regular saves.

use super::training_game::TrainingGame;
use super::writer::{GameCount, GameFileWriter, ResumedFile, resume_file};
use crate::system::run_plan::RunPlan;
use anyhow::{Context, ensure};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An incomplete block is saved after this time.
const SAVE_AFTER: Duration = Duration::from_secs(60);

/// A game file that a run writes to.
#[derive(Debug)]
pub struct GameOutput {
    /// The path of the file.
    pub path: PathBuf,
    writer: GameFileWriter,
    saved: Instant,
    /// The content of the file.
    pub count: GameCount,
    /// The [number](TrainingGame::number) of the last game.
    pub last: Option<u32>,
}

impl GameOutput {
    /// Creates the file, or with `resume` continues an existing one; says on standard error if a truncated block
    /// was dropped.
    ///
    /// # Errors
    /// The file exists and `resume` is false, or it cannot be [continued](resume_file).
    pub fn open(path: &Path, header: &RunPlan, resume: bool) -> anyhow::Result<GameOutput> {
        let shown = path.display();
        let exists = path.metadata().is_ok_and(|file| file.len() > 0);
        ensure!(resume || !exists, "'{shown}' is there already; --resume continues it");
        let resumed = if exists {
            resume_file(path, header).with_context(|| format!("'{shown}'"))?
        } else {
            ResumedFile {
                writer: GameFileWriter::create(path, header)?,
                count: GameCount::default(),
                last: None,
                dropped: 0,
            }
        };
        let ResumedFile { writer, count, last, dropped } = resumed;
        if dropped > 0 {
            writeln!(stderr(), "'{shown}': dropped {dropped} bytes of a truncated block")?;
        }
        Ok(GameOutput { path: path.to_owned(), writer, saved: Instant::now(), count, last })
    }

    /// Adds a game, and saves the file from time to time.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, game: &TrainingGame) -> anyhow::Result<()> {
        self.writer.push(game)?;
        self.count.games += 1;
        self.count.positions += game.moves.len() as u64;
        if self.saved.elapsed() >= SAVE_AFTER {
            self.save()?;
        }
        Ok(())
    }

    /// Writes everything to the disk. Returns the length of the file in bytes.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self) -> anyhow::Result<u64> {
        self.saved = Instant::now();
        self.writer.save()
    }
}
