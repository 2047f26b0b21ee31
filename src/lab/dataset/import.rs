//! Games of other programs as training games: records (PGN, PDN) whose comments have scores.

use super::merge::OrderedOutput;
use crate::game::{Game, GameLine, Outcome};
use crate::games::GameInfo;
use crate::lab::game_file::training_game::{EndReason, ScoredMove, TrainingGame, end_by_rule};
use crate::notation::Notation;
use crate::notation::move_score::MoveScore;
use crate::notation::record::{GameRecord, GameResult};
use crate::search::Score;
use anyhow::ensure;

/// Scores beyond these pawns are an error of the record.
const MAX_PAWNS: f64 = 10_000.0;

/// Writes the scored part of recorded games to a game file.
pub struct GameImporter {
    /// The number of games without a result or without scores.
    pub left_out: u64,
    game: &'static GameInfo,
    /// What a pawn or man is worth to the evaluation of the game.
    pawn_value: i32,
    output: OrderedOutput,
}

impl GameImporter {
    /// An importer for games of this kind.
    ///
    /// # Errors
    /// The evaluation of the game cannot be read.
    pub fn new(game: &'static GameInfo, output: OrderedOutput) -> anyhow::Result<GameImporter> {
        let pawn_value = game.evaluation(&game.start(), None)?.pawn_value;
        Ok(GameImporter { left_out: 0, game, pawn_value, output })
    }

    /// Imports a game. The inner error is one of the game, which is left out then.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> anyhow::Result<Result<(), String>> {
        match self.scored_game(record) {
            Ok(Some(game)) => self.output.push(&game)?,
            Ok(None) => self.left_out += 1,
            Err(error) => return Ok(Err(error)),
        }
        Ok(Ok(()))
    }

    /// Completes the file, and writes its size to standard error.
    ///
    /// # Errors
    /// No game was imported, or the file cannot be written.
    pub fn finish(self) -> anyhow::Result<()> {
        const FORMS: &str = "comments such as '+0.35/12' or '[%eval 0.35]'";
        ensure!(self.output.count().games > 0, "found no scores, expected games with results and {FORMS}");
        self.output.commit()
    }

    /// The game from its first position with a score up to the first one after it without, or to the move before a draw by the
    /// rules that the players did not claim; `None` if it has no result or no scores. A forced move without a score
    /// takes the negated score of the move before it, since programs play forced moves without a search.
    fn scored_game(&self, record: &GameRecord) -> Result<Option<TrainingGame>, String> {
        if record.result == GameResult::Unknown {
            return Ok(None);
        }
        let start = self.game.position(record.setup());
        let start = start.map_err(|error| format!("line {}: the tag FEN: {error}", record.line))?;
        let mut history = GameLine::new(start);
        let (mut opening, mut moves) = (Vec::new(), Vec::new());
        let mut comment_before = record.preface.as_str();
        for played in &record.moves {
            let at = |error: String| format!("{}: {error}", record.location(played.line));
            match history.outcome() {
                None => (),
                Some(Outcome::Draw) => {
                    history.take_back();
                    moves.pop();
                    break;
                }
                Some(_) => return Err(at("found a move after the game's end".to_owned())),
            }
            let position = history.position();
            let mv = position.parse_move(&played.text).map_err(|error| at(error.to_string()))?;
            let number = position.move_number(mv);
            let is_white = position.side_to_move() == self.game.white;
            let after = || MoveScore::after(comment_before).map(|score| score.for_mover(is_white));
            let score = match MoveScore::before(&played.comment).or_else(after) {
                Some(score) => Some(self.score(score).map_err(at)?.to_i16()),
                None => moves.last().filter(|_| position.count_moves() == 1).map(|last: &ScoredMove| -last.score),
            };
            match score {
                Some(score) => moves.push(ScoredMove { number, score }),
                None if moves.is_empty() => opening.push(number),
                None => break,
            }
            history.play(mv);
            comment_before = &played.comment;
        }
        let recorded = self.game.winner(record.result);
        // A player resigned or lost on time before anyone claimed the draw.
        if recorded.is_some() && matches!(end_by_rule(&history), Some((EndReason::Repetition, _))) {
            history.take_back();
            moves.pop();
        }
        if moves.is_empty() {
            return Ok(None);
        }
        let (end_reason, winner) = end_by_rule(&history).unwrap_or((EndReason::Score, recorded));
        if winner != recorded {
            let expected = self.game.result(winner);
            return Err(format!("line {}: found the result {}, expected {expected}", record.line, record.result));
        }
        let number = self.output.count().games as u32;
        let start = record.setup().map(str::to_owned);
        let game = TrainingGame { number, start, opening, moves, winner, end_reason };
        if !game.fits() {
            return Err(format!("line {}: the game is too long for a game file", record.line));
        }
        Ok(Some(game))
    }

    /// The score in the unit of the evaluation.
    fn score(&self, score: MoveScore) -> Result<Score, String> {
        match score {
            MoveScore::Pawns(pawns) if pawns.abs() > MAX_PAWNS => {
                Err(format!("found a score of {pawns} pawns, expected at most {MAX_PAWNS}"))
            }
            MoveScore::Pawns(pawns) => Ok(Score::estimate((pawns * f64::from(self.pawn_value)).round() as i32)),
            MoveScore::MovesToEnd(moves) => Ok(Score::in_moves(moves)),
        }
    }
}
