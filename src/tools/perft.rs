//! `kempelen perft`: count the positions that legal moves lead to, or check a file of counts.

use crate::game::{Game, perft, perft_paths};
use crate::notation::{Notation, Style, excerpt};
use crate::player::{Entry, Visitor, by_name};
use anyhow::{Context, anyhow};
use clap::Args;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Count the positions that legal moves lead to.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen perft --depth 6
  kempelen perft --game english --depth 10 --threads 2
  kempelen perft --divide --depth 5 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"
  kempelen perft --suite positions.epd --max-nodes 10000000

A suite has a position a line: '<FEN> ;D1 20 ;D2 400' for chess, or
'<game> | <FEN> | <counts> | <counts of paths>' for any game.")]
pub struct Perft {
    /// The game: chess, english, pongor or tictactoe
    #[arg(long, default_value = "chess")]
    game: String,
    /// The position; the start position of the game if not given
    #[arg(long)]
    fen: Option<String>,
    /// Plies to play
    #[arg(long, default_value_t = 5)]
    depth: u32,
    /// Show the count behind every move
    #[arg(long)]
    divide: bool,
    /// Count side by side on so many threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Count every path of a capture, also where two agree in start, end and captured pieces
    #[arg(long)]
    keep: bool,
    /// Check the counts in a file
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Leave out counts of a suite above this
    #[arg(long, default_value_t = u64::MAX, value_name = "N")]
    max_nodes: u64,
}

impl Perft {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match &self.suite {
            Some(path) => self.run_suite(path),
            None => self.run_position(),
        }
    }

    fn run_position(&self) -> anyhow::Result<ExitCode> {
        let started = Instant::now();
        let count = self.count(&self.game, self.fen.as_deref(), self.depth, self.keep)?;
        let seconds = started.elapsed().as_secs_f64();
        if self.divide {
            for (mv, nodes) in &count.by_move {
                writeln!(stdout(), "{mv}: {nodes}")?;
            }
        }
        let nodes = count.total;
        let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
        writeln!(
            stdout(),
            "depth {}: {nodes} nodes, {seconds:.3} s, {millions:.1} million a second",
            self.depth
        )?;
        Ok(ExitCode::SUCCESS)
    }

    fn run_suite(&self, path: &PathBuf) -> anyhow::Result<ExitCode> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
        let (mut passed, mut failed) = (0, 0);
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let case = Case::parse(line, &self.game);
            let case = case.with_context(|| format!("{shown}, line {number}"))?;
            for count in &case.counts {
                if count.nodes > self.max_nodes {
                    continue;
                }
                let found = self.count(&case.game, Some(&case.fen), count.depth, count.keep);
                let found = found
                    .with_context(|| format!("{shown}, line {number}"))?
                    .total;
                if found == count.nodes {
                    passed += 1;
                    continue;
                }
                failed += 1;
                let (depth, nodes) = (count.depth, count.nodes);
                writeln!(
                    stdout(),
                    "line {number}, depth {depth}: found {found}, expected {nodes}: {}",
                    case.fen
                )?;
            }
        }
        writeln!(stdout(), "{passed} passed, {failed} failed")?;
        Ok(ExitCode::from(u8::from(failed > 0)))
    }

    fn count(
        &self,
        game: &str,
        fen: Option<&str>,
        depth: u32,
        keep: bool,
    ) -> anyhow::Result<Count> {
        let counter = Counter {
            fen,
            depth,
            keep,
            threads: self.threads.max(1),
        };
        by_name(game, counter).map_err(|error| anyhow!(error))?
    }
}

/// A position of a suite with its counts.
struct Case {
    game: String,
    fen: String,
    counts: Vec<Expected>,
}

struct Expected {
    depth: u32,
    nodes: u64,
    keep: bool,
}

impl Case {
    /// Either `FEN ;D1 20 ;D2 400` or `game | FEN | counts | counts of paths`.
    fn parse(line: &str, game: &str) -> anyhow::Result<Case> {
        let number = |text: &str| -> anyhow::Result<u64> {
            let wrong = || format!("found '{}', expected a count", excerpt(text));
            text.trim().parse().with_context(wrong)
        };
        let mut counts = Vec::new();
        if let [game, fen, drop, keep] = line.split('|').collect::<Vec<_>>()[..] {
            for (list, keep) in [(drop, false), (keep, true)] {
                for (depth, text) in (1..).zip(list.split_whitespace()) {
                    counts.push(Expected {
                        depth,
                        nodes: number(text)?,
                        keep,
                    });
                }
            }
            let (game, fen) = (game.trim().to_owned(), fen.trim().to_owned());
            return Ok(Case { game, fen, counts });
        }
        let mut parts = line.split(';');
        let fen = parts.next().unwrap_or("").trim().to_owned();
        for part in parts {
            let wrong = || anyhow!("found '{}', expected ;D<depth> <count>", excerpt(part));
            let rest = part.trim().strip_prefix('D').ok_or_else(wrong)?;
            let (depth, nodes) = rest.split_once(char::is_whitespace).ok_or_else(wrong)?;
            counts.push(Expected {
                depth: number(depth)? as u32,
                nodes: number(nodes)?,
                keep: false,
            });
        }
        Ok(Case {
            game: game.to_owned(),
            fen,
            counts,
        })
    }
}

/// The nodes behind every move, and in all.
struct Count {
    by_move: Vec<(String, u64)>,
    total: u64,
}

struct Counter<'a> {
    fen: Option<&'a str>,
    depth: u32,
    keep: bool,
    threads: usize,
}

impl Visitor for Counter<'_> {
    type Output = anyhow::Result<Count>;

    fn visit<K: Entry>(self) -> Self::Output {
        let position = match self.fen {
            Some(text) => K::Game::parse(text)?,
            None => K::Game::start(),
        };
        let count = match self.keep {
            true => perft_paths,
            false => perft,
        };
        if self.depth == 0 {
            return Ok(Count {
                by_move: Vec::new(),
                total: 1,
            });
        }
        let moves = moves_of(&position, self.keep);
        let nodes = side_by_side(&position, &moves, self.depth, self.threads, count);
        let name = |&mv| position.show_move(mv, Style::Long);
        Ok(Count {
            total: nodes.iter().sum(),
            by_move: moves.iter().map(name).zip(nodes).collect(),
        })
    }
}

fn moves_of<G: Game>(position: &G, keep: bool) -> Vec<G::Move> {
    let mut moves = position.moves();
    if keep {
        moves.clear();
        let _ = position.visit_paths(|mv| {
            moves.push(mv);
            std::ops::ControlFlow::<()>::Continue(())
        });
    }
    moves
}

/// The count behind every move. Pairs of moves are handed out, as single ones differ too much.
fn side_by_side<G: Game>(
    position: &G,
    moves: &[G::Move],
    depth: u32,
    threads: usize,
    count: fn(&G, u32) -> u64,
) -> Vec<u64> {
    if depth < 3 || threads == 1 {
        let below = |&mv| count(&position.play(mv), depth - 1);
        return moves.iter().map(below).collect();
    }
    let mut tasks = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let child = position.play(mv);
        let replies = child.moves().into_iter().map(|reply| child.play(reply));
        tasks.extend(replies.map(|grandchild| (index, grandchild)));
    }
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((index, grandchild)) = tasks.get(next.fetch_add(1, Relaxed)) {
                    counts[*index].fetch_add(count(grandchild, depth - 2), Relaxed);
                }
            });
        }
    });
    counts.into_iter().map(AtomicU64::into_inner).collect()
}
