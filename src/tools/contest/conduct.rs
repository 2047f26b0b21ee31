//! How games of engines begin and end, on the command line.

use crate::player::Referee;
use crate::tools::adjudication::{DrawRule, ResignRule, Rules};
use crate::tools::openings::{Opening, Source};
use crate::tools::random::Random;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// How games begin and end.
#[derive(Args, Debug)]
pub struct Conduct {
    /// What to begin with: book, ballots, random, or a file of positions a line (EPD, FEN) or of
    /// games (.pgn, .pdn)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many plies of an opening to play; 16 if not given, 8 of random moves
    #[arg(long)]
    plies: Option<usize>,
    /// For all that is by chance: the order of openings, random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// A draw if both think so: move= (from which on), count= (moves), score= (hundredths)
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    draw: Vec<String>,
    /// A loss if the loser thinks so: count= (moves), score= (hundredths), both=true|false
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE")]
    resign: Vec<String>,
    /// A draw after so many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// How many milliseconds an engine may overstep its time
    #[arg(long, default_value_t = 0, value_name = "MS")]
    margin: u64,
}

impl Conduct {
    /// Where games begin: `count` openings if they are random, in a random order if `shuffled`.
    pub fn openings(
        &self,
        count: usize,
        shuffled: bool,
        referee: &mut dyn Referee,
    ) -> anyhow::Result<Vec<Opening>> {
        let mut openings = match &self.openings {
            Some(word) => Source::of(word, count, self.seed).read(self.plies, referee)?,
            None => vec![Opening::default()],
        };
        if shuffled {
            Random::new(self.seed).shuffle(&mut openings);
        }
        Ok(openings)
    }

    /// When games end early.
    pub fn rules(&self) -> anyhow::Result<Rules> {
        Ok(Rules {
            draw: DrawRule::read(&self.draw)?,
            resign: ResignRule::read(&self.resign)?,
            max_plies: self.max_plies,
        })
    }

    /// How long an engine may overstep its time.
    pub fn margin(&self) -> Duration {
        Duration::from_millis(self.margin)
    }

    /// What was said of it, but for the seed.
    pub fn words(&self) -> Vec<String> {
        let openings = self.openings.as_ref();
        let openings = openings.map(|path| format!("openings={}", path.display()));
        let plies = self.plies.map(|plies| format!("plies={plies}"));
        let draw = self.draw.iter().map(|word| format!("draw {word}"));
        let resign = self.resign.iter().map(|word| format!("resign {word}"));
        let most = self.max_plies.map(|plies| format!("max-plies={plies}"));
        let margin = Some(format!("margin={}", self.margin));
        let begin = openings.into_iter().chain(plies);
        let end = draw.chain(resign).chain(most).chain(margin);
        begin.chain(end).collect()
    }
}
