//! Exports positions as text for other trainers: `FEN | score | result`.

use crate::game::Side;
use crate::game_history::GameHistory;
use crate::games::{GameEntry, GameInfo, GameVisitor, by_name};
use crate::lab::game_file::reader::{common_header, for_each_game};
use crate::lab::game_file::training_game::{ScoredMove, TrainingGame};
use crate::lab::quiet_position::is_quiet;
use crate::lab::replay::replay;
use crate::notation::Notation;
use crate::search::MoveOf;
use crate::system::atomic_file::AtomicFile;
use crate::system::files::NamedOutput;
use anyhow::anyhow;
use clap::ValueEnum;
use std::fmt::Write as _;
use std::io::{BufWriter, Write, stderr};
use std::path::PathBuf;

/// Which positions to export, and how.
pub struct PositionExport {
    /// The game files, all of one game.
    pub files: Vec<PathBuf>,
    /// The new file to write; `None`: standard output.
    pub output: Option<PathBuf>,
    /// The point of view of score and result.
    pub side: Perspective,
    /// Only [quiet](is_quiet) positions.
    pub quiet: bool,
    /// Only positions with at most this score for either side, in centipawns.
    pub max_score: i32,
    /// The number of positions to leave out at the beginning of every game.
    pub skip_plies: usize,
}

/// Whose scores and results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Perspective {
    /// White's.
    White,
    /// The side to move's.
    Mover,
}

impl PositionExport {
    /// Writes the positions.
    ///
    /// # Errors
    /// A file cannot be read or written, or a game is illegal.
    pub fn run(&self) -> anyhow::Result<()> {
        let game = common_header(&self.files)?.game().to_owned();
        by_name(&game, self).map_err(|error| anyhow!(error))?
    }

    /// Returns the number of exported positions, and of all positions.
    fn write<K: GameEntry>(&self, info: &'static GameInfo, output: &mut dyn Write) -> anyhow::Result<[u64; 2]> {
        let (mut written, mut seen) = (0, 0);
        let (start, mut text) = (K::start(info), String::new());
        for_each_game(&self.files, &mut |game| {
            text.clear();
            let mut ply = 0;
            let replayed = replay(&game, &start, |history, mv, scored| {
                ply += 1;
                if ply > self.skip_plies && self.selects::<K>(history, mv, scored) {
                    written += 1;
                    self.write_line(&game, history.position(), info.white, scored.score, &mut text);
                }
            });
            seen += ply as u64;
            replayed.map_err(|error| anyhow!("game {}: {error}; see `datagen check`", game.number))?;
            Ok(output.write_all(text.as_bytes())?)
        })?;
        output.flush()?;
        Ok([written, seen])
    }

    fn selects<K: GameEntry>(&self, history: &GameHistory<K::Game>, mv: MoveOf<K>, scored: ScoredMove) -> bool {
        i32::from(scored.score).abs() <= self.max_score && (!self.quiet || is_quiet::<K>(history.position(), mv))
    }

    fn write_line<G: Notation>(&self, game: &TrainingGame, position: &G, white: Side, score: i16, text: &mut String) {
        let mover = position.side_to_move();
        let side = match self.side {
            Perspective::White => white,
            Perspective::Mover => mover,
        };
        let score = i32::from(score) * if side == mover { 1 } else { -1 };
        let result = match game.winner {
            None => "0.5",
            Some(winner) if winner == side => "1.0",
            Some(_) => "0.0",
        };
        let fen = position.show();
        let _ = writeln!(text, "{fen} | {score} | {result}");
    }
}

impl GameVisitor for &PositionExport {
    type Output = anyhow::Result<()>;

    fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Self::Output {
        let Some(path) = &self.output else {
            self.write::<K>(game, &mut BufWriter::new(NamedOutput::stdout()))?;
            return Ok(());
        };
        let file = AtomicFile::create_new(path)?;
        let output = NamedOutput::create(file.write_path())?;
        let [written, seen] = self.write::<K>(game, &mut BufWriter::new(output))?;
        file.commit()?;
        writeln!(stderr(), "'{}': {written} of {seen} positions", path.display())?;
        Ok(())
    }
}
