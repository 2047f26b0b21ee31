//! What many games show together: the players and the games, as JSON or as a page that shows the same JSON.

use super::curve::marked_move;
use super::exchange::piece_value;
use super::game_review::{GameReview, accuracy};
use super::mark::{Mark, MarkThresholds, rounded};
use crate::any_position::AnyPosition;
use crate::drawing::html_page::{PAGE_SCRIPT, PAGE_STYLE, json_in_html, page};
use crate::game::Game;
use crate::games::GameInfo;
use crate::notation::record::{GameRecord, GameResult};
use crate::picture::Picture;
use crate::picture::svg_document::svg_escaped;
use crate::system::files;
use anyhow::ensure;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// HTML, colours and script.
const TEMPLATE: &str = include_str!("summary.html");

/// Names and moves are cut after this many letters, so that the summary stays small whatever the games hold.
const LONGEST_TEXT: usize = 60;

/// The summary of a run. Its fields are those of the JSON object in `docs/analyse.md`.
#[derive(Serialize)]
pub struct RunSummary {
    version: u32,
    game: &'static str,
    engine: String,
    /// The names of the sides, White's first.
    sides: [&'static str; 2],
    thresholds: MarkThresholds,
    /// Whether the run ended before its last game.
    pub interrupted: bool,
    /// Number of games that could not be analysed.
    pub failed: usize,
    players: BTreeMap<String, PlayerTotals>,
    games: Vec<ListedGame>,
    #[serde(skip)]
    info: &'static GameInfo,
    /// Number of pieces at the start of the game; `None` if they have no value, so that there are no phases.
    #[serde(skip)]
    pieces: Option<usize>,
}

/// The games and moves of a player.
#[derive(Default, Serialize)]
struct PlayerTotals {
    games: usize,
    /// Games whose result is known.
    finished: usize,
    points: f64,
    all: MoveTotals,
    white: MoveTotals,
    black: MoveTotals,
    /// Opening, middlegame, endgame.
    phases: [MoveTotals; 3],
}

/// Sums over the moves whose loss is known.
#[derive(Default, Serialize)]
struct MoveTotals {
    moves: usize,
    accuracy: Option<f64>,
    /// Inaccuracies, mistakes, blunders.
    marks: [usize; 3],
    #[serde(skip)]
    accuracy_sum: f64,
}

#[derive(Serialize)]
struct ListedGame {
    number: usize,
    line: usize,
    white: String,
    black: String,
    result: &'static str,
    plies: usize,
    analysed: usize,
    accuracy: [Option<f64>; 2],
    worst: Option<WorstMove>,
    /// White's expected points at the start and after each ply, in hundredths.
    curve: Vec<Option<u8>>,
    /// The name of its page.
    page: Option<String>,
}

/// The move that lost most, if it has a mark.
#[derive(Serialize)]
struct WorstMove {
    ply: usize,
    #[serde(rename = "move")]
    text: String,
    loss: f64,
}

/// The phase of the game after `plies` plies, when `left` of its `all` pieces are left: the endgame (2) if these are at most
/// two fifths, else the opening (0) in the first 20 plies if at least four fifths are left, else the middlegame (1).
fn phase(plies: usize, left: usize, all: usize) -> usize {
    if 5 * left <= 2 * all { 2 } else { usize::from(plies >= 20 || 5 * left < 4 * all) }
}

impl MoveTotals {
    fn add(&mut self, loss: f64, mark: Option<Mark>) {
        self.moves += 1;
        self.accuracy_sum += accuracy(loss);
        self.accuracy = Some(rounded(self.accuracy_sum / self.moves as f64));
        mark.into_iter().for_each(|mark| self.marks[mark as usize] += 1);
    }
}

/// Checks the name of a file for a summary, and that its links lead to the pages of the games.
///
/// # Errors
/// It ends with neither `.html` nor `.json`, or it stands in another folder than the pages.
pub fn check_summary_name(path: &Path, pages: Option<&Path>) -> anyhow::Result<()> {
    let (found, is_page) = (path.display(), has_extension(path, "html"));
    ensure!(
        is_page || has_extension(path, "json"),
        "--summary: found '{found}', expected a name that ends with .html or .json"
    );
    let folder = |path: &Path| std::path::absolute(path).ok()?.parent().map(Path::to_owned);
    let is_beside = pages.is_none_or(|pages| folder(pages) == folder(path));
    ensure!(
        is_beside || !is_page,
        "--summary: found '{found}', expected a file in the folder of --html, since it links its pages"
    );
    Ok(())
}

fn has_extension(path: &Path, expected: &str) -> bool {
    path.extension().is_some_and(|extension| extension == expected)
}

impl RunSummary {
    /// A summary without games.
    pub fn new(info: &'static GameInfo, engine: &str, thresholds: MarkThresholds) -> RunSummary {
        let start = info.start();
        RunSummary {
            version: 1,
            game: info.name,
            engine: engine.to_owned(),
            sides: [info.white, !info.white].map(|side| start.side_name(side)),
            thresholds,
            interrupted: false,
            failed: 0,
            players: BTreeMap::new(),
            games: Vec::new(),
            info,
            pieces: piece_count(&start),
        }
    }

    /// Adds a game with its review and its page.
    pub fn add(&mut self, record: &GameRecord, review: &GameReview, number: usize, page: Option<&Path>) {
        let name = |tag, side: usize| shortened(record.known_tag(tag).unwrap_or(self.sides[side]));
        let names = [name("White", 0), name("Black", 1)];
        let points = [(GameResult::White, 1.0), (GameResult::Draw, 0.5), (GameResult::Black, 0.0)];
        let points = points.iter().find(|(result, _)| *result == record.result).map(|(_, white)| [*white, 1.0 - white]);
        // A game against oneself is one game, and has no score.
        let is_against_oneself = names[0] == names[1];
        let points = points.filter(|_| !is_against_oneself);
        for (name, side) in names.iter().zip(0..if is_against_oneself { 1 } else { 2 }) {
            let player = self.players.entry(name.clone()).or_default();
            player.games += 1;
            player.finished += usize::from(points.is_some());
            player.points += points.map_or(0.0, |points| points[side]);
        }
        let mut worst: Option<WorstMove> = None;
        for ((ply, mv), position) in review.moves.iter().enumerate().zip(review.line.positions_before()) {
            let Some(loss) = mv.loss else { continue };
            let is_white = position.side_to_move() == self.info.white;
            let player = self.players.entry(names[usize::from(!is_white)].clone()).or_default();
            player.all.add(loss, mv.mark);
            if is_white { &mut player.white } else { &mut player.black }.add(loss, mv.mark);
            if let Some((all, left)) = self.pieces.zip(piece_count(position)) {
                player.phases[phase(ply, left, all)].add(loss, mv.mark);
            }
            if let Some(mark) = mv.mark.filter(|_| worst.as_ref().is_none_or(|worst| loss > worst.loss)) {
                worst = Some(WorstMove { ply: ply + 1, text: shortened(&marked_move(record, ply, mv, mark)), loss });
            }
        }
        let [white, black] = names;
        self.games.push(ListedGame {
            number,
            line: record.line,
            white,
            black,
            result: record.result_text(),
            plies: record.moves.len(),
            analysed: review.moves.len(),
            accuracy: review.accuracy,
            worst,
            curve: review.values().map(|white| white.map(|white| (100.0 * white).round() as u8)).collect(),
            page: page.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()),
        });
    }

    /// Writes the summary in the form that the extension says.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let json = serde_json::to_string(self)?;
        if has_extension(path, "json") {
            return files::replace(path, (json + "\n").as_bytes());
        }
        let texts = [
            ("details", &*svg_escaped(&format!("{}, analysed by {}", self.info.about, self.engine))),
            ("thresholds", &self.thresholds.describe()),
            ("page_style", PAGE_STYLE),
            ("page_script", PAGE_SCRIPT),
            ("summary", &json_in_html(&json)),
        ];
        files::replace(path, page(TEMPLATE, &texts).as_bytes())
    }
}

/// The number of pieces; `None` if they have no value in this game.
fn piece_count(position: &AnyPosition) -> Option<usize> {
    let cells = position.rows().into_iter().flatten().flatten();
    let values = cells.filter_map(|cell| cell.piece).map(|piece| piece_value(piece.kind));
    values.collect::<Option<Vec<_>>>().map(|values| values.len()).filter(|count| *count > 0)
}

fn shortened(text: &str) -> String {
    text.chars().take(LONGEST_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::html_page::{HOSTILE, check_hostile_page};
    use crate::game::GameLine;
    use crate::games::find_game;

    #[test]
    fn no_text_of_a_user_is_markup() {
        let game = find_game("chess").unwrap();
        let mut summary = RunSummary::new(game, HOSTILE, MarkThresholds::default());
        let mut record = GameRecord::default();
        record.set_tag("White", HOSTILE);
        summary.add(&record, &GameReview::without_moves(GameLine::new(game.start())), 1, Some(Path::new(HOSTILE)));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.html");
        summary.write(&path).unwrap();
        assert!(check_hostile_page(&std::fs::read_to_string(path).unwrap()) > 20);
    }

    /// In chess 26 pieces or more are four fifths of 32, and 12 or less two fifths.
    #[test]
    fn phases_at_their_edges() {
        assert_eq!([19, 20].map(|plies| phase(plies, 26, 32)), [0, 1]);
        assert_eq!([27, 26, 25].map(|left| phase(0, left, 32)), [0, 0, 1]);
        assert_eq!([13, 12, 11].map(|left| phase(0, left, 32)), [1, 2, 2]);
        assert_eq!([17, 16].map(|left| phase(50, left, 40)), [1, 2]);
    }
}
