//! `kempelen play`: games between people and the program.

use crate::games::{DEFAULT_GAME, game_help, name_for_long_run};
use crate::play::last_game::LastGame;
use crate::play::plain::PlainGame;
use crate::play::saved_game::{self, SavedGame};
use crate::play::{Level, MachineSettings, Session, SessionSettings, SidePlayer, start, terminal};
use crate::system::interrupt;
use crate::tournament::time_control::ClockPeriod;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use std::io::{BufReader, IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// Play a game against the program, or against each other.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen play
  kempelen play --game russian --side second --level 6
  kempelen play --game nim --fen \"nim 3,4,5\" --second theory
  kempelen play --first person name=Anna --second person name=Ben --clock 10:00+5
  kempelen play --game nim --random \"heaps=3..5 size=1..20 misere\"
  kempelen play --game pongor --second alpha-beta depth=6 name=AutoCheckers
  kempelen play --first search level=5 name=one --second search level=6 name=two
  kempelen play --load game.pgn

A player is person, best, search, theory, random or a textbook algorithm such as 'alpha-beta depth=4'; then any of
name= level= movetime= nodes= clock eval=FILE. See docs/play.md.")]
pub struct Play {
    /// The name of the game
    #[arg(long, help = game_help(), default_value = DEFAULT_GAME)]
    game: String,
    /// Position in FEN [default: the start position]
    #[arg(long, visible_alias = "position")]
    fen: Option<String>,
    /// Moves to play from the position
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Begin with an opening that is drawn by lot
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    ballot: bool,
    /// Begin with random heaps, within bounds such as "heaps=3..5 size=1..20 misere seed=7"
    #[arg(long, value_name = "BOUNDS", conflicts_with_all = ["fen", "moves", "ballot"])]
    random: Option<String>,
    /// Go on with the game, or the position, of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "ballot", "random"])]
    load: Option<PathBuf>,
    /// Go on with the last game
    #[arg(long = "continue", conflicts_with_all = ["fen", "moves", "ballot", "random", "load"])]
    go_on: bool,
    /// Whom you play
    #[arg(long, value_enum, default_value = "first", conflicts_with_all = ["first", "second"])]
    side: PersonSide,
    /// Who moves first [default: person]
    #[arg(long, num_args = 1.., value_name = "PLAYER")]
    first: Vec<String>,
    /// Who moves second [default: best level=4]
    #[arg(long, num_args = 1.., value_name = "PLAYER")]
    second: Vec<String>,
    /// The level of the machines: a depth from 1 to 10
    #[arg(long, value_name = "N")]
    level: Option<String>,
    /// A clock for both, as 5:00+3 (minutes, seconds, increment in seconds)
    #[arg(long, value_name = "TIME")]
    clock: Option<ClockPeriod>,
    /// Threads of the machines' searches
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Play by lines of text, also on pipes
    #[arg(long)]
    plain: bool,
}

/// Whom a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PersonSide {
    /// The side that moves first
    First,
    /// The side that moves second
    Second,
}

impl Play {
    /// Runs the command.
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        self.game = name_for_long_run(&self.game).map_err(|error| anyhow!(error))?;
        let settings = self.settings().map_err(|error| anyhow!(error))?;
        let mut last = LastGame::of_user();
        let unfinished = last.unfinished(&settings.game, &settings.players);
        let session = match (&self.load, self.go_on) {
            (Some(path), _) => saved_game::load(path, &settings.game, &settings.players)?.resume(),
            (None, true) => {
                let none = || anyhow!("--continue: there is no unfinished game");
                let saved = unfinished.clone().map_err(|error| anyhow!(error))?;
                saved.ok_or_else(none)?.resume()
            }
            (None, false) => Session::new(settings),
        };
        let mut session = session.map_err(|error| anyhow!(error))?;
        session.resume();
        interrupt::listen();
        let mut output = stdout();
        let on_screen = !self.plain && stdin().is_terminal() && output.is_terminal();
        if on_screen {
            let is_new = self.load.is_none() && !self.go_on;
            let offered = unfinished.map(|saved| saved.filter(|_| is_new));
            terminal::play(session, last, offered)?;
            return Ok(self.status());
        }
        self.tell_unfinished(unfinished, &mut output)?;
        let interactive = stdin().is_terminal();
        let input = BufReader::new(stdin());
        PlainGame::new(session, last, input, &mut output, interactive).run()?;
        Ok(self.status())
    }

    fn status(&self) -> ExitCode {
        if interrupt::raised() {
            ExitCode::from(interrupt::STATUS)
        } else {
            ExitCode::SUCCESS
        }
    }

    /// Tells that there is an unfinished game, if another one begins.
    fn tell_unfinished(
        &self,
        unfinished: Result<Option<SavedGame>, String>,
        output: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if self.go_on {
            return Ok(());
        }
        match unfinished {
            Ok(Some(saved)) => {
                let (game, moves) = (&saved.settings.game, saved.settings.moves.len());
                writeln!(
                    output,
                    "an unfinished game of {game} ({moves} moves) is kept; 'kempelen play --continue' goes on with it"
                )?;
            }
            Ok(None) => {}
            Err(error) => writeln!(output, "{error}")?,
        }
        Ok(())
    }

    fn settings(&self) -> Result<SessionSettings, String> {
        let players = match self.side {
            PersonSide::First => [
                self.player(&self.first, true),
                self.player(&self.second, false),
            ],
            PersonSide::Second => [
                self.player(&self.first, false),
                self.player(&self.second, true),
            ],
        };
        let [first, second] = players;
        let settings = SessionSettings {
            start: self.fen.clone(),
            moves: self.moves.clone(),
            clock: self.clock,
            threads: self.threads,
            ..SessionSettings::new(&self.game, [first?, second?])
        };
        if self.ballot {
            return start::ballot(&settings);
        }
        match &self.random {
            Some(bounds) => start::random(&settings, bounds),
            None => Ok(settings),
        }
    }

    /// The player that the words describe; without words a person or a machine.
    fn player(&self, words: &[String], is_person: bool) -> Result<SidePlayer, String> {
        let mut player = match words {
            [] if is_person => SidePlayer::person("You"),
            [] => SidePlayer::machine(MachineSettings::default()),
            _ => SidePlayer::parse(words.iter().flat_map(|word| word.split_whitespace()))?,
        };
        let level = self.level.as_deref().map(Level::numbered).transpose();
        let level = level.map_err(|error| format!("--level: {error}"))?;
        let clock = self.clock.map(|_| Level::Clock);
        if let Some(level) = level.or(clock) {
            player.set_level(level);
        }
        Ok(player)
    }
}
