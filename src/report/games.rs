//! The annotation of many games.

use super::agreement::Agreement;
use super::analyser::Analyser;
use super::curve;
use super::exercise::GameExercises;
use super::failures::Failures;
use super::game_page::game_page;
use super::game_review::{GameReview, MoveReview, ReviewError, annotate_record, legal_moves, review};
use super::puzzle::{Puzzle, puzzles_of};
use super::puzzle_output::PuzzleOutput;
use super::settings::{AnalysisSettings, OutputFormat};
use super::summary::{RunSummary, check_summary_name};
use crate::games::records::records_of;
use crate::games::{GameInfo, find_game};
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::GameRecord;
use crate::system::{files, interrupt, pipeline};
use anyhow::{anyhow, bail, ensure};
use serde::Serialize;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// The version of the JSON objects for games.
const VERSION: u32 = 1;

/// A game in JSON.
#[derive(Serialize)]
struct JsonGame<'a> {
    version: u32,
    line: usize,
    game: &'a str,
    #[serde(flatten)]
    body: JsonGameBody<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonGameBody<'a> {
    Reviewed {
        white: &'a str,
        black: &'a str,
        result: String,
        accuracy: [Option<f64>; 2],
        #[serde(skip_serializing_if = "Option::is_none")]
        start: Option<f64>,
        moves: &'a [MoveReview],
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        interrupted: bool,
        #[serde(flatten)]
        engines: Option<JsonEngines<'a>>,
    },
    Failed {
        error: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<u8>,
    },
}

/// What several engines think of a game.
#[derive(Serialize)]
struct JsonEngines<'a> {
    engines: &'a [GameReview],
    agreement: Agreement,
}

/// A game and its reviews by the engines, or the error. A record that could not be read to its end has what stands before the fault.
/// There is no review if Ctrl-C came before anything was analysed.
struct ReviewedGame {
    record: GameRecord,
    reviews: Result<Vec<GameReview>, ReviewError>,
    /// The puzzles that the first engine finds.
    puzzles: Result<Vec<Puzzle>, String>,
    /// What pages ask.
    exercises: Result<GameExercises, String>,
}

impl ReviewedGame {
    fn failed(record: GameRecord, error: ReviewError) -> ReviewedGame {
        ReviewedGame { record, reviews: Err(error), puzzles: Ok(Vec::new()), exercises: Ok(GameExercises::default()) }
    }
}

/// The output files for curves, pages and summaries. The curves and pages of later games get numbered names.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameOutputs<'a> {
    /// The curve of the expected points.
    pub curves: Option<&'a Path>,
    /// The page.
    pub pages: Option<&'a Path>,
    /// The summaries of all games.
    pub summaries: &'a [PathBuf],
}

/// The results of a run.
pub struct GamesSummary {
    /// Games that could not be read or have an illegal move.
    pub failures: Failures,
    /// Positions for which an engine has no evaluation.
    pub missing: Failures,
    /// The games that Ctrl-C cut off, each with the number of moves that are annotated.
    pub interrupted: Vec<String>,
    /// The positions in which several engines have a best move, and those in which it is the same one.
    pub agreement: [usize; 2],
    /// Number of puzzles written, if there is a file for them.
    pub puzzles: Option<usize>,
}

/// Annotates the games of `input` and writes them in their order, until Ctrl-C. Each job calls `analysers` once to start its
/// engines. Writes what `outputs` name; the summaries also if the run ends early. Calls `progress` after each move.
pub fn run(
    settings: &AnalysisSettings,
    analysers: &dyn Fn() -> anyhow::Result<Vec<Analyser>>,
    input: impl BufRead + Send,
    outputs: GameOutputs,
    puzzles: Option<&Path>,
    output: &mut dyn Write,
    progress: &(dyn Fn() + Sync),
) -> anyhow::Result<GamesSummary> {
    let game = find_game(&settings.game).map_err(|error| anyhow!(error))?;
    outputs.summaries.iter().try_for_each(|path| check_summary_name(path, outputs.pages))?;
    if let Some(pages) = outputs.pages
        && let Some(path) =
            outputs.summaries.iter().map(PathBuf::as_path).chain(puzzles).find(|path| is_numbered(path, pages))
    {
        bail!("found the file '{}', which is the page of another game by --html", path.display());
    }
    let analysers = (0..settings.jobs).map(|_| analysers()).collect::<anyhow::Result<Vec<_>>>()?;
    let mut records = records_of(game, RecordReader::new(input)).peekable();
    ensure!(records.peek().is_some(), "found no game, expected game records (PGN or PDN)");
    let engine = analysers.first().and_then(|analysers| analysers.first()).map_or("", |analyser| &analyser.name);
    let (failures, missing) = (Failures::new("game", "analysed"), Failures::new("position", "analysed"));
    let mut writer = GamesWriter {
        settings,
        game,
        outputs,
        // An engine that cannot analyse must leave no file.
        puzzles: puzzles.map(|path| PuzzleOutput::create(path, game)).transpose()?,
        output,
        games: 0,
        summary: GamesSummary { failures, missing, interrupted: Vec::new(), agreement: [0; 2], puzzles: None },
        run_summary: RunSummary::new(game, engine, settings.thresholds),
    };
    let extras = GameExtras {
        puzzles: writer.puzzles.is_some(),
        puzzle_page: writer.puzzles.as_ref().is_some_and(PuzzleOutput::is_page),
        mistakes: outputs.pages.is_some(),
    };
    let workers = analysers.into_iter().map(|mut analysers| {
        move |record: Result<GameRecord, RecordError>| {
            review_game(record, game, &mut analysers, settings, extras, progress)
        }
    });
    let records = records.take_while(|_| !interrupt::raised());
    let write = |reviewed: io::Result<ReviewedGame>| writer.write(&reviewed?);
    let ended = pipeline::run_in_order(records, workers.collect(), write);
    writer.finish(ended)
}

/// Writes games as they are reviewed.
struct GamesWriter<'a> {
    settings: &'a AnalysisSettings,
    game: &'static GameInfo,
    outputs: GameOutputs<'a>,
    puzzles: Option<PuzzleOutput>,
    output: &'a mut dyn Write,
    /// The number of games up to now.
    games: usize,
    summary: GamesSummary,
    run_summary: RunSummary,
}

impl GamesWriter<'_> {
    /// Writes the next game with everything that is made of it.
    fn write(&mut self, reviewed: &ReviewedGame) -> anyhow::Result<()> {
        let (record, outputs) = (&reviewed.record, self.outputs);
        self.games += 1;
        self.summary.add(reviewed, self.games);
        if matches!(&reviewed.reviews, Ok(reviews) if reviews.is_empty()) {
            return Ok(());
        }
        self.write_moves(reviewed)?;
        self.output.flush()?;
        let exercises = reviewed.exercises.as_ref().ok();
        if let Some(file) = &mut self.puzzles {
            for (index, puzzle) in reviewed.puzzles.iter().flatten().enumerate() {
                file.write(record, puzzle, exercises.and_then(|exercises| exercises.puzzles.get(index)?.as_ref()))?;
            }
        }
        let reviews = reviewed.reviews.as_deref().unwrap_or_default();
        let Some(review) = reviews.first() else { return Ok(()) };
        if let Some(path) = outputs.curves {
            files::replace(&files::numbered(path, self.games), curve::draw(record, reviews).as_bytes())?;
        }
        let page = outputs.pages.map(|path| files::numbered(path, self.games));
        if let Some(path) = &page {
            let mistakes = exercises.map_or(&[][..], |exercises| &exercises.mistakes);
            files::replace(path, game_page(self.game, record, reviews, mistakes)?.as_bytes())?;
        }
        if !outputs.summaries.is_empty() {
            self.run_summary.add(record, review, self.games, page.as_deref());
        }
        Ok(())
    }

    /// Writes a game with what was found out about its moves.
    fn write_moves(&mut self, reviewed: &ReviewedGame) -> io::Result<()> {
        let (record, output) = (&reviewed.record, &mut self.output);
        if self.settings.format == OutputFormat::Json {
            let body = match &reviewed.reviews {
                Ok(reviews) => body(record, reviews),
                Err(error) => JsonGameBody::Failed { error: &error.message, rule: error.rule },
            };
            let row = JsonGame { version: VERSION, line: record.line, game: &self.settings.game, body };
            return writeln!(output, "{}", serde_json::to_string(&row)?);
        }
        if let Err(error) = &reviewed.reviews {
            // A line that readers of PGN pass over.
            writeln!(output, "% {}", error.message)?;
        }
        if record.is_empty() {
            return writeln!(output);
        }
        let mut record = record.clone();
        self.game.name_squares(&mut record);
        write!(output, "{record}")
    }

    /// Writes the summaries, and the end of the file with puzzles, also if the run has `ended` by an error.
    fn finish(mut self, ended: anyhow::Result<()>) -> anyhow::Result<GamesSummary> {
        self.run_summary.interrupted = ended.is_err() || interrupt::raised();
        self.run_summary.failed = self.summary.failures.count;
        let written = self.outputs.summaries.iter().try_for_each(|path| self.run_summary.write(path));
        let finished = self.puzzles.map(PuzzleOutput::finish).transpose();
        ended?;
        written?;
        Ok(GamesSummary { puzzles: finished?, ..self.summary })
    }
}

impl GamesSummary {
    /// Adds the game of this number.
    fn add(&mut self, reviewed: &ReviewedGame, number: usize) {
        let reviews = match &reviewed.reviews {
            Ok(reviews) => reviews,
            Err(error) => return self.failures.add(&format!("game {number}: {}", error.message)),
        };
        let GameRecord { line, moves, .. } = &reviewed.record;
        if let Some(done) = reviews.iter().filter(|it| it.interrupted).map(|it| it.moves.len()).min() {
            self.interrupted.push(format!("the game in line {line} up to {done} of {} moves", moves.len()));
        }
        for review in reviews {
            for (ply, failure) in review.failures() {
                self.missing.add(&format!("game {number}, after ply {ply}: {failure}"));
            }
        }
        if let Err(failure) = &reviewed.puzzles {
            self.missing.add(&format!("game {number}, puzzles: {failure}"));
        }
        if let Err(failure) = &reviewed.exercises {
            self.missing.add(&format!("game {number}, exercises: {failure}"));
        }
        if let Some(agreement) = Agreement::of(reviews) {
            self.agreement[0] += agreement.positions;
            self.agreement[1] += agreement.same_best;
        }
    }
}

/// What to produce for each game beside the evaluations.
#[derive(Clone, Copy)]
struct GameExtras {
    puzzles: bool,
    /// Exercises of the puzzles.
    puzzle_page: bool,
    /// Exercises of the mistakes.
    mistakes: bool,
}

/// Analyses a game by every engine, and looks for puzzles and exercises if they are wanted.
///
/// # Errors
/// The input cannot be read to its end.
fn review_game(
    record: Result<GameRecord, RecordError>,
    game: &'static GameInfo,
    analysers: &mut [Analyser],
    settings: &AnalysisSettings,
    extras: GameExtras,
    progress: &(dyn Fn() + Sync),
) -> io::Result<ReviewedGame> {
    let mut record = match record {
        Ok(record) => record,
        Err(RecordError::Read(error)) => return Err(error),
        Err(error) => {
            let message = error.to_string().into();
            return Ok(ReviewedGame::failed(error.into_record(), message));
        }
    };
    let (line, error) = match legal_moves(&record, game) {
        Ok(read) => read,
        Err(error) => return Ok(ReviewedGame::failed(record, error)),
    };
    let count = analysers.len();
    let reviews = (1..).zip(&mut *analysers).map(|(number, analyser)| {
        let progress: &dyn Fn() = if number == count { progress } else { &|| () };
        review(&line, game.white, analyser, settings, &interrupt::raised, progress)
    });
    let mut reviews: Vec<GameReview> = reviews.map_while(|review| review).collect();
    if reviews.len() < count {
        reviews.iter_mut().for_each(|review| review.interrupted = true);
    }
    if !reviews.is_empty() {
        annotate_record(&mut record, &reviews);
    }
    let puzzles = match (reviews.first(), analysers.first_mut()) {
        (Some(review), Some(analyser)) if extras.puzzles => puzzles_of(review, analyser, &interrupt::raised),
        _ => Ok(Vec::new()),
    };
    let asked = puzzles.as_deref().ok().filter(|_| extras.puzzle_page).unwrap_or_default();
    let exercises = match (reviews.first(), analysers.first_mut()) {
        (Some(review), Some(analyser)) if extras.mistakes || !asked.is_empty() => {
            GameExercises::of(review, asked, extras.mistakes, analyser, &interrupt::raised)
        }
        _ => Ok(GameExercises::default()),
    };
    Ok(ReviewedGame { record, reviews: error.map_or(Ok(reviews), Err), puzzles, exercises })
}

fn body<'a>(record: &'a GameRecord, reviews: &'a [GameReview]) -> JsonGameBody<'a> {
    let player = |name| record.tag(name).unwrap_or("?");
    let review = &reviews[0];
    JsonGameBody::Reviewed {
        white: player("White"),
        black: player("Black"),
        result: record.result.to_string(),
        accuracy: review.accuracy,
        start: review.start,
        moves: &review.moves,
        interrupted: review.interrupted,
        engines: Agreement::of(reviews).map(|agreement| JsonEngines { engines: reviews, agreement }),
    }
}

/// Whether a name is that of a file for the second game or a later one, as [`files::numbered`] makes it.
fn is_numbered(path: &Path, first: &Path) -> bool {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let number = stem(path).strip_prefix(&format!("{}-", stem(first))).and_then(|number| number.parse().ok());
    number.is_some_and(|number| number > 1 && files::numbered(first, number) == path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::failing_reader::{FAILURE, FailingReader};
    use std::io::BufReader;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn an_input_that_fails_is_no_game_that_fails() {
        let input = BufReader::new(FailingReader(b"1. e4 *\n\n1. d4 "));
        let (mut output, settings) = (Vec::new(), AnalysisSettings::shallow(2, OutputFormat::Plain));
        let ended = run(
            &settings,
            &|| Ok(vec![Analyser::new(&settings)?]),
            input,
            GameOutputs::default(),
            None,
            &mut output,
            &|| (),
        );
        assert_eq!(ended.map(|_| ()).unwrap_err().to_string(), FAILURE);
        let written = String::from_utf8(output).unwrap();
        assert!(written.contains("1. e4") && !written.contains("% "), "{written}");
    }

    #[test]
    fn progress_counts_moves() {
        let settings = AnalysisSettings::shallow(2, OutputFormat::Plain);
        let games = "1. e4 e5 2. Nf3 *\n\n1. d4 (1. c4 e5) d5 *\n";
        let (mut output, moves) = (Vec::new(), AtomicUsize::new(0));
        let count = &|| {
            moves.fetch_add(1, Relaxed);
        };
        let own = || Ok(vec![Analyser::new(&settings)?]);
        run(&settings, &own, games.as_bytes(), GameOutputs::default(), None, &mut output, count).unwrap();
        assert_eq!(moves.load(Relaxed), 5);
    }
}
