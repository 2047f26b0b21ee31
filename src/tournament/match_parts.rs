//! A match whose parts were played apart: its results, from the records of all games.

use super::finished_game::FinishedGame;
use super::match_settings::{GameId, Pairing};
use super::pgn_file::{legal_line, read_finished_games};
use super::sprt::{Sprt, SprtVerdict};
use super::standings::Standings;
use crate::games::GameInfo;
use crate::notation::record::GameRecord;
use crate::system::error_words::NameFile;
use anyhow::{Context, bail, ensure};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The results of all parts of a match.
pub struct PooledMatch {
    /// The results, as at the end of a single run.
    pub standings: Standings,
    /// By how much an engine was allowed to exceed its time.
    pub margin: Duration,
    /// Which games before the last one are in no part, in words.
    pub missing: Option<String>,
}

/// The games so far, and the settings that all games share, by name.
struct MatchParts {
    game: &'static GameInfo,
    games: BTreeMap<GameId, PartGame>,
    settings: BTreeMap<String, String>,
}

/// A game, with the engines of its pair (the first of them begins the first game), and the file of its record.
struct PartGame {
    engines: [String; 2],
    finished: FinishedGame,
    file: PathBuf,
}

/// Reads the records of the parts of a match. The test takes the sum of their results.
///
/// # Errors
/// A file cannot be read or is damaged, also at its end. Its engines, conditions or openings differ from those of the
/// files before it, or it repeats one of their games.
pub fn pool_parts(files: &[PathBuf], game: &'static GameInfo, sprt: Option<Sprt>) -> anyhow::Result<PooledMatch> {
    let mut parts = MatchParts { game, games: BTreeMap::new(), settings: BTreeMap::new() };
    for file in files {
        let source = BufReader::new(File::open(file).reading(file)?);
        parts.read(file, source).with_context(|| format!("'{}'", file.display()))?;
    }
    let mut standings = parts.standings();
    let count = standings.names.len();
    ensure!(sprt.is_none() || count == 2, "--sprt is a test of two engines; found {count}");
    standings.sprt = sprt;
    standings.verdict = sprt.map_or(SprtVerdict::Open, |sprt| sprt.verdict(&standings.statistics[0]));
    Ok(PooledMatch { margin: parts.margin(), missing: parts.missing(standings.total), standings })
}

impl MatchParts {
    fn read(&mut self, file: &Path, source: BufReader<File>) -> anyhow::Result<()> {
        let (is_first, before) = (self.games.is_empty(), self.games.len());
        let cut_off = read_finished_games(self.game, source, &mut |record| self.add(&record, file, is_first))?;
        match cut_off {
            Some(fault) => Err(fault.context("its last game is cut off; --resume plays it again")),
            None if self.games.len() == before => bail!("found no game"),
            None => Ok(()),
        }
    }

    /// Adds a game that agrees with those before it.
    fn add(&mut self, record: &GameRecord, file: &Path, is_first_file: bool) -> anyhow::Result<()> {
        for (name, found) in shared_settings(record) {
            if let Some(expected) = self.settings.get(&name) {
                ensure!(
                    found == *expected,
                    "it was played with other settings: {name} is {found}, expected {expected}"
                );
            } else {
                ensure!(is_first_file, "{name} plays in no file before this one");
                self.settings.insert(name, found);
            }
        }
        let round = record.tag("Round").unwrap_or("nothing");
        let id = GameId::from_round(round).filter(|id| id.game < 2 && id.pairing < usize::MAX / 4);
        let id = id.with_context(|| format!("found round {round}, expected one such as 7.2"))?;
        if let Some(other) = self.games.get(&id) {
            bail!("round {round} is in '{}' already; --start gives each part rounds of its own", other.file.display());
        }
        let mut engines = ["White", "Black"].map(|colour| record.tag(colour).unwrap_or_default().to_owned());
        // The first side is White in chess and Black in draughts.
        engines.rotate_left((self.game.white.index() + id.game) % 2);
        let other_game = self.games.get(&GameId { game: 1 - id.game, ..id });
        ensure!(
            engines[0] != engines[1] && other_game.is_none_or(|other| other.engines == engines),
            "the games of pair {} are not of the same two engines with colours reversed",
            id.pairing + 1
        );
        legal_line(self.game, record)?;
        let finished = FinishedGame::from_record(record, self.game.winner(record.result));
        self.games.insert(id, PartGame { engines, finished, file: file.to_owned() });
        Ok(())
    }

    /// The results; the engines are in the order in which they begin games.
    fn standings(&self) -> Standings {
        let mut names: Vec<String> = Vec::new();
        let mut number = |name: &String| {
            names.iter().position(|it| it == name).unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            })
        };
        let numbers = Vec::from_iter(self.games.values().map(|part| part.engines.each_ref().map(&mut number)));
        let count = self.games.keys().last().map_or(0, |last| last.pairing + 1);
        let mut standings = Standings::new(names, count, None);
        for ((id, part), [first, second]) in self.games.iter().zip(numbers) {
            let pairing = Pairing { number: id.pairing, first, second, opening: id.pairing };
            standings.add(&pairing, id.game, &part.finished);
        }
        standings
    }

    /// Which of the first `total` games of the match are missing, in words.
    fn missing(&self, total: usize) -> Option<String> {
        let mut scheduled = (0..total).map(|number| GameId { pairing: number / 2, game: number % 2 });
        let first = scheduled.find(|id| !self.games.contains_key(id))?.round();
        Some(format!(
            "{} of {total} games are in no file; the first of them is round {first}",
            total - self.games.len()
        ))
    }

    fn margin(&self) -> Duration {
        let conditions = self.settings.get("Conditions").map_or("", |text| text);
        let margin = conditions.split(' ').find_map(|word| word.strip_prefix("margin=")?.parse().ok());
        Duration::from_millis(margin.unwrap_or_default())
    }
}

/// The settings of a game that all games share: names and values.
fn shared_settings(record: &GameRecord) -> [(String, String); 4] {
    let tag = |name: &str| record.tag(name).unwrap_or("nothing").to_owned();
    let engine = |colour: &str| {
        let clock = record.tag("TimeControl").map_or_else(|| tag(&format!("{colour}TimeControl")), str::to_owned);
        let settings = tag(&format!("{colour}Engine"));
        (format!("engine '{}'", tag(colour)), format!("'{settings}' with time control {clock}"))
    };
    let [conditions, openings] = ["Conditions", "Openings"].map(|name| (name.to_owned(), tag(name)));
    [conditions, openings, engine("White"), engine("Black")]
}
