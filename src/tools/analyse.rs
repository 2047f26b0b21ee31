//! `kempelen analyse`: think about a position and show what comes of it.

use crate::notation::Style;
use crate::player::{Question, Screen, player};
use crate::search::{Bound, Finding, Limits, Score, Time};
use anyhow::anyhow;
use clap::Args;
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Think about a position and show the best line.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen analyse
  kempelen analyse --depth 20 --fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\"
  kempelen analyse --game english --movetime 10000 --fen B:W18,24,27:B1,4,10")]
pub struct Analyse {
    /// The game: chess, english, pongor or tictactoe
    #[arg(long, default_value = "chess")]
    game: String,
    /// The position; the start position of the game if not given
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from the position first
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Think so many milliseconds [default: 3000, unless --depth or --nodes is given]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Think so many plies ahead
    #[arg(long)]
    depth: Option<i32>,
    /// Visit so many positions
    #[arg(long)]
    nodes: Option<u64>,
    /// Show so many best lines
    #[arg(long, default_value_t = 1, value_name = "N")]
    multipv: usize,
    /// The size of the transposition table in MiB
    #[arg(long, default_value_t = 64)]
    hash: usize,
}

impl Analyse {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut player = player(&self.game, self.hash).map_err(|error| anyhow!(error))?;
        player
            .set_position(self.fen.as_deref(), &self.moves)
            .map_err(|error| anyhow!("the position: {error}"))?;
        player.settings().style = Style::Short;
        player.settings().lines = self.multipv.max(1);
        let bounded = self.depth.is_some() || self.nodes.is_some();
        let time = match (self.movetime, bounded) {
            (Some(movetime), _) => Time::Exact(Duration::from_millis(movetime)),
            (None, true) => Time::Infinite,
            (None, false) => Time::Exact(Duration::from_secs(3)),
        };
        let question = Question {
            limits: Limits {
                depth: self.depth,
                nodes: self.nodes,
                distance: None,
                time,
            },
            hold: false,
            ponder: false,
            moves: Vec::new(),
            received: Instant::now(),
        };
        writeln!(stdout(), "{}: {}", player.game().about, player.position())?;
        writeln!(stdout(), "depth   score        nodes    time  line")?;
        player.think(question, Box::new(Table));
        player.wait();
        Ok(ExitCode::SUCCESS)
    }
}

/// Shows every exact line as a row of a table.
struct Table;

impl Screen for Table {
    fn line(&mut self, finding: &Finding, moves: &[String]) {
        if finding.bound != Bound::Exact {
            return;
        }
        let (depth, nodes) = (finding.depth, finding.nodes);
        let (score, seconds) = (describe(finding.score), finding.elapsed.as_secs_f64());
        let moves = moves.join(" ");
        let row = format!("{depth:>5} {score:>7} {nodes:>12} {seconds:>6.2}s  {moves}");
        let _ = writeln!(stdout(), "{row}");
    }

    fn decided(&mut self, best: Option<&str>, _ponder: Option<&str>) {
        let _ = match best {
            Some(best) => writeln!(stdout(), "best move: {best}"),
            None => writeln!(stdout(), "there is no legal move: the game is over"),
        };
    }

    fn note(&mut self, text: &str) {
        let _ = writeln!(stdout(), "{text}");
    }
}

/// A score as people read it: pawns or men with a sign, or moves to the end.
fn describe(score: Score) -> String {
    match score.distance() {
        Some(plies) if plies > 0 => format!("#{}", (plies + 1) / 2),
        Some(plies) => format!("#-{}", plies.abs() / 2),
        None if score.is_win() => "+table".to_owned(),
        None if score.is_loss() => "-table".to_owned(),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}
