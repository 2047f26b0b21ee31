//! `kempelen rating`: rates the players of recorded games.

use crate::notation::excerpt;
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::{GameRecord, GameResult};
use crate::report::failures::Failures;
use crate::system::files::{NamedInput, NamedOutput, write_report};
use crate::system::printable::printable;
use crate::system::progress;
use crate::tournament::cross_table::CrossTable;
use crate::tournament::rating_table::RatingTable;
use clap::Args;
use std::collections::BTreeMap;
use std::io::{BufReader, Write, stderr};
use std::path::PathBuf;
use std::process::ExitCode;

/// Rate the players of recorded games: one table for a round robin, a gauntlet or any other games that connect them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen rating games.pgn
  kempelen rating monday.pgn tuesday.pgn --anchor Stockfish=3600
  zcat games.pgn.gz | kempelen rating --json - > ratings.json

The errors are those of 95 %. LOS is the likelihood that a player is stronger than the next one. Games without a result do not count.")]
pub struct Rating {
    /// Files of games in PGN or PDN; - is standard input
    #[arg(required = true, value_name = "GAMES")]
    input: Vec<PathBuf>,
    /// The rating of one player [default: the mean of all is 0]
    #[arg(long, value_name = "NAME=RATING", value_parser = anchor)]
    anchor: Option<(String, f64)>,
    /// Write the table as JSON
    #[arg(long)]
    json: bool,
}

/// Reads `NAME=RATING`. The name may contain `=`.
fn anchor(text: &str) -> Result<(String, f64), String> {
    let parts = text.rsplit_once('=').and_then(|(name, rating)| Some((name.to_owned(), rating.parse().ok()?)));
    parts
        .filter(|(_, rating): &(_, f64)| rating.is_finite())
        .ok_or("expected NAME=RATING, such as Stockfish=3600".into())
}

impl Rating {
    /// Runs the command. The status is 1 if a game could not be read.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (mut results, mut failures) = (BTreeMap::<[String; 2], [u32; 3]>::new(), Failures::new("game", "read"));
        let bar = progress::counter("games");
        for path in &self.input {
            for record in RecordReader::new(BufReader::with_capacity(1 << 16, NamedInput::open(path)?)) {
                bar.inc(1);
                match record.and_then(outcome) {
                    Ok(None) => (),
                    Ok(Some((players, outcome))) => results.entry(players).or_default()[outcome] += 1,
                    Err(RecordError::Read(error)) => return Err(error.into()),
                    Err(error) => failures.add(&format!("{}: {error}", path.display())),
                }
            }
        }
        let mut names: Vec<String> = results.keys().flatten().cloned().collect();
        names.sort();
        names.dedup();
        let number = |name: &String| names.binary_search(name).unwrap_or_default();
        let numbered = results.iter().map(|(players, wdl)| (players.each_ref().map(number), *wdl));
        let anchor = self.anchor.as_ref().map(|(name, rating)| (&**name, *rating));
        let table = RatingTable::new(&names, &CrossTable { results: numbered.collect() }, anchor);
        bar.finish_and_clear();
        if !failures.is_empty() {
            writeln!(stderr(), "kempelen: {}", printable(&failures.to_string()))?;
        }
        let table = table?;
        write_report(&mut NamedOutput::stdout(), self.json, &table, &table)?;
        Ok(ExitCode::from(u8::from(!failures.is_empty())))
    }
}

/// White, Black, and whether White won (0), drew (1) or lost (2). `None` if the game has no result.
fn outcome(record: GameRecord) -> Result<Option<([String; 2], usize)>, RecordError> {
    let wrong = |found: &str, expected| RecordError::Syntax {
        line: record.line,
        found: found.to_owned(),
        expected,
        is_cut_off: false,
        record: Box::default(),
    };
    let stated = record.tag("Result").and_then(GameResult::of_text).unwrap_or_default();
    let result = match (record.result, stated) {
        (GameResult::Unknown, result) | (result, GameResult::Unknown) => result,
        (result, tag) if result == tag => result,
        _ => return Err(wrong("another result in the tags than after the moves", "the same")),
    };
    let outcomes = [GameResult::White, GameResult::Draw, GameResult::Black];
    let Some(outcome) = outcomes.iter().position(|it| *it == result) else { return Ok(None) };
    if record.tags.iter().filter(|(tag, _)| tag.eq_ignore_ascii_case("White")).count() > 1 {
        return Err(wrong("two tags White", "moves or a result between the tags of two games"));
    }
    let players = ["White", "Black"].map(|tag| record.tag(tag).unwrap_or_default().trim().to_owned());
    if players[0] == players[1] || players.iter().any(|name| ["", "?"].contains(&&**name)) {
        let found = format!("players '{}' and '{}'", excerpt(&players[0]), excerpt(&players[1]));
        return Err(wrong(&found, "the names of two players in the tags White and Black"));
    }
    Ok(Some((players, outcome)))
}
