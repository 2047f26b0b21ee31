//! The entry of a game, for code that serves every game and is compiled once.

use super::any_evaluation::AnyEvaluation;
use super::any_search::{GameKnowledge, TypedKnowledge};
use crate::any_position::AnyPosition;
use crate::eval::{ModelError, ModelOf, ModelSource, WEIGHTS};
use crate::game::GameLine;
use crate::games::entry::{GameEntry, GameInfo, GameVisitor};
use crate::games::visit_game;
use crate::opening::set_up::{RandomSetUp, SecretPlacement};
use crate::opening::{BookLookup, OpeningBook, PolyglotBook};
use crate::random::Random;
use crate::system::data_file::DataFile;
use crate::system::files::read;
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;

/// Defines methods of [`GameInfo`], all of this visibility, whose bodies see the entry of the game as the type `K`. They take
/// positions of any game.
macro_rules! entry_methods {
    ($visibility:vis methods: $($(#[$doc:meta])* fn $name:ident($game:tt $(, $argument:ident: $type:ty)*) -> $result:ty $body:block)*) => {
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
            $visibility fn $name(&'static self $(, $argument: $type)*) -> $result {
                (visit_game(self, FindEntry).$name)(self $(, $argument)*)
            })*
        }
    };
}

entry_methods! { pub methods:
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

    /// The evaluation of a source for games like that of `position`, without endgame tables.
    ///
    /// # Errors
    /// The source is no evaluation of the game.
    fn knowledge_of(_, position: &AnyPosition, source: &ModelSource) -> Result<Arc<dyn GameKnowledge>, ModelError> {
        Ok(Arc::new(TypedKnowledge::<K>::new(position.inside::<K::Game>().clone(), source)?))
    }

    /// The file of the program with the evaluation of the game.
    fn evaluation_file(game) -> DataFile { K::Model::embedded_file(&K::start(game)) }
}

pub(crate) use entry_methods;

impl GameInfo {
    /// The evaluation for games like that of `position` by the weights or the network in a file; without a path, the embedded
    /// one.
    ///
    /// # Errors
    /// The file cannot be read or is no evaluation of the game.
    pub fn evaluation(&'static self, position: &AnyPosition, path: Option<&Path>) -> anyhow::Result<AnyEvaluation> {
        Ok(self.knowledge(position, path)?.evaluation())
    }

    /// As [`evaluation`](Self::evaluation), for searches without endgame tables.
    ///
    /// # Errors
    /// The file cannot be read or is no evaluation of the game.
    pub fn knowledge(
        &'static self,
        position: &AnyPosition,
        path: Option<&Path>,
    ) -> anyhow::Result<Arc<dyn GameKnowledge>> {
        let Some(path) = path else { return Ok(self.knowledge_of(position, &ModelSource::Embedded)?) };
        let is_weights = path.as_os_str() == WEIGHTS;
        let source = if is_weights { ModelSource::EmbeddedWeights } else { ModelSource::File(read(path)?) };
        self.knowledge_of(position, &source).with_context(|| format!("'{}'", path.display()))
    }

    /// The embedded evaluation and endgame tables for games like that of `position`, and the tables in `path` unless it is empty.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn open_tables(&'static self, position: &AnyPosition, path: &str) -> Result<Arc<dyn GameKnowledge>, String> {
        self.knowledge_of(position, &ModelSource::Embedded).map_err(|error| error.to_string())?.with_tables(path)
    }

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
            return Ok(Arc::new(PolyglotBook::new(bytes)?));
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
