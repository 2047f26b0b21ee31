//! The file of the games of a match.

use super::finished_game::FinishedGame;
use super::match_plan::{GameId, MatchPlan};
use super::openings::Opening;
use super::standings::Standings;
use crate::games::GameInfo;
use crate::notation::MoveStyle;
use crate::notation::reader::{self, RecordError};
use crate::notation::record::{GameRecord, GameResult};
use crate::player::Referee;
use crate::system::files::NamedOutput;
use crate::system::{files, today};
use anyhow::{Context, anyhow, bail};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

/// The file of the games.
pub struct PgnFile {
    file: Option<NamedOutput>,
    /// The games that are in it already.
    pub played: HashSet<GameId>,
    game: &'static GameInfo,
}

impl PgnFile {
    /// Opens the file, if there is to be one; an empty one is as good as none. To resume, the games
    /// in it are checked and counted, and a last one that is cut off is thrown away.
    pub fn open(
        path: Option<&Path>,
        resume: bool,
        plan: &MatchPlan,
        standings: &mut Standings,
    ) -> anyhow::Result<PgnFile> {
        let mut archive = PgnFile {
            file: None,
            played: HashSet::new(),
            game: plan.referee.referee()?.game(),
        };
        let Some(path) = path else {
            return Ok(archive);
        };
        let shown = path.display();
        if path.metadata().is_ok_and(|data| data.len() > 0) {
            if !resume {
                bail!("'{shown}' is there already; --resume goes on with it");
            }
            archive
                .read_played_games(path, plan, standings)
                .with_context(|| format!("'{shown}'"))?;
        }
        archive.file = Some(NamedOutput::append(path)?);
        Ok(archive)
    }

    fn read_played_games(
        &mut self,
        path: &Path,
        plan: &MatchPlan,
        standings: &mut Standings,
    ) -> anyhow::Result<()> {
        let mut referee = plan.referee.referee()?;
        let mut text = String::new();
        let mut cut = None;
        for record in reader::RecordReader::new(BufReader::new(File::open(path)?)) {
            if let Some(fault) = cut {
                return Err(fault).context("only the last game may be cut off");
            }
            if let Err(error @ RecordError::Read(_)) = record {
                return Err(error.into());
            }
            let whole = record.map_err(anyhow::Error::from).and_then(check_complete);
            let record = match whole {
                Ok(record) => record,
                Err(fault) => {
                    cut = Some(fault);
                    continue;
                }
            };
            let slot = self.check_game(&record, plan, &mut *referee);
            let slot = slot.with_context(|| format!("game of line {}", record.line))?;
            let finished = FinishedGame::from_record(&record, self.game.winner(record.result));
            standings.add(&plan.scored(slot, &finished));
            text.push_str(&record.to_string());
        }
        files::replace(path, text.as_bytes())
    }

    /// Which game of the match a record is; the message says why it is none.
    fn check_game(
        &mut self,
        record: &GameRecord,
        plan: &MatchPlan,
        referee: &mut dyn Referee,
    ) -> anyhow::Result<GameId> {
        let round = record.tag("Round").unwrap_or("?");
        let slot = GameId::from_round(round).filter(|slot| plan.contains(*slot));
        let slot = slot.with_context(|| format!("round {round} is none of this match"))?;
        for (name, expected) in self.tags(plan, slot) {
            let found = record.tag(name).unwrap_or("nothing");
            if found != expected {
                bail!("it was played otherwise: {name} is {found}, expected {expected}");
            }
        }
        self.check_moves(record, plan.opening(slot), referee)?;
        if !self.played.insert(slot) {
            bail!("round {round} is there twice");
        }
        Ok(slot)
    }

    /// Whether the moves are those of a game from this opening, with this result.
    fn check_moves(
        &self,
        record: &GameRecord,
        opening: &Opening,
        referee: &mut dyn Referee,
    ) -> anyhow::Result<()> {
        let start = opening.start.as_deref();
        let first = replay(referee, start, opening.moves.iter().map(String::as_str))?;
        let moves = record.moves.iter().map(|played| played.text.as_str());
        let moves = replay(referee, start, moves)?;
        if record.setup().is_some() != start.is_some() || !moves.starts_with(&first) {
            bail!("it was played from another opening");
        }
        let winner = self.game.winner(record.result);
        let outcome = referee.outcome();
        if outcome.is_some_and(|outcome| outcome.winner(referee.side_to_move()) != winner) {
            bail!("its result is {}, but not by the rules", record.result);
        }
        Ok(())
    }

    /// What the tags of a game say, whatever becomes of it.
    fn tags(&self, plan: &MatchPlan, slot: GameId) -> Vec<(&'static str, String)> {
        let seats = plan.players(slot);
        let white = self.game.white;
        let [first, second] = [white, !white].map(|side| &plan.engines[seats[side.index()]]);
        let mut tags = vec![
            ("Event", "Kempelen match".to_owned()),
            ("Site", "?".to_owned()),
            ("Round", slot.round()),
            ("White", first.name.clone()),
            ("Black", second.name.clone()),
        ];
        let game = self.game.tags.iter();
        tags.extend(game.map(|&(name, value)| (name, value.to_owned())));
        if let Some(start) = &plan.opening(slot).start {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", start.clone()));
        }
        if first.time_control == second.time_control {
            tags.push(("TimeControl", first.time_control.to_string()));
        } else {
            tags.push(("WhiteTimeControl", first.time_control.to_string()));
            tags.push(("BlackTimeControl", second.time_control.to_string()));
        }
        tags.push(("WhiteEngine", first.description.join(" ")));
        tags.push(("BlackEngine", second.description.join(" ")));
        tags.push(("Conditions", plan.conditions.join(" ")));
        tags
    }

    /// Adds a game; gives back its record.
    pub fn write(
        &mut self,
        plan: &MatchPlan,
        slot: GameId,
        finished: &FinishedGame,
    ) -> anyhow::Result<GameRecord> {
        let mut record = GameRecord {
            result: match finished.winner {
                None => GameResult::Draw,
                Some(side) if side == self.game.white => GameResult::White,
                Some(_) => GameResult::Black,
            },
            ..GameRecord::default()
        };
        // The roster of seven comes first, in its order.
        for name in ["Event", "Site", "Date", "Round", "White", "Black", "Result"] {
            record.set_tag(name, "?");
        }
        for (name, value) in self.tags(plan, slot) {
            record.set_tag(name, value);
        }
        record.set_tag("Date", today());
        record.set_tag("Result", record.result);
        finished.write_to(&mut record);
        record.set_tag("PlyCount", record.moves.len());
        if let Some(file) = &mut self.file {
            file.write_all(record.to_string().as_bytes())?;
        }
        Ok(record)
    }
}

/// Plays moves from a position; how they are written.
fn replay<'a>(
    referee: &mut dyn Referee,
    start: Option<&str>,
    moves: impl Iterator<Item = &'a str>,
) -> anyhow::Result<Vec<String>> {
    let set = referee.set_position(start, &[]);
    set.map_err(|error| anyhow!(error))?;
    let mut written = Vec::new();
    for (number, mv) in (1..).zip(moves) {
        let played = referee.play(mv, &[MoveStyle::Short]);
        written.extend(played.map_err(|error| anyhow!("move {number}: {error}"))?);
    }
    Ok(written)
}

/// The record, if nothing of it was cut off.
fn check_complete(record: GameRecord) -> anyhow::Result<GameRecord> {
    let (line, moves) = (record.line, record.moves.len());
    let Some(count) = record.tag("PlyCount") else {
        bail!("game of line {line}: found no tag PlyCount");
    };
    if count != moves.to_string() {
        bail!("game of line {line}: found {moves} moves, expected {count} (PlyCount)");
    }
    if record.result == GameResult::Unknown {
        bail!("game of line {line}: found no result at its end");
    }
    Ok(record)
}
