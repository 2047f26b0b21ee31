//! Merges game files.

use crate::lab::game_file::header::ORDER;
use crate::lab::game_file::reader::{common_header, for_each_game};
use crate::lab::game_file::training_game::TrainingGame;
use crate::lab::game_file::writer::GameFileWriter;
use crate::system::atomic_file::AtomicFile;
use crate::system::run_plan::RunPlan;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// Writes the games of all files, which must be of one game, to a new file in the same order.
///
/// # Errors
/// A file cannot be read or written.
pub fn merge(files: &[PathBuf], output: &Path) -> anyhow::Result<()> {
    let mut merged = OrderedOutput::create(output, common_header(files)?, "merged")?;
    for_each_game(files, &mut |game| merged.push(&game))?;
    merged.commit()
}

/// A new game file that is written atomically.
pub struct OrderedOutput {
    file: AtomicFile,
    writer: GameFileWriter,
    games: u64,
}

impl OrderedOutput {
    /// Creates the file; `order` says in its header how its games are ordered.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub fn create(path: &Path, header: RunPlan, order: &str) -> anyhow::Result<OrderedOutput> {
        let header = header.without(ORDER).with(ORDER, order);
        let file = AtomicFile::create_new(path)?;
        Ok(OrderedOutput { writer: GameFileWriter::create(file.write_path(), &header)?, file, games: 0 })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn push(&mut self, game: &TrainingGame) -> anyhow::Result<()> {
        self.games += 1;
        self.writer.push(game)
    }

    /// Gives the file its name, and writes its size to standard error.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn commit(mut self) -> anyhow::Result<()> {
        let length = self.writer.save()?;
        drop(self.writer);
        self.file.commit()?;
        writeln!(stderr(), "{} games in {length} bytes", self.games)?;
        Ok(())
    }
}
