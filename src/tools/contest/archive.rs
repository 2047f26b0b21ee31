//! The file of the games of a match.

use super::ending::Finished;
use super::plan::{Plan, Slot};
use super::standings::Standings;
use crate::game::Side;
use crate::notation::record::{GameResult, Record};
use crate::notation::scan;
use crate::player::GameInfo;
use crate::system::today;
use crate::tools::files::{self, Named};
use anyhow::{Context, bail};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

/// The file of the games.
pub struct Archive {
    file: Option<Named>,
    /// The games that are in it already.
    pub played: HashSet<Slot>,
    game: &'static GameInfo,
}

impl Archive {
    /// Opens the file, if there is to be one. To resume, the games in it are counted; what an
    /// interruption left unfinished is thrown away.
    pub fn open(
        path: Option<&Path>,
        resume: bool,
        plan: &Plan,
        standings: &mut Standings,
    ) -> anyhow::Result<Archive> {
        let mut archive = Archive {
            file: None,
            played: HashSet::new(),
            game: plan.judge.referee()?.game(),
        };
        let Some(path) = path else {
            return Ok(archive);
        };
        let shown = path.display();
        match (resume, path.exists()) {
            (false, true) => bail!("'{shown}' is there already; --resume goes on with it"),
            (true, true) => archive
                .recover(path, plan, standings)
                .with_context(|| format!("'{shown}'"))?,
            (_, false) => (),
        }
        archive.file = Some(Named::append(path)?);
        Ok(archive)
    }

    fn recover(
        &mut self,
        path: &Path,
        plan: &Plan,
        standings: &mut Standings,
    ) -> anyhow::Result<()> {
        let mut text = String::new();
        for record in scan::Records::new(BufReader::new(File::open(path)?)) {
            let Ok(record) = record else { continue };
            let slot = record.tag("Round").and_then(Slot::parse);
            let Some(slot) = slot.filter(|_| record.result != GameResult::Unknown) else {
                continue;
            };
            if slot.pairing >= plan.pairings.len() || slot.game > 1 {
                bail!("round {} is none of this match", slot.round());
            }
            let seats = plan.seats(slot);
            let white = &plan.profiles[seats[self.game.white.index()]].name;
            if record.tag("White") != Some(white) {
                bail!("line {}: expected '{white}' to play White", record.line);
            }
            if self.played.insert(slot) {
                let finished = Finished::read(&record, self.game.winner(record.result));
                standings.count(&plan.count(slot, &finished));
                text.push_str(&record.to_string());
            }
        }
        files::replace(path, text.as_bytes())
    }

    /// Adds a game; gives back its record.
    pub fn write(
        &mut self,
        plan: &Plan,
        slot: Slot,
        finished: &Finished,
    ) -> anyhow::Result<Record> {
        let seats = plan.seats(slot);
        let name = |side: Side| &plan.profiles[seats[side.index()]].name;
        let white = self.game.white;
        let mut record = Record {
            result: match finished.winner {
                None => GameResult::Draw,
                Some(side) if side == white => GameResult::White,
                Some(_) => GameResult::Black,
            },
            ..Record::default()
        };
        record.set_tag("Event", "Kempelen match");
        record.set_tag("Site", "?");
        record.set_tag("Date", today());
        record.set_tag("Round", slot.round());
        record.set_tag("White", name(white));
        record.set_tag("Black", name(!white));
        record.set_tag("Result", record.result);
        for (tag, value) in self.game.tags {
            record.set_tag(tag, value);
        }
        if let Some(start) = &plan.opening(slot).start {
            record.set_tag("SetUp", 1);
            record.set_tag("FEN", start);
        }
        let controls = [white, !white].map(|side| plan.profiles[seats[side.index()]].control);
        match controls[0] == controls[1] {
            true => record.set_tag("TimeControl", controls[0]),
            false => {
                record.set_tag("WhiteTimeControl", controls[0]);
                record.set_tag("BlackTimeControl", controls[1]);
            }
        }
        finished.write(&mut record);
        record.set_tag("PlyCount", record.moves.len());
        if let Some(file) = &mut self.file {
            file.write_all(record.to_string().as_bytes())?;
        }
        Ok(record)
    }
}
