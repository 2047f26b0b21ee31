//! `kempelen genfens`: random openings for OpenBench.

use crate::conditions::key_values::KeyValues;
use crate::conditions::openings::OpeningSource;
use crate::games::{AnySearch, DEFAULT_GAME, find_game};
use crate::lab::selfplay::random_starts::{PlyRange, RandomStarts};
use crate::notation::Notation;
use crate::random::Random;
use crate::search::SearchLimits;
use crate::system::files::NamedOutput;
use anyhow::Context;
use clap::Args;
use std::io::Write;

/// Write random openings of chess, as OpenBench asks for them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen genfens 8 seed 1 book None
  kempelen genfens 8 seed 1 book openings.epd plies 2..4")]
pub struct Genfens {
    /// Number of openings; each is written as soon as it is found
    #[arg(value_name = "N")]
    count: usize,
    /// seed S, book FILE (None: the initial position), plies MIN..MAX (random moves: 8..12, or 2..4 from a book)
    #[arg(value_name = "NAME VALUE")]
    settings: Vec<String>,
}

impl Genfens {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<()> {
        /// Openings whose score after these nodes is further from 0, in units of the evaluation, are left out.
        const MAX_SCORE: i32 = 400;
        const NODES: u64 = 1_000;
        let pairs: Vec<String> = self.settings.chunks(2).map(|pair| pair.join("=")).collect();
        let settings = KeyValues::new("genfens", &pairs, &["seed", "book", "plies"])?;
        let seed = settings.get("seed", 1, "a whole number from 0")?;
        let book = settings.text("book").unwrap_or("None");
        let game = find_game(DEFAULT_GAME)?;
        let (mut bases, mut plies) = (vec![game.start()], PlyRange { min: 8, max: 12 });
        if !book.eq_ignore_ascii_case("none") {
            let openings = OpeningSource::File(book.into()).read(None, game)?;
            bases = openings.into_iter().map(|opening| opening.line.position().clone()).collect();
            // Each seed begins in another place of the book.
            Random::new(seed).shuffle(&mut bases);
            plies = PlyRange { min: 2, max: 4 };
        }
        let mut starts =
            RandomStarts::new(bases, false, settings.get("plies", plies, "plies such as 8 or 8..12")?, seed);
        let mut search = AnySearch::new(game.knowledge(&game.start(), None)?, 2)?;
        let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
        for written in 0..self.count {
            let start = starts.by_ref().take(1_000).find(|start| {
                search.clear();
                search.search(&start.history, limits.clone()).score.value().abs() <= MAX_SCORE
            });
            let expected = self.count;
            let start =
                start.with_context(|| format!("found {written} openings that are balanced, expected {expected}"))?;
            writeln!(NamedOutput::stdout(), "info string genfens {}", start.history.position().show())?;
        }
        Ok(())
    }
}
