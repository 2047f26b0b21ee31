//! Other players, and other levels, in the middle of a game.

use super::Session;
use crate::game::Side;
use crate::play::level::Level;
use crate::play::players::{SidePlayer, check_names};

impl Session {
    /// Gives a side another player, from the next move on.
    ///
    /// # Errors
    /// The names are equal, or an evaluation cannot be read; the old player stays.
    pub fn set_player(&mut self, side: Side, new: SidePlayer) -> Result<(), String> {
        let mut players = self.settings.players.clone();
        players[side.index()].clone_from(&new);
        check_names(&players)?;
        new.check_level(self.game)?;
        self.engines.set(side, new.machine.as_ref())?;
        self.settings.players = players;
        Ok(())
    }

    /// Gives a side the player that a text describes. What the text leaves out stays as it was: the name if a person
    /// replaces a person or a machine a machine, and the level.
    ///
    /// # Errors
    /// A word is not understood, the names are equal, or an evaluation cannot be read; the old player stays.
    pub fn change_player(&mut self, side: Side, text: &str) -> Result<(), String> {
        let old = self.player(side);
        let other = self.player(!side);
        let usual = [old, other].map(SidePlayer::level).into_iter().flatten().next().unwrap_or_default();
        let mut player = SidePlayer::parse_with(text.split_whitespace(), usual)?;
        if !text.split_whitespace().any(|word| word.starts_with("name=")) {
            if player.is_person() == old.is_person() {
                player.name.clone_from(&old.name);
            } else if player.is_person() && other.name != SidePlayer::YOU {
                player.name = SidePlayer::YOU.to_owned();
            }
            if player.name == other.name {
                player.name += " 2";
            }
        }
        self.set_player(side, player)
    }

    /// Sets the level of every machine that has one.
    ///
    /// # Errors
    /// No player has a level, the level means nothing to one of them, or an engine cannot be set up.
    pub fn set_level(&mut self, level: Level) -> Result<(), String> {
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(|&side| self.player(side).level().is_some()).collect();
        if sides.is_empty() {
            return Err("persons and players by chance have no level".to_owned());
        }
        let mut players = self.settings.players.clone();
        for &side in &sides {
            players[side.index()].set_level(level);
            players[side.index()].check_level(self.game)?;
        }
        for (side, player) in sides.into_iter().map(|side| (side, players[side.index()].clone())) {
            let algorithm = |it: &SidePlayer| it.machine.as_ref().map(|it| it.algorithm);
            // The depth of a textbook algorithm is part of it, so its engine is made again. Other machines go on thinking.
            if algorithm(&player) != algorithm(self.player(side)) {
                self.engines.set(side, player.machine.as_ref())?;
            }
            self.settings.players[side.index()] = player;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::examples::against;

    #[test]
    fn a_changed_player_keeps_what_is_not_said() {
        let mut session = against("best level=7", "tictactoe");
        let mut change = |side, text| {
            session.change_player(side, text)?;
            let player = session.player(side);
            Ok::<_, String>(format!("{}: {player}", player.name))
        };
        let mut second = |text| change(Side::Second, text).unwrap();
        assert_eq!(second("search"), "Kempelen: search level=7");
        assert_eq!(second("search level=2 name=A"), "A: search level=2");
        assert_eq!(second("alpha-beta"), "A: alpha-beta depth=2");
        assert_eq!(second("person"), "Person: person");
        let mut first = |text| change(Side::First, text).unwrap();
        assert_eq!(first("person"), "You: person");
        assert_eq!(first("best"), "Kempelen: best level=4");
        assert_eq!(first("person"), "You: person");
        assert!(change(Side::First, "persn").is_err());
    }
}
