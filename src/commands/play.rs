//! `kempelen play`: games between people and the program.

use super::arguments::{PositionArgs, one_of};
use crate::conditions::time_control::ClockPeriod;
use crate::game::Side;
use crate::games::{find_game, name_for_long_run};
use crate::notation::excerpt;
use crate::play::last_game::LastGame;
use crate::play::plain::PlainGame;
use crate::play::puzzle_file::read_puzzles;
use crate::play::saved_game::SavedGame;
use crate::play::texts::counted;
use crate::play::{EngineResources, Level, Session, SessionSettings, SidePlayer, ballot, game_file, terminal};
use crate::system::{files, interrupt, terminal as standard_terminal};
use anyhow::anyhow;
use clap::Args;
use std::io::{BufReader, IsTerminal, Write, stdin};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Play a game against the program, or against each other.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kempelen play
  kempelen play --elo 1000
  kempelen play --game russian --side second --level 6
  kempelen play --game nim --fen \"3,4,5 p1\" --second theory
  kempelen play --first person name=Anna --second person name=Ben --clock 10:00+5
  kempelen play --game nim --random \"heaps=3..5 size=1..20 misere\"
  kempelen play --game pongor --second alpha-beta depth=6 name=AutoCheckers
  kempelen play --first search level=5 name=one --second search level=6 name=two
  kempelen play --load game.pgn
  kempelen play --puzzles puzzles.csv

A player is person, best, search, theory, random or a textbook algorithm such as 'alpha-beta depth=4'; then any of
name= level= elo= movetime= nodes= clock eval=FILE book=off. See docs/play.md.")]
pub struct Play {
    #[command(flatten)]
    position: PositionArgs,
    /// Begin with an opening that is drawn by lot
    #[arg(long, conflicts_with_all = ["fen", "random", "moves"])]
    ballot: bool,
    /// Go on with the game, or the position, of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "ballot", "random"])]
    load: Option<PathBuf>,
    /// Solve the puzzles of a file: .pgn, .pdn, .csv (the columns of lichess) or .json, as 'analyse --puzzles' writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "fen", "random", "moves", "ballot", "load", "go_on", "side", "first", "second", "level", "elo", "clock", "threads", "seed"
    ])]
    puzzles: Option<PathBuf>,
    /// Go on with the last game
    #[arg(long = "continue", conflicts_with_all = ["fen", "moves", "ballot", "random", "load"])]
    go_on: bool,
    /// Which side you play [default: first]
    #[arg(long, value_parser = one_of(&SIDES), conflicts_with_all = ["first", "second"])]
    side: Option<Side>,
    /// Who moves first [default: person]
    #[arg(long, num_args = 1.., value_name = "PLAYER")]
    first: Vec<String>,
    /// Who moves second [default: best level=4]
    #[arg(long, num_args = 1.., value_name = "PLAYER")]
    second: Vec<String>,
    /// The level of the machines: a depth from 1 to 10
    #[arg(long, value_name = "N", value_parser = Level::numbered)]
    level: Option<Level>,
    /// The strength of the machines as a rating from 800 to 2400, measured between programs, not among people
    #[arg(long, value_name = "RATING", value_parser = Level::rated, conflicts_with = "level")]
    elo: Option<Level>,
    /// A clock for both, as 5:00+3 (minutes, seconds, increment in seconds)
    #[arg(long, value_name = "TIME", value_parser = clock)]
    clock: Option<ClockPeriod>,
    /// Threads of the machines' searches
    #[arg(long, default_value = "1")]
    threads: usize,
    /// Repeat what is left to chance: ballots, secret placements, and the choices of machines that think with one thread
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Play by lines of text, also on pipes
    #[arg(long)]
    plain: bool,
}

/// The sides by name.
const SIDES: [(&str, Side, &str); 2] =
    [("first", Side::First, "The side that moves first"), ("second", Side::Second, "The side that moves second")];

/// Reads minutes, seconds and increment, as in `5:00+3`. The colon is required, since `10+5` could mean minutes or, as in match
/// programs, seconds.
fn clock(text: &str) -> Result<ClockPeriod, String> {
    let read = if text.contains(':') { text.parse().ok() } else { None };
    read.ok_or_else(|| {
        format!("found '{}', expected minutes and seconds, such as 5:00, 5:00+3 or 90:00", excerpt(text))
    })
}

impl Play {
    /// Runs the command.
    pub fn run(mut self) -> anyhow::Result<ExitCode> {
        if let Some(game) = &mut self.position.game {
            *game = name_for_long_run(game)?;
        }
        if let Some(path) = &self.puzzles {
            return self.play(self.open_puzzles(path)?, LastGame::default(), Ok(None));
        }
        let settings = self.settings().map_err(|error| anyhow!(error))?;
        let mut last = LastGame::of_user(&settings);
        let unfinished = last.unfinished(&settings);
        let mut session = self.begin(settings, &mut last, &unfinished)?;
        session.resume();
        let offered = unfinished.and_then(|saved| self.offered(saved));
        self.play(session, last, offered)
    }

    /// Plays on the screen or by lines of text until the person quits.
    fn play(
        &self,
        session: Session,
        last: LastGame,
        offered: Result<Option<SavedGame>, String>,
    ) -> anyhow::Result<ExitCode> {
        interrupt::listen();
        let mut output = files::NamedOutput::stdout();
        let is_terminal = stdin().is_terminal();
        if !self.plain && is_terminal && standard_terminal::can_move_cursor() {
            terminal::play(session, last, offered)?;
        } else {
            tell_unfinished(offered, &mut output)?;
            PlainGame::new(session, last, BufReader::new(stdin()), &mut output, is_terminal)?.run()?;
        }
        Ok(if interrupt::raised() { ExitCode::from(interrupt::STATUS) } else { ExitCode::SUCCESS })
    }

    /// The first puzzle of a file.
    fn open_puzzles(&self, path: &Path) -> anyhow::Result<Session> {
        let game = self.position.game.as_deref().map(find_game).transpose()?;
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let name = path.display();
        let puzzles = read_puzzles(files::open(path)?, &extension, game)
            .map_err(|error| anyhow!("--puzzles: found '{name}', {error}"))?;
        Session::of_puzzles(puzzles).map_err(|error| anyhow!("'{name}': {error}"))
    }

    /// The game that was asked for: of a file, the last one, or a new one.
    fn begin(
        &self,
        settings: SessionSettings,
        last: &mut LastGame,
        unfinished: &Result<Option<SavedGame>, String>,
    ) -> anyhow::Result<Session> {
        let saved = match (&self.load, self.go_on) {
            (Some(path), _) => game_file::load(path, &settings)?,
            (None, true) => {
                last.goes_on();
                let none = || anyhow!("--continue: there is no unfinished game");
                unfinished.clone().map_err(|error| anyhow!(error))?.ok_or_else(none)?
            }
            (None, false) => return Session::new(settings).map_err(|error| anyhow!(error)),
        };
        self.change(saved).and_then(SavedGame::resume).map_err(|error| anyhow!(error))
    }

    /// The last game, if it is to be offered: no other game or position was asked for.
    fn offered(&self, saved: Option<SavedGame>) -> Result<Option<SavedGame>, String> {
        let asked = &self.position;
        let asks = asked.names_position() || self.ballot || self.load.is_some() || self.go_on;
        let is_wanted =
            |saved: &SavedGame| !asks && asked.game.as_ref().is_none_or(|game| saved.settings.game == *game);
        let changed = saved.filter(is_wanted).map(|saved| self.change(saved)).transpose();
        changed.map_err(|error| format!("the last game cannot be continued: {error}"))
    }

    /// Options of the command line override those of the saved game.
    fn change(&self, mut saved: SavedGame) -> Result<SavedGame, String> {
        let found = &saved.settings.game;
        if let Some(wanted) = &self.position.game
            && found != wanted
        {
            return Err(format!("found a game of {found}, but --game says {wanted}"));
        }
        let settings = &mut saved.settings;
        for (player, words) in settings.players.iter_mut().zip([&self.first, &self.second]) {
            if !words.is_empty() {
                *player = self.described(words)?;
            }
        }
        if let Some(side) = self.side {
            let is_person = |side: Side| settings.players[side.index()].is_person();
            match (is_person(side), is_person(!side)) {
                (true, false) => {}
                (false, true) => settings.players.swap(0, 1),
                _ => settings.players = self.new_players()?,
            }
        }
        if let Some(clock) = self.clock {
            settings.clock = Some(clock);
            saved.clocks = Default::default();
        }
        settings.resources.threads = self.threads;
        settings.seed = self.seed;
        self.set_level(settings)?;
        Ok(saved)
    }

    /// Sets the level of the machines, if it was asked for.
    fn set_level(&self, settings: &mut SessionSettings) -> Result<(), String> {
        let Some(level) = self.level.or(self.elo) else { return Ok(()) };
        let option = if self.elo.is_some() { "--elo" } else { "--level" };
        let has_level = settings.players.each_mut().map(|player| player.set_level(level));
        if has_level == [false; 2] {
            let is_of_persons = settings.players.iter().all(SidePlayer::is_person);
            let problem =
                if is_of_persons { "two persons, expected a machine" } else { "random, expected best or search" };
            return Err(format!("{option}: found {problem}"));
        }
        let game = find_game(&settings.game)?;
        let checked = settings.players.iter().try_for_each(|player| player.check_level(game));
        checked.map_err(|error| format!("{option}: {error}"))
    }

    /// A new game.
    fn settings(&self) -> Result<SessionSettings, String> {
        if self.clock.is_some_and(|clock| clock.time.is_zero()) {
            return Err("--clock: found no time, expected some, such as 5:00+3".to_owned());
        }
        let asked = &self.position;
        let mut settings = SessionSettings {
            start: asked.start_text().map_err(|error| error.to_string())?,
            moves: asked.moves(),
            clock: self.clock,
            seed: self.seed,
            resources: EngineResources { threads: self.threads, ..EngineResources::default() },
            ..SessionSettings::new(asked.game(), self.new_players()?)
        };
        if self.load.is_none() && !self.go_on {
            self.set_level(&mut settings)?;
        }
        if self.ballot {
            return ballot(&settings);
        }
        Ok(settings)
    }

    /// The players that the words describe; without words a person and a machine.
    fn new_players(&self) -> Result<[SidePlayer; 2], String> {
        let person = self.side.unwrap_or(Side::First);
        let player = |words: &[String], side: Side| {
            let is_person = words.is_empty() && side == person;
            if is_person { Ok(SidePlayer::person(SidePlayer::YOU)) } else { self.described(words) }
        };
        let mut players = [player(&self.first, Side::First)?, player(&self.second, Side::Second)?];
        let is_unnamed = self.second.iter().all(|word| !word.contains("name="));
        if is_unnamed && players[0].name == players[1].name {
            players[1].name += " 2";
        }
        Ok(players)
    }

    /// The player that the words describe. A machine plays by the clock if there is one, and they name no level.
    fn described(&self, words: &[String]) -> Result<SidePlayer, String> {
        let level = self.clock.map_or_else(Level::default, |_| Level::Clock);
        let words = words.iter().flat_map(|word| word.split_whitespace());
        SidePlayer::parse_with(words, level)
    }
}

/// Tells that there is an unfinished game, or why it cannot be continued.
fn tell_unfinished(offered: Result<Option<SavedGame>, String>, output: &mut dyn Write) -> anyhow::Result<()> {
    match offered {
        Ok(Some(saved)) => {
            let game = &saved.settings.game;
            let moves = counted(saved.settings.moves.len().div_ceil(2), "move");
            writeln!(
                output,
                "an unfinished game of {game} ({moves}) is kept;\n'kempelen play --continue' goes on with it"
            )?;
        }
        Ok(None) => {}
        Err(error) => writeln!(output, "{error}")?,
    }
    Ok(())
}
