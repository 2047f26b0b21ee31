//! Exports positions as text for other trainers: `FEN | score | result`.

use crate::any_position::AnyPosition;
use crate::game::Game;
use crate::lab::any_game::{AnyGame, any_game};
use crate::lab::game_file::reader::{common_header, for_each_game};
use crate::lab::game_file::training_game::{ScoredMove, TrainingGame};
use crate::lab::replay::replay;
use crate::lab::training_target::result_for;
use crate::notation::Notation;
use crate::system::atomic_file::AtomicFile;
use crate::system::files::NamedOutput;
use anyhow::anyhow;
use std::fmt::Write as _;
use std::io::{BufWriter, Write, stderr};
use std::path::{Path, PathBuf};

/// Which positions to export, and how.
pub struct PositionExport {
    /// The game files, all of one game.
    pub files: Vec<PathBuf>,
    /// Whether score and result are those of the side to move instead of White's.
    pub for_mover: bool,
    /// Only [quiet](AnyGame::is_quiet) positions.
    pub quiet: bool,
    /// Only positions with at most this score for either side, in centipawns.
    pub max_score: i32,
    /// The number of positions to leave out at the beginning of every game.
    pub skip_plies: usize,
}

impl PositionExport {
    /// Writes the positions to a new file, and their number to standard error.
    ///
    /// # Errors
    /// A file cannot be read or written, or a game is illegal.
    pub fn write_file(&self, path: &Path) -> anyhow::Result<()> {
        let file = AtomicFile::create_new(path)?;
        let [written, seen] = self.write(NamedOutput::create(file.write_path())?)?;
        file.commit()?;
        writeln!(stderr(), "'{}': {written} of {seen} positions", path.display())?;
        Ok(())
    }

    /// Writes the positions. Returns their number, and that of all positions.
    ///
    /// # Errors
    /// A file cannot be read, the output cannot be written, or a game is illegal.
    pub fn write(&self, output: NamedOutput) -> anyhow::Result<[u64; 2]> {
        let kind = any_game(common_header(&self.files)?.game())?;
        let mut output = BufWriter::new(output);
        let (mut written, mut seen) = (0, 0);
        let mut text = String::new();
        for_each_game(&self.files, &mut |game| {
            text.clear();
            let mut ply = 0;
            let replayed = replay(&game, &kind, &mut |history, mv, ScoredMove { score, .. }| {
                ply += 1;
                let position = history.position();
                let wanted = ply > self.skip_plies && i32::from(score).abs() <= self.max_score;
                if wanted && (!self.quiet || (kind.is_quiet)(position, mv)) {
                    written += 1;
                    self.write_line(&game, &kind, position, score, &mut text);
                }
            });
            seen += ply as u64;
            replayed.map_err(|error| anyhow!("game {}: {error}; see `datagen check`", game.number))?;
            Ok(output.write_all(text.as_bytes())?)
        })?;
        output.flush()?;
        Ok([written, seen])
    }

    fn write_line(&self, game: &TrainingGame, kind: &AnyGame, position: &AnyPosition, score: i16, text: &mut String) {
        let mover = position.side_to_move();
        let side = if self.for_mover { mover } else { kind.info.white };
        let score = i32::from(score) * if side == mover { 1 } else { -1 };
        let result = result_for(game.winner, side);
        let _ = writeln!(text, "{} | {score} | {result:.1}", position.show());
    }
}
