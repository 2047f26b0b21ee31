//! Why a move of a game was bad, found by searches beside the game.

use crate::any_position::{AnyMove, AnyPosition};
use crate::game::GameLine;
use crate::notation::{MoveStyle, Notation};
use crate::report::analyser::Analyser;
use crate::report::mark::MarkThresholds;
use crate::report::reason::BadMove;
use crate::report::settings::AnalysisSettings;
use crate::search::SearchLimits;
use crate::system::StopSignal;
use crate::worker::StoppableJob;
use parking_lot::Mutex;
use std::sync::Arc;

/// Nodes of the searches before and after the move; those that confirm a reason visit ten times as many.
const NODES: u64 = 20_000;

/// The memory of its transposition table.
const TABLE_MEBIBYTES: usize = 16;

/// A search for the reason why a move was bad. Dropping it ends the search.
pub struct MistakeSearch {
    answer: Arc<Mutex<Option<String>>>,
    _job: StoppableJob,
}

impl MistakeSearch {
    /// Begins to search: `line` is the game before the move.
    ///
    /// # Errors
    /// The system cannot start another thread.
    pub fn begin(game: &str, line: GameLine<AnyPosition>, played: AnyMove) -> Result<MistakeSearch, String> {
        let answer = Arc::new(Mutex::new(None));
        let (found, game) = (Arc::clone(&answer), game.to_owned());
        let job = StoppableJob::start(move |stop| {
            let text = explain(&game, &line, played, stop);
            *found.lock() = Some(text.unwrap_or_else(|error| error));
        });
        Ok(MistakeSearch { answer, _job: job.map_err(|error| error.to_string())? })
    }

    /// What there is to say of the move, once it is known.
    pub fn answer(&self) -> Option<String> {
        self.answer.lock().clone()
    }
}

/// `Qg4?? loses a queen: Bxg4`.
fn explain(game: &str, line: &GameLine<AnyPosition>, played: AnyMove, stop: StopSignal) -> Result<String, String> {
    const STOPPED: &str = "the search was stopped";
    let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
    let analyser = Analyser::new(&AnalysisSettings::new(game, limits, TABLE_MEBIBYTES));
    let mut analyser = analyser.map_err(|error| format!("{error:#}"))?;
    let mut next = line.clone();
    next.play(played);
    let before = analyser.analyse(line, None, stop)?.ok_or(STOPPED)?;
    let after = analyser.analyse(&next, None, stop)?.ok_or(STOPPED)?;
    let name = line.position().show_move(played, MoveStyle::Short);
    let thresholds = MarkThresholds::default();
    let mark = thresholds.mark(before.expected_result() + after.expected_result() - 1.0);
    let Some((mark, best)) = mark.zip(before.best_text()).filter(|_| before.best() != Some(played)) else {
        return Ok(format!("{name} is no mistake"));
    };
    let bad = BadMove { line, played, before: &before, after: &after, thresholds };
    let why = bad.reason(&mut analyser, stop)?.map_or_else(
        || format!("is worse than {}", best.short),
        |reason| {
            let moves: Vec<&str> = reason.line.iter().map(|mv| &*mv.short).collect();
            if moves.is_empty() { reason.text } else { format!("{}: {}", reason.text, moves.join(" ")) }
        },
    );
    Ok(format!("{name}{} {why}", mark.suffix()))
}
