//! The entry of a game, for code that serves every game and is compiled once.

use super::any_evaluation::AnyEvaluation;
use super::any_tables::{AnyTables, TablesOf};
use super::model_file::read_model;
use crate::any_position::AnyPosition;
use crate::games::entry::{GameEntry, GameInfo, GameVisitor};
use crate::games::visit_game;
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::random::Random;
use crate::search::Tablebase;
use std::marker::PhantomData;
use std::path::Path;

impl GameInfo {
    /// As [`GameEntry::start`].
    pub fn start(&'static self) -> AnyPosition {
        entry(self).start(self)
    }

    /// As [`GameEntry::how_to_play`].
    pub fn how_to_play(&'static self) -> String {
        entry(self).how_to_play(self)
    }

    /// As [`GameEntry::rules`].
    pub fn rules(&'static self) -> Vec<String> {
        entry(self).rules(self)
    }

    /// As [`GameEntry::random_position`].
    ///
    /// # Errors
    /// The game has no random positions, or the bounds are wrong.
    pub fn random_position(
        &'static self,
        like: &AnyPosition,
        set_up: &RandomSetUp,
        random: &mut Random,
    ) -> Result<AnyPosition, String> {
        entry(self).random_position(self, like, set_up, random)
    }

    /// As [`GameEntry::secret_placement`], for a position of this game.
    pub fn secret_placement(&'static self, like: &AnyPosition) -> Option<SecretPlacement> {
        entry(self).secret_placement(like)
    }

    /// The evaluation for games like that of `position` by the weights or the network in a file; without a path, the embedded
    /// one.
    ///
    /// # Errors
    /// The file cannot be read or is no evaluation of the game.
    pub fn evaluation(&'static self, position: &AnyPosition, path: Option<&Path>) -> anyhow::Result<AnyEvaluation> {
        entry(self).evaluation(position, path)
    }

    /// The embedded endgame tables for games like that of `position`, and those in `path` unless it is empty.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn open_tables(&'static self, position: &AnyPosition, path: &str) -> Result<Box<dyn AnyTables>, String> {
        entry(self).open_tables(position, path)
    }
}

/// The methods of [`GameEntry`], object-safe.
trait AnyEntry {
    fn start(&self, game: &'static GameInfo) -> AnyPosition;
    fn how_to_play(&self, game: &'static GameInfo) -> String;
    fn rules(&self, game: &'static GameInfo) -> Vec<String>;
    fn random_position(
        &self,
        game: &'static GameInfo,
        like: &AnyPosition,
        set_up: &RandomSetUp,
        random: &mut Random,
    ) -> Result<AnyPosition, String>;
    fn secret_placement(&self, like: &AnyPosition) -> Option<SecretPlacement>;
    fn evaluation(&self, position: &AnyPosition, path: Option<&Path>) -> anyhow::Result<AnyEvaluation>;
    fn open_tables(&self, position: &AnyPosition, path: &str) -> Result<Box<dyn AnyTables>, String>;
}

/// The entry of the games of `K`.
struct EntryOf<K>(PhantomData<K>);

impl<K: GameEntry> AnyEntry for EntryOf<K> {
    fn start(&self, game: &'static GameInfo) -> AnyPosition {
        AnyPosition::new(K::start(game))
    }

    fn how_to_play(&self, game: &'static GameInfo) -> String {
        K::how_to_play(game)
    }

    fn rules(&self, game: &'static GameInfo) -> Vec<String> {
        K::rules(game)
    }

    fn random_position(
        &self,
        game: &'static GameInfo,
        like: &AnyPosition,
        set_up: &RandomSetUp,
        random: &mut Random,
    ) -> Result<AnyPosition, String> {
        K::random_position(game, like.inside(), set_up, random).map(AnyPosition::new)
    }

    fn secret_placement(&self, like: &AnyPosition) -> Option<SecretPlacement> {
        K::secret_placement(like.inside())
    }

    fn evaluation(&self, position: &AnyPosition, path: Option<&Path>) -> anyhow::Result<AnyEvaluation> {
        Ok(AnyEvaluation::new::<K>(&read_model::<K>(position.inside(), path)?))
    }

    fn open_tables(&self, position: &AnyPosition, path: &str) -> Result<Box<dyn AnyTables>, String> {
        Ok(Box::new(TablesOf::<K>::new(K::Tablebase::open(position.inside(), path)?)))
    }
}

fn entry(game: &'static GameInfo) -> &'static dyn AnyEntry {
    struct FindEntry;
    impl GameVisitor for FindEntry {
        type Output = &'static dyn AnyEntry;

        fn visit<K: GameEntry>(self, _: &'static GameInfo) -> Self::Output {
            &EntryOf::<K>(PhantomData)
        }
    }
    visit_game(game, FindEntry)
}
