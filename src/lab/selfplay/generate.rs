//! Parallel generation of games, written in the order of their starts. Searches have a fixed number of nodes, so that scores
//! do not depend on the time.

use crate::games::AnySearch;
use crate::lab::game_file::training_game::TrainingGame;
use crate::lab::game_file::writer::{GameCount, GameFileWriter};
use crate::lab::game_tools::SearchSet;
use crate::system::{interrupt, pipeline, progress};
use anyhow::anyhow;
use indicatif::ProgressBar;
use std::io::{Write, stderr};
use std::time::{Duration, Instant};

/// An incomplete block is saved after this time.
const SAVE_AFTER: Duration = Duration::from_secs(60);

/// A run fails after this many refused starts in a row.
const MAX_REFUSED: u32 = 1000;

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: TrainingGame,
    /// Positions visited by the search.
    pub nodes: u64,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The stop condition is reached.
    TargetReached,
    /// The program was interrupted.
    Interrupted,
    /// The source of games has ended.
    OutOfGames,
}

/// Makes a game with a search; `None` if its start is refused or the program was interrupted.
pub type GameJob<'a> = Box<dyn FnOnce(&mut AnySearch) -> anyhow::Result<Option<PlayedGame>> + Send + 'a>;

/// What ends the pipeline before its source does.
enum PipelineEnd {
    Stop(StopReason),
    Failed(anyhow::Error),
}

/// Makes games, on a thread for each search, until the stop condition is reached or the program is interrupted, adds them to
/// `output`, and writes a summary to standard error.
///
/// # Errors
/// A job fails, too many starts in a row are refused, or the output cannot be written.
pub fn generate_games<'a>(
    jobs: &mut (dyn Iterator<Item = GameJob<'a>> + Send),
    searches: SearchSet,
    output: &mut GameFileWriter,
    stop: StopCondition,
) -> anyhow::Result<StopReason> {
    let before = output.count;
    let begun = Instant::now();
    let bar = progress::progress_bar("positions", before.positions);
    let (mut refused, mut all_refused, mut nodes, mut saved) = (0, 0, 0, begun);
    let sink = |made: Result<Option<PlayedGame>, PipelineEnd>| {
        let Some(played) = made? else {
            refused += 1;
            all_refused += 1;
            if refused < MAX_REFUSED {
                return Ok(());
            }
            let advice = "try a larger --balance or other --random-plies";
            return Err(PipelineEnd::Failed(anyhow!("found {refused} unbalanced starts in a row; {advice}")));
        };
        refused = 0;
        nodes += played.nodes;
        output.push(&played.game).map_err(PipelineEnd::Failed)?;
        if saved.elapsed() >= SAVE_AFTER {
            saved = Instant::now();
            output.save().map_err(PipelineEnd::Failed)?;
        }
        show_progress(&bar, stop, output.count);
        check_stop(stop, output.count)
    };
    let workers = searches.list.into_iter().map(interruptible).collect();
    let end = check_stop(stop, before).and_then(|()| pipeline::run_in_order(jobs, workers, sink));
    bar.finish_and_clear();
    let length = output.save()?;
    let reason = match end {
        Ok(()) => StopReason::OutOfGames,
        Err(PipelineEnd::Stop(reason)) => reason,
        Err(PipelineEnd::Failed(error)) => return Err(error),
    };
    summarise(output, before, nodes, length, begun.elapsed(), &words_for(reason, all_refused))?;
    // The endgame tables could not be read during the run.
    (searches.take_error)().map_or(Ok(()), |error| writeln!(stderr(), "{error}"))?;
    Ok(reason)
}

fn show_progress(bar: &ProgressBar, stop: StopCondition, count: GameCount) {
    if let Some(expected) = stop.expected_positions(count) {
        bar.set_length(expected);
    }
    bar.set_message(format!("{} games, ", count.games));
    bar.set_position(count.positions);
}

fn check_stop(stop: StopCondition, count: GameCount) -> Result<(), PipelineEnd> {
    if stop.is_reached(count) { Err(PipelineEnd::Stop(StopReason::TargetReached)) } else { Ok(()) }
}

fn interruptible<'a>(mut search: AnySearch) -> impl FnMut(GameJob<'a>) -> Result<Option<PlayedGame>, PipelineEnd> {
    let check_interrupt = || if interrupt::raised() { Err(PipelineEnd::Stop(StopReason::Interrupted)) } else { Ok(()) };
    move |job| {
        check_interrupt()?;
        let made = job(&mut search);
        // An interrupted search gives up its game.
        check_interrupt()?;
        made.map_err(PipelineEnd::Failed)
    }
}

/// Why the games ended, as the end of a sentence.
fn words_for(reason: StopReason, refused: u32) -> String {
    match reason {
        StopReason::TargetReached => String::new(),
        StopReason::Interrupted => "; interrupted: --resume continues".to_owned(),
        StopReason::OutOfGames if refused > 0 => {
            format!("; there are no more new starts, and {refused} were unbalanced (--balance)")
        }
        StopReason::OutOfGames => "; there are no more new starts".to_owned(),
    }
}

fn summarise(
    output: &GameFileWriter,
    before: GameCount,
    nodes: u64,
    length: u64,
    elapsed: Duration,
    why: &str,
) -> anyhow::Result<()> {
    let GameCount { games, positions } = output.count;
    let new = positions - before.positions;
    let per_second = |number: u64| number as f64 / elapsed.as_secs_f64().max(1e-9);
    writeln!(
        stderr(),
        "'{}': {games} games, {positions} positions of {:.2} bytes; \
         {new} of them new, {:.0} a second, {:.0} nodes a second{why}",
        output.path.display(),
        length as f64 / positions.max(1) as f64,
        per_second(new),
        per_second(nodes),
    )?;
    Ok(())
}

/// Stops at one of the limits, whichever comes first; without any limit, never.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct StopCondition {
    /// The number of games.
    pub games: Option<u64>,
    /// The number of positions.
    pub positions: Option<u64>,
}

impl StopCondition {
    /// Whether a limit is reached.
    pub fn is_reached(&self, count: GameCount) -> bool {
        self.games.is_some_and(|games| count.games >= games)
            || (self.positions).is_some_and(|positions| count.positions >= positions)
    }

    /// The estimated number of positions at the end of the run, assuming that the games to come have the
    /// same mean length; `None` if unknown.
    pub fn expected_positions(&self, count: GameCount) -> Option<u64> {
        let by_games = self.games.filter(|_| count.games > 0).map(|games| {
            let mean = count.positions as f64 / count.games as f64;
            (games as f64 * mean) as u64
        });
        by_games.into_iter().chain(self.positions).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearer_target_counts() {
        let count = |games, positions| GameCount { games, positions };
        let target = StopCondition { games: Some(30), positions: Some(10_000) };
        assert!(!target.is_reached(count(29, 9_999)));
        assert!(target.is_reached(count(30, 0)) && target.is_reached(count(0, 10_000)));
        assert_eq!(target.expected_positions(count(0, 0)), Some(10_000));
        assert_eq!(target.expected_positions(count(10, 1_000)), Some(3_000));
        assert_eq!(target.expected_positions(count(10, 9_000)), Some(10_000));
        let endless = StopCondition::default();
        assert!(!endless.is_reached(count(u64::MAX, u64::MAX)));
        assert_eq!(endless.expected_positions(count(10, 1_000)), None);
    }
}
