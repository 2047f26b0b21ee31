//! A game of the table, as one type: tools that work on it are compiled once instead of once a game.

use super::position_list::{PositionList, TypedPositions};
use crate::any_position::{AnyMove, AnyPosition};
use crate::eval::nnue::FeatureSet;
use crate::eval::{Evaluator, Model, ModelError, ModelOf, WEIGHTS};
use crate::game::Game;
use crate::games::{AnySearch, GameEntry, GameInfo, GameVisitor, ToBinary, by_name, new_search};
use crate::notation::{Notation, PositionError};
use crate::opening::BookLookup;
use crate::search::Tablebase;
use crate::system::data_file::DataFile;
use crate::system::files;
use anyhow::{Context, anyhow};
use std::marker::PhantomData;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A game of the table. Positions that it takes must be of this game.
pub trait AnyGame: Send + Sync {
    /// Names and data of the game.
    fn info(&self) -> &'static GameInfo;

    /// Whether a position is quiet, so that its static evaluation is meaningful: the side to move has a choice, need not
    /// evade or capture, and the move `played` is not a tactical one.
    fn is_quiet(&self, position: &AnyPosition, played: AnyMove) -> bool;

    /// No positions yet.
    fn position_list(&self) -> Box<dyn PositionList>;

    /// The input features of its networks; there are none if their number is 0.
    fn features(&self) -> FeatureSet;

    /// The files in the program: the evaluation, and the hand-crafted weights, which may be the same.
    fn embedded_files(&self) -> [DataFile; 2];

    /// As [`Model::is_tunable`].
    fn is_tunable(&self, text: &str) -> bool;

    /// As [`ModelOf::embedded_for`].
    fn embedded_model(&self) -> Result<Arc<dyn AnyModel>, ModelError>;

    /// As [`Model::read`].
    fn read_model(&self, bytes: &[u8]) -> Result<Arc<dyn AnyModel>, ModelError>;

    /// As [`GameEntry::read_book`], for lines that begin at the start of the game.
    fn read_book(&self, bytes: &[u8]) -> Result<Arc<dyn BookLookup>, String>;

    /// As [`GameEntry::embedded_book`].
    fn embedded_book(&self) -> Result<Option<Arc<dyn BookLookup>>, String>;

    /// As [`GameEntry::binary_book`].
    fn binary_book(&self) -> Option<ToBinary>;
}

/// The game called `name`.
///
/// # Errors
/// There is no such game.
pub fn any_game(name: &str) -> anyhow::Result<Arc<dyn AnyGame>> {
    struct NewGame;
    impl GameVisitor for NewGame {
        type Output = Arc<dyn AnyGame>;

        fn visit<K: GameEntry>(self, game: &'static GameInfo) -> Arc<dyn AnyGame> {
            Arc::new(TypedGame::<K>(game, PhantomData))
        }
    }
    by_name(name, NewGame).map_err(|error| anyhow!(error))
}

impl dyn AnyGame + '_ {
    /// The position that a new game starts from.
    pub fn start(&self) -> AnyPosition {
        self.info().start()
    }

    /// The position that a text means; without a text, the start of the game.
    ///
    /// # Errors
    /// The text is not a legal position.
    pub fn position(&self, text: Option<&str>) -> Result<AnyPosition, PositionError> {
        text.map_or_else(|| Ok(self.start()), |text| self.start().parse_position(text))
    }

    /// The bytes of an evaluation: of a file, or of [weights](WEIGHTS) or, without a path, the evaluation in the program.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn model_bytes(&self, path: Option<&Path>) -> anyhow::Result<Vec<u8>> {
        let [embedded, weights] = self.embedded_files();
        let read = |file: DataFile| Ok(file.read().map_err(|error| anyhow!(error))?.to_vec());
        match path {
            None => read(embedded),
            Some(path) if path.as_os_str() == WEIGHTS => read(weights),
            Some(path) => files::read(path),
        }
    }

    /// The evaluation that [`model_bytes`](Self::model_bytes) reads.
    ///
    /// # Errors
    /// The file cannot be read, or is no evaluation of the game.
    pub fn model(&self, path: Option<&Path>) -> anyhow::Result<Arc<dyn AnyModel>> {
        let Some(path) = path else { return Ok(self.embedded_model()?) };
        self.read_model(&self.model_bytes(Some(path))?).with_context(|| format!("'{}'", path.display()))
    }
}

/// The values of some positions of a list for the side to move.
pub type ListEvaluator = Box<dyn FnMut(&dyn PositionList, Range<usize>) -> Vec<i32>>;

/// A model of the evaluation of a game.
pub trait AnyModel: Send + Sync {
    /// The static evaluation of positions of a list, for one thread.
    fn list_evaluator(&self) -> ListEvaluator;

    /// `count` searches, each with a transposition table of this size. They share the endgame tables in the program and
    /// those in a path, which may be empty.
    ///
    /// # Errors
    /// There is too little memory, or the tables cannot be read.
    fn searches(&self, count: usize, mebibytes: usize, tables: &str) -> anyhow::Result<SearchSet>;
}

/// Searches and the endgame tables that they share.
pub struct SearchSet {
    /// The searches.
    pub list: Vec<Box<dyn AnySearch>>,
    /// The largest number of pieces in the tables; 0 if there are none.
    pub max_pieces: u32,
    /// As [`Tablebase::take_error`].
    pub take_error: Box<dyn Fn() -> Option<String>>,
}

/// The game of `K` with this data.
struct TypedGame<K>(&'static GameInfo, PhantomData<fn() -> K>);

impl<K: GameEntry> AnyGame for TypedGame<K> {
    fn info(&self) -> &'static GameInfo {
        self.0
    }

    fn is_quiet(&self, position: &AnyPosition, played: AnyMove) -> bool {
        let (position, played) = (position.inside::<K::Game>(), position.own_move::<K::Game>(played));
        let mut is_tactical = false;
        K::tactical_moves(position, |mv| is_tactical |= Some(mv) == played);
        !is_tactical && K::leaf(position, 0).has_static_eval() && position.count_moves() > 1
    }

    fn position_list(&self) -> Box<dyn PositionList> {
        Box::new(TypedPositions::<K::Game, K::NetworkFeatures>::default())
    }

    fn features(&self) -> FeatureSet {
        FeatureSet::of::<K::Game, K::NetworkFeatures>()
    }

    fn embedded_files(&self) -> [DataFile; 2] {
        let start = K::start(self.0);
        [K::Model::embedded_file(&start), K::Model::weights_file(&start)]
    }

    fn is_tunable(&self, text: &str) -> bool {
        K::Model::is_tunable(text)
    }

    fn embedded_model(&self) -> Result<Arc<dyn AnyModel>, ModelError> {
        let start = K::start(self.0);
        Ok(Arc::new(TypedModel::<K> { model: K::Model::embedded_for(&start)?, start }))
    }

    fn read_model(&self, bytes: &[u8]) -> Result<Arc<dyn AnyModel>, ModelError> {
        Ok(Arc::new(TypedModel::<K> { model: Arc::new(K::Model::read(bytes)?), start: K::start(self.0) }))
    }

    fn read_book(&self, bytes: &[u8]) -> Result<Arc<dyn BookLookup>, String> {
        K::read_book(&K::start(self.0), bytes)
    }

    fn embedded_book(&self) -> Result<Option<Arc<dyn BookLookup>>, String> {
        K::embedded_book(self.0)
    }

    fn binary_book(&self) -> Option<ToBinary> {
        K::binary_book()
    }
}

/// A model for the game of `K`, and any position of that game.
struct TypedModel<K: GameEntry> {
    model: Arc<K::Model>,
    start: K::Game,
}

impl<K: GameEntry> AnyModel for TypedModel<K> {
    fn list_evaluator(&self) -> ListEvaluator {
        let mut evaluator = K::evaluator(&self.model);
        Box::new(move |list, range| {
            let mut values = Vec::with_capacity(range.len());
            for position in &TypedPositions::<K::Game, K::NetworkFeatures>::inside(list)[range] {
                evaluator.reset(position);
                values.push(evaluator.score(position));
            }
            values
        })
    }

    fn searches(&self, count: usize, mebibytes: usize, tables: &str) -> anyhow::Result<SearchSet> {
        let tables = K::Tablebase::open(&self.start, tables);
        let tables = Arc::new(tables.map_err(|error| anyhow!("--tables: {error}"))?);
        let search = |_| new_search::<K>(&self.model, mebibytes, Arc::clone(&tables));
        let list = (0..count).map(search).collect::<Result<_, _>>()?;
        Ok(SearchSet { list, max_pieces: tables.max_pieces(), take_error: Box::new(move || tables.take_error()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameLine;
    use crate::games::games;
    use crate::search::SearchLimits;

    #[test]
    fn every_game_is_evaluated_and_searched() {
        for game in games() {
            let kind = any_game(game.name).unwrap();
            let start = kind.start();
            let mut list = kind.position_list();
            list.set(0, &start);
            let value = game.evaluation(&start, None).unwrap().evaluate(&start);
            let evaluated = kind.embedded_model().unwrap().list_evaluator()(&*list, 0..1);
            assert_eq!(evaluated, [value], "{}", game.name);
            let limits = SearchLimits { depth: Some(1), ..SearchLimits::default() };
            let found = game.search(&start, None, 1).unwrap().search(&GameLine::new(start.clone()), limits);
            assert!(start.numbered_move(found.number).is_some(), "{}", game.name);
        }
    }
}
