//! What tools need of a game of the table, as methods of [`GameInfo`] that are compiled once for each game: the tools themselves are
//! compiled once.

use super::position_list::{PositionList, TypedPositions};
use crate::any_position::{AnyMove, AnyPosition};
use crate::eval::nnue::FeatureSet;
use crate::eval::{Evaluator, Model, ModelError, ModelOf, ModelSource, WEIGHTS};
use crate::game::Game;
use crate::games::{AnySearch, GameEntry, GameInfo, GameVisitor, entry_methods, visit_game};
use crate::notation::{Notation, PositionError};
use crate::system::data_file::DataFile;
use crate::system::files;
use anyhow::{Context, anyhow};
use crc32fast::hash;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Whether a position is quiet, so that its static evaluation is meaningful: the side to move has a choice, need not evade or
/// capture, and the move that was played is not a tactical one.
pub type QuietTest = fn(&AnyPosition, AnyMove) -> bool;

/// The values of some positions of a list for the side to move.
pub type ListEvaluator = Box<dyn FnMut(&dyn PositionList, Range<usize>) -> Vec<i32>>;

/// Makes evaluators of a model: each thread needs one of its own.
pub type AnyModel = Arc<dyn Fn() -> ListEvaluator + Send + Sync>;

/// Searches and the endgame tables that they share.
pub struct SearchSet {
    /// The searches.
    pub list: Vec<AnySearch>,
    /// The largest number of pieces in the tables; 0 if there are none.
    pub max_pieces: u32,
    /// The CRC-32 of the file of the evaluation.
    pub eval_checksum: u32,
    /// As [`Tablebase::take_error`](crate::search::Tablebase::take_error).
    pub take_error: Box<dyn Fn() -> Option<String>>,
}

entry_methods! { pub(crate) methods:
    /// The input features of its networks; there are none if their number is 0.
    fn network_features(_) -> FeatureSet { FeatureSet::of::<K::Game, K::NetworkFeatures>() }

    /// The test for quiet positions.
    fn quiet_test(_) -> QuietTest {
        |position, played| {
            let (position, played) = (position.inside::<K::Game>(), position.own_move::<K::Game>(played));
            let mut is_tactical = false;
            K::tactical_moves(position, |mv| is_tactical |= Some(mv) == played);
            !is_tactical && K::leaf(position, 0).has_static_eval() && position.count_moves() > 1
        }
    }

    /// An empty list of positions.
    fn position_list(_) -> Box<dyn PositionList> {
        Box::new(TypedPositions::<K::Game, K::NetworkFeatures>::default())
    }

    /// As [`Model::is_tunable`].
    fn is_tunable(_, text: &str) -> bool { K::Model::is_tunable(text) }

    /// The embedded text weights.
    fn weights_file(game) -> DataFile { K::Model::weights_file(&K::start(game)) }

    /// The model in the program.
    ///
    /// # Errors
    /// It cannot be read.
    fn model(game) -> Result<AnyModel, ModelError> { Ok(any_model::<K>(K::Model::embedded_for(&K::start(game))?)) }

    /// As [`Model::read`].
    ///
    /// # Errors
    /// The bytes are no evaluation of the game.
    fn read_model(_, bytes: &[u8]) -> Result<AnyModel, ModelError> {
        Ok(any_model::<K>(Arc::new(K::Model::read(bytes)?)))
    }
}

fn any_model<K: GameEntry>(model: Arc<K::Model>) -> AnyModel {
    Arc::new(move || {
        let mut evaluator = K::Model::evaluator(&model);
        Box::new(move |list, range| {
            let mut values = Vec::with_capacity(range.len());
            for position in &TypedPositions::<K::Game, K::NetworkFeatures>::inside(list)[range] {
                evaluator.reset(position);
                values.push(evaluator.score(position));
            }
            values
        })
    })
}

impl GameInfo {
    /// `count` searches, each with a transposition table of `mebibytes` MiB. They use the evaluation in the file `eval`, or the embedded
    /// one, and the embedded endgame tables with those in `tables`, a path that may be empty.
    ///
    /// # Errors
    /// There is too little memory, or the evaluation or the tables cannot be read.
    pub(crate) fn searches(
        &'static self,
        eval: Option<&Path>,
        tables: &str,
        count: usize,
        mebibytes: usize,
    ) -> anyhow::Result<SearchSet> {
        // Read once: a pipe has nothing left the second time.
        let bytes = self.model_bytes(eval)?;
        let eval_checksum = hash(&bytes);
        let source = eval.map_or(ModelSource::Embedded, |_| ModelSource::File(bytes));
        let named = || eval.map_or_else(String::new, |path| format!("'{}'", path.display()));
        let knowledge = self.knowledge_of(&self.start(), &source).with_context(named)?;
        let knowledge = knowledge.with_tables(tables).map_err(|error| anyhow!("--tables: {error}"))?;
        let search = |_| AnySearch::new(Arc::clone(&knowledge), mebibytes);
        let list = (0..count).map(search).collect::<Result<_, _>>()?;
        Ok(SearchSet {
            list,
            max_pieces: knowledge.max_table_pieces(),
            eval_checksum,
            take_error: Box::new(move || knowledge.take_table_error()),
        })
    }

    /// The position that a text means; without a text, the start of the game.
    ///
    /// # Errors
    /// The text is not a legal position.
    pub(crate) fn position(&'static self, text: Option<&str>) -> Result<AnyPosition, PositionError> {
        text.map_or_else(|| Ok(self.start()), |text| self.start().parse_position(text))
    }

    /// The bytes of an evaluation: of a file, or of [weights](WEIGHTS) or, without a path, the evaluation in the program.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn model_bytes(&'static self, path: Option<&Path>) -> anyhow::Result<Vec<u8>> {
        let file = match path {
            None => self.evaluation_file(),
            Some(path) if path.as_os_str() == WEIGHTS => self.weights_file(),
            Some(path) => return files::read(path),
        };
        Ok(file.read().map_err(|error| anyhow!(error))?.to_vec())
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
            let start = game.start();
            let mut list = game.position_list();
            list.set(0, &start);
            let value = game.evaluation(&start, None).unwrap().evaluate(&start);
            let evaluated = game.model().unwrap()()(&*list, 0..1);
            assert_eq!(evaluated, [value], "{}", game.name);
            let limits = SearchLimits { depth: Some(1), ..SearchLimits::default() };
            let mut search = AnySearch::new(game.knowledge(&start, None).unwrap(), 1).unwrap();
            let found = search.search(&GameLine::new(start.clone()), limits);
            assert!(start.is_legal(found.pv[0]), "{}", game.name);
        }
    }
}
