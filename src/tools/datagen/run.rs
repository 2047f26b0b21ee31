//! A run: games side by side, written in the order of their starts.

use super::header::Header;
use super::selfplay::{Finished, SelfPlay};
use super::starts::{Start, Starts};
use super::target::{Count, Target};
use super::writer::{Writer, resume};
use crate::player::Entry;
use crate::tools::{pipeline, progress};
use anyhow::{Context, anyhow};
use indicatif::ProgressBar;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// So many starts in a row that are good for one side, and there will hardly be others.
const REFUSED: u32 = 1000;

/// Time after which a block is saved that is not full.
const SAVE_AFTER: Duration = Duration::from_secs(60);

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// There is enough.
    Enough,
    /// By the user.
    Interrupted,
    /// Every start that could be found has been played from.
    NoMoreStarts,
}

/// The file, and what is in it.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    writer: Writer,
    saved: Instant,
    /// How much there is in it.
    count: Count,
    /// The number of the last game.
    pub last: Option<u32>,
}

impl Store {
    /// A new file.
    pub fn create(path: &Path, header: &Header) -> anyhow::Result<Store> {
        let writer = Writer::create(path, header)?;
        Ok(Store::new(path, writer))
    }

    /// A file that is there. Tells what was lost of it.
    pub fn resume(path: &Path, header: &Header) -> anyhow::Result<Store> {
        let shown = path.display();
        let resumed = resume(path, header).with_context(|| format!("'{shown}'"))?;
        if resumed.dropped > 0 {
            let dropped = resumed.dropped;
            writeln!(
                stderr(),
                "'{shown}': dropped {dropped} bytes of a block that was cut off"
            )?;
        }
        Ok(Store {
            count: Count {
                games: resumed.games,
                positions: resumed.positions,
            },
            last: resumed.last,
            ..Store::new(path, resumed.writer)
        })
    }

    fn new(path: &Path, writer: Writer) -> Store {
        Store {
            path: path.to_owned(),
            writer,
            saved: Instant::now(),
            count: Count::default(),
            last: None,
        }
    }

    fn add(&mut self, finished: &Finished) -> anyhow::Result<()> {
        let pushed = self.writer.push(&finished.game);
        pushed.with_context(|| format!("cannot write '{}'", self.path.display()))?;
        self.count.games += 1;
        self.count.positions += finished.game.plies.len() as u64;
        if self.saved.elapsed() >= SAVE_AFTER {
            self.save()?;
        }
        Ok(())
    }

    /// Brings everything to the disk, and tells the length of the file.
    fn save(&mut self) -> anyhow::Result<u64> {
        self.saved = Instant::now();
        let saved = self.writer.save();
        saved.with_context(|| format!("cannot write '{}'", self.path.display()))
    }
}

/// What came of a start.
enum Played {
    Game(Finished),
    /// It was good for one side.
    Refused,
    /// The run was interrupted before it began.
    NotAtAll,
}

/// What ends the pipeline.
enum End {
    Stop(Stop),
    Failed(anyhow::Error),
}

/// Plays until there is enough or the flag goes up, and tells of it in a line.
pub fn run<K: Entry>(
    starts: Starts<K::Game>,
    players: Vec<SelfPlay<K>>,
    store: &mut Store,
    target: Target,
    interrupted: &AtomicBool,
) -> anyhow::Result<Stop> {
    let before = store.count;
    let begun = Instant::now();
    let bar = progress::toward("positions", before.positions);
    let (mut refused, mut nodes) = (0, 0);
    let sink = |played: Played| match played {
        Played::NotAtAll => Err(End::Stop(Stop::Interrupted)),
        Played::Refused => {
            refused += 1;
            lopsided(refused)
        }
        Played::Game(finished) => {
            refused = 0;
            nodes += finished.nodes;
            store.add(&finished).map_err(End::Failed)?;
            tell(&bar, target, store.count);
            enough(target, store.count)
        }
    };
    let workers = players.into_iter();
    let workers = workers.map(|player| work(player, interrupted)).collect();
    let end = match enough(target, before) {
        Ok(()) => pipeline::run(starts, workers, sink),
        enough => enough,
    };
    bar.finish_and_clear();
    let length = store.save()?;
    let stop = match end {
        Ok(()) => Stop::NoMoreStarts,
        Err(End::Stop(stop)) => stop,
        Err(End::Failed(error)) => return Err(error),
    };
    summarise(store, before, nodes, length, begun.elapsed(), stop)?;
    Ok(stop)
}

fn tell(bar: &ProgressBar, target: Target, count: Count) {
    if let Some(expected) = target.expected(count) {
        bar.set_length(expected);
    }
    bar.set_message(format!("{} games, ", count.games));
    bar.set_position(count.positions);
}

fn lopsided(refused: u32) -> Result<(), End> {
    match refused < REFUSED {
        true => Ok(()),
        false => Err(End::Failed(anyhow!(
            "{refused} starts in a row were good for one side, expected some that are not; \
             a greater --balance or other --random-plies may help"
        ))),
    }
}

fn enough(target: Target, count: Count) -> Result<(), End> {
    match target.reached(count) {
        true => Err(End::Stop(Stop::Enough)),
        false => Ok(()),
    }
}

fn work<K: Entry>(
    mut player: SelfPlay<K>,
    interrupted: &AtomicBool,
) -> impl FnMut(Start<K::Game>) -> Played {
    move |start| match interrupted.load(Relaxed) {
        true => Played::NotAtAll,
        false => player.play(start).map_or(Played::Refused, Played::Game),
    }
}

fn summarise(
    store: &Store,
    before: Count,
    nodes: u64,
    length: u64,
    elapsed: Duration,
    stop: Stop,
) -> anyhow::Result<()> {
    let Count { games, positions } = store.count;
    let new = positions - before.positions;
    let second = |number: u64| number as f64 / elapsed.as_secs_f64().max(1e-9);
    let why = match stop {
        Stop::Enough => "",
        Stop::Interrupted => "; interrupted: --resume goes on",
        Stop::NoMoreStarts => "; there are no more new starts",
    };
    writeln!(
        stderr(),
        "'{}': {games} games, {positions} positions of {:.2} bytes; \
         {new} of them new, {:.0} a second, {:.0} nodes a second{why}",
        store.path.display(),
        length as f64 / positions.max(1) as f64,
        second(new),
        second(nodes),
    )?;
    Ok(())
}
