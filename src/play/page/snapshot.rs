//! Snapshots: the complete state of a game, from which another session can continue.

use super::Playing;
use crate::conditions::time_control::TimeControl;
use crate::game::Side;
use crate::games::find_known_game;
use crate::notation::excerpt;
use crate::play::engines::EngineResources;
use crate::play::players::SidePlayer;
use crate::play::saved_game::SavedClocks;
use crate::play::session::{GameOver, Session, SessionSettings};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The state of a game. Fields that are left out have the values of a new game.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GameSnapshot {
    pub(super) game: String,
    /// The start position; `None` for the usual one.
    position: Option<String>,
    /// The moves, including those that were taken back.
    #[serde(default)]
    moves: Vec<String>,
    /// The number of moves before the current position; `None` for all.
    ply: Option<usize>,
    /// The players, as [`SidePlayer::parse`] reads them.
    players: [String; 2],
    /// Their names; `None` for default names.
    names: Option<[String; 2]>,
    /// The time control, such as `5:00+3`.
    clock: Option<String>,
    /// Remaining time of both sides in milliseconds.
    remaining: Option<[u64; 2]>,
    /// Remaining time of the mover after each move, in milliseconds.
    #[serde(default)]
    clocks: Vec<Option<u64>>,
    /// The end of the game after the last move, if it is over.
    end: Option<SnapshotEnd>,
    /// Whether the board is flipped; `None`: so that the only human player sits at the bottom.
    pub(super) is_flipped: Option<bool>,
    /// The expected score of the first side by ply; `None` for positions that were not searched.
    #[serde(default)]
    pub(super) evaluations: Vec<Option<f64>>,
}

/// How a game has ended.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct SnapshotEnd {
    /// 0 for the first side; none for a draw.
    winner: Option<usize>,
    reason: String,
}

impl GameSnapshot {
    /// Restores the session.
    pub(super) fn session(&self, resources: EngineResources) -> Result<Session, String> {
        let settings = SessionSettings {
            start: self.position.clone(),
            moves: self.moves.clone(),
            clock: self.clock.as_ref().map(|text| text.parse()).transpose()?,
            resources,
            ..SessionSettings::new(find_known_game(&self.game)?.name, self.players()?)
        };
        let mut session = Session::new(settings)?;
        let clocks = self.clocks.iter().map(|clock| clock.map(Duration::from_millis)).collect();
        session.set_clocks(&SavedClocks { moves: clocks, running: None });
        if let Some(end) = &self.end {
            let winner = end.winner.and_then(|index| Side::BOTH.get(index).copied());
            session.begin_paused(Some(GameOver { winner, reason: end.reason.clone() }), Vec::new());
        }
        if let Some(ply) = self.ply {
            session.go_to(ply);
        }
        if let Some(remaining) = self.remaining {
            session.set_remaining(remaining.map(Duration::from_millis));
        }
        Ok(session)
    }

    fn players(&self) -> Result<[SidePlayer; 2], String> {
        self.players.iter().try_for_each(|text| refuse_files(text))?;
        let [first, second] = self.players.each_ref().map(|text| SidePlayer::parse(text.split_whitespace()));
        let mut players = [first?, second?];
        match &self.names {
            Some([first, second]) => {
                players[0].name.clone_from(first);
                players[1].name.clone_from(second);
            }
            None if players[0].name == players[1].name => players[1].name += " 2",
            None => {
                let person = players.iter_mut().find(|player| **player == SidePlayer::person("Person"));
                person.into_iter().for_each(|person| person.name = SidePlayer::YOU.to_owned());
            }
        }
        Ok(players)
    }
}

/// Refuses players with an evaluation file: a page must not make the program read files.
pub(super) fn refuse_files(player: &str) -> Result<(), String> {
    match player.split_whitespace().find(|word| word.starts_with("eval=")) {
        Some(word) => Err(format!("found '{}', expected a player without a file", excerpt(word))),
        None => Ok(()),
    }
}

impl Playing {
    /// Takes a snapshot.
    pub(super) fn snapshot(&self) -> GameSnapshot {
        let session = &self.session;
        let settings = session.settings();
        let all_moves = || session.moves().iter().chain(session.undone());
        let control = |clock| TimeControl { clock: Some(clock), ..TimeControl::default() }.to_string();
        GameSnapshot {
            game: session.game().name.to_owned(),
            position: settings.start.clone(),
            moves: all_moves().map(|mv| mv.text.clone()).collect(),
            ply: Some(session.moves().len()),
            players: Side::each(|side| session.player(side).to_string()),
            names: Some(Side::each(|side| session.name(side).to_owned())),
            clock: settings.clock.map(control),
            remaining: session.both_remaining().map(|both| both.map(|time| time.as_millis() as u64)),
            clocks: all_moves().map(|mv| mv.clock.map(|time| time.as_millis() as u64)).collect(),
            end: session
                .last_end()
                .map(|end| SnapshotEnd { winner: end.winner.map(Side::index), reason: end.reason.clone() }),
            is_flipped: Some(self.is_flipped),
            evaluations: self.evaluations.clone(),
        }
    }
}
