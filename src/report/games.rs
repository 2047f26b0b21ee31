//! The annotation of many games.

use super::analyser::Analyser;
use super::curve;
use super::failures::Failures;
use super::game_page::write_game_page;
use super::game_review::{GameReview, MoveReview, ReviewError, review};
use super::settings::{AnalysisSettings, OutputFormat};
use crate::games::records::records_of;
use crate::games::{GameInfo, find_game};
use crate::notation::reader::{RecordError, RecordReader};
use crate::notation::record::GameRecord;
use crate::system::{interrupt, pipeline};
use anyhow::anyhow;
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
        start: f64,
        moves: &'a [MoveReview],
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        interrupted: bool,
    },
    Failed {
        error: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<u8>,
    },
}

/// A game and its review, or the error. The record is empty if it could not be read. There is no review if Ctrl-C came
/// before anything was analysed.
struct ReviewedGame {
    record: GameRecord,
    review: Result<Option<GameReview>, ReviewError>,
}

/// The files of what is drawn of each game; those of later games get numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct GamePictures<'a> {
    /// The curve of the expected result.
    pub curves: Option<&'a Path>,
    /// The page.
    pub pages: Option<&'a Path>,
}

/// The results of a run.
pub struct GamesSummary {
    /// Games that could not be read or have an illegal move.
    pub failures: Failures,
    /// The games that Ctrl-C cut off, each with the number of moves that are annotated.
    pub interrupted: Vec<String>,
}

/// Annotates the games of `input` and writes them in their order, until Ctrl-C. Draws the curve and writes the page of each game
/// if `pictures` names files. Calls `progress` after each move.
pub fn run(
    settings: &AnalysisSettings,
    input: impl BufRead + Send,
    pictures: GamePictures,
    output: &mut dyn Write,
    progress: &(dyn Fn() + Sync),
) -> anyhow::Result<GamesSummary> {
    let analysers = (0..settings.jobs).map(|_| Analyser::new(settings)).collect::<anyhow::Result<Vec<_>>>()?;
    let workers = analysers.into_iter().map(|mut analyser| {
        move |record: Result<GameRecord, RecordError>| review_game(record, &mut analyser, progress)
    });
    let game = find_game(&settings.game).map_err(|error| anyhow!(error))?;
    let records = records_of(game, RecordReader::new(input)).take_while(|_| !interrupt::raised());
    let mut summary = GamesSummary { failures: Failures::new("game"), interrupted: Vec::new() };
    let mut games = 0;
    pipeline::run_in_order(records, workers.collect(), |reviewed: io::Result<ReviewedGame>| {
        let reviewed = reviewed?;
        games += 1;
        let review = match &reviewed.review {
            Ok(None) => return Ok(()),
            Ok(Some(review)) => Some(review),
            Err(error) => {
                let message = &error.message;
                summary.failures.add(&format!("game {games}: {message}"));
                None
            }
        };
        write(settings, game, &reviewed, output)?;
        output.flush()?;
        if let Some(review) = review.filter(|review| review.interrupted) {
            let GameRecord { line, moves, .. } = &reviewed.record;
            let (done, all) = (review.moves.len(), moves.len());
            summary.interrupted.push(format!("the game in line {line} up to {done} of {all} moves"));
        }
        if let (Some(path), Some(review)) = (pictures.curves, review) {
            curve::draw(&reviewed.record, review, &numbered(path, games))?;
        }
        if let (Some(path), Some(review)) = (pictures.pages, review) {
            write_game_page(game, &reviewed.record, review, &numbered(path, games))?;
        }
        Ok::<(), anyhow::Error>(())
    })?;
    Ok(summary)
}

/// Analyses a game.
///
/// # Errors
/// The input cannot be read to its end.
fn review_game(
    record: Result<GameRecord, RecordError>,
    analyser: &mut Analyser,
    progress: &(dyn Fn() + Sync),
) -> io::Result<ReviewedGame> {
    match record {
        Ok(mut record) => {
            Ok(ReviewedGame { review: review(&mut record, analyser, &interrupt::raised, progress), record })
        }
        Err(RecordError::Read(error)) => Err(error),
        Err(error) => Ok(ReviewedGame { record: GameRecord::default(), review: Err(error.to_string().into()) }),
    }
}

fn write(
    settings: &AnalysisSettings,
    game: &GameInfo,
    reviewed: &ReviewedGame,
    output: &mut dyn Write,
) -> io::Result<()> {
    if settings.format == OutputFormat::Json {
        let row = JsonGame {
            version: VERSION,
            line: reviewed.record.line,
            game: &settings.game,
            body: match &reviewed.review {
                Ok(Some(review)) => body(&reviewed.record, review),
                Ok(None) => return Ok(()),
                Err(error) => JsonGameBody::Failed { error: &error.message, rule: error.rule },
            },
        };
        return writeln!(output, "{}", serde_json::to_string(&row)?);
    }
    if let Err(error) = &reviewed.review {
        // A line that readers of PGN pass over.
        writeln!(output, "% {}", error.message)?;
    }
    match reviewed.record.line {
        0 => writeln!(output),
        _ => {
            let mut record = reviewed.record.clone();
            game.name_squares(&mut record);
            write!(output, "{record}")
        }
    }
}

fn body<'a>(record: &'a GameRecord, review: &'a GameReview) -> JsonGameBody<'a> {
    let player = |name| record.tag(name).unwrap_or("?");
    JsonGameBody::Reviewed {
        white: player("White"),
        black: player("Black"),
        result: record.result.to_string(),
        accuracy: review.accuracy,
        start: review.start,
        moves: &review.moves,
        interrupted: review.interrupted,
    }
}

/// The file of the curve of a game: `curve.svg`, `curve-2.svg`, `curve-3.svg`.
fn numbered(path: &Path, game: usize) -> PathBuf {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or("svg".as_ref()).to_string_lossy();
    match game {
        1 => path.to_owned(),
        game => path.with_file_name(format!("{name}-{game}.{extension}")),
    }
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
        let mut output = Vec::new();
        let ended = run(
            &AnalysisSettings::shallow(2, OutputFormat::Plain),
            input,
            GamePictures::default(),
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
        run(&settings, games.as_bytes(), GamePictures::default(), &mut output, count).unwrap();
        assert_eq!(moves.load(Relaxed), 5);
    }
}
