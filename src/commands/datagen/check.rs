//! `kempelen datagen check`: whether files hold what the rules allow.

use crate::game::{Game, Key};
use crate::games::{Entry, Visitor, by_name};
use crate::lab::game_file::reader::open_game_file;
use crate::lab::game_file::training_game::TrainingGame;
use crate::lab::replay::{check_end, replay};
use crate::system::files::NamedOutput;
use anyhow::anyhow;
use clap::Args;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check game files by replaying every game.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen datagen check chess.games")]
pub struct Check {
    /// Game files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Check {
    /// Runs the command: 1, if something is wrong.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut wrong = 0;
        for path in &self.files {
            let game = open_game_file(path)?.header.game().to_owned();
            let checked = by_name(&game, File(path));
            let checked = checked.map_err(|error| anyhow!("'{}': {error}", path.display()));
            wrong += checked??.wrong;
        }
        Ok(ExitCode::from(u8::from(wrong > 0)))
    }
}

struct File<'a>(&'a Path);

/// What was found in a file.
#[derive(Default, Debug)]
struct Findings {
    games: u64,
    positions: u64,
    /// Games that begin where another did.
    twins: u64,
    /// Games and blocks that are not right.
    wrong: u64,
    starts: HashSet<Key>,
}

impl Visitor for File<'_> {
    type Output = anyhow::Result<Findings>;

    fn visit<K: Entry>(self) -> Self::Output {
        let shown = self.0.display();
        let mut findings = Findings::default();
        for block in open_game_file(self.0)? {
            let block = match block {
                Ok(block) => block,
                Err(error) => {
                    findings.wrong += 1;
                    writeln!(NamedOutput::stdout(), "'{shown}', {error}")?;
                    continue;
                }
            };
            for (number, game) in (1..).zip(&block.games) {
                if let Err(error) = findings.add::<K>(game) {
                    findings.wrong += 1;
                    let offset = block.offset;
                    writeln!(
                        NamedOutput::stdout(),
                        "'{shown}', game {number} of the block at byte {offset}: {error}"
                    )?;
                }
            }
        }
        let Findings {
            games,
            positions,
            twins,
            wrong,
            ..
        } = findings;
        writeln!(
            NamedOutput::stdout(),
            "'{shown}': {games} games and {positions} positions are right, {wrong} games or blocks are not; \
             {twins} games begin where another did"
        )?;
        Ok(findings)
    }
}

impl Findings {
    /// Plays a game again; it counts, if it is right.
    fn add<K: Entry>(&mut self, game: &TrainingGame) -> Result<(), String> {
        let mut start = None;
        let course = replay::<K::Game>(game, |course, _, _| {
            start.get_or_insert(course.position().key());
        })?;
        check_end(game, &course)?;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.twins += u64::from(start.is_some_and(|key| !self.starts.insert(key)));
        Ok(())
    }
}
