//! `kempelen datagen export`: writes positions or games in the formats that other trainers read.

use super::begin;
use crate::any_position::AnyPosition;
use crate::game::{Game, Side};
use crate::games::find_game;
use crate::lab::dataset::trainer_bytes::{bullet_position, viri_move, viri_start};
use crate::lab::game_file::reader::{common_header, read_games};
use crate::lab::game_file::training_game::{ScoredMove, TrainingGame, replay};
use crate::lab::training_target::result_for;
use crate::notation::Notation;
use crate::system::atomic_file::AtomicFile;
use crate::system::files::NamedOutput;
use anyhow::{anyhow, ensure};
use clap::{Args, ValueEnum};
use std::io::{BufWriter, Write, stderr};
use std::path::PathBuf;

/// Write positions or games in the formats that other trainers read.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen export --quiet --max-score 2000 chess.games > positions.txt
  kempelen datagen export --format bulletformat --quiet chess.games --output positions.bin
  kempelen datagen export --format viriformat chess.games --output games.vf")]
pub struct DatagenExport {
    /// Game files, all of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Point of view of score and result in the text [default: white]
    #[arg(long, value_enum)]
    side: Option<Perspective>,
    /// Leave out positions that are not quiet: in check, with a forced move, or where a capture or promotion was played
    #[arg(long)]
    quiet: bool,
    /// Leave out positions with a score above this for either side, in units of the evaluation
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(0..))]
    max_score: Option<i32>,
    /// Leave out this many positions at the beginning of every game
    #[arg(long, default_value = "0", value_name = "N")]
    skip_plies: usize,
}

/// The forms of exported positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// 'FEN | score | result' a line.
    Text,
    /// Positions of chess for the trainer bullet.
    Bulletformat,
    /// Games of chess for the trainer bullet.
    Viriformat,
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
        let is_text = self.format == Format::Text;
        ensure!(
            is_text || self.side.is_none(),
            "--side is for --format text; the other formats have a point of view of their own"
        );
        let is_restricted = self.quiet || self.max_score.is_some() || self.skip_plies > 0;
        ensure!(
            self.format != Format::Viriformat || !is_restricted,
            "viriformat holds whole games: leave out --quiet, --max-score and --skip-plies"
        );
        let Some(path) = &self.output else { return self.write(NamedOutput::stdout()).map(drop) };
        let file = AtomicFile::create_new(path)?;
        let [written, seen] = self.write(NamedOutput::create(file.write_path())?)?;
        file.commit()?;
        Ok(writeln!(stderr(), "'{}': {written} of {seen} positions", path.display())?)
    }

    /// Writes the positions. Returns their number, and that of all positions.
    fn write(&self, output: NamedOutput) -> anyhow::Result<[u64; 2]> {
        let kind = find_game(common_header(&self.files)?.game())?;
        let name = kind.name;
        ensure!(
            self.format == Format::Text || name == "chess",
            "found games of {name}, expected chess: this format has no other game"
        );
        let (mut output, is_quiet) = (BufWriter::new(output), kind.quiet_test());
        let (mut written, mut seen) = (0, 0);
        let mut bytes = Vec::new();
        for game in read_games(&self.files) {
            let game = game?;
            bytes.clear();
            let mut ply = 0;
            let replayed = replay(&game, kind, &mut |history, mv, scored| {
                ply += 1;
                let (position, score) = (history.position(), i32::from(scored.score));
                let wanted = ply > self.skip_plies && self.max_score.is_none_or(|most| score.abs() <= most);
                if wanted && (!self.quiet || is_quiet(position, mv)) {
                    written += 1;
                    self.append(&game, kind.white, position, scored, &mut bytes);
                }
            });
            if self.format == Format::Viriformat && !bytes.is_empty() {
                bytes.extend([0; 4]);
            }
            seen += ply as u64;
            replayed.map_err(|error| anyhow!("game {}: {error}; see `datagen check`", game.number))?;
            output.write_all(&bytes)?;
        }
        output.flush()?;
        Ok([written, seen])
    }

    fn append(&self, game: &TrainingGame, white: Side, position: &AnyPosition, mv: ScoredMove, bytes: &mut Vec<u8>) {
        match self.format {
            Format::Text => {
                let mover = position.side_to_move();
                let side = if self.side == Some(Perspective::Mover) { mover } else { white };
                let score = i32::from(mv.score) * if side == mover { 1 } else { -1 };
                let result = result_for(game.winner, side);
                bytes.extend(format!("{} | {score} | {result:.1}\n", position.show()).into_bytes());
            }
            Format::Bulletformat => bytes.extend(bullet_position(position, mv.score, game.winner)),
            Format::Viriformat => {
                if bytes.is_empty() {
                    bytes.extend(viri_start(position, game.winner));
                }
                bytes.extend(viri_move(position, mv));
            }
        }
    }
}
