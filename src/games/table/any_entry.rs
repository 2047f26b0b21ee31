//! The entry and the endgame tables of a game, for code that serves every game and is compiled once.

use super::any_evaluation::AnyEvaluation;
use super::any_search::{AnySearch, TypedKnowledge};
use crate::any_position::AnyPosition;
use crate::eval::{Model, ModelOf, WEIGHTS};
use crate::game::{GameLine, Outcome};
use crate::games::entry::{GameEntry, GameInfo, GameVisitor};
use crate::games::visit_game;
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::opening::{BookLookup, OpeningBook, PolyglotBook};
use crate::random::Random;
use crate::search::{Knowledge, Tablebase, TablebaseValue};
use crate::system::data_file::DataFile;
use crate::system::files::read;
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;

/// Defines methods of [`GameInfo`] whose bodies see the entry of the game as the type `K`. They take positions of any game.
macro_rules! entry_methods {
    ($($(#[$doc:meta])* fn $name:ident($game:tt $(, $argument:ident: $type:ty)*) -> $result:ty $body:block)*) => {
        /// The methods for one entry.
        struct AnyEntry {
            $($name: fn(&'static GameInfo $(, $type)*) -> $result,)*
        }

        struct FindEntry;

        impl GameVisitor for FindEntry {
            type Output = AnyEntry;

            fn visit<K: GameEntry>(self, _: &'static GameInfo) -> AnyEntry {
                AnyEntry { $($name: |$game $(, $argument)*| $body,)* }
            }
        }

        impl GameInfo {
            $($(#[$doc])*
            pub fn $name(&'static self $(, $argument: $type)*) -> $result {
                (visit_game(self, FindEntry).$name)(self $(, $argument)*)
            })*
        }
    };
}

entry_methods! {
    /// As [`GameEntry::start`].
    fn start(game) -> AnyPosition { AnyPosition::new(K::start(game)) }

    /// As [`GameEntry::how_to_play`].
    fn how_to_play(game) -> String { K::how_to_play(game) }

    /// As [`GameEntry::rules`].
    fn rules(game) -> Vec<String> { K::rules(game) }

    /// As [`GameEntry::random_position`].
    ///
    /// # Errors
    /// The game has no random positions, or the bounds are wrong.
    fn random_position(
        game, like: &AnyPosition, set_up: &RandomSetUp, random: &mut Random
    ) -> Result<AnyPosition, String> {
        K::random_position(game, like.inside(), set_up, random).map(AnyPosition::new)
    }

    /// As [`GameEntry::secret_placement`], for a position of this game.
    fn secret_placement(_, like: &AnyPosition) -> Option<SecretPlacement> { K::secret_placement(like.inside()) }

    /// The evaluation for games like that of `position` by the weights or the network in a file; without a path, the embedded
    /// one.
    ///
    /// # Errors
    /// The file cannot be read or is no evaluation of the game.
    fn evaluation(_, position: &AnyPosition, path: Option<&Path>) -> anyhow::Result<AnyEvaluation> {
        Ok(AnyEvaluation::new::<K>(&read_model::<K>(position.inside(), path)?))
    }

    /// The file of the program with the evaluation of the game.
    fn evaluation_file(game) -> DataFile { K::Model::embedded_file(&K::start(game)) }

    /// A search of games like that of `position`, on one thread, without endgame tables, with a transposition table of this size. It
    /// evaluates as [`evaluation`](Self::evaluation) does.
    ///
    /// # Errors
    /// There is too little memory, or the file cannot be read or is no evaluation of the game.
    fn search(_, position: &AnyPosition, path: Option<&Path>, mebibytes: usize) -> anyhow::Result<AnySearch> {
        let model = read_model::<K>(position.inside(), path)?;
        AnySearch::new(Arc::new(TypedKnowledge::<K> { model, tablebase: Arc::default() }), mebibytes)
    }

    /// The embedded endgame tables for games like that of `position`, and those in `path` unless it is empty.
    ///
    /// # Errors
    /// They cannot be read.
    fn open_tables(_, position: &AnyPosition, path: &str) -> Result<Box<dyn AnyTables>, String> {
        Ok(Box::new(TablesOf::<K>(K::Tablebase::open(position.inside(), path)?)))
    }
}

impl GameInfo {
    /// The files of the program that a player of the game needs: evaluation, book, endgame tables. The names of openings are not among
    /// them: the page does not load so many bytes for them.
    pub fn data_files(&'static self) -> impl Iterator<Item = DataFile> {
        let others = self.book_files.iter().chain(self.tables.iter().flatten());
        [self.evaluation_file()].into_iter().chain(others.copied())
    }

    /// Whether the [strength limit](crate::search::StrengthLimit) means something in the game: it has an evaluation, by which a
    /// move can be somewhat worse than another.
    pub fn has_ratings(&'static self) -> bool {
        !self.evaluation_file().name.is_empty()
    }

    /// The name of the opening that a game has followed: `C60 Ruy Lopez`, with its ECO code in chess. `None` if it has none, and
    /// in the module for browsers, which has no names.
    pub fn opening_name(&'static self, line: &GameLine<AnyPosition>) -> Option<&'static str> {
        self.opening_names?.of(line, &self.start()).unwrap_or_default()
    }

    /// Reads an opening book whose lines begin at the start of the game: a text, or a binary book if the game has such books.
    ///
    /// # Errors
    /// The bytes are no book of the game.
    pub fn read_book(&'static self, bytes: &[u8]) -> Result<Arc<dyn BookLookup>, String> {
        if self.polyglot.is_some() && PolyglotBook::is_binary(bytes) {
            return Ok(Arc::new(PolyglotBook::new(bytes.to_vec())?));
        }
        let text = std::str::from_utf8(bytes);
        let text = text.map_err(|error| format!("byte {} is not UTF-8 text", error.valid_up_to() + 1))?;
        Ok(Arc::new(OpeningBook::parse(&self.start(), text)?))
    }

    /// The embedded opening book, if there is one.
    ///
    /// # Errors
    /// It is no book of the game.
    pub fn embedded_book(&'static self) -> Result<Option<Arc<dyn BookLookup>>, String> {
        self.book().map(|text| self.read_book(text.as_bytes())).transpose()
    }
}

/// The endgame tables of one game. Positions of other games must not be asked.
pub trait AnyTables: Send {
    /// The result by the tables alone; `None` if they do not have the position, or if counters of draw rules matter.
    fn result(&self, position: &AnyPosition) -> Option<Outcome>;

    /// The result and the distance under all rules.
    fn value(&self, position: &AnyPosition) -> Option<TablebaseValue>;

    /// Whether the move that leads from a position to `child` is a conversion: distances end with it.
    fn is_conversion(&self, position: &AnyPosition, child: &AnyPosition) -> bool;

    /// What distances count, in words.
    fn distance_unit(&self) -> &'static str;

    /// A line for the user: which tables were found, and which were left out and why.
    fn summary(&self) -> String;

    /// The error of a table that was found to be damaged, as a line for the user. Told once.
    fn take_error(&self) -> Option<String>;
}

/// The endgame tables of the games of `K`.
struct TablesOf<K: GameEntry>(K::Tablebase);

impl<K: GameEntry> AnyTables for TablesOf<K> {
    fn result(&self, position: &AnyPosition) -> Option<Outcome> {
        self.0.result(position.inside())
    }

    fn value(&self, position: &AnyPosition) -> Option<TablebaseValue> {
        self.0.value(position.inside())
    }

    fn is_conversion(&self, position: &AnyPosition, child: &AnyPosition) -> bool {
        K::is_conversion(position.inside(), child.inside())
    }

    fn distance_unit(&self) -> &'static str {
        K::Tablebase::DISTANCE
    }

    fn summary(&self) -> String {
        self.0.summary()
    }

    fn take_error(&self) -> Option<String> {
        self.0.take_error()
    }
}

/// The weights or the network in a file; without a path, the embedded evaluation. `start` is any position of the game.
///
/// # Errors
/// The file cannot be read or is no evaluation of the game.
fn read_model<K: Knowledge>(start: &K::Game, path: Option<&Path>) -> anyhow::Result<Arc<K::Model>> {
    let Some(path) = path else { return Ok(K::Model::embedded_for(start)?) };
    let model = if path.as_os_str() == WEIGHTS {
        K::Model::read_file(K::Model::weights_file(start))
    } else {
        K::Model::read(&read(path)?).map(Arc::new)
    };
    model.with_context(|| format!("'{}'", path.display()))
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::games::{find_game, games};
    use crate::notation::Notation;

    #[test]
    fn the_checksum_of_every_data_file_is_known() {
        // Text weights are embedded in every build; games without an evaluation have a file without a name.
        let is_loaded = |name: &str| !name.is_empty() && !name.ends_with(".toml");
        let files = games().flat_map(|game| game.data_files()).filter(|file| is_loaded(file.name));
        for file in files {
            assert_eq!(file.checksum(), crc32fast::hash(file.read().unwrap()), "{}", file.name);
        }
    }

    /// Distances end with a move that cannot be taken back: in chess a capture or a move of a pawn, in draughts a capture or a
    /// promotion.
    #[test]
    fn conversions_are_told_by_the_move() {
        for (game, text, mv, expected) in [
            ("chess", "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "e2e3", true),
            ("chess", "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "h1h2", false),
            ("chess", "4k3/8/8/8/8/8/4P3/4K2R w - - 7 9", "e2e3", true),
            ("chess", "4k3/8/8/8/8/8/4p3/4K2R w - - 7 9", "e1e2", true),
            ("chess", "4k3/8/8/8/8/8/4P3/4K2R w - - 7 9", "h1h2", false),
            ("english", "W:W6,22:BK13", "6-1", true),
            ("english", "W:W6,22:BK13", "22-17", false),
            ("english", "W:WK22:BK17,K1", "22x13", true),
            ("english", "W:WK22:BK13", "22-17", false),
        ] {
            let start = find_game(game).unwrap().start();
            let tables = find_game(game).unwrap().open_tables(&start, "").unwrap();
            let position = start.parse_position(text).unwrap();
            let child = position.play(position.parse_move(mv).unwrap());
            assert_eq!(tables.is_conversion(&position, &child), expected, "{game} {text} {mv}");
        }
    }
}
