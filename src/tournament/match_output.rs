//! What a match prints while it runs and at its end.

use super::child_process::it_said;
use super::finished_game::{FinishedGame, Termination};
use super::standings::Standings;
use super::summary::MatchSummary;
use crate::notation::record::GameRecord;
use crate::system::files::{NamedOutput, write_report};
use crate::system::progress::{self, OutputAbove};
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::time::Duration;

/// The output of a match: a line per game and the standings.
pub struct MatchOutput {
    output: OutputAbove<NamedOutput>,
    json: bool,
    /// By how much an engine may exceed its time.
    margin: Duration,
    /// The progress bar, below the standings. It is hidden unless standard error is a terminal.
    pub bar: ProgressBar,
}

impl MatchOutput {
    /// With `json`, `output` gets the final results as JSON and nothing else. `on_terminal`: it is a terminal, which it
    /// may share with the progress bar.
    pub fn new(output: NamedOutput, on_terminal: bool, json: bool, margin: Duration) -> MatchOutput {
        let bar = progress::progress_bar("games", 0);
        MatchOutput { output: OutputAbove::new(output, &bar, on_terminal), json, margin, bar }
    }

    /// Prints a finished game and the standings: to the progress bar after every game, otherwise after every 20th.
    pub fn game_finished(
        &mut self,
        standings: &Standings,
        record: &GameRecord,
        finished: &FinishedGame,
    ) -> io::Result<()> {
        const INTERVAL: usize = 20;
        let (number, total) = (standings.games, standings.total);
        if !self.json {
            let [white, black] = ["White", "Black"].map(|tag| record.tag(tag).unwrap_or_default());
            let (result, reason) = (record.result, self.detailed_reason(finished));
            let line = format!("{number:>5} of {total}  {white} - {black}  {result}  ({reason})\n");
            self.output.write_all(line.as_bytes())?;
        }
        if !self.bar.is_hidden() {
            self.bar.set_message(MatchSummary::new(standings, self.margin).to_string());
            self.bar.set_position(number as u64);
        } else if !self.json && number % INTERVAL == 0 && number < total {
            write!(self.output, "{}", MatchSummary::new(standings, self.margin))?;
        }
        Ok(())
    }

    /// Prints the final results.
    pub fn finished(&mut self, standings: &Standings) -> anyhow::Result<()> {
        let summary = MatchSummary::new(standings, self.margin);
        write_report(&mut self.output, self.json, &summary, &summary)
    }

    fn detailed_reason(&self, finished: &FinishedGame) -> String {
        let reason = &finished.reason;
        match &finished.termination {
            Termination::IllegalMove(explanation) => format!("{reason}: {explanation}"),
            Termination::TimeForfeit(overtime) => {
                let (overtime, margin) = (overtime.as_millis(), self.margin.as_millis());
                format!("{reason}: {overtime} ms too late, with --margin {margin}")
            }
            Termination::Crashed(last_words) => reason.clone() + &it_said(last_words),
            _ => reason.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Side;

    #[test]
    fn a_time_forfeit_tells_by_how_much() {
        let termination = Termination::TimeForfeit(Duration::from_millis(3));
        let finished = FinishedGame {
            reason: termination.reason(Some(Side::Second), Side::First, ""),
            termination,
            ..FinishedGame::default()
        };
        let output = MatchOutput::new(NamedOutput::stdout(), false, true, Duration::ZERO);
        assert_eq!(output.detailed_reason(&finished), "White loses on time: 3 ms too late, with --margin 0");
    }
}
