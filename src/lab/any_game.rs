//! A game of the table, as one type: tools that work on it are compiled once instead of once a game.

use super::position_list::{PositionList, TypedPositions};
use crate::any_position::{AnyMove, AnyPosition};
use crate::eval::nnue::FeatureSet;
use crate::eval::{Evaluator, Model, ModelError, ModelOf, WEIGHTS};
use crate::game::Game;
use crate::games::{AnySearch, GameEntry, GameInfo, GameKnowledge, GameVisitor, TypedKnowledge, by_name};
use crate::notation::{Notation, PositionError};
use crate::opening::BookLookup;
use crate::search::Tablebase;
use crate::system::data_file::DataFile;
use crate::system::files;
use anyhow::{Context, anyhow};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A game of the table. Positions that it takes must be of this game.
#[derive(Clone, Copy)]
pub struct AnyGame {
    /// Names and data of the game.
    pub info: &'static GameInfo,
    /// The input features of its networks; there are none if their number is 0.
    pub features: FeatureSet,
    /// Whether a position is quiet, so that its static evaluation is meaningful: the side to move has a choice, need not
    /// evade or capture, and the move that was played is not a tactical one.
    pub is_quiet: fn(&AnyPosition, AnyMove) -> bool,
    /// Makes an empty list of positions.
    pub position_list: fn() -> Box<dyn PositionList>,
    /// As [`Model::is_tunable`].
    pub is_tunable: fn(&str) -> bool,
    /// The model in a file, or the embedded one.
    read_model: fn(&'static GameInfo, Option<&[u8]>) -> ReadModel,
    /// The files in the program: the evaluation, and the hand-crafted weights, which may be the same.
    embedded_files: [DataFile; 2],
}

/// A model that was read.
pub type ReadModel = Result<Arc<dyn AnyModel>, ModelError>;

/// The game called `name`.
///
/// # Errors
/// There is no such game.
pub fn any_game(name: &str) -> anyhow::Result<AnyGame> {
    struct NewGame;
    impl GameVisitor for NewGame {
        type Output = AnyGame;

        fn visit<K: GameEntry>(self, info: &'static GameInfo) -> AnyGame {
            let start = K::start(info);
            AnyGame {
                info,
                features: FeatureSet::of::<K::Game, K::NetworkFeatures>(),
                is_quiet: |position, played| {
                    let (position, played) = (position.inside::<K::Game>(), position.own_move::<K::Game>(played));
                    let mut is_tactical = false;
                    K::tactical_moves(position, |mv| is_tactical |= Some(mv) == played);
                    !is_tactical && K::leaf(position, 0).has_static_eval() && position.count_moves() > 1
                },
                position_list: || Box::new(TypedPositions::<K::Game, K::NetworkFeatures>::default()),
                is_tunable: K::Model::is_tunable,
                read_model: |info, bytes| {
                    let start = K::start(info);
                    let model = match bytes {
                        Some(bytes) => Arc::new(K::Model::read(bytes)?),
                        None => K::Model::embedded_for(&start)?,
                    };
                    Ok(Arc::new(TypedModel::<K> { model, start }))
                },
                embedded_files: [K::Model::embedded_file(&start), K::Model::weights_file(&start)],
            }
        }
    }
    Ok(by_name(name, NewGame)?)
}

impl AnyGame {
    /// The position that a new game starts from.
    pub fn start(&self) -> AnyPosition {
        self.info.start()
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
        let [embedded, weights] = self.embedded_files;
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
        let Some(path) = path else { return Ok((self.read_model)(self.info, None)?) };
        self.read_model(&self.model_bytes(Some(path))?).with_context(|| format!("'{}'", path.display()))
    }

    /// As [`Model::read`].
    ///
    /// # Errors
    /// The bytes are no evaluation of the game.
    pub fn read_model(&self, bytes: &[u8]) -> ReadModel {
        (self.read_model)(self.info, Some(bytes))
    }

    /// The book in the program.
    ///
    /// # Errors
    /// The game has none.
    pub fn embedded_book(&self) -> anyhow::Result<Arc<dyn BookLookup>> {
        let missing = || format!("{} has no embedded book; name the file of one", self.info.name);
        self.info.embedded_book().and_then(|book| book.ok_or_else(missing)).map_err(|error| anyhow!(error))
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
    pub list: Vec<AnySearch>,
    /// The largest number of pieces in the tables; 0 if there are none.
    pub max_pieces: u32,
    /// As [`Tablebase::take_error`].
    pub take_error: Box<dyn Fn() -> Option<String>>,
}

/// A model for the game of `K`, and any position of that game.
struct TypedModel<K: GameEntry> {
    model: Arc<K::Model>,
    start: K::Game,
}

impl<K: GameEntry> AnyModel for TypedModel<K> {
    fn list_evaluator(&self) -> ListEvaluator {
        let mut evaluator = K::Model::evaluator(&self.model);
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
        let max_pieces = tables.max_pieces();
        let (position, model) = (self.start.clone(), Arc::clone(&self.model));
        let knowledge = Arc::new(TypedKnowledge::<K> { position, model, tablebase: tables });
        let list = (0..count).map(|_| AnySearch::new(knowledge.clone(), mebibytes)).collect::<Result<_, _>>()?;
        Ok(SearchSet { list, max_pieces, take_error: Box::new(move || knowledge.take_table_error()) })
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
            let mut list = (kind.position_list)();
            list.set(0, &start);
            let value = game.evaluation(&start, None).unwrap().evaluate(&start);
            let evaluated = kind.model(None).unwrap().list_evaluator()(&*list, 0..1);
            assert_eq!(evaluated, [value], "{}", game.name);
            let limits = SearchLimits { depth: Some(1), ..SearchLimits::default() };
            let mut search = AnySearch::new(game.knowledge(&start, None).unwrap(), 1).unwrap();
            let found = search.search(&GameLine::new(start.clone()), limits);
            assert!(start.is_legal(found.pv[0]), "{}", game.name);
        }
    }
}
