//! `kempelen datagen export`: positions as text for other trainers, `FEN | score | result`.

use super::begin;
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
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::io::{BufWriter, Write, stderr};
use std::path::PathBuf;

/// Write positions as text: 'FEN | score | result' a line.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen export --quiet --max-score 2000 chess.games > positions.txt")]
pub struct DatagenExport {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Point of view of score and result
    #[arg(long, value_enum, default_value = "white")]
    side: Perspective,
    /// Leave out positions that are not quiet: in check, with a forced move, or where a capture or promotion was played
    #[arg(long)]
    quiet: bool,
    /// Leave out positions with a greater score for either side, in centipawns
    #[arg(long, value_name = "SCORE")]
    max_score: Option<i32>,
    /// Leave out this many positions at the beginning of every game
    #[arg(long, default_value = "0", value_name = "N")]
    skip_plies: usize,
}

/// Whose scores and results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Perspective {
    /// White's.
    White,
    /// The side to move's.
    Mover,
}

impl DatagenExport {
    /// Runs the command. The number of positions goes to standard error if they are written to a file.
    ///
    /// # Errors
    /// A file cannot be read or written, or a game is illegal.
    pub fn run(self) -> anyhow::Result<()> {
        let _lock = begin(&self.output)?;
        let Some(path) = &self.output else { return self.write(NamedOutput::stdout()).map(drop) };
        let file = AtomicFile::create_new(path)?;
        let [written, seen] = self.write(NamedOutput::create(file.write_path())?)?;
        file.commit()?;
        Ok(writeln!(stderr(), "'{}': {written} of {seen} positions", path.display())?)
    }

    /// Writes the positions. Returns their number, and that of all positions.
    fn write(&self, output: NamedOutput) -> anyhow::Result<[u64; 2]> {
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
                let wanted = ply > self.skip_plies && self.max_score.is_none_or(|most| i32::from(score).abs() <= most);
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
        let side = if self.side == Perspective::Mover { mover } else { kind.info.white };
        let score = i32::from(score) * if side == mover { 1 } else { -1 };
        let result = result_for(game.winner, side);
        let _ = writeln!(text, "{} | {score} | {result:.1}", position.show());
    }
}
