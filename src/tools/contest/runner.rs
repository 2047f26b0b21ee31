//! Plays the games of a match, several side by side, and keeps their records.

use super::adversary::{Adversary, Profile};
use super::duel::{self, Ending, Finished, Terms};
use super::profile::style;
use super::schedule::Pairing;
use super::standings::{Result as Counted, Standings};
use crate::game::Side;
use crate::notation::record::{GameResult, Record};
use crate::notation::scan;
use crate::player::{GameInfo, Referee, referee};
use crate::system::today;
use crate::tools::adjudication::Rules;
use crate::tools::files;
use crate::tools::openings::Opening;
use anyhow::{Context, anyhow, bail};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// All that is known of a match before it begins.
pub struct Plan {
    /// The name of the game.
    pub game: String,
    /// The engines.
    pub profiles: Vec<Profile>,
    /// Where games begin.
    pub openings: Vec<Opening>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// When games end early.
    pub rules: Rules,
    /// How long an engine may overstep its time.
    pub margin: Duration,
    /// Whether engines think on their opponent's time.
    pub ponder: bool,
    /// Games side by side.
    pub concurrency: usize,
    /// Set when the match shall end at once; games that are not over do not count.
    pub interrupted: &'static AtomicBool,
}

/// One of the two games of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Slot {
    pairing: usize,
    /// 0 or 1.
    game: usize,
}

impl Slot {
    /// As the tag `Round` says it.
    fn round(self) -> String {
        format!("{}.{}", self.pairing + 1, self.game + 1)
    }

    fn parse(round: &str) -> Option<Slot> {
        let (pairing, game) = round.split_once('.')?;
        Some(Slot {
            pairing: pairing.parse::<usize>().ok()?.checked_sub(1)?,
            game: game.parse::<usize>().ok()?.checked_sub(1)?,
        })
    }
}

impl Plan {
    /// By sides, who plays a game: the numbers of the engines.
    fn seats(&self, slot: Slot) -> [usize; 2] {
        let pairing = &self.pairings[slot.pairing];
        match slot.game {
            0 => [pairing.first, pairing.second],
            _ => [pairing.second, pairing.first],
        }
    }

    fn opening(&self, slot: Slot) -> &Opening {
        let number = self.pairings[slot.pairing].opening;
        &self.openings[number % self.openings.len()]
    }

    fn terms(&self, seats: [usize; 2]) -> Terms<'_> {
        Terms {
            controls: seats.map(|seat| self.profiles[seat].control),
            styles: seats.map(|seat| style(&self.profiles[seat])),
            rules: self.rules,
            margin: self.margin,
            ponder: self.ponder,
            interrupted: self.interrupted,
        }
    }

    fn count(&self, slot: Slot, winner: Option<Side>, ending: &Ending) -> Counted {
        let seats = self.seats(slot);
        let pairing = &self.pairings[slot.pairing];
        let won = winner.map(|side| seats[side.index()]);
        Counted {
            pairing: slot.pairing,
            engines: (pairing.first, pairing.second),
            half_points: match won {
                None => 1,
                Some(engine) => 2 * u32::from(engine == pairing.first),
            },
            fault: match ending {
                Ending::Normal | Ending::Adjudication | Ending::Interrupted => None,
                ending => winner.map(|side| (seats[(!side).index()], ending.termination())),
            },
        }
    }
}

/// Plays all games that have not been played.
pub fn run(plan: &Plan, mut records: Records, standings: &mut Standings) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let played = std::mem::take(&mut records.played);
    let mut outcome = Ok(());
    thread::scope(|scope| {
        let (teller, heard) = channel();
        for _ in 0..plan.concurrency {
            let worker = Worker {
                plan,
                next: &next,
                stop: &stop,
                played: &played,
                teller: teller.clone(),
            };
            scope.spawn(move || worker.work());
        }
        drop(teller);
        for game in heard {
            let told = game.and_then(|(slot, finished)| {
                let record = records.write(plan, slot, &finished)?;
                standings.count(&plan.count(slot, finished.winner, &finished.ending));
                let tag = |name| record.tag(name).unwrap_or_default();
                let score = record.result.to_string();
                standings.announce(tag("White"), tag("Black"), &score, &finished.ending)?;
                Ok(())
            });
            if told.is_err() {
                outcome = told;
            }
            if outcome.is_err() || standings.decided() {
                stop.store(true, Relaxed);
            }
        }
    });
    outcome
}

type Told = anyhow::Result<(Slot, Finished)>;

/// Plays one game after the other.
struct Worker<'a> {
    plan: &'a Plan,
    next: &'a AtomicUsize,
    stop: &'a AtomicBool,
    played: &'a HashSet<Slot>,
    teller: Sender<Told>,
}

impl Worker<'_> {
    fn work(self) {
        let told = self.games();
        if let Err(error) = told {
            self.stop.store(true, Relaxed);
            let _ = self.teller.send(Err(error));
        }
    }

    fn games(&self) -> anyhow::Result<()> {
        let mut referee = referee(&self.plan.game).map_err(|error| anyhow!(error))?;
        let mut engines = HashMap::new();
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            let slot = Slot {
                pairing: number / 2,
                game: number % 2,
            };
            if slot.pairing >= self.plan.pairings.len() || self.stop.load(Relaxed) {
                return Ok(());
            }
            if self.played.contains(&slot) {
                continue;
            }
            let finished = self.game(slot, &mut *referee, &mut engines)?;
            if finished.ending == Ending::Interrupted {
                return Ok(());
            }
            if self.teller.send(Ok((slot, finished))).is_err() {
                return Ok(());
            }
        }
    }

    fn game(
        &self,
        slot: Slot,
        referee: &mut dyn Referee,
        engines: &mut HashMap<usize, Adversary>,
    ) -> anyhow::Result<Finished> {
        let seats = self.plan.seats(slot);
        for seat in seats {
            if let std::collections::hash_map::Entry::Vacant(place) = engines.entry(seat) {
                let profile = &self.plan.profiles[seat];
                let name = &profile.name;
                let engine = Adversary::start(profile);
                place.insert(engine.with_context(|| format!("engine '{name}'"))?);
            }
        }
        let [Some(first), Some(second)] = engines.get_disjoint_mut([&seats[0], &seats[1]]) else {
            bail!("an engine cannot play itself");
        };
        let opening = self.plan.opening(slot);
        let terms = self.plan.terms(seats);
        let finished = duel::play(referee, [first, second], opening, &terms);
        let finished = finished.map_err(|error| anyhow!("the opening: {error}"))?;
        if finished.ending.needs_restart()
            && let Some(winner) = finished.winner
        {
            engines.remove(&seats[(!winner).index()]);
        }
        Ok(finished)
    }
}

/// The file of the games.
pub struct Records {
    file: Option<File>,
    played: HashSet<Slot>,
    game: &'static GameInfo,
}

impl Records {
    /// Opens the file, if there is to be one. To resume, the games in it are counted; what an
    /// interruption left unfinished is thrown away.
    pub fn open(
        path: Option<&Path>,
        resume: bool,
        plan: &Plan,
        standings: &mut Standings,
    ) -> anyhow::Result<Records> {
        let referee = referee(&plan.game).map_err(|error| anyhow!(error))?;
        let mut records = Records {
            file: None,
            played: HashSet::new(),
            game: referee.game(),
        };
        let Some(path) = path else {
            return Ok(records);
        };
        let shown = path.display();
        match (resume, path.exists()) {
            (false, true) => bail!("'{shown}' is there already; --resume goes on with it"),
            (true, true) => records
                .recover(path, plan, standings)
                .with_context(|| format!("'{shown}'"))?,
            (_, false) => (),
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        records.file = Some(file.with_context(|| format!("cannot write '{shown}'"))?);
        Ok(records)
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
                let ending = match record.tag("Termination") {
                    Some("time forfeit") => Ending::Time(Duration::ZERO),
                    Some("illegal move") => Ending::Illegal(String::new()),
                    Some("stalled") => Ending::Stalled,
                    Some("crashed") => Ending::Crashed,
                    _ => Ending::Normal,
                };
                let winner = self.game.winner(record.result);
                standings.count(&plan.count(slot, winner, &ending));
                text.push_str(&record.to_string());
            }
        }
        files::replace(path, text.as_bytes())
    }

    fn write(&mut self, plan: &Plan, slot: Slot, finished: &Finished) -> anyhow::Result<Record> {
        let seats = plan.seats(slot);
        let name = |side: Side| &plan.profiles[seats[side.index()]].name;
        let white = self.game.white;
        let mut record = Record {
            moves: finished.moves.clone(),
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
        record.set_tag("Termination", finished.ending.termination());
        record.set_tag("PlyCount", record.moves.len());
        if let Some(file) = &mut self.file {
            file.write_all(record.to_string().as_bytes())?;
        }
        Ok(record)
    }
}
