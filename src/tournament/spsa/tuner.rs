//! Runs the iterations of SPSA, several in parallel.

use super::pair_player::{PairPlayer, SpsaGames};
use super::state;
use super::state::{SpsaIteration, SpsaState};
use crate::system::threads::parallel_map;
use crate::tournament::engine_error::is_interrupted;
use indicatif::ProgressBar;
use parking_lot::Mutex;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the state is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// Plays the iterations that are left, until the user interrupts it. The state is saved every few seconds and at the
/// end, if any iteration has been played.
///
/// # Errors
/// An engine cannot be used, or the file cannot be written. `state` still holds all completed iterations.
pub fn tune(
    games: &SpsaGames,
    state: &mut SpsaState,
    concurrency: u16,
    output: &Path,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    let shared = Mutex::new(SharedState { state, next: 0, saved: Instant::now() });
    let results = parallel_map(0..concurrency, |_| {
        let result = match play_pairs(games, &shared, output, bar) {
            Err(error) if is_interrupted(&error) => Ok(()),
            result => result,
        };
        if result.is_err() {
            shared.lock().stop();
        }
        result
    });
    let state = shared.into_inner().state;
    if state.pairs_played() > 0 {
        state::save(state, output)?;
    }
    results.into_iter().collect()
}

/// What the workers share.
struct SharedState<'a> {
    state: &'a mut SpsaState,
    /// The iteration to try next.
    next: u64,
    /// When the state was saved.
    saved: Instant,
}

impl SharedState<'_> {
    /// The next iteration that has not been played.
    fn next_iteration(&mut self) -> Option<SpsaIteration> {
        let state = &self.state;
        let mut numbers = self.next..state.settings.pairs;
        let number = numbers.find(|&number| !state.has_played(number))?;
        self.next = number + 1;
        Some(state.iteration(number))
    }

    /// No more iterations are started.
    fn stop(&mut self) {
        self.next = self.state.settings.pairs;
    }
}

/// The work of every thread.
fn play_pairs(games: &SpsaGames, shared: &Mutex<SharedState>, output: &Path, bar: &ProgressBar) -> anyhow::Result<()> {
    // The engines are started when there is something to play.
    let mut player: Option<PairPlayer> = None;
    while !games.settings.interrupt.must_finish() {
        let Some(iteration) = shared.lock().next_iteration() else { break };
        let _in_progress = games.settings.interrupt.begin();
        let player = match &mut player {
            Some(player) => player,
            none => none.insert(PairPlayer::new(games)?),
        };
        let Some(points) = player.play_pair(&iteration)? else { break };
        let mut shared = shared.lock();
        shared.state.update(&iteration, points);
        if shared.saved.elapsed() > SAVE_INTERVAL {
            shared.saved = Instant::now();
            state::save(shared.state, output)?;
        }
        bar.inc(1);
    }
    Ok(())
}
