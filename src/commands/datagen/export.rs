//! `kempelen datagen export`: positions as text, for other trainers.

use crate::game::{Game, Side};
use crate::game_history::GameHistory;
use crate::games::{Entry, Visitor, by_name};
use crate::lab::game_file::reader::{common_header, for_each_game};
use crate::lab::game_file::training_game::{ScoredMove, TrainingGame};
use crate::lab::quiet_position::is_quiet;
use crate::lab::replay::replay;
use crate::notation::Notation;
use crate::search::MoveOf;
use crate::system::atomic_file::AtomicFile;
use crate::system::files::NamedOutput;
use crate::system::interrupt;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::io::{BufWriter, Write, stderr};
use std::path::PathBuf;
use std::process::ExitCode;

/// Write positions as text: 'FEN | score | result' a line.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen export --quiet --max-score 2000 chess.games > positions.txt")]
pub struct Export {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Point of view of score and result
    #[arg(long, value_enum, default_value = "white")]
    side: Perspective,
    /// Leave out positions that are not quiet: in check, with a forced move, or where a capture or
    /// promotion was played
    #[arg(long)]
    quiet: bool,
    /// Leave out positions with a greater score for either side, in centipawns
    #[arg(long, value_name = "SCORE")]
    max_score: Option<i32>,
    /// Leave out this many positions at the beginning of every game
    #[arg(long, default_value_t = 0, value_name = "N")]
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

impl Export {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let game = common_header(&self.files)?.game().to_owned();
        by_name(&game, &self).map_err(|error| anyhow!(error))??;
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the wanted positions of all games, and tells how many they are, and of how many.
    fn write<K: Entry>(&self, output: &mut dyn Write) -> anyhow::Result<[u64; 2]> {
        let (mut written, mut seen) = (0, 0);
        let mut text = String::new();
        for_each_game(&self.files, |game| {
            text.clear();
            let mut ply = 0;
            let played = replay::<K::Game>(&game, |course, mv, thought| {
                ply += 1;
                if ply > self.skip_plies && self.wants::<K>(course, mv, thought) {
                    written += 1;
                    self.line::<K>(&game, course, thought, &mut text);
                }
            });
            seen += ply as u64;
            played
                .map_err(|error| anyhow!("game {}: {error}; see `datagen check`", game.number))?;
            Ok(output.write_all(text.as_bytes())?)
        })?;
        output.flush()?;
        Ok([written, seen])
    }

    fn wants<K: Entry>(
        &self,
        course: &GameHistory<K::Game>,
        mv: MoveOf<K>,
        ply: ScoredMove,
    ) -> bool {
        let most = self.max_score.unwrap_or(i32::MAX);
        i32::from(ply.score).abs() <= most && (!self.quiet || is_quiet::<K>(course.position(), mv))
    }

    fn line<K: Entry>(
        &self,
        game: &TrainingGame,
        course: &GameHistory<K::Game>,
        ply: ScoredMove,
        text: &mut String,
    ) {
        let position = course.position();
        let mover = position.side_to_move();
        let side: Side = match self.side {
            Perspective::White => K::INFO.white,
            Perspective::Mover => mover,
        };
        let score = i32::from(ply.score) * if side == mover { 1 } else { -1 };
        let result = match game.winner {
            None => "0.5",
            Some(winner) if winner == side => "1.0",
            Some(_) => "0.0",
        };
        let fen = position.show();
        let _ = writeln!(text, "{fen} | {score} | {result}");
    }
}

impl Visitor for &Export {
    type Output = anyhow::Result<()>;

    fn visit<K: Entry>(self) -> Self::Output {
        let Some(path) = &self.output else {
            self.write::<K>(&mut BufWriter::new(NamedOutput::stdout()))?;
            return Ok(());
        };
        let output = AtomicFile::create_new(path)?;
        let file = NamedOutput::create(output.write_path())?;
        let [written, seen] = self.write::<K>(&mut BufWriter::new(file))?;
        output.commit()?;
        writeln!(
            stderr(),
            "'{}': {written} of {seen} positions",
            path.display()
        )?;
        Ok(())
    }
}
